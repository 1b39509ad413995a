"""Stopping before actions: when, and that the record tells what was done and by whom."""

import pytest

from harness.agents import Reply
from harness.agents.protocol import Assignment
from harness.debugging.clock import StoppableClock
from harness.debugging.people import AtTerminal
from harness.debugging.protocol import SKIPPED, Moment
from harness.debugging.request import StepRequest
from harness.debugging.stepping import EDITED_QUESTION, ENDED, QUESTION, Stepper
from harness.extraction import extract
from sites.kit.site import Account
from tests.harness.debugging.conftest import Scripted

GIVEN = Assignment("tiny-1", "ministore", "ur", "کیا؟", Account("nadia", "x"), 9)
REPLIES = ("goto /cart", "click 9", "goto /search", "stop 12")


def stops(console):
    return [
        line.split(" step ")[1]
        for told in console.told
        for line in told.splitlines()
        if ", stopped by " in line
    ]


def test_enter_does_what_the_agent_replied_and_leaves_no_trace_in_the_record(stepped, console):
    result, steps, episode = stepped(REPLIES, [""] * 4, step=True)
    assert (result.outcome, result.interventions, episode.interventions) == ("solved", 0, 0)
    assert [step.action for step in steps] == list(REPLIES)
    assert {step.intervention for step in steps} == {None}
    assert stops(console) == [f"{number} of 5, stopped by --step" for number in (1, 2, 3, 4)]


def test_it_is_told_what_the_agent_saw_replied_and_meant(stepped, console):
    stepped(("I want the cart\nclick 1", "stop 12"), ["", ""], step=True)
    for part in (
        "کل کتنا ہے؟",
        "http://ministore.ur.localhost/",
        "home",
        "I want the cart",
        "click 1",
        "target: ",
        "cart",
    ):
        assert part in console.told[0]


def test_an_edited_action_is_done_and_the_reply_stays_beside_it(stepped):
    result, steps, episode = stepped(("goto /search", "stop 12"), ["e", "goto /cart", ""], step=True)
    assert (steps[0].reply, steps[0].action, steps[0].intervention) == (
        "goto /search",
        "goto /cart",
        "edited",
    )
    assert steps[1].url.endswith("/cart")
    assert (episode.interventions, result.outcome) == (1, "solved")


def test_what_is_typed_is_asked_for_again_until_it_is_an_action(stepped, console):
    _, steps, _ = stepped(("goto /search", "stop 12"), ["e", "go on", "goto /cart", ""], step=True)
    assert console.asked == [QUESTION, EDITED_QUESTION, EDITED_QUESTION, QUESTION]
    assert any("expected one action" in told for told in console.told)
    assert steps[0].action == "goto /cart"


def test_nothing_or_the_same_action_is_no_edit(stepped):
    _, steps, episode = stepped(("goto /cart", "stop 12"), ["e", "", "e", "goto cart", ""], step=True)
    assert steps[0].intervention is None
    assert episode.interventions == 0


def test_a_skipped_action_is_not_done_and_the_agent_is_told(stepped):
    agents = Scripted("goto /cart", "stop 12")
    _, steps, episode = stepped((), ["s", ""], step=True, agents=agents)
    assert (steps[0].action, steps[0].error, steps[0].intervention) == (None, SKIPPED, "skipped")
    assert agents.seen[1].error == SKIPPED
    assert agents.seen[1].url == agents.seen[0].url
    assert episode.interventions == 1


def test_a_stop_can_be_skipped(stepped):
    result, _, _ = stepped(("stop 13", "stop 12"), ["s", ""], step=True)
    assert (result.outcome, result.steps, result.answer) == ("solved", 2, "12")


def test_an_ended_episode_is_scored_as_far_as_it_came(stepped, make_task, order_checks):
    task = make_task(checks=order_checks, type="state")
    result, steps, episode = stepped(("goto /cart", "fill 1", "click 1"), ["", "", "q"], step=True, task=task)
    assert (result.outcome, result.limit, result.steps) == ("solved", "person", 3)
    assert (steps[2].action, steps[2].error, steps[2].intervention) == (None, ENDED, "ended")
    assert episode.limit == "person"


def test_an_ended_episode_that_was_not_done_is_not_solved_and_no_error(stepped):
    result, _, _ = stepped(("goto /cart",), ["q"], step=True, final_answer=True)
    assert (result.outcome, result.limit, result.steps) == ("limit", "person", 1)


def test_run_on_runs_to_the_end_of_the_episode(stepped, console):
    result, _, _ = stepped(REPLIES, ["t"], step=True)
    assert result.outcome == "solved"
    assert stops(console) == ["1 of 5, stopped by --step"]


def test_run_on_still_stops_at_breaks(stepped, console):
    stepped(REPLIES, ["t", "t"], step=True, break_at=(4,))
    assert stops(console) == ["1 of 5, stopped by --step", "4 of 5, stopped by --break-at"]


def test_break_at_stops_there_alone(stepped, console):
    stepped(REPLIES, ["", ""], break_at=(2, 4))
    assert stops(console) == ["2 of 5, stopped by --break-at", "4 of 5, stopped by --break-at"]


