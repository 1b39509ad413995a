"""A task as the harness runs it: filled slots, checks, and the steps of the reference.

Templates (YAML) become instances in `tasks.instantiation`; nothing here reads files.
Source: LoWAgent paper, sections 3.5 and 3.7.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sites.kit.changes import ChangeKind, Value

TaskKind = Literal["text", "visual"]
TaskType = Literal["info", "state", "unachievable"]
Split = Literal["train", "test"]
Difficulty = Literal["easy", "medium", "hard"]
AnswerType = Literal["number", "text", "id", "date", "yesno", "set", "na"]


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """The answer must hold one of ``expected`` and none of ``excluded``."""

    type: AnswerType
    expected: tuple[str, ...]
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowCheck:
    """Exactly ``count`` changed rows of this kind must match ``where``."""

    table: str
    kind: ChangeKind
    where: Mapping[str, Value]
    """Column -> canonical value, of ``after`` (``before`` for a removed row); text by normalize()."""
    count: int = 1


@dataclass(frozen=True, slots=True)
class RowAllowance:
    """Changed rows that the task brings with it (stock after an order, its events), in any number."""

    table: str
    kind: ChangeKind
    where: Mapping[str, Value]
    columns: tuple[str, ...] = ()
    """For ``changed``: the only columns that may differ; empty means any."""


@dataclass(frozen=True, slots=True)
class Checks:
    """Everything that decides success. All must hold."""

    answers: tuple[AnswerCheck, ...] = ()
    rows: tuple[RowCheck, ...] = ()
    allowed: tuple[RowAllowance, ...] = ()
    exclusive: bool = True
    """Whether a changed row that is neither checked nor allowed fails the task."""
    final_path: str | None = None
    """Path that the last page must have (query ignored), where the task implies one."""


@dataclass(frozen=True, slots=True)
class GotoStep:
    """Open a path."""

    path: str


@dataclass(frozen=True, slots=True)
class ClickStep:
    """Follow the first link with this href (path and query)."""

    href: str


@dataclass(frozen=True, slots=True)
class FillStep:
    """Fill and submit the first form whose action has this path and which has these fields."""

    action: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StopStep:
    """End with an answer (empty for state-changing tasks)."""

    answer: str = ""


ReferenceStep = GotoStep | ClickStep | FillStep | StopStep


@dataclass(frozen=True, slots=True)
class TaskInstance:
    """One task in one language, ready to run."""

    id: str
    """``ministore-017``: the same in every language."""
    site: str
    lang: str
    kind: TaskKind
    type: TaskType
    split: Split
    difficulty: Difficulty
    category: str
    """shopping, information, booking or social."""
    intent: str
    start: str
    """Path of the start page."""
    budget: int
    """Steps, without disruptions."""
    slots: Mapping[str, Value]
    checks: Checks
    reference: tuple[ReferenceStep, ...]
    reference_images: tuple[str, ...] = ()
    """Paths of the pictures that go with the intent (relative to the repository); only for visual tasks."""
    twin_of: str | None = None
    """The unachievable task whose achievable twin this is: an extra, outside of the success rate."""

    @property
    def instance_id(self) -> str:
        """``ministore-017-ur``."""
        return f"{self.id}-{self.lang}"
