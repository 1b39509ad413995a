import sqlite3

import pytest

from tests.sites.ministore.customer import Page, Shop
from tests.sites.visitor import only_row

TOO_LATE = ("shipped", "out_for_delivery", "delivered", "cancelled", "returned")
CHEAP = "price_c BETWEEN 1000 AND 2000 AND ship_class = 'std' AND free_ship = 0 AND stock BETWEEN 11 AND 90"


def order_in(shop: Shop, status: str, condition: str = "1") -> sqlite3.Row:
    sql = f"SELECT * FROM orders WHERE user_id = 1 AND status = ? AND {condition} ORDER BY id"
    return shop.row(sql, status)


def items(shop: Shop, order: sqlite3.Row) -> dict[str, str]:
    """The quantity fields of the order as it is."""
    count = shop.number("SELECT COUNT(*) FROM order_items WHERE order_id = ?", order["id"])
    sql = "SELECT id, qty FROM order_items WHERE order_id = ? ORDER BY id LIMIT 1 OFFSET ?"
    rows = [shop.row(sql, order["id"], place) for place in range(count)]
    return {f"qty_{row['id']}": str(row["qty"]) for row in rows}


def edit(shop: Shop, order: sqlite3.Row, **changed: str) -> Page:
    kept = {"method": order["ship_method"], "note": order["note"], "address_id": str(order["address_id"])}
    return shop.post(f"/orders/{order['id']}/edit", **{**kept, **items(shop, order), **changed})


def cancel(shop: Shop, order: sqlite3.Row, **fields: str) -> Page:
    return shop.post(f"/orders/{order['id']}/cancel", **{"reason": "changed_mind", **fields})


def place(shop: Shop, qty: int, pay: str = "card", condition: str = CHEAP, **choices: str) -> sqlite3.Row:
    """A new order of one product."""
    shop.fill_cart((shop.row(f"SELECT id FROM products WHERE {condition} ORDER BY id")["id"], qty))
    shop.choose(pay=pay, **choices)
    order_id = shop.post("/checkout/place", agree="1").path.rpartition("/")[2]
    return shop.row("SELECT * FROM orders WHERE id = ?", order_id)


@pytest.mark.parametrize("status", TOO_LATE)
@pytest.mark.parametrize("action", ["edit", "cancel"])
def test_what_has_left_can_neither_be_changed_nor_cancelled(shop: Shop, status: str, action: str) -> None:
    shop.log_in()
    order = order_in(shop, status)
    path = f"/orders/{order['id']}"
    assert not shop.get(path).tree.css(f"a[href='{path}/{action}']")
    sent = edit(shop, order) if action == "edit" else cancel(shop, order)
    for page in (shop.get(f"{path}/{action}"), sent):
        assert (page.status, page.errors) == (200, ["E_STATE"])
        assert order["id"] in page.one("h1").text()
    assert shop.changes() == {}


def test_a_packed_order_can_be_cancelled_but_not_changed(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "packed")
    page = shop.get(f"/orders/{order['id']}")
    assert page.tree.css("a[href$='/cancel']")
    assert not page.tree.css("a[href$='/edit']")
    assert shop.get(f"/orders/{order['id']}/edit").errors == ["E_STATE"]
    assert edit(shop, order).errors == ["E_STATE"]


@pytest.mark.parametrize("status", ["placed", "confirmed", "packed"])
def test_cancelling_writes_what_it_should_and_nothing_else(shop: Shop, status: str) -> None:
    shop.log_in()
    order = order_in(shop, status)
    page = cancel(shop, order, reason="found_cheaper", detail="Half the price nearby")
    assert "Your order is cancelled" in page.one("title").text()
    changes = shop.changes()
    row, event = only_row(changes.pop("orders")), only_row(changes.pop("order_events"))
    assert (row["status"], row["cancel_reason"], row["cancel_detail"]) == (
        "cancelled",
        "found_cheaper",
        "Half the price nearby",
    )
    assert (event["order_id"], event["status"]) == (order["id"], "cancelled")
    returned: list[tuple[dict, dict]] = [
        (dict(change.before or {}), dict(change.after or {})) for change in changes.pop("products")
    ]
    for before, after in returned:
        units = "SELECT qty FROM order_items WHERE order_id = ? AND pid = ?"
        assert after == {**before, "stock": before["stock"] + shop.number(units, order["id"], before["id"])}
    assert len(returned) == len(items(shop, order))
    assert set(changes) <= {"users"}


