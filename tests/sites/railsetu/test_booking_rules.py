"""Booking: what is written, and what is refused."""

import sqlite3
from dataclasses import replace

import pytest

from sites.kit.fields import RuleError
from sites.railsetu.booking import book, check_trip, quote, save_draft
from sites.railsetu.drafts import load_draft
from sites.railsetu.passengers import Passenger
from sites.railsetu.ticket_rules import (
    cancel,
    load_pax,
    load_ticket,
)
from tests.sites.railsetu.tickets import (
    ANIL,
    BINA,
    BOY,
    DRAFT,
    KAVYA,
    TRIP,
    draft,
    inventory,
    refusal,
    ticket_of,
)


def test_what_the_quote_says_is_booked(railway: sqlite3.Connection) -> None:
    priced = quote(railway, DRAFT)
    save_draft(railway, KAVYA, DRAFT)
    assert load_draft(railway, KAVYA) == DRAFT
    pnr = book(railway, KAVYA, DRAFT, "netbanking")
    ticket, passengers = load_ticket(railway, pnr), load_pax(railway, pnr)
    assert (ticket["total_c"], ticket["status"], ticket["pay_method"]) == (
        priced.total_c,
        "CNF",
        "netbanking",
    )
    assert (ticket["run_date"], ticket["date"], ticket["board_at"]) == ("2026-04-20", "2026-04-20", "MMCT")
    assert [(row["name"], row["age"], row["gender"]) for row in passengers] == [
        ("Anil Kapadia", 41, "M"),
        ("Bina Kapadia", 38, "F"),
    ]
    places = [place.berth for place in priced.places]
    assert [(row["coach"], row["berth_no"]) for row in passengers] == [
        (berth.coach, berth.number) for berth in places if berth
    ]
    assert passengers[1]["berth_type"] == "LB"
    assert sum(row["fare_c"] for row in passengers) + ticket["conv_fee_c"] == ticket["total_c"]
    assert load_draft(railway, KAVYA) is None


def test_booking_takes_berths_off_the_run(railway: sqlite3.Connection) -> None:
    first = load_ticket(railway, book(railway, KAVYA, DRAFT, "upi"))
    after_one = inventory(railway, first)
    second = load_ticket(railway, book(railway, KAVYA, DRAFT, "upi"))
    assert inventory(railway, second)["booked"] == after_one["booked"] + 2
    assert first["pnr"] != second["pnr"]


def test_boarding_after_midnight_is_booked_on_the_run_of_the_day_before(railway: sqlite3.Connection) -> None:
    wanted = draft(ANIL, way="12951 KOTA NDLS 2026-04-20 3A")
    ticket = load_ticket(railway, book(railway, KAVYA, wanted, "upi"))
    assert (ticket["date"], ticket["run_date"]) == ("2026-04-20", "2026-04-19")


def test_a_meal_is_noted_only_where_meals_are_served(railway: sqlite3.Connection) -> None:
    wanted = draft(ANIL, way="12901 MMCT ADI 2026-04-20 2A")
    ticket = load_ticket(railway, book(railway, KAVYA, wanted, "upi"))
    assert (ticket["meal"], ticket["cater_c"]) == (0, 0)


@pytest.mark.parametrize(
    ("way", "quota", "code"),
    [
        ("12951 MMCT NDLS 2026-05-16 2A", "GN", "E_ARP"),
        ("12951 MMCT NDLS 2026-03-15 2A", "GN", "E_ARP"),
        ("12951 NDLS MMCT 2026-04-20 2A", "GN", "E_ROUTE"),
        ("12951 MMCT HWH 2026-04-20 2A", "GN", "E_ROUTE"),
        ("12301 HWH NDLS 2026-04-19 2A", "GN", "E_NO_RUN"),
        ("12301 CNB NDLS 2026-04-20 2A", "GN", "E_NO_RUN"),
        ("22435 BSB NDLS 2026-04-16 CC", "GN", "E_NO_RUN"),
        ("12951 MMCT NDLS 2026-04-20 SL", "GN", "E_CLASS"),
        ("12951 MMCT NDLS 2026-04-20 2A", "TQ", "E_TQ_DATE"),
        ("12951 MMCT NDLS 2026-03-17 1A", "TQ", "E_TQ_CLASS"),
        ("12951 MMCT NDLS 2026-04-20 1A", "LD", "E_QUOTA"),
        ("12951 MMCT NDLS 2026-04-20 1A", "SS", "E_QUOTA"),
        ("12951 MMCT NDLS 2026-04-20 3A", "LD", "E_LD"),
        ("12951 MMCT NDLS 2026-04-20 3A", "SS", "E_SS"),
        ("12002 NDLS BPL 2026-03-16 CC", "GN", "E_CHARTED"),
        ("12621 BPL NDLS 2026-03-16 3A", "GN", "E_CHARTED"),
        ("99999 MMCT NDLS 2026-04-20 2A", "GN", "E_NOT_FOUND"),
        ("12951 MMCT NDLS 20.04.2026 2A", "GN", "E_FORMAT"),
    ],
)
def test_journeys_that_are_refused(railway: sqlite3.Connection, way: str, quota: str, code: str) -> None:
    assert refusal(railway, draft(way=way, quota=quota)) == code


