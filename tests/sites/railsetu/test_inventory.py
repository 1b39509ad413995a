"""Berths and queues: who gets what, and counters that add up whatever is booked and cancelled."""

import sqlite3
from collections import Counter
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sites.kit.database import WorkingCopy
from sites.kit.fields import RuleError
from sites.railsetu.allotment import Availability, Inventory, OfferCode, allot
from sites.railsetu.availability import Share, availability, free_berths, load_inventory
from sites.railsetu.berths import berths_of, held_berths, quota_berths
from sites.railsetu.booking import book
from sites.railsetu.codes import CLASS_PREFERENCES, CLASSES, QUOTAS
from sites.railsetu.drafts import Draft, Trip
from sites.railsetu.journeys import leg_on
from sites.railsetu.passengers import Passenger
from sites.railsetu.ticket_rules import cancel, load_pax, load_ticket
from sites.railsetu.timetable import load_train, load_trains

NAMES = ("Anil Kapadia", "Bina Kapadia", "Chetan Kapadia", "Divya Kapadia", "Esha Kapadia", "Firoz Kapadia")
SHARE = ("12627", "SBC", "NDLS", "2026-03-24", "3A")
PREFERENCES = st.sampled_from(CLASS_PREFERENCES["3A"])
PARTIES = st.lists(PREFERENCES, min_size=1, max_size=6)
STEPS = st.lists(st.one_of(PARTIES, st.integers(0, 200)), min_size=1, max_size=12)
"""A party books, or somebody among those who have booked cancels."""


def travellers(*preferences: str) -> list[Passenger]:
    return [Passenger(NAMES[n], 30 + n, "M", preference) for n, preference in enumerate(preferences)]


@pytest.mark.parametrize(
    ("class_code", "berths"), [("SL", 72), ("3A", 64), ("2A", 48), ("1A", 24), ("CC", 75), ("EC", 52)]
)
def test_a_coach_has_its_berths_numbered_through(class_code: str, berths: int) -> None:
    both = berths_of(class_code, 2)
    assert [berth.number for berth in both] == [*range(1, berths + 1)] * 2
    assert {berth.type for berth in both} >= set(CLASS_PREFERENCES[class_code]) - {"NONE"}


@pytest.mark.parametrize("class_code", CLASSES)
def test_quotas_share_the_berths_of_a_class_without_overlap(class_code: str) -> None:
    shares = [berth for quota in QUOTAS for berth in quota_berths(class_code, 3, quota)]
    assert len(shares) == len(set(shares))
    assert set(shares) == set(berths_of(class_code, 3))


def test_seniors_have_lower_berths() -> None:
    assert {berth.type for code in ("2A", "3A", "SL") for berth in quota_berths(code, 2, "SS")} == {"LB"}


@pytest.mark.parametrize(
    ("inventory", "offer"),
    [
        (Inventory(total=50, booked=8, rac_max=5, wl_max=9), Availability("AVAILABLE", 42)),
        (Inventory(total=50, booked=50, rac_max=5, wl_max=9), Availability("RAC", 1)),
        (Inventory(total=50, booked=50, rac_used=3, rac_max=5, wl_max=9), Availability("RAC", 4)),
        (Inventory(total=50, booked=50, rac_used=5, rac_max=5, wl_max=9), Availability("WL", 1)),
        (Inventory(total=50, booked=50, wl_used=8, wl_max=9), Availability("WL", 9)),
        (Inventory(total=50, booked=50, wl_used=9, wl_max=9), Availability("REGRET")),
        (Inventory(total=50, booked=50), Availability("REGRET")),
        (Inventory(total=50, booked=48, rac_used=3, rac_max=5, wl_max=9), Availability("RAC", 4)),
        (Inventory(total=50, booked=48, rac_used=5, rac_max=5, wl_used=2, wl_max=9), Availability("WL", 3)),
    ],
)
def test_berths_then_rac_then_the_waiting_list(inventory: Inventory, offer: Availability) -> None:
    """What is given back while somebody waits is not offered to newcomers: the last two."""
    assert inventory.offer == offer


def test_the_lowest_number_of_the_preferred_type_else_the_lowest() -> None:
    berths = quota_berths("3A", 2, "GN")[:8]
    inventory = Inventory(total=len(berths), booked=0)
    places = allot(inventory, berths, travellers("LB", "SU", "NONE", "LB", "LB"))
    assert [place.berth.number for place in places if place.berth] == [1, 8, 2, 4, 3]


def test_a_party_that_is_larger_than_what_is_left_is_mixed() -> None:
    berths = quota_berths("3A", 2, "GN")
    inventory = Inventory(total=len(berths), booked=len(berths) - 1, rac_used=0, rac_max=2, wl_max=9)
    places = allot(inventory, berths[-1:], travellers("LB", "NONE", "NONE", "NONE"))
    assert [(place.status, place.rank) for place in places] == [
        ("CNF", None),
        ("RAC", 1),
        ("RAC", 2),
        ("WL", 1),
    ]


def test_a_child_without_a_berth_takes_nothing() -> None:
    berths = quota_berths("3A", 2, "GN")
    inventory = Inventory(total=len(berths), booked=len(berths) - 1)
    party = [Passenger("Anil Kapadia", 30, "M"), Passenger("Bina Kapadia", 7, "F", child_no_berth=True)]
    assert [place.status for place in allot(inventory, berths[:1], party)] == ["CNF", "NOSB"]


def test_nobody_is_booked_when_not_all_are() -> None:
    inventory = Inventory(total=4, booked=3, wl_max=1)
    with pytest.raises(RuleError) as refused:
        allot(inventory, quota_berths("2A", 2, "LD")[:1], travellers("NONE", "NONE", "NONE"))
    assert refused.value.code == "E_REGRET"


