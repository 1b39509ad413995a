"""Writes the plan into the tables of ``schema.sql``, in one language."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache

from sites.kit.accounts import hash_password
from sites.kit.localization import fold
from sites.ministore.catalogue import CONTENT, load_catalogue
from sites.ministore.seed.account import CARDS, PASSWORD, WALLET_C, AccountPlan
from sites.ministore.seed.coupons import describe
from sites.ministore.seed.orders import FIRST_ORDER, Order
from sites.ministore.seed.people import TEST_USER_ID, Address, User
from sites.ministore.seed.plan import plan_shop
from sites.ministore.seed.products import Product
from sites.ministore.seed.questions import Question
from sites.ministore.seed.reviews import Review
from sites.ministore.seed.texts import Text, Writer

COUNTED = (
    "addresses",
    "cart_items",
    "coupon_uses",
    "order_items",
    "order_events",
    "reviews",
    "questions",
    "answers",
)
"""Tables whose next id follows the last one of the seed."""
NO_LOGIN = "!"
SEPARATOR = "\n"
"""Between the bullets of a product."""

Values = Iterable[Sequence[str | int | None]]


def fill(connection: sqlite3.Connection, lang: str) -> None:
    """Insert every row of the shop into an empty database that has the schema.

    Raises:
        UnknownNameError: no such language.
        ContentError: the language's texts are missing or incomplete.
    """
    plan = plan_shop()
    rows = _Rows(connection, Writer(CONTENT, lang))
    rows.names()
    rows.users(plan.users)
    rows.products(plan.products)
    rows.coupons(plan.account)
    rows.reviews(plan.reviews, plan.account.voted_products)
    rows.questions(plan.questions)
    rows.account(plan.account)
    rows.orders(plan.orders)
    rows.counters()


class _Rows:
    """Inserts rows, table by table."""

    def __init__(self, connection: sqlite3.Connection, texts: Writer) -> None:
        self._connection = connection
        self._texts = texts
        self._write = cache(lambda key: texts.write(Text(key)))
        self._fold = cache(fold)

    def names(self) -> None:
        """Categories, countries, colours, materials, kinds, brands, pickup points."""
        catalogue, write = load_catalogue(), self._write
        categories = list(dict.fromkeys(kind.category for kind in catalogue.kinds.values()))
        countries = sorted({brand.country for brand in catalogue.brands})
        self._insert(
            "categories", ((slug, n, write(f"categories.{slug}")) for n, slug in enumerate(categories, 1))
        )
        self._insert("countries", ((code, write(f"countries.{code}")) for code in countries))
        self._insert("colors", ((code, write(f"colors.{code}")) for code in catalogue.colors))
        self._insert("materials", ((code, write(f"materials.{code}.name")) for code in catalogue.materials))
        self._insert(
            "kinds", ((code, k.category, write(f"kinds.{code}.name")) for code, k in catalogue.kinds.items())
        )
        self._insert(
            "brands", ((n, brand.name, brand.country) for n, brand in enumerate(catalogue.brands, 1))
        )
        self._insert(
            "pickup_points",
            (
                (
                    f"pp{number}",
                    write(f"places.pickup_points.{point.key}.name"),
                    write(f"places.pickup_points.{point.key}.address"),
                    write(f"places.cities.{point.city}.areas.{point.area}"),
                    write(f"places.cities.{point.city}.name"),
                )
                for number, point in enumerate(catalogue.pickup_points, 1)
            ),
        )

    def users(self, users: Sequence[User]) -> None:
        """The test account, who can log in, and the customers, who can't."""
        self._insert(
            "users",
            (
                (
                    user.id,
                    user.username,
                    hash_password(user.username, PASSWORD) if user.id == TEST_USER_ID else NO_LOGIN,
                    self._texts.write(user.name),
                    user.phone,
                    user.joined,
                    WALLET_C if user.id == TEST_USER_ID else 0,
                )
                for user in users
            ),
        )

    def products(self, products: Sequence[Product]) -> None:
        """Products, their pictures, and the sizes of shoes."""
        self._insert("products", (self._product(product) for product in products))
        self._insert("product_images", ((product.id, 1, f"{product.id}.webp") for product in products))
        self._insert(
            "product_options",
            ((product.id, size, stock) for product in products for size, stock in product.options),
        )

    def _product(self, product: Product) -> tuple[str | int | None, ...]:
        kind, write = product.kind, self._write
        name = self._texts.write(product.name)
        keywords = write(f"kinds.{product.kind_key}.keywords")
        color = None if kind.packaged else product.color
        material = None if kind.packaged else product.material
        return (
            product.id,
            kind.category,
            product.kind_key,
            product.brand_id,
            name,
            self._description(product),
            SEPARATOR.join(self._texts.write(bullet) for bullet in _bullets(product)),
            keywords,
            color,
            material,
            product.price_c,
            product.list_price_c,
            product.stock,
            kind.ship_class,
            int(product.free_ship),
            product.weight_g,
            *product.dimensions_mm,
            product.warranty_m,
            product.return_days,
            product.created_at.isoformat(),
            fold(name),
            self._search_key(product, name, color, material),
        )

    def _description(self, product: Product) -> str:
        kind_text = self._write(f"kinds.{product.kind_key}.descr")
        if product.kind.packaged:
            return kind_text
        care = Text(f"materials.{product.material}.care")
        return self._texts.write(Text("formats.description", {"kind_text": kind_text, "care": care}))

    def _search_key(self, product: Product, name: str, color: str | None, material: str | None) -> str:
        write = self._write
        words = [name, product.brand, write(f"kinds.{product.kind_key}.name")]
        words.append(write(f"categories.{product.kind.category}"))
        words += [write(f"colors.{color}")] if color else []
        words += [write(f"materials.{material}.name")] if material else []
        words.append(write(f"kinds.{product.kind_key}.keywords"))
        return " ".join(self._fold(word) for word in words)

    def coupons(self, account: AccountPlan) -> None:
        """The twelve coupons."""
        self._insert(
            "coupons",
            (
                (
                    coupon.code,
                    coupon.kind,
                    coupon.value,
                    coupon.min_subtotal_c,
                    coupon.max_discount_c,
                    coupon.cat,
                    coupon.brand_id,
                    coupon.starts,
                    coupon.ends,
                    coupon.usage_limit,
                    coupon.used,
                    coupon.per_user,
                    int(coupon.first_order_only),
                    self._texts.write(describe(coupon, account.coupon_brand)),
                )
                for coupon in account.coupons.values()
            ),
        )

    def reviews(self, reviews: Sequence[Review], voted: Sequence[str]) -> None:
        """Reviews, and the account's votes for the most helpful one of some products."""
        self._insert(
            "reviews",
            (
                (
                    number,
                    review.pid,
                    review.user_id,
                    review.rating,
                    self._texts.write(review.title),
                    " ".join(map(self._texts.write, review.body)),
                    int(review.recommend),
                    int(review.verified),
                    review.created_at.isoformat(),
                    _iso(review.edited_at),
                    review.helpful,
                )
                for number, review in enumerate(reviews, 1)
            ),
        )
        numbered = list(enumerate(reviews, 1))
        votes = (max((r.helpful, number) for number, r in numbered if r.pid == pid)[1] for pid in voted)
        self._insert("review_votes", ((number, TEST_USER_ID) for number in votes))

    def questions(self, questions: Sequence[Question]) -> None:
        """Questions with their answers, and the account's vote for the best reply to one of its own."""
        numbered = list(enumerate(questions, 1))
        self._insert(
            "questions",
            (
                (
                    number,
                    question.pid,
                    question.user_id,
                    self._texts.write(question.body),
                    question.created_at.isoformat(),
                )
                for number, question in numbered
            ),
        )
        answers = sorted(
            ((answer, number) for number, question in numbered for answer in question.answers),
            key=lambda entry: (entry[0].created_at, entry[1]),
        )
        self._insert(
            "answers",
            (
                (
                    number,
                    question,
                    answer.user_id,
                    int(answer.user_id is None),
                    self._texts.write(answer.body),
                    answer.created_at.isoformat(),
                    answer.helpful,
                )
                for number, (answer, question) in enumerate(answers, 1)
            ),
        )
        own = {number for number, question in numbered if question.user_id == TEST_USER_ID}
        best = max((answer.helpful, -n) for n, (answer, question) in enumerate(answers, 1) if question in own)
        self._insert("answer_votes", [(-best[1], TEST_USER_ID)])

    def account(self, account: AccountPlan) -> None:
        """Addresses, cards and wishlist of the test account."""
        self._addresses(account.addresses)
        self._insert("cards", ((card_id, account.user.id, *card) for card_id, *card in CARDS))
        self._insert(
            "wishlist",
            (
                (account.user.id, wish.product.id, wish.price_c, wish.added_at.isoformat())
                for wish in account.wishlist
            ),
        )

    def orders(self, orders: Sequence[Order]) -> None:
        """Orders with their lines, events and coupon uses; the addresses of customers who have none yet."""
        numbered = [(f"MS-{number}", order) for number, order in enumerate(orders, FIRST_ORDER)]
        strangers = {order.address.id: order.address for order in orders if order.user.id != TEST_USER_ID}
        self._addresses(strangers.values())
        self._insert("orders", (self._order(oid, order) for oid, order in numbered))
        items = [(oid, item.product, item.size, item.qty) for oid, order in numbered for item in order.items]
        self._insert(
            "order_items",
            (
                (n, oid, product.id, size, qty, product.price_c)
                for n, (oid, product, size, qty) in enumerate(items, 1)
            ),
        )
        events = sorted(
            (at.isoformat(), oid, status) for oid, order in numbered for status, at in order.events()
        )
        self._insert("order_events", ((n, oid, status, at) for n, (at, oid, status) in enumerate(events, 1)))
        used = [(order.coupon.code, order, oid) for oid, order in numbered if order.coupon]
        self._insert(
            "coupon_uses",
            (
                (n, code, order.user.id, oid, order.placed_at.isoformat())
                for n, (code, order, oid) in enumerate(used, 1)
            ),
        )

    def _order(self, oid: str, order: Order) -> tuple[str | int | None, ...]:
        write, totals, address = self._texts.write, order.totals, order.address
        return (
            oid,
            order.user.id,
            order.status,
            order.placed_at.isoformat(),
            totals.subtotal_c,
            totals.discount_c,
            totals.shipping_c,
            totals.giftwrap_c,
            totals.total_c,
            order.coupon.code if order.coupon else None,
            order.method,
            order.pickup_point,
            order.payment,
            order.card_id,
            address.id,
            write(address.full_name),
            address.phone,
            write(address.line1),
            write(address.area),
            write(address.city),
            address.postcode,
            write(order.note) if order.note else "",
            order.eta,
            order.cancel_reason,
            write(order.cancel_detail) if order.cancel_detail else "",
            order.refund_c,
        )

    def _addresses(self, addresses: Iterable[Address]) -> None:
        write = self._texts.write
        self._insert(
            "addresses",
            (
                (
                    address.id,
                    address.user_id,
                    address.label,
                    write(address.full_name),
                    address.phone,
                    write(address.line1),
                    write(address.area),
                    write(address.city),
                    address.postcode,
                    int(address.is_default),
                )
                for address in addresses
            ),
        )

    def counters(self) -> None:
        """Where each table's ids go on."""
        last = [
            (table, self._connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0])
            for table in COUNTED
        ]
        orders = self._connection.execute(
            "SELECT MAX(CAST(SUBSTR(id, 4) AS INTEGER)) FROM orders"
        ).fetchone()[0]
        self._insert("counters", [*last, ("orders", orders)])

    def _insert(self, table: str, rows: Values) -> None:
        """Insert rows whose values are in the order of the schema's columns."""
        rows = list(rows)
        marks = ", ".join("?" * len(rows[0]))
        self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _bullets(product: Product) -> list[Text]:
    """The short list of a product: what it is made of, three features, its size, the brand's home."""
    material = Text(f"materials.{product.material}.name")
    color = Text(f"colors.{product.color}")
    pack = "pack_" if product.kind.packaged else ""
    section = product.kind.feature_section
    lines = [
        Text(f"bullets.{pack}material", {"material": material}),
        Text(f"bullets.{pack}color", {"color": color}),
        *(Text(f"features.{section}.{feature}") for feature in product.features),
    ]
    if product.size_text is not None:
        lines.insert(2, Text("bullets.size", {"size": product.size_text}))
    return lines


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
