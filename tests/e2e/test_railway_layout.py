"""The railway as Chromium draws it: never wider than window or phone, and only our own fonts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from harness.browsers.launch import launch_chromium
from sites.kit.localization import LANGUAGES
from sites.kit.server import Listener
from sites.railsetu import SITE
from tests.e2e.layout import check_fits, foreign_fonts

PATHS = (
    "/",
    "/trains?from=AGC&to=NDLS&date=2026-03-20",
    "/trains?from=BSB&to=NDLS&date=2026-03-19&class=EC",
    "/connections?from=MMCT&to=AGC&date=2026-03-20",
    "/train/12621",
    "/train/12621/fares",
    "/train/12301/availability?date=2026-03-20",
    "/stations",
    "/station/NDLS",
    "/pnr?pnr=0000000000",
    "/help/cancellation",
    "/help/fares",
    "/account",
    "/bookings",
    "/refunds",
    "/profile/passengers",
    "/profile/passengers/new",
    "/book?train=12951&from=MMCT&to=NDLS&date=2026-03-27&class=2A&quota=GN",
)
FONT_PATHS = ("/", "/trains?from=AGC&to=NDLS&date=2026-03-20", "/train/12621", "/bookings")
WIDTHS = (1280, 800, 390)


@pytest.fixture(scope="module")
def railway_listener() -> Iterator[Listener]:
    with Listener([SITE], list(LANGUAGES)) as listener:
        yield listener


@pytest.fixture(scope="module")
def railway_chromium(playwright: Playwright, railway_listener: Listener) -> Iterator[Browser]:
    rules = f"MAP *.localhost 127.0.0.1:{railway_listener.port}, MAP * ~NOTFOUND"
    browser = launch_chromium(playwright, host_rules=rules)
    yield browser
    browser.close()


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_fit_the_window_and_use_our_fonts(railway_chromium: Browser, lang: str) -> None:
    context = railway_chromium.new_context(
        viewport={"width": 1280, "height": 900}, base_url=f"http://railsetu.{lang}.localhost"
    )
    page = context.new_page()
    page.goto("/login")
    page.fill("#username", SITE.account.username)
    page.fill("#password", SITE.account.password)
    page.click("main button")
    session = context.new_cdp_session(page)
    for path in PATHS:
        page.goto(path)
        check_fits(page, WIDTHS)
        if path in FONT_PATHS:
            assert foreign_fonts(session) == set(), path
    page.goto("/bookings")
    ticket = page.locator("main td a").first.get_attribute("href")
    for of_ticket in ("", "/cancel", "/boarding"):
        page.goto(f"{ticket}{of_ticket}")
        check_fits(page, WIDTHS)
    context.close()
