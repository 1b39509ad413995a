"""The help pages: the shop's rules in words, with the figures that the rules really use."""

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from sites.kit.context import get_db
from sites.kit.help import figures, help_text
from sites.ministore import pricing

TOPICS = ("shipping", "returns", "coupons")

_AMOUNTS_C: Mapping[str, int] = {
    "standard": pricing.STANDARD_C,
    "express": pricing.EXPRESS_C,
    "free_from": pricing.FREE_STANDARD_FROM_C,
    "bulky": pricing.BULKY_SURCHARGE_C,
    "gift_wrap": pricing.GIFT_WRAP_C,
    "cod_limit": pricing.COD_LIMIT_C,
    "restocking": pricing.RESTOCKING_C,
}
_CONTENT_FOLDER = Path(__file__).parent / "content"

help_pages = Blueprint("help", __name__, url_prefix="/help")


@help_pages.get("/<topic>")
def help_page(topic: str) -> ResponseReturnValue:
    """The rules of one topic."""
    if topic not in TOPICS:
        abort(404)
    points = get_db().execute("SELECT COUNT(*) FROM pickup_points").fetchone()[0]
    numbers = {f"{method}_days": days for method, days in pricing.DELIVERY_DAYS.items()}
    numbers |= {"pickup_points": points, "max_qty": pricing.MAX_LINE_QTY}
    slots = figures(amounts_c=_AMOUNTS_C, numbers=numbers)
    return render_template("kit/help.html", help=help_text(_CONTENT_FOLDER, topic, slots))
