"""The pages on which an order is changed or cancelled; what is possible depends on its status."""

import sqlite3
from collections.abc import Sequence
from datetime import date

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.kit.forms import FormError, FormState, RuleError
from sites.ministore.addresses import user_addresses
from sites.ministore.amending import (
    CANCELLABLE,
    CHANGEABLE,
    OrderChange,
    cancel_order,
    change_order,
    check_status,
    reprice,
)
from sites.ministore.forms import ORDER_CANCEL, order_edit_form, order_methods
from sites.ministore.orders import own_order, render_order
from sites.ministore.pricing import PREPAID, delivery_date, refund
from sites.ministore.queries import CartLine, load_coupon, order_lines

order_changes = Blueprint("order_changes", __name__, url_prefix="/orders/<order_id>")


@order_changes.errorhandler(RuleError)
def refuse(error: RuleError) -> ResponseReturnValue:
    """The page of the order with the reason why it can't be changed or cancelled."""
    values = request.view_args or {}
    return render_order(own_order(values["order_id"]), FormError.of(error))


@order_changes.get("/edit")
@login_required
def edit_page(order_id: str) -> ResponseReturnValue:
    """The form of what can be changed."""
    order = _order_in(CHANGEABLE, order_id)
    lines = order_lines(get_db(), order_id)
    units = {f"qty_{entry.id}": entry.line.qty for entry in lines}
    form = order_edit_form(order, lines).blank(
        address_id=order["address_id"], method=order["ship_method"], note=order["note"], **units
    )
    return _render_edit(order, lines, form)


@order_changes.post("/edit")
@login_required
def edit(order_id: str) -> ResponseReturnValue:
    """Change the order."""
    order = _order_in(CHANGEABLE, order_id)
    lines = order_lines(get_db(), order_id)
    form = order_edit_form(order, lines).read(request.form)
    if form.ok:
        with form.attempt() as db:
            change_order(db, require_user(), order, _read_change(form, lines))
            return redirect(f"/orders/{order_id}?changed=1", 303)
    return _render_edit(order, lines, form)


@order_changes.get("/cancel")
@login_required
def cancel_page(order_id: str) -> ResponseReturnValue:
    """The form that asks why, and says what is refunded."""
    return _render_cancel(_order_in(CANCELLABLE, order_id), ORDER_CANCEL.blank())


@order_changes.post("/cancel")
@login_required
def cancel(order_id: str) -> ResponseReturnValue:
    """Cancel the order."""
    order = _order_in(CANCELLABLE, order_id)
    form = ORDER_CANCEL.read(request.form)
    if form.ok:
        with form.attempt() as db:
            cancel_order(db, order, form.text("reason"), form.text("detail"))
            return redirect(f"/orders/{order_id}?cancelled=1", 303)
    return _render_cancel(order, form)


def _order_in(statuses: frozenset[str], order_id: str) -> sqlite3.Row:
    order = own_order(order_id)
    check_status(order, statuses)
    return order


def _read_change(form: FormState, lines: Sequence[CartLine]) -> OrderChange:
    address_id = form.text("address_id")
    return OrderChange(
        address_id=int(address_id) if address_id else None,
        method=form.text("method"),
        note=form.text("note"),
        quantities={entry.id: form.integer(f"qty_{entry.id}") for entry in lines},
    )


def _render_edit(order: sqlite3.Row, lines: Sequence[CartLine], form: FormState) -> str:
    db = get_db()
    priced = [entry.line for entry in lines]
    ordered = date.fromisoformat(order["placed_at"][:10])
    methods = order_methods(order)
    return render_template(
        "orders/edit.html",
        order=order,
        lines=lines,
        form=form,
        addresses=user_addresses(db, require_user()["id"]),
        methods=methods,
        prices={method: reprice(db, order, priced, method).shipping_c for method in methods},
        arrivals={method: delivery_date(ordered, method).isoformat() for method in methods},
        bulky=any(line.bulky for line in priced),
        coupon=load_coupon(db, order["coupon"] or ""),
    )


def _render_cancel(order: sqlite3.Row, form: FormState) -> str:
    return render_template(
        "orders/cancel.html",
        order=order,
        form=form,
        refund_c=refund(order["status"], order["pay_method"], order["total_c"]),
        prepaid=order["pay_method"] in PREPAID,
    )
