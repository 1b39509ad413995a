from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from sites.kit.localization import LANGUAGES, get_language, localize_digits
from tests.sites.ministore.customer import Shop

OpenShop = Callable[[str], Shop]
MOST_COMMON_BRAND = """
SELECT brand_id FROM products WHERE cat = 'kitchen' GROUP BY brand_id ORDER BY COUNT(*) DESC LIMIT 1
"""
FILTERS = [
    ("brand", "most"),
    ("color", "black"),
    ("min_price", "20"),
    ("max_price", "100"),
    ("min_rating", "4"),
    ("in_stock", "1"),
    ("on_sale", "1"),
    ("free_ship", "1"),
]


def found(shop: Shop, **asked: str) -> list[str]:
    """The ids of all products found, page by page."""
    pids: list[str] = []
    number = 1
    while True:
        page = shop.get("/search?" + urlencode({**asked, "page": str(number)}))
        pids += page.products
        number += 1
        if f"page={number}" not in page.html:
            return pids


def column(shop: Shop, pids: list[str], expression: str) -> list[int]:
    sql = f"SELECT {expression} FROM products p LEFT JOIN product_ratings r ON r.pid = p.id WHERE p.id = ?"
    return [shop.number(sql, pid) for pid in pids]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_product_is_found_by_its_name(open_shop: OpenShop, lang: str) -> None:
    shop = open_shop(lang)
    for number in range(17, 2565, 211):
        pid = f"P{number:04}"
        name = shop.row("SELECT name FROM products WHERE id = ?", pid)["name"]
        assert pid in shop.get("/search?" + urlencode({"q": name})).products


@pytest.mark.parametrize("typed", ["P0123", "p0123", " P0123 "])
def test_an_id_opens_the_product(shop: Shop, typed: str) -> None:
    assert shop.get("/search?" + urlencode({"q": typed})).path == "/p/P0123"


@pytest.mark.parametrize("lang", ["bn", "hi", "ur"])
def test_an_id_in_native_digits_opens_the_product(open_shop: OpenShop, lang: str) -> None:
    typed = localize_digits("P0123", lang)
    assert open_shop(lang).get("/search?" + urlencode({"q": typed})).path == "/p/P0123"


def test_an_id_that_nothing_has_finds_nothing(shop: Shop) -> None:
    page = shop.get("/search?q=P9999")
    assert (page.path, page.products) == ("/search", [])


def test_all_words_must_occur_and_names_come_first(shop: Shop) -> None:
    pids = found(shop, q="sofa black")
    assert pids
    keys = [shop.row("SELECT name_key, search_key FROM products WHERE id = ?", pid) for pid in pids]
    assert all("sofa" in key["search_key"] and "black" in key["search_key"] for key in keys)
    hits = ["sofa" in key["name_key"] and "black" in key["name_key"] for key in keys]
    assert hits == sorted(hits, reverse=True)


@pytest.mark.parametrize(("name", "value"), FILTERS)
def test_a_filter_only_takes_away(shop: Shop, name: str, value: str) -> None:
    everything = found(shop, cat="kitchen")
    if value == "most":
        value = str(shop.number(MOST_COMMON_BRAND))
    some = found(shop, cat="kitchen", **{name: value})
    assert 0 < len(some) < len(everything)
    assert set(some) < set(everything)


