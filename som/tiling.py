"""Where a long picture is cut into tiles: no cut goes through a label."""

from collections.abc import Sequence

from som.geometry import Mark

TILE_HEIGHT_PX = 16_000
"""Longest image that common viewers take whole; Chromium's own limit for WebP is 16,383 px."""


def tile_cuts(height: int, max_height: int = TILE_HEIGHT_PX, marks: Sequence[Mark] = ()) -> tuple[int, ...]:
    """Rows at which an image of ``height`` px is cut into tiles of at most ``max_height`` px, top to bottom.

    A cut moves up where it would split the label of one of ``marks``. A short image has none.
    """
    cuts: list[int] = []
    top = 0
    while height - top > max_height:
        top = _above_labels(top, top + max_height, marks)
        cuts.append(top)
    return tuple(cuts)


def _above_labels(top: int, wanted: int, marks: Sequence[Mark]) -> int:
    """The lowest row in (top, wanted] that splits no label; ``wanted`` if there is none."""
    cut = wanted
    while split := [mark.label.y0 for mark in marks if mark.label.y0 < cut < mark.label.y1]:
        cut = int(min(split))
        if cut <= top:
            return wanted
    return cut
