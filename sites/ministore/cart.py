"""The cart: what is in it, the coupon, and the rules for putting things in and changing them."""

import sqlite3

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from sites.kit.accounts import current_user, login_required, require_user
from sites.kit.clock import next_id
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormError, FormState, RuleError
from sites.kit.pages import done_at
from sites.ministore.catalog import render_product
from sites.ministore.forms import CART_LINE, COUPON, add_to_cart_form
from sites.ministore.pricing import check_quantity
from sites.ministore.queries import cart_lines, stock_of
from sites.ministore.quotes import coupon_in_cart, quote, remove_coupon, set_coupon

cart = Blueprint("cart", __name__)


@cart.get("/cart")
@login_required
def cart_page() -> ResponseReturnValue:
    """The cart with its totals."""
    return _render_cart()


@cart.post("/cart/add")
def add() -> ResponseReturnValue:
    """Put units of a product into the cart; its page again when a rule says no."""
    pid = request.form.get("pid", "")
    user = current_user()
    if user is None:
        return redirect(url_for("accounts.login", next=f"/p/{pid}"), 303)
    form = add_to_cart_form(get_db(), pid).read(request.form)
    if form.ok:
        with form.attempt() as db:
            add_units(db, user["id"], pid, str(form.values.get("size") or ""), form.integer("qty"))
    if form.ok:
        return redirect(done_at("/cart", "added"), 303)
    return render_product(pid, form)


@cart.post("/cart/items/<int:item_id>")
@login_required
def update(item_id: int) -> ResponseReturnValue:
    """Set the quantity of a line."""
    form = CART_LINE.read(request.form)
    if form.ok:
        with form.attempt() as db:
            set_units(db, require_user()["id"], item_id, form.integer("qty"))
    if form.ok:
        return redirect(done_at("/cart", "updated"), 303)
    return _render_cart(item_id, form)


@cart.post("/cart/items/<int:item_id>/remove")
@login_required
def remove(item_id: int) -> ResponseReturnValue:
    """Take a line out of the cart."""
    with transaction() as db:
        deleted = db.execute(
            "DELETE FROM cart_items WHERE id = ? AND user_id = ?", (item_id, require_user()["id"])
        )
        if not deleted.rowcount:
            abort(404)
        if not cart_lines(db, require_user()["id"]):
            remove_coupon(db, require_user()["id"])
    return redirect(done_at("/cart", "removed"), 303)


@cart.post("/cart/coupon")
@login_required
def use_coupon() -> ResponseReturnValue:
    """Put a coupon into the cart; the cart again with the reason when it can't be used."""
    form = COUPON.read(request.form)
    if form.ok:
        with form.attempt() as db:
            set_coupon(db, require_user()["id"], form.text("code"))
            return redirect(done_at("/cart", "coupon"), 303)
    return _render_cart(coupon_form=form)


@cart.post("/cart/coupon/remove")
@login_required
def drop_coupon() -> ResponseReturnValue:
    """Take the coupon out of the cart."""
    with transaction() as db:
        remove_coupon(db, require_user()["id"])
    return redirect(done_at("/cart", "coupon_removed"), 303)


def add_units(db: sqlite3.Connection, user_id: int, pid: str, size: str, qty: int) -> None:
    """Put units into the cart, on top of what the line of this product and size holds already.

    Raises:
        RuleError: E_NOT_FOUND, E_REQUIRED, E_RANGE (size), E_OUT_OF_STOCK or E_QTY_LIMIT.
    """
    stock = stock_of(db, pid, size)
    held = db.execute(
        "SELECT id, qty FROM cart_items WHERE user_id = ? AND pid = ? AND size = ?", (user_id, pid, size)
    ).fetchone()
    if qty < 1:
        check_quantity(qty, stock)
    check_quantity(qty + (held["qty"] if held else 0), stock)
    if held:
        db.execute("UPDATE cart_items SET qty = qty + ? WHERE id = ?", (qty, held["id"]))
        return
    db.execute(
        "INSERT INTO cart_items (id, user_id, pid, size, qty) VALUES (?, ?, ?, ?, ?)",
        (next_id(db, "cart_items"), user_id, pid, size, qty),
    )


def set_units(db: sqlite3.Connection, user_id: int, item_id: int, qty: int) -> None:
    """Set the quantity of a line of the user's cart.

    Raises:
        RuleError: E_NOT_FOUND, E_OUT_OF_STOCK or E_QTY_LIMIT.
    """
    line = db.execute(
        "SELECT pid, size FROM cart_items WHERE id = ? AND user_id = ?", (item_id, user_id)
    ).fetchone()
    if line is None:
        raise RuleError("E_NOT_FOUND")
    check_quantity(qty, stock_of(db, line["pid"], line["size"]))
    db.execute("UPDATE cart_items SET qty = ? WHERE id = ?", (qty, item_id))


def _render_cart(
    changed_id: int | None = None,
    changed_form: FormState | None = None,
    coupon_form: FormState | None = None,
) -> str:
    db = get_db()
    user_id = require_user()["id"]
    lines = cart_lines(db, user_id)
    forms = {line.id: CART_LINE.blank(qty=line.line.qty) for line in lines}
    if changed_id in forms and changed_form is not None:
        forms[changed_id] = changed_form
    elif changed_id is not None:
        abort(404)
    priced = quote(db, user_id, "standard")
    return render_template(
        "cart/cart.html",
        lines=lines,
        forms_by_line=forms,
        quote=priced,
        coupon=coupon_in_cart(db, user_id),
        coupon_problem=FormError.of(priced.refusal) if priced.refusal else None,
        coupon_form=coupon_form or COUPON.blank(),
    )
