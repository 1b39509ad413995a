"""What it costs that a label enters boxes: those of other elements most of all, its own a little."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from som.geometry import Element

Floats = NDArray[np.float32]

FOREIGN_CENTRE_POINTS = np.float32(90)
"""A label whose middle lies in another element's box is taken for that element's."""
FOREIGN_AREA_POINTS = np.float32(40)
"""A label that lies wholly in another element's box; a part costs its share."""
NEAR_PX = 3.0
"""A label this close to another element's box counts as in it."""
OWN_AREA_POINTS = np.float32(4)
"""A label that lies wholly in its own element's box, if that is a line of text; in a block it is welcome."""
ELEMENTS_PER_BLOCK = 256


def crowding_points(labels: NDArray[np.int32], elements: Sequence[Element]) -> Floats:
    """Points (N, K) for the places ``labels`` (N, K, 4) of the elements' labels."""
    sides = np.ascontiguousarray(np.moveaxis(labels, -1, 0), np.float32)
    boxes = np.array([element.bbox for element in elements], np.float32).T
    points = OWN_AREA_POINTS * _share_on_own_line(sides, elements)
    at_home = _centred(sides, boxes[..., None])
    nearly = boxes + np.array([[-NEAR_PX], [-NEAR_PX], [NEAR_PX], [NEAR_PX]], np.float32)
    first, second = _neighbours(sides, boxes, elements)
    turns = np.arange(len(first)) - np.searchsorted(first, first)
    for turn in range(turns.max(initial=-1) + 1):  # each element's first neighbour, each element's second …
        own, other = first[turns == turn], second[turns == turn]
        places, around = sides[:, own], nearly[:, other, None]
        strayed = _centred(places, around) & ~at_home[own]
        points[own] += FOREIGN_AREA_POINTS * _share(places, around) + FOREIGN_CENTRE_POINTS * strayed
    return points


def _share_on_own_line(sides: Floats, elements: Sequence[Element]) -> Floats:
    """The share (N, K) of each label in the first or last line of its element; 0 for blocks."""
    firsts = np.array([element.boxes[0] for element in elements], np.float32)
    lasts = np.array([element.boxes[-1] for element in elements], np.float32)
    share = _share(sides, firsts.T[..., None])
    wrapped = np.flatnonzero((firsts != lasts).any(axis=1))
    share[wrapped] = np.maximum(share[wrapped], _share(sides[:, wrapped], lasts[wrapped].T[..., None]))
    share[[element.boxes[0].is_block for element in elements]] = 0
    return share


def _share(sides: Floats, boxes: Floats) -> Floats:
    """The share (P, K) of each label in a box; labels (4, P, K) and boxes (4, P, 1) by their sides."""
    x0, y0, x1, y1 = sides
    bx0, by0, bx1, by1 = boxes
    across = np.maximum(np.minimum(x1, bx1) - np.maximum(x0, bx0), 0)
    down = np.maximum(np.minimum(y1, by1) - np.maximum(y0, by0), 0)
    return across * down / ((x1 - x0) * (y1 - y0))


def _centred(sides: Floats, boxes: Floats) -> NDArray[np.bool_]:
    """Whether the middle of each label is in a box; shapes as in `_share`."""
    x, y = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    bx0, by0, bx1, by1 = boxes
    return (bx0 <= x) & (x <= bx1) & (by0 <= y) & (y <= by1)


def _neighbours(
    sides: Floats, boxes: Floats, elements: Sequence[Element]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs (i, j), ordered by i: a label of i can enter the box of j, and j does not enclose i."""
    x0, y0 = sides[:2].min(axis=2)
    x1, y1 = sides[2:].max(axis=2)
    bx0, by0, bx1, by1 = boxes
    can_enclose = np.array([element.kind == "form" or len(element.boxes) == 1 for element in elements])
    firsts: list[NDArray[np.intp]] = []
    seconds: list[NDArray[np.intp]] = []
    for start in range(0, len(elements), ELEMENTS_PER_BLOCK):
        block = slice(start, start + ELEMENTS_PER_BLOCK)
        across = (bx0 < x1[block, None]) & (x0[block, None] < bx1)
        first, second = np.nonzero(across & (by0 < y1[block, None]) & (y0[block, None] < by1))
        first += start
        encloses = can_enclose[second] & _holds(boxes[:, second], boxes[:, first])
        counted = ~encloses & (first != second)
        firsts.append(first[counted])
        seconds.append(second[counted])
    return np.concatenate(firsts), np.concatenate(seconds)


def _holds(outer: Floats, inner: Floats) -> NDArray[np.bool_]:
    return (outer[0] <= inner[0]) & (outer[1] <= inner[1]) & (outer[2] >= inner[2]) & (outer[3] >= inner[3])
