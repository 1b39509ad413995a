"""Verdicts: every check counts, nothing fails open."""

import pytest

from harness.evaluation import EvaluationError, evaluate
from sites.kit.changes import RowChange
from tasks import AnswerCheck, Checks, RowAllowance, RowCheck

CART = "http://ministore.ur.localhost/orders/MS-1?placed=1"
PLACED = {"id": "MS-1", "status": "placed", "total_c": 1275, "note": "Ring!"}
ORDER = RowChange("orders", "added", None, PLACED)
STOCK = RowChange("products", "changed", {"id": "P1", "stock": 5}, {"id": "P1", "stock": 4})
WISH = RowChange("wishlist", "removed", {"user_id": 1, "pid": "P1"}, None)


@pytest.fixture
def verdict(make_task):
    def check(checks: Checks, *changes: RowChange, answer: str | None = None, url: str = CART):
        return evaluate(make_task(checks=checks), answer=answer, changes=changes, final_url=url)

    return check


def test_nothing_checked_is_an_error(verdict):
    with pytest.raises(EvaluationError, match="ministore-001-ur checks nothing"):
        verdict(Checks(), answer="12")


def test_an_allowance_is_no_check(verdict):
    with pytest.raises(EvaluationError):
        verdict(Checks(allowed=(RowAllowance("orders", "added", {}),)))


@pytest.mark.parametrize(
    ("where", "passed"),
    [
        ({"id": "MS-1"}, True),
        ({"id": "MS-1", "status": "placed", "total_c": 1275}, True),
        ({"total_c": 1275.0}, True),
        ({"note": "ring!"}, True),
        ({}, True),
        ({"status": "cancelled"}, False),
        ({"total_c": "1275"}, False),
        ({"note": None}, False),
    ],
)
def test_rows(verdict, where, passed):
    evaluation = verdict(Checks(rows=(RowCheck("orders", "added", where),)), ORDER)
    assert evaluation.checks[0].passed is passed
    assert evaluation.solved is passed


def test_a_column_that_does_not_exist_is_an_error(verdict):
    with pytest.raises(EvaluationError, match="'stat' of table orders, which has id, status"):
        verdict(Checks(rows=(RowCheck("orders", "added", {"stat": "placed"}),)), ORDER)


@pytest.mark.parametrize(("count", "passed"), [(0, False), (1, False), (2, True), (3, False)])
def test_the_count_is_exact(verdict, count: int, passed: bool):
    second = RowChange("orders", "added", None, {**PLACED, "id": "MS-2"})
    check = RowCheck("orders", "added", {"status": "placed"}, count=count)
    assert verdict(Checks(rows=(check,)), ORDER, second).solved is passed


def test_kind_and_table_must_be_equal(verdict):
    for check in (RowCheck("orders", "changed", {}), RowCheck("carts", "added", {})):
        evaluation = verdict(Checks(rows=(check,)), ORDER)
        assert not evaluation.checks[0].passed


def test_a_removed_row_is_compared_as_it_was(verdict):
    assert verdict(Checks(rows=(RowCheck("wishlist", "removed", {"pid": "P1"}),)), WISH).solved


def test_a_failed_row_check_tells_what_came(verdict):
    evaluation = verdict(Checks(rows=(RowCheck("orders", "added", {"status": "packed"}),)), ORDER)
    assert evaluation.checks[0].expected == "1 added in orders with status='packed'"
    assert evaluation.checks[0].got == "0 of 1 added in orders: status='placed'"


def test_foreign_changes_fail_an_exclusive_task(verdict):
    checks = Checks(rows=(RowCheck("orders", "added", {}),))
    evaluation = verdict(checks, ORDER, STOCK)
    assert not evaluation.solved
    assert evaluation.foreign == (STOCK,)
    assert evaluation.checks[-1].got == "changed in products (id='P1'): stock 5 -> 4"


def test_foreign_changes_are_reported_where_they_do_not_fail(verdict):
    checks = Checks(rows=(RowCheck("orders", "added", {}),), exclusive=False)
    evaluation = verdict(checks, ORDER, STOCK)
    assert evaluation.solved
    assert evaluation.foreign == (STOCK,)


@pytest.mark.parametrize(
    ("allowance", "passed"),
    [
        (RowAllowance("products", "changed", {"id": "P1"}, ("stock",)), True),
        (RowAllowance("products", "changed", {"id": "P1"}), True),
        (RowAllowance("products", "changed", {"id": "P1"}, ("name",)), False),
        (RowAllowance("products", "changed", {"id": "P2"}), False),
        (RowAllowance("products", "added", {}), False),
    ],
)
def test_allowances(verdict, allowance: RowAllowance, passed: bool):
    checks = Checks(rows=(RowCheck("orders", "added", {}),), allowed=(allowance,))
    assert verdict(checks, ORDER, STOCK).solved is passed


@pytest.mark.parametrize(
    ("url", "passed"),
    [
        (CART, True),
        ("http://ministore.ur.localhost/orders/MS-1", True),
        ("http://ministore.ur.localhost/orders", False),
        ("", False),
    ],
)
def test_the_final_page(verdict, url: str, passed: bool):
    assert verdict(Checks(final_path="/orders/MS-1"), url=url).solved is passed


@pytest.mark.parametrize(
    ("answer", "passed"), [("12", True), ("۱۲", True), ("13", False), ("", False), (None, False)]
)
def test_answers(verdict, answer: str | None, passed: bool):
    assert verdict(Checks(answers=(AnswerCheck("number", ("12",)),)), answer=answer).solved is passed


def test_every_answer_check_counts(verdict):
    checks = Checks(answers=(AnswerCheck("number", ("12",)), AnswerCheck("text", ("روئی",))))
    assert verdict(checks, answer="12، روئی").solved
    assert not verdict(checks, answer="12").solved
