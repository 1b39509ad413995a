"""A member's pages as Chromium draws them: never wider than window or phone, Urdu buttons with room above."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

from harness.browsers.launch import launch_chromium
from sites.kit.localization import LANGUAGES
from sites.kit.server import Listener
from tests.e2e.layout import check_fits

PATHS = (
    "/",
    "/c/kitchen",
    "/orders",
    "/cart",
    "/coupons",
    "/wishlist",
    "/account",
    "/account/addresses",
    "/account/addresses/new",
    "/account/reviews",
    "/account/questions",
    "/orders/MS-100032",
    "/orders/MS-100032/edit",
    "/orders/MS-100029/cancel",
    "/p/P0003/reviews/new",
    "/p/P0011/reviews",
    "/p/P0761/questions",
    "/questions/5",
)
WIDTHS = (1280, 800, 390)
BORDER_PX = 3
LEAST_ROOM_PX = 4


@pytest.fixture(scope="module")
def member_listener() -> Iterator[Listener]:
    with Listener(["ministore"], list(LANGUAGES)) as listener:
        yield listener


@pytest.fixture(scope="module")
def member_chromium(playwright: Playwright, member_listener: Listener) -> Iterator[Browser]:
    rules = f"MAP *.localhost 127.0.0.1:{member_listener.port}, MAP * ~NOTFOUND"
    browser = launch_chromium(playwright, host_rules=rules)
    yield browser
    browser.close()


def member_page(browser: Browser, lang: str) -> tuple[BrowserContext, Page]:
    """A page in which the member has logged in and put a product and a coupon into the cart."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, base_url=f"http://ministore.{lang}.localhost"
    )
    page = context.new_page()
    page.goto("/login")
    page.fill("#username", "nadia")
    page.fill("#password", "mini2026")
    page.click("main button")
    page.goto("/p/P0003")
    page.click("form[action='/cart/add'] button")
    page.fill("#code", "EID2026")
    page.click("form[action='/cart/coupon'] button")
    return context, page


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_fit_the_window(member_chromium: Browser, lang: str) -> None:
    context, page = member_page(member_chromium, lang)
    for path in PATHS:
        page.goto(path)
        check_fits(page, WIDTHS)
    context.close()


@pytest.mark.browser
def test_tall_letters_keep_off_the_edge_of_urdu_buttons(member_chromium: Browser) -> None:
    context, page = member_page(member_chromium, "ur")
    for path in ("/wishlist", "/account/addresses", "/orders/MS-100029/cancel", "/p/P0011/reviews"):
        page.goto(path)
        for button in page.locator("main button, main a.button").all()[:6]:
            above, below = room(button)
            assert above >= LEAST_ROOM_PX, (path, button.inner_text())
            assert below >= LEAST_ROOM_PX, (path, button.inner_text())
    context.close()


def room(button: Locator) -> tuple[int, int]:
    """Pixel rows without ink above and below the text, from the edges of the button."""
    image = cv2.imdecode(np.frombuffer(button.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    inside = image[BORDER_PX:-BORDER_PX, 12:-12].astype(np.int16)
    ink = np.abs(inside - np.median(inside)) > 60
    rows = np.flatnonzero(ink.any(axis=1))
    return int(rows[0]) + BORDER_PX, inside.shape[0] - 1 - int(rows[-1]) + BORDER_PX
