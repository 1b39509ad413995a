"""A changed row: the unit in which state is compared before and after an episode."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Value = str | int | float | None
ChangeKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class RowChange:
    """The net change of one row since the last reset."""

    table: str
    kind: ChangeKind
    before: Mapping[str, Value] | None
    """Column -> value at reset; None for an added row."""
    after: Mapping[str, Value] | None
    """Column -> value now; None for a removed row."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns whose value differs, in schema order; every column of an added or removed row."""
        if self.before is None or self.after is None:
            return tuple(self.after or self.before or ())
        return tuple(name for name in self.after if self.after[name] != self.before.get(name))
