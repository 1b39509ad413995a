"""The wishlist: products put aside, taken off again, or moved to the cart."""

import sqlite3
from collections.abc import Mapping

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.clock import now
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormError, FormState, RuleError
from sites.kit.pages import done_at
from sites.kit.paging import make_page, read_page_number
from sites.ministore.cart import add_units
from sites.ministore.catalog import render_product
from sites.ministore.forms import add_to_cart_form, size_form
from sites.ministore.queries import DISCOUNT_SQL

MAX_WISHES = 50

_WISHES_SQL = f"""
SELECT p.id, p.name, p.price_c, p.list_price_c, p.stock, p.free_ship, {DISCOUNT_SQL} AS discount,
    COALESCE(r.tenths, 0) AS tenths, COALESCE(r.review_count, 0) AS review_count,
    w.price_c AS wished_at_c, w.added_at
FROM wishlist w JOIN products p ON p.id = w.pid LEFT JOIN product_ratings r ON r.pid = p.id
WHERE w.user_id = ? ORDER BY w.added_at DESC, w.pid
"""
wishlist = Blueprint("wishlist", __name__)


@wishlist.get("/wishlist")
@login_required
def wishlist_page() -> ResponseReturnValue:
    """What the user has put aside, the newest first."""
    return _render_wishlist({})


@wishlist.post("/p/<pid>/wishlist")
@login_required
def toggle(pid: str) -> ResponseReturnValue:
    """Put a product on the wishlist, or take it off; its page again when the list is full."""
    try:
        with transaction() as db:
            added = toggle_wish(db, require_user()["id"], pid)
    except RuleError as error:
        form = add_to_cart_form(get_db(), pid).blank()
        return render_product(pid, form, wish_error=FormError.of(error))
    return redirect(done_at("/wishlist", "added" if added else "removed"), 303)


@wishlist.post("/wishlist/<pid>/cart")
@login_required
def move_to_cart(pid: str) -> ResponseReturnValue:
    """Put one unit into the cart and take the product off the wishlist."""
    form = size_form(get_db(), pid).read(request.form)
    if form.ok:
        with form.attempt() as db:
            user_id = require_user()["id"]
            if not remove_wish(db, user_id, pid):
                abort(404)
            add_units(db, user_id, pid, str(form.values.get("size") or ""), 1)
            return redirect(done_at("/wishlist", "moved"), 303)
    return _render_wishlist({pid: form})


def toggle_wish(db: sqlite3.Connection, user_id: int, pid: str) -> bool:
    """Add the product with today's price, or remove it; whether it is on the list now.

    Raises:
        RuleError: E_NOT_FOUND, or E_WISHLIST_FULL.
    """
    if remove_wish(db, user_id, pid):
        return False
    product = db.execute("SELECT price_c FROM products WHERE id = ?", (pid,)).fetchone()
    if product is None:
        raise RuleError("E_NOT_FOUND")
    if _count(db, user_id) >= MAX_WISHES:
        raise RuleError("E_WISHLIST_FULL", limit=MAX_WISHES)
    db.execute(
        "INSERT INTO wishlist (user_id, pid, price_c, added_at) VALUES (?, ?, ?, ?)",
        (user_id, pid, product["price_c"], now(db)),
    )
    return True


def remove_wish(db: sqlite3.Connection, user_id: int, pid: str) -> bool:
    """Take the product off the list; whether it was there."""
    return db.execute("DELETE FROM wishlist WHERE user_id = ? AND pid = ?", (user_id, pid)).rowcount > 0


def _render_wishlist(sent: Mapping[str, FormState]) -> str:
    db, user_id = get_db(), require_user()["id"]
    page = make_page(read_page_number(request.args), _count(db, user_id))
    rows = db.execute(f"{_WISHES_SQL} LIMIT ? OFFSET ?", (user_id, page.size, page.offset)).fetchall()
    if not sent.keys() <= {row["id"] for row in rows}:
        abort(404)
    forms = {row["id"]: sent.get(row["id"]) or size_form(db, row["id"]).blank() for row in rows}
    return render_template("wishlist/wishlist.html", page=page, wishes=rows, forms_by_id=forms)


def _count(db: sqlite3.Connection, user_id: int) -> int:
    return db.execute("SELECT COUNT(*) FROM wishlist WHERE user_id = ?", (user_id,)).fetchone()[0]
