"""Tasks as pytest items: one episode each, named for its task and language.

Items of our own, because a test function can't be called ``ministore-017-ur``, and because an unsolved task
is a result: it passes as far as pytest is concerned, and only its letter tells.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr

from harness.runs.worker import Worker
from tasks import TaskInstance
from tasks.templates import TASKS_FOLDER, TEMPLATE_FILES

TASKS = pytest.StashKey[list[TaskInstance]]()
"""The tasks of this run, in order."""
WORKER = pytest.StashKey[Worker]()
"""What runs the episodes in this process."""


class InfrastructureFailed(Exception):  # noqa: N818 - pytest prints the name
    """The machine failed, so the episode says nothing about the agent."""


class RunDirectory(pytest.Directory):
    """The tasks of a run, whatever folder pytest was started in."""

    def collect(self) -> Iterator["TemplatesFile"]:
        """One file a site and kind of tasks."""
        for path in dict.fromkeys(map(_templates_path, self.config.stash[TASKS])):
            name = f"tasks/{path.parent.name}/{path.name}"
            yield TemplatesFile.from_parent(self, path=path, name=name)


class TemplatesFile(pytest.File):
    """A file of templates of a site, standing for its tasks in this run."""

    def collect(self) -> Iterator["TaskItem"]:
        """One item a task and language."""
        for task in self.config.stash[TASKS]:
            if _templates_path(task) == self.path:
                yield TaskItem.from_parent(self, name=task.instance_id, task=task)


class TaskItem(pytest.Item):
    """One episode of one task in one language."""

    def __init__(self, *, task: TaskInstance, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.task = task
        self.outcome: str | None = None
        """How the episode ended; None while it has not."""

    def runtest(self) -> None:
        """Run the episode.

        Raises:
            InfrastructureFailed: its outcome is error.
        """
        result = self.config.stash[WORKER].run(self.task)
        self.outcome = result.outcome
        if result.outcome == "error":
            raise InfrastructureFailed(result.error)

    def repr_failure(
        self,
        excinfo: ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's
    ) -> str | TerminalRepr:
        """The message alone where the machine failed; a traceback for what nobody foresaw."""
        if isinstance(excinfo.value, InfrastructureFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """The file, no line, and the id."""
        return self.path, None, self.name


def _templates_path(task: TaskInstance) -> Path:
    return TASKS_FOLDER / task.site / TEMPLATE_FILES[task.kind]
