"""Reviews of products: the pages that show them."""

import sqlite3
from collections.abc import Mapping

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from sites.kit.accounts import current_user
from sites.kit.context import current_language, get_db
from sites.kit.forms import FormError
from sites.kit.localization import to_ascii_digits
from sites.kit.paging import make_page, read_page_number
from sites.ministore.labels import star_options
from sites.ministore.queries import require_product
from sites.ministore.writings import voted_ids

REVIEW_SORTS: Mapping[str, str] = {
    "newest": "r.created_at DESC, r.id DESC",
    "helpful": "s.helpful DESC, r.id",
    "rating_high": "r.rating DESC, r.id",
    "rating_low": "r.rating, r.id",
}
REVIEWS_SQL = """
SELECT r.id, r.pid, r.rating, r.title, r.body, r.recommend, r.verified, r.created_at, r.edited_at, r.user_id,
    u.display_name, s.helpful, p.name AS product
FROM reviews r JOIN users u ON u.id = r.user_id JOIN review_scores s ON s.review_id = r.id
    JOIN products p ON p.id = r.pid
"""
_NEWEST = 3

reviews = Blueprint("reviews", __name__)


@reviews.get("/p/<pid>/reviews")
def product_reviews(pid: str) -> ResponseReturnValue:
    """All reviews of a product, some stars or verified purchases only if asked."""
    return render_reviews(pid)


def render_reviews(pid: str, problem: FormError | None = None) -> str:
    """The list that the request asks for, with the reason why something could not be done to a review."""
    db = get_db()
    product = require_product(db, pid)
    user = current_user()
    user_id = user["id"] if user else None
    stars, sort, verified = _read_choice(request.args)
    where, values = _condition(stars, verified)
    total = db.execute(f"SELECT COUNT(*) FROM reviews r WHERE r.pid = ? {where}", (pid, *values)).fetchone()[
        0
    ]
    page = make_page(read_page_number(request.args), total)
    rows = db.execute(
        f"{REVIEWS_SQL} WHERE r.pid = ? {where} ORDER BY {REVIEW_SORTS[sort]} LIMIT ? OFFSET ?",
        (pid, *values, page.size, page.offset),
    ).fetchall()
    return render_template(
        "reviews/list.html",
        product=product,
        counts=star_counts(db, pid),
        page=page,
        reviews=rows,
        stars=stars,
        sort=sort,
        verified=verified,
        star_options=[("", gettext("All")), *star_options(current_language().code)],
        sort_options=_sort_options(),
        voted=voted_ids(db, user_id, "review"),
        own_id=own_review_id(db, user_id, pid),
        problem=problem,
    )


def newest_reviews(db: sqlite3.Connection, pid: str) -> list[sqlite3.Row]:
    """The three newest reviews of a product."""
    return db.execute(
        f"{REVIEWS_SQL} WHERE r.pid = ? ORDER BY {REVIEW_SORTS['newest']} LIMIT {_NEWEST}", (pid,)
    ).fetchall()


def own_review_id(db: sqlite3.Connection, user_id: int | None, pid: str) -> int | None:
    """The review that the user has written of the product, None when there is none."""
    row = db.execute("SELECT id FROM reviews WHERE user_id = ? AND pid = ?", (user_id, pid)).fetchone()
    return row["id"] if row else None


def star_counts(db: sqlite3.Connection, pid: str) -> dict[int, int]:
    """Stars -> how many reviews of the product give them, for all of 1 to 5."""
    counts = dict.fromkeys(range(1, 6), 0)
    counts.update(
        db.execute("SELECT rating, COUNT(*) FROM reviews WHERE pid = ? GROUP BY rating", (pid,)).fetchall()
    )
    return counts


def _read_choice(args: Mapping[str, str]) -> tuple[int | None, str, bool]:
    stars = to_ascii_digits(args.get("stars", "").strip())
    sort = args.get("sort", "newest")
    return (
        int(stars) if stars in {"1", "2", "3", "4", "5"} else None,
        sort if sort in REVIEW_SORTS else "newest",
        to_ascii_digits(args.get("verified", "")) not in ("", "0"),
    )


def _condition(stars: int | None, verified: bool) -> tuple[str, list[int]]:
    where, values = "", []
    if stars:
        where, values = "AND r.rating = ?", [stars]
    return f"{where} AND r.verified = 1" if verified else where, values


def _sort_options() -> list[tuple[str, str]]:
    return [
        ("newest", gettext("Newest")),
        ("helpful", gettext("Most helpful")),
        ("rating_high", gettext("Rating, highest first")),
        ("rating_low", gettext("Rating, lowest first")),
    ]
