"""The index of a run, opened from disk: what it shows, finds and sorts, and keeps in its address."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.review import write_review
from tests.review.conftest import Opener
from tests.review.shop_run import INSTANCES, MISSING, write_shop_run

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_review(write_shop_run(tmp_path_factory.mktemp("runs") / "shop"))


def ids(page: Page) -> list[str]:
    """Episodes of the list, without the name of their site."""
    return [name.removeprefix("ministore-") for name in page.locator("#rows .id").all_text_contents()]


def test_every_episode_has_a_row_also_one_that_is_not_on_record(index, open_page: Opener):
    page = open_page(index)
    assert sorted(page.locator("#rows .id").all_text_contents()) == sorted(INSTANCES)
    missing = page.locator(f'[data-id="{MISSING}"]')
    expect(missing).to_contain_text("not on record")
    expect(missing).to_contain_text("Find this chair")
    assert missing.locator("a.id").count() == 0
    expect(page.locator(".notice").first).to_contain_text("8 of 9 episodes are on record")


@pytest.mark.parametrize(
    ("name", "choice", "found"),
    [
        ("lang", "ur", ["001-ur", "002-ur", "003-ur"]),
        ("kind", "visual", ["003-en", "003-ur", "003-am"]),
        ("reason", "wrong item", ["001-ur", "003-am"]),
        ("reason", "error of the model's service", ["003-en"]),
        ("disruption", "dismissed", ["001-ur"]),
        ("site", "ministore", None),
    ],
)
def test_filters(index, open_page: Opener, name, choice, found):
    page = open_page(index)
    page.locator(f"select[name={name}]").select_option(choice)
    assert ids(page) == (found or ids(open_page(index)))
    assert f"{name}=" in page.url
    chosen = page.locator(f"select[name={name}] option:checked")
    expect(chosen).to_contain_text(f"({len(ids(page))})")


def test_outcomes_add_up_and_filters_narrow(index, open_page: Opener):
    page = open_page(index)
    page.locator('[data-outcome="U"]').click()
    page.locator('[data-outcome="L"]').click()
    assert ids(page) == ["001-ur", "001-am", "003-am"]
    page.locator("select[name=lang]").select_option("am")
    assert ids(page) == ["001-am", "003-am"]
    expect(page.locator("#count")).to_have_text("2 of 9 episodes")
    page.locator("#clear").click()
    assert len(ids(page)) == 9
    assert "#" not in page.url


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("کڑاہی", ["002-ur"]),
        ("heavy PAN", ["002-en", "002-ur", "002-am"]),
        ("ኪሎ", ["002-am"]),
        ("wrong item", ["001-ur", "003-am"]),
        ("003-a", ["003-am"]),
        ("no such thing", []),
    ],
)
def test_search_reads_sentences_english_answers_and_reasons(index, open_page: Opener, words, found):
    page = open_page(index)
    page.keyboard.press("/")
    page.keyboard.type(words)
    assert ids(page) == found
    expect(page.locator("#nothing")).to_be_visible(visible=not found)


@pytest.mark.parametrize(
    ("head", "first", "last"),
    [("steps", "001-am", "003-ur"), ("cost", "001-en", "003-ur")],
)
def test_heads_sort_most_first_and_turn_round(index, open_page: Opener, head, first, last):
    page = open_page(index)
    page.locator(f"[data-sort={head}]").click()
    assert (ids(page)[0], ids(page)[-1]) == (first, last)
    page.locator(f"[data-sort={head}]").click()
    assert ids(page)[-1] == last
    assert page.locator("select[name=sort]").input_value() == head


def test_disagreement_brings_tasks_up_whose_languages_ended_differently(index, open_page: Opener):
    page = open_page(index, "#sort=-differ")
    assert ids(page)[:3] == ["001-en", "001-ur", "001-am"]
    expect(page.locator('[data-id="ministore-001-en"] .differ')).to_have_text("100 %")
    expect(page.locator('[data-id="ministore-002-en"] .differ')).to_have_text("0 %")
    expect(page.locator('[data-id="ministore-003-en"] .differ')).to_have_text("")


def test_address_holds_the_place(index, open_page: Opener):
    page = open_page(index, "#lang=am&outcome=U,L&sort=-steps")
    assert ids(page) == ["001-am", "003-am"]
    page.locator("#q").fill("ወንበር")
    assert ids(open_page(page.evaluate("location.href"))) == ["003-am"]
    page.evaluate("location.hash = '#lang=en'")
    expect(page.locator("#q")).to_have_value("")
    assert ids(page) == ["001-en", "002-en", "003-en"]


def test_texts_are_shown_in_their_language_and_never_run(index, open_page: Opener):
    page = open_page(index)
    sentence = page.locator('[data-id="ministore-001-ur"] .sentence')
    assert sentence.inner_text() == "چراغ خریدیں <b>"
    assert (sentence.get_attribute("lang"), sentence.get_attribute("dir")) == ("ur-PK", "rtl")
    assert "LW Nastaliq" in sentence.evaluate("node => getComputedStyle(node).fontFamily")
    expect(page.locator('[data-id="ministore-001-ur"] .english')).to_have_text("Buy the lamp")
    expect(page.locator('[data-id="ministore-003-am"] .answer')).to_contain_text("<script>")
