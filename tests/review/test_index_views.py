"""The index, opened from disk: its matrix, keys, phones, folders that were moved, runs that are not whole."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.records import RunRecorder
from harness.records.reader import EPISODES_FILE
from harness.review import write_review
from tests.recorded_runs import write_run
from tests.review.conftest import PHONE, Opener
from tests.review.shop_run import INSTANCES, MISSING, STEPS, record, write_shop_run

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_review(write_shop_run(tmp_path_factory.mktemp("runs") / "shop"))


def letters(page: Page, task: str) -> list[str]:
    return page.locator(f"[data-task={task}] .cell .outcome").all_inner_texts()


def test_matrix_tells_outcomes_by_letters_in_the_order_of_languages(index, open_page: Opener):
    page = open_page(index, "#view=matrix")
    assert page.locator(".matrix .lang").all_inner_texts() == ["English", "Urdu", "Amharic"]
    assert letters(page, "ministore-001") == ["S", "U", "L"]
    assert letters(page, "ministore-003") == ["E", "–", "U"]
    assert page.locator("[data-task=ministore-001] .cell a").nth(1).get_attribute("href") == (
        "episodes/ministore-001-ur.html"
    )


def test_matrix_keeps_whole_tasks_and_pales_what_filters_leave_out(index, open_page: Opener):
    page = open_page(index, "#view=matrix&outcome=L")
    assert letters(page, "ministore-001") == ["S", "U", "L"]
    assert page.locator(".matrix .pale").count() == 2
    assert page.locator(".task[data-task]").count() == 1


def test_each_outcome_has_a_colour_of_its_own(index, open_page: Opener):
    page = open_page(index, "#view=matrix")
    colours = page.evaluate(
        "['solved', 'unsolved', 'limit', 'error', 'missing'].map(name => {"
        " const style = getComputedStyle(document.querySelector(`.matrix .outcome.${name}`));"
        " return style.backgroundColor + style.borderStyle; })"
    )
    assert len(set(colours)) == 5


def test_one_click_lays_two_languages_side_by_side(index, open_page: Opener):
    page = open_page(index)
    page.locator('[data-id="ministore-001-ur"] a.pair').click()
    page.wait_for_url("**/pair.html#ministore-001-ur|ministore-001-en*")
    assert page.locator(".side h2 a").all_inner_texts() == ["ministore-001-ur", "ministore-001-en"]
    page.go_back()
    page.locator("[data-view=matrix]").click()
    page.locator("[data-task=ministore-001] a.pair").click()
    expect(page.locator(".side h2 a")).to_have_count(2)


def test_keys_move_open_search_and_clear(index, open_page: Opener):
    page = open_page(index, "#lang=ur")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator(".row.at .id")).to_have_text("ministore-001-ur")
    page.keyboard.press("x")
    expect(page.locator("#rows .id")).to_have_count(9)
    page.keyboard.press("v")
    expect(page.locator(".matrix")).to_be_visible()
    page.keyboard.press("v")
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_contain_text("next episode")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.help")).to_have_count(0)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/episodes/ministore-001-en.html*")


def test_keys_are_letters_while_something_is_typed(index, open_page: Opener):
    page = open_page(index)
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially("xjv?")
    expect(page.locator("#q")).to_have_value("xjv?")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.locator("#q")).to_have_value("")


def test_enter_presses_what_has_the_focus(index, open_page: Opener):
    page = open_page(index)
    page.locator("[data-outcome=E]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rows .id")).to_have_text(["ministore-003-en"])
    page.locator("[data-view=matrix]").focus()
    page.keyboard.press("Space")
    expect(page.locator(".matrix")).to_be_visible()


@pytest.mark.parametrize("place", ["", "#view=matrix", "#lang=ur", "#lang=am&sort=-cost"])
def test_nothing_is_wider_than_a_phone(index, open_page: Opener, place):
    page = open_page(index, place, size=PHONE)
    expect(page.locator("#count")).to_contain_text("episodes")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_pages_work_wherever_their_run_is_moved(index, open_page: Opener, tmp_path):
    moved = tmp_path / "sent by mail"
    shutil.copytree(index.parents[1], moved)
    page = open_page(moved / "review" / "index.html")
    page.locator('[data-id="ministore-002-ur"] a.id').click()
    expect(page.locator("body")).to_contain_text("ministore-002-ur")


def test_record_of_a_killed_writer_opens_and_says_so(open_page: Opener, tmp_path):
    run_dir = write_shop_run(tmp_path / "killed")
    RunRecorder(run_dir)._append(
        "steps.jsonl", [STEPS["ministore-001-ur"][0].model_copy(update={"instance_id": MISSING})]
    )
    with (run_dir / EPISODES_FILE).open("a", encoding="utf-8") as file:
        file.write('{"instance_id":"ministore-003-u')
    page = open_page(write_review(run_dir))
    notices = " ".join(page.locator(".notice").all_inner_texts())
    assert "1 half-written line" in notices
    assert "8 of 9 episodes are on record" in notices
    expect(page.locator(f'[data-id="{MISSING}"]')).to_contain_text("1 of its steps")
    page.locator(f'[data-id="{MISSING}"] summary').click()
    expect(page.locator(f'[data-id="{MISSING}"] li')).to_have_text("/ click 2")


def test_run_that_has_only_begun_opens(open_page: Opener, tmp_path):
    run_dir = write_run(tmp_path / "begun", (), instances=INSTANCES, langs=("en", "ur", "am"))
    page = open_page(write_review(run_dir))
    expect(page.locator(".notice")).to_contain_text("0 of 9 episodes are on record")
    expect(page.locator("#rows .id")).to_have_count(9)
    page.keyboard.press("v")
    assert letters(page, "ministore-002") == ["–", "–", "–"]


def test_repeats_are_rows_and_letters_of_their_own(open_page: Opener, tmp_path):
    first, second = record(1, "ur", "solved"), record(1, "ur", "limit", repeat=2, limit="steps")
    page = open_page(write_review(write_run(tmp_path / "twice", (first, second))))
    assert page.locator("#rows .id").all_inner_texts() == ["ministore-001-ur", "ministore-001-ur~2"]
    page.keyboard.press("v")
    assert letters(page, "ministore-001") == ["S", "L"]
    page.locator(".cell a").nth(1).click()
    page.wait_for_url("**/episodes/ministore-001-ur_2.html*")


def test_tables_tell_that_they_scroll_and_end(index, open_page: Opener):
    page = open_page(index, size=PHONE)
    table = page.locator(".wide-table:has(.figures)").first
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    assert (
        table.evaluate("one => getComputedStyle(one).backgroundAttachment")
        == "local, local, scroll, scroll, scroll"
    )
