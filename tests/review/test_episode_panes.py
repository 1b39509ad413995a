"""What the panes of an episode's page tell of a step, in Urdu and Amharic, and in which direction."""

import pytest
from playwright.sync_api import Page, expect

from harness.records import CheckRecord
from harness.review import write_review
from tasks import AnswerCheck
from tests.episode_records import make_record
from tests.recorded_runs import write_run
from tests.review.looked_into import SCRIPT, SYSTEM, TEXTS, write_looked_into

DIRECTIONS = {"ur": ("ur-PK", "rtl"), "am": ("am", "ltr")}
FONTS = {"ur": "LW Nastaliq", "am": "LW Ethiopic"}


@pytest.fixture(scope="module")
def episodes(tmp_path_factory):
    return write_review(write_looked_into(tmp_path_factory.mktemp("run"))).parent / "episodes"


@pytest.fixture
def panel(open_page, episodes):
    """The panel of a tab at a step: ``panel("ur", 3, "text")``."""

    def panel(lang, step, tab):
        page: Page = open_page(episodes / f"ministore-001-{lang}.html", f"#step={step}&tab={tab}")
        return page.locator("#panel")

    return panel


def said(node):
    return node.get_attribute("lang"), node.get_attribute("dir")


@pytest.mark.parametrize("lang", DIRECTIONS)
def test_texts_of_a_page_have_its_language_direction_and_font(panel, lang):
    shown = panel(lang, 2, "text")
    line = shown.locator(".lines p").nth(1)
    assert said(line) == DIRECTIONS[lang]
    assert said(shown.locator(".page-facts bdi").nth(1)) == DIRECTIONS[lang]
    assert FONTS[lang] in line.evaluate("node => getComputedStyle(node).fontFamily")
    assert line.evaluate("node => getComputedStyle(node).direction") == DIRECTIONS[lang][1]
    assert shown.page.evaluate(f"document.fonts.check('16px \"{FONTS[lang]}\"', {TEXTS[lang]['link'][:3]!r})")


@pytest.mark.parametrize("lang", DIRECTIONS)
def test_ids_addresses_and_numbers_of_marks_are_set_apart(panel, lang):
    shown = panel(lang, 2, "text")
    alone = shown.locator(".lines p bdi[dir=ltr]")
    expect(alone.get_by_text("MS-10023", exact=True).first).to_be_visible()
    expect(shown.locator(".lines p .token").nth(1)).to_have_text("[1]")
    entry = shown.locator('.entry[data-mark="2"]')
    assert said(entry.locator("bdi").nth(1)) == DIRECTIONS[lang]
    expect(entry.locator(".code")).to_have_text("/cart?x=ک")
    field = shown.locator('.entry[data-mark="F1"] .field').first
    expect(field.locator("b")).to_have_text("q")
    assert said(field.locator(".value")) == DIRECTIONS[lang]
    expect(shown.locator('.entry[data-mark="F1"] .options bdi')).to_have_count(2)


def test_what_was_replied_and_what_was_wrong_with_it(panel):
    shown = panel("ur", 3, "reply")
    expect(shown.locator(".deed b")).to_have_text("No action")
    expect(shown.locator(".failure")).to_contain_text("expected goto, click, fill or stop")
    expect(shown.locator("pre")).to_contain_text(SCRIPT)
    assert said(shown.locator("pre")) == ("ur-PK", "auto")


def test_an_action_is_told_with_its_target_and_the_way_of_the_reference(panel):
    shown = panel("am", 2, "reply")
    expect(shown.locator(".action")).to_have_text(f"fill 1 q={TEXTS['am']['link']}")
    expect(shown.locator(".deed")).to_contain_text(TEXTS["am"]["button"])
    expect(shown.locator(".deed")).to_contain_text("This is what the reference does next.")
    expect(panel("am", 4, "reply").locator(".deed")).to_contain_text(
        "The reference does something else here."
    )
    expect(panel("am", 1, "reply").locator(".deed")).to_contain_text("a disruption (cookie notice)")
    expect(panel("am", 6, "reply")).to_contain_text("70 of 100")


