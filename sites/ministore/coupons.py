"""The public list of coupons, with every condition that using one depends on."""

import re
import sqlite3

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from sites.kit.clock import today
from sites.kit.context import get_db
from sites.kit.isolation import isolated_id

_COUPONS_SQL = """
SELECT coupons.*, categories.name AS category, brands.name AS brand
FROM coupons LEFT JOIN categories ON categories.slug = coupons.cat LEFT JOIN brands ON brands.id = brand_id
ORDER BY code
"""
_ISO_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})", re.ASCII)

coupons = Blueprint("coupons", __name__)


@coupons.get("/coupons")
def coupon_list() -> ResponseReturnValue:
    """All coupons, those too that can't be used now, in order of their codes."""
    rows = get_db().execute(_COUPONS_SQL).fetchall()
    listed = [(row, isolate_dates(row["descr"]), coupon_state(row)) for row in rows]
    return render_template("coupons/list.html", coupons=listed)


def coupon_state(row: sqlite3.Row) -> str:
    """``valid`` when the coupon holds today, or else ``early``, ``expired`` or ``exhausted``."""
    if today() < row["starts"]:
        return "early"
    if today() > row["ends"]:
        return "expired"
    exhausted = row["usage_limit"] is not None and row["used"] >= row["usage_limit"]
    return "exhausted" if exhausted else "valid"


def isolate_dates(text: str) -> Markup:
    """The text with its ISO dates kept left to right: among Arabic letters their parts would swap places."""
    parts = _ISO_DATE.split(text)
    return Markup("").join(
        isolated_id(part) if place % 2 else escape(part) for place, part in enumerate(parts)
    )
