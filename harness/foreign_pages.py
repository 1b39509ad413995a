"""What ``lowagent mark`` does: a marked picture of any page, that of a stranger too.

A stranger's page may do what the sites never do: be wider than the window, change what scripts rely on,
never finish loading, go on to another page by itself, or never let its scripts rest. A hung page answers
nothing, not even the request to end, so the whole browser is ended then.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Timer
from typing import TypedDict
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from harness.browsers.launch import launch_chromium
from harness.marking import (
    STRIPE_HEIGHT_PX,
    VIEWPORT_PX,
    MarkError,
    document_id,
    read_geometry,
    take_marked_screenshot,
)
from harness.observation import Screenshot
from som import Mark

ADDRESS_SCHEMES = ("http", "https", "file")
DOCUMENT_TIMEOUT_MS = 60_000
"""How long the document itself may take."""
LOAD_TIMEOUT_MS = 20_000
"""How long what it shows may take after that; then the page is taken as it is."""
LOOK_TIMEOUT_S = 30.0
"""How long a look may take; of a long page so long for each stripe, which takes up to ten seconds."""
LOOKS = 5
"""So often a page that goes on to another one is looked at."""


class MarkRecord(TypedDict):
    """A mark as JSON: rectangles are [x0, y0, x1, y1] in image px."""

    id: str
    kind: str
    bbox: list[float]
    boxes: list[list[float]]
    label: list[float]


def mark_target(target: str, out: Path, marks_json: Path) -> Screenshot:
    """Mark any page: write the picture to ``out`` and its marks to ``marks_json``.

    A page longer than one tile is also written in tiles beside ``out``: ``marked-1.png``, ``marked-2.png`` …

    Args:
        target: an http, https or file address, or the path of an HTML file.
        out: where the marked PNG goes.
        marks_json: where the marks go, a list of `MarkRecord`.

    Raises:
        MarkError: there is no such file, the page can't be loaded or doesn't rest, or the two files are one.
    """
    if out.resolve() == marks_json.resolve():
        raise MarkError(f"the picture and the marks would both go to {out}: name two files")
    address = _address(target)
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        try:
            screenshot = _look(browser, address)
        except PlaywrightError as error:
            raise MarkError(f"{address} can't be marked: {error.message.splitlines()[0]}") from error
        finally:
            browser.close()
    _write(screenshot, out, marks_json)
    return screenshot


def _look(browser: Browser, address: str) -> Screenshot:
    width, height = VIEWPORT_PX
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(address, wait_until="domcontentloaded", timeout=DOCUMENT_TIMEOUT_MS)
    for _ in range(LOOKS):
        with suppress(PlaywrightTimeoutError):
            page.wait_for_load_state("load", timeout=LOAD_TIMEOUT_MS)
        with _time_limit(browser, address) as allow:
            screenshot = _look_once(page, allow)
        if screenshot is not None:
            return screenshot
    raise MarkError(
        f"{address} can't be marked: it went on to another page {LOOKS} times while it was looked at"
    )


def _look_once(page: Page, allow: Callable[[float], None]) -> Screenshot | None:
    """None where the page went on to another one meanwhile: boxes and picture may be of two pages."""
    before = document_id(page)
    try:
        stripes = -(-read_geometry(page, foreign=True).height // STRIPE_HEIGHT_PX)
        allow(LOOK_TIMEOUT_S * stripes)
        screenshot = take_marked_screenshot(page, foreign=True)
    except PlaywrightError:
        if document_id(page) == before:
            raise
        return None
    return screenshot if document_id(page) == before else None


@contextmanager
def _time_limit(browser: Browser, address: str) -> Iterator[Callable[[float], None]]:
    """End the browser after so long: a page whose scripts never rest would be waited for without end.

    Yields:
        Begins another time of so many seconds.
    """
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    process = next(process["id"] for process in processes if process["type"] == "browser")
    over = Event()
    timers: list[Timer] = []

    def end() -> None:
        over.set()
        os.kill(process, signal.SIGKILL)

    def allow(seconds: float) -> None:
        for timer in timers:
            timer.cancel()
        timers.append(Timer(seconds, end))
        timers[-1].start()

    allow(LOOK_TIMEOUT_S)
    try:
        yield allow
    except PlaywrightError as error:
        if not over.is_set():
            raise
        raise MarkError(
            f"{address} can't be marked: it gave no answer in {timers[-1].interval:g} s; its scripts never "
            "rest, or it goes from page to page"
        ) from error
    finally:
        timers[-1].cancel()


def _mark_record(mark: Mark) -> MarkRecord:
    return {
        "id": mark.id,
        "kind": mark.kind,
        "bbox": list(mark.bbox),
        "boxes": [list(box) for box in mark.boxes],
        "label": list(mark.label),
    }


def _address(target: str) -> str:
    scheme = urlsplit(target).scheme
    if scheme in ADDRESS_SCHEMES:
        return target
    path = Path(target)
    if path.is_file():
        return path.resolve().as_uri()
    raise MarkError(
        f"{target!r} is neither a file nor an address: give a path, or one of {', '.join(ADDRESS_SCHEMES)}://…"
    )


def _write(screenshot: Screenshot, out: Path, marks_json: Path) -> None:
    for path in (out, marks_json):
        path.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(screenshot.png)
    for number, tile in enumerate(screenshot.tiles, 1):
        out.with_stem(f"{out.stem}-{number}").write_bytes(tile)
    records = [_mark_record(mark) for mark in screenshot.marks]
    marks_json.write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
