"""What small things are put together from: copies of a part, domed plates, bars along an outline."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from images.geometry import Floats, Mesh, circle, grid, in_plane, sweep
from images.surfaces import Surface


@dataclass(frozen=True, eq=False)
class Places:
    """Where copies of a small part stand."""

    points: Floats
    """(n, 3)"""
    axes: Floats
    """(n, 3, 3): columns are where the part's x, y and z point to, of unit length and at right angles."""

    def __getitem__(self, index: slice | NDArray[np.bool_]) -> "Places":
        """Some of the places."""
        return Places(self.points[index], self.axes[index])

    def rolled(self, degrees: ArrayLike) -> "Places":
        """Each turned about its own x axis; one angle, or one for each."""
        turn = np.radians(np.broadcast_to(np.asarray(degrees, float), len(self.points)))
        c, s, zero = np.cos(turn), np.sin(turn), np.zeros_like(turn)
        matrices = np.stack(
            [np.stack(row, -1) for row in ((zero + 1, zero, zero), (zero, c, -s), (zero, s, c))], 1
        )
        return Places(self.points, self.axes @ matrices)

    def lifted(self, height: float) -> "Places":
        """Each moved along its own z axis."""
        return Places(self.points + self.axes[..., 2] * height, self.axes)


def facing(point: ArrayLike, out: ArrayLike, up: ArrayLike = (0, 0, 1)) -> Places:
    """One place whose z axis is ``out`` and whose y axis is as near to ``up`` as can be."""
    z = np.asarray(out, float) / np.linalg.norm(out)
    x = np.cross(np.asarray(up, float), z)
    x = x / np.linalg.norm(x)
    return Places(np.asarray(point, float)[None], np.stack([x, np.cross(z, x), z], -1)[None])


def copies(parts: Sequence[Mesh], places: Places) -> list[Mesh]:
    """Each part at all the places; one mesh a part."""
    return [_copied(part, places) for part in parts]


def _copied(part: Mesh, places: Places) -> Mesh:
    count, size = len(places.points), len(part.vertices)
    vertices = np.einsum("nij,kj->nki", places.axes, part.vertices) + places.points[:, None]
    normals = np.einsum("nij,kj->nki", places.axes, part.normals)
    faces = part.faces[None] + (np.arange(count) * size)[:, None, None]
    return Mesh(
        vertices.reshape(-1, 3),
        faces.reshape(-1, 3),
        np.tile(part.uv, (count, 1)),
        part.surface,
        normals.reshape(-1, 3),
    )


def relief(
    outline: ArrayLike, height: float, surface: Surface, *, fullness: float = 2.0, base: float = 0.0
) -> Mesh:
    """A domed plate over z = 0 whose outline can be seen whole from the origin.

    Args:
        outline: (n, 2) closed, counter-clockwise.
        height: Of the middle above the edge.
        surface: What it is made of; u and v run from 0 to 1 over the outline's extent.
        fullness: 2 is a lens; larger numbers are flatter with a rounder edge.
        base: Height of the upright edge under the dome.
    """
    flat = np.asarray(outline, float)
    flat = np.vstack([flat, flat[:1]])
    share = np.sin(np.linspace(0, np.pi / 2, 10))
    up = base + height * np.maximum(0, 1 - share**fullness) ** (1 / min(fullness, 2.5))
    share, up = np.r_[share, 1, 0], np.r_[up, 0, 0]
    points = np.concatenate(
        [share[:, None, None] * flat[None], np.broadcast_to(up[:, None, None], (len(up), len(flat), 1))], -1
    )
    low, extent = flat.min(0), np.maximum(np.ptp(flat, axis=0), 1e-9)
    return grid(points, surface, uv=(points[..., :2] - low) / extent)


def wire_loop(outline: ArrayLike, thickness: float, surface: Surface, *, sides: int = 8) -> Mesh:
    """A bar along a closed outline in the xy plane."""
    return sweep(in_plane(outline, "xy"), circle(thickness, sides), surface, closed=True)


def leaned(parts: Sequence[Mesh], degrees: float) -> list[Mesh]:
    """Parts sheared backwards, so that what stood upright leans and its foot stays flat."""
    shear = np.eye(3)
    shear[1, 2] = np.tan(np.radians(degrees))
    return [part.transformed(shear) for part in parts]
