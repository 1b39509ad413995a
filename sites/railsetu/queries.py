"""What several pages show: names of stations, offers of a search, boards, lists of tickets and refunds."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from flask import g

from sites.kit.clock import SITE_NOW
from sites.kit.context import get_db
from sites.railsetu.allotment import Availability
from sites.railsetu.availability import availability
from sites.railsetu.codes import CANCELLED, TATKAL
from sites.railsetu.fares import Fare, load_fare, passenger_fare
from sites.railsetu.journeys import Leg, departure_at
from sites.railsetu.timetable import Stop, Train, load_trains, minutes_of_day

BOOKABLE = frozenset({"AVAILABLE", "RAC", "WL"})

Moment = Callable[["Offer"], tuple[object, str]]


@dataclass(frozen=True, slots=True)
class ClassOffer:
    """What a journey costs in one class, and whether there is room."""

    code: str
    fare: Fare | None
    """Of an adult with meals where there are any; None where the class does not have the quota."""
    availability: Availability

    @property
    def bookable(self) -> bool:
        """Whether anybody can still be booked."""
        return self.availability.code in BOOKABLE


@dataclass(frozen=True, slots=True)
class Offer:
    """A direct journey with its classes."""

    leg: Leg
    classes: tuple[ClassOffer, ...]

    @property
    def lowest_fare_c(self) -> int:
        """The fare of its cheapest class; above every other where none has a fare."""
        fares = [entry.fare.total_c for entry in self.classes if entry.fare]
        return min(fares, default=2**31)


@dataclass(frozen=True, slots=True)
class Call:
    """A train that calls at a station, as its board shows it."""

    train: Train
    stop: Stop
    clock: str
    """``HH:MM`` of the arrival or departure."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket of a list."""

    row: sqlite3.Row
    departure: datetime
    """From the station where the journey begins."""
    boarding: datetime
    """From the station where the passengers board: the same or later."""
    passengers: int


_SORTS: Mapping[str, Moment] = {
    "dep": lambda offer: (offer.leg.departure, offer.leg.train.no),
    "arr": lambda offer: (offer.leg.arrival, offer.leg.train.no),
    "duration": lambda offer: (offer.leg.minutes, offer.leg.train.no),
    "fare": lambda offer: (offer.lowest_fare_c, offer.leg.train.no),
}


def station_names(db: sqlite3.Connection) -> dict[str, str]:
    """Code -> name of every station, in the order of a dictionary. Read once a request."""
    if "station_names" not in g:
        g.station_names = dict(
            db.execute("SELECT code, name FROM stations ORDER BY sort_key, code").fetchall()
        )
    return g.station_names


def station_name(code: str) -> str:
    """The name of a station, for templates."""
    return station_names(get_db())[code]


def offers(
    db: sqlite3.Connection, legs: Iterable[Leg], *, class_code: str | None, quota: str, sort: str
) -> list[Offer]:
    """The journeys with their classes (one of them only if asked; trains without it are left out), sorted."""
    found = [
        Offer(leg, tuple(class_offer(db, leg, code, quota) for code in leg.train.classes if code in wanted))
        for leg in legs
        for wanted in [leg.train.classes if class_code is None else (class_code,)]
        if set(wanted) & set(leg.train.classes)
    ]
    return sorted(found, key=_SORTS[sort])  # type: ignore[arg-type]


def class_offer(db: sqlite3.Connection, leg: Leg, class_code: str, quota: str) -> ClassOffer:
    """What a journey costs in a class that the train has, and whether there is room."""
    listed = load_fare(db, leg.train.no, leg.start.code, leg.end.code, class_code)
    offered = availability(db, leg, class_code, quota)
    if offered.code == "NO_QUOTA" or (quota == TATKAL and listed.tatkal_c is None):
        return ClassOffer(class_code, None, offered)
    fare = passenger_fare(class_code, listed, quota=quota, meal=True, child_no_berth=False)
    return ClassOffer(class_code, fare, offered)


def departures(trains: Iterable[Train], code: str) -> list[Call]:
    """Every train that leaves a station, in order of the time of day."""
    return _calls((train, train.stop(code), train.stop(code).dep) for train in trains if train.stops_at(code))


def arrivals(trains: Iterable[Train], code: str) -> list[Call]:
    """Every train that reaches a station, in order of the time of day."""
    return _calls((train, train.stop(code), train.stop(code).arr) for train in trains if train.stops_at(code))


def tickets_of(db: sqlite3.Connection, user_id: int, which: str) -> list[Ticket]:
    """The user's tickets, those booked last first: ``all``, ``upcoming``, ``past`` or ``cancelled`` ones."""
    rows = db.execute(
        "SELECT pnrs.*, trains.name AS train_name,"
        " (SELECT COUNT(*) FROM pax WHERE pax.pnr = pnrs.pnr) AS count"
        " FROM pnrs JOIN trains ON trains.no = train_no WHERE user_id = ? ORDER BY booked_at DESC, pnr DESC",
        (user_id,),
    )
    trains = {train.no: train for train in load_trains(db)}
    listed = [_ticket(row, trains[row["train_no"]]) for row in rows]
    return [ticket for ticket in listed if which in ("all", _kind(ticket))]


def refunds_of(db: sqlite3.Connection, user_id: int) -> list[sqlite3.Row]:
    """What the user was refunded, a row for each cancelled passenger, the last first."""
    return db.execute(
        "SELECT refunds.*, pax.name, pax.fare_c FROM refunds JOIN pnrs USING (pnr)"
        " JOIN pax ON pax.pnr = refunds.pnr AND pax.n = pax_n WHERE user_id = ?"
        " ORDER BY at DESC, refunds.id DESC",
        (user_id,),
    ).fetchall()


def _kind(ticket: Ticket) -> str:
    if ticket.row["status"] == CANCELLED:
        return "cancelled"
    return "upcoming" if ticket.boarding > SITE_NOW else "past"


def _ticket(row: sqlite3.Row, train: Train) -> Ticket:
    run_date = date.fromisoformat(row["run_date"])
    departure, boarding = (
        departure_at(train.stop(row[column]), run_date) for column in ("from_code", "board_at")
    )
    return Ticket(row, departure, boarding, row["count"])


def _calls(entries: Iterable[tuple[Train, Stop, str | None]]) -> list[Call]:
    calls = [Call(train, stop, clock) for train, stop, clock in entries if clock is not None]
    return sorted(calls, key=lambda call: (minutes_of_day(call.clock), call.train.no))