def test_a_prompt_and_its_difference_to_the_one_before(panel):
    shown = panel("ur", 2, "prompt")
    expect(shown.locator(".message")).to_have_count(2)
    expect(shown.locator(".message.system .lines p")).to_have_text(SYSTEM.split("\n"))
    shown.page.get_by_role("button", name="Difference to step 1").click()
    expect(shown.locator(".diff > .gone")).to_have_text("-Step 1 of 30")
    expect(shown.locator(".diff > .new")).to_have_text("+Step 2 of 30")
    expect(shown.locator(".folded summary")).to_have_text(["2 equal lines", "1 equal line"])
    shown.page.keyboard.press("p")
    expect(shown.locator(".message")).to_have_count(2)


def test_a_step_without_a_prompt_says_so(panel):
    expect(panel("ur", 5, "prompt")).to_contain_text("No prompt of this step is on record")
    first = panel("ur", 1, "prompt")
    expect(first).to_contain_text("The first prompt: nothing to compare with.")


def test_rows_are_told_by_when_they_changed(panel):
    shown = panel("ur", 5, "rows")
    assert shown.locator("h3").all_inner_texts() == ["Changed by this step", "Changed before it"]
    changed = shown.locator(".row-change").first
    expect(changed.locator("h4")).to_have_text("changed users")
    assert changed.locator("tr.differs").all_inner_texts() == ["name\tنادیہ\tنادیہ ۲"]
    added = shown.locator(".row-change").nth(1)
    expect(added.locator("h4")).to_contain_text("not part of the task")
    expect(added.locator("tr").nth(2)).to_have_text("noteNULL")
    undone = panel("ur", 6, "rows")
    assert undone.locator("h3").all_inner_texts() == ["Put back by this step", "Changed before it"]
    expect(panel("ur", 2, "rows")).to_have_text(
        "After this step every row of the database was as it had been at the start."
    )


@pytest.mark.parametrize("lang", DIRECTIONS)
def test_checks_tell_what_was_expected_and_found_raw_and_as_compared(panel, lang):
    answer = panel(lang, 1, "checks").locator(".check").first
    expect(answer).to_have_class("check failed")
    rows = [row.split("\t") for row in answer.locator("tbody tr").all_inner_texts()]
    found = {"ur": ["Found", "۱۲۰ روپے", "120 روپے"], "am": ["Found", "120 ብር", "the same"]}
    assert rows == [["Expected", "۱۳۰", "130"], ["Must not be", "90", "the same"], found[lang]]
    row = answer.page.locator(".check").nth(1)
    assert [one.split("\t")[:2] for one in row.locator("tbody tr").all_inner_texts()] == [
        ["Expected", "pid P0007"],
        ["Found", "1 of 1 added in cart"],
        ["", "pid P0007"],
    ]


def test_time_and_cost_of_a_step_and_its_calls(panel):
    shown = panel("ur", 4, "cost")
    expect(shown.locator(".bar")).to_have_count(6)
    expect(shown.locator(".bar.at")).to_contain_text("4")
    calls = shown.locator("table").nth(1).locator("tbody tr")
    expect(calls).to_have_count(2)
    expect(calls.first).to_contain_text("no answer in 300 s")
    shown.locator(".bar").nth(1).click()
    assert shown.page.evaluate("location.hash") == "#step=2&tab=cost"


def test_an_empty_answer_is_said_and_each_disruption_is_named(open_page, tmp_path):
    checks = (
        CheckRecord(
            kind="answer",
            name="answer",
            passed=False,
            expected="text: 6",
            got="",
            task_check=AnswerCheck("number", ("6",), ()),
        ),
        *(
            CheckRecord(
                kind="disruption", name=f"{kind} dismissed", passed=True, expected="", got="dismissed"
            )
            for kind in ("cookie notice", "advertisement")
        ),
    )
    ended = make_record(1, "unsolved", lang="am", answer="", checks=checks)
    folder = write_review(write_run(tmp_path / "run", (ended,), {})).parent
    page = open_page(folder / "episodes" / "ministore-001-am.html", "#tab=checks")
    found = page.locator(".check").first.locator("tbody tr").last
    assert found.inner_text().split("\t") == ["Found", "empty", "empty"]
    heads = page.locator(".check h3").all_inner_texts()
    assert heads[1:] == [
        "holds Disruption cookie notice dismissed",
        "holds Disruption advertisement dismissed",
    ]
