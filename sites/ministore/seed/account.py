"""The test account ``nadia``: what she has bought, said and marked; each rule of the shop has a case.

Products are chosen by what a case needs (a bulky one, one out of stock, one that costs exactly a coupon's
minimum), always the first that fits in a shuffled catalogue and is not used yet, so that no id is written
down here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from sites.kit.seeding import Text
from sites.ministore.pricing import Coupon
from sites.ministore.seed.coupons import BRAND_MINIMUM_C, plan_coupons
from sites.ministore.seed.orders import Item, Order
from sites.ministore.seed.people import Address, User, make_address, plan_users
from sites.ministore.seed.products import Product, plan_products
from sites.ministore.seed.questions import Answer, Question
from sites.ministore.seed.randomness import generator
from sites.ministore.seed.reviews import Review

PASSWORD = "mini2026"
WALLET_C = 12_000
VISA_ID, MASTERCARD_ID = 1, 2
CARDS = ((VISA_ID, "VISA", "4242", "2028-05"), (MASTERCARD_ID, "MC", "5105", "2027-11"))
OLD_ENOUGH = datetime(2025, 5, 1)
"""What the account has to do with was in the shop by then, before its first review and order."""
WISHED_KINDS = ("vase", "curtain", "handbag", "earrings", "power_bank", "cutting_board", "rug")


@dataclass(frozen=True, slots=True)
class Wish:
    """A product on the wishlist, with its price on the day it was put there."""

    product: Product
    price_c: int
    added_at: datetime


@dataclass(frozen=True, slots=True)
class AccountPlan:
    """Everything that belongs to the test account."""

    user: User
    addresses: tuple[Address, ...]
    coupons: dict[str, Coupon]
    coupon_brand: str
    orders: tuple[Order, ...]
    wishlist: tuple[Wish, ...]
    reviews: tuple[Review, ...]
    questions: tuple[Question, ...]
    answers: tuple[tuple[str, Answer], ...]
    """Topic of the question that is answered, and the answer."""
    voted_products: tuple[str, ...]
    """Their most helpful reviews carry a vote of the account."""


@cache
def plan_account() -> AccountPlan:
    """The account's data, in no language."""
    user = plan_users()[0]
    choose = _Chooser()
    addresses = _plan_addresses(user)
    coupon_item = choose.worth(BRAND_MINIMUM_C)
    coupons = plan_coupons(coupon_item.product.brand_id, coupon_item.product.brand)
    orders = _plan_orders(user, addresses, coupons, coupon_item, choose)
    wishlist = _plan_wishlist(choose)
    delivered = {
        item.product.kind_key: item.product
        for order in orders
        for item in order.items
        if order.status == "delivered"
    }
    return AccountPlan(
        user=user,
        addresses=addresses,
        coupons=coupons,
        coupon_brand=coupon_item.product.brand,
        orders=orders,
        wishlist=wishlist,
        reviews=_plan_reviews(user, delivered, choose),
        questions=_plan_questions(
            user, next(wish.product for wish in wishlist if not wish.product.stock), choose
        ),
        answers=_plan_answers(user),
        voted_products=tuple(delivered[kind].id for kind in ("bath_towel", "water_bottle", "serving_bowl")),
    )


