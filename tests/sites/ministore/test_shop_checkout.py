from collections.abc import Callable

import pytest

from sites.kit.changes import RowChange
from sites.kit.database import canonical
from sites.kit.localization import LANGUAGES, localize_digits
from sites.ministore import SITE
from tests.sites.ministore.customer import Page, Shop

CHEAP = (
    "price_c BETWEEN 1000 AND 2000 AND ship_class = 'std' AND free_ship = 0 AND stock > 9 AND cat <> 'shoes'"
)
BULKY = "ship_class = 'bulky' AND price_c BETWEEN 5000 AND 15000 AND stock > 2"
DEAR = "price_c BETWEEN 21000 AND 40000 AND ship_class = 'std' AND stock > 2 AND cat <> 'shoes'"
NEW_ADDRESS = {
    "full_name": "Selam Bekele",
    "phone": "0911 234-567",
    "line1": "12 Lake Road",
    "area": "Bole",
    "city": "Addis Ababa",
    "postcode": "1000",
}


def product(shop: Shop, condition: str) -> str:
    return shop.row(f"SELECT id FROM products WHERE {condition} ORDER BY id LIMIT 1")["id"]


def place(shop: Shop) -> Page:
    return shop.post("/checkout/place", agree="1")


def only(changes: list[RowChange]) -> dict:
    assert len(changes) == 1
    assert changes[0].after is not None
    return dict(changes[0].after)


def test_an_order_writes_what_it_should_and_nothing_else(shop: Shop) -> None:
    pid = product(shop, CHEAP)
    before = shop.row("SELECT stock, price_c FROM products WHERE id = ?", pid)
    shop.fill_cart((pid, 2))
    assert shop.choose(note="Ring twice", gift_wrap="1").path == "/checkout/review"
    page = place(shop)
    changes = shop.changes()
    order = only(changes.pop("orders"))
    item = only(changes.pop("order_items"))
    event = only(changes.pop("order_events"))
    stock = only(changes.pop("products"))
    assert changes == {}
    assert page.path == f"/orders/{order['id']}"
    assert "Your order is placed" in page.one("title").text()
    subtotal_c = 2 * before["price_c"]
    assert (order["subtotal_c"], order["shipping_c"], order["giftwrap_c"]) == (subtotal_c, 500, 250)
    assert (order["total_c"], order["discount_c"], order["coupon"]) == (subtotal_c + 750, 0, None)
    assert (order["ship_method"], order["pay_method"], order["status"]) == ("standard", "cod", "placed")
    assert (order["note"], order["eta_date"], order["pickup_point"]) == ("Ring twice", "2026-03-21", None)
    assert order["placed_at"].startswith("2026-03-16T09:00:")
    assert (item["pid"], item["qty"], item["unit_c"]) == (pid, 2, before["price_c"])
    assert (event["order_id"], event["status"]) == (order["id"], "placed")
    assert stock["stock"] == before["stock"] - 2


