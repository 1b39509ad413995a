"""Wrong rows: another record, another form, another value, too many, or none."""

import pytest

from harness.metrics.row_causes import row_cause
from sites.kit.changes import RowChange
from tasks import RowCheck


def changed(**after: object) -> RowChange:
    row = {"id": 4, "pid": "P0001", "qty": 1, "note": None, **after}
    return RowChange("items", "changed", {**row, "qty": 9}, row)  # type: ignore[arg-type]


def cause(where: dict, *rows: RowChange, foreign: tuple[RowChange, ...] | None = None, count: int = 1) -> str:
    check = RowCheck("items", "changed", where, count)
    return row_cause(check, rows, rows if foreign is None else foreign)


@pytest.mark.parametrize(
    ("where", "after", "expected"),
    [
        ({"id": 5, "qty": 1}, {}, "wrong_item"),
        ({"pid": "P0002"}, {}, "wrong_item"),
        ({"order_id": 3}, {"order_id": 4}, "wrong_item"),
        ({"train_no": "12301"}, {"train_no": "12302"}, "wrong_item"),
        ({"pnr": "4512345678"}, {"pnr": "4512345679"}, "wrong_item"),
        ({"id": 4, "qty": 2}, {}, "wrong_value"),
        ({"paid": 1}, {"paid": 0}, "wrong_value"),
        ({"note": "جلدی بھیجیں"}, {"note": "send it soon"}, "wrong_form"),
        ({"note": "جلدی بھیجیں"}, {"note": "دیر سے"}, "wrong_value"),
        ({"note": "جلدی بھیجیں", "qty": 2}, {"note": "send it soon"}, "wrong_value"),
        ({"note": "جلدی بھیجیں"}, {"note": None}, "wrong_value"),
    ],
)
def test_the_column_that_differs_decides(where, after, expected):
    assert cause(where, changed(**after)) == expected


def test_the_nearest_row_is_the_attempt():
    near, far = changed(qty=3), changed(id=7, pid="P0009", qty=3)
    assert cause({"id": 4, "pid": "P0001", "qty": 2}, far, near) == "wrong_value"


def test_rows_that_the_task_allows_are_no_attempts():
    assert cause({"qty": 2}, changed(), foreign=()) == "not_done"


def test_a_removed_row_is_looked_at_as_it_was():
    gone = RowChange("items", "removed", {"id": 4, "qty": 1}, None)
    assert row_cause(RowCheck("items", "removed", {"id": 5}), [gone], [gone]) == "wrong_item"


def test_more_than_asked_for_is_too_many():
    assert cause({"pid": "P0001"}, changed(), changed(id=5)) == "too_many"
    assert cause({"pid": "P0001"}, changed(), changed(id=5), count=3, foreign=()) == "not_done"
