"""Replays: what comes again, the first thing that does not, and who goes on."""

import pytest

from harness.agents import Reply, factory
from harness.episode import Limits
from harness.errors import ConfigError, RecordError
from harness.replay.request import read_replay_request
from tasks import Checks, ClickStep, FillStep, RowCheck, StopStep

WALK = ("scroll down", "goto /cart", "click 9", "fill 1", "stop 12")
"""A reply without an action, one that fails, one that changes a row."""
ADDED = {"table": "orders", "kind": "added", "before": None, "after": {"id": "MS-2", "status": "placed"}}


def test_an_episode_comes_again(desk):
    table = desk()
    table.record(*WALK)
    replay = table.replay()
    assert (replay.difference, replay.compared, replay.has_verdict) == (None, 5, True)


@pytest.mark.parametrize(
    ("step", "changes", "part", "texts"),
    [
        (3, {"url": "http://ministore.ur.localhost/basket"}, "path", ("/basket", "/cart")),
        (4, {"rows": []}, "rows", ("nothing", "added in orders: id='MS-1'")),
        (2, {"rows": [ADDED]}, "rows", ("added in orders: id='MS-2'", "nothing")),
        (3, {"error": "there is no link 8"}, "error", ("there is no link 8", "there is no link 9")),
    ],
)
def test_the_first_difference_is_named_with_its_step(desk, step, changes, part, texts):
    table = desk()
    table.record(*WALK)
    table.change_step(step, **changes)
    table.change_episode(outcome="solved")
    replay = table.replay()
    assert (replay.difference.step, replay.difference.part) == (step, part)
    assert texts[0] in replay.difference.recorded
    assert texts[1] in replay.difference.came
    assert replay.compared == step - 1
    assert not replay.has_verdict
    assert all(text in replay.difference.text() for text in texts)


def test_texts_that_differ_are_told_by_their_lines(desk):
    table = desk()
    table.record(*WALK)
    shown = "URL: http://ministore.ur.localhost/cart\nTITLE: cart\n\nTEXT:\ntotal 13\n[F1]ok\n"
    table.change_step(3, observation=shown)
    told = table.replay().difference.text()
    assert told.startswith("step 3 differs in its observation (- recorded, + came)\n")
    assert "\n-total 13\n" in told
    assert "\n+total 12\n" in told
    assert "TITLE" not in told


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"outcome": "solved"}, "outcome"),
        ({"answer": "13"}, "answer"),
        ({"checks": []}, "checks"),
        ({"final_url": "http://ministore.ur.localhost/"}, "final_url"),
    ],
)
def test_a_verdict_that_differs_is_named(desk, changes, field):
    table = desk()
    table.record(*WALK)
    table.change_episode(**changes)
    replay = table.replay()
    assert (replay.difference.step, replay.difference.what, replay.compared) == (None, field, 5)


def test_until_stops_after_a_step_and_asks_for_no_verdict(desk):
    table = desk()
    table.record(*WALK)
    table.change_episode(outcome="solved")
    table.change_step(5, observation="another")
    replay = table.replay(until=4)
    assert (replay.difference, replay.compared, replay.has_verdict) == (None, 4, False)
    table.change_step(4, rows=[])
    assert table.replay(until=4).difference.part == "rows"


def test_steps_that_are_missing_are_no_replay(desk):
    table = desk()
    table.record(*WALK)
    table.change_episode(steps=6)
    with pytest.raises(RecordError, match="took 6 steps, of which 5 are on record"):
        table.replay()


def test_a_setting_that_this_version_does_not_know_is_refused(desk):
    table = desk()
    table.record("stop 12", settings={"disruptions": "always"})
    with pytest.raises(RecordError, match="disruptions is 'always', and this version knows once and every"):
        table.replay()


def test_until_past_the_end_is_refused(desk):
    table = desk()
    table.record("stop 12")
    with pytest.raises(ConfigError, match=r"--until 2: ministore-001-ur has 1 step$"):
        table.replay(until=2)


@pytest.mark.parametrize("limit", ["steps", "tokens", "seconds"])
def test_the_limit_that_ended_an_episode_ends_its_replay(desk, limit):
    table = desk()
    ticks = iter(range(100))
    limits = {"steps": Limits(), "tokens": Limits(tokens=30), "seconds": Limits(seconds=9.0)}[limit]
    settings = {"max_tokens": limits.tokens, "max_seconds": limits.seconds}
    table.record("goto /cart", limits=limits, settings=settings, clock=lambda: float(next(ticks)))
    replay = table.replay()
    assert replay.recorded.episode.limit == limit
    assert (replay.difference, replay.has_verdict) == (None, True)


def test_what_the_machine_failed_at_fails_again_or_differs(desk):
    table = desk()
    table.record("goto /cart", "goto /boom")
    assert table.replay().difference is None
    table.change_step(2, reply="goto /", action="goto /")
    difference = table.replay().difference
    assert (difference.step, difference.part) == (2, "error")


