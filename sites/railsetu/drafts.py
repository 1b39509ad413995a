"""What is chosen on the way to a ticket: a row of the ephemeral ``booking_draft`` with its ``draft_pax``."""

import sqlite3
from dataclasses import dataclass

from sites.railsetu.passengers import Passenger


@dataclass(frozen=True, slots=True)
class Trip:
    """A journey that somebody wants to book, as its codes stand in addresses and forms."""

    train_no: str
    from_code: str
    to_code: str
    date: str
    """ISO date on which the train leaves ``from_code``."""
    class_code: str
    quota: str


@dataclass(frozen=True, slots=True)
class Draft:
    """All that is chosen before paying."""

    trip: Trip
    board_at: str
    """``from_code``, or a later stop."""
    mobile: str
    meal: bool
    """Means nothing on trains without meals."""
    auto_upgrade: bool
    only_confirm: bool
    passengers: tuple[Passenger, ...]


def store_draft(db: sqlite3.Connection, user_id: int, draft: Draft) -> None:
    """Keep a draft, which must have passed the rules, in place of the user's earlier one."""
    forget_draft(db, user_id)
    trip = draft.trip
    db.execute(
        "INSERT INTO booking_draft (user_id, train_no, from_code, to_code, date, class, quota, board_at,"
        " mobile, meal, auto_upgrade, only_confirm) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            user_id,
            trip.train_no,
            trip.from_code,
            trip.to_code,
            trip.date,
            trip.class_code,
            trip.quota,
            draft.board_at,
            draft.mobile,
            draft.meal,
            draft.auto_upgrade,
            draft.only_confirm,
        ),
    )
    db.executemany(
        "INSERT INTO draft_pax (user_id, n, name, age, gender, berth_pref, child_no_berth)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (user_id, n, each.name, each.age, each.gender, each.berth_pref, each.child_no_berth)
            for n, each in enumerate(draft.passengers, 1)
        ],
    )


def load_draft(db: sqlite3.Connection, user_id: int) -> Draft | None:
    """The user's draft, None when there is none."""
    row = db.execute("SELECT * FROM booking_draft WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        return None
    passengers = db.execute(
        "SELECT name, age, gender, berth_pref, child_no_berth FROM draft_pax WHERE user_id = ? ORDER BY n",
        (user_id,),
    )
    return Draft(
        trip=Trip(row["train_no"], row["from_code"], row["to_code"], row["date"], row["class"], row["quota"]),
        board_at=row["board_at"],
        mobile=row["mobile"],
        meal=bool(row["meal"]),
        auto_upgrade=bool(row["auto_upgrade"]),
        only_confirm=bool(row["only_confirm"]),
        passengers=tuple(
            Passenger(name, age, gender, berth_pref, bool(child))
            for name, age, gender, berth_pref, child in passengers
        ),
    )


def forget_draft(db: sqlite3.Connection, user_id: int) -> None:
    """Drop the user's draft, if there is one."""
    for table in ("booking_draft", "draft_pax"):
        db.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))
