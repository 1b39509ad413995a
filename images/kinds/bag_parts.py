"""Parts of bags: pockets, straps, zips, seams, buckles. Bodies are in :mod:`images.kinds.bag_bodies`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from images.colors import shade
from images.geometry import (
    Floats,
    Mesh,
    box,
    cylinder,
    grid,
    merge,
    resample,
    rounded_rectangle,
    sheet,
    spline,
    tube,
)
from images.kinds.bag_bodies import Body, Cloth, Front, cloth
from images.spec import Product
from images.surfaces import Surface, plain


@dataclass(frozen=True, eq=False)
class Bag:
    """A body, and what its parts are made of."""

    product: Product
    trunk: Body
    height: float
    """Of the rim, in metres."""
    skin: Cloth
    trim: Surface
    """Handles and flaps in the second colour."""
    deep: Surface
    """Edges and grips in a darker shade of the first."""
    metal: Surface

    @classmethod
    def of(
        cls,
        product: Product,
        trunk: Body,
        height: float,
        *,
        repeats: int,
        trim: float,
        deep: tuple[float, float],
    ) -> "Bag":
        """A bag over a body.

        Args:
            product: Gives colours, pattern and material.
            trunk: The body.
            height: Of its rim, in metres.
            repeats: Ornaments round the body.
            trim: Roughness of the parts in the second colour.
            deep: Brightness of the dark parts, as a share of the colour, and their roughness.
        """
        brightness, roughness = deep
        return cls(
            product,
            trunk,
            height,
            cloth(product, trunk.girth, trunk.length, repeats),
            trim=plain(product.accent_paint, roughness=trim),
            deep=plain(shade(product.paint, brightness), roughness=roughness),
            metal=metal_of(product),
        )


def panel(
    outline: ArrayLike, depth: float, surface: Surface, base: Front, *, puff: float = 0.15, soft: float = 0.3
) -> Mesh:
    """Something raised on a front: a pocket, a patch.

    Args:
        outline: (n, 2) closed, x and z, convex.
        depth: How far its rim stands out, in metres.
        surface: u and v run from 0 to 1 over its extent.
        base: What it lies on.
        puff: How much further its middle stands out, as a share of the depth.
        soft: Share of the depth over which its edge is rounded.
    """
    flat = np.asarray(outline, float)
    middle = (flat.min(0) + flat.max(0)) / 2
    size = np.ptp(flat, axis=0)
    turn = np.linspace(0, np.pi / 2, 5)
    edge = min(soft * depth / (0.5 * size.min()), 0.5)
    rings = [(1.0, 0.0)] + [(1 - edge * (1 - np.cos(t)), 1 - soft + soft * np.sin(t)) for t in turn]
    rings += [((1 - edge) * s, 1 + puff * (1 - s**2)) for s in (0.85, 0.65, 0.4, 0.15, 0.0)]
    loop = np.vstack([flat, flat[:1]])
    rows = []
    for scale, height in rings:
        at = middle + (loop - middle) * scale
        rows.append(np.column_stack([at[:, 0], base(at[:, 0], at[:, 1]) - depth * height, at[:, 1]]))
    points = np.array(rows)
    uv = (points[..., [0, 2]] - flat.min(0)) / size
    ccw = np.sum(flat[:, 0] * np.roll(flat[:, 1], -1) - np.roll(flat[:, 0], -1) * flat[:, 1]) > 0
    return grid(points, surface, uv=uv, flip=bool(ccw))


def ribbon(
    path: ArrayLike, normals: ArrayLike, width: float, surface: Surface, *, thickness: float = 0.002
) -> Mesh:
    """A flat strap along a line (n, 3), its flat side towards the normals (n, 3) or (3,)."""
    line = np.asarray(path, float)
    up = np.broadcast_to(np.asarray(normals, float), line.shape)
    along = np.gradient(line, axis=0)
    side = np.cross(along, up)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12)
    across = np.linspace(-0.5, 0.5, 4) * width
    points = line[:, None] + side[:, None] * across[None, :, None]
    points += (up / np.linalg.norm(up, axis=1, keepdims=True))[:, None] * thickness
    return sheet(points[:, ::-1], surface, thickness=thickness)


def on_front(path: ArrayLike, base: Front, out: float = 0.0) -> Floats:
    """A flat line (n, 2) of x and z laid on a front, (n, 3)."""
    flat = np.asarray(path, float)
    return np.column_stack([flat[:, 0], base(flat[:, 0], flat[:, 1]) - out, flat[:, 1]])


def dashes(
    line: Floats,
    surface: Surface,
    *,
    pitch: float,
    share: float = 0.6,
    width: float = 0.0012,
    across: Floats | None = None,
) -> Mesh:
    """Small bars along a line (n, 3): stitches; or bars in the direction ``across`` (3,): teeth."""
    steps = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    starts = np.arange(pitch * 0.3, steps[-1] - pitch * share, pitch)

    def at(where: Floats) -> Floats:
        return np.stack([np.interp(where, steps, line[:, k]) for k in range(3)], -1)

    first, second = at(starts), at(starts + pitch * share)
    if across is not None:
        middle = (first + second) / 2
        first, second = middle - across / 2, middle + across / 2
    along = second - first
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    helper = np.where(np.abs(along[:, 1:2]) < 0.9, [[0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0]])
    side = np.cross(along, helper)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12)
    other = np.cross(along, side)
    corners = [side, other, -side, -other]
    rings = np.stack([end + c * width / 2 for end in (first, second) for c in corners], 1)
    faces = []
    for k in range(4):
        n = (k + 1) % 4
        faces += [(k, n, n + 4), (k, n + 4, k + 4)]
    faces += [(0, 3, 2), (0, 2, 1), (4, 5, 6), (4, 6, 7)]
    count = len(starts)
    every = (np.array(faces)[None] + 8 * np.arange(count)[:, None, None]).reshape(-1, 3)
    normals = np.stack([c for _ in range(2) for c in corners], 1).reshape(-1, 3)
    return Mesh(rings.reshape(-1, 3), every, np.zeros((8 * count, 2)), surface, normals)


def zip_(
    line: Floats,
    normal: ArrayLike,
    tape: Surface,
    metal: Surface,
    *,
    width: float = 0.016,
    puller: bool = True,
) -> list[Mesh]:
    """A zip along a line (n, 3) on what looks towards a normal; its puller hangs at the line's end."""
    up = np.asarray(normal, float) / np.linalg.norm(normal)
    middle = line + up * 0.0012
    side = np.cross(np.gradient(line, axis=0)[len(line) // 2], up)
    side = side / np.linalg.norm(side) * width * 0.36
    made = [
        ribbon(line, up, width, tape, thickness=0.0012),
        dashes(middle, metal, pitch=0.0042, share=0.6, width=0.0026, across=side),
    ]
    if puller:
        made += [part.moved(*(line[-1] + up * 0.003)) for part in _puller(metal)]
    return made


def _puller(metal: Surface) -> list[Mesh]:
    tab = rounded_rectangle(0.008, 0.026, 0.003, 3)
    path = np.column_stack([tab[:, 0], np.full(len(tab), -0.0035), tab[:, 1] - 0.016])
    return [
        box(0.01, 0.006, 0.012, metal, radius=0.002, steps=2),
        tube(path, 0.0014, metal, sides=6, closed=True),
        box(0.0075, 0.0025, 0.012, metal, radius=0.001, steps=2).moved(y=-0.0035, z=-0.023),
    ]


def buckle(width: float, metal: Surface, *, height: float = 0.03) -> list[Mesh]:
    """A frame with a pin about the origin, in the xz plane, for a strap so wide that runs along z."""
    frame = rounded_rectangle(width + 0.012, height, 0.006, 4)
    return [
        tube(
            np.column_stack([frame[:, 0], np.zeros(len(frame)), frame[:, 1]]),
            0.0024,
            metal,
            sides=8,
            closed=True,
        ),
        tube(
            np.array([[0, -0.001, height / 2], [0, -0.003, 0], [0, -0.001, -height / 2]]),
            0.0017,
            metal,
            sides=8,
        ),
    ]


def stud(radius: float, metal: Surface) -> Mesh:
    """A domed button that looks towards -y, its back on y = 0."""
    dome = cylinder(radius, radius * 0.5, metal, bevel=radius * 0.3)
    return dome.turned("x", 90)


def d_ring(width: float, metal: Surface, *, bar: float = 0.0022) -> Mesh:
    """A half-round ring in the xz plane, its straight side up, hanging from the origin."""
    curve = [(-width / 2, 0), (-width / 2, -width * 0.35), (-width * 0.3, -width * 0.62), (0, -width * 0.72)]
    curve += [(-x, z) for x, z in curve[-2::-1]]
    flat = resample(np.array([*curve, (-width / 2, 0)]), 40)[:-1]
    return tube(
        np.column_stack([flat[:, 0], np.zeros(len(flat)), flat[:, 1]]), bar, metal, sides=8, closed=True
    )


def loop_handle(
    feet: float, rise: float, z: float, y: float, *, lean: float = 0.0, count: int = 40
) -> Floats:
    """The line (count, 3) of a handle that stands on height z, its feet so many metres apart."""
    x = feet / 2
    points = [(-x, 0), (-x * 0.98, rise * 0.45), (-x * 0.72, rise * 0.88), (0, rise)]
    points += [(-a, b) for a, b in points[-2::-1]]
    flat = spline(points, count)
    return np.column_stack([flat[:, 0], y + lean * np.maximum(flat[:, 1] / rise, 0) ** 1.5, z + flat[:, 1]])


def metal_of(product: Product) -> Surface:
    """Metal parts: brass where the accent is gold, steel elsewhere."""
    if product.accent == "gold":
        return plain("#c9a24a", roughness=0.25, metallic=0.85)
    return plain("#c3c6ca", roughness=0.25, metallic=0.85)


def standing(parts: Sequence[Mesh]) -> list[Mesh]:
    """The parts with those of one surface made one, the lowest point on z = 0."""
    lowest = min(float(part.vertices[:, 2].min()) for part in parts)
    kept: dict[int, list[Mesh]] = {}
    for part in parts:
        kept.setdefault(id(part.surface), []).append(part)
    return [merge(group).moved(z=-lowest) for group in kept.values()]
