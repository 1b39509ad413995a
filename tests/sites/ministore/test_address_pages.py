from collections.abc import Callable

import pytest

from sites.kit.localization import LANGUAGES, localize_digits
from tests.sites.ministore.customer import Page, Shop

ADDRESS = {
    "label": "office",
    "full_name": "Selam Bekele",
    "phone": "0911 234-567",
    "line1": "12 Lake Road",
    "area": "Bole",
    "city": "Addis Ababa",
    "postcode": "1000",
}
NEW = "/account/addresses/new"


def address_id(shop: Shop, label: str) -> int:
    return shop.number("SELECT id FROM addresses WHERE user_id = 1 AND label = ?", label)


def foreign_id(shop: Shop) -> int:
    return shop.number("SELECT MIN(id) FROM addresses WHERE user_id <> 1")


def fields_of(shop: Shop, row_id: int) -> dict[str, str]:
    row = shop.row("SELECT * FROM addresses WHERE id = ?", row_id)
    return {name: row[name] for name in ADDRESS}


def defaults(shop: Shop) -> list[int]:
    ids = shop.row("SELECT group_concat(id) FROM addresses WHERE user_id = 1 AND is_default = 1")[0]
    return [int(number) for number in ids.split(",")]


def test_a_new_address_is_saved(shop: Shop) -> None:
    shop.log_in()
    page = shop.post(NEW, **ADDRESS)
    assert page.path == "/account/addresses"
    assert "The address is saved" in page.one("title").text()
    (change,) = shop.changes()["addresses"]
    assert change.after is not None
    assert {name: change.after[name] for name in ADDRESS} == {**ADDRESS, "phone": "0911234567"}
    assert (change.after["is_default"], change.after["user_id"]) == (0, 1)


def test_a_new_default_takes_the_place_of_the_old_one(shop: Shop) -> None:
    shop.log_in()
    shop.post(NEW, **ADDRESS, is_default="1")
    kinds = sorted((change.kind, change.columns == ("is_default",)) for change in shop.changes()["addresses"])
    assert kinds == [("added", False), ("changed", True)]
    assert defaults(shop) == [shop.number("SELECT MAX(id) FROM addresses")]


def test_the_first_address_is_the_default(shop: Shop) -> None:
    shop.log_in()
    shop.write("DELETE FROM addresses WHERE user_id = 1")
    assert "You have not saved an address yet" in shop.get("/account/addresses").text
    shop.post(NEW, **ADDRESS)
    assert defaults(shop) == [shop.number("SELECT MAX(id) FROM addresses")]


def test_the_default_is_moved_and_moved_back(shop: Shop) -> None:
    shop.log_in()
    home, office = address_id(shop, "home"), address_id(shop, "office")
    page = shop.post(f"/account/addresses/{office}/default")
    assert "The default address is changed" in page.text
    assert defaults(shop) == [office]
    shop.post(f"/account/addresses/{home}/default")
    assert shop.changes() == {}


def test_one_field_is_corrected(shop: Shop) -> None:
    shop.log_in()
    home = address_id(shop, "home")
    page = shop.get(f"/account/addresses/{home}/edit")
    assert page.value("phone") == fields_of(shop, home)["phone"]
    assert page.one("option[selected]").attributes["value"] == "home"
    page = shop.post(f"/account/addresses/{home}/edit", **{**fields_of(shop, home), "phone": "0170 999 888"})
    assert "The address is changed" in page.text
    (change,) = shop.changes()["addresses"]
    assert change.columns == ("phone",)
    assert change.after is not None
    assert change.after["phone"] == "0170999888"


def test_saving_without_a_change_changes_nothing(shop: Shop) -> None:
    shop.log_in()
    for label in ("home", "office", "other"):
        row_id = address_id(shop, label)
        shop.post(f"/account/addresses/{row_id}/edit", **fields_of(shop, row_id))
    assert shop.changes() == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_native_digits(open_shop: Callable[[str], Shop], lang: str) -> None:
    shop = open_shop(lang)
    shop.log_in()
    native = {name: localize_digits(ADDRESS[name], lang) for name in ("phone", "postcode")}
    shop.post(NEW, **{**ADDRESS, **native})
    (change,) = shop.changes()["addresses"]
    assert change.after is not None
    assert (change.after["phone"], change.after["postcode"]) == ("0911234567", "1000")


@pytest.mark.parametrize(
    ("field", "typed", "code"),
    [
        ("label", "", "E_REQUIRED"),
        ("label", "castle", "E_RANGE"),
        ("full_name", "  ", "E_REQUIRED"),
        ("phone", "123456", "E_FORMAT"),
        ("phone", "1" * 16, "E_FORMAT"),
        ("postcode", "12", "E_FORMAT"),
        ("postcode", "1234567", "E_FORMAT"),
        ("city", "x" * 81, "E_LENGTH"),
    ],
)
def test_what_is_refused_keeps_what_was_typed(shop: Shop, field: str, typed: str, code: str) -> None:
    shop.log_in()
    for path in (NEW, f"/account/addresses/{address_id(shop, 'home')}/edit"):
        page = shop.post(path, **{**ADDRESS, field: typed})
        assert (page.path, page.status, page.errors) == (path, 200, [code])
        assert page.value("line1") == ADDRESS["line1"]
    assert shop.changes() == {}


def delete(shop: Shop, row_id: int) -> Page:
    return shop.post(f"/account/addresses/{row_id}/delete")


def test_an_address_is_deleted_and_orders_keep_it(shop: Shop) -> None:
    shop.log_in()
    office = address_id(shop, "office")
    order = shop.row("SELECT id, line1 FROM orders WHERE user_id = 1 AND address_id = ?", office)
    assert "The address is deleted" in delete(shop, office).text
    changes = shop.changes()
    assert [change.kind for change in changes["addresses"]] == ["removed"]
    assert set(changes) == {"addresses"}
    assert order["line1"] in shop.get(f"/orders/{order['id']}").text


def test_the_default_address_stays(shop: Shop) -> None:
    shop.log_in()
    page = delete(shop, address_id(shop, "home"))
    assert (page.status, page.errors) == (200, ["E_DEFAULT_ADDRESS"])
    assert shop.changes() == {}


def test_the_checkout_forgets_an_address_that_is_gone(shop: Shop) -> None:
    shop.fill_cart((shop.row("SELECT id FROM products WHERE stock > 3 AND cat = 'kitchen'")["id"], 1))
    shop.choose(label="office")
    delete(shop, address_id(shop, "office"))
    assert shop.post("/checkout/place", agree="1").path == "/checkout/address"


@pytest.mark.parametrize("action", ["edit", "delete", "default"])
def test_somebody_elses_address_is_not_found(shop: Shop, action: str) -> None:
    shop.log_in()
    for row_id in (foreign_id(shop), 99_999):
        assert shop.post(f"/account/addresses/{row_id}/{action}", **ADDRESS).status == 404
        assert shop.get(f"/account/addresses/{row_id}/edit").status == 404
    assert shop.changes() == {}
