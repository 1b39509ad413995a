"""A real Chromium for the review pages, which are opened from disk as a person does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from harness.browsers.launch import launch_chromium

Opener = Callable[..., Page]
PHONE = (390, 844)
DESKTOP = (1280, 900)


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium that resolves no names."""
    browser = launch_chromium(playwright, host_rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Opener]:
    """Opens a file or an address: ``open_page(path, "#hash", size=PHONE)``; none may log an error."""
    context = chromium.new_context()
    troubles: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)

    context.on("page", watch)

    def open_it(target: Path | str, place: str = "", *, size: tuple[int, int] = DESKTOP) -> Page:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto((target.as_uri() if isinstance(target, Path) else target) + place)
        return page

    yield open_it
    context.close()
    assert troubles == []
