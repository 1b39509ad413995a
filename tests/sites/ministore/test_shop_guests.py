"""Guests: every form leads to the login page, writes nothing, and the login leads back."""

from collections.abc import Callable

import pytest

from sites.kit.application import SiteApp
from sites.ministore import SITE
from tests.sites.ministore.customer import Shop

KNOWN = {
    "pid": "P0003",
    "order_id": "MS-100034",
    "review_id": 1,
    "qid": 1,
    "answer_id": 1,
    "address_id": 1,
    "item_id": 1,
}
OPEN_TO_GUESTS = ("/login", "/logout", "/_harness/")


def form_paths(app: SiteApp) -> list[str]:
    """An address for every route that takes a form, but for logging in and out."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    urls = app.url_map.bind("localhost")
    return [
        urls.build(rule.endpoint, {name: KNOWN[name] for name in rule.arguments}, method="POST")
        for rule in rules
        if not rule.rule.startswith(OPEN_TO_GUESTS)
    ]


def test_every_form_of_a_guest_leads_to_the_login(shop: Shop, shop_apps: Callable[[str], SiteApp]) -> None:
    paths = form_paths(shop_apps("en"))
    assert len(paths) == 27
    for path in paths:
        status, target = shop.post_only(path, pid="P0003", qty="1", body="What is it made of?")
        assert status == 303, path
        assert (target or "").startswith("/login"), path
    assert shop.changes() == {}


@pytest.mark.parametrize(
    ("sender", "path", "back"),
    [
        ("/p/P0003", "/p/P0003/wishlist", "/p/P0003"),
        ("/p/P0011/reviews?stars=5", "/reviews/1/helpful", "/p/P0011/reviews?stars=5"),
        ("/p/P0003", "/cart/add", "/p/P0003"),
        ("/p/P0003/questions", "/p/P0003/questions", "/p/P0003/questions"),
    ],
)
def test_the_login_leads_back_to_the_page_of_the_form(shop: Shop, sender: str, path: str, back: str) -> None:
    page = shop.post_from(sender, path, pid="P0003")
    assert page.path == "/login"
    assert page.value("next") == back
    page = shop.post("/login", username=SITE.account.username, password=SITE.account.password, next=back)
    assert page.path == back.partition("?")[0]


@pytest.mark.parametrize(
    "path",
    [
        "/wishlist",
        "/account/addresses",
        "/account/addresses/new",
        "/account/addresses/1/edit",
        "/account/reviews",
        "/account/questions",
        "/p/P0003/reviews/new",
        "/reviews/1/edit",
        "/orders/MS-100034/edit",
        "/orders/MS-100034/cancel",
    ],
)
def test_pages_of_a_member_ask_a_guest_to_log_in(shop: Shop, path: str) -> None:
    page = shop.get(path)
    assert page.path == "/login"
    assert page.value("next") == path
