"""The loop: budget, errors, limits, verdicts, and what is recorded of them."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from harness.agents import Reply
from harness.agents.protocol import SentPrompt
from harness.episode import Limits, run_episode
from harness.models import ImagePart, Message, ModelError, TextPart
from harness.records import CallRecord, CallTiming, CutRecord, RunRecorder, StepRecord
from harness.records.reader import STEPS_FILE, read_episodes
from tasks import Checks, RowCheck


class ScriptedAgent:
    """Replies with given texts, then with the last one for ever; keeps what it saw."""

    def __init__(self, *replies: str, tokens: int = 0, cost_usd: float = 0.0) -> None:
        self.replies = list(replies)
        self.tokens, self.cost_usd = tokens, cost_usd
        self.seen = []
        self.assignment = None

    def __call__(self, task, assignment):
        self.assignment = assignment
        return self

    def act(self, observation):
        self.seen.append(observation)
        text = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return Reply(text, self.tokens, self.tokens, self.cost_usd)


class FailingAgent:
    def __init__(self, task, assignment) -> None:
        raise RuntimeError("no such model")


def read_steps(folder):
    return [StepRecord.model_validate_json(line) for line in (folder / STEPS_FILE).read_bytes().splitlines()]


def sent_parts(step):
    """The parts of the first message of a step's prompt."""
    assert step.prompt is not None
    return step.prompt.messages[0].parts


@pytest.fixture
def run(make_task, paper_browser, world):
    def run_script(*replies, task=None, agent=None, **settings):
        agent = agent or ScriptedAgent(*replies)
        return run_episode(task or make_task(), agent, paper_browser, world, **settings)

    return run_script


def test_a_right_answer_solves(run, world):
    result = run("goto /cart", "stop ۱۲ روپے")
    assert (result.outcome, result.steps, result.answer) == ("solved", 2, "۱۲ روپے")
    assert result.final_url == "http://ministore.ur.localhost/cart"
    assert world.resets == [("ministore", "ur")]


def test_a_wrong_answer_does_not(run):
    result = run("stop 13")
    assert (result.outcome, result.limit, result.error) == ("unsolved", None, None)


def test_the_agent_is_told_its_mistakes_and_stays(run):
    agent = ScriptedAgent("scroll down", "click 9", "goto /cart", "stop 12")
    result = run(agent=agent)
    assert (result.outcome, result.steps) == ("solved", 4)
    errors = [seen.error for seen in agent.seen]
    assert errors[0] is None
    assert "expected" in errors[1]
    assert errors[2] == "there is no link 9"
    assert errors[3] is None
    assert [seen.title for seen in agent.seen] == ["home", "home", "home", "cart"]


def test_the_budget_counts_every_reply(run, make_task):
    result = run("nonsense", task=make_task(budget=3))
    assert (result.outcome, result.limit, result.steps, result.answer) == ("limit", "steps", 3, None)


def test_stop_may_be_the_last_step_of_the_budget(run, make_task):
    assert run("goto /cart", "stop 12", task=make_task(budget=2)).outcome == "solved"


def test_at_the_budget_the_checks_still_count(run, make_task, order_checks):
    result = run("goto /cart", "fill 1", task=make_task(budget=2, checks=order_checks, type="state"))
    assert (result.outcome, result.limit, result.answer) == ("solved", "steps", None)


def test_at_the_budget_a_missing_answer_is_missing(run, make_task):
    checks = Checks(rows=(RowCheck("orders", "added", {}),), answers=make_task().checks.answers)
    result = run("goto /cart", "fill 1", task=make_task(budget=2, checks=checks))
    assert result.outcome == "limit"


