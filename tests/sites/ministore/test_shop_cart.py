from collections.abc import Callable

import pytest

from sites.kit.localization import localize_digits
from tests.sites.ministore.customer import Page, Shop


def product(shop: Shop, condition: str) -> str:
    return shop.row(f"SELECT id FROM products WHERE cat <> 'shoes' AND {condition} ORDER BY id LIMIT 1")["id"]


def cart(shop: Shop) -> list[tuple[str, str, int]]:
    return sorted((row.after["pid"], row.after["size"], row.after["qty"]) for row in added(shop))  # type: ignore[index]


def added(shop: Shop) -> list:
    return [change for change in shop.changes().get("cart_items", []) if change.kind == "added"]


def line_id(shop: Shop) -> int:
    return shop.number("SELECT MAX(id) FROM cart_items")


def test_adding_puts_one_line_into_the_cart(shop: Shop) -> None:
    pid = product(shop, "stock > 20")
    shop.log_in()
    page = shop.post("/cart/add", pid=pid, qty="2")
    assert page.path == "/cart"
    assert "Added to your cart" in page.one("title").text()
    assert cart(shop) == [(pid, "", 2)]
    assert set(shop.changes()) == {"cart_items"}


def test_adding_again_counts_up_the_line(shop: Shop) -> None:
    pid = product(shop, "stock > 20")
    shop.fill_cart((pid, 2), (pid, 3))
    assert cart(shop) == [(pid, "", 5)]


@pytest.mark.parametrize("lang", ["bn", "hi", "ur"])
def test_quantities_in_native_digits(open_shop: Callable[[str], Shop], lang: str) -> None:
    shop = open_shop(lang)
    pid = product(shop, "stock > 20")
    shop.log_in()
    page = shop.post("/cart/add", pid=pid, qty=localize_digits("3", lang))
    assert cart(shop) == [(pid, "", 3)]
    assert page.one("input[name=qty]").attributes["value"] == localize_digits("3", lang)


@pytest.mark.parametrize(
    ("condition", "qty", "code"),
    [
        ("stock > 20", "11", "E_QTY_LIMIT"),
        ("stock > 20", "0", "E_QTY_LIMIT"),
        ("stock BETWEEN 2 AND 4", "5", "E_QTY_LIMIT"),
        ("stock = 0", "1", "E_OUT_OF_STOCK"),
        ("stock > 20", "", "E_REQUIRED"),
        ("stock > 20", "two", "E_FORMAT"),
        ("stock > 20", "1.5", "E_FORMAT"),
    ],
)
def test_quantities_that_are_refused(shop: Shop, condition: str, qty: str, code: str) -> None:
    pid = product(shop, condition)
    shop.log_in()
    page = shop.post("/cart/add", pid=pid, qty=qty)
    assert (page.status, page.errors) == (200, [code])
    assert shop.row("SELECT name FROM products WHERE id = ?", pid)["name"] in page.one("h1").text()
    assert code == "E_OUT_OF_STOCK" or page.value("qty") == qty
    assert f"({code})" in page.one("p.error").text()
    assert shop.changes() == {}


def test_the_limit_counts_what_the_cart_holds_already(shop: Shop) -> None:
    pid = product(shop, "stock > 20")
    shop.fill_cart((pid, 9))
    assert shop.post("/cart/add", pid=pid, qty="2").errors == ["E_QTY_LIMIT"]
    assert cart(shop) == [(pid, "", 9)]


def shoe(shop: Shop, stock: str) -> tuple[str, str]:
    row = shop.row(
        f"SELECT pid, size FROM product_options WHERE stock {stock}"
        " AND pid IN (SELECT id FROM products WHERE stock > 0) ORDER BY pid, size"
    )
    return row["pid"], row["size"]


def test_shoes_are_bought_in_a_size(shop: Shop) -> None:
    pid, size = shoe(shop, "> 1")
    shop.log_in()
    assert shop.post("/cart/add", pid=pid, qty="1").errors == ["E_REQUIRED"]
    assert shop.post("/cart/add", pid=pid, qty="1", size="52").errors == ["E_RANGE"]
    assert shop.post("/cart/add", pid=pid, qty="1", size=size).path == "/cart"
    assert cart(shop) == [(pid, size, 1)]


def test_the_limit_of_a_shoe_is_its_size(shop: Shop) -> None:
    pid, size = shoe(shop, "= 0")
    shop.log_in()
    assert shop.post("/cart/add", pid=pid, qty="1", size=size).errors == ["E_OUT_OF_STOCK"]


def test_a_product_that_does_not_exist(shop: Shop) -> None:
    shop.log_in()
    assert shop.post("/cart/add", pid="P9999", qty="1").status == 404


def test_the_quantity_of_a_line_is_changed(shop: Shop) -> None:
    pid = product(shop, "stock > 20")
    shop.fill_cart((pid, 2))
    page = shop.post(f"/cart/items/{line_id(shop)}", qty="7")
    assert "Quantity changed" in page.text
    assert cart(shop) == [(pid, "", 7)]


def test_a_refused_quantity_stays_in_its_line(shop: Shop) -> None:
    first, second = (row for row in (product(shop, "stock > 20"), product(shop, "stock = 5")))
    shop.fill_cart((first, 2), (second, 1))
    page = shop.post(f"/cart/items/{line_id(shop)}", qty="6")
    assert page.errors == ["E_QTY_LIMIT"]
    assert [node.attributes["value"] for node in page.tree.css("input[name=qty]")] == ["2", "6"]
    assert "At most 5 units" in page.text


def test_a_line_is_removed(shop: Shop) -> None:
    shop.fill_cart((product(shop, "stock > 20"), 2))
    page = shop.post(f"/cart/items/{line_id(shop)}/remove")
    assert "Your cart is empty" in page.text
    assert shop.changes() == {}


def test_a_line_of_another_cart_is_out_of_reach(shop: Shop) -> None:
    pid = product(shop, "stock > 20")
    shop.write("INSERT INTO cart_items (id, user_id, pid, qty) VALUES (9000, 2, ?, 1)", pid)
    shop.log_in()
    assert shop.post("/cart/items/9000", qty="3").status == 404
    assert shop.post("/cart/items/9000/remove").status == 404
    assert cart(shop) == [(pid, "", 1)]


def sums(page: Page) -> list[str]:
    return [node.text().strip() for node in page.tree.css(".sums td")]


def test_the_cart_adds_up(shop: Shop) -> None:
    pid = product(shop, "stock > 20 AND price_c < 2000 AND ship_class = 'std' AND free_ship = 0")
    shop.fill_cart((pid, 2))
    price_c = shop.number("SELECT price_c FROM products WHERE id = ?", pid)
    dollars = [f"${cents / 100:,.2f}" for cents in (2 * price_c, 500, 2 * price_c + 500)]
    assert sums(shop.get("/cart")) == dollars


def test_the_cart_is_empty_to_begin_with(shop: Shop) -> None:
    shop.log_in()
    assert "Your cart is empty" in shop.get("/cart").text


@pytest.mark.parametrize("path", ["/cart/items/1", "/cart/items/1/remove", "/checkout/place"])
def test_guests_are_sent_to_the_login_page(shop: Shop, path: str) -> None:
    status, target = shop.post_only(path)
    assert status == 303
    assert target is not None
    assert target.startswith("/login")


def test_a_guest_comes_back_to_the_product(shop: Shop) -> None:
    assert shop.post_only("/cart/add", pid="P0003", qty="1") == (303, "/login?next=/p/P0003")
