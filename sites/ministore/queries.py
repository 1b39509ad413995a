"""SQL that several pages of Ministore share: product cards, cart lines, stock."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from flask import abort

from sites.kit.forms import RuleError
from sites.ministore.pricing import Coupon, Line

DISCOUNT_SQL = "((p.list_price_c - p.price_c) * 200 + p.list_price_c) / (2 * p.list_price_c)"
"""Percent off the list price of product ``p``, rounded half up."""

CARD_SQL = f"""
SELECT p.id, p.name, p.cat, p.price_c, p.list_price_c, p.stock, p.free_ship, b.name AS brand,
    {DISCOUNT_SQL} AS discount,
    COALESCE((SELECT tenths FROM product_ratings r WHERE r.pid = p.id), 0) AS tenths,
    (SELECT COUNT(*) FROM reviews r WHERE r.pid = p.id) AS review_count
FROM products p JOIN brands b ON b.id = p.brand_id
"""
"""What a product card shows; add a condition on ``p``."""

_LINES_SQL = """
SELECT i.id, i.pid, i.size, i.qty, {unit_c} AS unit_c, p.name, p.cat, p.brand_id, p.ship_class, p.free_ship,
    COALESCE(o.stock, p.stock) AS stock
FROM {table} i JOIN products p ON p.id = i.pid
    LEFT JOIN product_options o ON o.pid = i.pid AND o.size = i.size
WHERE i.{owner} = ? ORDER BY i.id
"""
_CART_LINES_SQL = _LINES_SQL.format(unit_c="p.price_c", table="cart_items", owner="user_id")
_ORDER_LINES_SQL = _LINES_SQL.format(unit_c="i.unit_c", table="order_items", owner="order_id")


@dataclass(frozen=True, slots=True)
class CartLine:
    """A line of a cart or an order as its page shows it, and what its price depends on."""

    id: int
    name: str
    size: str
    stock: int
    """Units left of this product in this size."""
    line: Line


def product_cards(db: sqlite3.Connection, pids: Sequence[str]) -> list[sqlite3.Row]:
    """The cards of these products, in this order."""
    marks = ", ".join("?" * len(pids))
    rows = db.execute(f"{CARD_SQL} WHERE p.id IN ({marks})", tuple(pids)).fetchall()
    by_id = {row["id"]: row for row in rows}
    return [by_id[pid] for pid in pids]


def require_product(db: sqlite3.Connection, pid: str) -> sqlite3.Row:
    """The card of a product for a page about it; 404 when there is no such product."""
    row = db.execute(f"{CARD_SQL} WHERE p.id = ?", (pid,)).fetchone()
    if row is None:
        abort(404)
    return row


def cart_lines(db: sqlite3.Connection, user_id: int) -> list[CartLine]:
    """What is in the cart, in the order in which it was put there."""
    return [_cart_line(row) for row in db.execute(_CART_LINES_SQL, (user_id,))]


def order_lines(db: sqlite3.Connection, order_id: str) -> list[CartLine]:
    """The lines of an order at the prices that were paid; their stock is what is left besides them."""
    return [_cart_line(row) for row in db.execute(_ORDER_LINES_SQL, (order_id,))]


def stock_of(db: sqlite3.Connection, pid: str, size: str) -> int:
    """Units left of a product, in one of its sizes where it has sizes.

    Raises:
        RuleError: E_NOT_FOUND without such a product, E_REQUIRED without a size where one must be chosen,
            E_RANGE for a size that it does not come in.
    """
    product = db.execute("SELECT stock FROM products WHERE id = ?", (pid,)).fetchone()
    if product is None:
        raise RuleError("E_NOT_FOUND")
    options = dict(db.execute("SELECT size, stock FROM product_options WHERE pid = ?", (pid,)).fetchall())
    if not options and not size:
        return product["stock"]
    if not size:
        raise RuleError("E_REQUIRED", field="size")
    if size not in options:
        raise RuleError("E_RANGE", field="size")
    return options[size]


def move_stock(db: sqlite3.Connection, pid: str, size: str, units: int) -> None:
    """Add units to the stock (take them when negative), of the size and of the product together."""
    db.execute("UPDATE products SET stock = stock + ? WHERE id = ?", (units, pid))
    if size:
        db.execute(
            "UPDATE product_options SET stock = stock + ? WHERE pid = ? AND size = ?", (units, pid, size)
        )


def load_coupon(db: sqlite3.Connection, code: str) -> Coupon | None:
    """The coupon with this code, None when there is none."""
    row = db.execute(
        "SELECT code, kind, value, min_subtotal_c, max_discount_c, cat, brand_id, starts, ends, usage_limit,"
        " used, per_user, first_order_only FROM coupons WHERE code = ?",
        (code,),
    ).fetchone()
    if row is None:
        return None
    return Coupon(**{**dict(row), "first_order_only": bool(row["first_order_only"])})


def _cart_line(row: sqlite3.Row) -> CartLine:
    line = Line(
        pid=row["pid"],
        cat=row["cat"],
        brand_id=row["brand_id"],
        qty=row["qty"],
        unit_c=row["unit_c"],
        bulky=row["ship_class"] == "bulky",
        free_ship=bool(row["free_ship"]),
    )
    return CartLine(row["id"], row["name"], row["size"], row["stock"], line)
