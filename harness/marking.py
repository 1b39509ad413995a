"""Marked screenshots: where a page's links and forms are, a full-page picture, and numbers on it.

Looking must not change the page. Boxes are read by a script that only reads; the picture is taken through the
protocol itself, because Playwright's own screenshot adds a style sheet to the page. A full-page capture makes
Chromium resize its window for a moment, which pages can hear: their scripts are held until it is over.

Numbers are those of `harness.extraction`: every ``a[href]`` and every ``form`` in document order.
Source: LoWAgent paper, section 3.2; measured geometry in `docs/marks.md`.
"""

import base64
import json
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import TypedDict
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import CDPSession, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from harness.browsers.launch import launch_chromium
from harness.errors import BrowserError
from harness.observation import Screenshot
from som import (
    Box,
    Element,
    Mark,
    Placement,
    decode_png,
    draw_marks,
    encode_with_tiles,
    ink_mask,
    tile_cuts,
)

SETTLE_TIMEOUT_MS = 10_000
"""How long to wait for fonts and pictures; then the page is taken as it is."""
STRIPE_HEIGHT_PX = 40_000
"""A longer page is captured in stripes: the size of Chromium's surfaces is limited."""
VIEWPORT_PX = (1280, 720)
FRACTION_PX = 0.01
"""Layout positions are rounded to this; smaller differences are none."""
ANY_PAGE_SCHEMES = ("http", "https", "file")
PAGE_TIMEOUT_MS = 60_000
MISSED_FRAME = "Unable to capture screenshot"
CAPTURE_TRIES = 5
HEAD_START_S = 0.003
"""Until Chromium has been asked for the picture: Python runs one thread at a time, and asking comes first."""
Pixels = NDArray[np.uint8]
"""uint8 (H, W, 3) RGB."""
Described = tuple[str, bool, list[list[float]], list[float]]
"""An element as the page's script tells it: id, right to left, boxes, bounds."""
_SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


class MarkError(BrowserError):
    """A page that can't be marked."""


class MarkRecord(TypedDict):
    """A mark as JSON: rectangles are [x0, y0, x1, y1] in image px."""

    id: str
    kind: str
    bbox: list[float]
    boxes: list[list[float]]
    label: list[float]


@dataclass(frozen=True)
class PageGeometry:
    """Size of a page and its visible links and forms; CSS px from the top left of the full page."""

    width: int
    height: int
    viewport_width: int
    viewport_height: int
    described: Sequence[Described] = field(repr=False)
    """The elements as the page's script tells them."""

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """Links first; what has no box on the page is left out. A picture can be asked for before."""
        return tuple(_element(*described) for described in self.described)

    @property
    def fits_viewport(self) -> bool:
        """Whether all of the page is seen without scrolling."""
        return self.width <= self.viewport_width and self.height <= self.viewport_height


def read_elements(page: Page) -> tuple[Element, ...]:
    """The visible links and forms of a page, links first; what has no box on the page is left out."""
    return read_geometry(page).elements


def read_geometry(page: Page, *, settle_ms: int = 0) -> PageGeometry:
    """Measure a page, after its fonts and pictures have come if ``settle_ms`` allows."""
    (width, height, *viewport), described = json.loads(page.evaluate(_geometry_script(), settle_ms))
    return PageGeometry(width, height, *viewport, described=described)


def take_marked_screenshot(page: Page, *, allow_overflow: bool = False) -> Screenshot:
    """Take a full-page screenshot and mark every visible link and form.

    Args:
        page: a loaded page of Chromium; scroll position, viewport and document stay as they are.
        allow_overflow: whether the page may be wider than the viewport; the picture then shows all of it.

    Returns:
        The marked image, one px a CSS px at any device scale factor, and its marks; tiles if it is long.

    Raises:
        MarkError: the page is wider than its viewport and that is not allowed.
    """
    geometry = read_geometry(page, settle_ms=SETTLE_TIMEOUT_MS)
    if geometry.width > geometry.viewport_width and not allow_overflow:
        raise MarkError(
            f"{page.url} is {geometry.width} px wide in a viewport of {geometry.viewport_width} px: "
            "mend its layout, or pass allow_overflow=True"
        )
    with ThreadPoolExecutor(1) as pool:
        preparing = pool.submit(_prepare_placement, geometry)  # while Chromium draws the picture
        image = _capture_page(page, geometry, pool)
        copying = pool.submit(image.copy)  # while the labels are seated
        marks = preparing.result().marks(ink_mask(image))
        marked = draw_marks(image, marks, onto=copying.result())
    png, tiles = encode_with_tiles(marked, tile_cuts(geometry.height, marks=marks))
    return Screenshot(png, geometry.width, geometry.height, marks, tiles, image)


