"""Mouldings: a profile carried round an outline, with mitred corners, as round pictures and mirrors."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from images.geometry import Floats, Mesh, grid, merge
from images.surfaces import Surface


def moulding(
    outline: ArrayLike, profile: ArrayLike, surface: Surface, *, smooth: bool, period: float = 1.0
) -> Mesh:
    """A frame in the xz plane that looks towards -y.

    Args:
        outline: (n, 2) x and z of its outer edge, counter-clockwise seen from the front, not closed.
        profile: (k, 2): metres inside the outer edge and before y = 0; from the back of the outer edge over
            the front to the inner edge.
        surface: u runs along the outline; v from 0 at the outer to 0.5 at the inner edge.
        smooth: The outline is a curve; otherwise its corners are mitred and sharp.
        period: Metres of outline that a map covers.
    """
    outer, section = np.asarray(outline, float), np.asarray(profile, float)
    ring = np.vstack([outer, outer[:1]])
    inwards = _mitres(outer)
    inwards = np.vstack([inwards, inwards[:1]])
    edges = np.diff(ring, axis=0)
    lengths = np.linalg.norm(edges, axis=1)
    flat = ring[None] + section[:, :1, None] * inwards[None]
    points = np.stack([flat[..., 0], np.broadcast_to(-section[:, 1:], flat.shape[:2]), flat[..., 1]], -1)
    v = np.clip(section[:, 0] / max(1e-9, section[:, 0].max()), 0, 1) / 2
    if smooth:
        along = np.r_[0, np.cumsum(lengths)]
        u = along / along[-1] * max(1, round(along[-1] / period))
        return grid(points, surface, uv=np.stack(np.meshgrid(u, v), -1), flip=True)
    sides = []
    for k, (edge, length) in enumerate(zip(edges, lengths, strict=True)):
        side = flat[:, k : k + 2]
        repeats = max(0.25, round(length / period * 4) / 4)
        u = (side - outer[k]) @ edge / length**2 * repeats
        uv = np.stack([u, np.broadcast_to(v[:, None], u.shape)], -1)
        sides.append(grid(points[:, k : k + 2], surface, uv=uv, flip=True))
    return merge(sides)


def plate(outline: ArrayLike, surface: Surface, *, before: float = 0.0, whole_map: bool = True) -> Mesh:
    """A flat convex sheet in the xz plane that looks towards -y and stands so far before y = 0.

    u and v run from 0 to 1 over its extent; without ``whole_map`` over a square about its middle that is as
    large as its longer side, so that the map is cropped and not stretched.
    """
    rim = np.asarray(outline, float)
    count = len(rim)
    middle = (rim.min(0) + rim.max(0)) / 2
    corners = np.vstack([rim, middle])
    index = np.arange(count)
    faces = np.stack([index, (index + 1) % count, np.full(count, count)], -1)
    points = np.stack([corners[:, 0], np.full(count + 1, -before), corners[:, 1]], -1)
    extent = np.ptp(rim, axis=0)
    uv = (corners - middle) / (extent if whole_map else extent.max()) + 0.5
    return Mesh(points, faces, uv, surface)


def turned_grain(surface: Surface) -> Surface:
    """A surface whose grain, if it has any, runs along u, as it does in a moulding."""
    if surface.color_map is None:
        return surface
    return replace(surface, color_map=np.ascontiguousarray(np.rot90(surface.color_map)))


def inset(outline: ArrayLike, by: float) -> Floats:
    """The outline drawn inwards by so many metres, (n, 2)."""
    outer = np.asarray(outline, float)
    return outer + by * _mitres(outer)


def _mitres(outline: Floats) -> Floats:
    """At each corner of a counter-clockwise outline the vector that moves both edges inwards by 1."""
    before, after = outline - np.roll(outline, 1, 0), np.roll(outline, -1, 0) - outline
    first, second = (
        np.stack([-edge[:, 1], edge[:, 0]], -1) / np.linalg.norm(edge, axis=1, keepdims=True)
        for edge in (before, after)
    )
    both = first + second
    return both / np.maximum(0.2, (both * first).sum(1, keepdims=True))
