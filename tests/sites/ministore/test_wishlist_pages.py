import pytest

from tests.sites.ministore.customer import Shop
from tests.sites.visitor import only_row

UNWISHED = "id NOT IN (SELECT pid FROM wishlist)"


def product(shop: Shop, condition: str) -> str:
    return shop.row(f"SELECT id FROM products WHERE {condition} AND {UNWISHED} ORDER BY id")["id"]


def wish(shop: Shop, condition: str) -> str:
    sql = f"SELECT pid FROM wishlist JOIN products p ON p.id = pid WHERE user_id = 1 AND {condition}"
    return shop.row(f"{sql} ORDER BY pid")["pid"]


def test_adding_keeps_the_price_of_the_day(shop: Shop) -> None:
    pid = product(shop, "stock > 3")
    shop.log_in()
    page = shop.post(f"/p/{pid}/wishlist")
    assert page.path == "/wishlist"
    assert "Added to your wishlist" in page.one("title").text()
    changes = shop.changes()
    assert set(changes) == {"wishlist"}
    row = only_row(changes["wishlist"])
    assert (row["pid"], row["user_id"]) == (pid, 1)
    assert row["price_c"] == shop.number("SELECT price_c FROM products WHERE id = ?", pid)
    assert row["added_at"].startswith("2026-03-16T09:00:")
    assert "Remove from my wishlist" in shop.get(f"/p/{pid}").text


def test_twice_is_as_before(shop: Shop) -> None:
    pid = product(shop, "stock > 3")
    shop.log_in()
    shop.post(f"/p/{pid}/wishlist")
    page = shop.post(f"/p/{pid}/wishlist")
    assert "Removed from your wishlist" in page.text
    assert shop.changes() == {}


def test_a_full_list_refuses_one_more_but_lets_go(shop: Shop) -> None:
    pid = product(shop, "stock > 3")
    shop.log_in()
    shop.write(
        "INSERT INTO wishlist SELECT 1, id, price_c, '2026-01-01T00:00:00' FROM products"
        f" WHERE {UNWISHED} AND id <> ? LIMIT 41",
        pid,
    )
    page = shop.post(f"/p/{pid}/wishlist")
    assert (page.status, page.errors) == (200, ["E_WISHLIST_FULL"])
    assert "at most 50 products" in page.text
    assert shop.number("SELECT COUNT(*) FROM wishlist WHERE user_id = 1") == 50
    assert "of 50" in shop.get("/wishlist?page=3").text
    shop.post(f"/p/{wish(shop, 'stock > 0')}/wishlist")
    assert shop.post(f"/p/{pid}/wishlist").path == "/wishlist"


def test_the_list_tells_stock_discount_and_how_the_price_moved(shop: Shop) -> None:
    shop.log_in()
    page = shop.get("/wishlist")
    assert len(page.tree.css("section.wish")) == 9
    assert page.text.count("Out of stock") == 1
    cheaper = shop.row(
        "SELECT w.price_c - p.price_c FROM wishlist w JOIN products p ON p.id = pid ORDER BY 1 DESC"
    )
    assert f"cheaper by ${cheaper[0] / 100:.2f} since then" in page.text
    assert page.text.count("since then") == 1


def test_moving_puts_one_into_the_cart(shop: Shop) -> None:
    pid = wish(shop, "stock > 1")
    shop.log_in()
    page = shop.post(f"/wishlist/{pid}/cart")
    assert page.path == "/wishlist"
    assert "Moved to your cart" in page.one("title").text()
    changes = shop.changes()
    assert [change.kind for change in changes.pop("wishlist")] == ["removed"]
    (item,) = changes.pop("cart_items")
    assert item.after is not None
    assert (item.after["pid"], item.after["qty"]) == (pid, 1)
    assert changes == {}


def test_what_is_sold_out_stays_on_the_list(shop: Shop) -> None:
    pid = wish(shop, "stock = 0")
    shop.log_in()
    assert not shop.get("/wishlist").tree.css(f"form[action='/wishlist/{pid}/cart']")
    page = shop.post(f"/wishlist/{pid}/cart")
    assert (page.status, page.errors) == (200, ["E_OUT_OF_STOCK"])
    assert shop.changes() == {}


def test_a_full_line_refuses_one_more(shop: Shop) -> None:
    pid = wish(shop, "stock > 10")
    shop.fill_cart((pid, 10))
    page = shop.post(f"/wishlist/{pid}/cart")
    assert page.errors == ["E_QTY_LIMIT"]
    assert "wishlist" not in shop.changes()


def test_shoes_are_moved_in_a_size(shop: Shop) -> None:
    row = shop.row("SELECT pid, size FROM product_options WHERE stock > 1 ORDER BY pid, size")
    shop.log_in()
    shop.post(f"/p/{row['pid']}/wishlist")
    assert shop.get("/wishlist").tree.css(f"#size-{row['pid']}")
    assert shop.post(f"/wishlist/{row['pid']}/cart").errors == ["E_REQUIRED"]
    assert shop.post(f"/wishlist/{row['pid']}/cart", size="52").errors == ["E_RANGE"]
    assert shop.post(f"/wishlist/{row['pid']}/cart", size=row["size"]).path == "/wishlist"
    assert shop.number("SELECT COUNT(*) FROM cart_items WHERE size = ?", row["size"]) == 1


@pytest.mark.parametrize("path", ["/p/P9999/wishlist", "/wishlist/P9999/cart", "/wishlist/P0001/cart"])
def test_what_is_not_there_is_not_found(shop: Shop, path: str) -> None:
    shop.write("DELETE FROM wishlist WHERE pid = 'P0001'")
    shop.log_in()
    before = shop.changes()
    assert shop.post(path).status == 404
    assert shop.changes() == before


def test_an_empty_list_says_so(shop: Shop) -> None:
    shop.log_in()
    shop.write("DELETE FROM wishlist WHERE user_id = 1")
    assert "Your wishlist is empty" in shop.get("/wishlist").text
