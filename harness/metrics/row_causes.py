"""In what way changed rows are not what a task asks for: told from the check and the rows alone.

Rows of the right table and kind of change that no check and no allowance of the task covers are taken for
attempts at the row that is missing; the one that differs in the fewest columns is looked at. Columns of ids
(``id``, ``pid``, ``order_id``, and codes such as ``train_no``) say which record was meant.
"""

import re
from collections.abc import Sequence
from typing import Literal

from harness.evaluation.rows import equal_values, matches_row
from harness.metrics.answer_causes import is_other_script
from sites.kit.changes import RowChange, Value
from tasks.models import RowCheck

RowCause = Literal["not_done", "too_many", "wrong_item", "wrong_form", "wrong_value"]

_ID_COLUMN = re.compile(r"(?:.*_)?[a-z]?id|pnr|(?:.*_)?no|(?:.*_)?code|slug")


def row_cause(check: RowCheck, changes: Sequence[RowChange], foreign: Sequence[RowChange]) -> RowCause:
    """Why the changed rows of an episode fail a check.

    Args:
        check: the check, which does not hold.
        changes: every row that changed.
        foreign: those that no check and no allowance of the task covers.
    """
    if sum(matches_row(check, change) for change in changes) > check.count:
        return "too_many"
    attempts = [change for change in foreign if (change.table, change.kind) == (check.table, check.kind)]
    if not attempts:
        return "not_done"
    differences = min((_differences(check, change) for change in attempts), key=len)
    if any(_ID_COLUMN.fullmatch(column) for column in differences):
        return "wrong_item"
    is_form = all(_is_form(got, check.where[column]) for column, got in differences.items())
    return "wrong_form" if is_form else "wrong_value"


def _differences(check: RowCheck, change: RowChange) -> dict[str, Value]:
    """Column -> value of the row, where it is not what the check asks for."""
    row = (change.before if change.kind == "removed" else change.after) or {}
    return {
        column: row.get(column)
        for column, wanted in check.where.items()
        if not equal_values(row.get(column), wanted)
    }


def _is_form(got: Value, wanted: Value) -> bool:
    return isinstance(got, str) and isinstance(wanted, str) and is_other_script(got, wanted)
