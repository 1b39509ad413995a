"""Turning a cart into an order: the choices made on the way, and the one transaction that places it."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from sites.kit.clock import SITE_NOW, next_id, now
from sites.kit.forms import RuleError
from sites.ministore.pricing import (
    Totals,
    check_method,
    check_payment,
    check_quantity,
    delivery_date,
    price_order,
)
from sites.ministore.queries import CartLine, cart_lines, move_stock
from sites.ministore.quotes import cart_coupon


@dataclass(frozen=True, slots=True)
class Draft:
    """What was chosen on the way to an order; None where nothing was."""

    address_id: int | None = None
    method: str | None = None
    pickup_point: str | None = None
    note: str = ""
    gift_wrap: bool = False
    pay_method: str | None = None
    card_id: int | None = None

    @property
    def next_step(self) -> str:
        """The first step that is not done."""
        if self.address_id is None:
            return "address"
        if self.method is None:
            return "shipping"
        return "review" if self.pay_method else "payment"


def load_draft(db: sqlite3.Connection, user_id: int) -> Draft:
    """The user's draft; its address counts only while it is the user's."""
    row = db.execute(
        "SELECT a.id AS address_id, method, pickup_point, note, gift_wrap, pay_method, card_id"
        " FROM checkout_draft d LEFT JOIN addresses a ON a.id = d.address_id AND a.user_id = d.user_id"
        " WHERE d.user_id = ?",
        (user_id,),
    ).fetchone()
    if row is None:
        return Draft()
    return Draft(**{**dict(row), "gift_wrap": bool(row["gift_wrap"])})


def save_draft(db: sqlite3.Connection, user_id: int, **chosen: str | int | None) -> None:
    """Note choices in the user's draft."""
    db.execute("INSERT INTO checkout_draft (user_id) VALUES (?) ON CONFLICT DO NOTHING", (user_id,))
    settings = ", ".join(f"{column} = ?" for column in chosen)
    db.execute(f"UPDATE checkout_draft SET {settings} WHERE user_id = ?", (*chosen.values(), user_id))


def place_order(db: sqlite3.Connection, user: sqlite3.Row, draft: Draft) -> str:
    """Place what is in the cart as the draft says, and return the order's id.

    Takes the stock, the wallet's money and the coupon's use; empties cart and draft.

    Raises:
        RuleError: E_CART_EMPTY, or quantity, method, coupon or payment is refused; nothing is written.
    """
    lines = cart_lines(db, user["id"])
    if not lines:
        raise RuleError("E_CART_EMPTY")
    for entry in lines:
        check_quantity(entry.line.qty, entry.stock)
    priced = [entry.line for entry in lines]
    method = draft.method or "standard"
    check_method(priced, method)
    coupon = cart_coupon(db, user["id"], priced)
    totals = price_order(priced, method, gift_wrap=draft.gift_wrap, coupon=coupon)
    check_payment(draft.pay_method or "", totals.total_c, user["wallet_c"])
    order_id = f"MS-{next_id(db, 'orders')}"
    moment = now(db)
    code = coupon.code if coupon else None
    _write_order(db, order_id, user["id"], draft, moment=moment, totals=totals, coupon=code)
    _write_items(db, order_id, lines)
    write_event(db, order_id, "placed", moment)
    if code:
        _use_coupon(db, code, user["id"], order_id, moment)
    if draft.pay_method == "wallet":
        db.execute("UPDATE users SET wallet_c = wallet_c - ? WHERE id = ?", (totals.total_c, user["id"]))
    for table in ("cart_items", "carts", "checkout_draft"):
        db.execute(f"DELETE FROM {table} WHERE user_id = ?", (user["id"],))
    return order_id


def write_event(db: sqlite3.Connection, order_id: str, status: str, moment: str) -> None:
    """Note that an order has come to a status."""
    db.execute(
        "INSERT INTO order_events (id, order_id, status, at) VALUES (?, ?, ?, ?)",
        (next_id(db, "order_events"), order_id, status, moment),
    )


def _write_order(
    db: sqlite3.Connection,
    order_id: str,
    user_id: int,
    draft: Draft,
    *,
    moment: str,
    totals: Totals,
    coupon: str | None,
) -> None:
    method = draft.method or "standard"
    db.execute(
        "INSERT INTO orders (id, user_id, status, placed_at, subtotal_c, discount_c, shipping_c, giftwrap_c,"
        " total_c, coupon, ship_method, pickup_point, pay_method, card_id, note, eta_date,"
        " address_id, full_name, phone, line1, area, city, postcode)"
        " SELECT :id, :user_id, 'placed', :moment, :subtotal_c, :discount_c, :shipping_c, :giftwrap_c,"
        " :total_c, :coupon, :method, :pickup_point, :pay_method, :card_id, :note, :eta_date,"
        " id, full_name, phone, line1, area, city, postcode FROM addresses WHERE id = :address_id",
        {
            "id": order_id,
            "user_id": user_id,
            "moment": moment,
            "subtotal_c": totals.subtotal_c,
            "discount_c": totals.discount_c,
            "shipping_c": totals.shipping_c,
            "giftwrap_c": totals.giftwrap_c,
            "total_c": totals.total_c,
            "coupon": coupon,
            "method": method,
            "pickup_point": draft.pickup_point,
            "pay_method": draft.pay_method,
            "card_id": draft.card_id,
            "note": draft.note,
            "eta_date": delivery_date(SITE_NOW.date(), method).isoformat(),
            "address_id": draft.address_id,
        },
    )


def _write_items(db: sqlite3.Connection, order_id: str, lines: Sequence[CartLine]) -> None:
    for entry in lines:
        line = entry.line
        db.execute(
            "INSERT INTO order_items (id, order_id, pid, size, qty, unit_c) VALUES (?, ?, ?, ?, ?, ?)",
            (next_id(db, "order_items"), order_id, line.pid, entry.size, line.qty, line.unit_c),
        )
        move_stock(db, line.pid, entry.size, -line.qty)


def _use_coupon(db: sqlite3.Connection, code: str, user_id: int, order_id: str, moment: str) -> None:
    db.execute("UPDATE coupons SET used = used + 1 WHERE code = ?", (code,))
    db.execute(
        "INSERT INTO coupon_uses (id, code, user_id, order_id, used_at) VALUES (?, ?, ?, ?, ?)",
        (next_id(db, "coupon_uses"), code, user_id, order_id, moment),
    )
