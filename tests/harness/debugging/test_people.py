"""A person as the agent, at a terminal: the numbered page, the same grammar, the same limits."""

from dataclasses import replace

import pytest

from harness.agents import make_agent_factory
from harness.agents.human import HumanAgents
from harness.debugging.console import END, LEFT_TO_RIGHT
from harness.debugging.people import AtTerminal
from harness.debugging.reading import for_terminal
from harness.extraction import extract, render
from harness.observation import Observation

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def by_person(stepped, console):
    """Run an episode by a person who types."""

    def run(*typed, **settings):
        return stepped((), typed, agents=HumanAgents(AtTerminal(console)), **settings)

    return run


def test_what_a_person_types_is_the_reply_of_any_agent(by_person):
    result, steps, episode = by_person("goto /cart", "scroll", "stop ۱۲")
    assert (result.outcome, [step.reply for step in steps]) == ("solved", ["goto /cart", "scroll", "stop ۱۲"])
    assert steps[1].error.startswith("expected one action")
    assert (episode.interventions, {step.intervention for step in steps}) == (0, {None})


def test_the_budget_is_that_of_any_agent(by_person, make_task):
    result, _, _ = by_person("goto /cart", "click 9", task=make_task(budget=2))
    assert (result.outcome, result.limit) == ("limit", "steps")


def test_an_empty_line_help_and_the_page_again_cost_no_step(by_person, console):
    result, steps, _ = by_person("", "?", "p", "stop 12")
    assert (result.outcome, len(steps)) == ("solved", 1)
    assert console.told[1].startswith("goto <path> | click <n>")
    assert console.told[2] == console.told[0]


def test_the_first_page_comes_with_the_task_and_the_account_and_later_ones_with_the_error(by_person, console):
    by_person("click 9", "stop 12")
    first, second = console.told
    for part in ("ministore-001-ur · step 1 of 5", "کل کتنا ہے؟", "account: nadia", "[F1]", "/cart"):
        assert part in first
    assert "account: nadia" not in second


def test_above_the_question_stand_the_error_the_steps_and_the_sentence(by_person, console):
    by_person("click 9", "stop 12")
    *_, error, step, sentence = console.told[1].splitlines()
    assert "there is no link 9" in error
    assert step == "ministore-001-ur · step 2 of 5"
    assert "کل کتنا ہے؟" in sentence
    assert console.told[1].count("there is no link 9") == 1


def test_that_a_mistyped_line_costs_a_step_is_said_before_it_does(by_person, console):
    by_person("stop 12")
    assert "is none of these, or that fails, costs a step" in console.told[0]


def test_the_account_can_be_asked_for_later(by_person, console):
    by_person("goto /cart", "?", "stop 12")
    assert "account: nadia" in console.told[2]


def test_who_is_alone_can_not_hand_back(by_person):
    result, steps, _ = by_person("back", "stop 12")
    assert (result.outcome, steps[0].reply) == ("solved", "back")


def test_human_is_a_name_of_an_agent():
    assert isinstance(make_agent_factory("human"), HumanAgents)


def test_pictures_of_a_task_are_written_where_they_can_be_opened(console, make_task, tmp_path, monkeypatch):
    from harness.agents.human import Turn
    from harness.episode import assignment_of

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    given = replace(assignment_of(make_task(), ()), reference_images=(PNG,))
    console.typed = ["stop"]
    AtTerminal(console).act(Turn(given, 1, Observation("http://x.ur.localhost/", "", "", (), ())))
    (written,) = tmp_path.rglob("*.png")
    assert written.read_bytes() == PNG
    assert str(written) in console.told[0]


MARKUP = """<title>دکان</title><p><a href="/cart?x=1">ٹوکری 12</a> قیمت ۱۲ روپے</p>
<form method=post action=/buy><label>شہر <select name=city><option value=lhr>لاہور</select></label>
<button>خریدیں</button></form>"""


def test_numbers_paths_and_names_of_fields_stand_left_to_right_in_isolation():
    text = for_terminal(extract(MARKUP, "http://ministore.ur.localhost/"))
    for part in ("[1]", "/cart?x=1", "[F1] POST /buy", "city"):
        assert f"{LEFT_TO_RIGHT}{part}{END}" in text
    assert text.count(LEFT_TO_RIGHT) + text.count("\u2068") == text.count(END)


def test_without_the_isolates_it_is_what_models_read():
    seen = replace(extract(MARKUP, "http://ministore.ur.localhost/"), error="there is no link 9")
    plain = for_terminal(seen)
    for sign in (LEFT_TO_RIGHT, "\u2068", END):
        plain = plain.replace(sign, "")
    assert plain == render(seen).rstrip("\n")
