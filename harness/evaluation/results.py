"""What an evaluation finds."""

from dataclasses import dataclass
from typing import Literal

from sites.kit.changes import RowChange
from sites.kit.errors import LoWAgentError
from tasks.models import AnswerCheck, RowCheck

CheckKind = Literal["answer", "rows", "page", "other_changes", "disruption"]
"""What a check looks at; ``other_changes``: whether nothing else changed."""


class EvaluationError(LoWAgentError):
    """A task that can't be evaluated: nothing to check, or a check that makes no sense."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check, with what it expected and what it found."""

    kind: CheckKind
    name: str
    passed: bool
    expected: str
    got: str
    task_check: AnswerCheck | RowCheck | None = None
    """What the task says of it; None for those that need no more than ``expected``."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict on an episode."""

    checks: tuple[CheckResult, ...]
    """Every check that was made, passed or not; never empty."""
    foreign: tuple[RowChange, ...]
    """Changed rows that the task does not bring with it, whether or not they fail it."""

    @property
    def solved(self) -> bool:
        """Whether every check passed."""
        return bool(self.checks) and all(check.passed for check in self.checks)