@pytest.mark.parametrize(
    ("status", "pay", "kept_c"),
    [("placed", "cod", None), ("confirmed", "card", 0), ("packed", "card", 250), ("packed", "wallet", 250)],
)
def test_refunds(shop: Shop, status: str, pay: str, kept_c: int | None) -> None:
    shop.log_in()
    order = order_in(shop, status, f"pay_method = '{pay}'")
    promised = shop.get(f"/orders/{order['id']}/cancel").text
    page = cancel(shop, order)
    refund_c = only_row(shop.changes()["orders"])["refund_c"]
    if kept_c is None:
        assert refund_c == 0
        assert "Nothing has been paid yet" in promised
    else:
        assert refund_c == order["total_c"] - kept_c
        assert f"You get back ${refund_c / 100:.2f}" in promised
    assert f"Refunded: ${refund_c / 100:.2f}" in page.text
    wallet_c = shop.number("SELECT wallet_c FROM users WHERE id = 1")
    assert wallet_c == 12000 + (refund_c if pay == "wallet" else 0)


def test_cancelling_asks_why(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "placed")
    assert cancel(shop, order, reason="").errors == ["E_REQUIRED"]
    assert cancel(shop, order, reason="boredom").errors == ["E_RANGE"]
    page = cancel(shop, order, reason="other", detail="x" * 201)
    assert page.errors == ["E_LENGTH"]
    assert page.one("input[checked]").attributes["value"] == "other"
    assert shop.changes() == {}


def test_cancelling_twice(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "placed")
    cancel(shop, order)
    once = shop.changes()
    assert cancel(shop, order).errors == ["E_STATE"]
    assert shop.changes() == once


@pytest.mark.parametrize("status", ["placed", "confirmed"])
def test_saving_without_a_change_changes_nothing(shop: Shop, status: str) -> None:
    shop.log_in()
    page = edit(shop, order_in(shop, status))
    assert "Your order is changed" in page.one("title").text()
    assert shop.changes() == {}


def test_the_form_holds_the_order(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "confirmed", "note <> ''")
    page = shop.get(f"/orders/{order['id']}/edit")
    assert page.value("note") == order["note"]
    chosen = {node.attributes["name"]: node.attributes["value"] for node in page.tree.css("input[checked]")}
    assert chosen == {"address_id": str(order["address_id"]), "method": order["ship_method"]}
    assert {name: page.value(name) for name in items(shop, order)} == items(shop, order)


def test_another_address(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "placed")
    office = shop.row("SELECT * FROM addresses WHERE user_id = 1 AND label = 'office'")
    page = edit(shop, order, address_id=str(office["id"]))
    changes = shop.changes()
    row = only_row(changes.pop("orders"))
    assert changes == {}
    columns = ("full_name", "phone", "line1", "area", "city", "postcode")
    assert [row[name] for name in columns] == [office[name] for name in columns]
    assert row["address_id"] == office["id"]
    assert office["line1"] in page.text


def test_without_a_choice_the_address_stays(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "placed")
    shop.write("UPDATE orders SET address_id = 9999 WHERE id = ?", order["id"])
    assert not shop.get(f"/orders/{order['id']}/edit").tree.css("input[name=address_id][checked]")
    edit(shop, order, address_id="", note="Ring twice")
    row = only_row(shop.changes()["orders"])
    assert (row["note"], row["line1"], row["city"]) == ("Ring twice", order["line1"], order["city"])


def test_somebody_elses_address_is_no_choice(shop: Shop) -> None:
    shop.log_in()
    foreign = shop.number("SELECT MIN(id) FROM addresses WHERE user_id <> 1")
    assert edit(shop, order_in(shop, "placed"), address_id=str(foreign)).errors == ["E_RANGE"]


def test_express_delivery_costs_more_and_comes_sooner(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "confirmed", "coupon IS NOT NULL")
    edit(shop, order, method="express")
    row = only_row(shop.changes()["orders"])
    assert (row["ship_method"], row["shipping_c"], row["eta_date"]) == ("express", 1200, "2026-03-17")
    assert row["total_c"] == order["total_c"] - order["shipping_c"] + 1200


def test_bulky_goods_never_come_express(shop: Shop) -> None:
    shop.log_in()
    bulky = (
        "EXISTS (SELECT 1 FROM order_items i JOIN products p ON p.id = pid"
        " WHERE order_id = orders.id AND ship_class = 'bulky')"
    )
    order = order_in(shop, "confirmed", bulky)
    page = edit(shop, order, method="express", note="By noon")
    assert page.errors == ["E_EXPRESS_BULKY"]
    assert page.value("note") == "By noon"
    assert shop.changes() == {}


def test_a_pickup_point_can_be_kept_or_left_but_not_chosen(shop: Shop) -> None:
    shop.log_in()
    assert edit(shop, order_in(shop, "placed"), method="pickup").errors == ["E_RANGE"]
    order = place(shop, 2, method="pickup", pickup_point="pp2")
    edit(shop, order, note="On Friday")
    kept = shop.row("SELECT pickup_point, shipping_c FROM orders WHERE id = ?", order["id"])
    assert tuple(kept) == ("pp2", 0)
    edit(shop, order, method="standard")
    left = shop.row("SELECT pickup_point, shipping_c FROM orders WHERE id = ?", order["id"])
    assert tuple(left) == (None, 500)


