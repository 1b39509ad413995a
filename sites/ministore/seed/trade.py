"""Rows of customers and what they buy: users, addresses, cards, wishlists, orders, and where ids go on."""

from collections.abc import Iterable, Sequence

from sites.kit.accounts import hash_password
from sites.kit.seeding import Tables
from sites.ministore.seed.account import CARDS, PASSWORD, WALLET_C, AccountPlan
from sites.ministore.seed.orders import FIRST_ORDER, Order
from sites.ministore.seed.people import TEST_USER_ID, Address, User

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


def write_users(tables: Tables, users: Sequence[User]) -> None:
    """The test account, who can log in, and the customers, who can't."""
    tables.insert(
        "users",
        (
            (
                user.id,
                user.username,
                hash_password(user.username, PASSWORD) if user.id == TEST_USER_ID else NO_LOGIN,
                tables.write(user.name),
                user.phone,
                user.joined,
                WALLET_C if user.id == TEST_USER_ID else 0,
            )
            for user in users
        ),
    )


def write_account(tables: Tables, account: AccountPlan) -> None:
    """Addresses, cards and wishlist of the test account."""
    _addresses(tables, account.addresses)
    tables.insert("cards", ((card_id, account.user.id, *card) for card_id, *card in CARDS))
    tables.insert(
        "wishlist",
        (
            (account.user.id, wish.product.id, wish.price_c, wish.added_at.isoformat())
            for wish in account.wishlist
        ),
    )


def write_orders(tables: Tables, orders: Sequence[Order]) -> None:
    """Orders with their lines, events and coupon uses; the addresses of customers who have none yet."""
    numbered = [(f"MS-{number}", order) for number, order in enumerate(orders, FIRST_ORDER)]
    strangers = {order.address.id: order.address for order in orders if order.user.id != TEST_USER_ID}
    _addresses(tables, strangers.values())
    tables.insert("orders", (_order(tables, oid, order) for oid, order in numbered))
    items = [(oid, item.product, item.size, item.qty) for oid, order in numbered for item in order.items]
    tables.insert(
        "order_items",
        (
            (n, oid, product.id, size, qty, product.price_c)
            for n, (oid, product, size, qty) in enumerate(items, 1)
        ),
    )
    events = sorted((at.isoformat(), oid, status) for oid, order in numbered for status, at in order.events())
    tables.insert("order_events", ((n, oid, status, at) for n, (at, oid, status) in enumerate(events, 1)))
    used = [(order.coupon.code, order, oid) for oid, order in numbered if order.coupon]
    tables.insert(
        "coupon_uses",
        (
            (n, code, order.user.id, oid, order.placed_at.isoformat())
            for n, (code, order, oid) in enumerate(used, 1)
        ),
    )


def write_counters(tables: Tables) -> None:
    """Where each table's ids go on."""
    last = [
        (table, tables.connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0])
        for table in COUNTED
    ]
    orders = tables.connection.execute("SELECT MAX(CAST(SUBSTR(id, 4) AS INTEGER)) FROM orders").fetchone()[0]
    tables.insert("counters", [*last, ("orders", orders)])


def _order(tables: Tables, oid: str, order: Order) -> tuple[str | int | None, ...]:
    write, totals, address = tables.write, order.totals, order.address
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


def _addresses(tables: Tables, addresses: Iterable[Address]) -> None:
    write = tables.write
    tables.insert(
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
