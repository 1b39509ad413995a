"""Cancelling, boarding elsewhere, saved passengers: what is written, and what is refused."""

import sqlite3
from dataclasses import replace

import pytest

from sites.kit.fields import RuleError
from sites.railsetu.booking import book
from sites.railsetu.saved_passengers import (
    SavedPassenger,
    add_saved,
    change_saved,
    delete_saved,
    own_passenger,
    saved_passengers,
)
from sites.railsetu.ticket_rules import (
    boarding_options,
    cancel,
    change_boarding,
    load_pax,
    load_ticket,
    refund_quotes,
)
from tests.sites.railsetu.tickets import (
    ANIL,
    KAVYA,
    SOMEBODY,
    draft,
    inventory,
    ticket_by,
    ticket_of,
)


@pytest.mark.parametrize(
    ("train_no", "date", "kept_c"),
    [
        ("12951", "2026-03-25", [225]),
        ("12393", "2026-03-28", [200, 200, 200, 200]),
        ("12229", "2026-03-17", [275, 275]),
        ("12901", "2026-03-16", [200]),
        ("12621", "2026-03-20", [75, 75]),
        ("12723", "2026-03-21", [75]),
        ("12627", "2026-04-03", [200, 200, 75]),
        ("22435", "2026-03-17", [2025]),
        ("12901", "2026-04-05", [125, 125]),
    ],
)
def test_what_the_account_would_get_back_is_what_it_gets(
    railway: sqlite3.Connection, train_no: str, date: str, kept_c: list[int]
) -> None:
    ticket = ticket_by(railway, train_no, date)
    quotes = refund_quotes(railway, ticket)
    assert [entry.deduct_c for entry in quotes] == kept_c
    refund_c = cancel(railway, ticket, [entry.n for entry in quotes])
    after = load_ticket(railway, ticket["pnr"])
    assert refund_c == sum(entry.refund_c for entry in quotes) == after["refund_c"]
    assert refund_c == ticket["total_c"] - ticket["conv_fee_c"] - sum(kept_c)
    assert after["status"] == "CANCELLED"
    rows = railway.execute("SELECT * FROM refunds WHERE pnr = ? ORDER BY pax_n", (ticket["pnr"],)).fetchall()
    assert [(row["deduct_c"], row["refund_c"]) for row in rows] == [
        (entry.deduct_c, entry.refund_c) for entry in quotes
    ]


@pytest.mark.parametrize(
    ("train_no", "date", "code"),
    [
        ("12841", "2026-03-16", "E_CHARTED"),
        ("12952", "2026-03-30", "E_STATE"),
        ("12002", "2026-03-10", "E_STATE"),
    ],
)
def test_tickets_that_can_not_be_cancelled(
    railway: sqlite3.Connection, train_no: str, date: str, code: str
) -> None:
    ticket = ticket_by(railway, train_no, date)
    assert {entry.refusal for entry in refund_quotes(railway, ticket)} == {code}
    with pytest.raises(RuleError) as refused:
        cancel(railway, ticket, [1])
    assert refused.value.code == code


def test_some_passengers_of_a_ticket_are_cancelled(railway: sqlite3.Connection) -> None:
    family = ticket_by(railway, "12393", "2026-03-28")
    before = inventory(railway, family)
    cancel(railway, family, [3, 4])
    passengers = load_pax(railway, family["pnr"])
    assert [row["status"] for row in passengers] == ["CNF", "CNF", "CAN", "CAN"]
    assert load_ticket(railway, family["pnr"])["status"] == "CNF"
    assert inventory(railway, family) == before | {"booked": before["booked"] - 2}
    with pytest.raises(RuleError) as refused:
        cancel(railway, load_ticket(railway, family["pnr"]), [2, 3])
    assert (refused.value.code, refused.value.field) == ("E_STATE", "pax_3")


def test_without_its_rac_passenger_a_mixed_ticket_is_confirmed(railway: sqlite3.Connection) -> None:
    mixed = ticket_of(railway, "PARTIAL")
    before = inventory(railway, mixed)
    cancel(railway, mixed, [3])
    assert load_ticket(railway, mixed["pnr"])["status"] == "CNF"
    assert inventory(railway, mixed) == before


