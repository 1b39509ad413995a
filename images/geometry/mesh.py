"""Triangles with smooth normals, texture coordinates and a surface."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from images.surfaces import Surface

Floats = NDArray[np.float64]
_WELD = 1e-5
"""Vertices nearer than this are one point for normals."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles of one surface: metres, z up; the front of a thing looks towards -y. Immutable."""

    vertices: Floats
    """(n, 3)"""
    faces: NDArray[np.int64]
    """(m, 3) indices, counter-clockwise seen from outside."""
    uv: Floats
    """(n, 2); v = 0 is the lowest row of a map."""
    surface: Surface = field(default_factory=Surface)
    normals: Floats = field(default=None)  # type: ignore[assignment]
    """(n, 3) of unit length; smooth over welded vertices where not given."""

    def __post_init__(self) -> None:
        if self.normals is None:
            object.__setattr__(self, "normals", smooth_normals(self.vertices, self.faces))

    def moved(self, x: float = 0, y: float = 0, z: float = 0) -> "Mesh":
        """The mesh shifted by so many metres."""
        return replace(self, vertices=self.vertices + np.array([x, y, z]))

    def turned(self, axis: Literal["x", "y", "z"], degrees: float) -> "Mesh":
        """The mesh turned about an axis through the origin, counter-clockwise seen from the axis' tip."""
        return self.transformed(rotation(axis, degrees))

    def scaled(self, x: float, y: float | None = None, z: float | None = None) -> "Mesh":
        """The mesh stretched; one number for all axes. A negative number mirrors."""
        return self.transformed(np.diag([x, x if y is None else y, x if z is None else z]))

    def mirrored(self, axis: Literal["x", "y", "z"]) -> "Mesh":
        """The mesh's mirror image in the plane through the origin across an axis."""
        return self.scaled(*(-1.0 if name == axis else 1.0 for name in "xyz"))

    def transformed(self, matrix: ArrayLike) -> "Mesh":
        """The mesh under a (3, 3) matrix that acts on column vectors."""
        m = np.asarray(matrix, float)
        normals = self.normals @ np.linalg.inv(m)
        faces = self.faces if np.linalg.det(m) > 0 else self.faces[:, ::-1]
        return replace(self, vertices=self.vertices @ m.T, faces=faces, normals=_unit(normals))

    def painted(self, surface: Surface) -> "Mesh":
        """The same triangles of another surface."""
        return replace(self, surface=surface)

    def mapped(self, u: Literal["x", "y", "z"], v: Literal["x", "y", "z"]) -> "Mesh":
        """The mesh with flat texture coordinates: u and v run from 0 to 1 over its extent along two axes."""
        picked = self.vertices[:, ["xyz".index(u), "xyz".index(v)]]
        low, high = picked.min(0), picked.max(0)
        return replace(self, uv=(picked - low) / np.maximum(high - low, 1e-9))

    def creased(self, degrees: float = 40) -> "Mesh":
        """The mesh with hard edges wherever two faces meet at more than an angle."""
        return _crease(self, degrees)

    def bounds(self) -> tuple[Floats, Floats]:
        """Lowest and highest corner, each (3,)."""
        return self.vertices.min(0), self.vertices.max(0)


def rotation(axis: Literal["x", "y", "z"], degrees: float) -> Floats:
    """(3, 3) matrix of a turn."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "x": np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1.0, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]),
    }[axis]


def merge(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh of several; it gets the surface of the first."""
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return Mesh(
        np.vstack([mesh.vertices for mesh in meshes]),
        np.vstack([mesh.faces + start for mesh, start in zip(meshes, offsets, strict=False)]),
        np.vstack([mesh.uv for mesh in meshes]),
        meshes[0].surface,
        np.vstack([mesh.normals for mesh in meshes]),
    )


def smooth_normals(vertices: Floats, faces: NDArray[np.int64]) -> Floats:
    """Normals of vertices: the area-weighted mean of the faces around each welded point."""
    normals = _corner_normals(vertices, faces)
    at_vertex = np.zeros_like(vertices, dtype=float)
    for corner in range(3):
        np.add.at(at_vertex, faces[:, corner], normals)
    point = _welded(vertices)
    at_point = np.zeros((point.max() + 1, 3))
    np.add.at(at_point, point, at_vertex)
    return _unit(at_point[point])


def _corner_normals(vertices: Floats, faces: NDArray[np.int64]) -> Floats:
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


def _welded(vertices: Floats) -> NDArray[np.int64]:
    return np.unique(np.round(vertices / _WELD).astype(np.int64), axis=0, return_inverse=True)[1].ravel()


def _unit(vectors: Floats) -> Floats:
    return vectors / np.maximum(1e-12, np.linalg.norm(vectors, axis=1, keepdims=True))


def _crease(mesh: Mesh, degrees: float) -> Mesh:
    normals = _corner_normals(mesh.vertices, mesh.faces)
    units = _unit(normals)
    point = _welded(mesh.vertices)[mesh.faces]
    around: dict[int, list[int]] = defaultdict(list)
    for face, corners in enumerate(point):
        for corner in corners:
            around[int(corner)].append(face)
    limit = np.cos(np.radians(degrees))
    made = np.zeros((len(mesh.faces), 3, 3))
    for face, corners in enumerate(point):
        for position, corner in enumerate(corners):
            near = around[int(corner)]
            made[face, position] = (normals[near] * (units[near] @ units[face] >= limit)[:, None]).sum(0)
    return Mesh(
        mesh.vertices[mesh.faces].reshape(-1, 3),
        np.arange(mesh.faces.size).reshape(-1, 3),
        mesh.uv[mesh.faces].reshape(-1, 2),
        mesh.surface,
        _unit(made.reshape(-1, 3)),
    )
