"""The user's orders: the list, and one order."""

import sqlite3

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.kit.forms import FormError
from sites.kit.paging import make_page, read_page_number
from sites.ministore.amending import CANCELLABLE, CHANGEABLE
from sites.ministore.labels import STATUS_TEXTS

_NOTICES = ("placed", "changed", "cancelled")

orders = Blueprint("orders", __name__)


@orders.get("/orders")
@login_required
def order_list() -> ResponseReturnValue:
    """The orders of the user, the newest first, of one status only if asked."""
    db, user_id = get_db(), require_user()["id"]
    status = request.args.get("status", "")
    status = status if status in STATUS_TEXTS else ""
    where, values = ("AND status = ?", (user_id, status)) if status else ("", (user_id,))
    total = db.execute(f"SELECT COUNT(*) FROM orders WHERE user_id = ? {where}", values).fetchone()[0]
    page = make_page(read_page_number(request.args), total)
    rows = db.execute(
        "SELECT o.*, (SELECT SUM(qty) FROM order_items i WHERE i.order_id = o.id) AS units FROM orders o"
        f" WHERE user_id = ? {where} ORDER BY placed_at DESC, id DESC LIMIT ? OFFSET ?",
        (*values, page.size, page.offset),
    ).fetchall()
    options = [("", gettext("All orders")), *STATUS_TEXTS.items()]
    return render_template("orders/list.html", orders=rows, page=page, status=status, options=options)


@orders.get("/orders/<order_id>")
@login_required
def order_page(order_id: str) -> ResponseReturnValue:
    """One order of the user."""
    return render_order(own_order(order_id))


def own_order(order_id: str) -> sqlite3.Row:
    """The order if it is the user's; another user's is not found."""
    order = (
        get_db()
        .execute("SELECT * FROM orders WHERE id = ? AND user_id = ?", (order_id, require_user()["id"]))
        .fetchone()
    )
    if order is None:
        abort(404)
    return order


def render_order(order: sqlite3.Row, problem: FormError | None = None) -> str:
    """The page of an order, with the reason why something could not be done to it."""
    db = get_db()
    items = db.execute(
        "SELECT i.*, p.name FROM order_items i JOIN products p ON p.id = i.pid WHERE order_id = ?"
        " ORDER BY i.id",
        (order["id"],),
    )
    events = db.execute(
        "SELECT status, at FROM order_events WHERE order_id = ? ORDER BY at, id", (order["id"],)
    )
    return render_template(
        "orders/order.html",
        order=order,
        items=items.fetchall(),
        events=events.fetchall(),
        point=db.execute("SELECT * FROM pickup_points WHERE id = ?", (order["pickup_point"],)).fetchone(),
        card=db.execute("SELECT * FROM cards WHERE id = ?", (order["card_id"],)).fetchone(),
        changeable=order["status"] in CHANGEABLE,
        cancellable=order["status"] in CANCELLABLE,
        problem=problem,
        notice=next((name for name in _NOTICES if name in request.args), None),
    )
