"""Fares: the formula, the listed rows, and what passengers pay of them."""

import sqlite3
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.fields import RuleError
from sites.kit.localization import LANGUAGES, format_number, parse_cents
from sites.kit.money import QUANTUM_C
from sites.railsetu.codes import CLASSES, TATKAL
from sites.railsetu.fares import (
    MIN_KM,
    base_inr,
    conv_fee_c,
    listed_fare,
    load_fare,
    passenger_fare,
    sum_fares,
)

KM_OF_A_QUANTUM = 53
"""So many kilometres more cost at least 25 cents more, even in SL on a long way."""
PARTS = ("base_c", "resv_c", "sf_c", "cater_c", "gst_c")


@pytest.mark.parametrize(
    ("class_code", "km", "cat_plus", "inr"),
    [
        ("SL", 492, False, "295.2"),
        ("SL", 100, False, "120"),
        ("3A", 500, False, "800"),
        ("3A", 1000, False, "1480"),
        ("2A", 1384, True, "3432.175"),
        ("EC", 702, True, "2266.9875"),
        ("CC", 150, False, "202.5"),
        ("CC", 90, False, "202.5"),
    ],
)
def test_basic_fare_by_distance(class_code: str, km: int, cat_plus: bool, inr: str) -> None:
    assert base_inr(class_code, km, cat_plus=cat_plus) == Fraction(inr)


@pytest.mark.parametrize("class_code", CLASSES)
@given(km=st.integers(1, 2500), further=st.integers(1, 500), cat_plus=st.booleans())
def test_a_longer_journey_never_costs_less(class_code: str, km: int, further: int, cat_plus: bool) -> None:
    near = listed_fare(class_code, km, cat_plus=cat_plus)
    far = listed_fare(class_code, km + further, cat_plus=cat_plus)
    assert far.base_c >= near.base_c
    assert far.total_c >= near.total_c


def test_fares_grow_with_distance_within_a_train_and_class(railway: sqlite3.Connection) -> None:
    by_train: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for no, class_code, km, total_c in railway.execute("SELECT train_no, class, km, total_c FROM fares"):
        by_train.setdefault((no, class_code), []).append((km, total_c))
    for (no, class_code), entries in by_train.items():
        for (near_km, near_c), (far_km, far_c) in combinations(sorted(entries), 2):
            assert far_c >= near_c, (no, class_code, near_km, far_km)
            if far_km - max(near_km, MIN_KM[class_code]) >= KM_OF_A_QUANTUM:
                assert far_c > near_c, (no, class_code, near_km, far_km)


def test_a_higher_class_costs_more(railway: sqlite3.Connection) -> None:
    query = "SELECT train_no, from_code, to_code, class, total_c FROM fares"
    rows = {(no, start, end, code): total_c for no, start, end, code, total_c in railway.execute(query)}
    classes = {no: text.split() for no, text in railway.execute("SELECT no, classes FROM trains")}
    for (no, start, end, code), total_c in rows.items():
        higher = classes[no][: classes[no].index(code)]
        assert all(rows[no, start, end, each] > total_c for each in higher), (no, start, end, code)


def test_every_pair_of_stops_has_a_fare_in_each_class(railway: sqlite3.Connection) -> None:
    expected = set()
    for no, classes in railway.execute("SELECT no, classes FROM trains").fetchall():
        stops = railway.execute("SELECT code FROM stops WHERE train_no = ? ORDER BY seq", (no,))
        codes = [row[0] for row in stops]
        expected |= {(no, *pair, each) for pair in combinations(codes, 2) for each in classes.split()}
    listed = {tuple(row) for row in railway.execute("SELECT train_no, from_code, to_code, class FROM fares")}
    assert listed == expected


