"""The places where a label may stand, and how much each is liked before anything else is known.

The best place is outside the element at its inline start, level with the first line. Others lie above,
below, at the inline end and in the element itself. Everything is computed for a left-to-right line; for
right-to-left elements the page is mirrored before and after.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from som.geometry import LINE_MAX_PX, Element
from som.labels import label_size

Floats = NDArray[np.float64]

START_STEPS = (
    *((-1.0, -1, 0.0), (-1.0, -6, 1.5), (-0.5, 0, 4.0)),
    *(
        (0.0, 0, 3.0),
        (0.5, 0, 4.5),
        (1.0, 0, 6.0),
        (2.0, 0, 7.0),
        (3.0, 0, 8.0),
        (4.0, 0, 9.0),
        (5.0, 0, 10.0),
        (6.0, 0, 11.0),
    ),
)
"""Places along the line, from the box's inline start: (label widths, px, points)."""
END_STEPS = ((0.0, 1, 7.0), (0.0, 6, 8.0), (-0.5, 0, 8.5), (-1.0, 0, 8.0), (-2.0, 0, 9.0))
"""The same from the inline end of the last line."""
END_POINTS_PER_PX = 0.02
"""Price of each px of the last line: the end of a wide box may be far from its text."""
END_FAR_PX = 300
DOWN_STEPS = (
    *((0.0, -1.0, px) for px in (-2, 0, 2, 4, 6)),
    *((0.0, 0.0, 0), (0.5, -0.5, -4), (0.5, -0.5, 0), (0.5, -0.5, 4), (1.0, -1.0, 0)),
    *((1.0, 0.0, px) for px in (-6, -4, -2, 0, 2)),
)
"""Places across the line, from the box's top: (box heights, label heights, px)."""
POINTS_PER_PX = 0.3
"""Price of each px that the label stands higher or lower than the middle of the line, or of a block's top."""
BLOCK_TOP_PX = 24
"""So much of a block's top is its first line."""
FAR_PX = 40
NEAR_PX = 6
POINTS_PER_PX_AWAY = 2.0
"""Price of each px between label and element from `NEAR_PX` on: a label that stands alone is nobody's."""


class Candidates:
    """K places for each of N labels.

    ``labels``: int32 (N, K, 4), image px, all inside the page; ``points``: float32 (N, K), less is better.
    """

    def __init__(self, elements: Sequence[Element], width: int, height: int) -> None:
        sizes = np.array([label_size(element.id) for element in elements], np.float64)
        mirrored = np.array([element.rtl for element in elements])
        first = _mirror(np.array([element.boxes[0] for element in elements], np.float64), mirrored, width)
        last = _mirror(np.array([element.boxes[-1] for element in elements], np.float64), mirrored, width)
        at_start = _grid(first, first[:, 0], sizes, START_STEPS)
        at_end = _grid(last, last[:, 2], sizes, END_STEPS)
        to_end = END_POINTS_PER_PX * np.minimum(last[:, 2:3] - last[:, :1], END_FAR_PX)
        places = np.concatenate([at_start[0], at_end[0]], axis=1)
        self.points = np.concatenate([at_start[1], at_end[1] + to_end], axis=1).astype(np.float32)
        self.labels = _inside(_mirror(places, mirrored[:, None], width), sizes, width, height)


def _grid(
    boxes: Floats, origins: Floats, sizes: Floats, steps: Sequence[tuple[float, int, float]]
) -> tuple[Floats, Floats]:
    """Places (N, K, 4): ``steps`` from ``origins`` (N,), `DOWN_STEPS` from ``boxes``; points (N, K)."""
    widths, heights = sizes[:, :1], sizes[:, 1:]
    along, along_px, along_points = np.array(steps).T
    down_box, down_label, down_px = np.array(DOWN_STEPS).T
    box_heights = boxes[:, 3:] - boxes[:, 1:2]
    x0 = origins[:, None] + along * widths + along_px
    y0 = boxes[:, 1:2] + down_box * box_heights + down_label * heights + down_px
    middles = boxes[:, 1:2] + BLOCK_TOP_PX / 2
    middles = np.where(box_heights > LINE_MAX_PX, middles, (boxes[:, 1:2] + boxes[:, 3:]) / 2)
    down_points = POINTS_PER_PX * np.minimum(np.abs(y0 + heights / 2 - middles), FAR_PX)
    x0, y0 = np.broadcast_arrays(x0[:, :, None], y0[:, None, :])
    places = np.stack([x0, y0, x0 + widths[:, :, None], y0 + heights[:, :, None]], axis=-1)
    points = along_points[:, None] + down_points[:, None, :] + _distance_points(places, boxes[:, None, None])
    return places.reshape(len(boxes), -1, 4), points.reshape(len(boxes), -1)


def _distance_points(places: Floats, boxes: Floats) -> Floats:
    before, behind = boxes[..., :2] - places[..., 2:], places[..., :2] - boxes[..., 2:]
    away = np.maximum(np.maximum(before, behind), 0).sum(axis=-1)
    return POINTS_PER_PX_AWAY * np.maximum(away - NEAR_PX, 0)


def _mirror(boxes: Floats, mirrored: NDArray[np.bool_], width: int) -> Floats:
    flipped = np.stack([width - boxes[..., 2], boxes[..., 1], width - boxes[..., 0], boxes[..., 3]], axis=-1)
    return np.where(mirrored[..., None], flipped, boxes)


def _inside(places: Floats, sizes: Floats, width: int, height: int) -> NDArray[np.int32]:
    """The places as whole px, moved inside the page."""
    room = np.maximum(np.array([width, height]) - sizes, 0)[:, None, :]
    corners = np.clip(np.rint(places[..., :2]), 0, room)
    return np.concatenate([corners, corners + sizes[:, None, :]], axis=-1).astype(np.int32)
