"""Dates, running days, midnight, the chart, direct trains and connections."""

import sqlite3
from datetime import date, datetime, timedelta
from itertools import product as pairs_of

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.clock import SITE_NOW
from sites.kit.fields import RuleError
from sites.railsetu.journeys import (
    chart_at,
    check_date,
    connections,
    direct_legs,
    is_charted,
    leg_on,
    serving,
)
from sites.railsetu.seed.network import load_network
from sites.railsetu.timetable import load_train, load_trains, weekdays

TRAINS = load_network().trains
DATES = st.dates(date(2026, 3, 1), date(2026, 6, 30))
SUNDAY, MONDAY, THURSDAY = 6, 0, 3


def test_the_network_has_the_papers_size(railway: sqlite3.Connection) -> None:
    assert len(load_trains(railway)) == 13
    assert railway.execute("SELECT COUNT(*) FROM stations").fetchone()[0] == 22


def test_the_database_holds_the_network(railway: sqlite3.Connection) -> None:
    for planned, train in zip(TRAINS, load_trains(railway), strict=True):
        assert train.stops == planned.stops
        assert (train.no, train.days_mask, train.coaches) == (planned.no, planned.days_mask, planned.coaches)


@pytest.mark.parametrize("train", TRAINS, ids=lambda train: train.no)
def test_time_and_distance_grow_from_stop_to_stop(train) -> None:
    moments = [
        (stop.day, clock) for stop in train.stops for clock in (stop.arr, stop.dep) if clock is not None
    ]
    assert moments == sorted(set(moments))
    assert [stop.km for stop in train.stops] == sorted({stop.km for stop in train.stops})


@pytest.mark.parametrize("train", TRAINS, ids=lambda train: train.no)
@given(journey=DATES)
def test_a_train_leaves_its_first_station_on_its_days_only(train, journey: date) -> None:
    missing = {"12301": SUNDAY, "22435": THURSDAY}.get(train.no)
    if journey.weekday() == missing:
        with pytest.raises(RuleError) as refused:
            leg_on(train, train.first.code, train.last.code, journey)
        assert refused.value.code == "E_NO_RUN"
    else:
        assert leg_on(train, train.first.code, train.last.code, journey).run_date == journey


@given(journey=DATES)
def test_boarding_after_midnight_is_a_day_after_the_run(journey: date) -> None:
    """12301 leaves Howrah on all days but Sundays, and DDU at 00:55 on all days but Mondays."""
    train = load_network().train("12301")
    if journey.weekday() == MONDAY:
        with pytest.raises(RuleError) as refused:
            leg_on(train, "DDU", "NDLS", journey)
        assert refused.value.code == "E_NO_RUN"
        return
    leg = leg_on(train, "DDU", "NDLS", journey)
    assert leg.run_date == journey - timedelta(days=1)
    assert leg.date == journey
    assert leg.departure == datetime.combine(journey, datetime.min.time()).replace(minute=55)


@pytest.mark.parametrize(
    ("way", "departure", "arrival", "minutes"),
    [
        ("12951 MMCT NDLS", "2026-04-01T17:00", "2026-04-02T08:32", 932),
        ("12951 KOTA NDLS", "2026-04-01T03:20", "2026-04-01T08:32", 312),
        ("12621 MAS NDLS", "2026-04-01T22:00", "2026-04-03T06:35", 1955),
        ("12627 BPL AGC", "2026-04-01T01:45", "2026-04-01T08:05", 380),
        ("12002 NDLS BPL", "2026-04-01T06:00", "2026-04-01T14:07", 487),
    ],
)
def test_departures_and_arrivals(way: str, departure: str, arrival: str, minutes: int) -> None:
    no, start, end = way.split()
    leg = leg_on(load_network().train(no), start, end, date(2026, 4, 1))
    assert leg.departure == datetime.fromisoformat(departure)
    assert leg.arrival == datetime.fromisoformat(arrival)
    assert leg.minutes == minutes


@pytest.mark.parametrize("train", TRAINS, ids=lambda train: train.no)
def test_days_at_a_stop_are_the_days_on_which_it_can_be_boarded(train) -> None:
    week = [date(2026, 4, 6) + timedelta(days=day) for day in range(7)]
    for stop in train.stops[:-1]:
        boarded = {day.weekday() for day in week if direct_legs([train], stop.code, train.last.code, day)}
        assert set(weekdays(train.days_at(stop))) == boarded


