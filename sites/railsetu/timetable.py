"""Trains and the stops they make, read from the database.

A stop's ``day`` counts from the day on which the train leaves its first station, so a train that passes
midnight reaches its later stops on another date than that of its run (`sites.railsetu.journeys`).
"""

import sqlite3
from dataclasses import dataclass
from datetime import date, time

from sites.kit.forms import RuleError

DAYS_OF_WEEK = 7
EVERY_DAY = 0b1111111


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a train."""

    code: str
    seq: int
    """From 1."""
    arr: str | None
    """``HH:MM``; None at the first stop."""
    dep: str | None
    """``HH:MM``; None at the last stop."""
    day: int
    """1 for the day of the run."""
    km: int
    """From the first stop."""
    platform: int

    @property
    def halt_minutes(self) -> int | None:
        """How long the train stands here; None at both ends. No stop lasts over midnight."""
        if self.arr is None or self.dep is None:
            return None
        return minutes_of_day(self.dep) - minutes_of_day(self.arr)


@dataclass(frozen=True, slots=True)
class Train:
    """A train: the days on which it leaves its first station, its classes and its stops in order."""

    no: str
    name: str
    type: str
    days_mask: int
    """Bit 0 for Monday."""
    classes: tuple[str, ...]
    """The highest first."""
    coaches: tuple[int, ...]
    """How many of each class."""
    cat_plus: bool
    """Rajdhani, Shatabdi, Vande Bharat: dearer base fare, meals, no superfast charge."""
    stops: tuple[Stop, ...]

    @property
    def first(self) -> Stop:
        """Where it starts."""
        return self.stops[0]

    @property
    def last(self) -> Stop:
        """Where it ends."""
        return self.stops[-1]

    def stops_at(self, code: str) -> bool:
        """Whether it stops at a station."""
        return any(stop.code == code for stop in self.stops)

    def stop(self, code: str) -> Stop:
        """The stop at a station.

        Raises:
            RuleError: E_ROUTE, it does not stop there.
        """
        for stop in self.stops:
            if stop.code == code:
                return stop
        raise RuleError("E_ROUTE")

    def coaches_of(self, class_code: str) -> int:
        """How many coaches of a class it has; 0 for a class that it does not have."""
        return dict(zip(self.classes, self.coaches, strict=True)).get(class_code, 0)

    def runs_on(self, run_date: date) -> bool:
        """Whether it leaves its first station on this date."""
        return bool(self.days_mask >> run_date.weekday() & 1)

    def days_at(self, stop: Stop) -> int:
        """The weekdays on which it is at a stop, as a mask like ``days_mask``."""
        shift = (stop.day - 1) % DAYS_OF_WEEK
        return (self.days_mask << shift | self.days_mask >> (DAYS_OF_WEEK - shift)) & EVERY_DAY


def load_trains(db: sqlite3.Connection) -> tuple[Train, ...]:
    """Every train, in the order of lists."""
    stops: dict[str, list[Stop]] = {}
    query = "SELECT train_no, code, seq, arr, dep, day, km, platform FROM stops ORDER BY train_no, seq"
    for train_no, *columns in db.execute(query):
        stops.setdefault(train_no, []).append(Stop(*columns))
    rows = db.execute("SELECT no, name, type, days_mask, classes, coaches, cat_plus FROM trains ORDER BY seq")
    return tuple(_train(row, stops[row["no"]]) for row in rows)


def load_train(db: sqlite3.Connection, no: str) -> Train:
    """The train with a number.

    Raises:
        RuleError: E_NOT_FOUND.
    """
    for train in load_trains(db):
        if train.no == no:
            return train
    raise RuleError("E_NOT_FOUND")


def weekdays(mask: int) -> tuple[int, ...]:
    """The days of a mask, 0 for Monday."""
    return tuple(day for day in range(DAYS_OF_WEEK) if mask >> day & 1)


def minutes_of_day(clock: str) -> int:
    """Minutes from midnight to ``HH:MM``."""
    moment = time.fromisoformat(clock)
    return moment.hour * 60 + moment.minute


def _train(row: sqlite3.Row, stops: list[Stop]) -> Train:
    return Train(
        no=row["no"],
        name=row["name"],
        type=row["type"],
        days_mask=row["days_mask"],
        classes=tuple(row["classes"].split()),
        coaches=tuple(map(int, row["coaches"].split())),
        cat_plus=bool(row["cat_plus"]),
        stops=tuple(stops),
    )
