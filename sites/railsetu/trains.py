"""The pages of one train: its timetable, its fares, and what it still offers on six days."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from flask import Blueprint, render_template, request

from sites.kit.context import get_db
from sites.kit.forms import FormSpec, FormState, RuleError
from sites.railsetu.allotment import Availability
from sites.railsetu.availability import availability
from sites.railsetu.codes import GENERAL, TATKAL
from sites.railsetu.fares import ListedFare, conv_fee_c, load_fare, passenger_fare
from sites.railsetu.forms import availability_form, section_fields
from sites.railsetu.journeys import check_date, first_date, last_date, leg_on, section
from sites.railsetu.queries import BOOKABLE
from sites.railsetu.timetable import Stop, Train, load_train

AVAILABILITY_DAYS = 6

trains = Blueprint("trains", __name__, url_prefix="/train/<no>")


@dataclass(frozen=True, slots=True)
class ClassFare:
    """The fare of one class in its parts."""

    code: str
    listed: ListedFare
    child_c: int
    """What a child without a berth pays, meals included."""
    tatkal_c: int | None
    """What an adult pays in the Tatkal quota, meals included; None where there is none."""
    fee_c: int
    """The booking fee of a ticket."""


@dataclass(frozen=True, slots=True)
class DayOffer:
    """What a train still offers on one day; None where it does not run."""

    day: date
    availability: Availability | None

    @property
    def bookable(self) -> bool:
        """Whether anybody can still be booked."""
        return self.availability is not None and self.availability.code in BOOKABLE


@trains.get("")
def timetable_page(no: str) -> str:
    """The timetable of a train."""
    return render_template("trains/timetable.html", train=load_train(get_db(), no))


@trains.get("/fares")
def fares_page(no: str) -> str:
    """What a journey by this train costs in each class, part by part."""
    db = get_db()
    train = load_train(db, no)
    form = _read(FormSpec(*section_fields(train)))
    stops = _section(form, train)
    fares = [_class_fare(db, train, stops, code) for code in train.classes] if stops else []
    return render_template("trains/fares.html", train=train, form=form, section=stops, fares=fares)


@trains.get("/availability")
def availability_page(no: str) -> str:
    """What a train still offers in one class and quota, from a day on."""
    db = get_db()
    train = load_train(db, no)
    form = _read(availability_form(train), date=first_date().isoformat())
    stops = _section(form, train)
    days: list[DayOffer] = []
    if stops and form.ok:
        days = list(_days(db, train, stops, form))
    return render_template(
        "trains/availability.html",
        train=train,
        form=form,
        section=stops,
        days=days,
    )


def _read(spec: FormSpec, **presets: str) -> FormState:
    form = spec.fill(request.args, **presets)
    if form.ok and "date" in spec.names:
        try:
            check_date(date.fromisoformat(form.text("date")))
        except RuleError as error:
            form.reject(error)
    return form


def _section(form: FormState, train: Train) -> tuple[Stop, Stop] | None:
    if not form.ok:
        return None
    try:
        return section(train, form.text("from"), form.text("to"))
    except RuleError as error:
        form.reject(error)
        return None


def _class_fare(db: sqlite3.Connection, train: Train, stops: tuple[Stop, Stop], code: str) -> ClassFare:
    listed = load_fare(db, train.no, stops[0].code, stops[1].code, code)
    child = passenger_fare(code, listed, quota=GENERAL, meal=True, child_no_berth=True)
    tatkal_c = None
    if listed.tatkal_c is not None:
        tatkal_c = passenger_fare(code, listed, quota=TATKAL, meal=True, child_no_berth=False).total_c
    return ClassFare(code, listed, child.total_c, tatkal_c, conv_fee_c(code))


def _days(
    db: sqlite3.Connection, train: Train, stops: tuple[Stop, Stop], form: FormState
) -> Iterator[DayOffer]:
    """The days from the one asked for on, up to the last that can be booked."""
    first = date.fromisoformat(form.text("date"))
    for place in range(AVAILABILITY_DAYS):
        day = first + timedelta(days=place)
        if day > last_date():
            return
        try:
            leg = leg_on(train, stops[0].code, stops[1].code, day)
        except RuleError:
            yield DayOffer(day, None)
            continue
        yield DayOffer(day, availability(db, leg, form.text("class"), form.text("quota")))