@pytest.mark.parametrize(
    ("start", "end"), [("NDLS", "MMCT"), ("AGC", "BPL"), ("MMCT", "HWH"), ("MMCT", "MMCT"), ("XXXX", "NDLS")]
)
def test_a_journey_that_the_train_does_not_make_is_refused(start: str, end: str) -> None:
    with pytest.raises(RuleError) as refused:
        leg_on(load_network().train("12951"), start, end, date(2026, 4, 1))
    assert refused.value.code == "E_ROUTE"


def test_pairs_without_a_direct_train_are_all_but_the_pairs_of_stops() -> None:
    served = {
        (start.code, end.code)
        for train in TRAINS
        for start, end in pairs_of(train.stops, repeat=2)
        if start.seq < end.seq
    }
    for start, end in pairs_of(load_network().stations, repeat=2):
        assert bool(serving(TRAINS, start, end)) == ((start, end) in served)
    assert not {("HWH", "LKO"), ("SBC", "MAS"), ("NDLS", "HWH")} & served


@pytest.mark.parametrize(
    ("start", "end", "numbers"),
    [
        ("AGC", "NDLS", {"12621", "12627", "12723"}),
        ("CNB", "NDLS", {"12301", "12393", "22435"}),
        ("MMCT", "BRC", {"12951", "12901"}),
        ("NDLS", "MMCT", {"12952"}),
        ("NDLS", "HWH", set()),
    ],
)
def test_direct_trains(start: str, end: str, numbers: set[str]) -> None:
    assert {train.no for train in serving(TRAINS, start, end)} == numbers


def test_direct_legs_leave_out_trains_that_do_not_run() -> None:
    thursday = direct_legs(TRAINS, "CNB", "NDLS", date(2026, 4, 2))
    monday = direct_legs(TRAINS, "CNB", "NDLS", date(2026, 4, 6))
    assert [leg.train.no for leg in thursday] == ["12393", "12301"]
    assert [leg.train.no for leg in monday] == ["12393", "22435"]


@pytest.mark.parametrize(("start", "end"), [("HWH", "BPL"), ("MMCT", "BPL"), ("ADI", "AGC"), ("SC", "ADI")])
def test_connections_leave_an_hour_to_change_and_arrive_in_order(start: str, end: str) -> None:
    day = date(2026, 4, 8)
    found = connections(TRAINS, start, end, day)
    arrivals = [entry.second.arrival for entry in found]
    assert arrivals == sorted(arrivals)
    for entry in found:
        assert (entry.first.start.code, entry.second.end.code) == (start, end)
        assert entry.first.end.code == entry.second.start.code
        assert entry.first.date == day
        assert entry.second.departure - entry.first.arrival >= timedelta(hours=1)
        assert entry.minutes == entry.first.minutes + entry.wait_minutes + entry.second.minutes


def test_the_way_from_mumbai_to_bhopal_is_by_delhi() -> None:
    best = connections(TRAINS, "MMCT", "BPL", date(2026, 4, 8))[0]
    assert (best.first.train.no, best.first.end.code, best.second.train.no) == ("12951", "NDLS", "12002")
    assert best.second.date == date(2026, 4, 10)


@pytest.mark.parametrize(
    ("day", "allowed"),
    [
        (date(2026, 3, 15), False),
        (date(2026, 3, 16), True),
        (date(2026, 5, 15), True),
        (date(2026, 5, 16), False),
    ],
)
def test_sixty_days_can_be_booked(day: date, allowed: bool) -> None:
    if allowed:
        check_date(day)
        return
    with pytest.raises(RuleError) as refused:
        check_date(day)
    assert refused.value.code == "E_ARP"
    assert refused.value.parameters == {"first": "2026-03-16", "last": "2026-05-15"}


@pytest.mark.parametrize(
    ("no", "run_date", "charted"),
    [
        ("12002", date(2026, 3, 16), True),
        ("12723", date(2026, 3, 16), True),
        ("22435", date(2026, 3, 16), False),
        ("12621", date(2026, 3, 15), True),
        ("12002", date(2026, 3, 17), False),
    ],
)
def test_the_chart_goes_by_the_first_station(no: str, run_date: date, charted: bool) -> None:
    assert is_charted(load_network().train(no), run_date) is charted


def test_a_train_is_charted_long_before_it_reaches_the_middle_of_its_way(railway: sqlite3.Connection) -> None:
    leg = leg_on(load_train(railway, "12621"), "BPL", "NDLS", SITE_NOW.date())
    assert leg.departure - SITE_NOW > timedelta(hours=11)
    assert chart_at(leg.train, leg.run_date) == datetime(2026, 3, 15, 18)
    assert leg.charted
