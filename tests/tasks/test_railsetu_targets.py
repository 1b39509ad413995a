"""What RailSetu's queries draw is what the railway's own rules find: the fastest, the next, the refund.

A query of a task is SQL, the site computes in Python; what many seeds draw is compared with the site.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import date, timedelta

import pytest

from sites.kit.changes import Value
from sites.kit.database import build_database
from sites.railsetu import SITE
from sites.railsetu.availability import availability
from sites.railsetu.fares import conv_fee_c, load_fare
from sites.railsetu.journeys import Leg, connections, direct_legs, leg_on
from sites.railsetu.ticket_rules import load_ticket, refund_quotes
from sites.railsetu.timetable import load_train, load_trains
from tasks.slots import pick, run_query
from tasks.templates import read_templates

SEEDS = 25
Row = Mapping[str, Value]


class Railway:
    """The site's rules over the English database, asked with the slots of a task."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.trains = load_trains(db)
        self._queries = {one.id: one.slots_query or "" for one in read_templates(SITE.name)}

    def drawn(self, number: str) -> list[Row]:
        """What the seeds draw for a task."""
        rows = run_query(self.db, self._queries[f"railsetu-{number}"], {}, number)
        return [pick(rows, f"{seed}/railsetu-{number}") for seed in range(SEEDS)]

    def legs(self, row: Row, day: str = "date") -> list[Leg]:
        """The direct journeys on the day of a row."""
        return direct_legs(self.trains, str(row["a"]), str(row["b"]), date.fromisoformat(str(row[day])))

    def free(self, leg: Leg, class_code: Value, quota: str = "GN") -> int:
        """Places that a newcomer can have."""
        offer = availability(self.db, leg, str(class_code), quota)
        return offer.number or 0 if offer.code == "AVAILABLE" else 0

    def leg(self, row: Row, *, no: str = "no", a: str = "a", b: str = "b", day: str = "date") -> Leg:
        """The journey by the train that a row names."""
        train = load_train(self.db, str(row[no]))
        return leg_on(train, str(row[a]), str(row[b]), date.fromisoformat(str(row[day])))

    def fare_c(self, row: Row, class_code: str) -> int:
        """The full fare of the way of a row."""
        return load_fare(self.db, str(row["no"]), str(row["a"]), str(row["b"]), class_code).total_c


@pytest.fixture(scope="module")
def railway() -> Iterator[Railway]:
    path = build_database(SITE, "en")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        yield Railway(db)


def numbers(legs: list[Leg], key: Callable[[Leg], object], best: Callable[[list], object] = min) -> list[str]:
    """The trains for which a key is best."""
    wanted = best([key(leg) for leg in legs])
    return [leg.train.no for leg in legs if key(leg) == wanted]


def at_hour(row: Row, name: str) -> str:
    return f"{row['date']} {int(row[name] or 0):02}:00"


def test_the_fastest_train(railway):
    for row in railway.drawn("013"):
        assert numbers(railway.legs(row), lambda leg: leg.minutes) == [row["no"]]


def test_the_earliest_arrival_from_an_hour_on(railway):
    for row in railway.drawn("014"):
        legs = railway.legs(row)
        later = [leg for leg in legs if str(leg.departure) >= at_hour(row, "hour")]
        assert numbers(later, lambda leg: leg.arrival) == [row["no"]]
        assert numbers(legs, lambda leg: leg.arrival) != [row["no"]]


def test_how_many_trains_run(railway):
    for row in railway.drawn("015"):
        assert len(railway.legs(row)) == row["running"]


def test_the_cheapest_way_with_air_conditioning(railway):
    for row in railway.drawn("016"):
        fares = [
            (railway.fare_c({**row, "no": leg.train.no}, code), leg.train.no, code)
            for leg in railway.legs(row)
            for code in leg.train.classes
            if code != "SL"
        ]
        first, second, *_ = sorted(fares)
        assert first[1:] == (row["no"], row["class"])
        assert first[0] < second[0]


def test_the_day_with_the_most_places(railway):
    for row in railway.drawn("018"):
        start = date.fromisoformat(str(row["day1"]))
        days = [(start + timedelta(days=after)).isoformat() for after in range(6)]
        free = {day: railway.free(railway.leg({**row, "date": day}), row["class"]) for day in days}
        assert days[-1] == row["day6"]
        assert [day for day in days if free[day] == max(free.values())] == [row["best"]]


@pytest.mark.parametrize("number", ["024", "057"])
def test_refunds(railway, number):
    for row in railway.drawn(number):
        refund_c = sum(
            quote.refund_c for quote in refund_quotes(railway.db, load_ticket(railway.db, row["pnr"]))
        )
        assert refund_c == row["refund_c"] if number == "024" else refund_c > row["least_c"]


def test_the_highest_refund(railway):
    (row, *_) = railway.drawn("055")
    mine = railway.db.execute(
        "SELECT pnrs.* FROM pnrs JOIN users ON users.id = user_id WHERE username = 'kavya'"
    )
    refunds = {
        ticket["pnr"]: sum(one.refund_c for one in refund_quotes(railway.db, ticket)) for ticket in mine
    }
    assert [pnr for pnr, refund_c in refunds.items() if refund_c == max(refunds.values())] == [row["pnr"]]


