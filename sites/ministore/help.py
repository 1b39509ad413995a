"""The help pages: the shop's rules in words, with the figures that the rules really use."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from sites.kit.context import current_language, get_db
from sites.kit.errors import ContentError
from sites.kit.localization import format_money, format_number, load_content
from sites.kit.pages import isolated
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
    lang = current_language().code
    title, paragraphs = _read_topic(lang, topic)
    slots = _slots(lang)
    return render_template(
        "help/topic.html",
        title=title,
        paragraphs=[Markup(escape(text)).format(**slots) for text in paragraphs],
    )


def _slots(lang: str) -> dict[str, Markup]:
    points = get_db().execute("SELECT COUNT(*) FROM pickup_points").fetchone()[0]
    numbers = {f"{method}_days": days for method, days in pricing.DELIVERY_DAYS.items()}
    numbers |= {"pickup_points": points, "max_qty": pricing.MAX_LINE_QTY}
    slots = {name: isolated(format_money(cents, lang)) for name, cents in _AMOUNTS_C.items()}
    return slots | {name: Markup(escape(format_number(number, lang))) for name, number in numbers.items()}


@cache
def _read_topic(lang: str, topic: str) -> tuple[str, tuple[str, ...]]:
    pages = load_content(_CONTENT_FOLDER, lang)["help"]
    page = pages[topic] if isinstance(pages, Mapping) else None
    if not isinstance(page, Mapping) or not isinstance(page["text"], Mapping):
        raise ContentError(
            f"{_CONTENT_FOLDER / lang}.yaml: help.{topic} needs a title and a text of paragraphs"
        )
    return str(page["title"]), tuple(str(text) for text in page["text"].values())
