"""Passengers, drafts and tickets of the test account, for tests of the rules."""

import sqlite3
from dataclasses import replace

import pytest

from sites.kit.fields import RuleError
from sites.railsetu.booking import book
from sites.railsetu.drafts import Draft, Trip
from sites.railsetu.passengers import Passenger

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