@pytest.mark.parametrize(
    ("sort", "expression", "falling"),
    [
        ("price_asc", "p.price_c", False),
        ("price_desc", "p.price_c", True),
        ("rating", "CAST(COALESCE(r.rating, 0) * 10000 AS INTEGER)", True),
        ("reviews", "COALESCE(r.review_count, 0)", True),
        ("newest", "CAST(strftime('%s', p.created_at) AS INTEGER)", True),
        ("discount", "((p.list_price_c - p.price_c) * 200 + p.list_price_c) / (2 * p.list_price_c)", True),
    ],
)
def test_sorted_lists_are_monotone_and_total(shop: Shop, sort: str, expression: str, falling: bool) -> None:
    pids = found(shop, cat="bags", sort=sort)
    values = column(shop, pids, expression)
    assert values == sorted(values, reverse=falling)
    sign = -1 if falling else 1
    order = sorted((sign * value, pid) for value, pid in zip(values, pids, strict=True))
    assert pids == [pid for _, pid in order]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_prices_are_typed_in_local_money_and_any_digits(open_shop: OpenShop, lang: str) -> None:
    shop = open_shop(lang)
    local = localize_digits(str(25 * get_language(lang).rate), lang)
    page = shop.get("/search?" + urlencode({"min_price": local, "max_price": local}))
    assert set(column(shop, page.products, "p.price_c")) == {2500}
    assert page.value("min_price") == local


def test_a_price_between_two_cents_is_compared_exactly(open_shop: OpenShop) -> None:
    shop = open_shop("bn")
    above, below = found(shop, cat="shoes", min_price="3001"), found(shop, cat="shoes", max_price="3001")
    assert min(column(shop, above, "p.price_c")) * 120 >= 300100
    assert max(column(shop, below, "p.price_c")) * 120 <= 300100
    assert len(above) + len(below) == shop.number("SELECT COUNT(*) FROM products WHERE cat = 'shoes'")


def test_a_price_that_is_no_number(shop: Shop) -> None:
    page = shop.get("/search?min_price=cheap")
    assert (page.status, page.errors, page.products) == (200, ["E_FORMAT"], [])
    assert page.value("min_price") == "cheap"


def test_a_rating_that_is_no_choice(shop: Shop) -> None:
    assert shop.get("/search?min_rating=7").products == []


def test_rated_at_least_means_as_it_is_shown(shop: Shop) -> None:
    pids = found(shop, cat="kitchen", min_rating="4.5")
    assert min(column(shop, pids, "r.tenths")) >= 45
    expected = shop.number(
        "SELECT COUNT(*) FROM products p JOIN product_ratings r ON r.pid = p.id"
        " WHERE cat = 'kitchen' AND ROUND(rating * 10 + 0.0000001) >= 45"
    )
    assert len(pids) == expected


def test_pages_tell_where_they_are(shop: Shop) -> None:
    total = shop.number("SELECT COUNT(*) FROM products WHERE cat = 'shoes'")
    last = -(-total // 20)
    second = shop.get("/c/shoes?page=2")
    assert f"showing 21-40 of {total}" in second.text
    pages = -(-total // 20)
    assert second.one(".pager").text().split("\n")[1:-1] == [
        f"showing 21-40 of {total}",
        "Previous page",
        f"page 2 of {pages}",
        "Next page",
    ]
    beyond = shop.get("/c/shoes?page=999")
    assert f"showing {20 * last - 19}-{total} of {total}" in beyond.text
    assert shop.get("/c/shoes?page=x").products == shop.get("/c/shoes").products


def test_a_page_link_keeps_the_search(shop: Shop) -> None:
    page = shop.get("/search?cat=shoes&on_sale=1&sort=price_asc")
    link = page.one(".pager a").attributes["href"]
    assert link == "/search?cat=shoes&on_sale=1&sort=price_asc&page=2"


def test_a_category_and_a_brand_are_searches_with_a_choice_made(shop: Shop) -> None:
    assert shop.get("/c/shoes").products == shop.get("/search?cat=shoes").products
    assert shop.get("/brand/7").products == shop.get("/search?brand=7").products
    assert shop.get("/c/shoes").one("select[name=cat] option[selected]").attributes["value"] == "shoes"
    assert shop.get("/brand/7").one("select[name=brand] option[selected]").attributes["value"] == "7"


def test_only_choices_that_occur_are_offered(shop: Shop) -> None:
    options = shop.get("/c/shoes").tree.css("select[name=material] option")
    offered = {node.attributes["value"] for node in options}
    assert "" in offered
    for code in offered - {""}:
        assert shop.number("SELECT COUNT(*) FROM products WHERE cat = 'shoes' AND material = ?", code)
