"""What the cart costs now: its lines, the coupon that stands in it, and the totals."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from sites.kit.clock import today
from sites.kit.forms import RuleError
from sites.kit.localization import to_ascii_digits
from sites.ministore.pricing import Coupon, Line, Totals, check_coupon, price_order
from sites.ministore.queries import cart_lines, load_coupon


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a cart with one way of delivery."""

    lines: tuple[Line, ...]
    totals: Totals
    coupon: str | None
    """The coupon that was counted."""
    refusal: RuleError | None = None
    """Why the coupon in the cart was not."""

    @property
    def bulky(self) -> bool:
        """Whether the surcharge for bulky goods can be due."""
        return any(line.bulky for line in self.lines)


def quote(db: sqlite3.Connection, user_id: int, method: str, *, gift_wrap: bool = False) -> Quote:
    """The price of the cart; a coupon whose conditions no longer hold counts for nothing."""
    lines = tuple(entry.line for entry in cart_lines(db, user_id))
    coupon, refusal = None, None
    try:
        coupon = cart_coupon(db, user_id, lines)
    except RuleError as error:
        refusal = error
    totals = price_order(lines, method, gift_wrap=gift_wrap, coupon=coupon)
    return Quote(lines, totals, coupon.code if coupon else None, refusal)


def set_coupon(db: sqlite3.Connection, user_id: int, code: str) -> None:
    """Put a coupon into the cart, in place of one that is there.

    ``code`` is as it was typed: spaces around it, small letters and native digits don't matter.

    Raises:
        RuleError: there is no such coupon, or one of its conditions does not hold.
    """
    known = to_ascii_digits(code.strip()).upper()
    valid_coupon(db, user_id, known, [entry.line for entry in cart_lines(db, user_id)])
    db.execute(
        "INSERT INTO carts (user_id, coupon) VALUES (?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET coupon = excluded.coupon",
        (user_id, known),
    )


def remove_coupon(db: sqlite3.Connection, user_id: int) -> None:
    """Take the coupon out of the cart, if there is one."""
    db.execute("DELETE FROM carts WHERE user_id = ?", (user_id,))


def coupon_in_cart(db: sqlite3.Connection, user_id: int) -> str | None:
    """The code that stands in the cart, valid or not."""
    row = db.execute("SELECT coupon FROM carts WHERE user_id = ?", (user_id,)).fetchone()
    return row["coupon"] if row else None


def cart_coupon(db: sqlite3.Connection, user_id: int, lines: Sequence[Line]) -> Coupon | None:
    """The coupon in the cart, None when there is none.

    Raises:
        RuleError: one of its conditions does not hold (any more).
    """
    code = coupon_in_cart(db, user_id)
    return None if code is None else valid_coupon(db, user_id, code, lines)


def valid_coupon(db: sqlite3.Connection, user_id: int, code: str, lines: Sequence[Line]) -> Coupon:
    """The coupon with this code, if the user may use it for these lines today.

    Raises:
        RuleError: there is no such coupon, or one of its conditions does not hold.
    """
    uses = db.execute(
        "SELECT COUNT(*) FROM coupon_uses WHERE user_id = ? AND code = ?", (user_id, code)
    ).fetchone()[0]
    ordered = db.execute("SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = ?)", (user_id,)).fetchone()[0]
    return check_coupon(
        load_coupon(db, code), lines, today=today(), uses_by_user=uses, has_orders=bool(ordered)
    )
