"""The places where a label may stand, and how much each is liked before anything else is known.

The best place is outside the element at its inline start, level with the first line. Others lie above,
below, at the inline end and in the element itself. Everything is computed for a left-to-right line; for
right-to-left elements the page is mirrored before and after.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from som.geometry import LINE_MAX_PX, Element, MarkKind
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
POINTS_PER_PX_AWAY: dict[MarkKind, float] = {"link": 2.0, "form": 4.0}
"""Price of each px between label and element from `NEAR_PX` on: a label that stands alone is nobody's, and
that of a form beside another form is taken for the other's."""


class Candidates:
    """K places for each of N labels.

    ``labels``: int32 (N, K, 4), image px, all inside the page; ``points``: float32 (N, K), less is better.
    """

    def __init__(self, elements: Sequence[Element], width: int, height: int) -> None:
        sizes = np.array([label_size(element.id) for element in elements], np.float64)
        mirrored = np.array([element.rtl for element in elements])
        first = _mirror(np.array([element.boxes[0] for element in elements], np.float64), mirrored, width)
        last = _mirror(np.array([element.boxes[-1] for element in elements], np.float64), mirrored, width)
        away_points = np.array([POINTS_PER_PX_AWAY[element.kind] for element in elements])
        start = _grid(first, first[:, 0], sizes, START_STEPS, away_points)
        end = _grid(last, last[:, 2], sizes, END_STEPS, away_points)
        to_end = END_POINTS_PER_PX * np.minimum(last[:, 2:3] - last[:, :1], END_FAR_PX)
        self.points = np.concatenate([start.points, end.points + to_end], axis=1).astype(np.float32)
        sides = np.concatenate(
            [_sides(grid, sizes, mirrored, width, height) for grid in (start, end)], axis=2
        )
        self.labels = np.moveaxis(sides, 0, -1)


class _Grid(NamedTuple):
    """Places of N labels: each of S on the line with each of D across it, S * D in all."""

    x0: Floats
    """(N, S), px."""
    y0: Floats
    """(N, D), px."""
    points: Floats
    """(N, S * D)."""


def _grid(
    boxes: Floats,
    origins: Floats,
    sizes: Floats,
    steps: Sequence[tuple[float, int, float]],
    away_points: Floats,
) -> _Grid:
    """Places ``steps`` from ``origins`` (N,) along the line, `DOWN_STEPS` from ``boxes`` (N, 4) across it.

    ``away_points`` (N,): the price of each px between label and box.
    """
    widths, heights = sizes[:, :1], sizes[:, 1:]
    along, along_px, along_points = np.array(steps).T
    down_box, down_label, down_px = np.array(DOWN_STEPS).T
    box_heights = boxes[:, 3:] - boxes[:, 1:2]
    x0 = origins[:, None] + along * widths + along_px
    y0 = boxes[:, 1:2] + down_box * box_heights + down_label * heights + down_px
    middles = boxes[:, 1:2] + BLOCK_TOP_PX / 2
    middles = np.where(box_heights > LINE_MAX_PX, middles, (boxes[:, 1:2] + boxes[:, 3:]) / 2)
    down_points = POINTS_PER_PX * np.minimum(np.abs(y0 + heights / 2 - middles), FAR_PX)
    away = _gap(x0, widths, boxes[:, 0::2])[:, :, None] + _gap(y0, heights, boxes[:, 1::2])[:, None, :]
    distance_points = away_points[:, None, None] * np.maximum(away - NEAR_PX, 0)
    points = along_points[:, None] + down_points[:, None, :] + distance_points
    return _Grid(x0, y0, points.reshape(len(boxes), -1))


def _gap(starts: Floats, lengths: Floats, sides: Floats) -> Floats:
    """Px between labels and their elements on one axis, 0 where they meet; (N, S)."""
    return np.maximum(np.maximum(sides[:, :1] - (starts + lengths), starts - sides[:, 1:]), 0)


def _mirror(boxes: Floats, mirrored: NDArray[np.bool_], width: int) -> Floats:
    flipped = np.stack([width - boxes[:, 2], boxes[:, 1], width - boxes[:, 0], boxes[:, 3]], axis=-1)
    return np.where(mirrored[:, None], flipped, boxes)


def _sides(
    grid: _Grid, sizes: Floats, mirrored: NDArray[np.bool_], width: int, height: int
) -> NDArray[np.int32]:
    """The places (4, N, S * D) by their sides in whole px, mirrored back and moved inside the page."""
    widths, heights = sizes[:, :1], sizes[:, 1:]
    x0 = np.where(mirrored[:, None], width - (grid.x0 + widths), grid.x0)
    x0 = np.clip(np.rint(x0), 0, np.maximum(width - widths, 0))
    y0 = np.clip(np.rint(grid.y0), 0, np.maximum(height - heights, 0))
    sides = np.empty((4, *x0.shape, y0.shape[1]), np.int32)
    sides[0], sides[1] = x0[:, :, None], y0[:, None, :]
    sides[2], sides[3] = (x0 + widths)[:, :, None], (y0 + heights)[:, None, :]
    return sides.reshape(4, len(sizes), -1)