def test_booked_is_the_crowd_and_the_passengers_with_berths(railway: sqlite3.Connection) -> None:
    assert_books_balance(railway)


def test_every_run_class_and_quota_of_the_bookable_days_is_counted(railway: sqlite3.Connection) -> None:
    trains = {train.no: train for train in load_trains(railway)}
    runs = Counter(row[0] for row in railway.execute("SELECT DISTINCT train_no, run_date FROM inventory"))
    assert runs == {no: {"12301": 53, "22435": 52}.get(no, 61) for no in trains}
    for row in railway.execute("SELECT * FROM inventory"):
        share = share_of(railway, row)
        assert row["total"] == len(share.berths)
        assert int(row["held"], 16).bit_length() <= row["total"]
        if row["wl_used"] or row["rac_used"]:
            assert row["wl_used"] == 0 or row["rac_used"] == row["rac_max"]
    dates = railway.execute("SELECT DISTINCT run_date FROM inventory WHERE quota = 'TQ'").fetchall()
    assert [row[0] for row in dates] == ["2026-03-17"]


def test_nobody_sits_on_anothers_berth(railway: sqlite3.Connection) -> None:
    for row in railway.execute("SELECT * FROM inventory").fetchall():
        share = share_of(railway, row)
        named = railway.execute(
            "SELECT coach, berth_no, berth_type FROM pax JOIN pnrs USING (pnr) WHERE train_no = ?"
            " AND run_date = ? AND class = ? AND quota = ? AND coach IS NOT NULL AND pax.status <> 'CAN'",
            share.key,
        ).fetchall()
        taken = [tuple(entry) for entry in named]
        closed = {(b.coach, b.number, b.type) for b in held_berths(row["held"], share.berths)}
        assert len(set(taken)) == len(taken)
        assert not closed & set(taken)
        assert set(taken) <= {(b.coach, b.number, b.type) for b in share.berths}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("12621 1A LD 2026-03-25", "NO_QUOTA"),
        ("12621 1A TQ 2026-03-17", "NO_QUOTA"),
        ("12621 SL TQ 2026-03-25", "NOT_OPEN"),
        ("12723 SL GN 2026-03-16", "CHARTED"),
    ],
)
def test_what_is_not_offered_says_why(railway: sqlite3.Connection, wanted: str, code: OfferCode) -> None:
    no, class_code, quota, day = wanted.split()
    train = load_train(railway, no)
    leg = leg_on(train, train.first.code, train.last.code, date.fromisoformat(day))
    assert availability(railway, leg, class_code, quota) == Availability(code)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS)
def test_counters_add_up_after_whatever_is_booked_and_cancelled(
    railway_copy: WorkingCopy, steps: list
) -> None:
    """Booked plus available is the total, numbers of others stay, and no berth is given twice."""
    connection = railway_copy.connect()
    connection.execute("BEGIN")
    try:
        share = Share(load_train(connection, SHARE[0]), date.fromisoformat(SHARE[3]), SHARE[4], "GN")
        booked: list[tuple[str, int]] = []
        for step in steps:
            before = ranks(connection)
            if isinstance(step, int):
                cancelled = booked.pop(step % len(booked)) if booked else None
                if cancelled:
                    cancel(connection, load_ticket(connection, cancelled[0]), [cancelled[1]])
                    before.pop(cancelled, None)
            else:
                booked += book_party(connection, step)
            assert before.items() <= ranks(connection).items()
            inventory = load_inventory(connection, share)
            assert inventory.booked + len(free_berths(connection, share)) == inventory.total
        assert_books_balance(connection)
        waiting = [entry for entry in ranks(connection).values() if entry[1] is not None]
        assert len(set(waiting)) == len(waiting)
    finally:
        connection.rollback()
        connection.close()


def book_party(db: sqlite3.Connection, preferences: list[str]) -> list[tuple[str, int]]:
    """Passengers of the ticket; none when there was no place for them all."""
    trip = Trip(*SHARE, "GN")
    draft = Draft(trip, "SBC", "9810045217", False, False, False, tuple(travellers(*preferences)))
    try:
        pnr = book(db, 1, draft, "upi")
    except RuleError as refused:
        assert refused.code == "E_REGRET"
        return []
    return [(pnr, row["n"]) for row in load_pax(db, pnr)]


def ranks(db: sqlite3.Connection) -> dict[tuple[str, int], tuple[str, int | None]]:
    """Status and number of every passenger of the share who is not cancelled."""
    rows = db.execute(
        "SELECT pnr, n, pax.status, rank FROM pax JOIN pnrs USING (pnr) WHERE train_no = ? AND run_date = ?"
        " AND class = ? AND quota = 'GN' AND pax.status <> 'CAN'",
        (SHARE[0], SHARE[3], SHARE[4]),
    )
    return {(pnr, n): (status, rank) for pnr, n, status, rank in rows}


def share_of(db: sqlite3.Connection, row: sqlite3.Row) -> Share:
    return Share(
        load_train(db, row["train_no"]), date.fromisoformat(row["run_date"]), row["class"], row["quota"]
    )


def assert_books_balance(db: sqlite3.Connection) -> None:
    """In each row of ``inventory`` the booked berths are those of the crowd and of its passengers."""
    with_berth = {
        tuple(key): count
        for *key, count in db.execute(
            "SELECT train_no, run_date, class, quota, COUNT(*) FROM pax JOIN pnrs USING (pnr)"
            " WHERE pax.status = 'CNF' GROUP BY 1, 2, 3, 4"
        )
    }
    for row in db.execute("SELECT * FROM inventory"):
        key = (row["train_no"], row["run_date"], row["class"], row["quota"])
        assert row["booked"] == int(row["held"], 16).bit_count() + with_berth.get(key, 0), key
