"""Boxes, elements and marks. Coordinates are image px with the origin at the page's top left.

At device scale factor 1 an image px is a CSS px of the full page.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Literal, NamedTuple

MarkKind = Literal["link", "form"]

LINE_MAX_PX = 72.0
"""A box higher than this is no line of text but a block: a card, a picture, a form."""


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom (right and bottom excluded)."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """x1 - x0."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """y1 - y0."""
        return self.y1 - self.y0

    @property
    def is_block(self) -> bool:
        """Whether it is too high for a line of text."""
        return self.height > LINE_MAX_PX

    def overlaps(self, other: "Box") -> bool:
        """Whether the two share any area."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def union(self, other: "Box") -> "Box":
        """The smallest box that holds both."""
        return Box(
            min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1)
        )


@dataclass(frozen=True, slots=True)
class Element:
    """A link or form to be marked."""

    id: str
    """"3" for link 3, "F3" for form 3."""
    kind: MarkKind
    boxes: tuple[Box, ...]
    """One box a line of a wrapped link; a form has one."""
    rtl: bool = False
    """Whether the element's own inline direction is right to left (labels go to the inline start)."""
    bounds: Box | None = None
    """The bounding box that the DOM reports, where it differs from the union of ``boxes``: that of an inline
    link round a picture is a strip of text height, and a part of a box may be scrolled out of sight."""

    @property
    def bbox(self) -> Box:
        """``bounds``, or the union of ``boxes``."""
        return self.bounds or reduce(Box.union, self.boxes)


@dataclass(frozen=True, slots=True)
class Mark:
    """A numbered mark: outline of the element, and the rectangle of its label."""

    id: str
    kind: MarkKind
    boxes: tuple[Box, ...]
    bbox: Box
    """The element's bounding box, `Element.bbox`: the union of ``boxes`` unless the DOM says otherwise."""
    label: Box
