"""One real Chromium for all end-to-end tests of a worker, and a tiny site to drive it on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.http import HttpBrowser
from harness.browsers.launch import launch_chromium
from tests.tiny_site import TinySite, serve_tiny_site


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium that resolves no names; open a context of your own and close it."""
    browser = launch_chromium(playwright, host_rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost")
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def tiny_site() -> Iterator[TinySite]:
    """The pages of `tests.tiny_site`, served on loopback."""
    with serve_tiny_site() as site:
        yield site


@pytest.fixture(scope="module")
def chromium_browser(tiny_site: TinySite, playwright: Playwright) -> Iterator[ChromiumBrowser]:
    """The rendering browser on the tiny site."""
    browser = ChromiumBrowser(tiny_site, playwright=playwright)
    yield browser
    browser.close()


@pytest.fixture
def http_browser(tiny_site: TinySite) -> Iterator[HttpBrowser]:
    """The text browser on the tiny site."""
    browser = HttpBrowser(tiny_site)
    yield browser
    browser.close()


@pytest.fixture(params=["http", "chromium"])
def browser_on_tiny_site(
    request: pytest.FixtureRequest,
) -> ChromiumBrowser | HttpBrowser:
    """Each browser in turn."""
    return request.getfixturevalue(f"{request.param}_browser")
