"""The user's orders: the list, and one order."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.ministore.labels import STATUS_TEXTS
from sites.ministore.queries import make_page
from sites.ministore.search import read_page_number

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
    """One order of the user; another user's is not found."""
    db = get_db()
    order = db.execute(
        "SELECT * FROM orders WHERE id = ? AND user_id = ?", (order_id, require_user()["id"])
    ).fetchone()
    if order is None:
        abort(404)
    items = db.execute(
        "SELECT i.*, p.name FROM order_items i JOIN products p ON p.id = i.pid WHERE order_id = ?"
        " ORDER BY i.id",
        (order_id,),
    )
    events = db.execute("SELECT status, at FROM order_events WHERE order_id = ? ORDER BY at, id", (order_id,))
    return render_template(
        "orders/order.html",
        order=order,
        items=items.fetchall(),
        events=events.fetchall(),
        point=db.execute("SELECT * FROM pickup_points WHERE id = ?", (order["pickup_point"],)).fetchone(),
        card=db.execute("SELECT * FROM cards WHERE id = ?", (order["card_id"],)).fetchone(),
        placed="placed" in request.args,
    )
