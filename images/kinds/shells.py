"""Walls round an axis whose cross-section is any outline: plates, bowls, pans, boards, mats.

A wall is a profile of (share of the outline, z) that is carried round the outline; with a circle, a lathe.
"""

import numpy as np
from numpy.typing import ArrayLike

from images.geometry import Floats, Mesh, fillet, grid, lathe, resample
from images.surfaces import Surface


def closed(outline: ArrayLike, count: int) -> Floats:
    """A closed outline (n, 2) with ``count`` points at equal distances, its first point not repeated."""
    line = np.asarray(outline, float)
    return resample(np.vstack([line, line[:1]]), count + 1)[:-1]


def outward(outline: Floats) -> Floats:
    """Unit normals (n, 2) of a counter-clockwise closed outline."""
    along = np.roll(outline, -1, 0) - np.roll(outline, 1, 0)
    normals = np.stack([along[:, 1], -along[:, 0]], -1)
    return normals / np.maximum(1e-12, np.linalg.norm(normals, axis=1, keepdims=True))


def lobes(count: int, points: int) -> Floats:
    """A scalloped edge: how far each point of an outline stands out, 0 between two lobes, 1 on top."""
    return np.abs(np.sin(np.pi * count * np.arange(points) / points)) ** 0.8


def shell(
    profile: ArrayLike,
    outline: Floats,
    surface: Surface,
    *,
    flutes: Floats | None = None,
    depth: float = 0.0,
    rise: float = 0.0,
    along: ArrayLike | None = None,
    flat: bool = False,
) -> Mesh:
    """Carry a profile round an outline.

    Args:
        profile: (n, 2) of (share of the outline, z). Going upwards it looks outwards, downwards inwards.
        outline: (k, 2), counter-clockwise, about the origin.
        surface: What it is made of; u runs round, v along the profile.
        flutes: (k,) from 0 to 1, see :func:`lobes`; they grow from nothing at a share of 0.6 to all at 1.
        depth: How far the flutes stand out, in metres, about their middle.
        rise: How much higher the edge is on top of a lobe than between two.
        along: (n,) values of v, if not by length.
        flat: Lay the map flat from above instead: u along x and v along y, over the extent of the outline.
    """
    p = np.asarray(profile, float)
    k = len(outline)
    share = p[:, :1, None]
    points = np.concatenate([share * outline, np.broadcast_to(p[:, 1:, None], (len(p), k, 1))], -1)
    if flutes is not None:
        grown = np.clip((p[:, :1] - 0.6) / 0.4, 0, 1.2) ** 1.5 * (flutes - 0.6)
        points[..., :2] += depth * grown[..., None] * outward(outline)
        points[..., 2] += rise * grown
    points = np.concatenate([points, points[:, :1]], 1)
    if flat:
        low, extent = outline.min(0), np.ptp(outline, axis=0)
        uv = (points[..., :2] - low) / extent
    else:
        if along is None:
            length = np.r_[
                0, np.cumsum(np.linalg.norm(np.diff(p * [np.abs(outline).max(), 1], axis=0), axis=1))
            ]
            along = length / length[-1]
        uv = np.stack(np.meshgrid(np.linspace(0, 1, k + 1), np.asarray(along, float)), -1)
    return grid(points, surface, uv=uv, flip=True)


def stud(radius: float, height: float, surface: Surface, *, segments: int = 40) -> Mesh:
    """A small drum on z = 0 with soft edges: rivets, feet, collars. No creases, which take time."""
    soft = min(radius, height) * 0.3
    profile = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return lathe(fillet(profile, soft, 5), surface, segments=segments)
