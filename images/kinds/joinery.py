"""Joinery of furniture: boards with their grain along them, legs, cloth at one scale over all parts.

Maps are laid on in metres, not once a part, so that grain and ornaments are as large on a rail as on a top.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from images.geometry import Floats, Mesh, box, circle, rounded_rectangle, sweep
from images.spec import Product
from images.surfaces import Surface, plain, wood

Axis = Literal["x", "y", "z"]
CHROME = plain("#c9ccd0", roughness=0.16, metallic=0.9)
DARK_STEEL = plain("#2b2d30", roughness=0.45, metallic=0.3)
WALNUT = "#5f3d25"

_GRAIN_M = (0.36, 0.9)
"""Metres across and along the grain that one map of wood covers."""
_U_AXIS = np.array([1, 1, 0, 0, 0, 0])
_U_SIGN = np.array([-1, 1, 1, -1, -1, 1])
_V_AXIS = np.array([2, 2, 2, 2, 1, 1])
"""For faces that look towards -x, +x, -y, +y, -z, +z: the axes that u and v run along."""


def tiled(
    mesh: Mesh, size: float | tuple[float, float], *, grain: Axis | None = None, shift: float = 0.0
) -> Mesh:
    """The mesh with maps projected from the side that each face looks to.

    Args:
        mesh: Not turned yet: sides are those of its own axes.
        size: Metres that a map covers, along u and v.
        grain: Axis that v follows on the faces along it; otherwise v goes upwards, or to the back.
        shift: Part of the map by which it is moved, so that two boards differ.
    """
    if not mesh.surface.mapped:
        return mesh
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    axis = np.abs(facing).argmax(1)
    side = axis * 2 + (np.take_along_axis(facing, axis[:, None], 1)[:, 0] >= 0)
    used, corners = np.unique(mesh.faces * 6 + side[:, None], return_inverse=True)
    vertex = used // 6
    places = mesh.vertices[vertex]
    uv = _projected(places, used % 6, size, grain, shift)
    return Mesh(places, corners.reshape(-1, 3), uv, mesh.surface, mesh.normals[vertex])


def plank(
    width: float,
    depth: float,
    height: float,
    surface: Surface,
    *,
    radius: float = 0.004,
    grain: Axis | None = None,
) -> Mesh:
    """A board centred on the origin; its grain runs along its longest side unless told otherwise."""
    sizes = np.array([width, depth, height])
    along: Axis = grain or ("x", "y", "z")[int(np.argmax(sizes))]
    r = min(radius, float(sizes.min()) * 0.49)
    corners, outwards, faces, side = _board()
    places = corners * (sizes / 2 - r) + outwards * r
    uv = _projected(places, side, _GRAIN_M, along, float(sizes @ [3.7, 5.1, 2.3]) % 1)
    return Mesh(places, faces, uv, surface, outwards)


def leg(
    foot: ArrayLike,
    head: ArrayLike,
    surface: Surface,
    *,
    thickness: tuple[float, float] = (0.02, 0.035),
    square: bool = False,
    tip: Surface | None = None,
) -> list[Mesh]:
    """A tapering leg from its foot to its head (3,); thick there as told; ``tip`` paints the lowest part."""
    low, high = np.asarray(foot, float), np.asarray(head, float)
    thin, thick = thickness[0] / thickness[1], 1.0
    section = (
        rounded_rectangle(thickness[1], thickness[1], thickness[1] * 0.16, 4)
        if square
        else circle(thickness[1] / 2)
    )

    def piece(start: float, end: float, made_of: Surface) -> Mesh:
        t = np.linspace(start, end, 4)
        return sweep(
            low + (high - low) * t[:, None], section, made_of, scale=thin + (thick - thin) * t, up=(0, 1, 0)
        )

    return [piece(0, 1, surface)] if tip is None else [piece(0, 0.27, tip), piece(0.27, 1, surface)]


def bar(
    start: ArrayLike, end: ArrayLike, surface: Surface, *, thickness: float = 0.02, square: bool = False
) -> Mesh:
    """A straight bar of even thickness between two points (3,)."""
    line = np.linspace(np.asarray(start, float), np.asarray(end, float), 3)
    section = (
        rounded_rectangle(thickness, thickness, thickness * 0.15, 3) if square else circle(thickness / 2, 16)
    )
    upright = abs(line[2, 2] - line[0, 2]) > 0.7 * np.linalg.norm(line[2] - line[0])
    return sweep(line, section, surface, up=(0, 1, 0) if upright else (0, 0, 1))


def bricks(
    centres: ArrayLike, size: tuple[float, float, float], surface: Surface, *, turns: ArrayLike = 0.0
) -> Mesh:
    """Many sharp-edged blocks of one size as one mesh.

    Args:
        centres: (n, 3).
        size: Width, depth, height of each.
        surface: What they are made of.
        turns: Degrees by which each is turned about the z axis, (n,) or one number.
    """
    middle = np.asarray(centres, float)
    angle = np.radians(np.broadcast_to(np.asarray(turns, float), (len(middle),)))
    corners, faces, uv = _unit_cube()
    local = corners * np.array(size)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = local[:, 0], local[:, 1]
    points = np.stack([c * x - s * y, s * x + c * y, np.broadcast_to(local[:, 2], (len(middle), 24))], -1)
    points = (points + middle[:, None]).reshape(-1, 3)
    offsets = np.arange(len(middle))[:, None, None] * 24
    return _flat(points, (faces[None] + offsets).reshape(-1, 3), np.tile(uv, (len(middle), 1)), surface)


def diamonds(
    centres: ArrayLike, width: float, height: float, surface: Surface, *, rise: float = 0.004
) -> Mesh:
    """Faceted lozenges in the xz plane that look towards -y, as one mesh; ``centres`` is (n, 3)."""
    middle = np.asarray(centres, float)
    ring = np.array([(width / 2, 0, 0), (0, 0, height / 2), (-width / 2, 0, 0), (0, 0, -height / 2)])
    facets = np.stack([ring, np.roll(ring, -1, 0), np.tile([0.0, -rise, 0.0], (4, 1))], 1).reshape(-1, 3)
    points = (middle[:, None] + facets[None]).reshape(-1, 3)
    return _flat(
        points, np.arange(len(points), dtype=np.int64).reshape(-1, 3), np.full((len(points), 2), 0.5), surface
    )


def grounded(parts: list[Mesh]) -> list[Mesh]:
    """The parts, all moved alike so that the lowest point stands on z = 0."""
    low = min(float(part.bounds()[0][2]) for part in parts)
    return [part.moved(z=-low) for part in parts]


def accent(product: Product, *, roughness: float = 0.45) -> Surface:
    """Paint of the second colour, for inlays, handles and tips."""
    return plain(product.accent_paint, roughness=roughness, clearcoat=0.1)


def leg_surface(choice: str) -> Surface:
    """What the legs of upholstered furniture are made of."""
    match choice:
        case "wood":
            return wood(WALNUT, 3)
        case "metal":
            return CHROME
        case other:
            raise KeyError(other)


@cache
def _board() -> tuple[Floats, Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Any rounded box by two factors a vertex: of half its size less the radius, and of the radius.

    Returns:
        The two (n, 3), of which the second is the normal as well; faces; the side that each vertex is on.
    """
    surface = Surface()
    small, large = (box(size, size, size, surface, radius=1, steps=3) for size in (4, 6))
    corners = large.vertices - small.vertices
    each = len(corners) // 6
    return corners, small.vertices - corners, small.faces, np.repeat(np.arange(6), each)


