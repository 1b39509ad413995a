"""What the cart costs now: its lines, the coupon that stands in it, and the totals."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from sites.kit.clock import today
from sites.kit.forms import RuleError
from sites.ministore.pricing import Coupon, Line, Totals, check_coupon, price_order
from sites.ministore.queries import cart_lines, load_coupon


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a cart with one way of delivery."""

    lines: tuple[Line, ...]
    totals: Totals
    coupon: str | None
    """The coupon that was counted."""

    @property
    def bulky(self) -> bool:
        """Whether the surcharge for bulky goods can be due."""
        return any(line.bulky for line in self.lines)


def quote(db: sqlite3.Connection, user_id: int, method: str, *, gift_wrap: bool = False) -> Quote:
    """The price of the cart; a coupon whose conditions no longer hold counts for nothing."""
    lines = tuple(entry.line for entry in cart_lines(db, user_id))
    try:
        coupon = cart_coupon(db, user_id, lines)
    except RuleError:
        coupon = None
    totals = price_order(lines, method, gift_wrap=gift_wrap, coupon=coupon)
    return Quote(lines, totals, coupon.code if coupon else None)


def cart_coupon(db: sqlite3.Connection, user_id: int, lines: Sequence[Line]) -> Coupon | None:
    """The coupon in the cart, None when there is none.

    Raises:
        RuleError: one of its conditions does not hold (any more).
    """
    row = db.execute("SELECT coupon FROM carts WHERE user_id = ?", (user_id,)).fetchone()
    if row is None or row["coupon"] is None:
        return None
    uses = db.execute(
        "SELECT COUNT(*) FROM coupon_uses WHERE user_id = ? AND code = ?", (user_id, row["coupon"])
    ).fetchone()[0]
    ordered = db.execute("SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = ?)", (user_id,)).fetchone()[0]
    return check_coupon(
        load_coupon(db, row["coupon"]), lines, today=today(), uses_by_user=uses, has_orders=bool(ordered)
    )
