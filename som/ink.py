"""Where a page has ink: the pixels that a label should not cover, and how bad it is to cover them.

Ink is what differs from its surroundings: glyphs, lines, the edges of pictures; a flat background has
none. The price of a pixel depends on whose it is: a short link is lost with a few pixels, a word of
plain text stands in the text observation anyway.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from som.geometry import Box, Element

CONTRAST = 48
"""Grey levels (of 255) between a pixel's darkest and lightest neighbours from which on it is ink."""
POINTS_PER_UNIT = 0.25
"""The price map counts in units of a quarter point: 100 points are a tenth of a link's ink."""
LINK_UNITS = 4000
"""Price of all ink of a link together; a pixel costs its share."""
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
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    contrast = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return contrast > CONTRAST


class PriceMap:
    """What it costs, in points, to cover any rectangle of the page."""

    def __init__(self, ink: NDArray[np.bool_], elements: Sequence[Element]) -> None:
        prices = ink.astype(np.uint8) * np.uint8(TEXT_PIXEL_UNITS)
        for element in elements:
            if element.kind == "link":
                _raise_prices(prices, ink, element)
            _free_borders(prices, element)
        self._sums = cv2.integral(prices, sdepth=cv2.CV_32S)

    def cover(self, labels: NDArray[np.int32]) -> NDArray[np.float32]:
        """Points for covering each rectangle of ``labels`` (..., 4), image px."""
        sums = self._sums
        limits = np.array([sums.shape[1] - 1, sums.shape[0] - 1] * 2, np.int32)
        x0, y0, x1, y1 = np.moveaxis(np.minimum(labels, limits), -1, 0)
        units = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return units.astype(np.float32) * POINTS_PER_UNIT


def _raise_prices(prices: NDArray[np.uint8], ink: NDArray[np.bool_], link: Element) -> None:
    overhang = OVERHANG_PX if link.rtl else 0
    regions = [_pixels(box._replace(x1=box.x1 + overhang)) for box in link.boxes]
    total = sum(np.count_nonzero(ink[region]) for region in regions)
    units = np.uint8(np.clip(LINK_UNITS // max(total, 1), *LINK_PIXEL_UNITS))
    for region in regions:
        np.maximum(prices[region], ink[region] * units, out=prices[region])


def _free_borders(prices: NDArray[np.uint8], element: Element) -> None:
    for area in (prices[_pixels(box)] for box in element.boxes if box.is_block):
        for rim in (area[:BORDER_PX], area[-BORDER_PX:], area[:, :BORDER_PX], area[:, -BORDER_PX:]):
            rim[:] = 0


def _pixels(box: Box) -> tuple[slice, slice]:
    return slice(max(0, int(box.y0)), int(box.y1) + 1), slice(max(0, int(box.x0)), int(box.x1) + 1)
