"""What an order costs: discounts, delivery, gift wrap, refunds. Pure functions over integer US cents.

Every computed amount is rounded half up to the quantum of 25 cents once, where it is computed, and then kept;
totals are sums of kept parts. So the same order adds up in every currency, whose rates make 25 cents a whole
number of units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from sites.kit.forms import RuleError
from sites.kit.money import round_to_quantum

STANDARD_C = 500
EXPRESS_C = 1200
FREE_STANDARD_FROM_C = 5000
BULKY_SURCHARGE_C = 1500
GIFT_WRAP_C = 250
COD_LIMIT_C = 20000
RESTOCKING_C = 250
MAX_LINE_QTY = 10

DELIVERY_DAYS: Mapping[str, int] = MappingProxyType({"standard": 5, "express": 2, "pickup": 3})
SHIP_METHODS = tuple(DELIVERY_DAYS)
PAY_METHODS = ("cod", "card", "wallet")
PREPAID = frozenset({"card", "wallet"})

CouponKind = Literal["percent", "fixed", "freeship"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a cart or an order, with what its price depends on."""

    pid: str
    cat: str
    brand_id: int
    qty: int
    unit_c: int
    bulky: bool
    free_ship: bool

    @property
    def amount_c(self) -> int:
        """Unit price times quantity."""
        return self.qty * self.unit_c


@dataclass(frozen=True, slots=True)
class Coupon:
    """The conditions of one coupon; a None condition does not bind."""

    code: str
    kind: CouponKind
    value: int
    """Percent, or cents, or 0 for free shipping."""
    min_subtotal_c: int
    max_discount_c: int | None
    cat: str | None
    brand_id: int | None
    starts: str
    """First ISO date on which it holds."""
    ends: str
    """Last ISO date on which it holds."""
    usage_limit: int | None
    used: int
    per_user: int
    """Uses by one user; 0 for any number."""
    first_order_only: bool

    def covers(self, line: Line) -> bool:
        """Whether the line counts towards the discount."""
        return self.cat in (None, line.cat) and self.brand_id in (None, line.brand_id)


@dataclass(frozen=True, slots=True)
class Totals:
    """The parts of an order's price, each a multiple of the quantum."""

    subtotal_c: int
    discount_c: int
    shipping_c: int
    """The bulky surcharge is inside."""
    giftwrap_c: int

    @property
    def total_c(self) -> int:
        """What the customer pays."""
        return self.subtotal_c - self.discount_c + self.shipping_c + self.giftwrap_c


def price_order(
    lines: Sequence[Line], method: str, *, gift_wrap: bool = False, coupon: Coupon | None = None
) -> Totals:
    """The price of these lines with this delivery and this coupon, whose conditions must already hold."""
    subtotal_c = sum(line.amount_c for line in lines)
    discount_c = discount(coupon, lines) if coupon else 0
    return Totals(
        subtotal_c=subtotal_c,
        discount_c=discount_c,
        shipping_c=shipping(lines, method, subtotal_c - discount_c, coupon),
        giftwrap_c=GIFT_WRAP_C if gift_wrap else 0,
    )


def discount(coupon: Coupon, lines: Sequence[Line]) -> int:
    """What the coupon takes off the goods, in cents; never more than the lines that it covers."""
    covered_c = sum(line.amount_c for line in lines if coupon.covers(line))
    if coupon.kind == "freeship":
        return 0
    if coupon.kind == "percent":
        saved_c = round_to_quantum(Fraction(covered_c * coupon.value, 100))
    else:
        saved_c = coupon.value
    caps = [covered_c] if coupon.max_discount_c is None else [covered_c, coupon.max_discount_c]
    return min(saved_c, *caps)


