"""Fifty pages of the shop, some of every kind, for a member in Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Playwright

from harness.browsers.chromium import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from harness.browsers.launch import host_rules_for, launch_chromium
from harness.pictures import catalogue_pictures
from sites.kit.localization import LANGUAGES
from sites.kit.server import Listener
from sites.ministore import SITE

PAGES = (
    "/",
    "/c/furniture",
    "/c/home-decor",
    "/c/kitchen",
    "/c/bed-bath",
    "/c/shoes",
    "/c/bags",
    "/c/jewelry",
    "/c/phone-tech",
    "/c/grocery-health",
    "/c/office-tools",
    "/c/shoes?page=2",
    "/c/jewelry?sort=price_desc",
    "/search?sort=discount",
    "/search?on_sale=1&page=3",
    "/search?cat=kitchen&min_rating=4.5&sort=reviews",
    "/search?cat=bags&on_sale=1&free_ship=1",
    "/search?brand=7&in_stock=1&sort=newest",
    "/search?min_price=x",
    "/search?q=zzz",
    "/brands",
    "/brand/3",
    *(f"/p/P{number:04}" for number in range(12, 2566, 240)),
    "/p/P0011/reviews",
    "/p/P0732/reviews?page=2",
    "/p/P0003/reviews/new",
    "/p/P0761/questions",
    "/questions/5",
    "/cart",
    "/checkout/shipping",
    "/checkout/review",
    "/orders",
    "/orders/MS-100029",
    "/orders/MS-100032/edit",
    "/wishlist",
    "/coupons",
    "/account",
    "/account/addresses",
    "/account/reviews",
    "/help/shipping",
)
"""Paths and queries, the same in every language; `member_page` has what they need: account, cart, order."""


@contextmanager
def shop_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium that reaches the shop in every language, with its pictures."""
    with Listener([SITE], list(LANGUAGES), pictures=catalogue_pictures()) as listener:
        browser = launch_chromium(playwright, host_rules=host_rules_for(listener.port))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def guest_page(browser: Browser, lang: str) -> Iterator[Page]:
    """A page of somebody who has not logged in; paths are those of the shop."""
    context = browser.new_context(
        viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT},
        base_url=f"http://ministore.{lang}.localhost",
    )
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def member_page(browser: Browser, lang: str) -> Iterator[Page]:
    """A page in which the member has filled the cart and come to the last step of the checkout."""
    with guest_page(browser, lang) as page:
        page.goto("/login")
        page.fill("#username", SITE.account.username)
        page.fill("#password", SITE.account.password)
        page.click("main button")
        for pid in ("P0003", "P0600"):
            page.goto(f"/p/{pid}")
            page.click("form[action='/cart/add'] button")
        page.fill("#code", "EID2026")
        page.click("form[action='/cart/coupon'] button")
        page.goto("/checkout/address")
        for step in ("address", "shipping"):
            page.click(f"form[action='/checkout/{step}'] button")
        page.check("[name=method][value=card]")
        page.select_option("[name=card_id]", index=1)
        page.click("form[action='/checkout/payment'] button")
        yield page
