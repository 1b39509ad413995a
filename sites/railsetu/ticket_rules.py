"""What can still be done about a ticket: cancelling its passengers, and boarding at a later station.

A cancellation gives berths back to the run's counters and writes what is refunded; nobody moves up in the
queue by it, and the numbers of others stay as they are.
"""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sites.kit.clock import SITE_NOW, next_id, now
from sites.kit.forms import RuleError
from sites.railsetu.availability import Share, load_inventory, store_inventory
from sites.railsetu.booking import ticket_status
from sites.railsetu.codes import CAN, CANCELLED, CNF, FLOWN, NOSB
from sites.railsetu.journeys import departure_at, is_charted
from sites.railsetu.refunds import deduction, load_bands, load_charges
from sites.railsetu.timetable import Stop, load_train

BOARDING_CHANGE_HOURS = 24
"""So long before departure the boarding station can be changed."""


@dataclass(frozen=True, slots=True)
class RefundQuote:
    """What cancelling one passenger now would keep and give back."""

    n: int
    fare_c: int
    deduct_c: int
    refund_c: int
    refusal: str | None
    """Code of the rule that forbids it; both amounts are 0 then."""


def load_ticket(db: sqlite3.Connection, pnr: str) -> sqlite3.Row:
    """The ticket with a PNR.

    Raises:
        RuleError: E_NOT_FOUND.
    """
    row = db.execute("SELECT * FROM pnrs WHERE pnr = ?", (pnr,)).fetchone()
    if row is None:
        raise RuleError("E_NOT_FOUND", field="pnr")
    return row


def load_pax(db: sqlite3.Connection, pnr: str) -> list[sqlite3.Row]:
    """The passengers of a ticket in their order."""
    return db.execute("SELECT * FROM pax WHERE pnr = ? ORDER BY n", (pnr,)).fetchall()


def departure(db: sqlite3.Connection, ticket: sqlite3.Row) -> datetime:
    """When the train leaves the station where the passengers board."""
    train = load_train(db, ticket["train_no"])
    return departure_at(train.stop(ticket["board_at"]), date.fromisoformat(ticket["run_date"]))


def check_active(ticket: sqlite3.Row) -> None:
    """Refuse a ticket that is cancelled or travelled.

    Raises:
        RuleError: E_STATE.
    """
    if ticket["status"] in (CANCELLED, FLOWN):
        raise RuleError("E_STATE")


def refund_quotes(db: sqlite3.Connection, ticket: sqlite3.Row) -> tuple[RefundQuote, ...]:
    """What cancelling each passenger now would give back."""
    train = load_train(db, ticket["train_no"])
    charted = bool(ticket["chart"]) or is_charted(train, date.fromisoformat(ticket["run_date"]))
    minutes = int((departure(db, ticket) - SITE_NOW).total_seconds()) // 60
    bands, charges = load_bands(db), load_charges(db, ticket["class"])

    def quote_one(passenger: sqlite3.Row) -> RefundQuote:
        status, fare_c = passenger["status"], passenger["fare_c"]
        try:
            if status == CAN or ticket["status"] in (CANCELLED, FLOWN):
                raise RuleError("E_STATE")
            if charted and status in (CNF, NOSB):
                raise RuleError("E_CHARTED")
            kept_c = deduction(
                bands, charges, quota=ticket["quota"], status=status, minutes=minutes, fare_c=fare_c
            )
        except RuleError as refused:
            return RefundQuote(passenger["n"], fare_c, 0, 0, refused.code)
        return RefundQuote(passenger["n"], fare_c, kept_c, fare_c - kept_c, None)

    return tuple(map(quote_one, load_pax(db, ticket["pnr"])))


def cancel(db: sqlite3.Connection, ticket: sqlite3.Row, numbers: Collection[int]) -> int:
    """Cancel these passengers and return the refund of them all. Call it in a transaction.

    Raises:
        RuleError: E_NO_PAX, E_NOT_FOUND (no such passenger), E_STATE, E_CHARTED or E_CHILD_ALONE; nothing is
            written.
    """
    check_active(ticket)
    quotes = {entry.n: entry for entry in refund_quotes(db, ticket)}
    if not numbers:
        raise RuleError("E_NO_PAX")
    for n in sorted(numbers):
        if n not in quotes:
            raise RuleError("E_NOT_FOUND")
        if refusal := quotes[n].refusal:
            raise RuleError(refusal, field=f"pax_{n}")
    passengers = load_pax(db, ticket["pnr"])
    staying = [each["status"] for each in passengers if each["status"] != CAN and each["n"] not in numbers]
    if staying and all(status == NOSB for status in staying):
        raise RuleError("E_CHILD_ALONE")
    moment = now(db)
    for n in sorted(numbers):
        _cancel_one(db, ticket["pnr"], quotes[n], moment)
    _give_back(db, ticket, sum(each["status"] == CNF for each in passengers if each["n"] in numbers))
    refund_c = sum(quotes[n].refund_c for n in numbers)
    db.execute(
        "UPDATE pnrs SET status = ?, refund_c = refund_c + ? WHERE pnr = ?",
        (ticket_status(staying) if staying else CANCELLED, refund_c, ticket["pnr"]),
    )
    return refund_c


def boarding_options(db: sqlite3.Connection, ticket: sqlite3.Row) -> Sequence[Stop]:
    """The stations at which the passengers could board instead.

    Raises:
        RuleError: E_STATE, the ticket is cancelled or travelled; E_BOARDING, it was changed before, it is
            too late, or no
            station is left.
    """
    check_active(ticket)
    hours = (departure(db, ticket) - SITE_NOW).total_seconds() / 3600
    if ticket["board_changed"] or hours < BOARDING_CHANGE_HOURS:
        raise RuleError("E_BOARDING")
    train = load_train(db, ticket["train_no"])
    boards, leaves = train.stop(ticket["board_at"]), train.stop(ticket["to_code"])
    options = train.stops[boards.seq : leaves.seq - 1]
    if not options:
        raise RuleError("E_BOARDING")
    return options


def change_boarding(db: sqlite3.Connection, ticket: sqlite3.Row, code: str) -> None:
    """Let the passengers board at a later station.

    Raises:
        RuleError: E_STATE or E_BOARDING.
    """
    if code not in {stop.code for stop in boarding_options(db, ticket)}:
        raise RuleError("E_BOARDING", field="station")
    db.execute("UPDATE pnrs SET board_at = ?, board_changed = 1 WHERE pnr = ?", (code, ticket["pnr"]))


def _cancel_one(db: sqlite3.Connection, pnr: str, entry: RefundQuote, moment: str) -> None:
    db.execute(
        "UPDATE pax SET status = ?, refund_c = ? WHERE pnr = ? AND n = ?", (CAN, entry.refund_c, pnr, entry.n)
    )
    db.execute(
        "INSERT INTO refunds (id, pnr, pax_n, at, deduct_c, refund_c) VALUES (?, ?, ?, ?, ?, ?)",
        (next_id(db, "refunds"), pnr, entry.n, moment, entry.deduct_c, entry.refund_c),
    )


def _give_back(db: sqlite3.Connection, ticket: sqlite3.Row, berths: int) -> None:
    if not berths:
        return
    train = load_train(db, ticket["train_no"])
    share = Share(train, date.fromisoformat(ticket["run_date"]), ticket["class"], ticket["quota"])
    inventory = load_inventory(db, share)
    store_inventory(db, share, replace(inventory, booked=inventory.booked - berths))
