"""The list of passengers that a user saves to book for them again."""

import sqlite3
from dataclasses import astuple, dataclass

from sites.kit.clock import next_id
from sites.kit.forms import RuleError
from sites.kit.localization import normalize
from sites.railsetu.codes import MAX_SAVED_PASSENGERS, NO_ID
from sites.railsetu.passengers import check_name


@dataclass(frozen=True, slots=True)
class SavedPassenger:
    """What is kept of a passenger."""

    name: str
    age: int
    gender: str
    berth: str
    id_type: str = NO_ID
    id_no: str = ""
    """ASCII capitals and digits; empty when ``id_type`` is none."""


def saved_passengers(db: sqlite3.Connection, user_id: int) -> list[sqlite3.Row]:
    """The user's list, the oldest entry first."""
    return db.execute("SELECT * FROM master_pax WHERE user_id = ? ORDER BY id", (user_id,)).fetchall()


def own_passenger(db: sqlite3.Connection, user_id: int, passenger_id: int) -> sqlite3.Row:
    """One entry of the user's list.

    Raises:
        RuleError: E_NOT_FOUND, there is none, or it is somebody else's.
    """
    row = db.execute(
        "SELECT * FROM master_pax WHERE id = ? AND user_id = ?", (passenger_id, user_id)
    ).fetchone()
    if row is None:
        raise RuleError("E_NOT_FOUND")
    return row


def add_saved(db: sqlite3.Connection, user_id: int, passenger: SavedPassenger) -> int:
    """Add an entry and return its id.

    Raises:
        RuleError: E_MASTER_FULL with the ``limit``, E_DUP_PAX, E_LENGTH, E_FORMAT or E_REQUIRED.
    """
    others = saved_passengers(db, user_id)
    if len(others) >= MAX_SAVED_PASSENGERS:
        raise RuleError("E_MASTER_FULL", limit=MAX_SAVED_PASSENGERS)
    _check(passenger, others)
    passenger_id = next_id(db, "master_pax")
    db.execute(
        "INSERT INTO master_pax (id, user_id, name, age, gender, berth, id_type, id_no)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (passenger_id, user_id, *astuple(passenger)),
    )
    return passenger_id


def change_saved(db: sqlite3.Connection, user_id: int, passenger_id: int, passenger: SavedPassenger) -> None:
    """Change an entry.

    Raises:
        RuleError: E_NOT_FOUND, E_DUP_PAX, E_LENGTH, E_FORMAT or E_REQUIRED.
    """
    own_passenger(db, user_id, passenger_id)
    _check(passenger, [row for row in saved_passengers(db, user_id) if row["id"] != passenger_id])
    db.execute(
        "UPDATE master_pax SET name = ?, age = ?, gender = ?, berth = ?, id_type = ?, id_no = ? WHERE id = ?",
        (*astuple(passenger), passenger_id),
    )


def delete_saved(db: sqlite3.Connection, user_id: int, passenger_id: int) -> None:
    """Delete an entry; tickets that were booked with it stay as they are.

    Raises:
        RuleError: E_NOT_FOUND.
    """
    own_passenger(db, user_id, passenger_id)
    db.execute("DELETE FROM master_pax WHERE id = ?", (passenger_id,))


def _check(passenger: SavedPassenger, others: list[sqlite3.Row]) -> None:
    check_name(passenger.name, field="name")
    _check_id(passenger)
    identity = (normalize(passenger.name), passenger.age, passenger.gender)
    if identity in {(normalize(row["name"]), row["age"], row["gender"]) for row in others}:
        raise RuleError("E_DUP_PAX", field="name")


def _check_id(passenger: SavedPassenger) -> None:
    if passenger.id_type == NO_ID:
        if passenger.id_no:
            raise RuleError("E_REQUIRED", field="id_type")
        return
    if not passenger.id_no:
        raise RuleError("E_REQUIRED", field="id_no")
    if not (passenger.id_no.isascii() and passenger.id_no.isalnum()):
        raise RuleError("E_FORMAT", field="id_no")
