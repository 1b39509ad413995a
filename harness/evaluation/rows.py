"""Comparing changed rows with what a task expects and allows."""

from collections.abc import Iterable, Mapping, Sequence

from harness.evaluation.results import CheckResult, EvaluationError
from sites.kit.changes import RowChange, Value
from sites.kit.localization import normalize
from tasks.models import RowAllowance, RowCheck


def check_rows(check: RowCheck, changes: Sequence[RowChange]) -> CheckResult:
    """Whether exactly as many changed rows as expected match.

    Raises:
        EvaluationError: the check names a column that the table lacks.
    """
    found = sum(matches_row(check, change) for change in changes)
    same_kind = [change for change in changes if (change.table, change.kind) == (check.table, check.kind)]
    got = f"{found} of {len(same_kind)} {check.kind} in {check.table}"
    if found != check.count and same_kind:
        got += ": " + "; ".join(_columns_of(check.where, change) for change in same_kind)
    expected = f"{check.count} {check.kind} in {check.table} with {_values(check.where)}"
    name = f"rows {check.kind} in {check.table}"
    return CheckResult("rows", name, found == check.count, expected, got, check)


def matches_row(check: RowCheck | RowAllowance, change: RowChange) -> bool:
    """Whether a changed row is of this table and kind and has these values.

    Raises:
        EvaluationError: a column is named that the table lacks.
    """
    if (change.table, change.kind) != (check.table, check.kind):
        return False
    row = _row(change)
    missing = [column for column in check.where if column not in row]
    if missing:
        raise EvaluationError(
            f"a check names the column {missing[0]!r} of table {check.table}, which has {', '.join(row)}"
        )
    return all(equal_values(row[column], wanted) for column, wanted in check.where.items())


def foreign_changes(
    changes: Iterable[RowChange], checks: Sequence[RowCheck], allowed: Sequence[RowAllowance]
) -> tuple[RowChange, ...]:
    """The changed rows that are neither checked for nor allowed, in their order."""
    return tuple(
        change
        for change in changes
        if not any(matches_row(check, change) for check in checks)
        and not any(_allows(allowance, change) for allowance in allowed)
    )


def equal_values(value: Value, wanted: Value) -> bool:
    """Equality of two column values: numbers by value, text as answers are compared, None only None."""
    if isinstance(value, str) and isinstance(wanted, str):
        return value == wanted or normalize(value) == normalize(wanted)
    return value == wanted


def describe_change(change: RowChange) -> str:
    """A changed row in a line, for people."""
    if change.before is None or change.after is None:
        return f"{change.kind} in {change.table}: {_values(_row(change))}"
    differences = ", ".join(
        f"{column} {change.before.get(column)!r} -> {change.after[column]!r}" for column in change.columns
    )
    first = next(iter(change.after.items()), ("row", None))
    return f"changed in {change.table} ({first[0]}={first[1]!r}): {differences}"


def _allows(allowance: RowAllowance, change: RowChange) -> bool:
    if not matches_row(allowance, change):
        return False
    restricted = bool(allowance.columns) and change.kind == "changed"
    return not restricted or set(change.columns) <= set(allowance.columns)


def _row(change: RowChange) -> Mapping[str, Value]:
    row = change.before if change.kind == "removed" else change.after
    if row is None:
        raise EvaluationError(f"a {change.kind} row of {change.table} came without its values")
    return row


def _columns_of(where: Mapping[str, Value], change: RowChange) -> str:
    row = _row(change)
    return _values({column: row.get(column) for column in where})


def _values(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{column}={value!r}" for column, value in values.items()) or "any values"
