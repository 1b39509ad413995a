"""A run beside a second one: who solved what, which settings differ, and the way to the other's pages."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from harness.review import write_review
from harness.review.compare import differences, relations
from tests.episode_records import make_run
from tests.recorded_runs import write_run
from tests.review.conftest import PHONE, Opener
from tests.review.shop_run import STEPS, record, write_shop_run

OTHER = (
    record(1, "en", "unsolved"),
    record(1, "ur", "solved"),
    record(2, "en", "solved"),
    record(2, "ur", "solved", intent="کڑاہی؟"),
    record(3, "en", "solved"),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    settings = {"repeats": 1, "disruptions": "once"}
    this = write_shop_run(folder / "this", settings=settings, agent={"history": 3})
    other = write_run(
        folder / "deep" / "other #1? 50% اردو", OTHER, STEPS, model="n", settings={"repeats": 1}
    )
    return write_review(this, other)


def test_who_solved_what():
    this = (record(1, "en", "solved"), record(1, "ur", "limit", limit="steps"), record(1, "am", "error"))
    other = (
        record(1, "en", "solved"),
        record(1, "ur", "solved"),
        record(1, "am", "solved"),
        record(2, "en", "solved"),
    )
    assert relations(this, other) == {
        "ministore-001-en": "both",
        "ministore-001-ur": "other",
        "ministore-001-am": "unpaired",
        "ministore-002-en": "unpaired",
    }
    assert relations(other, this)["ministore-001-ur"] == "this"


def test_settings_that_differ_are_named_and_others_are_not():
    this = make_run(record(1, "en", "solved"), seed=1, agent={"history": 3}, versions={"chromium": "156"})
    other = make_run(record(2, "en", "solved"), agent={"history": 3, "obs": "som"}, hashes={"code": "aa"})
    assert [(one.name, one.this, one.other) for one in differences(this.manifest, other.manifest)] == [
        ("seed", "1", "0"),
        ("version of chromium", "156", "not set"),
        ("agent: obs", "not set", "som"),
        ("hash of code", "not set", "aa"),
    ]


@pytest.mark.browser
def test_index_counts_and_finds_who_solved_what(index, open_page: Opener):
    page = open_page(index)
    everything = page.locator(".relations tbody tr").first.locator("td")
    assert everything.all_inner_texts()[:-1] == ["All", "2", "1", "1", "0", "5"]
    expect(everything.last).to_contain_text("0.0")
    expect(everything.last).to_contain_text("n 4")
    page.locator(".relations tbody tr").first.locator("a").nth(2).click()
    expect(page.locator("#rows .id")).to_have_text(["ministore-001-ur"])
    differing = page.locator(".differences tbody tr").all_inner_texts()
    assert [row.split("\t") for row in differing] == [
        ["model", "m", "n"],
        ["disruptions", "once", "not set"],
        ["agent: history", "3", "not set"],
    ]


@pytest.mark.browser
def test_model_chooses_the_run_that_is_shown(index, open_page: Opener):
    page = open_page(index)
    page.locator("select[name=model]").select_option("1")
    expect(page.locator("#rows .id")).to_have_count(5)
    expect(page.locator('[data-id="ministore-002-ur"] .sentence')).to_have_text("کڑاہی؟")
    page.locator('[data-id="ministore-001-ur"] a.id').click()
    page.wait_for_url("**/deep/other*/review/episodes/ministore-001-ur.html*")


@pytest.mark.browser
def test_episode_lies_beside_the_same_of_the_other_run(index, open_page: Opener):
    page = open_page(index, "#lang=en")
    page.locator('[data-id="ministore-001-en"] a.pair', has_text="other run").click()
    expect(page.locator(".side h2 .outcome").first).to_have_class("outcome solved")
    expect(page.locator(".side h2 .outcome").last).to_have_class("outcome unsolved")
    expect(page.locator("#verdict")).to_have_text("Both did the same on the same pages.")
    page.locator(".side h2 a").last.click()
    page.wait_for_url("**/deep/other*/review/episodes/ministore-001-en.html*")


@pytest.mark.browser
def test_matrix_tells_both_outcomes(index, open_page: Opener):
    page = open_page(index, "#view=matrix", size=PHONE)
    cells = page.locator("[data-task=ministore-001] .cell .outcome").all_text_contents()
    assert cells == ["SU", "US", "L"]
    expect(page.locator("#matrix")).to_contain_text(
        "The small letter is how the same episode ended in the other run"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.browser
def test_other_tasks_under_the_same_names_are_no_comparison(open_page: Opener, tmp_path):
    this = write_shop_run(tmp_path / "this")
    other = write_shop_run(tmp_path / "other", taskset_seed=7)
    page = open_page(write_review(this, other))
    expect(page.locator(".against .notice")).to_contain_text("another task")


@pytest.mark.browser
def test_pages_written_without_their_comparison_tell_how_to_have_it_back(
    open_page: Opener, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    this = write_shop_run(Path("runs/this one"))
    other = write_run(Path("runs/other"), OTHER, STEPS)
    kept = write_review(this, other)
    link = open_page(kept.resolve()).locator("a.pair", has_text="other run").first.get_attribute("href")
    assert link
    assert "other:" in link
    index = write_review(this).resolve()
    command = "lowagent review 'runs/this one' --against runs/other"
    expect(open_page(index).locator(".notice", has_text=command)).to_be_visible()
    expect(
        open_page(index.with_name("pair.html"), f"#{link.partition('#')[2]}").locator("#trouble")
    ).to_contain_text(command)
    write_review(this, other)
    expect(open_page(index).locator(".notice", has_text=command)).to_have_count(0)
