"""Light from all directions, and how a renderer sees it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from images.geometry import Floats

HEIGHT, WIDTH = 128, 256
"""Of the map that the renderer gets."""


@dataclass(frozen=True, eq=False)
class Environment:
    """Light from all directions of the world."""

    light: NDArray[np.float32]
    """(height, width, 3) linear; row 0 is the zenith, the columns go counter-clockwise from +x."""

    def turned(self, degrees: float) -> "Environment":
        """The same light turned about the vertical, counter-clockwise, to the next column."""
        width = self.light.shape[1]
        return Environment(np.roll(self.light, round(degrees / 360 * width), 1))

    def seen_by(self, axes: Floats) -> NDArray[np.float32]:
        """The same light in the frame of a camera with these axes (rows), as a renderer's map.

        Returns:
            (HEIGHT, WIDTH, 3); the top row is +y, the middle column -z.
        """
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
        polar, turn = (rows + 0.5) / HEIGHT * np.pi, (columns + 0.5) / WIDTH * 2 * np.pi
        seen = np.stack([np.sin(turn) * np.sin(polar), np.cos(polar), -np.cos(turn) * np.sin(polar)], -1)
        world = seen @ axes
        height, width, _ = self.light.shape
        row = (np.pi / 2 - np.arcsin(np.clip(world[..., 2], -1, 1))) / np.pi * height - 0.5
        column = np.arctan2(world[..., 1], world[..., 0]) % (2 * np.pi) / (2 * np.pi) * width - 0.5
        return _between(self.light, np.clip(row, 0, height - 1), column)


def studio(*, key_on_the_left: bool) -> Environment:
    """A photographer's studio around a camera on the side of +x: soft boxes left, right and behind it."""
    side = -1.0 if key_on_the_left else 1.0
    rows, columns = np.mgrid[0:64, 0:128]
    elevation = 90 - (rows + 0.5) / 64 * 180
    azimuth = (columns + 0.5) / 128 * 360
    light = np.ones((64, 128, 3)) * (0.17 + 0.3 * np.clip((elevation + 25) / 115, 0, 1))[..., None]
    boxes = (
        (side * 55, 48, 30, 16, (3.6, 3.53, 3.42)),
        (side * -60, 38, 16, 26, (1.49, 1.55, 1.62)),
        (180, 30, 46, 9, (1.2, 1.2, 1.2)),
        (0, 86, 180, 7, (1.44, 1.44, 1.44)),
    )
    for around, up, half_width, half_height, color in boxes:
        off = (azimuth - around + 180) % 360 - 180
        inside = _soft(np.abs(off) - half_width) * _soft(np.abs(elevation - up) - half_height)
        light = light + inside[..., None] * np.asarray(color)
    return Environment(light.astype(np.float32))


def _soft(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 well inside (degrees below 0), 0 well outside."""
    return 1 / (1 + np.exp(np.clip(distance / 2.5, -50, 50)))


def _between(light: NDArray[np.float32], row: Floats, column: Floats) -> NDArray[np.float32]:
    """The map at places between its texels, bilinearly; columns wrap."""
    height, width, _ = light.shape
    top = np.minimum(np.floor(row).astype(int), height - 2)
    left = np.floor(column).astype(int)
    down, along = (row - top)[..., None], (column - left)[..., None]
    first, second = left % width, (left + 1) % width
    upper = light[top, first] * (1 - along) + light[top, second] * along
    lower = light[top + 1, first] * (1 - along) + light[top + 1, second] * along
    return (upper * (1 - down) + lower * down).astype(np.float32)
