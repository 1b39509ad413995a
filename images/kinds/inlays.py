"""Ornaments of thin plates that are laid along a line on a flat face."""

import numpy as np
from numpy.typing import ArrayLike

from images.geometry import Floats, Mesh, circle, extrude, grid, resample, star
from images.kinds.frames import inset, moulding
from images.surfaces import Surface

_THICK_M = 0.002


def along_edge(
    outline: ArrayLike, pattern: str, size: float, surface: Surface, *, smooth: bool
) -> list[Mesh]:
    """A pattern of engravings as thin plates along an outline.

    Args:
        outline: (n, 2) x and z of a closed line, counter-clockwise seen from the front.
        pattern: "plain" makes nothing.
        size: Metres of an ornament across the line; lines and waves are as broad all together.
        surface: Of the plates.
        smooth: The outline is a curve.

    Returns:
        Parts in the xz plane that look towards -y.
    """
    line = np.asarray(outline, float)
    match pattern:
        case "plain":
            return []
        case "lines":
            section = [(0, 0), (0, _THICK_M), (size * 0.13, _THICK_M), (size * 0.13, 0)]
            shifts = (-0.45, -0.08, 0.29)
            return [moulding(inset(line, size * shift), section, surface, smooth=smooth) for shift in shifts]
        case "waves":
            return [_wave(line, size, surface)]
        case "dots":
            return _strewn(line, circle(size * 0.3, 20), size, surface)
        case "stars":
            return _strewn(line, star(5, size * 0.5, size * 0.21), size, surface)
        case "leaves":
            return _strewn(line, _leaf(size * 0.9), size * 0.62, surface, turning=True)
        case other:
            raise KeyError(other)


def _leaf(length: float) -> Floats:
    t = np.linspace(0, np.pi, 9)
    x, z = length * 0.21 * np.sin(t), -np.cos(t) * length / 2
    return np.vstack([np.column_stack([x, z]), np.column_stack([-x, z])[-2:0:-1]])


def _places(line: Floats, pitch: float) -> tuple[Floats, Floats]:
    """Evenly spaced points of a closed line, and the line's direction at each in degrees."""
    ring = np.vstack([line, line[:1]])
    length = np.linalg.norm(np.diff(ring, axis=0), axis=1).sum()
    count = max(4, round(length / pitch))
    fine = resample(ring, 8 * count + 1)
    points = fine[4:-1:8]
    ahead = fine[5::8] - points
    return points, np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))


def _strewn(
    line: Floats, figure: Floats, size: float, surface: Surface, *, turning: bool = False
) -> list[Mesh]:
    plate = extrude(figure, _THICK_M, surface).turned("x", 90)
    points, turns = _places(line, size * 1.55)
    tilts = (
        [-turn - 45 if k % 2 else -turn + 45 for k, turn in enumerate(turns)]
        if turning
        else np.zeros(len(turns))
    )
    return [
        plate.turned("y", float(tilt)).moved(float(x), 0, float(z))
        for (x, z), tilt in zip(points, tilts, strict=True)
    ]


def _wave(line: Floats, size: float, surface: Surface) -> Mesh:
    points, turns = _places(line, size * 0.1)
    angle = np.radians(turns)
    normal = np.stack([-np.sin(angle), np.cos(angle)], -1)
    count = round(len(points) / 14)
    swing = size * 0.3 * np.sin(np.linspace(0, 2 * np.pi * count, len(points), endpoint=False))[:, None]
    rims = [points + normal * (swing + side * size * 0.11) for side in (-1, 1)]
    strip = np.stack([np.vstack([rim, rim[:1]]) for rim in rims])
    flat = np.stack([strip[..., 0], np.full(strip.shape[:2], -_THICK_M), strip[..., 1]], -1)
    return grid(flat, surface, flip=True)
