"""The shop as Chromium draws it: nothing wider than the window, only our own fonts, all pictures there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright

from harness.browsers.launch import launch_chromium
from sites.kit.localization import LANGUAGES
from sites.kit.server import Listener
from tests.e2e.layout import check_fits, foreign_fonts

PATHS = (
    "/",
    "/c/furniture",
    "/search?min_price=x",
    "/brands",
    "/p/P0012",
    "/p/P0011/reviews",
    "/p/P0761/questions",
    "/help/shipping",
    "/nothing-here",
    "/account",
    "/orders",
    "/orders/MS-100029",
    "/cart",
    "/checkout/address",
)
FONT_PATHS = ("/", "/p/P0012", "/orders/MS-100029", "/checkout/address")
WIDTHS = (1280, 800)
LOST_PICTURES = "[...document.images].filter(image => !image.naturalWidth).length"


@pytest.fixture(scope="module")
def shop_listener() -> Iterator[Listener]:
    with Listener(["ministore"], list(LANGUAGES)) as listener:
        yield listener


@pytest.fixture(scope="module")
def shop_chromium(playwright: Playwright, shop_listener: Listener) -> Iterator[Browser]:
    rules = f"MAP *.localhost 127.0.0.1:{shop_listener.port}, MAP * ~NOTFOUND"
    browser = launch_chromium(playwright, host_rules=rules)
    yield browser
    browser.close()


def log_in(page: Page, base: str) -> None:
    page.goto(f"{base}/login")
    page.fill("#username", "nadia")
    page.fill("#password", "mini2026")
    page.click("main button")
    page.goto(f"{base}/p/P0003")
    page.fill("#qty", "1")
    page.click("form[action='/cart/add'] button")


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_fit_the_window_and_use_our_fonts(shop_chromium: Browser, lang: str) -> None:
    base = f"http://ministore.{lang}.localhost"
    context = shop_chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    log_in(page, base)
    session = context.new_cdp_session(page)
    for path in PATHS:
        page.goto(base + path)
        check_fits(page, WIDTHS)
        assert page.evaluate(LOST_PICTURES) == 0, path
        if path in FONT_PATHS:
            assert foreign_fonts(session) == set(), path
    context.close()
