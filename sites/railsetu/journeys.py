"""When trains really go: runs and dates, what passing midnight does to them, direct journeys and connections.

A run is named by the day on which the train leaves its first station. A journey's date is the day on which
the train leaves the station where the journey begins: ``run_date + (day - 1)``. So a train that does not run
on Sundays passes a station of its second day on all days but Mondays. Charts go by the first station too,
which is why somebody who boards far down the line finds the chart prepared long before the train comes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from sites.kit.clock import SITE_NOW
from sites.kit.forms import RuleError
from sites.railsetu.codes import BOOKING_DAYS
from sites.railsetu.timetable import Stop, Train

CHART_HOURS = 4
"""So long before the first station's departure the chart is prepared."""
MIN_CHANGE_MINUTES = 60
MAX_CHANGE_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Leg:
    """A journey in one run of one train, from one stop to a later one."""

    train: Train
    start: Stop
    end: Stop
    run_date: date

    @property
    def date(self) -> date:
        """The day on which the train leaves ``start``."""
        return self.run_date + timedelta(days=self.start.day - 1)

    @property
    def departure(self) -> datetime:
        """When it leaves ``start``."""
        return departure_at(self.start, self.run_date)

    @property
    def arrival(self) -> datetime:
        """When it reaches ``end``."""
        return _moment(self.end.arr, self.end, self.run_date)

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return _minutes_between(self.departure, self.arrival)

    @property
    def km(self) -> int:
        """How far it goes."""
        return self.end.km - self.start.km

    @property
    def stops_between(self) -> int:
        """How often the train stops on the way."""
        return self.end.seq - self.start.seq - 1

    @property
    def charted(self) -> bool:
        """Whether the run's chart is prepared, so that it can't be booked any more."""
        return is_charted(self.train, self.run_date)


@dataclass(frozen=True, slots=True)
class Connection:
    """Two journeys with a change between them."""

    first: Leg
    second: Leg

    @property
    def wait_minutes(self) -> int:
        """The time to change."""
        return _minutes_between(self.first.arrival, self.second.departure)

    @property
    def minutes(self) -> int:
        """From the first departure to the last arrival."""
        return _minutes_between(self.first.departure, self.second.arrival)


def first_date() -> date:
    """The first day of travel that can be booked."""
    return SITE_NOW.date()


def last_date() -> date:
    """The last day of travel that can be booked."""
    return first_date() + timedelta(days=BOOKING_DAYS)


def check_date(journey: date) -> None:
    """Refuse a day of travel that can't be booked.

    Raises:
        RuleError: E_ARP with the ``first`` and ``last`` date.
    """
    if not first_date() <= journey <= last_date():
        raise RuleError("E_ARP", field="date", first=first_date().isoformat(), last=last_date().isoformat())


def section(train: Train, from_code: str, to_code: str) -> tuple[Stop, Stop]:
    """The two stops of a journey.

    Raises:
        RuleError: E_ROUTE, the train does not go from the one to the other.
    """
    start, end = train.stop(from_code), train.stop(to_code)
    if start.seq >= end.seq:
        raise RuleError("E_ROUTE")
    return start, end


def leg_on(train: Train, from_code: str, to_code: str, journey: date) -> Leg:
    """The journey by this train that leaves ``from_code`` on a date.

    Raises:
        RuleError: E_ROUTE, or E_NO_RUN when the train does not leave that station on that day.
    """
    start, end = section(train, from_code, to_code)
    run_date = journey - timedelta(days=start.day - 1)
    if not train.runs_on(run_date):
        raise RuleError("E_NO_RUN")
    return Leg(train, start, end, run_date)


def direct_legs(trains: Iterable[Train], from_code: str, to_code: str, journey: date) -> list[Leg]:
    """Every direct journey on a date, the earliest departure first."""
    legs: list[Leg] = []
    for train in trains:
        try:
            legs.append(leg_on(train, from_code, to_code, journey))
        except RuleError:
            continue
    return sorted(legs, key=lambda leg: (leg.departure, leg.train.no))


def serving(trains: Iterable[Train], from_code: str, to_code: str) -> list[Train]:
    """The trains that go from one station to another, whatever the day."""
    return [train for train in trains if _serves(train, from_code, to_code)]


def connections(trains: Iterable[Train], from_code: str, to_code: str, journey: date) -> list[Connection]:
    """Every journey with one change of 1 to 24 hours, the earliest arrival first."""
    fleet = tuple(trains)
    found = [
        Connection(first, second)
        for train in fleet
        for first in _legs_from(train, from_code, journey)
        if first.end.code != to_code
        for day in (first.arrival.date(), first.arrival.date() + timedelta(days=1))
        for second in direct_legs(fleet, first.end.code, to_code, day)
        if second.train.no != train.no
    ]
    kept = [entry for entry in found if MIN_CHANGE_MINUTES <= entry.wait_minutes <= MAX_CHANGE_MINUTES]
    return sorted(kept, key=lambda entry: (entry.second.arrival, entry.minutes, entry.first.end.code))


def departure_at(stop: Stop, run_date: date) -> datetime:
    """When a run leaves a stop that is not its last."""
    return _moment(stop.dep, stop, run_date)


def chart_at(train: Train, run_date: date) -> datetime:
    """When the chart of a run is prepared."""
    return departure_at(train.first, run_date) - timedelta(hours=CHART_HOURS)


def is_charted(train: Train, run_date: date) -> bool:
    """Whether the chart of a run is prepared now."""
    return chart_at(train, run_date) <= SITE_NOW


def _legs_from(train: Train, code: str, journey: date) -> list[Leg]:
    """The journeys of a date from a station to every later stop of the train."""
    later = [stop.code for stop in train.stops if _serves(train, code, stop.code)]
    return [leg for end in later for leg in direct_legs([train], code, end, journey)]


def _serves(train: Train, from_code: str, to_code: str) -> bool:
    codes = [stop.code for stop in train.stops]
    return from_code in codes and to_code in codes and codes.index(from_code) < codes.index(to_code)


def _moment(clock: str | None, stop: Stop, run_date: date) -> datetime:
    if clock is None:
        raise ValueError(f"the train does not arrive at, or leave, its end {stop.code}: ask the other stop")
    return datetime.combine(run_date + timedelta(days=stop.day - 1), time.fromisoformat(clock))


def _minutes_between(start: datetime, end: datetime) -> int:
    return int((end - start).total_seconds()) // 60
