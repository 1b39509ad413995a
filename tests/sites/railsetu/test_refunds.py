"""What is kept of a fare: the truth of every band at its edges."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.fields import RuleError
from sites.kit.money import QUANTUM_C
from sites.railsetu.codes import CLASSES
from sites.railsetu.refunds import (
    CLERKAGE_C,
    FLAT_C,
    Charges,
    deduction,
    load_bands,
    load_charges,
    seed_bands,
)

FARE_C = 2000
"""Of a passenger in 3A, whose flat charge is 200."""


def hours(text: str) -> int:
    """Minutes of ``HH:MM``."""
    whole, minutes = text.split(":")
    return int(whole) * 60 + int(minutes)


def kept(
    status: str, minutes: int, *, quota: str = "GN", class_code: str = "3A", fare_c: int = FARE_C
) -> int:
    charges = Charges(FLAT_C[class_code], CLERKAGE_C)
    return deduction(seed_bands(), charges, quota=quota, status=status, minutes=minutes, fare_c=fare_c)


def refusal(status: str, minutes: int, *, quota: str = "GN") -> str:
    with pytest.raises(RuleError) as refused:
        kept(status, minutes, quota=quota)
    return refused.value.code


@pytest.mark.parametrize(
    ("before", "kept_c"),
    [
        ("720:00", 200),
        ("72:01", 200),
        ("72:00", 200),
        ("71:59", 500),
        ("24:01", 500),
        ("24:00", 500),
        ("23:59", 1000),
        ("8:01", 1000),
        ("8:00", 1000),
    ],
)
def test_confirmed_tickets_by_the_minute(before: str, kept_c: int) -> None:
    assert kept("CNF", hours(before)) == kept_c


@pytest.mark.parametrize("before", ["7:59", "4:00", "0:30", "0:00"])
def test_confirmed_tickets_are_kept_below_eight_hours(before: str) -> None:
    assert refusal("CNF", hours(before)) == "E_CHARTED"


@pytest.mark.parametrize("status", ["RAC", "WL"])
@pytest.mark.parametrize(
    ("before", "charted"), [("100:00", False), ("0:31", False), ("0:30", False), ("0:29", True)]
)
def test_waiting_tickets_cost_clerkage_until_half_an_hour(status: str, before: str, charted: bool) -> None:
    if charted:
        assert refusal(status, hours(before)) == "E_CHARTED"
    else:
        assert kept(status, hours(before)) == CLERKAGE_C


@pytest.mark.parametrize("before", ["100:00", "37:00", "8:00"])
def test_confirmed_tatkal_gives_nothing_back(before: str) -> None:
    assert kept("CNF", hours(before), quota="TQ") == FARE_C


def test_waiting_tatkal_costs_clerkage() -> None:
    assert kept("WL", hours("20:00"), quota="TQ") == CLERKAGE_C
    assert refusal("CNF", hours("7:59"), quota="TQ") == "E_CHARTED"


@pytest.mark.parametrize("quota", ["LD", "SS"])
@pytest.mark.parametrize(("before", "kept_c"), [("72:00", 200), ("71:59", 500), ("23:59", 1000)])
def test_small_quotas_are_refunded_as_the_general_one(quota: str, before: str, kept_c: int) -> None:
    assert kept("CNF", hours(before), quota=quota) == kept_c


@pytest.mark.parametrize("before", ["100:00", "30:00", "10:00"])
def test_a_child_without_a_berth_counts_as_confirmed(before: str) -> None:
    assert kept("NOSB", hours(before)) == kept("CNF", hours(before))


def test_percentages_are_at_least_the_flat_charge_and_at_most_the_fare() -> None:
    assert kept("CNF", hours("30:00"), fare_c=600) == 200
    assert kept("CNF", hours("100:00"), fare_c=150) == 150
    assert kept("WL", hours("100:00"), fare_c=50) == 50


@pytest.mark.parametrize(("class_code", "flat_c"), FLAT_C.items())
def test_the_flat_charge_of_each_class(railway: sqlite3.Connection, class_code: str, flat_c: int) -> None:
    assert load_charges(railway, class_code) == Charges(flat_c, 75)
    assert kept("CNF", hours("80:00"), class_code=class_code) == flat_c


def test_the_database_holds_the_bands_of_the_rules(railway: sqlite3.Connection) -> None:
    assert set(load_bands(railway)) == set(seed_bands())
    assert set(FLAT_C) == set(CLASSES)


@given(
    minutes=st.integers(0, 100 * 60),
    quota=st.sampled_from(["GN", "TQ", "LD", "SS"]),
    status=st.sampled_from(["CNF", "RAC", "WL", "NOSB"]),
    fare_c=st.integers(0, 400).map(lambda quanta: quanta * QUANTUM_C),
)
def test_a_refund_is_never_more_than_was_paid(minutes: int, quota: str, status: str, fare_c: int) -> None:
    try:
        kept_c = kept(status, minutes, quota=quota, fare_c=fare_c)
    except RuleError:
        return
    assert 0 <= kept_c <= fare_c
    assert kept_c % QUANTUM_C == 0


@given(minutes=st.integers(0, 100 * 60), later=st.integers(0, 600))
def test_waiting_longer_never_gives_more_back(minutes: int, later: int) -> None:
    assert _kept_or_all(max(0, minutes - later)) >= _kept_or_all(minutes)


def _kept_or_all(minutes: int) -> int:
    try:
        return kept("CNF", minutes)
    except RuleError:
        return FARE_C