def capture_page(page: Page, geometry: PageGeometry) -> Pixels:
    """The whole page as uint8 (height, width, 3) RGB, one px a CSS px; its scripts stand still meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        return _capture_page(page, geometry, pool)


def _capture_page(page: Page, geometry: PageGeometry, pool: Executor) -> Pixels:
    session = _session(page)
    if geometry.fits_viewport:  # nothing is resized, so there is nothing to be heard
        return decode_png(_capture(session, geometry))
    try:
        session.send("Emulation.setScriptExecutionDisabled", {"value": True})
        tops = range(0, geometry.height, STRIPE_HEIGHT_PX)
        decoding = [pool.submit(decode_png, _capture(session, geometry, top)) for top in tops]
    finally:
        session.send("Emulation.setScriptExecutionDisabled", {"value": False})
    stripes = [decoded.result() for decoded in decoding]
    return stripes[0] if len(stripes) == 1 else np.concatenate(stripes)


def capture_options(geometry: PageGeometry, top: int = 0) -> dict[str, object]:
    """What `Page.captureScreenshot` is asked for: a stripe of the page, from ``top`` down, in CSS px."""
    height = min(STRIPE_HEIGHT_PX, geometry.height - top)
    return {
        "format": "png",
        "optimizeForSpeed": True,
        "captureBeyondViewport": not geometry.fits_viewport,
        "clip": {"x": 0, "y": top, "width": geometry.width, "height": height, "scale": 1},
    }


def mark_target(target: str, out: Path, marks_json: Path) -> Screenshot:
    """Mark any page: write the picture to ``out`` and its marks to ``marks_json``.

    A page longer than one tile is also written in tiles beside ``out``: ``marked-1.png``, ``marked-2.png`` …

    Args:
        target: an http, https or file address, or the path of an HTML file.
        out: where the marked PNG goes.
        marks_json: where the marks go, a list of `MarkRecord`.

    Raises:
        MarkError: there is no such file, or the page can't be loaded.
    """
    address = _address(target)
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        try:
            width, height = VIEWPORT_PX
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(address, wait_until="load", timeout=PAGE_TIMEOUT_MS)
            screenshot = take_marked_screenshot(page, allow_overflow=True)
        except PlaywrightError as error:
            raise MarkError(f"{address} can't be marked: {error.message.splitlines()[0]}") from error
        finally:
            browser.close()
    _write(screenshot, out, marks_json)
    return screenshot


def mark_record(mark: Mark) -> MarkRecord:
    """The mark as JSON."""
    return {
        "id": mark.id,
        "kind": mark.kind,
        "bbox": list(mark.bbox),
        "boxes": [list(box) for box in mark.boxes],
        "label": list(mark.label),
    }


def _prepare_placement(geometry: PageGeometry) -> Placement:
    time.sleep(HEAD_START_S)
    return Placement(geometry.elements, width=geometry.width, height=geometry.height)


@cache
def _geometry_script() -> str:
    return (files("harness") / "browsers" / "geometry.js").read_text(encoding="utf-8")


def _element(mark_id: str, rtl: bool, boxes: list[list[float]], bounds: list[float]) -> Element:
    element = Element(
        mark_id, "form" if mark_id.startswith("F") else "link", tuple(Box(*box) for box in boxes), rtl
    )
    reported = Box(*bounds)
    same = all(abs(one - other) <= FRACTION_PX for one, other in zip(element.bbox, reported, strict=True))
    if same or reported.width <= 0 or reported.height <= 0:
        return element
    return Element(element.id, element.kind, element.boxes, rtl, reported)


def _session(page: Page) -> CDPSession:
    """The page's session of the protocol: one for all its pictures, because beginning one takes long."""
    if page not in _SESSIONS:
        _SESSIONS[page] = page.context.new_cdp_session(page)
    return _SESSIONS[page]


def _capture(session: CDPSession, geometry: PageGeometry, top: int = 0) -> bytes:
    """A stripe, as PNG. A busy Chromium may miss the frame that it is to draw; it is asked again."""
    for tries_left in reversed(range(CAPTURE_TRIES)):
        try:
            answer = session.send("Page.captureScreenshot", capture_options(geometry, top))
        except PlaywrightError as error:
            if MISSED_FRAME not in error.message or not tries_left:
                raise
        else:
            return base64.b64decode(answer["data"])
    raise AssertionError("the last try returns or raises")


def _address(target: str) -> str:
    scheme = urlsplit(target).scheme
    if scheme in ANY_PAGE_SCHEMES:
        return target
    path = Path(target)
    if path.is_file():
        return path.resolve().as_uri()
    raise MarkError(
        f"{target!r} is neither a file nor an address: give a path, or one of {', '.join(ANY_PAGE_SCHEMES)}://…"
    )


def _write(screenshot: Screenshot, out: Path, marks_json: Path) -> None:
    for path in (out, marks_json):
        path.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(screenshot.png)
    for number, tile in enumerate(screenshot.tiles, 1):
        out.with_stem(f"{out.stem}-{number}").write_bytes(tile)
    records = [mark_record(mark) for mark in screenshot.marks]
    marks_json.write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
