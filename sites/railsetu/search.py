"""The front page, and the search: direct trains on a day, and journeys with one change."""

import sqlite3
from collections.abc import Sequence
from datetime import date

from flask import Blueprint, render_template, request

from sites.kit.context import get_db
from sites.kit.forms import FormSpec, FormState, RuleError
from sites.railsetu.forms import ANY_CLASS, CONNECTIONS, PNR, SEARCH, SORTED_SEARCH
from sites.railsetu.journeys import (
    MAX_CHANGE_MINUTES,
    MIN_CHANGE_MINUTES,
    Connection,
    check_date,
    connections,
    direct_legs,
    first_date,
    last_date,
    serving,
)
from sites.railsetu.queries import Offer, offers
from sites.railsetu.timetable import Train, load_trains

search = Blueprint("search", __name__)


@search.get("/")
def home() -> str:
    """The front page: the search, a PNR to look up, and all trains."""
    return render_template(
        "search/home.html",
        form=SEARCH.blank(date=first_date().isoformat()),
        pnr_form=PNR.blank(),
        trains=load_trains(get_db()),
        last_date=last_date().isoformat(),
    )


@search.get("/trains")
def trains_page() -> str:
    """The direct trains between two stations on a day."""
    form = _read(SORTED_SEARCH)
    found: Sequence[Offer] | None = None
    other_days: list[Train] = []
    if form.ok and request.args:
        db = get_db()
        trains = load_trains(db)
        route = form.text("from"), form.text("to")
        found = _offers(db, trains, form)
        running = {offer.leg.train.no for offer in found}
        other_days = [train for train in serving(trains, *route) if train.no not in running]
    return render_template("search/trains.html", form=form, offers=found, other_days=other_days)


@search.get("/connections")
def connections_page() -> str:
    """The journeys between two stations with one change."""
    form = _read(CONNECTIONS)
    found: Sequence[Connection] | None = None
    if form.ok and request.args:
        trains = load_trains(get_db())
        journey = date.fromisoformat(form.text("date"))
        found = connections(trains, form.text("from"), form.text("to"), journey)
    return render_template(
        "search/connections.html",
        form=form,
        connections=found,
        least_minutes=MIN_CHANGE_MINUTES,
        most_minutes=MAX_CHANGE_MINUTES,
    )


def _read(spec: FormSpec) -> FormState:
    """The search that the address asks for; one to fill in where it asks for nothing."""
    if not request.args:
        return spec.blank(date=first_date().isoformat())
    form = spec.fill(request.args)
    if form.ok:
        try:
            if form.text("from") == form.text("to"):
                raise RuleError("E_SAME_STATION", field="to")
            check_date(date.fromisoformat(form.text("date")))
        except RuleError as error:
            form.reject(error)
    return form


def _offers(db: sqlite3.Connection, trains: Sequence[Train], form: FormState) -> list[Offer]:
    legs = direct_legs(trains, form.text("from"), form.text("to"), date.fromisoformat(form.text("date")))
    class_code = form.text("class")
    return offers(
        db,
        legs,
        class_code=None if class_code == ANY_CLASS else class_code,
        quota=form.text("quota"),
        sort=form.text("sort"),
    )
