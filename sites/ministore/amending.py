"""Changing and cancelling an order: in which statuses, at what price, and where stock and money go.

An order keeps the prices at which it was placed, its gift wrap, its coupon and its way of paying. What the
change makes it cost is worked out by the rules that priced it.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sites.kit.clock import now
from sites.kit.forms import RuleError
from sites.ministore.ordering import write_event
from sites.ministore.pricing import (
    Line,
    Totals,
    check_method,
    check_payment,
    check_quantity,
    delivery_date,
    price_order,
    refund,
)
from sites.ministore.queries import CartLine, load_coupon, move_stock, order_lines

CHANGEABLE = frozenset({"placed", "confirmed"})
CANCELLABLE = frozenset({"placed", "confirmed", "packed"})


@dataclass(frozen=True, slots=True)
class OrderChange:
    """What an order is to be like."""

    address_id: int | None
    """A saved address of the user's, copied as it is now; None keeps the address that the order has."""
    method: str
    note: str
    quantities: Mapping[int, int]
    """Id of each line -> units."""


def check_status(order: sqlite3.Row, allowed: frozenset[str]) -> None:
    """Refuse an order that has come too far.

    Raises:
        RuleError: E_STATE.
    """
    if order["status"] not in allowed:
        raise RuleError("E_STATE")


def change_order(db: sqlite3.Connection, user: sqlite3.Row, order: sqlite3.Row, change: OrderChange) -> None:
    """Make the order as the change says; a wallet pays or gets the difference.

    Raises:
        RuleError: E_STATE, or the quantity, the method, the coupon's minimum or the payment is refused;
            nothing is written.
    """
    check_status(order, CHANGEABLE)
    lines = order_lines(db, order["id"])
    for entry in lines:
        check_quantity(change.quantities[entry.id], entry.stock + entry.line.qty, field=f"qty_{entry.id}")
    changed = [replace(entry.line, qty=change.quantities[entry.id]) for entry in lines]
    check_method(changed, change.method)
    totals = reprice(db, order, changed, change.method)
    check_payment(order["pay_method"], totals.total_c, user["wallet_c"] + order["total_c"])
    _write_lines(db, lines, change.quantities)
    _write_order(db, order, change, totals)
    if change.address_id is not None:
        _copy_address(db, order["id"], change.address_id)
    if order["pay_method"] == "wallet":
        _pay_into_wallet(db, user["id"], order["total_c"] - totals.total_c)


def cancel_order(db: sqlite3.Connection, order: sqlite3.Row, reason: str, detail: str) -> None:
    """Cancel the order: its goods go back into stock, what was paid for it is refunded.

    Raises:
        RuleError: E_STATE.
    """
    check_status(order, CANCELLABLE)
    for entry in order_lines(db, order["id"]):
        move_stock(db, entry.line.pid, entry.size, entry.line.qty)
    refund_c = refund(order["status"], order["pay_method"], order["total_c"])
    db.execute(
        "UPDATE orders SET status = 'cancelled', cancel_reason = ?, cancel_detail = ?, refund_c = ?"
        " WHERE id = ?",
        (reason, detail, refund_c, order["id"]),
    )
    write_event(db, order["id"], "cancelled", now(db))
    if order["pay_method"] == "wallet":
        _pay_into_wallet(db, order["user_id"], refund_c)


def reprice(db: sqlite3.Connection, order: sqlite3.Row, lines: Sequence[Line], method: str) -> Totals:
    """What the order costs with these lines and this delivery.

    Raises:
        RuleError: E_COUPON_MIN_SUBTOTAL, the goods are worth less than the order's coupon needs.
    """
    coupon = load_coupon(db, order["coupon"]) if order["coupon"] else None
    if coupon and sum(line.amount_c for line in lines) < coupon.min_subtotal_c:
        raise RuleError("E_COUPON_MIN_SUBTOTAL")
    return price_order(lines, method, gift_wrap=order["giftwrap_c"] > 0, coupon=coupon)


def _write_lines(db: sqlite3.Connection, lines: Sequence[CartLine], quantities: Mapping[int, int]) -> None:
    for entry in lines:
        qty = quantities[entry.id]
        if qty != entry.line.qty:
            db.execute("UPDATE order_items SET qty = ? WHERE id = ?", (qty, entry.id))
            move_stock(db, entry.line.pid, entry.size, entry.line.qty - qty)


def _write_order(db: sqlite3.Connection, order: sqlite3.Row, change: OrderChange, totals: Totals) -> None:
    ordered = date.fromisoformat(order["placed_at"][:10])
    db.execute(
        "UPDATE orders SET subtotal_c = :subtotal_c, discount_c = :discount_c, shipping_c = :shipping_c,"
        " total_c = :total_c, ship_method = :method, pickup_point = :pickup_point, note = :note,"
        " eta_date = :eta_date WHERE id = :id",
        {
            "id": order["id"],
            "subtotal_c": totals.subtotal_c,
            "discount_c": totals.discount_c,
            "shipping_c": totals.shipping_c,
            "total_c": totals.total_c,
            "method": change.method,
            "pickup_point": order["pickup_point"] if change.method == "pickup" else None,
            "note": change.note,
            "eta_date": delivery_date(ordered, change.method).isoformat(),
        },
    )


def _copy_address(db: sqlite3.Connection, order_id: str, address_id: int) -> None:
    db.execute(
        "UPDATE orders SET (address_id, full_name, phone, line1, area, city, postcode) ="
        " (SELECT id, full_name, phone, line1, area, city, postcode FROM addresses WHERE id = ?)"
        " WHERE id = ?",
        (address_id, order_id),
    )


def _pay_into_wallet(db: sqlite3.Connection, user_id: int, amount_c: int) -> None:
    db.execute("UPDATE users SET wallet_c = wallet_c + ? WHERE id = ?", (amount_c, user_id))