def test_the_order_keeps_the_address_as_it_was(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.choose(label="office")
    place(shop)
    order = only(shop.changes()["orders"])
    shop.write("UPDATE addresses SET line1 = 'elsewhere' WHERE id = ?", order["address_id"])
    assert order["line1"] in shop.get(f"/orders/{order['id']}").text


def test_a_shoe_takes_the_stock_of_its_size(shop: Shop) -> None:
    row = shop.row("SELECT pid, size, stock FROM product_options WHERE stock > 1 ORDER BY pid, size")
    shop.log_in()
    shop.post("/cart/add", pid=row["pid"], size=row["size"], qty="1")
    shop.choose(method="pickup", pickup_point="pp3")
    place(shop)
    changes = shop.changes()
    assert only(changes["product_options"])["stock"] == row["stock"] - 1
    assert only(changes["order_items"])["size"] == row["size"]
    assert only(changes["orders"])["pickup_point"] == "pp3"
    total = shop.number("SELECT SUM(stock) FROM product_options WHERE pid = ?", row["pid"])
    assert shop.number("SELECT stock FROM products WHERE id = ?", row["pid"]) == total


def test_a_new_address_is_saved_and_used(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    assert shop.post("/checkout/address/new", **NEW_ADDRESS).path == "/checkout/shipping"
    shop.post("/checkout/shipping", method="standard")
    shop.post("/checkout/payment", method="cod")
    place(shop)
    changes = shop.changes()
    address, order = only(changes["addresses"]), only(changes["orders"])
    assert (address["phone"], address["label"], address["is_default"]) == ("0911234567", "other", 0)
    assert (order["address_id"], order["city"]) == (address["id"], "Addis Ababa")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phone_and_postcode_in_native_digits(open_shop: Callable[[str], Shop], lang: str) -> None:
    shop = open_shop(lang)
    shop.fill_cart((product(shop, CHEAP), 1))
    native = {name: localize_digits(NEW_ADDRESS[name], lang) for name in ("phone", "postcode")}
    shop.post("/checkout/address/new", **{**NEW_ADDRESS, **native})
    address = only(shop.changes()["addresses"])
    assert (address["phone"], address["postcode"]) == ("0911234567", "1000")


@pytest.mark.parametrize(
    ("field", "typed", "code"),
    [
        ("full_name", "", "E_REQUIRED"),
        ("phone", "123456", "E_FORMAT"),
        ("phone", "1234567890123456", "E_FORMAT"),
        ("phone", "my number", "E_FORMAT"),
        ("postcode", "12", "E_FORMAT"),
        ("postcode", "1234567", "E_FORMAT"),
    ],
)
def test_addresses_that_are_refused(shop: Shop, field: str, typed: str, code: str) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    page = shop.post("/checkout/address/new", **{**NEW_ADDRESS, field: typed})
    assert (page.status, page.errors) == (200, [code])
    assert page.value(field) == typed
    assert page.value("line1") == NEW_ADDRESS["line1"]
    assert "addresses" not in shop.changes()


def test_somebody_elses_address_is_no_choice(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.write(
        "INSERT INTO addresses (id, user_id, label, full_name, phone, line1, area, city, postcode)"
        " VALUES (9000, 2, 'home', 'x', '1234567', 'x', 'x', 'x', '123')"
    )
    assert shop.post("/checkout/address", address_id="9000").errors == ["E_RANGE"]


@pytest.mark.parametrize(
    ("path", "first"),
    [("shipping", "address"), ("payment", "address"), ("review", "address"), ("address", "address")],
)
def test_a_step_too_early_leads_to_the_first_open_one(shop: Shop, path: str, first: str) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    assert shop.get(f"/checkout/{path}").path == f"/checkout/{first}"


def test_each_step_opens_the_next_and_may_be_visited_again(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    assert shop.choose(method="pickup", pickup_point="pp2").path == "/checkout/review"
    assert shop.get("/checkout/shipping").one("input[checked]").attributes["value"] == "pickup"
    assert shop.get("/checkout/payment").one("input[checked]").attributes["value"] == "cod"
    assert shop.post("/checkout/shipping", method="standard").path == "/checkout/payment"
    assert shop.get("/checkout/review").path == "/checkout/review"


def test_placing_too_early_leads_to_the_open_step(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    assert place(shop).path == "/checkout/address"
    assert "orders" not in shop.changes()


def test_an_empty_cart_has_no_checkout(shop: Shop) -> None:
    shop.log_in()
    assert shop.get("/checkout/address").path == "/cart"
    assert place(shop).path == "/cart"


def test_express_is_not_for_bulky_goods(shop: Shop) -> None:
    shop.fill_cart((product(shop, BULKY), 1))
    shop.post("/checkout/address", address_id="1")
    page = shop.choose(method="express")
    assert page.path == "/checkout/shipping"
    assert shop.post("/checkout/shipping", method="express").errors == ["E_EXPRESS_BULKY"]


def test_bulky_goods_pay_the_surcharge(shop: Shop) -> None:
    shop.fill_cart((product(shop, BULKY), 1))
    shop.choose()
    place(shop)
    assert only(shop.changes()["orders"])["shipping_c"] == 1500


@pytest.mark.parametrize(
    ("method", "cost_c", "day"), [("express", 1200, "2026-03-18"), ("pickup", 0, "2026-03-19")]
)
def test_other_deliveries(shop: Shop, method: str, cost_c: int, day: str) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.choose(method=method, pickup_point="pp1")
    place(shop)
    order = only(shop.changes()["orders"])
    assert (order["shipping_c"], order["eta_date"]) == (cost_c, day)
    assert order["pickup_point"] == ("pp1" if method == "pickup" else None)


def test_collecting_needs_a_place(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.post("/checkout/address", address_id=str(shop.number("SELECT MIN(id) FROM addresses")))
    page = shop.post("/checkout/shipping", method="pickup", note="At noon")
    assert page.errors == ["E_REQUIRED"]
    assert page.value("note") == "At noon"
    assert shop.post("/checkout/shipping", method="pickup", pickup_point="pp9").errors == ["E_RANGE"]


def test_a_note_has_two_hundred_characters(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    assert shop.post("/checkout/shipping", method="standard", note="x" * 201).errors == ["E_LENGTH"]
    assert shop.post("/checkout/shipping", method="standard", note="x" * 200).errors == []


def test_cash_has_a_limit(shop: Shop) -> None:
    shop.fill_cart((product(shop, DEAR), 1))
    page = shop.choose(pay="cod")
    assert (page.path, page.errors) == ("/checkout/payment", ["E_COD_LIMIT"])


def test_the_wallet_must_hold_enough(shop: Shop) -> None:
    shop.fill_cart((product(shop, DEAR), 1))
    assert shop.choose(pay="wallet").errors == ["E_WALLET_FUNDS"]


def test_the_wallet_pays(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.choose(pay="wallet")
    place(shop)
    changes = shop.changes()
    order, user = only(changes["orders"]), only(changes["users"])
    assert user["wallet_c"] == 12000 - order["total_c"]
    assert order["pay_method"] == "wallet"


def test_a_card_must_be_chosen(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.choose()
    assert shop.post("/checkout/payment", method="card").errors == ["E_REQUIRED"]
    assert shop.post("/checkout/payment", method="card", card_id="99").errors == ["E_RANGE"]
    assert shop.post("/checkout/payment").errors == ["E_REQUIRED"]
    assert shop.post("/checkout/payment", method="card", card_id="1").path == "/checkout/review"


def test_the_terms_must_be_agreed_to(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    shop.choose()
    page = shop.post("/checkout/place")
    assert (page.status, page.errors) == (200, ["E_REQUIRED"])
    assert "orders" not in shop.changes()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        ("UPDATE products SET stock = 0 WHERE id = :pid", "E_OUT_OF_STOCK"),
        ("UPDATE products SET stock = 1 WHERE id = :pid", "E_QTY_LIMIT"),
        ("UPDATE products SET price_c = 30000, list_price_c = 30000 WHERE id = :pid", "E_COD_LIMIT"),
    ],
)
def test_rules_are_checked_again_when_placing(shop: Shop, spoil: str, code: str) -> None:
    pid = product(shop, CHEAP)
    shop.fill_cart((pid, 2))
    shop.choose()
    shop.write(spoil.replace(":pid", "?"), pid)
    page = place(shop)
    assert (page.status, page.errors) == (200, [code])
    assert "orders" not in shop.changes()
    assert len(shop.changes()["cart_items"]) == 1


def test_a_coupon_in_the_cart_is_used_up_by_the_order(shop: Shop) -> None:
    pid = product(shop, "cat = 'kitchen' AND price_c BETWEEN 4000 AND 6000 AND stock > 3")
    shop.fill_cart((pid, 2))
    user_id = shop.number("SELECT id FROM users WHERE username = 'nadia'")
    shop.write("INSERT INTO carts VALUES (?, 'KITCHEN15')", user_id)
    used = shop.number("SELECT used FROM coupons WHERE code = 'KITCHEN15'")
    shop.choose()
    place(shop)
    changes = shop.changes()
    order, use = only(changes["orders"]), only(changes["coupon_uses"])
    assert order["coupon"] == use["code"] == "KITCHEN15"
    assert abs(order["discount_c"] - order["subtotal_c"] * 15 / 100) <= 12.5
    assert only(changes["coupons"])["used"] == used + 1


def test_a_coupon_that_no_longer_holds_stops_the_order(shop: Shop) -> None:
    shop.fill_cart((product(shop, CHEAP), 1))
    user_id = shop.number("SELECT id FROM users WHERE username = 'nadia'")
    shop.write("INSERT INTO carts VALUES (?, 'WINTER40')", user_id)
    shop.choose()
    assert place(shop).errors == ["E_COUPON_EXPIRED"]


def test_the_same_journey_changes_the_same_rows_in_every_language(open_shop: Callable[[str], Shop]) -> None:
    diffs = []
    for lang in LANGUAGES:
        shop = open_shop(lang)
        shop.fill_cart((product(shop, CHEAP), 2), (product(shop, BULKY), 1))
        shop.choose(label="office", method="pickup", pickup_point="pp4", pay="card")
        place(shop)
        diffs.append(canonical(shop.copy.changes(), SITE))
    assert diffs[0]
    assert all(diff == diffs[0] for diff in diffs)