def test_a_final_answer_is_asked_for_once_where_the_steps_are_spent(run, make_task, tmp_path):
    agent = ScriptedAgent("click 9", "goto /cart", "stop 12")
    recorder = RunRecorder(tmp_path)
    result = run(agent=agent, task=make_task(budget=2), final_answer=True, recorder=recorder)
    assert (result.outcome, result.limit, result.answer, result.steps) == ("solved", "steps", "12", 3)
    assert agent.seen[-1].title == "cart"
    assert (
        agent.seen[-1].error == "no steps are left: no page can be opened any more. Reply with: stop <answer>"
    )
    assert [step.action for step in read_steps(tmp_path)] == ["click 9", "goto /cart", "stop 12"]


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("stop 13", ("13", None)),
        ("click 1", (None, "no steps were left, so this was not carried out: only stop was asked for")),
    ],
)
def test_a_final_answer_that_is_none_or_wrong_leaves_the_limit(run, make_task, tmp_path, last, told):
    agent = ScriptedAgent("goto /nowhere", last, "stop 12")
    recorder = RunRecorder(tmp_path)
    result = run(agent=agent, task=make_task(budget=1), final_answer=True, recorder=recorder)
    assert (result.outcome, result.steps) == ("limit", 2)
    assert "/nowhere can't be opened\n" in agent.seen[-1].error
    assert (result.answer, read_steps(tmp_path)[-1].error) == told


def test_no_final_answer_is_asked_for_after_a_stop_or_at_another_limit(run, make_task):
    stopped = run("stop 13", task=make_task(budget=1), final_answer=True)
    assert (stopped.outcome, stopped.steps) == ("unsolved", 1)
    spent = run(agent=ScriptedAgent("goto /cart", tokens=9), limits=Limits(tokens=10), final_answer=True)
    assert (spent.limit, spent.steps, spent.answer) == ("tokens", 1, None)


def test_repeats_have_records_and_screenshots_of_their_own(run, tmp_path):
    recorder = RunRecorder(tmp_path)
    for repeat in (1, 2, 2):
        run("goto /cart", "stop 12", recorder=recorder, repeat=repeat)
    identities = [(one.instance_id, one.repeat, one.attempt) for one in read_episodes(tmp_path)]
    assert identities == [("ministore-001-ur", 1, 1), ("ministore-001-ur", 2, 1), ("ministore-001-ur", 2, 2)]
    assert [(step.repeat, step.attempt) for step in read_steps(tmp_path)][::2] == [(1, 1), (2, 1), (2, 2)]


def test_a_foreign_change_fails(run, make_task, order_checks):
    checks = Checks(answers=make_task().checks.answers)
    result = run("goto /cart", "fill 1", "stop 12", task=make_task(checks=checks))
    assert result.outcome == "unsolved"
    assert [change.table for change in result.evaluation.foreign] == ["orders"]


def test_a_failing_page_is_an_error_and_no_score(run):
    result = run("click 3")
    assert (result.outcome, result.evaluation) == ("error", None)
    assert result.error == "BrowserError: http://ministore.ur.localhost/boom answered HTTP 500"


def test_the_step_that_failed_is_recorded(run, tmp_path):
    run("click 3", recorder=RunRecorder(tmp_path))
    (step,) = read_steps(tmp_path)
    assert step.reply == "click 3"
    assert step.error == "BrowserError: http://ministore.ur.localhost/boom answered HTTP 500"