def test_the_first_train_of_the_best_connection(railway):
    for row in railway.drawn("031"):
        day = date.fromisoformat(str(row["date"]))
        found = connections(railway.trains, str(row["a"]), str(row["b"]), day)
        earliest = min(entry.second.arrival for entry in found)
        assert {entry.first.train.no for entry in found if entry.second.arrival == earliest} == {row["no"]}
        assert not railway.legs(row)


def test_the_latest_train_that_is_in_time(railway):
    for row in railway.drawn("033"):
        day = date.fromisoformat(str(row["date"]))
        legs = [
            leg
            for before in range(4)
            for leg in railway.legs({**row, "date": (day - timedelta(days=before)).isoformat()})
            if str(leg.arrival) < at_hour(row, "hour")
        ]
        assert numbers(legs, lambda leg: leg.departure, max) == [row["no"]]


@pytest.mark.parametrize(
    ("number", "quota", "places"),
    [
        *((number, "GN", 1) for number in ("034", "040", "044", "047", "048")),
        *((number, "GN", 1) for number in ("068t", "069t", "070t", "072t", "075t")),
        ("037", "GN", 2),
        ("041", "LD", 2),
        ("042", "SS", 1),
        ("043", "TQ", 1),
        ("073t", "TQ", 1),
    ],
)
def test_there_is_room_for_what_is_booked(railway, number, quota, places):
    for row in railway.drawn(number):
        assert railway.free(railway.leg(row), row["class"], quota) >= places


def test_the_cheapest_class_with_room(railway):
    for row in railway.drawn("035"):
        leg = railway.leg(row)
        classes = sorted(leg.train.classes, key=lambda code: railway.fare_c(row, code))
        assert next(code for code in classes if railway.free(leg, code)) == row["class"] != classes[0]


def test_the_fastest_train_with_a_class(railway):
    for row in railway.drawn("036"):
        legs = [leg for leg in railway.legs(row) if row["class"] in leg.train.classes]
        assert len(legs) > 1
        assert numbers(legs, lambda leg: leg.minutes) == [row["no"]]
        assert railway.free(railway.leg(row), row["class"]) >= 2


def test_the_first_day_with_room(railway):
    for row in railway.drawn("039"):
        day = date.fromisoformat(str(row["day1"]))
        train = load_train(railway.db, str(row["no"]))
        while not train.runs_on(day) or not railway.free(
            railway.leg({**row, "date": day.isoformat()}), row["class"]
        ):
            day += timedelta(days=1)
        assert day.isoformat() == row["date"]


def test_there_and_back(railway):
    for row in railway.drawn("045"):
        go = railway.leg(row, no="no1", day="date1")
        back = railway.leg(row, no="no2", a="b", b="a", day="date2")
        assert go.arrival < back.departure
        assert railway.free(go, row["class"])
        assert railway.free(back, row["class"])


def test_the_highest_class_within_a_budget(railway):
    for row in railway.drawn("046"):
        leg = railway.leg(row)
        costs_c = {code: 2 * railway.fare_c(row, code) + conv_fee_c(code) for code in leg.train.classes}
        affordable = [code for code, cost_c in costs_c.items() if cost_c <= int(row["budget_c"] or 0)]
        assert max(affordable, key=costs_c.__getitem__) == row["class"]
        assert railway.free(leg, row["class"]) >= 2
        assert any(railway.free(leg, code) >= 2 for code in costs_c.keys() - set(affordable))


def test_the_one_train_between_two_hours(railway):
    for row in railway.drawn("049"):
        fitting = [
            leg
            for leg in railway.legs(row)
            if str(leg.departure) > at_hour(row, "hour1") and str(leg.arrival) < at_hour(row, "hour2")
        ]
        assert [leg.train.no for leg in fitting] == [row["no"]]
        assert railway.free(fitting[0], row["class"])


def test_the_only_train_with_a_class(railway):
    for row in railway.drawn("065"):
        assert [leg.train.no for leg in railway.legs(row) if "1A" in leg.train.classes] == [row["no"]]
        assert railway.free(railway.leg(row), "1A")


def test_the_train_with_the_most_places(railway):
    for row in railway.drawn("066"):
        legs = [leg for leg in railway.legs(row) if row["class"] in leg.train.classes]
        free = {leg.train.no: railway.free(leg, row["class"]) for leg in legs}
        assert [no for no, places in free.items() if places == max(free.values())] == [row["no"]]


def test_the_next_train_after_a_change(railway):
    for row in railway.drawn("067"):
        first = railway.leg(row, no="no1", b="c", day="date1")
        days = [first.arrival.date() + timedelta(days=after) for after in range(2)]
        onward = [
            leg for day in days for leg in direct_legs(railway.trains, str(row["c"]), str(row["b"]), day)
        ]
        second = min(
            (leg for leg in onward if leg.departure - first.arrival >= timedelta(hours=1)),
            key=lambda leg: leg.departure,
        )
        assert (second.train.no, second.date.isoformat()) == (row["no2"], row["date2"])
        assert railway.free(first, row["class"])
        assert railway.free(second, row["class"])


@pytest.mark.parametrize("number", ["012", "072"])
def test_the_waiting_list(railway, number):
    for row in railway.drawn(number):
        offer = availability(railway.db, railway.leg(row), str(row["class"]), "GN")
        assert offer.code == "WL"
        assert number == "072" or offer.number == row["place"]
