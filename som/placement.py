"""Where the labels go: never over one another, inside the image, at the inline start, off the ink of links.

Every label has some 240 candidate places, priced in points: their own liking (`som.candidates`), the ink
that they hide (`som.ink`), and the boxes of other elements that they enter (`som.crowding`). Labels are
then seated one by one, the one that loses most by waiting first; a label that got a bad place may send
one neighbour elsewhere if both together gain.

Source: `docs/marks.md`, where the rules of BrowserGym and VisualWebArena are measured beside this one.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from som.candidates import Candidates
from som.crowding import crowding_points
from som.geometry import Box, Element, Mark
from som.ink import InkPrices
from som.seats import Seats

WAIT_RANK = 4
"""A label's urgency is the price of its fifth best place above that of its best."""


class Placement:
    """Places for the labels of a page, prepared before its picture is there."""

    def __init__(self, elements: Sequence[Element], *, width: int, height: int) -> None:
        """Price every place by all but the ink.

        Args:
            elements: links and forms, at least one box each.
            width: of the image, px.
            height: of the image, px.
        """
        self._elements = tuple(elements)
        self._size = width, height
        if elements:
            self._candidates = Candidates(elements, width, height)
            self._points = self._candidates.points + crowding_points(self._candidates.labels, elements)
            self._ink_prices = InkPrices(elements, self._candidates.labels, width, height)

    def marks(self, ink: NDArray[np.bool_] | None = None) -> tuple[Mark, ...]:
        """Give each element a label.

        Args:
            ink: bool (height, width), True where the page has ink (`som.ink.ink_mask`); None for a blank
                page.

        Returns:
            One mark an element, in the same order. Labels have whole px, lie inside the image and do not
            overlap, unless the image has no room for all of them.
        """
        if not self._elements:
            return ()
        labels, points = self._candidates.labels, self._points
        if ink is not None:
            points = points + self._ink_prices.points(ink)
        seats = Seats(labels, points, *self._size)
        for index in _by_urgency(points):
            seats.take_best(index)
        seats.exchange()
        return tuple(
            Mark(element.id, element.kind, element.boxes, element.bbox, Box(*label))
            for element, label in zip(self._elements, seats.labels(), strict=True)
        )


def _by_urgency(points: NDArray[np.float32]) -> Iterator[int]:
    ranked = np.partition(points, (0, WAIT_RANK), axis=1)
    loss = ranked[:, WAIT_RANK] - ranked[:, 0]
    return iter(np.argsort(-loss, kind="stable").tolist())