@pytest.mark.parametrize(
    ("people", "code", "field"),
    [
        ([], "E_NO_PAX", None),
        ([replace(ANIL, age=30 + n) for n in range(7)], "E_MAX_PAX", None),
        ([replace(ANIL, name="Al")], "E_LENGTH", "p1_name"),
        ([ANIL, replace(BINA, name="B" * 41)], "E_LENGTH", "p2_name"),
        ([replace(ANIL, name="Anil 2")], "E_FORMAT", "p1_name"),
        ([replace(ANIL, name="অনিল ২")], "E_FORMAT", "p1_name"),
        ([ANIL, replace(BINA, age=4)], "E_RANGE", "p2_age"),
        ([replace(ANIL, age=121)], "E_RANGE", "p1_age"),
        ([ANIL, replace(ANIL, name="ANIL  KAPADIA")], "E_DUP_PAX", "p2_name"),
        ([replace(ANIL, berth_pref="MB")], "E_BERTH", "p1_berth"),
        ([ANIL, replace(BOY, age=12, child_no_berth=True)], "E_CHILD_AGE", "p2_child_no_berth"),
        ([replace(BOY, child_no_berth=True)], "E_CHILD_ALONE", None),
    ],
)
def test_passengers_that_are_refused(
    railway: sqlite3.Connection, people: list[Passenger], code: str, field: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        save_draft(railway, KAVYA, replace(DRAFT, passengers=tuple(people)))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert load_draft(railway, KAVYA) is None


@pytest.mark.parametrize("board_at", ["NDLS", "HWH", ""])
def test_boarding_must_lie_on_the_way(railway: sqlite3.Connection, board_at: str) -> None:
    assert refusal(railway, replace(DRAFT, board_at=board_at)) == "E_BOARDING"


@pytest.mark.parametrize("mobile", ["", "981004521", "98100452177", "981004521x"])
def test_a_mobile_number_has_ten_digits(railway: sqlite3.Connection, mobile: str) -> None:
    assert refusal(railway, replace(DRAFT, mobile=mobile)) == "E_FORMAT"


def test_only_confirmed_berths_if_that_is_asked(railway: sqlite3.Connection) -> None:
    waiting = ticket_of(railway, "WL")
    way = f"{waiting['train_no']} NGP NDLS {waiting['date']} {waiting['class']}"
    assert refusal(railway, draft(ANIL, way=way, only_confirm=True)) == "E_NOT_CONFIRMABLE"
    later = load_ticket(railway, book(railway, KAVYA, draft(ANIL, way=way), "upi"))
    assert later["status"] == "WL"
    assert load_pax(railway, later["pnr"])[0]["rank"] > 12


def test_a_full_quota_is_regretted(railway: sqlite3.Connection) -> None:
    row = railway.execute(
        "SELECT train_no, run_date FROM inventory WHERE quota = 'LD' AND class = '3A' AND booked = total"
        " AND train_no = '12951' ORDER BY run_date DESC LIMIT 1"
    ).fetchone()
    wanted = draft(BINA, way=f"{row[0]} MMCT NDLS {row[1]} 3A", quota="LD")
    assert refusal(railway, wanted) == "E_REGRET"


def test_tatkal_costs_its_charge_and_books_its_own_berths(railway: sqlite3.Connection) -> None:
    trip = railway.execute(
        "SELECT class FROM inventory WHERE quota = 'TQ' AND booked + 2 <= total AND train_no = '12951'"
    ).fetchone()
    wanted = draft(way=f"12951 MMCT NDLS 2026-03-17 {trip['class']}", quota="TQ")
    ticket = load_ticket(railway, book(railway, KAVYA, wanted, "upi"))
    assert ticket["tatkal_c"] > 0
    assert [row["status"] for row in load_pax(railway, ticket["pnr"])] == ["CNF", "CNF"]


def test_a_child_without_a_berth_goes_with_somebody(railway: sqlite3.Connection) -> None:
    child = replace(BOY, child_no_berth=True)
    ticket = load_ticket(railway, book(railway, KAVYA, draft(ANIL, child), "upi"))
    adult, boy = load_pax(railway, ticket["pnr"])
    assert (ticket["status"], boy["status"], boy["coach"]) == ("CNF", "NOSB", None)
    assert boy["fare_c"] < adult["fare_c"]
    with pytest.raises(RuleError) as refused:
        cancel(railway, ticket, [1])
    assert refused.value.code == "E_CHILD_ALONE"
    cancel(railway, ticket, [2])
    assert load_ticket(railway, ticket["pnr"])["status"] == "CNF"


def test_a_trip_is_checked_before_anybody_is_named(railway: sqlite3.Connection) -> None:
    assert check_trip(railway, TRIP).minutes == 932
    with pytest.raises(RuleError):
        check_trip(railway, replace(TRIP, class_code="CC"))
