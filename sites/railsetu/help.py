"""The help pages: the railway's rules in words and tables, with the figures that the rules really use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from sites.kit.context import get_db
from sites.kit.help import figures, help_text
from sites.kit.isolation import isolated_id
from sites.railsetu import codes, fares, journeys, quotas, refunds, ticket_rules

_AMOUNTS_C: Mapping[str, int] = {
    "clerkage": refunds.CLERKAGE_C,
    "fee": fares.CONVENIENCE_FEE_C,
    "fee_ac": fares.CONVENIENCE_FEE_AC_C,
}
_NUMBERS: Mapping[str, int] = {
    "band": fares.KM_BANDS[0][0] or 0,
    "boarding_hours": ticket_rules.BOARDING_CHANGE_HOURS,
    "booking_days": codes.BOOKING_DAYS,
    "boys_below": quotas.BOYS_BELOW_AGE,
    "chart_hours": journeys.CHART_HOURS,
    "child_first": codes.CHILD_AGES[0],
    "child_last": codes.CHILD_AGES[1],
    "flat_from": refunds.FLAT_FROM_H,
    "half_from": refunds.HALF_FROM_H,
    "max_passengers": codes.MAX_PASSENGERS,
    "quarter_from": refunds.QUARTER_FROM_H,
    "queue_until": refunds.QUEUE_UNTIL_MIN,
    "senior_alone": quotas.SENIOR_LONE_WOMAN_AGE,
    "senior_max": quotas.SENIOR_MAX_PASSENGERS,
    "senior_men": quotas.SENIOR_MEN_AGE,
    "senior_women": quotas.SENIOR_WOMEN_AGE,
    "tatkal_max": quotas.TATKAL_MAX_PASSENGERS,
}
_PERCENTAGES: Mapping[str, int] = {
    "child_percent": fares.CHILD_PERCENT,
    "gst": fares.GST_PERCENT,
    "half": refunds.HALF_PERCENT,
    "plus_percent": int((fares.CAT_PLUS_FACTOR - 1) * 100),
    "quarter": refunds.QUARTER_PERCENT,
    "second_band": int(fares.KM_BANDS[1][1] * 100),
    "tatkal_percent": fares.TATKAL_PERCENT,
    "third_band": int(fares.KM_BANDS[2][1] * 100),
}
_CONTENT_FOLDER = Path(__file__).parent / "content"

help_pages = Blueprint("help", __name__, url_prefix="/help")


@dataclass(frozen=True, slots=True)
class ClassCharges:
    """The charges of a class that don't depend on the distance, in cents."""

    code: str
    resv_c: int
    sf_c: int
    cater_c: int
    """On trains with meals, instead of the superfast charge."""


def _cancellation_table() -> dict[str, object]:
    db = get_db()
    flat = db.execute("SELECT class, flat_c FROM cancel_flat").fetchall()
    ordered = sorted(flat, key=lambda row: codes.CLASSES.index(row["class"]))
    return {"bands": [band for band in refunds.load_bands(db) if _is_own_band(band)], "flat": ordered}


def _tatkal_table() -> dict[str, object]:
    limits = {code: tuple(map(fares.cents_of_inr, pair)) for code, pair in fares.TATKAL_INR.items()}
    return {"limits": [(code, *limits[code]) for code in codes.CLASSES if code in limits]}


def _fares_table() -> dict[str, object]:
    charges = [
        ClassCharges(
            code=code,
            resv_c=fares.cents_of_inr(fares.RESERVATION_INR[code]),
            sf_c=fares.cents_of_inr(fares.SUPERFAST_INR[code]),
            cater_c=fares.cents_of_inr(fares.CATERING_INR[code]),
        )
        for code in codes.CLASSES
    ]
    return {"charges": charges}


_TOPICS: Mapping[str, Callable[[], dict[str, object]] | None] = {
    "cancellation": _cancellation_table,
    "tatkal": _tatkal_table,
    "rac-wl": None,
    "child": None,
    "fares": _fares_table,
    "quota": None,
}
"""Topic -> what fills its table; None where words are enough."""


@help_pages.get("/<topic>")
def help_page(topic: str) -> ResponseReturnValue:
    """The rules of one topic."""
    if topic not in _TOPICS:
        abort(404)
    text = help_text(_CONTENT_FOLDER, topic, _slots())
    table = _TOPICS[topic]
    if table is None:
        return render_template("kit/help.html", help=text)
    return render_template(f"help/{topic}.html", help=text, **table())


def _slots() -> dict[str, Markup]:
    times = {"opens": quotas.TATKAL_OPENS}
    slots = figures(amounts_c=_AMOUNTS_C, numbers=_NUMBERS, percentages=_PERCENTAGES, times=times)
    return slots | {"tatkal_date": isolated_id(quotas.tatkal_run_date().isoformat())}


def _is_own_band(band: refunds.Band) -> bool:
    """Whether a band is told of: the small quotas have those of the general one."""
    return band.quota == codes.GENERAL or (band.quota == codes.TATKAL and band.status == codes.CNF)
