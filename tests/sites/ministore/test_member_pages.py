"""The pages of a member keep the rules of every page: markup, digits, texts, links and routes."""

from collections.abc import Callable, Iterator

import pytest

from sites.kit.application import SiteApp
from sites.kit.localization import LANGUAGES, get_language
from tests.sites.ministore.customer import Page, Shop
from tests.sites.page_rules import check_digits, check_filled, check_markup

OpenShop = Callable[[str], Shop]
PAGES = (
    "/coupons",
    "/wishlist",
    "/account",
    "/account/addresses",
    "/account/addresses/new",
    "/account/addresses/1/edit",
    "/account/reviews",
    "/account/questions",
    "/orders/MS-100034/edit",
    "/orders/MS-100032/edit",
    "/orders/MS-100029/cancel",
    "/orders/MS-100030/cancel",
    "/p/P0003/reviews/new",
    "/p/P0003/questions",
)
FORBIDDEN = "a a, form form, table form, form table, script, [hidden], [style], [loading]"


def member_pages(shop: Shop) -> Iterator[Page]:
    """Each kind of page once, as it is and with something wrong in it."""
    shop.log_in()
    for path in PAGES:
        yield shop.get(path)
    own = shop.row("SELECT id, pid FROM reviews WHERE user_id = 1 ORDER BY id")
    question = shop.number("SELECT id FROM questions WHERE user_id = 1 ORDER BY created_at DESC")
    answered = shop.number("SELECT qid FROM answers WHERE user_id = 1 ORDER BY id")
    for path in (
        f"/reviews/{own['id']}/edit",
        f"/p/{own['pid']}/reviews/new",
        f"/p/{own['pid']}/reviews",
        f"/questions/{question}",
        f"/questions/{answered}",
    ):
        yield shop.get(path)
    shoe = shop.row("SELECT pid FROM product_options ORDER BY pid")["pid"]
    yield shop.post(f"/p/{shoe}/wishlist")
    yield shop.post("/account/addresses/1/delete")
    yield shop.post("/account/addresses/new", phone="1")
    yield shop.post("/p/P0003/reviews/new", title="x")
    yield shop.post("/p/P0003/questions", body="x")
    yield shop.post(f"/questions/{question}/answers", body="At home")
    yield shop.post(f"/reviews/{own['id']}/helpful")
    yield shop.post("/orders/MS-100034/edit", method="express", note="-")
    yield shop.post("/orders/MS-100029/cancel", reason="")
    yield shop.post("/cart/add", pid="P0003", qty="1")
    yield shop.post("/cart/coupon", code="BIG50")
    yield shop.post("/cart/coupon", code="WINTER40")
    shop.write("UPDATE coupons SET ends = '2026-03-01' WHERE code = 'BIG50'")
    yield shop.get("/cart")
    yield shop.get("/checkout/address")
    yield shop.post("/orders/MS-100031/cancel", reason="other", detail="-")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_keeps_the_rules(open_shop: OpenShop, lang: str) -> None:
    native = get_language(lang).digits[0] != "0"
    for page in member_pages(open_shop(lang)):
        assert page.status == 200, page.path
        check_markup(page, lang)
        check_filled(page)
        if native:
            check_digits(page, "select[name=size]")


def test_every_link_and_form_leads_somewhere(shop: Shop, shop_apps: Callable[[str], SiteApp]) -> None:
    routes = shop_apps("en").url_map.bind("localhost")
    links: dict[str, str] = {}
    for page in member_pages(shop):
        links |= {node.attributes["href"] or "": page.path for node in page.tree.css("main a")}
        for form in page.tree.css("form[method=post]"):
            assert routes.test(form.attributes["action"], "POST"), (page.path, form.attributes["action"])
    assert len(links) > 50
    for link, source in links.items():
        assert shop.get(link).status == 200, (link, source)


def test_looking_changes_nothing(shop: Shop) -> None:
    shop.log_in()
    for path in PAGES:
        shop.get(path)
    assert shop.changes() == {}


@pytest.mark.parametrize(("lang", "comma"), [("ur", "، "), ("am", "፣ "), ("bn", ", ")])
def test_addresses_are_joined_by_the_comma_of_the_language(
    open_shop: OpenShop, lang: str, comma: str
) -> None:
    shop = open_shop(lang)
    shop.log_in()
    row = shop.row("SELECT area, city FROM addresses WHERE id = 1")
    for path in ("/account/addresses", "/orders/MS-100034", "/orders/MS-100034/edit"):
        assert f"{row['area']}{comma}{row['city']}" in shop.get(path).text


def test_the_list_of_pickup_points_names_each_city_once(shop: Shop) -> None:
    shop.fill_cart(("P0003", 1))
    shop.choose()
    for option in shop.get("/checkout/shipping").tree.css("#pickup_point option[value^=pp]"):
        row = shop.row("SELECT name, city FROM pickup_points WHERE id = ?", option.attributes["value"])
        assert option.text() == row["name"]
        assert option.text().count(row["city"]) == 1
