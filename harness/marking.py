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
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from harness.errors import BrowserError
from harness.observation import Screenshot
from som import (
    Box,
    Element,
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
MOST_PX = 400_000_000
"""In one picture: marking it takes ten bytes of memory a px."""
FRACTION_PX = 0.01
"""Layout positions are rounded to this; smaller differences are none."""
MISSED_FRAME = "Unable to capture screenshot"
CAPTURE_TRIES = 5
WORLD = "marks"
HEAD_START_S = 0.003
"""Until Chromium has been asked for the picture: Python runs one thread at a time, and asking comes first."""
Pixels = NDArray[np.uint8]
"""uint8 (H, W, 3) RGB."""
Described = tuple[str, bool, list[list[float]], list[float]]
"""An element as the page's script tells it: id, right to left, boxes, bounds."""
_SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


class MarkError(BrowserError):
    """A page that can't be marked."""


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


def read_geometry(page: Page, *, settle_ms: int = 0, foreign: bool = False) -> PageGeometry:
    """Measure a page, after its fonts and pictures have come if ``settle_ms`` allows.

    Args:
        page: a loaded page of Chromium.
        settle_ms: how long they may take.
        foreign: whether its scripts may have changed what scripts rely on; it is measured out of their
            reach then, which takes a millisecond more.
    """
    told = _ask_apart(page, settle_ms) if foreign else page.evaluate(_geometry_script(), settle_ms)
    (width, height, *viewport), described = json.loads(told)
    return PageGeometry(width, height, *viewport, described=described)


def take_marked_screenshot(page: Page, *, foreign: bool = False) -> Screenshot:
    """Take a full-page screenshot and mark every visible link and form.

    Args:
        page: a loaded page of Chromium; scroll position, viewport and document stay as they are.
        foreign: whether the page is none of our sites': it may be wider than the viewport, and its scripts
            may have changed what scripts rely on.

    Returns:
        The marked image, one px a CSS px at any device scale factor, and its marks; tiles if it is long.

    Raises:
        MarkError: the page is wider than its viewport and is not foreign, or it is too large for a picture.
    """
    geometry = read_geometry(page, settle_ms=SETTLE_TIMEOUT_MS, foreign=foreign)
    if geometry.width > geometry.viewport_width and not foreign:
        raise MarkError(
            f"{page.url} is {geometry.width} px wide in a viewport of {geometry.viewport_width} px: "
            "mend its layout, or pass foreign=True"
        )
    if geometry.width * geometry.height > MOST_PX:
        raise MarkError(
            f"{page.url} is {geometry.width:,} x {geometry.height:,} px: "
            f"a picture can have {MOST_PX:,} px at most"
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


def document_id(page: Page) -> str:
    """Tells the documents that a page shows one after another apart."""
    return _session(page).send("Page.getFrameTree")["frameTree"]["frame"]["loaderId"]


def capture_options(geometry: PageGeometry, top: int = 0) -> dict[str, object]:
    """What `Page.captureScreenshot` is asked for: a stripe of the page, from ``top`` down, in CSS px."""
    height = min(STRIPE_HEIGHT_PX, geometry.height - top)
    return {
        "format": "png",
        "optimizeForSpeed": True,
        "captureBeyondViewport": not geometry.fits_viewport,
        "clip": {"x": 0, "y": top, "width": geometry.width, "height": height, "scale": 1},
    }


def _prepare_placement(geometry: PageGeometry) -> Placement:
    time.sleep(HEAD_START_S)
    return Placement(geometry.elements, width=geometry.width, height=geometry.height)


def _ask_apart(page: Page, settle_ms: int) -> str:
    """What `read_geometry` asks, in a world that has the page's elements but none of its variables."""
    session = _session(page)
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})
    answer = session.send(
        "Runtime.evaluate",
        {
            "expression": f"({_geometry_script()})({settle_ms})",
            "contextId": world["executionContextId"],
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    if "exceptionDetails" in answer:
        raise MarkError(
            f"{page.url} can't be measured: {answer['exceptionDetails']['exception']['description']}"
        )
    return answer["result"]["value"]


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
