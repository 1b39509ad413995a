"""The meter of marks: what labels hide, where they stand, and whether their digits can be read.

Ink of links is exact: the difference of two screenshots, one with the text of links shown and one with it
transparent.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pytesseract
from numpy.typing import NDArray
from PIL import Image, ImageOps
from playwright.sync_api import Page

from harness.marking import capture_page, read_geometry
from harness.observation import Screenshot
from som import Box, Mark, decode_png, digits_box

NO_UNDERLINE = "a, a * {text-decoration: none !important}"
NO_LINK_TEXT = NO_UNDERLINE + "a, a * {color: transparent !important}"
INK_DIFFERENCE = 90
LOST_SHARE = 0.1
MOST_STRAYED, MOST_LOST = 0.02, 0.03
"""Shares of a page's labels and links."""
COUNTS = "[document.querySelectorAll('a[href]').length, document.querySelectorAll('form').length]"

OCR_CONFIG = "--psm 7 -c tessedit_char_whitelist=0123456789"
OCR_BORDER_PX, OCR_SCALE = 8, 4


@dataclass(frozen=True, slots=True)
class MarksScore:
    """What the meter found on one page; faults are lists of marks' ids."""

    links: int
    forms: int
    unmarked: int
    """Links and forms of the document without a mark."""
    overlapping: tuple[str, ...]
    cut: tuple[str, ...]
    strayed: tuple[str, ...]
    """The label's middle lies in another element's box, and not in its own."""
    lost: tuple[str, ...]
    """Links of which a tenth of the ink or more lies under labels."""

    def assert_good(self, page: str) -> None:
        """The bounds that the project sets itself."""
        assert self.unmarked == 0, page
        assert self.overlapping == (), page
        assert self.cut == (), page
        assert len(self.strayed) <= MOST_STRAYED * (self.links + self.forms), (page, self.strayed)
        assert len(self.lost) <= MOST_LOST * self.links, (page, self.lost)


def score_marks(page: Page, screenshot: Screenshot) -> MarksScore:
    """Measure the marks of a screenshot of the page as it is now."""
    marks = screenshot.marks
    links = [mark for mark in marks if mark.kind == "link"]
    ink = np.abs(_picture(page, NO_UNDERLINE) - _picture(page, NO_LINK_TEXT)).sum(axis=2) > INK_DIFFERENCE
    covered = np.zeros(ink.shape, bool)
    for mark in marks:
        covered[_pixels(mark.label)] = True
    image = Box(0, 0, screenshot.width, screenshot.height)
    return MarksScore(
        links=len(links),
        forms=len(marks) - len(links),
        unmarked=sum(page.evaluate(COUNTS)) - len(marks),
        overlapping=tuple(one.id for one, two in combinations(marks, 2) if one.label.overlaps(two.label)),
        cut=tuple(mark.id for mark in marks if mark.label.union(image) != image),
        strayed=tuple(mark.id for mark in marks if _strayed(mark, marks)),
        lost=tuple(mark.id for mark in links if _lost_share(mark, ink, covered) >= LOST_SHARE),
    )


def misread_labels(screenshot: Screenshot) -> dict[str, str]:
    """The labels of a marked screenshot of which OCR reads other digits: id -> what was read."""
    image = decode_png(screenshot.png)
    read = {mark.id: read_digits(image[_pixels(digits_box(mark))]) for mark in screenshot.marks}
    return {mark_id: digits for mark_id, digits in read.items() if digits != mark_id.removeprefix("F")}


def read_digits(label: NDArray[np.uint8]) -> str:
    """What OCR reads in the cell of digits of a label, uint8 (H, W, 3) RGB. Source: `docs/marks.md`."""
    return _read(label.tobytes(), label.shape)


@cache
def _read(pixels: bytes, shape: tuple[int, ...]) -> str:
    """Equal pixels are read once: most pages have a label 1."""
    image = Image.fromarray(np.frombuffer(pixels, np.uint8).reshape(shape))
    grey = ImageOps.invert(image.convert("L"))
    framed = ImageOps.expand(grey, OCR_BORDER_PX, int(np.asarray(grey)[0, 0]))
    large = framed.resize((framed.width * OCR_SCALE, framed.height * OCR_SCALE), Image.Resampling.LANCZOS)
    return pytesseract.image_to_string(large, lang="eng", config=OCR_CONFIG).strip()


def _picture(page: Page, style: str) -> NDArray[np.int_]:
    sheet = page.add_style_tag(content=style)
    geometry = read_geometry(page)
    image = capture_page(page, geometry)
    sheet.evaluate("sheet => sheet.remove()")
    return image.astype(int)


def _strayed(mark: Mark, marks: tuple[Mark, ...]) -> bool:
    return not _middle_in(mark.label, mark.bbox) and any(
        _middle_in(mark.label, other.bbox) for other in marks
    )


def _middle_in(label: Box, box: Box) -> bool:
    x, y = (label.x0 + label.x1) / 2, (label.y0 + label.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _lost_share(mark: Mark, ink: NDArray[np.bool_], covered: NDArray[np.bool_]) -> float:
    """Share of a link's ink under labels; 0 for a link without text."""
    areas = [(slice(int(box.y0), int(box.y1) + 1), slice(int(box.x0), int(box.x1) + 1)) for box in mark.boxes]
    total = sum(np.count_nonzero(ink[area]) for area in areas)
    return sum(np.count_nonzero(ink[area] & covered[area]) for area in areas) / max(total, 1)


def _pixels(box: Box) -> tuple[slice, slice]:
    return slice(int(box.y0), int(box.y1)), slice(int(box.x0), int(box.x1))
