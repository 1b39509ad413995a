"""Booking, cancelling, boarding elsewhere, saved passengers: what is written, and what is refused."""

import sqlite3
from dataclasses import replace

import pytest

from sites.kit.fields import RuleError
from sites.railsetu.booking import book, check_trip, quote, save_draft
from sites.railsetu.drafts import Draft, Trip, load_draft
from sites.railsetu.passengers import Passenger
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

KAVYA = 1
SOMEBODY = 2
ANIL = Passenger("Anil Kapadia", 41, "M")
BINA = Passenger("Bina Kapadia", 38, "F", "LB")
BOY = Passenger("Chetan Kapadia", 8, "M")
TRIP = Trip("12951", "MMCT", "NDLS", "2026-04-20", "2A", "GN")
DRAFT = Draft(TRIP, "MMCT", "9810045217", True, False, False, (ANIL, BINA))


def draft(
    *people: Passenger, way: str = "", quota: str = "GN", board_at: str = "", only_confirm: bool = False
) -> Draft:
    """The usual draft with another way (``12951 MMCT NDLS 2026-04-20 2A``), quota or passengers."""
    trip = replace(TRIP, quota=quota)
    if way:
        train_no, start, end, date, class_code = way.split()
        trip = Trip(train_no, start, end, date, class_code, quota)
    return replace(
        DRAFT,
        trip=trip,
        board_at=board_at or trip.from_code,
        passengers=people or DRAFT.passengers,
        only_confirm=only_confirm,
    )


def refusal(db: sqlite3.Connection, wanted: Draft) -> str:
    before = db.total_changes
    with pytest.raises(RuleError) as refused:
        book(db, KAVYA, wanted, "upi")
    assert db.total_changes == before
    return refused.value.code


def ticket_of(db: sqlite3.Connection, status: str) -> sqlite3.Row:
    """The test account's one ticket with a status, or the first of several by date."""
    query = "SELECT * FROM pnrs WHERE user_id = ? AND status = ? AND chart = 0 ORDER BY date LIMIT 1"
    return db.execute(query, (KAVYA, status)).fetchone()


def ticket_by(db: sqlite3.Connection, train_no: str, date: str) -> sqlite3.Row:
    query = "SELECT * FROM pnrs WHERE user_id = ? AND train_no = ? AND date = ?"
    return db.execute(query, (KAVYA, train_no, date)).fetchone()


def inventory(db: sqlite3.Connection, ticket: sqlite3.Row) -> dict:
    query = "SELECT * FROM inventory WHERE train_no = ? AND run_date = ? AND class = ? AND quota = ?"
    return dict(
        db.execute(
            query, (ticket["train_no"], ticket["run_date"], ticket["class"], ticket["quota"])
        ).fetchone()
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
