"""Writing, changing, deleting and marking reviews, and the list of one's own."""

import sqlite3

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import came_from, login_required, require_user
from sites.kit.clock import next_id, now
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormError, FormState, RuleError
from sites.kit.pages import done_at
from sites.kit.paging import make_page, read_page_number
from sites.ministore.forms import REVIEW
from sites.ministore.queries import require_product
from sites.ministore.reviews import REVIEWS_SQL, own_review_id, render_reviews
from sites.ministore.writings import delete_writing, find_writing, require_own, toggle_vote

_BOUGHT_SQL = """
SELECT EXISTS (SELECT 1 FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = ? AND i.pid = ? AND o.status = 'delivered')
"""

reviewing = Blueprint("reviewing", __name__)


@reviewing.get("/p/<pid>/reviews/new")
@login_required
def new_page(pid: str) -> ResponseReturnValue:
    """The form of a review; the way to the user's review where there is one already."""
    form = REVIEW.blank()
    if own_review_id(get_db(), require_user()["id"], pid) is not None:
        form.reject(RuleError("E_DUPLICATE_REVIEW"))
    return _render_form(pid, form)


@reviewing.post("/p/<pid>/reviews/new")
@login_required
def write(pid: str) -> ResponseReturnValue:
    """Publish a review."""
    require_product(get_db(), pid)
    form = REVIEW.read(request.form)
    if form.ok:
        with form.attempt() as db:
            add_review(db, require_user()["id"], pid, form)
            return redirect(done_at(f"/p/{pid}/reviews", "written"), 303)
    return _render_form(pid, form)


@reviewing.get("/reviews/<int:review_id>/edit")
@login_required
def edit_page(review_id: int) -> ResponseReturnValue:
    """The form of the user's own review."""
    row = require_own(get_db(), require_user()["id"], "reviews", review_id)
    presets = {name: row[name] for name in REVIEW.names}
    return _render_form(row["pid"], REVIEW.blank(**presets), review_id)


@reviewing.post("/reviews/<int:review_id>/edit")
@login_required
def edit(review_id: int) -> ResponseReturnValue:
    """Change the user's own review."""
    row = require_own(get_db(), require_user()["id"], "reviews", review_id)
    form = REVIEW.read(request.form)
    if form.ok:
        with form.attempt() as db:
            db.execute(
                "UPDATE reviews SET rating = ?, title = ?, body = ?, recommend = ?, edited_at = ?"
                " WHERE id = ?",
                (*_contents(form), now(db), review_id),
            )
            return redirect(done_at("/account/reviews", "changed"), 303)
    return _render_form(row["pid"], form, review_id)


@reviewing.post("/reviews/<int:review_id>/delete")
@login_required
def delete(review_id: int) -> ResponseReturnValue:
    """Delete the user's own review."""
    with transaction() as db:
        require_own(db, require_user()["id"], "reviews", review_id)
        delete_writing(db, "review", review_id)
    return redirect(done_at("/account/reviews", "deleted"), 303)


@reviewing.post("/reviews/<int:review_id>/helpful")
@login_required
def toggle_helpful(review_id: int) -> ResponseReturnValue:
    """Mark somebody else's review as helpful, or take the mark back; then the same list again."""
    review = find_writing(get_db(), "reviews", review_id)
    try:
        with transaction() as db:
            marked = toggle_vote(db, require_user()["id"], "review", review)
    except RuleError as error:
        return render_reviews(review["pid"], FormError.of(error))
    list_path, sender = f"/p/{review['pid']}/reviews", came_from() or ""
    target = sender if sender.partition("?")[0] == list_path else list_path
    return redirect(done_at(target, "marked" if marked else "unmarked"), 303)


@reviewing.get("/account/reviews")
@login_required
def own_reviews() -> ResponseReturnValue:
    """What the user has reviewed, the newest first."""
    db, user_id = get_db(), require_user()["id"]
    total = db.execute("SELECT COUNT(*) FROM reviews WHERE user_id = ?", (user_id,)).fetchone()[0]
    page = make_page(read_page_number(request.args), total)
    rows = db.execute(
        f"{REVIEWS_SQL} WHERE r.user_id = ? ORDER BY r.created_at DESC, r.id DESC LIMIT ? OFFSET ?",
        (user_id, page.size, page.offset),
    ).fetchall()
    return render_template("account/reviews.html", reviews=rows, page=page)


def add_review(db: sqlite3.Connection, user_id: int, pid: str, form: FormState) -> int:
    """Write a review and return its id; it is verified when the user got the product in an order.

    Raises:
        RuleError: E_DUPLICATE_REVIEW.
    """
    if own_review_id(db, user_id, pid) is not None:
        raise RuleError("E_DUPLICATE_REVIEW")
    review_id = next_id(db, "reviews")
    verified = db.execute(_BOUGHT_SQL, (user_id, pid)).fetchone()[0]
    db.execute(
        "INSERT INTO reviews (id, pid, user_id, rating, title, body, recommend, verified, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (review_id, pid, user_id, *_contents(form), verified, now(db)),
    )
    return review_id


def _contents(form: FormState) -> tuple[int, str, str, int]:
    return int(form.text("rating")), form.text("title"), form.text("body"), int(form.flag("recommend"))


def _render_form(pid: str, form: FormState, review_id: int | None = None) -> str:
    db = get_db()
    product = require_product(db, pid)
    own_id = own_review_id(db, require_user()["id"], pid)
    return render_template(
        "reviews/form.html", product=product, form=form, review_id=review_id, own_review_id=own_id
    )
