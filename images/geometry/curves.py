"""Lines in the plane and in space, as (n, 2) and (n, 3) arrays in metres."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from images.geometry.mesh import Floats


def fillet(points: ArrayLike, radius: float | Sequence[float], steps: int = 8) -> Floats:
    """An open polyline with rounded corners.

    Args:
        points: (n, 2) or (n, 3) corners.
        radius: How far from its corner a curve begins; one number, or one a point (the ends' are unused).
        steps: Points on each curve.
    """
    corners = np.asarray(points, float)
    radii = [radius] * len(corners) if isinstance(radius, int | float) else radius
    made = [corners[0]]
    for before, corner, after, wanted in zip(corners, corners[1:], corners[2:], radii[1:], strict=False):
        to_before, to_after = np.linalg.norm(before - corner), np.linalg.norm(after - corner)
        r = min(wanted, to_before * 0.49, to_after * 0.49)
        if r < 1e-6:
            made.append(corner)
            continue
        start = corner + (before - corner) / to_before * r
        end = corner + (after - corner) / to_after * r
        for t in np.linspace(0, 1, steps):
            made.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t * t * end)
    made.append(corners[-1])
    return np.array(made)


def spline(points: ArrayLike, count: int = 64, *, closed: bool = False) -> Floats:
    """A smooth line of so many points through all the given ones (Catmull-Rom)."""
    p = np.asarray(points, float)
    ends = (p[-1:], p[:2]) if closed else (2 * p[:1] - p[1:2], 2 * p[-1:] - p[-2:-1])
    q = np.vstack([ends[0], p, ends[1]])
    segments = len(q) - 3
    t = np.linspace(0, segments, count, endpoint=not closed)
    i = np.minimum(t.astype(int), segments - 1)
    u = (t - i)[:, None]
    a, b, c, d = q[i], q[i + 1], q[i + 2], q[i + 3]
    return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u**2 + (3 * b - a - 3 * c + d) * u**3)


def resample(points: ArrayLike, count: int) -> Floats:
    """The same line with points at equal distances."""
    p = np.asarray(points, float)
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, p[:, k]) for k in range(p.shape[1])], -1)


def circle(radius: float, count: int = 24, *, other_radius: float | None = None) -> Floats:
    """A closed outline, (count, 2), without the first point repeated; an ellipse with two radii."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([radius * np.cos(t), (radius if other_radius is None else other_radius) * np.sin(t)], -1)


def arc(radius: float, start: float, end: float, count: int = 24) -> Floats:
    """Part of a circle from one angle to another, in degrees, ends included, (count, 2)."""
    t = np.radians(np.linspace(start, end, count))
    return np.stack([radius * np.cos(t), radius * np.sin(t)], -1)


def rounded_rectangle(width: float, height: float, radius: float, steps: int = 6) -> Floats:
    """A closed outline about the origin, counter-clockwise."""
    r = min(radius, width / 2 * 0.999, height / 2 * 0.999)
    x, y = width / 2 - r, height / 2 - r
    corners = ((x, y, 0), (-x, y, 90), (-x, -y, 180), (x, -y, 270))
    return np.vstack([arc(r, start, start + 90, steps) + np.array([cx, cy]) for cx, cy, start in corners])


def regular_polygon(sides: int, radius: float, *, turn: float = 0.0) -> Floats:
    """A closed outline whose first corner stands at an angle of ``turn`` degrees."""
    t = np.radians(turn) + np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return np.stack([radius * np.cos(t), radius * np.sin(t)], -1)


def star(points: int, radius: float, inner: float) -> Floats:
    """A closed outline of a star with a point upwards."""
    t = np.pi / 2 + np.arange(2 * points) * np.pi / points
    r = np.where(np.arange(2 * points) % 2 == 0, radius, inner)
    return np.stack([r * np.cos(t), r * np.sin(t)], -1)


def superellipse(width: float, height: float, power: float, count: int = 64) -> Floats:
    """A closed outline between an ellipse (power 2) and a rectangle (a large power)."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    return np.stack(
        [
            width / 2 * np.sign(c) * np.abs(c) ** (2 / power),
            height / 2 * np.sign(s) * np.abs(s) ** (2 / power),
        ],
        -1,
    )


def in_plane(outline: ArrayLike, plane: str, at: float = 0.0) -> Floats:
    """A flat line put into space: ``plane`` is "xy", "xz" or "yz", ``at`` its place on the third axis."""
    flat = np.asarray(outline, float)
    made = np.full((len(flat), 3), at)
    made[:, ["xyz".index(axis) for axis in plane]] = flat
    return made