def test_parts_are_whole_quanta_and_add_up(railway: sqlite3.Connection) -> None:
    for row in railway.execute("SELECT * FROM fares"):
        parts = [row[part] for part in PARTS]
        assert all(part >= 0 and part % QUANTUM_C == 0 for part in parts)
        assert sum(parts) == row["total_c"]
        assert (row["sf_c"] == 0) != (row["cater_c"] == 0) or row["class"] == "SL"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_totals_are_the_sums_of_their_parts_in_every_currency(railway: sqlite3.Connection, lang: str) -> None:
    """A ticket's total as it is written equals the sum of its parts as they are written."""
    rate = LANGUAGES[lang].rate
    parts = (*PARTS, "tatkal_c", "conv_fee_c")

    def written(cents: int) -> Fraction:
        local = Fraction(cents * rate, 100)
        read = parse_cents(format_number(local, lang), lang)
        assert read is not None
        return read * rate / 100

    for row in railway.execute("SELECT * FROM pnrs"):
        amounts = [written(row[part]) for part in parts]
        assert sum(amounts) == written(row["total_c"])
        if lang != "en":
            assert all(amount.denominator == 1 for amount in amounts)


def test_a_child_without_a_berth_pays_half_the_basic_fare() -> None:
    listed = listed_fare("3A", 839, cat_plus=False)
    adult = passenger_fare("3A", listed, quota="GN", meal=False, child_no_berth=False)
    child = passenger_fare("3A", listed, quota="GN", meal=False, child_no_berth=True)
    assert abs(2 * child.base_c - adult.base_c) <= QUANTUM_C
    assert (child.resv_c, child.sf_c) == (adult.resv_c, adult.sf_c)
    assert child.gst_c < adult.gst_c
    assert child.total_c == child.base_c + child.resv_c + child.sf_c + child.gst_c


def test_meals_are_paid_only_by_those_who_eat() -> None:
    listed = listed_fare("2A", 1384, cat_plus=True)
    fed = passenger_fare("2A", listed, quota="GN", meal=True, child_no_berth=False)
    hungry = passenger_fare("2A", listed, quota="GN", meal=False, child_no_berth=False)
    assert listed.cater_c > 0
    assert fed.total_c - hungry.total_c == listed.cater_c
    assert fed.total_c == listed.total_c


@pytest.mark.parametrize(
    ("class_code", "km", "charge_c"),
    [("SL", 200, 125), ("SL", 2392, 225), ("3A", 300, 350), ("2A", 2392, 575), ("CC", 759, 250)],
)
def test_the_tatkal_charge_keeps_within_its_bounds(class_code: str, km: int, charge_c: int) -> None:
    listed = listed_fare(class_code, km, cat_plus=False)
    paid = passenger_fare(class_code, listed, quota=TATKAL, meal=False, child_no_berth=False)
    assert paid.tatkal_c == charge_c


def test_first_class_has_no_tatkal() -> None:
    listed = listed_fare("1A", 1000, cat_plus=False)
    with pytest.raises(RuleError) as refused:
        passenger_fare("1A", listed, quota=TATKAL, meal=False, child_no_berth=False)
    assert refused.value.code == "E_TQ_CLASS"


def test_the_booking_fee_is_one_a_ticket() -> None:
    assert [conv_fee_c(code) for code in CLASSES] == [50, 50, 50, 25, 50, 50]


def test_fares_of_a_ticket_add_up_part_by_part() -> None:
    listed = listed_fare("CC", 702, cat_plus=True)
    fares = [
        passenger_fare("CC", listed, quota=TATKAL, meal=True, child_no_berth=child)
        for child in (False, True, True)
    ]
    assert sum_fares(fares).total_c == sum(fare.total_c for fare in fares)
    assert sum_fares(fares).base_c == sum(fare.base_c for fare in fares)


@pytest.mark.parametrize("class_code", ["SL", "EC", "4A"])
def test_a_class_that_a_train_does_not_have_is_refused(railway: sqlite3.Connection, class_code: str) -> None:
    with pytest.raises(RuleError) as refused:
        load_fare(railway, "12951", "MMCT", "NDLS", class_code)
    assert refused.value.code == "E_CLASS"
