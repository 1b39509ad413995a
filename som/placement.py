"""Where the labels go: never over one another, inside the image, at the inline start, off the ink of links.

Every label has some 240 candidate places, priced in points: their own liking (`som.candidates`), the ink
that they hide (`som.ink`), and the boxes of other elements that they enter. Labels are then seated one
by one, the one that loses most by waiting first; a label that got a bad place may send one neighbour
elsewhere if both together gain.

Source: `docs/marks.md`, where the rules of BrowserGym and VisualWebArena are measured beside this one.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from som.candidates import Candidates
from som.geometry import Box, Element, Mark
from som.ink import PriceMap
from som.seats import Seats

FOREIGN_CENTRE_POINTS = 90.0
"""A label whose middle lies in another element's box is taken for that element's."""
FOREIGN_AREA_POINTS = 40.0
"""A label that lies wholly in another element's box; a part costs its share."""
NEAR_PX = 3.0
"""A label this close to another element's box counts as in it."""
OWN_AREA_POINTS = 4.0
"""A label that lies wholly in its own element's box, if that is a line of text; in a block it is welcome."""
PAIRS_PER_BLOCK = 1024
WAIT_RANK = 4
"""A label's urgency is the price of its fifth best place above that of its best."""


def place_marks(
    elements: Sequence[Element], *, width: int, height: int, ink: NDArray[np.bool_] | None = None
) -> tuple[Mark, ...]:
    """Give each element a label.

    Args:
        elements: links and forms, at least one box each.
        width: of the image, px.
        height: of the image, px.
        ink: bool (height, width), True where the page has ink (`som.ink.ink_mask`); None for a blank page.

    Returns:
        One mark an element, in the same order. Labels have whole px, lie inside the image and do not overlap,
        unless the image has no room for all of them.
    """
    if not elements:
        return ()
    candidates = Candidates(elements, width, height)
    points = candidates.points + _box_points(candidates.labels, elements)
    if ink is not None:
        points += PriceMap(ink, elements).cover(candidates.labels)
    seats = Seats(candidates.labels, points, width, height)
    for index in _by_urgency(points):
        seats.take_best(index)
    seats.exchange()
    return tuple(
        Mark(element.id, element.kind, element.boxes, element.bbox, Box(*label))
        for element, label in zip(elements, seats.labels(), strict=True)
    )


def _by_urgency(points: NDArray[np.float32]) -> Iterator[int]:
    ranked = np.partition(points, (0, WAIT_RANK), axis=1)
    loss = ranked[:, WAIT_RANK] - ranked[:, 0]
    return iter(np.argsort(-loss, kind="stable").tolist())


def _box_points(labels: NDArray[np.int32], elements: Sequence[Element]) -> NDArray[np.float32]:
    """Points (N, K) for entering the boxes of elements, others' most of all."""
    boxes = np.array([element.bbox for element in elements], np.float32)
    _, at_home = _entering(labels, boxes[:, None])
    points = OWN_AREA_POINTS * _share_on_own_line(labels, elements)
    nearly = boxes + np.array([-NEAR_PX, -NEAR_PX, NEAR_PX, NEAR_PX], np.float32)
    first, second = _neighbours(labels, boxes, elements)
    for start in range(0, len(first), PAIRS_PER_BLOCK):
        own, other = first[start : start + PAIRS_PER_BLOCK], second[start : start + PAIRS_PER_BLOCK]
        share, centred = _entering(labels[own], nearly[other][:, None])
        lost = FOREIGN_AREA_POINTS * share + FOREIGN_CENTRE_POINTS * (centred & ~at_home[own])
        np.add.at(points, own, lost.astype(np.float32))
    return points


def _share_on_own_line(labels: NDArray[np.int32], elements: Sequence[Element]) -> NDArray[np.float32]:
    """The share (N, K) of each label in the first or last line of its element; 0 for blocks."""
    firsts = np.array([element.boxes[0] for element in elements], np.float32)
    lasts = np.array([element.boxes[-1] for element in elements], np.float32)
    shares = [_entering(labels, lines[:, None])[0] for lines in (firsts, lasts)]
    is_line = np.array([[not element.boxes[0].is_block] for element in elements], np.float32)
    return np.maximum(*shares) * is_line


def _entering(
    labels: NDArray[np.int32], boxes: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """For labels (P, K, 4) and boxes (P, 1, 4): share of each label in the box, and whether its middle is."""
    x0, y0, x1, y1 = np.moveaxis(labels.astype(np.float32), -1, 0)
    bx0, by0, bx1, by1 = np.moveaxis(boxes, -1, 0)
    across = np.clip(np.minimum(x1, bx1) - np.maximum(x0, bx0), 0, None)
    down = np.clip(np.minimum(y1, by1) - np.maximum(y0, by0), 0, None)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    centred = (bx0 <= x) & (x <= bx1) & (by0 <= y) & (y <= by1)
    return across * down / ((x1 - x0) * (y1 - y0)), centred


def _neighbours(
    labels: NDArray[np.int32], boxes: NDArray[np.float32], elements: Sequence[Element]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs (i, j), ordered by i: a label of i can enter the box of j, and j does not enclose i."""
    reach = np.concatenate([labels[..., :2].min(axis=1), labels[..., 2:].max(axis=1)], axis=1)
    can_enclose = np.array([element.kind == "form" or len(element.boxes) == 1 for element in elements])
    bx0, by0, bx1, by1 = np.ascontiguousarray(boxes.T)
    found: list[NDArray[np.intp]] = []
    for index, ((x0, y0, x1, y1), (ox0, oy0, ox1, oy1)) in enumerate(
        zip(reach.tolist(), boxes.tolist(), strict=True)
    ):
        near = (bx0 < x1) & (x0 < bx1) & (by0 < y1) & (y0 < by1)
        encloses = can_enclose & (bx0 <= ox0) & (by0 <= oy0) & (bx1 >= ox1) & (by1 >= oy1)
        near[index] = False
        found.append(np.flatnonzero(near & ~encloses))
    counts = [len(others) for others in found]
    return np.repeat(np.arange(len(labels)), counts), np.concatenate(found)