def shipping(lines: Sequence[Line], method: str, goods_c: int, coupon: Coupon | None = None) -> int:
    """The delivery price in cents; ``goods_c`` is the subtotal after the discount.

    Standard is free from $50 of goods, when every line ships free, or by coupon. One surcharge an order is
    due when any line is bulky and it is brought to the door.
    """
    if method == "pickup":
        return 0
    surcharge_c = BULKY_SURCHARGE_C if any(line.bulky for line in lines) else 0
    if method == "express":
        return EXPRESS_C + surcharge_c
    free = (
        goods_c >= FREE_STANDARD_FROM_C
        or all(line.free_ship for line in lines)
        or (coupon is not None and coupon.kind == "freeship")
    )
    return surcharge_c + (0 if free else STANDARD_C)


def check_method(lines: Sequence[Line], method: str) -> None:
    """Refuse express delivery of bulky goods.

    Raises:
        RuleError: E_EXPRESS_BULKY.
    """
    if method == "express" and any(line.bulky for line in lines):
        raise RuleError("E_EXPRESS_BULKY")


def check_payment(method: str, total_c: int, wallet_c: int) -> None:
    """Refuse cash above the limit and a wallet that holds too little.

    Raises:
        RuleError: E_COD_LIMIT or E_WALLET_FUNDS.
    """
    if method == "cod" and total_c > COD_LIMIT_C:
        raise RuleError("E_COD_LIMIT")
    if method == "wallet" and total_c > wallet_c:
        raise RuleError("E_WALLET_FUNDS")


def check_coupon(
    coupon: Coupon | None, lines: Sequence[Line], *, today: str, uses_by_user: int, has_orders: bool
) -> Coupon:
    """The coupon itself when all its conditions hold, tested in the order that the help page states.

    Raises:
        RuleError: E_COUPON_UNKNOWN, _NOT_STARTED, _EXPIRED, _EXHAUSTED, _USED, _FIRST_ORDER, _MIN_SUBTOTAL or
            _NOT_APPLICABLE.
    """
    if coupon is None:
        raise RuleError("E_COUPON_UNKNOWN")
    refusals = (
        ("E_COUPON_NOT_STARTED", today < coupon.starts),
        ("E_COUPON_EXPIRED", today > coupon.ends),
        ("E_COUPON_EXHAUSTED", coupon.usage_limit is not None and coupon.used >= coupon.usage_limit),
        ("E_COUPON_USED", 0 < coupon.per_user <= uses_by_user),
        ("E_COUPON_FIRST_ORDER", coupon.first_order_only and has_orders),
        ("E_COUPON_MIN_SUBTOTAL", sum(line.amount_c for line in lines) < coupon.min_subtotal_c),
        ("E_COUPON_NOT_APPLICABLE", not any(coupon.covers(line) for line in lines)),
    )
    for code, refused in refusals:
        if refused:
            raise RuleError(code)
    return coupon


def refund(status: str, pay_method: str, total_c: int) -> int:
    """What a cancelled order pays back: nothing was paid for cash, and packed goods cost a restocking fee."""
    if pay_method not in PREPAID:
        return 0
    return max(0, total_c - (RESTOCKING_C if status == "packed" else 0))


def delivery_date(ordered: date, method: str) -> date:
    """The day on which an order of this day arrives."""
    return ordered + timedelta(days=DELIVERY_DAYS[method])


def quantity_limit(stock: int) -> int:
    """The most units of a product that one line may hold."""
    return min(MAX_LINE_QTY, stock)


def check_quantity(qty: int, stock: int, *, field: str | None = None) -> None:
    """Refuse what is not in stock and more than one line may hold; ``field`` is the form's to blame.

    Raises:
        RuleError: E_OUT_OF_STOCK when nothing is left, else E_QTY_LIMIT with the ``limit``.
    """
    if stock < 1:
        raise RuleError("E_OUT_OF_STOCK", field=field)
    if not 1 <= qty <= quantity_limit(stock):
        raise RuleError("E_QTY_LIMIT", field=field, limit=quantity_limit(stock))
