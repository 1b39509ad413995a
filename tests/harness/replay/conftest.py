"""Episodes recorded on paper, and their replays on the same paper."""

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.agents import Reply
from harness.debugging.session import Debugger
from harness.episode import run_episode
from harness.records import RunRecorder
from harness.records.reader import EPISODES_FILE, STEPS_FILE
from harness.replay import worker
from harness.replay.request import read_replay_request
from harness.replay.worker import Replay, ReplayWorker
from tests.episode_records import make_record, make_run

DEFAULTS = {"engine": "chromium", "seed": 0, "taskset_seed": 0}
"""What pytest says of options that nobody typed."""


@dataclass
class Scripted:
    """Replies with given texts, then with the last one for ever."""

    replies: list[str]

    def __call__(self, task, assignment):
        return self

    def act(self, observation):
        return Reply(self.replies.pop(0) if len(self.replies) > 1 else self.replies[0], 10, 1)


@dataclass
class Typed:
    """Answers a person's questions from a list; a `harness.debugging.console.Console`."""

    answers: list[str]

    def tell(self, text: str) -> None:
        pass

    def ask(self, question: str) -> str:
        return self.answers.pop(0)


@dataclass
class Desk:
    """Records episodes of one task into a folder, changes what is recorded, and replays."""

    run_dir: Path
    world: Any
    browser: Any
    task: Any

    def record(self, *replies: str, settings: dict[str, Any] | None = None, **run: Any) -> None:
        """Run the episode with these replies."""
        manifest = make_run(make_record(1, "solved")).manifest
        recorder = RunRecorder(self.run_dir)
        recorder.write_manifest(manifest.model_copy(update={"settings": settings or {}}))
        run_episode(self.task, Scripted(list(replies)), self.browser, self.world, recorder=recorder, **run)

    def change_step(self, number: int, **changes: Any) -> None:
        """Change fields of a recorded step by hand."""
        self._change(STEPS_FILE, number - 1, changes)

    def change_episode(self, **changes: Any) -> None:
        """Change fields of the recorded episode by hand."""
        self._change(EPISODES_FILE, 0, changes)

    def replay(self, typed: Sequence[str] = (), **options: Any) -> Replay:
        """Replay the episode, under a person who types this where they are asked."""
        given = {**DEFAULTS, "replay": [f"{self.run_dir}#ministore-001-ur"], **options}
        request = read_replay_request(given)
        replays = ReplayWorker(request, self.run_dir, Debugger(Typed(list(typed))))
        try:
            return replays.replay(request.episodes[0])
        finally:
            replays.close()

    def _change(self, name: str, line: int, changes: dict[str, Any]) -> None:
        path = self.run_dir / name
        records = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
        assert changes.keys() <= records[line].keys()
        records[line] |= changes
        path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")


@pytest.fixture
def desk(tmp_path, monkeypatch, world, paper_browser, make_task) -> Callable[..., Desk]:
    """A desk for a task; the arguments replace the task's fields."""

    def make(**changes: object) -> Desk:
        task = make_task(**changes)
        monkeypatch.setattr(worker, "Environment", lambda sites, langs: nullcontext(world))
        monkeypatch.setattr(worker, "make_browser", lambda request, environment: paper_browser)
        monkeypatch.setattr(worker, "load_instances", lambda *_, **__: [task])
        return Desk(tmp_path / "run", world, paper_browser, task)

    return make
