"""The stations, and the board of one: which trains arrive and leave, when, and on which days."""

from flask import Blueprint, abort, render_template

from sites.kit.context import get_db
from sites.railsetu.queries import arrivals, departures, station_names
from sites.railsetu.timetable import load_trains

stations = Blueprint("stations", __name__)


@stations.get("/stations")
def station_list() -> str:
    """All stations in the order of a dictionary, with the number of trains that stop there."""
    db = get_db()
    trains = load_trains(db)
    counts = {code: sum(train.stops_at(code) for train in trains) for code in station_names(db)}
    return render_template("stations/list.html", counts=counts)


@stations.get("/station/<code>")
def station_page(code: str) -> str:
    """The board of a station."""
    db = get_db()
    if code not in station_names(db):
        abort(404)
    trains = load_trains(db)
    return render_template(
        "stations/board.html",
        code=code,
        departures=departures(trains, code),
        arrivals=arrivals(trains, code),
    )
