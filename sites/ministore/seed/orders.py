"""Orders as the shop would have written them: priced by its own rules, with an event for each status.

The test account's fourteen orders are listed here by what each is needed for; other customers have a few
orders too, which nobody but they may see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from sites.kit.seeding import Text
from sites.ministore import pricing
from sites.ministore.seed.people import HOME_CITIES, Address, User, make_address
from sites.ministore.seed.products import Product
from sites.ministore.seed.randomness import generator

FIRST_ORDER = 100_001
_STEPS = ("placed", "confirmed", "packed", "shipped", "out_for_delivery", "delivered", "returned")
_STRANGERS = 10
_LAST_WINTER = datetime(2025, 12, 31)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of an order."""

    product: Product
    qty: int
    size: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """An order, in no language."""

    user: User
    address: Address
    status: str
    placed_at: datetime
    items: tuple[Item, ...]
    method: str
    payment: str
    card_id: int | None = None
    coupon: pricing.Coupon | None = None
    gift_wrap: bool = False
    note: Text | None = None
    cancel_reason: str | None = None
    cancel_detail: Text | None = None
    pickup_point: str | None = None

    @property
    def totals(self) -> pricing.Totals:
        """What the shop's rules make it cost."""
        return pricing.price_order(
            [line_of(item.product, item.qty) for item in self.items],
            self.method,
            gift_wrap=self.gift_wrap,
            coupon=self.coupon,
        )

    @property
    def eta(self) -> str:
        """The ISO date on which it is to arrive."""
        return pricing.delivery_date(self.placed_at.date(), self.method).isoformat()

    @property
    def refund_c(self) -> int:
        """What came back: all of a cancelled order, the goods of a returned one."""
        if self.status == "cancelled":
            return pricing.refund("placed", self.payment, self.totals.total_c)
        returned = self.status == "returned"
        return self.totals.subtotal_c - self.totals.discount_c if returned else 0

    def events(self) -> Iterator[tuple[str, datetime]]:
        """Every status it has had, with the time."""
        if self.status == "cancelled":
            yield "placed", self.placed_at
            yield "cancelled", self.placed_at + timedelta(hours=5, minutes=12)
            return
        arrival = datetime.combine(pricing.delivery_date(self.placed_at.date(), self.method), time(14, 25))
        moments = (
            self.placed_at,
            self.placed_at + timedelta(hours=2, minutes=35),
            self.placed_at + timedelta(hours=22),
            self.placed_at + timedelta(days=1, hours=5),
            arrival - timedelta(hours=6, minutes=10),
            arrival,
            arrival + timedelta(days=6),
        )
        yield from list(zip(_STEPS, moments, strict=True))[: _STEPS.index(self.status) + 1]


def line_of(product: Product, qty: int) -> pricing.Line:
    """The line of a cart as the pricing rules see it."""
    return pricing.Line(
        pid=product.id,
        cat=product.kind.category,
        brand_id=product.brand_id,
        qty=qty,
        unit_c=product.price_c,
        bulky=product.bulky,
        free_ship=product.free_ship,
    )


def plan_strangers(users: Sequence[User], products: Sequence[Product], first_address: int) -> Iterator[Order]:
    """Two orders of each of ten other customers, from the last winter."""
    small = [
        product
        for product in products
        if not (product.bulky or product.options) and product.stock > 2 and product.created_at < _LAST_WINTER
    ]
    for number, user in enumerate(users[:_STRANGERS]):
        rng = generator("stranger", user.id)
        address = make_address(
            user, first_address + number, "home", rng.choice(HOME_CITIES[user.culture]), rng
        )
        for month in (1, 2):
            yield Order(
                user=user,
                address=address,
                status="delivered",
                placed_at=datetime(2026, month, rng.randint(1, 25), rng.randint(8, 20), rng.randrange(60)),
                items=tuple(
                    Item(product, rng.randint(1, 2)) for product in rng.sample(small, rng.randint(1, 3))
                ),
                method="standard",
                payment="card",
            )
