"""Buying a ticket: what a draft costs and gets, and the one transaction that books it.

All rules are checked when a draft is saved, and all again when it is booked. `quote` and `book` go through
the same functions, so what the review page shows is what is booked.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import TypeAlias

from sites.kit.clock import next_id, now
from sites.kit.forms import RuleError
from sites.railsetu.allotment import Inventory, Place, allot, taken
from sites.railsetu.availability import Share, free_berths, load_inventory, store_inventory
from sites.railsetu.codes import CNF, MOBILE_DIGITS, NOSB, PARTIAL, TATKAL
from sites.railsetu.drafts import Draft, Trip, forget_draft, store_draft
from sites.railsetu.fares import Fare, conv_fee_c, load_fare, passenger_fare, sum_fares
from sites.railsetu.journeys import Leg, check_date, leg_on
from sites.railsetu.passengers import Passenger, check_passengers
from sites.railsetu.pnrs import pnr_of
from sites.railsetu.quotas import check_quota
from sites.railsetu.timetable import load_train

Row: TypeAlias = "dict[str, str | int | None]"
"""Column -> value."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What a draft costs now, and what each passenger would get."""

    leg: Leg
    fares: tuple[Fare, ...]
    """Of each passenger."""
    places: tuple[Place, ...]
    """Of each passenger."""
    conv_fee_c: int

    @property
    def parts(self) -> Fare:
        """The parts of all passengers added up."""
        return sum_fares(self.fares)

    @property
    def total_c(self) -> int:
        """What is paid."""
        return self.parts.total_c + self.conv_fee_c

    @property
    def status(self) -> str:
        """The ticket's status."""
        return ticket_status([place.status for place in self.places])


def check_trip(db: sqlite3.Connection, trip: Trip) -> Leg:
    """The journey, if it can be booked at all.

    Raises:
        RuleError: E_ARP, E_NOT_FOUND (the train), E_ROUTE, E_NO_RUN, E_CLASS, E_TQ_CLASS, E_QUOTA or
            E_CHARTED.
    """
    journey = _read_date(trip.date)
    check_date(journey)
    leg = leg_on(load_train(db, trip.train_no), trip.from_code, trip.to_code, journey)
    load_fare(db, trip.train_no, trip.from_code, trip.to_code, trip.class_code)
    if not Share(leg.train, leg.run_date, trip.class_code, trip.quota).berths:
        raise RuleError("E_TQ_CLASS" if trip.quota == TATKAL else "E_QUOTA", field="quota")
    if leg.charted:
        raise RuleError("E_CHARTED")
    return leg


def quote(db: sqlite3.Connection, draft: Draft) -> Quote:
    """What the draft costs and gets now; nothing is written.

    Raises:
        RuleError: any rule about journeys, passengers and quotas says no; E_REGRET, E_NOT_CONFIRMABLE.
    """
    return _evaluate(db, draft)[0]


def book(db: sqlite3.Connection, user_id: int, draft: Draft, pay_method: str) -> str:
    """Book the draft, forget it, and return the PNR. Call it in a transaction.

    Raises:
        RuleError: as `quote`; nothing is written.
    """
    priced, after = _evaluate(db, draft)
    pnr = pnr_of(next_id(db, "pnrs"))
    ticket = ticket_row(pnr, user_id, draft, priced) | {"booked_at": now(db), "pay_method": pay_method}
    insert_row(db, "pnrs", ticket)
    for row in passenger_rows(pnr, draft.passengers, priced):
        insert_row(db, "pax", row)
    trip = draft.trip
    store_inventory(db, Share(priced.leg.train, priced.leg.run_date, trip.class_code, trip.quota), after)
    forget_draft(db, user_id)
    return pnr


def save_draft(db: sqlite3.Connection, user_id: int, draft: Draft) -> None:
    """Keep a draft in place of the user's earlier one.

    Raises:
        RuleError: as `quote`; the earlier one stays.
    """
    _evaluate(db, draft)
    store_draft(db, user_id, draft)


