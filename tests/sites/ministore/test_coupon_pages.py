from collections.abc import Callable

import pytest

from sites.kit.localization import localize_digits
from tests.sites.ministore.customer import Page, Shop
from tests.sites.visitor import only_row, squeeze

PLAIN = "ship_class = 'std' AND free_ship = 0 AND stock > 9 AND cat NOT IN ('shoes', 'kitchen')"
REFUSED = [
    ("NOSUCH", 3000, "E_COUPON_UNKNOWN"),
    ("SPRING12", 3000, "E_COUPON_NOT_STARTED"),
    ("WINTER40", 3000, "E_COUPON_EXPIRED"),
    ("FLASH5", 3000, "E_COUPON_EXHAUSTED"),
    ("SAVE10", 3000, "E_COUPON_USED"),
    ("WELCOME30", 3000, "E_COUPON_FIRST_ORDER"),
    ("BIG50", 3000, "E_COUPON_MIN_SUBTOTAL"),
    ("MEGA25", 3000, "E_COUPON_MIN_SUBTOTAL"),
    ("KITCHEN15", 3000, "E_COUPON_NOT_APPLICABLE"),
    ("SHOES20", 9000, "E_COUPON_NOT_APPLICABLE"),
    ("", 3000, "E_REQUIRED"),
]


def product(shop: Shop, price_c: int, condition: str = PLAIN) -> str:
    """The first such product that costs at least this much, and not twice as much."""
    sql = f"SELECT id FROM products WHERE price_c BETWEEN ? AND ? AND {condition} ORDER BY id"
    return shop.row(sql, price_c, 2 * price_c)["id"]


def carts(shop: Shop) -> list[object]:
    return [change.after["coupon"] for change in shop.changes().get("carts", []) if change.after]


def use(shop: Shop, code: str) -> Page:
    return shop.post("/cart/coupon", code=code)


@pytest.mark.parametrize(("code", "price_c", "error"), REFUSED)
def test_each_refusal_is_told_and_nothing_is_kept(shop: Shop, code: str, price_c: int, error: str) -> None:
    shop.fill_cart((product(shop, price_c), 1))
    page = use(shop, code)
    assert (page.path, page.status, page.errors) == ("/cart/coupon", 200, [error])
    assert page.value("code") == code
    assert carts(shop) == []


@pytest.mark.parametrize("typed", ["EID2026", " eid2026 ", "Eid2026"])
def test_spaces_and_capitals_make_no_difference(shop: Shop, typed: str) -> None:
    shop.fill_cart((product(shop, 3000), 1))
    page = use(shop, typed)
    assert page.path == "/cart"
    assert "The coupon is in your cart" in page.one("title").text()
    assert carts(shop) == ["EID2026"]


@pytest.mark.parametrize("lang", ["bn", "hi", "ur"])
def test_native_digits_in_a_code(open_shop: Callable[[str], Shop], lang: str) -> None:
    shop = open_shop(lang)
    shop.fill_cart((product(shop, 3000), 1))
    use(shop, localize_digits("eid2026", lang))
    assert carts(shop) == ["EID2026"]


def test_one_coupon_at_a_time_and_a_refused_one_changes_nothing(shop: Shop) -> None:
    shop.fill_cart((product(shop, 3000), 1))
    use(shop, "EID2026")
    assert use(shop, "WINTER40").errors == ["E_COUPON_EXPIRED"]
    assert carts(shop) == ["EID2026"]
    use(shop, "FREESHIP")
    assert carts(shop) == ["FREESHIP"]


def test_removing_the_coupon_undoes_it(shop: Shop) -> None:
    pid = product(shop, 3000)
    shop.fill_cart((pid, 1))
    before = shop.get("/cart").one(".sums").text()
    use(shop, "EID2026")
    assert shop.get("/cart").one(".sums").text() != before
    page = shop.post("/cart/coupon/remove")
    assert page.one(".sums").text() == before
    assert "carts" not in shop.changes()
    assert not page.tree.css("form[action='/cart/coupon/remove']")


def test_the_last_line_takes_the_coupon_with_it(shop: Shop) -> None:
    shop.fill_cart((product(shop, 3000), 1))
    use(shop, "EID2026")
    shop.post(f"/cart/items/{shop.number('SELECT MAX(id) FROM cart_items')}/remove")
    assert shop.changes() == {}


def test_an_empty_cart_still_says_what_is_wrong(shop: Shop) -> None:
    shop.log_in()
    assert use(shop, "NOSUCH").errors == ["E_COUPON_UNKNOWN"]
    assert use(shop, "EID2026").errors == ["E_COUPON_NOT_APPLICABLE"]


