"""The test account: each case that a task may need is there."""

import sqlite3

import pytest
from werkzeug.security import check_password_hash

from sites.ministore import SITE
from sites.ministore.pricing import Coupon, RuleError, check_coupon
from sites.ministore.seed import fill
from sites.ministore.seed.account import plan_account
from sites.ministore.seed.orders import line_of
from sites.ministore.seed.products import plan_products


@pytest.fixture(scope="module")
def shop():
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.executescript((SITE.folder / "schema.sql").read_text(encoding="utf-8"))
    fill(connection, "en")
    yield connection
    connection.close()


def rows(shop, query):
    return [tuple(row) for row in shop.execute(query)]


def test_she_can_log_in_and_nobody_else(shop):
    username, hashed, wallet = rows(shop, "SELECT username, pw, wallet_c FROM users WHERE id = 1")[0]
    assert (username, wallet) == (SITE.account.username, 12_000)
    assert check_password_hash(hashed, SITE.account.password)
    assert rows(shop, "SELECT DISTINCT pw FROM users WHERE id > 1") == [("!",)]


def test_addresses_and_cards(shop):
    assert rows(shop, "SELECT label, is_default FROM addresses WHERE user_id = 1") == [
        ("home", 1),
        ("office", 0),
        ("other", 0),
    ]
    assert rows(shop, "SELECT COUNT(DISTINCT city) FROM addresses WHERE user_id = 1") == [(3,)]
    assert rows(shop, "SELECT brand, last4 FROM cards ORDER BY id") == [("VISA", "4242"), ("MC", "5105")]


def test_fourteen_orders_of_every_status(shop):
    counts = dict(rows(shop, "SELECT status, COUNT(*) FROM orders WHERE user_id = 1 GROUP BY status"))
    assert counts == {
        "placed": 1,
        "confirmed": 2,
        "packed": 2,
        "shipped": 2,
        "out_for_delivery": 1,
        "delivered": 4,
        "cancelled": 1,
        "returned": 1,
    }


def test_orders_for_special_rules(shop):
    own = "FROM orders WHERE user_id = 1 AND"
    assert rows(shop, f"SELECT COUNT(*) {own} pay_method = 'cod'")[0][0] >= 1
    assert 4 in [n for (n,) in rows(shop, "SELECT COUNT(*) FROM order_items GROUP BY order_id")]
    bulky = """SELECT COUNT(*) FROM orders o JOIN order_items i ON o.id = i.order_id
        JOIN products p ON p.id = i.pid WHERE o.user_id = 1 AND p.ship_class = 'bulky'"""
    assert rows(shop, bulky) == [(1,)]
    at_minimum = """SELECT o.status FROM orders o JOIN coupons c ON o.coupon = c.code
        WHERE o.subtotal_c = c.min_subtotal_c"""
    assert rows(shop, at_minimum) == [("confirmed",)]
    totals = rows(shop, f"SELECT total_c {own} status = 'delivered'")
    assert len(set(totals)) == 4


def test_no_address_left_behind_and_events_in_order(shop):
    for status, last in rows(
        shop,
        """SELECT o.status,
        (SELECT e.status FROM order_events e WHERE e.order_id = o.id ORDER BY e.at DESC, e.id DESC LIMIT 1)
        FROM orders o""",
    ):
        assert status == last
    assert rows(
        shop,
        "SELECT COUNT(*) FROM orders o JOIN addresses a ON a.id = o.address_id WHERE a.user_id <> o.user_id",
    ) == [(0,)]
    assert rows(
        shop, "SELECT COUNT(*) FROM orders o JOIN orders p ON o.id < p.id AND o.placed_at > p.placed_at"
    ) == [(0,)]


def test_wishlist_has_one_sold_out_and_one_reduced(shop):
    wished = rows(
        shop,
        """SELECT stock, w.price_c, p.price_c, list_price_c
        FROM wishlist w JOIN products p ON p.id = w.pid""",
    )
    assert len(wished) == 9
    assert sum(stock == 0 for stock, *_ in wished) == 1
    assert sum(then > now for _, then, now, _ in wished) == 1
    discounts = sorted(1 - now / full for _, _, now, full in wished)
    assert discounts[-1] > discounts[-2]


def test_what_she_wrote(shop):
    ratings = rows(shop, "SELECT rating, verified FROM reviews WHERE user_id = 1")
    assert len(ratings) == 6
    assert sum(verified for _, verified in ratings) == 2
    assert sum(rating == 1 for rating, _ in ratings) == 1
    verified = """SELECT COUNT(DISTINCT r.id) FROM reviews r
        JOIN order_items i ON i.pid = r.pid JOIN orders o ON o.id = i.order_id
        WHERE r.user_id = 1 AND o.user_id = 1 AND o.status = 'delivered'"""
    assert rows(shop, verified) == [(2,)]
    asked = rows(
        shop, "SELECT (SELECT COUNT(*) FROM answers WHERE qid = q.id) FROM questions q WHERE user_id = 1"
    )
    assert sorted(count for (count,) in asked) == [0, 2, 5]
    assert rows(shop, "SELECT COUNT(*) FROM answers WHERE user_id = 1") == [(2,)]
    given = """SELECT (SELECT COUNT(*) FROM review_votes WHERE user_id = 1)
        + (SELECT COUNT(*) FROM answer_votes WHERE user_id = 1)"""
    assert rows(shop, given) == [(4,)]
    own = (
        "SELECT COUNT(*) FROM review_votes v JOIN reviews r ON r.id = v.review_id WHERE r.user_id = v.user_id"
    )
    assert rows(shop, own) == [(0,)]


def test_coupons_used(shop):
    used = dict(rows(shop, "SELECT code, COUNT(*) FROM coupon_uses WHERE user_id = 1 GROUP BY code"))
    brand = next(
        code for code in plan_account().coupons if code == f"{plan_account().coupon_brand.upper()}12"
    )
    assert used == {"SAVE10": 1, brand: 1}


def coupon(code: str) -> Coupon:
    return plan_account().coupons[code]


@pytest.mark.parametrize(
    ("code", "kind", "has_orders", "error"),
    [
        ("SPRING12", "mug", True, "E_COUPON_NOT_STARTED"),
        ("WINTER40", "mug", True, "E_COUPON_EXPIRED"),
        ("FLASH5", "mug", True, "E_COUPON_EXHAUSTED"),
        ("SAVE10", "mug", True, "E_COUPON_USED"),
        ("WELCOME30", "mug", True, "E_COUPON_FIRST_ORDER"),
        ("BIG50", "mug", True, "E_COUPON_MIN_SUBTOTAL"),
        ("KITCHEN15", "hammer", True, "E_COUPON_NOT_APPLICABLE"),
        ("EID2026", "mug", True, None),
    ],
)
def test_each_refusal_of_a_coupon_can_be_met(code, kind, has_orders, error):
    product = next(product for product in plan_products() if product.kind_key == kind)
    uses = 1 if code == "SAVE10" else 0

    def use():
        return check_coupon(
            coupon(code), [line_of(product, 1)], today="2026-03-16", uses_by_user=uses, has_orders=has_orders
        )

    if error is None:
        assert use() == coupon(code)
    else:
        with pytest.raises(RuleError, match=error):
            use()
