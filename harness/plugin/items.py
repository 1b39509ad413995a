"""Tasks as pytest items: one episode each, named for its task and language.

Items of our own, because a test function can't be called ``ministore-017-ur``, and because an unsolved task
is a result: it passes as far as pytest is concerned, and only its letter tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.episode_result import EpisodeResult
from harness.plugin.told import ToldFailure, ToldItem
from harness.runs.facts import RunChangedError
from harness.runs.limits import LimitWatch
from harness.runs.plan import PlannedEpisode
from harness.runs.worker import Worker
from harness.wording import in_one_line
from tasks import TaskInstance
from tasks.templates import TASKS_FOLDER, TEMPLATE_FILES


@dataclass(frozen=True, slots=True)
class RunState:
    """What the items of this process need."""

    planned: Sequence[PlannedEpisode]
    """In order."""
    worker: Worker | None
    """None where items are only listed."""
    limits: LimitWatch | None
    """None where items are only listed."""


STATE = pytest.StashKey[RunState]()
END_ATTRIBUTE = "lowagent_end"
"""Attribute of a report that tells how the episode ended; xdist carries it to the controller."""


class InfrastructureFailed(ToldFailure):
    """The machine failed, so the episode says nothing about the agent."""


class RunDirectory(pytest.Directory):
    """The tasks of a run, whatever folder pytest was started in."""

    def collect(self) -> Iterator["TemplatesFile"]:
        """One file a site and kind of tasks."""
        planned = self.config.stash[STATE].planned
        for path in dict.fromkeys(_templates_path(one.task) for one in planned):
            name = f"tasks/{path.parent.name}/{path.name}"
            yield TemplatesFile.from_parent(self, path=path, name=name)


class TemplatesFile(pytest.File):
    """A file of templates of a site, standing for its tasks in this run."""

    def collect(self) -> Iterator["TaskItem"]:
        """One item an episode."""
        for planned in self.config.stash[STATE].planned:
            if _templates_path(planned.task) == self.path:
                yield TaskItem.from_parent(self, name=planned.name, planned=planned)


class TaskItem(ToldItem):
    """One episode of one task in one language."""

    def __init__(self, *, planned: PlannedEpisode, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.planned = planned
        self.result: EpisodeResult | None = None
        """None while the episode has not ended."""
        self.limit: str | None = None
        """Why the episode was not begun, if a limit of the run was reached."""

    def runtest(self) -> None:
        """Run the episode, unless a limit of the run is reached.

        Raises:
            InfrastructureFailed: its outcome is error, or the run may not go on.
        """
        state = self.config.stash[STATE]
        if state.worker is None or state.limits is None:
            raise InfrastructureFailed("the run was not begun")
        self.limit = state.limits.reached()
        if self.limit is not None:
            pytest.skip(self.limit)
        try:
            self.result = state.worker.run(self.planned)
        except RunChangedError as error:
            self.session.shouldstop = "the run has changed"
            raise InfrastructureFailed(str(error)) from error
        if self.result.outcome == "error":
            raise InfrastructureFailed(in_one_line(self.result.error or ""))


def _templates_path(task: TaskInstance) -> Path:
    return TASKS_FOLDER / task.site / TEMPLATE_FILES[task.kind]
