"""What an episode keeps of an exception in an agent's own program."""

import json
import re
from types import SimpleNamespace

import pytest

from harness.episode import run_episode
from harness.records import RunRecorder


@pytest.fixture
def run(make_task, paper_browser, world):
    """Runs an episode whose agent acts by a function."""

    def run_function(act, **settings):
        agent = SimpleNamespace(act=act)
        return run_episode(make_task(), lambda *_: agent, paper_browser, world, **settings)

    return run_function


def test_the_error_names_the_line_and_the_traceback_holds_no_values(run, tmp_path):
    def act(observation):
        secret = "sk-" + "1" * 8
        return {"reply": secret}["title"]

    result = run(act, recorder=RunRecorder(tmp_path))
    assert re.fullmatch(r"KeyError: 'title' \(.*test_tracebacks\.py:\d+, in act\)", result.error)
    kept = (tmp_path / "tracebacks" / f"{result.instance_id}.txt").read_text()
    assert kept.endswith("KeyError: 'title'\n")
    assert "in act" in kept
    assert "sk-1" not in kept


def test_what_fails_in_a_library_is_told_with_the_agents_own_line(run):
    assert re.search(
        r"test_tracebacks\.py:\d+, in <lambda>\)$", run(lambda seen: json.loads(seen.title)).error
    )


def test_a_reply_that_is_none_has_no_line_of_the_agents(run):
    assert run(lambda _: "stop").error.endswith("wrap the text, as in Reply('stop 12')")


def test_an_escape_in_a_traceback_steers_no_terminal(run, tmp_path):
    def act(observation):
        raise ValueError("\x1b[2J")

    result = run(act, recorder=RunRecorder(tmp_path))
    assert "\x1b" not in (tmp_path / "tracebacks" / f"{result.instance_id}.txt").read_text()


def test_the_traceback_of_an_earlier_attempt_can_be_dropped(run, tmp_path):
    recorder = RunRecorder(tmp_path)
    result = run(lambda _: 1 / 0, recorder=recorder)
    recorder.drop_traceback(result.instance_id)
    recorder.drop_traceback(result.instance_id)
    assert not list((tmp_path / "tracebacks").iterdir())