def test_an_agent_that_failed_is_replayed_up_to_there(desk):
    table = desk()
    table.record("goto /cart", "stop 12")
    table.change_episode(outcome="error", error="RuntimeError: lost its way", error_source="agent", steps=1)
    replay = table.replay()
    assert (replay.difference, replay.compared, replay.has_verdict) == (None, 1, False)


def test_a_task_that_has_changed_is_refused(desk):
    table = desk()
    table.record("stop 12")
    table.change_episode(intent="کتنے ہیں؟")
    with pytest.raises(RecordError, match="its task has changed since: intent was 'کتنے ہیں؟'"):
        table.replay()


REFERENCE = (ClickStep("/cart"), FillStep("/place", {}), StopStep("12"))
ORDERED = Checks(rows=(RowCheck("orders", "added", {"status": "placed"}),))


@pytest.mark.parametrize(
    ("walk", "until", "later"),
    [
        (("click 1", "stop 13"), None, ["fill 1", "stop 12"]),
        (("click 1", "goto /", "stop"), 2, ["goto /cart", "fill 1", "stop 12"]),
        (("goto /search", "stop"), 1, ["goto /", "click 1", "fill 1", "stop 12"]),
        (("click 1", "fill 1", "goto /", "stop"), 3, ["stop 12"]),
        (("click 1", "fill 9", "stop"), 2, ["fill 1", "stop 12"]),
    ],
)
def test_the_reference_goes_on_from_where_it_was_left(desk, walk, until, later):
    table = desk(reference=REFERENCE, checks=ORDERED, type="state", budget=9)
    table.record(*walk)
    replay = table.replay(until=until, then="reference")
    assert replay.failure is None
    assert [step.action for step in replay.later] == later
    assert replay.result.outcome == "solved"


def test_another_agent_goes_on_and_is_told_what_was_done(desk, monkeypatch):
    told, seen = [], []

    class Successor:
        def __init__(self, task, assignment):
            self.budget = assignment.budget

        def remember(self, observation, reply):
            told.append((observation.title, reply.text))

        def act(self, observation):
            seen.append(observation.title)
            return Reply("stop 12")

    table = desk()
    table.record(*WALK)
    monkeypatch.setitem(factory.AGENTS, "other", lambda seed: Successor)
    replay = table.replay(until=2, then="other")
    assert told == [("home", "scroll down"), ("home", "goto /cart")]
    assert seen == ["cart"]
    assert (replay.result.outcome, replay.result.steps, replay.failure) == ("solved", 3, None)


def test_a_successor_that_fails_is_told(desk):
    table = desk(reference=(ClickStep("/nowhere"), StopStep("12")))
    table.record("goto /cart", "stop 12")
    replay = table.replay(then="reference")
    assert "has no link to /nowhere" in replay.failure


def test_nobody_goes_on_after_the_end(desk):
    table = desk(budget=2)
    table.record("goto /cart", "goto /cart")
    with pytest.raises(ConfigError, match="is over after 2 steps: add --until"):
        table.replay(then="reference")


def test_what_the_record_says_is_not_said_again(desk):
    table = desk()
    table.record("stop 12")
    with pytest.raises(ConfigError, match=r"--lang, --engine with --replay"):
        table.replay(lang=["ur"], engine="http")


def test_a_pause_needs_a_window(desk):
    table = desk()
    table.record("goto /cart", "stop 12")
    with pytest.raises(ConfigError, match="add --headed"):
        table.replay(then="pause")
    with pytest.raises(ConfigError, match="needs a browser"):
        table.replay(then="pause", headed=True)


def test_a_person_may_look_at_each_step(desk):
    table = desk()
    table.record(*WALK)
    assert table.replay(typed=[""] * 5, step=True).difference is None


def test_a_person_who_steps_into_replayed_steps_makes_a_difference(desk):
    table = desk()
    table.record(*WALK)
    difference = table.replay(typed=["s"], break_at=[2]).difference
    assert (difference.step, difference.came) == (2, "a person stepped in (skipped)")


def test_a_person_may_go_on_and_step_into_what_follows(desk):
    table = desk()
    table.record(*WALK)
    by_hand = table.replay(typed=["click 1", "stop 12"], until=1, then="human")
    assert [step.action for step in by_hand.later] == ["click 1", "stop 12"]
    assert by_hand.result.outcome == "solved"
    edited = table.replay(typed=["e", "stop 13"], until=2, then="reference", break_at=[3])
    assert [(step.action, step.intervention) for step in edited.later] == [("stop 13", "edited")]


def test_several_processes_ask_nobody(desk):
    table = desk()
    table.record(*WALK)
    given = {"replay": [str(table.run_dir)], "then": "human", "engine": "chromium", "seed": 0}
    with pytest.raises(ConfigError, match="-n 2 was given"):
        read_replay_request({**given, "taskset_seed": 0}, processes=2)


def test_a_step_in_which_a_person_stepped_in_is_done_as_it_was(desk):
    table = desk()
    table.record("goto /", "goto /cart", "stop 12")
    table.change_step(1, reply="goto /search", intervention="edited")
    assert table.replay(until=3).difference is None
