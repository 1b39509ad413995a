"""Quilted and tufted cloth."""

import numpy as np

from images.geometry import Floats, Mesh, grid
from images.surfaces import Surface


def quilt(
    size: tuple[float, float], cells: tuple[int, int], depth: float, surface: Surface
) -> tuple[Mesh, Floats]:
    """A quilted sheet in the xz plane that looks towards -y, centred on the origin.

    Args:
        size: Width and height in metres.
        cells: Columns and rows of swellings.
        depth: How far they swell, in metres; the rim stays at y = 0.
        surface: The cloth.

    Returns:
        The sheet, and (n, 2) x and z of the crossings of seams inside it, where buttons are sewn on.
    """
    fine = 8
    (width, height), (columns, rows) = size, cells
    u, v = np.linspace(0, columns, columns * fine + 1), np.linspace(0, rows, rows * fine + 1)
    a, b = np.meshgrid(u, v)
    swell = (np.abs(np.sin(np.pi * a)) * np.abs(np.sin(np.pi * b))) ** 0.4
    rim = np.minimum(np.minimum(a, columns - a), np.minimum(b, rows - b))
    floor = np.clip(rim * 2, 0, 1) ** 0.5 * 0.35
    y = -depth * np.maximum(floor, 0.35 * floor + swell * 0.85)
    points = np.stack([(a / columns - 0.5) * width, y, (b / rows - 0.5) * height], -1)
    x, z = np.meshgrid(np.arange(1, columns), np.arange(1, rows))
    crossings = np.stack([(x / columns - 0.5) * width, (z / rows - 0.5) * height], -1).reshape(-1, 2)
    return grid(points, surface, flip=True), crossings
