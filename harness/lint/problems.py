"""What the lint finds, and what its rules look at."""

import re
import sqlite3
from dataclasses import dataclass

from harness.episode_result import EpisodeResult
from harness.observation import Observation
from sites.kit.changes import RowChange
from tasks import TaskInstance
from tasks.templates import Intent, Template

_ERROR_CODE = re.compile(r"E_[A-Z_]+")


@dataclass(frozen=True, slots=True)
class Problem:
    """One promise that a task breaks."""

    task: str
    """Its id."""
    lang: str
    rule: str
    seen: str
    """What was seen, in one line."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A task in one language, and where it comes from."""

    template: Template
    intent: Intent
    task: TaskInstance
    twin: TaskInstance | None
    """The achievable twin of an unachievable task, if it has one."""
    connection: sqlite3.Connection
    """The site's database in the language, untouched."""

    @property
    def neutral_slots(self) -> frozenset[str]:
        """The slots that the database gives for every language alike."""
        return frozenset(self.task.slots) - self.template.names.keys() - self.intent.texts.keys()


@dataclass(frozen=True, slots=True)
class StrayTrial:
    """What came of a change that the task does not ask for, made after the reference."""

    name: str
    before: tuple[RowChange, ...]
    """Changed rows before it."""
    after: tuple[RowChange, ...]
    """And with it."""
    error: str | None = None
    """Why it could not be made."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What running a task showed."""

    reference: EpisodeResult
    pages: tuple[Observation, ...]
    """What the reference saw before each of its replies."""
    changes: tuple[tuple[RowChange, ...], ...]
    """The changed rows at each of these pages."""
    strays: tuple[StrayTrial, ...] = ()
    """Empty where the reference failed, or where other changes are no fault."""
    baselines: tuple[tuple[str, EpisodeResult], ...] = ()
    """Name of a baseline -> how it fared."""
    disrupted: tuple[tuple[str, EpisodeResult], ...] = ()
    """Name of an agent -> how it fared behind a cookie notice and an advertisement."""


def is_error_code(proof: str) -> bool:
    """Whether the proof of an unachievable task is an error code of the site, and no query."""
    return _ERROR_CODE.fullmatch(proof) is not None
