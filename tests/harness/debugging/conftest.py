"""A person on paper: what they type, and what they are told."""

import pytest

from harness.agents import Reply
from harness.debugging.request import StepRequest
from harness.debugging.session import Debugger
from harness.episode import run_episode
from harness.records import RunRecorder, read_episodes
from harness.records.models import StepRecord
from harness.records.reader import STEPS_FILE
from tests.paper_console import PaperConsole


class Scripted:
    """An agent that replies with given texts, and keeps what it saw; an `AgentFactory`."""

    def __init__(self, *replies):
        self.replies, self.seen = list(replies), []

    def __call__(self, task, assignment):
        return self

    def act(self, observation):
        self.seen.append(observation)
        return Reply(self.replies.pop(0))


@pytest.fixture
def console():
    return PaperConsole()


@pytest.fixture
def stepped(make_task, paper_browser, world, console, tmp_path):
    """Run replies under a person who types; give the result, the steps and the episode on record."""

    def run(replies, typed, *, task=None, agents=None, final_answer=False, disruptions=None, **stepping):
        console.typed = list(typed)
        agents = agents or Scripted(*replies)
        watched = Debugger(console).watch(agents, paper_browser, StepRequest(**stepping))
        result = run_episode(
            task or make_task(),
            watched.agents,
            paper_browser,
            world,
            recorder=RunRecorder(tmp_path),
            watcher=watched.watcher,
            clock=watched.clock,
            final_answer=final_answer,
        )
        lines = (tmp_path / STEPS_FILE).read_bytes().splitlines() if result.steps else []
        steps = [StepRecord.model_validate_json(line) for line in lines]
        return result, steps, read_episodes(tmp_path)[-1]

    return run