class _Chooser:
    """Picks products that fit, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._products = list(plan_products())
        generator("account products").shuffle(self._products)

    def pick(
        self, kind: str, fits: Callable[[Product], bool] = lambda product: product.stock >= 10
    ) -> Product:
        """The first free product of the kind that fits."""
        old = (product for product in self._products if product.created_at < OLD_ENOUGH)
        product = next(
            product
            for product in old
            if product.kind_key == kind and product.id not in self._taken and fits(product)
        )
        self._taken.add(product.id)
        return product

    def worth(self, amount_c: int) -> Item:
        """Two or more of a product that together cost exactly this amount."""
        for product in self._products:
            qty = amount_c // product.price_c
            plain = not (product.bulky or product.free_ship or product.options)
            if plain and qty in (2, 4) and qty * product.price_c == amount_c and product.stock >= 10:
                self._taken.add(product.id)
                return Item(product, qty)
        raise LookupError(f"no product adds up to {amount_c} cents")


def _plan_addresses(user: User) -> tuple[Address, ...]:
    """Home (the default), office and another, in three cities."""
    rng = generator("account addresses")
    cities = {"home": "dhaka", "office": "gazipur", "other": "chattogram"}
    return tuple(make_address(user, number, *entry, rng) for number, entry in enumerate(cities.items(), 1))


def _plan_orders(
    user: User, addresses: Sequence[Address], coupons: dict[str, Coupon], coupon_item: Item, choose: _Chooser
) -> tuple[Order, ...]:
    """Fourteen orders, oldest first."""
    home, office, _ = addresses

    def buy(kind: str, qty: int = 1, max_price_c: int = 100_000) -> Item:
        return Item(
            choose.pick(kind, lambda product: product.stock >= 10 and product.price_c <= max_price_c), qty
        )

    def order(
        status: str, placed_at: str, *items: Item, address: Address = home, card_id: int = VISA_ID
    ) -> Order:
        placed = datetime.fromisoformat(placed_at)
        return Order(user, address, status, placed, items, method="standard", payment="card", card_id=card_id)

    def unpaid_by_card(order: Order, payment: str) -> Order:
        return replace(order, payment=payment, card_id=None)

    sandals = choose.pick(
        "sandal", lambda product: any(size == "38" and stock > 2 for size, stock in product.options)
    )
    brand_coupon = coupons[f"{coupon_item.product.brand.upper()}12"]
    collected = order("packed", "2026-03-14T11:00:00", buy("notebook", 4), buy("ballpoint_pen"))
    cancelled = order("cancelled", "2026-03-02T17:30:00", buy("headphones"))
    return (
        order("returned", "2025-10-20T10:14:00", Item(sandals, 1, "38"), card_id=MASTERCARD_ID),
        unpaid_by_card(
            order("delivered", "2025-11-18T19:40:00", buy("bath_towel", 2, 3000), buy("soap")), "cod"
        ),
        order("delivered", "2025-12-22T08:55:00", buy("table_lamp"), address=office, card_id=MASTERCARD_ID),
        replace(
            order("delivered", "2026-02-03T21:20:00", buy("dining_chair"), buy("serving_bowl")),
            coupon=coupons["SAVE10"],
        ),
        replace(
            unpaid_by_card(order("delivered", "2026-02-18T12:05:00", buy("water_bottle", 2)), "wallet"),
            method="express",
        ),
        replace(cancelled, cancel_reason="changed_mind", cancel_detail=Text("account.cancel_detail")),
        order("out_for_delivery", "2026-03-11T09:10:00", buy("blanket"), buy("tea", 2)),
        unpaid_by_card(
            order("shipped", "2026-03-12T13:45:00", buy("backpack", 1, 9000), address=office), "cod"
        ),
        replace(order("shipped", "2026-03-14T08:15:00", buy("speaker")), method="express", gift_wrap=True),
        order(
            "packed",
            "2026-03-13T18:30:00",
            buy("mug", 2),
            buy("dinner_plate"),
            buy("cutlery_set"),
            buy("tea", 3),
        ),
        replace(unpaid_by_card(collected, "wallet"), method="pickup", pickup_point="pp1"),
        replace(
            order("confirmed", "2026-03-15T10:05:00", coupon_item),
            coupon=brand_coupon,
            note=Text("account.order_note"),
        ),
        order("confirmed", "2026-03-15T16:20:00", buy("coffee_table"), address=office, card_id=MASTERCARD_ID),
        unpaid_by_card(
            order("placed", "2026-03-16T07:52:00", buy("pillow", 2, 4000), buy("bed_sheet", 1, 6000)), "cod"
        ),
    )


def _plan_wishlist(choose: _Chooser) -> tuple[Wish, ...]:
    """Nine products: one sold out, one cheaper than on the day it was put there."""
    regular = [
        choose.pick(kind, lambda p: p.stock >= 3 and 600 <= p.price_c <= 15_000) for kind in WISHED_KINDS
    ]
    sold_out = choose.pick("desk_organizer", lambda product: product.stock == 0)
    reduced = choose.pick("wall_clock", lambda p: p.stock >= 3 and p.list_price_c > 1.3 * p.price_c)
    wishes = [(product, product.price_c) for product in (*regular, sold_out)]
    wishes.append((reduced, reduced.list_price_c))
    return tuple(
        Wish(product, price_c, datetime(2026, 1 + number // 4, 3 + 5 * (number % 4), 18, 7 * number))
        for number, (product, price_c) in enumerate(wishes)
    )


def _plan_reviews(user: User, delivered: dict[str, Product], choose: _Chooser) -> tuple[Review, ...]:
    """Six reviews, two of them of delivered products, one with a single star."""
    reviewed = (
        ("r1", delivered["table_lamp"], 5, "2026-01-05T20:12:00"),
        ("r2", delivered["dining_chair"], 4, "2026-02-20T18:41:00"),
        ("r3", choose.pick("phone_case"), 1, "2025-08-14T09:26:00"),
        ("r4", choose.pick("kettle"), 3, "2025-06-02T21:03:00"),
        ("r5", choose.pick("necklace"), 5, "2025-09-30T16:48:00"),
        ("r6", choose.pick("earbuds"), 2, "2025-12-01T11:19:00"),
    )
    return tuple(
        Review(
            pid=product.id,
            user_id=user.id,
            rating=rating,
            title=Text(f"account.reviews.{key}.title"),
            body=(Text(f"account.reviews.{key}.body"),),
            recommend=rating > 3,
            verified=product in delivered.values(),
            created_at=datetime.fromisoformat(written_at),
            edited_at=None,
            helpful=rating % 4,
        )
        for key, product, rating, written_at in reviewed
    )


def _plan_questions(user: User, sold_out: Product, choose: _Chooser) -> tuple[Question, ...]:
    """Three questions: two answers, five answers, none."""
    customers = [customer.id for customer in generator("account answers").sample(plan_users()[1:], 7)]
    asked = (
        (
            "q1",
            choose.pick("candle_holder"),
            "2025-11-08T10:20:00",
            ("answers.general.g2", "answers.general.g3"),
        ),
        (
            "q2",
            choose.pick("wall_mirror"),
            "2025-10-02T13:05:00",
            tuple(f"account.replies.r{n}" for n in range(1, 6)),
        ),
        ("q3", sold_out, "2026-03-10T19:33:00", ()),
    )
    return tuple(
        Question(
            pid=product.id,
            topic="",
            user_id=user.id,
            body=Text(f"account.questions.{key}"),
            created_at=datetime.fromisoformat(asked_at),
            answers=tuple(
                Answer(customers.pop(), Text(reply), datetime(2025, 12, day, 17, 3 * day), 2 * day % 5)
                for day, reply in enumerate(replies, 3)
            ),
        )
        for key, product, asked_at, replies in asked
    )


def _plan_answers(user: User) -> tuple[tuple[str, Answer], ...]:
    """Two answers to other customers."""
    return (
        ("play_hours", Answer(user.id, Text("account.answers.a1"), datetime(2026, 1, 19, 9, 30), 1)),
        ("parcels", Answer(user.id, Text("account.answers.a2"), datetime(2026, 2, 9, 20, 15), 2)),
    )