def ticket_status(statuses: list[str]) -> str:
    """The status of a ticket whose passengers, cancelled ones left out, have these.

    A child without a berth does not count; it never is alone.
    """
    counted = {status for status in statuses if status != NOSB}
    return counted.pop() if len(counted) == 1 else PARTIAL


def ticket_row(pnr: str, user_id: int, draft: Draft, priced: Quote) -> Row:
    """The row of ``pnrs`` without ``booked_at`` and ``pay_method``."""
    trip, parts = draft.trip, priced.parts
    return {
        "pnr": pnr,
        "user_id": user_id,
        "train_no": trip.train_no,
        "from_code": trip.from_code,
        "to_code": trip.to_code,
        "board_at": draft.board_at,
        "run_date": priced.leg.run_date.isoformat(),
        "date": priced.leg.date.isoformat(),
        "class": trip.class_code,
        "quota": trip.quota,
        "mobile": draft.mobile,
        "meal": int(parts.cater_c > 0),
        "auto_upgrade": int(draft.auto_upgrade),
        "only_confirm": int(draft.only_confirm),
        **asdict(parts),
        "conv_fee_c": priced.conv_fee_c,
        "total_c": priced.total_c,
        "status": priced.status,
        "chart": 0,
    }


def passenger_rows(pnr: str, passengers: Sequence[Passenger], priced: Quote) -> Iterator[Row]:
    """The rows of ``pax``, in order."""
    together = zip(passengers, priced.places, priced.fares, strict=True)
    for n, (passenger, place, fare) in enumerate(together, 1):
        berth = place.berth
        yield {
            "pnr": pnr,
            "n": n,
            "name": passenger.name,
            "age": passenger.age,
            "gender": passenger.gender,
            "berth_pref": passenger.berth_pref,
            "child_no_berth": int(passenger.child_no_berth),
            "coach": berth.coach if berth else None,
            "berth_no": berth.number if berth else None,
            "berth_type": berth.type if berth else None,
            "booked_status": place.status,
            "status": place.status,
            "rank": place.rank,
            "fare_c": fare.total_c,
        }


def insert_row(db: sqlite3.Connection, table: str, row: Row) -> None:
    """Insert a row whose columns have the names of the schema."""
    marks = ", ".join(f":{column}" for column in row)
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)


def _evaluate(db: sqlite3.Connection, draft: Draft) -> tuple[Quote, Inventory]:
    """The quote, and the counters of the run once it is booked."""
    trip = draft.trip
    leg = check_trip(db, trip)
    _check_choices(draft, leg)
    check_passengers(draft.passengers, trip.class_code)
    check_quota(trip.quota, draft.passengers, leg.run_date)
    share = Share(leg.train, leg.run_date, trip.class_code, trip.quota)
    inventory = load_inventory(db, share)
    places = allot(inventory, free_berths(db, share), draft.passengers)
    if draft.only_confirm and any(place.status not in (CNF, NOSB) for place in places):
        raise RuleError("E_NOT_CONFIRMABLE")
    listed = load_fare(db, trip.train_no, trip.from_code, trip.to_code, trip.class_code)
    fares = tuple(
        passenger_fare(
            trip.class_code,
            listed,
            quota=trip.quota,
            meal=draft.meal,
            child_no_berth=passenger.child_no_berth,
        )
        for passenger in draft.passengers
    )
    for place in places:
        inventory = taken(inventory, place)
    return Quote(leg, fares, places, conv_fee_c(trip.class_code)), inventory


def _check_choices(draft: Draft, leg: Leg) -> None:
    boards = [stop.code for stop in leg.train.stops[leg.start.seq - 1 : leg.end.seq - 1]]
    if draft.board_at not in boards:
        raise RuleError("E_BOARDING", field="boarding")
    if not (len(draft.mobile) == MOBILE_DIGITS and draft.mobile.isascii() and draft.mobile.isdigit()):
        raise RuleError("E_FORMAT", field="mobile")


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RuleError("E_FORMAT", field="date") from None