@pytest.mark.parametrize("reply", ["stop 12", None])
def test_what_is_no_reply_is_an_error_that_says_so(run, reply):
    class Agent:
        def __init__(self, task, assignment):
            pass

        def act(self, observation):
            return reply

    result = run(agent=Agent)
    assert result.outcome == "error"
    assert "must return a harness.agents.Reply" in result.error
    assert type(reply).__name__ in result.error


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (
            Reply(12),  # pyright: ignore[reportArgumentType] - wrong on purpose
            "Reply.text: expected a str, got int",
        ),
        (Reply("stop " + "x" * 1_000_000), "at most 1,000,000 characters, got 1,000,005"),
        (
            Reply("stop 12", input_tokens="many"),  # pyright: ignore[reportArgumentType] - wrong on purpose
            "Reply.input_tokens: expected a whole number from 0 up, got 'many'",
        ),
        (
            Reply("stop 12", output_tokens=-1),
            "Reply.output_tokens: expected a whole number from 0 up, got -1",
        ),
        (
            Reply("stop 12", cost_usd=float("nan")),
            "Reply.cost_usd: expected a finite number from 0 up, got nan",
        ),
        (
            Reply("stop 12", cost_usd=float("inf")),
            "Reply.cost_usd: expected a finite number from 0 up, got inf",
        ),
        (Reply("stop 12", cost_usd=-3.0), "Reply.cost_usd: expected a finite number from 0 up, got -3.0"),
    ],
)
def test_a_reply_that_no_record_can_hold_is_the_agents_error(run, reply, told):
    class Agent:
        def __init__(self, task, assignment):
            pass

        def act(self, observation):
            return reply

    result = run(agent=Agent)
    assert (result.outcome, result.error_source, result.steps) == ("error", "agent", 0)
    assert told in result.error


def test_an_agent_that_exits_ends_its_episode_alone(run):
    class Agent:
        def __init__(self, task, assignment):
            pass

        def act(self, observation):
            raise SystemExit(7)

    result = run(agent=Agent)
    assert (result.outcome, result.error_source) == ("error", "agent")
    assert re.fullmatch(
        r"AgentError: the agent's program ended itself: sys\.exit\(7\) \(.*test_episode\.py:\d+, in act\)",
        result.error,
    )


def test_an_error_that_no_record_can_hold_is_told_as_far_as_one_can(run, tmp_path):
    class Agent:
        def __init__(self, task, assignment):
            pass

        def act(self, observation):
            raise ValueError("half a letter \ud800" + "x" * 5_000_000)

    result = run(agent=Agent, recorder=RunRecorder(tmp_path))
    assert result.error.startswith("ValueError: half a letter \ufffdxxx")
    assert len(result.error) < 21_000
    assert [one.error for one in read_episodes(tmp_path)] == [result.error]


def test_a_failing_agent_is_an_error(run):
    result = run(agent=FailingAgent)
    assert (result.outcome, result.steps) == ("error", 0)
    assert result.error.startswith("RuntimeError: no such model (")


def test_a_task_without_checks_is_an_error(run, make_task):
    result = run("stop 12", task=make_task(checks=Checks()))
    assert result.outcome == "error"
    assert "checks nothing" in result.error


@pytest.mark.parametrize(
    ("limits", "name"),
    [(Limits(tokens=500), "tokens"), (Limits(cost_usd=0.25), "cost"), (Limits(seconds=3.0), "seconds")],
)
def test_other_limits(run, make_task, limits: Limits, name: str):
    ticks: Iterator[float] = iter(range(1000))
    agent = ScriptedAgent("goto /cart", tokens=150, cost_usd=0.2)
    result = run(agent=agent, limits=limits, clock=lambda: float(next(ticks)), task=make_task(budget=30))
    assert (result.outcome, result.limit) == ("limit", name)
    assert result.steps < 3


def test_sums(run):
    result = run(agent=ScriptedAgent("goto /cart", "stop 12", tokens=7, cost_usd=0.5))
    assert (result.input_tokens, result.output_tokens, result.cost_usd) == (14, 14, 1.0)


def test_the_assignment_holds_no_checks(run):
    agent = ScriptedAgent("stop")
    run(agent=agent)
    assert agent.assignment is not None
    assert agent.assignment.intent == "کل کتنا ہے؟"
    assert agent.assignment.account.username == "nadia"
    assert not hasattr(agent.assignment, "checks")


def test_the_record_of_an_episode(run, tmp_path):
    recorder = RunRecorder(tmp_path)
    run("goto /cart", "click 9", "stop 12", recorder=recorder)
    run("click 3", recorder=recorder)
    first, second = read_episodes(tmp_path)
    assert (first.outcome, first.steps, first.attempt, first.answer) == ("solved", 3, 1, "12")
    checks = [(check.name, check.passed) for check in first.checks]
    assert checks == [("answer", True), ("no other change", True)]
    assert (second.outcome, second.attempt, second.checks) == ("error", 2, ())