def test_fewer_units_go_back_into_stock(shop: Shop) -> None:
    order = place(shop, 5)
    (name,) = items(shop, order)
    line = shop.row("SELECT pid, unit_c FROM order_items WHERE order_id = ?", order["id"])
    stock = shop.number("SELECT stock FROM products WHERE id = ?", line["pid"])
    edit(shop, order, **{name: "2"})
    row = shop.row("SELECT * FROM orders WHERE id = ?", order["id"])
    assert row["subtotal_c"] == 2 * line["unit_c"]
    assert shop.number("SELECT stock FROM products WHERE id = ?", line["pid"]) == stock + 3
    edit(shop, row, **{name: "5"})
    assert dict(shop.row("SELECT * FROM orders WHERE id = ?", order["id"])) == dict(order)
    assert shop.number("SELECT stock FROM products WHERE id = ?", line["pid"]) == stock


@pytest.mark.parametrize(
    ("stock", "qty", "code"),
    [
        (8, "11", "E_QTY_LIMIT"),
        (2, "6", "E_QTY_LIMIT"),
        (2, "0", "E_QTY_LIMIT"),
        (2, "", "E_REQUIRED"),
        (0, "4", "E_QTY_LIMIT"),
    ],
)
def test_more_units_only_within_the_stock(shop: Shop, stock: int, qty: str, code: str) -> None:
    order = place(shop, 3)
    (name,) = items(shop, order)
    shop.write(
        "UPDATE products SET stock = ? WHERE id = (SELECT pid FROM order_items WHERE order_id = ?)",
        stock,
        order["id"],
    )
    page = edit(shop, order, **{name: qty})
    assert page.errors == [code]
    assert page.tree.css(f".field:has([name={name}]) p.error")
    assert dict(shop.row("SELECT * FROM orders WHERE id = ?", order["id"])) == dict(order)
    most = min(10, 3 + stock)
    assert edit(shop, order, **{name: str(most)}).errors == []


def test_the_coupon_must_keep_its_minimum(shop: Shop) -> None:
    shop.log_in()
    order = order_in(shop, "confirmed", "coupon IS NOT NULL")
    (name,) = items(shop, order)
    assert "must be worth at least $40.00" in shop.get(f"/orders/{order['id']}/edit").text
    page = edit(shop, order, **{name: "1"})
    assert page.errors == ["E_COUPON_MIN_SUBTOTAL"]
    assert shop.changes() == {}
    edit(shop, order, **{name: "4"})
    row = only_row(shop.changes()["orders"])
    assert (row["subtotal_c"], row["discount_c"]) == (2 * order["subtotal_c"], 950)


def test_cash_keeps_its_limit(shop: Shop) -> None:
    order = place(
        shop, 1, pay="cod", condition="price_c BETWEEN 8000 AND 12000 AND stock > 9 AND cat = 'kitchen'"
    )
    (name,) = items(shop, order)
    assert edit(shop, order, **{name: "5"}).errors == ["E_COD_LIMIT"]
    assert dict(shop.row("SELECT * FROM orders WHERE id = ?", order["id"])) == dict(order)


def test_the_wallet_pays_and_gets_the_difference(shop: Shop) -> None:
    order = place(shop, 3, pay="wallet")
    (name,) = items(shop, order)
    for qty in ("5", "1"):
        edit(shop, order, **{name: qty})
        total_c = shop.number("SELECT total_c FROM orders WHERE id = ?", order["id"])
        assert shop.number("SELECT wallet_c FROM users WHERE id = 1") == 12000 - total_c
    shop.write("UPDATE users SET wallet_c = 100 WHERE id = 1")
    assert edit(shop, order, **{name: "4"}).errors == ["E_WALLET_FUNDS"]


def test_the_gift_wrap_stays(shop: Shop) -> None:
    order = place(shop, 2, gift_wrap="1")
    (name,) = items(shop, order)
    edit(shop, order, **{name: "3"})
    assert shop.number("SELECT giftwrap_c FROM orders WHERE id = ?", order["id"]) == 250


@pytest.mark.parametrize("action", ["edit", "cancel"])
def test_somebody_elses_order_is_not_found(shop: Shop, action: str) -> None:
    shop.log_in()
    other = shop.row("SELECT id FROM orders WHERE user_id <> 1")["id"]
    for order_id in (other, "MS-999999"):
        assert shop.get(f"/orders/{order_id}/{action}").status == 404
        assert shop.post(f"/orders/{order_id}/{action}", reason="other").status == 404
    assert shop.changes() == {}
