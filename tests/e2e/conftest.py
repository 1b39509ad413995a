"""One real Chromium for all end-to-end tests of a worker."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from harness.browsers.launch import launch_chromium


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium that resolves no names; open a context of your own and close it."""
    browser = launch_chromium(playwright, host_rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost")
    yield browser
    browser.close()
