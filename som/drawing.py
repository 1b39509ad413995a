"""The marked image: outlines round the elements, labels over everything."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from som.geometry import Box, Mark, MarkKind
from som.labels import label_image

OUTLINE: dict[MarkKind, tuple[int, int, int]] = {"link": (226, 42, 106), "form": (32, 96, 228)}
"""Brighter than the labels, so that a thin line is seen."""
LINE_PX: dict[MarkKind, int] = {"link": 1, "form": 2}


def draw_marks(
    image: NDArray[np.uint8], marks: Sequence[Mark], *, onto: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """The image with an outline round every box and a label for every mark.

    Args:
        image: uint8 (H, W, 3) RGB; left as it is.
        marks: from `som.placement.Placement.marks`, in px of this image.
        onto: a copy of it that may be drawn on, where one is at hand; else one is made.
    """
    marked = image.copy() if onto is None else onto
    for mark in sorted(marks, key=lambda mark: mark.kind):
        for box in mark.boxes:
            _outline(marked, box, OUTLINE[mark.kind], LINE_PX[mark.kind])
    for mark in marks:
        x0, y0 = int(mark.label.x0), int(mark.label.y0)
        pixels = label_image(mark.id, mark.kind)[: marked.shape[0] - y0, : marked.shape[1] - x0]
        marked[y0 : y0 + pixels.shape[0], x0 : x0 + pixels.shape[1]] = pixels
    return marked


def _outline(image: NDArray[np.uint8], box: Box, colour: tuple[int, int, int], line: int) -> None:
    """Draw a frame just outside ``box``, cut at the image's edge."""
    height, width, _ = image.shape
    x0, y0 = max(0, int(box.x0) - line), max(0, int(box.y0) - line)
    x1, y1 = min(width, math.ceil(box.x1) + line), min(height, math.ceil(box.y1) + line)
    for inset in range(line):
        cv2.rectangle(image, (x0 + inset, y0 + inset), (x1 - 1 - inset, y1 - 1 - inset), colour)