def _projected(
    places: Floats,
    side: NDArray[np.int64],
    size: float | tuple[float, float],
    grain: Axis | None,
    shift: float,
) -> Floats:
    """Flat texture coordinates of points seen from the sides that they lie on."""
    row = np.arange(len(places))
    u = places[row, _U_AXIS[side]] * _U_SIGN[side]
    v = places[row, _V_AXIS[side]]
    if grain is not None:
        along = _U_AXIS[side] == "xyz".index(grain)
        u, v = np.where(along, v, u), np.where(along, u, v)
    return np.stack([u, v], -1) / np.asarray(size, float) + shift


@cache
def _unit_cube() -> tuple[Floats, NDArray[np.int64], Floats]:
    corners, faces, uv = [], [], []
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    for axis in range(3):
        for sign in (-1, 1):
            side = np.full((4, 3), sign / 2)
            side[:, [(axis + 1) % 3, (axis + 2) % 3]] = square
            start = len(corners) * 4
            corners.append(side)
            faces += [np.array([0, 1, 2, 0, 2, 3])[:: 1 if sign > 0 else -1].reshape(2, 3) + start]
            uv.append(square + 0.5)
    return np.vstack(corners), np.vstack(faces), np.vstack(uv)


def _flat(points: Floats, faces: NDArray[np.int64], uv: Floats, surface: Surface) -> Mesh:
    """A mesh whose faces share no vertices unless they lie in a plane: hard edges."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    normals = np.zeros_like(points)
    for k in range(3):
        normals[faces[:, k]] = facing / np.linalg.norm(facing, axis=1, keepdims=True)
    return Mesh(points, faces, uv, surface, normals)
