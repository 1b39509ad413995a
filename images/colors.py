"""Colours of the catalogue as painted in pictures, and arithmetic on them (sRGB, ``#rrggbb``)."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

PAINTS: Mapping[str, str] = MappingProxyType(
    {
        "black": "#222326",
        "white": "#f4f3ef",
        "grey": "#8b8f94",
        "beige": "#d6c3a1",
        "brown": "#6f4a2d",
        "red": "#c2272d",
        "maroon": "#6a1b2d",
        "pink": "#e58fa8",
        "orange": "#e07b28",
        "yellow": "#eec43a",
        "green": "#2f8a4c",
        "olive": "#737a35",
        "turquoise": "#2bb0ad",
        "blue": "#2f6cc4",
        "navy": "#1c2b52",
        "purple": "#6b3a92",
        "lavender": "#b7a5dd",
        "gold": "#c79a3b",
        "silver": "#c3c7cc",
        "cream": "#efe5c8",
    }
)
"""Name of a colour -> how it is painted."""


def paint(name: str) -> str:
    """How a colour of the catalogue is painted.

    Raises:
        ValueError: no such colour; the message lists those that there are.
    """
    if name not in PAINTS:
        raise ValueError(f"unknown colour {name!r}: one of {', '.join(sorted(PAINTS))}")
    return PAINTS[name]


def channels(color: str) -> NDArray[np.float64]:
    """``#rrggbb`` as three numbers from 0 to 1."""
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def shade(color: str, factor: float) -> str:
    """The colour made darker (below 1) or lighter (above 1)."""
    return "#" + "".join(f"{min(255, round(255 * c * factor)):02x}" for c in channels(color))