@pytest.mark.parametrize(
    ("code", "condition", "percent"),
    [("EID2026", PLAIN, 18), ("KITCHEN15", "cat = 'kitchen' AND stock > 3", 15)],
)
def test_what_a_coupon_saves(shop: Shop, code: str, condition: str, percent: int) -> None:
    pid = product(shop, 4000, condition)
    shop.fill_cart((pid, 1))
    use(shop, code)
    price_c = shop.number("SELECT price_c FROM products WHERE id = ?", pid)
    saved_c = (price_c * percent * 2 + 2500) // 5000 * 25
    assert f"-${saved_c / 100:.2f}" in shop.get("/cart").text


def test_a_cap_and_a_free_delivery(shop: Shop) -> None:
    shop.fill_cart((product(shop, 18000), 1))
    use(shop, "MEGA25")
    assert "-$40.00" in shop.get("/cart").text
    shop.post("/cart/coupon/remove")
    shop.write("DELETE FROM cart_items")
    shop.fill_cart((product(shop, 2000), 1))
    assert "$5.00" in shop.get("/cart").one(".sums").text()
    use(shop, "FREESHIP")
    assert "free" in shop.get("/cart").one(".sums").text()


def test_a_coupon_below_its_minimum_counts_for_nothing_and_stops_the_order(shop: Shop) -> None:
    pid = product(shop, 4100, f"{PLAIN} AND price_c < 7900")
    shop.fill_cart((pid, 2))
    use(shop, "MEGA25")
    page = shop.post(f"/cart/items/{shop.number('SELECT MAX(id) FROM cart_items')}", qty="1")
    assert "(E_COUPON_MIN_SUBTOTAL)" in page.one(".warn").text()
    assert "Discount" not in page.one(".sums").text()
    assert "does not count" in shop.choose().text
    assert shop.post("/checkout/place", agree="1").errors == ["E_COUPON_MIN_SUBTOTAL"]
    assert "orders" not in shop.changes()


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        ("ends = '2026-03-15'", "E_COUPON_EXPIRED"),
        ("usage_limit = 10, used = 10", "E_COUPON_EXHAUSTED"),
        ("min_subtotal_c = 90000", "E_COUPON_MIN_SUBTOTAL"),
        ("cat = 'shoes'", "E_COUPON_NOT_APPLICABLE"),
    ],
)
def test_conditions_are_tested_again_when_placing(shop: Shop, spoil: str, error: str) -> None:
    shop.fill_cart((product(shop, 3000), 1))
    use(shop, "EID2026")
    shop.choose()
    shop.write(f"UPDATE coupons SET {spoil} WHERE code = 'EID2026'")
    assert shop.post("/checkout/place", agree="1").errors == [error]
    shop.post("/cart/coupon/remove")
    assert shop.post("/checkout/place", agree="1").path.startswith("/orders/")


def test_an_order_counts_the_use_and_shows_the_saving(shop: Shop) -> None:
    shop.fill_cart((product(shop, 3000), 1))
    use(shop, "EID2026")
    shop.choose()
    page = shop.post("/checkout/place", agree="1")
    changes = shop.changes()
    assert set(changes) == {
        "coupon_uses",
        "coupons",
        "orders",
        "order_items",
        "order_events",
        "products",
    }
    order = only_row(changes["orders"])
    assert order["discount_c"] > 0
    assert f"-${order['discount_c'] / 100:.2f}" in page.text
    assert "EID2026" in page.text
    shop.fill_cart((product(shop, 3000), 1))
    assert use(shop, "EID2026").errors == ["E_COUPON_USED"]


def test_the_list_flags_what_cannot_be_used(shop: Shop) -> None:
    page = shop.get("/coupons")
    flags = {
        panel.css("h2")[0].text(): panel.css(".badge")[0].text() for panel in page.tree.css("section.coupon")
    }
    assert len(flags) == shop.number("SELECT COUNT(*) FROM coupons") == 12
    odd = {code: flag for code, flag in flags.items() if flag != "Valid now"}
    assert odd == {"WINTER40": "Expired", "SPRING12": "Not valid yet", "FLASH5": "Used up"}


def test_the_list_states_every_condition(shop: Shop) -> None:
    panels = {
        node.css("h2")[0].text(): squeeze(node.text(separator=" "))
        for node in shop.get("/coupons").tree.css("section.coupon")
    }
    assert "25% · at most $40.00" in panels["MEGA25"]
    assert "Minimum order value $300.00" in panels["BIG50"]
    assert "Category: Kitchen" in panels["KITCHEN15"]
    assert "Last day 2026-03-31" in panels["EID2026"]
    assert "Valid from 2026-04-01" in panels["SPRING12"]
    assert "only for a first order" in panels["WELCOME30"]
    assert "100 of 100" in panels["FLASH5"]