@pytest.mark.parametrize(("numbers", "code"), [([], "E_NO_PAX"), ([5], "E_NOT_FOUND")])
def test_nobody_and_strangers_are_not_cancelled(
    railway: sqlite3.Connection, numbers: list[int], code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        cancel(railway, ticket_by(railway, "12393", "2026-03-28"), numbers)
    assert refused.value.code == code


def test_boarding_moves_once_to_a_later_station(railway: sqlite3.Connection) -> None:
    ticket = ticket_by(railway, "12951", "2026-03-25")
    assert [stop.code for stop in boarding_options(railway, ticket)] == ["ST", "BRC", "KOTA"]
    change_boarding(railway, ticket, "BRC")
    changed = load_ticket(railway, ticket["pnr"])
    assert (changed["board_at"], changed["from_code"]) == ("BRC", "MMCT")
    with pytest.raises(RuleError) as refused:
        change_boarding(railway, changed, "KOTA")
    assert refused.value.code == "E_BOARDING"


@pytest.mark.parametrize(
    ("train_no", "date", "station", "code"),
    [
        ("12951", "2026-03-25", "NDLS", "E_BOARDING"),
        ("12951", "2026-03-25", "MMCT", "E_BOARDING"),
        ("12229", "2026-03-17", "NDLS", "E_BOARDING"),
        ("12901", "2026-03-16", "ST", "E_BOARDING"),
        ("12841", "2026-03-16", "MAS", "E_BOARDING"),
        ("12952", "2026-03-30", "KOTA", "E_STATE"),
        ("12002", "2026-03-10", "AGC", "E_STATE"),
    ],
)
def test_boarding_that_is_refused(
    railway: sqlite3.Connection, train_no: str, date: str, station: str, code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        change_boarding(railway, ticket_by(railway, train_no, date), station)
    assert refused.value.code == code


def test_the_hours_of_a_refund_count_from_where_one_boards(railway: sqlite3.Connection) -> None:
    """12841 leaves Howrah in 54 hours and Vijayawada in 73, where the flat charge still holds."""
    wanted = draft(ANIL, way="12841 HWH MAS 2026-03-18 3A")
    at_start = load_ticket(railway, book(railway, KAVYA, wanted, "upi"))
    down_the_line = load_ticket(railway, book(railway, KAVYA, replace(wanted, board_at="BZA"), "upi"))
    assert {at_start["status"], down_the_line["status"]} == {"CNF"}
    (quarter,) = refund_quotes(railway, at_start)
    (flat,) = refund_quotes(railway, down_the_line)
    assert quarter.fare_c == flat.fare_c
    assert (quarter.deduct_c, flat.deduct_c) == (700, 200)


NEW = SavedPassenger("Divya Kapadia", 29, "F", "SL", "pan", "ABCDE1234F")


def test_saved_passengers_are_added_changed_and_deleted(railway: sqlite3.Connection) -> None:
    number = add_saved(railway, KAVYA, NEW)
    assert number == 6
    assert own_passenger(railway, KAVYA, number)["name"] == "Divya Kapadia"
    change_saved(railway, KAVYA, number, replace(NEW, age=30, berth="SU"))
    row = own_passenger(railway, KAVYA, number)
    assert (row["age"], row["berth"], row["id_no"]) == (30, "SU", "ABCDE1234F")
    delete_saved(railway, KAVYA, number)
    assert len(saved_passengers(railway, KAVYA)) == 5


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "Al"}, "E_LENGTH"),
        ({"name": "Divya 2"}, "E_FORMAT"),
        ({"id_no": ""}, "E_REQUIRED"),
        ({"id_type": "none"}, "E_REQUIRED"),
        ({"id_no": "AB 12"}, "E_FORMAT"),
        ({"name": "kavya sharma", "age": 34}, "E_DUP_PAX"),
    ],
)
def test_saved_passengers_that_are_refused(railway: sqlite3.Connection, changes: dict, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        add_saved(railway, KAVYA, replace(NEW, **changes))
    assert refused.value.code == code


def test_the_list_holds_twelve(railway: sqlite3.Connection) -> None:
    for age in range(20, 27):
        add_saved(railway, KAVYA, replace(NEW, age=age))
    with pytest.raises(RuleError) as refused:
        add_saved(railway, KAVYA, NEW)
    assert (refused.value.code, refused.value.parameters) == ("E_MASTER_FULL", {"limit": 12})


def test_the_list_of_others_is_out_of_reach(railway: sqlite3.Connection) -> None:
    for act in (own_passenger, delete_saved):
        with pytest.raises(RuleError) as refused:
            act(railway, SOMEBODY, 1)
        assert refused.value.code == "E_NOT_FOUND"