def test_two_runs_differ_only_in_timing(run, tmp_path):
    lines = []
    for name in ("one", "two"):
        run("goto /cart", "click 9", "stop 12", recorder=RunRecorder(tmp_path / name))
        (episode,) = read_episodes(tmp_path / name)
        records = [episode, *read_steps(tmp_path / name)]
        lines.append([record.model_dump(exclude={"timing"}) for record in records])
    assert lines[0] == lines[1]


def test_the_record_of_its_steps(run, tmp_path, make_task):
    run("goto /cart", "click 9", "stop 12", recorder=RunRecorder(tmp_path))
    steps = read_steps(tmp_path)
    assert [step.action for step in steps] == ["goto /cart", "click 9", "stop 12"]
    assert [step.error for step in steps] == [None, "there is no link 9", None]
    assert steps[2].observation.startswith("ERROR: there is no link 9\n")
    assert [step.title for step in steps] == ["home", "cart", "cart"]


class LostModelAgent:
    """Replies once; then its model can't be had."""

    def __init__(self, *calls: CallRecord) -> None:
        self.calls, self.turn = calls, 0

    def __call__(self, task, assignment):
        return self

    def act(self, observation):
        self.turn += 1
        if self.turn == 1:
            return Reply.of_calls("goto /cart", (call("ok", tokens=10, cost_usd=0.5),))
        raise ModelError("the model does not answer after 2 tries", self.calls)


def call(status, *, tokens=0, cost_usd=0.0):
    return CallRecord(status=status, input_tokens=tokens, cost_usd=cost_usd, timing=CallTiming(seconds=0.1))


def test_a_model_that_cannot_be_had_is_no_score_and_its_calls_are_kept(run, tmp_path):
    recorder = RunRecorder(tmp_path)
    agent = LostModelAgent(call("timeout"), call("server_error", tokens=4, cost_usd=0.25))
    result = run(agent=agent, recorder=recorder)
    assert (result.outcome, result.error_source, result.steps) == ("error", "model", 1)
    assert (result.input_tokens, result.cost_usd) == (14, 0.75)
    (episode,) = read_episodes(tmp_path)
    assert (episode.calls, episode.retries, episode.error_source) == (3, 2, "model")
    steps = read_steps(tmp_path)
    assert [[one.status for one in step.calls] for step in steps] == [["ok"], ["timeout", "server_error"]]
    assert (steps[1].reply, steps[1].error) == ("", "the model does not answer after 2 tries")


def test_errors_tell_whose_fault_they_are(run):
    assert run(agent=FailingAgent).error_source == "agent"
    assert run("goto /boom").error_source == "machine"
    assert run("stop 12").error_source is None


def test_what_a_model_was_sent_is_kept_once(run, tmp_path):
    file = BytesIO()
    Image.new("RGB", (4, 3), "navy").save(file, "PNG")
    picture = ImagePart(file.getvalue(), "screenshot")
    prompt = SentPrompt((Message("user", (TextPart("look"), picture)),), tokens=1, cut=CutRecord())

    class Sender:
        def __call__(self, task, assignment):
            return self

        def act(self, observation):
            text = "stop 12" if observation.url.endswith("/cart") else "goto /cart"
            return Reply.of_calls(text, (), prompt)

    run(agent=Sender(), recorder=RunRecorder(tmp_path))
    steps = read_steps(tmp_path)
    parts = [sent_parts(step) for step in steps]
    assert parts[0] == parts[1]
    assert [part.text for part in parts[0]] == ["look", None]
    assert [path.read_bytes() for path in (tmp_path / "sent").iterdir()] == [picture.data]
    assert (tmp_path / parts[0][1].image).read_bytes() == picture.data
