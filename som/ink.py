"""Where a page has ink: the pixels that a label should not cover, and how bad it is to cover them.

Ink is what differs from its surroundings: glyphs, lines, the edges of pictures; a flat background has
none. The price of a pixel depends on whose it is: a short link is lost with a few pixels, a word of
plain text stands in the text observation anyway.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from som.geometry import Box, Element

Region = tuple[slice, slice]

CONTRAST = 48
"""Grey levels (of 255) between a pixel's darkest and lightest neighbours from which on it is ink."""
REACH_PX = 1
SURROUNDINGS = np.ones((2 * REACH_PX + 1, 2 * REACH_PX + 1), np.uint8)
BAND_ROWS = 512
"""Rows that are looked at together: few enough to stay in the processor's cache."""
POINTS_PER_UNIT = 0.25
"""The price map counts in units of a quarter point: 100 points are a tenth of a link's ink."""
LINK_UNITS = 4000
"""Price of all ink of a link together; a pixel costs its share."""
FORM_UNITS = 1000
"""The same of a form on one line: what its button says is told nowhere else."""
LINK_PIXEL_UNITS = (4, 255)
TEXT_PIXEL_UNITS = 2
OVERHANG_PX = 8
"""Nastaliq letters begin up to 0.44 em before their box; measured in `docs/marks.md`."""
BORDER_PX = 3
"""The rim of a block holds its border, which may be covered."""


def ink_mask(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Ink of a screenshot.

    Args:
        image: uint8 (H, W, 3) RGB.

    Returns:
        bool (H, W), True where the page has ink, one pixel wider than the glyphs.
    """
    height, width, _ = image.shape
    ink = np.empty((height, width), np.bool_)
    for top in range(0, height, BAND_ROWS):
        bottom = min(top + BAND_ROWS, height)
        first = max(top - REACH_PX, 0)
        grey = cv2.cvtColor(image[first : bottom + REACH_PX], cv2.COLOR_RGB2GRAY)
        contrast = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, SURROUNDINGS)
        np.greater(contrast[top - first : bottom - first], CONTRAST, out=ink[top:bottom])
    return ink


class InkPrices:
    """What it costs to cover the ink of a page, all but the ink itself being known before."""

    def __init__(
        self, elements: Sequence[Element], labels: NDArray[np.int32], width: int, height: int
    ) -> None:
        """Prepare.

        Args:
            elements: links and forms.
            labels: int32 (N, K, 4), places of labels in image px.
            width: of the image, px.
            height: of the image, px.
        """
        self._areas = [
            (_regions(element), LINK_UNITS if element.kind == "link" else FORM_UNITS, list(_rims(element)))
            for element in elements
        ]
        self._shape = labels.shape[:2]
        x0, y0, x1, y1 = np.moveaxis(labels, -1, 0).reshape(4, -1)
        x0, y0, x1, y1 = (
            np.minimum(side, most) for side, most in ((x0, width), (y0, height), (x1, width), (y1, height))
        )
        bands = np.minimum(y0, height - 1) // BAND_ROWS
        self._order = np.argsort(bands, kind="stable")
        self._band_ends = np.bincount(bands, minlength=-(-height // BAND_ROWS)).cumsum().tolist()
        self._reach = int((y1 - y0).max())
        y0, y1 = ((down - bands * BAND_ROWS) * (width + 1) for down in (y0, y1))
        self._corners = tuple(
            (down + across).take(self._order) for down, across in ((y1, x1), (y0, x1), (y1, x0), (y0, x0))
        )

    def points(self, ink: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Points (N, K) for covering what each label covers of the ink (height, width)."""
        prices = ink.view(np.uint8) * np.uint8(TEXT_PIXEL_UNITS)
        for regions, units, rims in self._areas:
            if regions:
                _raise_prices(prices, ink, regions, units)
            for rim in rims:
                prices[rim] = 0
        return self._covered(prices).astype(np.float32) * POINTS_PER_UNIT

    def _covered(self, prices: NDArray[np.uint8]) -> NDArray[np.int32]:
        """The sum (N, K) of the prices that each label covers, by bands of rows in which labels begin."""
        covered = np.empty(len(self._order), np.int32)
        for band, (first, last) in enumerate(pairwise((0, *self._band_ends))):
            if first < last:
                rows = prices[band * BAND_ROWS : (band + 1) * BAND_ROWS + self._reach]
                sums = cv2.integral(rows, sdepth=cv2.CV_32S).ravel()
                inner, right, left, before = (sums.take(corner[first:last]) for corner in self._corners)
                covered[self._order[first:last]] = inner - right - left + before
        return covered.reshape(self._shape)


def _raise_prices(
    prices: NDArray[np.uint8], ink: NDArray[np.bool_], regions: Sequence[Region], units_together: int
) -> None:
    total = sum(np.count_nonzero(ink[region]) for region in regions)
    least, most = LINK_PIXEL_UNITS
    units = np.uint8(min(max(units_together // max(total, 1), least), most))
    for region in regions:
        area = prices[region]
        np.maximum(area, ink[region] * units, out=area)


def _regions(element: Element) -> list[Region]:
    """Where the ink is the element's own: that of a link or of a form on one line, which must be read."""
    if element.kind == "form" and element.boxes[0].is_block:
        return []
    overhang = OVERHANG_PX if element.rtl else 0
    return [_pixels(box._replace(x1=box.x1 + overhang)) for box in element.boxes]


def _rims(element: Element) -> Iterator[Region]:
    """Top, bottom, left and right of each block."""
    for down, across in (_pixels(box) for box in element.boxes if box.is_block):
        yield slice(down.start, min(down.start + BORDER_PX, down.stop)), across
        yield slice(max(down.stop - BORDER_PX, down.start), down.stop), across
        yield down, slice(across.start, min(across.start + BORDER_PX, across.stop))
        yield down, slice(max(across.stop - BORDER_PX, across.start), across.stop)


def _pixels(box: Box) -> Region:
    return slice(max(0, int(box.y0)), int(box.y1) + 1), slice(max(0, int(box.x0)), int(box.x1) + 1)