def test_break_on_error_stops_at_a_reply_without_an_action_and_after_a_failed_one(stepped, console):
    stepped(("hm", "goto /cart", "click 9", "stop 12"), [""] * 3, break_on=("error",))
    assert stops(console) == [f"{number} of 5, stopped by an error" for number in (1, 2, 4)]


def test_break_on_change_stops_after_rows_have_changed(stepped, console, make_task, order_checks):
    task = make_task(checks=order_checks, type="state")
    stepped(("goto /cart", "fill 1", "goto /cart", "stop"), [""], break_on=("change",), task=task)
    assert stops(console) == ["3 of 5, stopped by changed rows"]


def test_break_on_disruption_stops_at_an_interruption(console):
    stepper = Stepper(StepRequest(break_on=("disruption",)), console, AtTerminal(console), StoppableClock())
    stepper.assignment = GIVEN
    seen = extract("<title>x</title>", "http://ministore.ur.localhost/")
    moments = [Moment(1, seen, Reply("stop"), None, None, kind) for kind in (None, "cookie_notice")]
    console.typed = ["s"]
    decisions = [stepper.before_action(moment) for moment in moments]
    assert [decision.intervention for decision in decisions] == [None, "skipped"]
    assert "an interruption: cookie notice" in console.told[0]


def test_a_person_takes_over_and_hands_back(stepped, console):
    agents = Scripted("goto /search", "stop 12")
    typed = ["h", "goto /cart", "click 9", "back", ""]
    result, steps, episode = stepped((), typed, step=True, agents=agents)
    assert [(step.reply, step.action, step.intervention) for step in steps] == [
        ("goto /search", "goto /cart", "by_hand"),
        ("click 9", "click 9", "by_hand"),
        ("stop 12", "stop 12", None),
    ]
    assert steps[1].error == "there is no link 9"
    assert len(agents.seen) == 2
    assert (result.outcome, episode.interventions) == ("solved", 2)


def test_handing_back_at_once_leaves_the_agents_own_action(stepped, console):
    _, steps, _ = stepped(("goto /cart", "stop 12"), ["h", "back", "", ""], step=True)
    assert (steps[0].action, steps[0].intervention) == ("goto /cart", None)
    assert stops(console)[-1] == "2 of 5, stopped by --step"


def test_the_person_may_answer_in_the_agents_place(stepped):
    result, steps, _ = stepped(("goto /cart", "stop 13"), ["", "h", "stop 12"], step=True)
    assert (result.outcome, steps[1].reply, steps[1].action) == ("solved", "stop 13", "stop 12")


def test_an_unknown_key_shows_the_keys_and_asks_again(stepped, console):
    result, _, _ = stepped(("stop 12",), ["yes", ""], step=True)
    assert "yes" in console.told[1]
    assert "is none of the keys, and nothing was done" in console.told[1]
    assert "end the episode here, and score" in console.told[2]
    assert result.outcome == "solved"


def test_the_help_is_told_without_a_complaint(stepped, console):
    stepped(("stop 12",), ["?", ""], step=True)
    assert console.told[1].startswith("Enter  do what the agent replied")


def test_the_page_can_be_read_and_the_question_stays_below_it(stepped, console):
    _, steps, _ = stepped(("stop 12",), ["p", ""], step=True)
    page, _, question = console.told[1].partition("\n\nministore-001-ur · step 1")
    assert "[F1]" in page
    assert question == console.told[0].partition("\nministore-001-ur · step 1")[2]
    assert steps[0].intervention is None


def test_without_a_window_the_inspector_is_refused_in_words(stepped, console):
    stepped(("stop 12",), ["i", ""], step=True)
    assert "run with --headed, in Chromium" in console.told[1]


def test_an_input_that_has_ended_is_an_error_and_no_score(stepped):
    result, _, _ = stepped(REPLIES, [""], step=True)
    assert result.outcome == "error"
    assert "the input has ended" in result.error


def test_the_clock_of_an_episode_stands_still_while_a_person_is_asked():
    now = iter([10.0, 20.0, 95.0, 100.0])
    clock = StoppableClock(lambda: next(now))
    assert clock() == 10.0
    with clock.stopped():
        pass
    assert clock() == 25.0


@pytest.mark.parametrize("stepping", [{}, {"break_at": (9,)}])
def test_who_only_looks_on_changes_nothing_of_the_record(stepped, stepping):
    result, steps, _ = stepped(REPLIES, [], **stepping)
    assert (result.outcome, [step.action for step in steps]) == ("solved", list(REPLIES))


def test_of_an_endless_reply_the_question_stays_in_sight(console):
    stepper = Stepper(StepRequest(step=True), console, AtTerminal(console), StoppableClock())
    seen = extract("<title>x</title>", "http://ministore.ur.localhost/")
    console.typed = [""]
    stepper.before_action(Moment(1, seen, Reply("a" * 1_000_000 + "\nb" * 5_000), None, "none", None))
    told = console.told[0]
    assert len(told) < 2_000
    assert "reply:  … and 4971 lines more: the record will hold all" in told.translate(
        {0x2068: None, 0x2069: None}
    )
