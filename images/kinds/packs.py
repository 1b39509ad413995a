"""What groceries come in: printed walls, labels, windows, lids. The front looks towards -y."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from images import textures
from images.geometry import (
    Floats,
    Mesh,
    ball,
    box,
    circle,
    cylinder,
    fillet,
    grid,
    in_plane,
    lathe,
    merge,
    resample,
    ring,
    rounded_rectangle,
    tube,
)
from images.spec import Product
from images.surfaces import Surface, main, plain

_EDGE_POINTS = 121
"""Along the edge of a sticker, so that its straight sides bend with a round wall."""

STEEL = plain("#c9ccd0", roughness=0.25, metallic=0.9)
DARK = plain("#2a2b2e", roughness=0.5)
PAPER = plain("#f2ead8", roughness=0.8)
WOOD = plain("#b98a55", roughness=0.5)


def print_on(product: Product, *, aspect: float, repeats: int, ground: Surface | None = None) -> Surface:
    """The pack's material with its pattern as printed on one face, where u and v run from 0 to 1.

    Args:
        product: Gives colour, pattern and accent.
        aspect: Width over height of the face.
        repeats: Ornaments along u.
        ground: What is printed on; the pack's material otherwise.
    """
    base = ground or main(product)
    if product.pattern == "plain":
        return base
    # patterns of a round pack have two fronts, at a quarter and three quarters of u: a face shows the second
    height, width = (512, 2 * round(512 * aspect)) if aspect < 1 else (round(512 / aspect), 1024)
    share = textures.coverage(product.pattern, height, width, repeats=2 * repeats, aspect=2 * aspect)
    front = share[:, width // 2 :]
    colors = textures.blend(_rgb(product.paint), _rgb(product.accent_paint), front)
    return replace(base, color_map=textures.to_bytes(colors), bump=None)


def wrap_print(product: Product, *, aspect: float, repeats: int) -> Surface:
    """The pack's material with its pattern round a drum; its circumference is ``aspect`` times its height."""
    base = main(product)
    if product.pattern == "plain":
        return base
    share = textures.coverage(product.pattern, 512, 1024, repeats=repeats, aspect=aspect)
    colors = textures.blend(_rgb(product.paint), _rgb(product.accent_paint), share)
    return replace(base, color_map=textures.to_bytes(colors), bump=None)


def _rgb(color: str) -> Floats:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def sticker(
    outline: ArrayLike,
    surface: Surface,
    *,
    at: tuple[float, float] = (0, 0),
    wall: float | Sequence[float] = 0.0,
    radius: float | None = None,
    lift: float = 0.0006,
) -> Mesh:
    """A flat thing stuck to the front of a wall.

    Args:
        outline: (n, 2) closed outline, sideways and upwards, about the origin.
        surface: u and v run from 0 to 1 over the outline's extent.
        at: Where its origin stands: sideways, upwards.
        wall: How far the wall is in front of the axis (unused with a radius).
        radius: Of a round wall about the z axis, round which the sticker is bent.
        lift: How far it stands off the wall.
    """
    corners = np.asarray(outline, float)
    edge = resample(np.vstack([corners, corners[:1]]), _EDGE_POINTS)
    share = np.linspace(0, 1, 12)[:, None, None]
    flat = edge[None] * share
    low, extent = edge.min(0), np.ptp(edge, axis=0)
    side, up = flat[..., 0] + at[0], flat[..., 1] + at[1]
    if radius is None:
        points = np.stack([side, np.full_like(side, -float(np.max(wall)) - lift), up], -1)
    else:
        turn = side / radius
        points = np.stack([(radius + lift) * np.sin(turn), -(radius + lift) * np.cos(turn), up], -1)
    mesh = grid(points, surface, uv=(flat - low) / extent)
    if mesh.normals[:, 1].sum() > 0:
        mesh = Mesh(mesh.vertices, mesh.faces[:, ::-1], mesh.uv, surface)
    return mesh


def window(name: str, width: float, height: float) -> Floats | None:
    """Outline of a window in a face of so many metres: long, round, or none."""
    match name:
        case "long":
            return rounded_rectangle(width * 0.3, height * 0.56, min(width, height) * 0.12, 8)
        case "round":
            return circle(min(width, height) * 0.27, 40)
        case "none":
            return None
        case other:
            raise KeyError(other)


def windowed(
    name: str,
    size: tuple[float, float],
    contents: Surface,
    *,
    at: tuple[float, float],
    wall: float = 0.0,
    radius: float | None = None,
) -> list[Mesh]:
    """A window in the front of a pack, with a pale rim and the contents behind it; an emblem for none."""
    outline = window(name, *size)
    if outline is None:
        return emblem(min(size) * 0.2, at=at, wall=wall, radius=radius)
    rim = sticker(outline * 1.1, PAPER, at=at, wall=wall, radius=radius, lift=0.0006)
    pane = sticker(outline, contents, at=at, wall=wall, radius=radius, lift=0.0012)
    return [rim, pane]


def emblem(
    size: float, *, at: tuple[float, float], wall: float = 0.0, radius: float | None = None
) -> list[Mesh]:
    """A maker's mark without letters: an oval with three bars in it."""
    x, z = at
    parts = [
        (circle(size * 0.9, 40, other_radius=size * 0.72), PAPER, z),
        (rounded_rectangle(size * 0.9, size * 0.16, size * 0.05), DARK, z + size * 0.28),
        (rounded_rectangle(size * 1.2, size * 0.1, size * 0.04), DARK, z),
        (rounded_rectangle(size * 0.7, size * 0.1, size * 0.04), DARK, z - size * 0.26),
    ]
    return [
        sticker(outline, surface, at=(x, height), wall=wall, radius=radius, lift=0.0007 + 0.0004 * number)
        for number, (outline, surface, height) in enumerate(parts)
    ]


def carton(product: Product, width: float, depth: float, height: float, *, repeats: int = 4) -> list[Mesh]:
    """A printed box that stands on z = 0, with the seams of its flaps on top."""
    face = print_on(product, aspect=width / height, repeats=repeats)
    body = box(width, depth, height, face, radius=min(width, depth, height) * 0.03).moved(z=height / 2)
    seam = box(width * 0.99, 0.0012, 0.0006, DARK, radius=0.0002).moved(z=height + 0.0002)
    tuck = box(0.0012, depth * 0.5, 0.0006, DARK, radius=0.0002)
    return [
        body,
        seam,
        *(tuck.moved(x=side * width * 0.42, y=depth * 0.25, z=height + 0.0002) for side in (-1, 1)),
    ]


def drum(
    product: Product, radius: float, height: float, *, repeats: int = 8, rims: bool = True
) -> list[Mesh]:
    """A printed round pack that stands on z = 0; with rolled steel rims it is a tin."""
    aspect = 2 * np.pi * radius / height
    wall = lathe(
        fillet(
            [(radius * 0.94, 0), (radius, 0), (radius, height), (radius * 0.94, height)], radius * 0.04, 5
        ),
        wrap_print(product, aspect=aspect, repeats=repeats),
        by_height=True,
    )
    foot = cylinder(radius * 0.95, 0.002, STEEL if rims else main(product))
    top = cylinder(radius * 0.95, 0.002, STEEL if rims else main(product)).moved(z=height - 0.002)
    parts = [wall, foot, top]
    if rims:
        parts += [
            ring(radius * 0.99, radius * 0.03, STEEL).moved(z=z)
            for z in (radius * 0.03, height - radius * 0.02)
        ]
    return parts


def pouch(product: Product, width: float, depth: float, height: float, *, repeats: int = 4) -> list[Mesh]:
    """A bag that stands on z = 0, filled below and sealed flat on top."""
    rows, columns = 40, 72
    up = np.linspace(0, 1, rows)
    turn = np.linspace(0, 2 * np.pi, columns)
    half = np.interp(up, [0, 0.06, 0.3, 0.62, 0.86, 1], [0.86, 0.95, 1.0, 0.8, 0.16, 0.02]) * depth / 2
    half = np.convolve(np.pad(half, 2, mode="edge"), np.ones(5) / 5, "valid")
    side = np.interp(up, [0, 0.1, 0.5, 1], [0.92, 0.97, 0.98, 1.0]) * width / 2
    c, s = np.cos(turn), np.sin(turn)
    x = side[:, None] * np.sign(c) * np.abs(c) ** 0.7
    y = half[:, None] * np.sign(s) * np.abs(s) ** 0.9
    points = np.stack([x, y, np.repeat(up[:, None] * height, columns, 1)], -1)
    front = np.stack([(x / width + 0.5).clip(0, 1), np.repeat(up[:, None], columns, 1)], -1)
    front[..., 0] = np.where(y > 0, 1 - front[..., 0], front[..., 0])
    face = print_on(product, aspect=width / height, repeats=repeats)
    bag = grid(points, face, uv=front, flip=True)
    if (bag.normals * (bag.vertices - np.array([0, 0, height / 2]))).sum() < 0:
        bag = Mesh(bag.vertices, bag.faces[:, ::-1], bag.uv, face)
    seal = plain(product.accent_paint, roughness=0.4)
    crimps = [
        box(width, depth * 0.05, height * 0.008, seal, radius=0.0005).moved(z=height * (0.985 - 0.022 * line))
        for line in range(3)
    ]
    return [bag, *crimps]


def pouch_wall(height_share: float, depth: float) -> float:
    """How far the front of a :func:`pouch` stands before its axis at a share of its height."""
    return (
        float(np.interp(height_share, [0, 0.06, 0.3, 0.62, 0.86, 1], [0.86, 0.95, 1.0, 0.8, 0.16, 0.02]))
        * depth
        / 2
    )


def standing(parts: Sequence[Mesh]) -> list[Mesh]:
    """The parts, raised so that the lowest stands on z = 0."""
    low = min(float(part.vertices[:, 2].min()) for part in parts)
    return [part.moved(z=-low) for part in parts]


def ribs(radius: float, low: float, high: float, surface: Surface, *, count: int = 36) -> Mesh:
    """Upright ribs round a cap."""
    turn = np.radians(np.arange(count) * 360 / count)
    bar = box(radius * 0.06, radius * 0.06, high - low, surface, radius=radius * 0.02, steps=2)
    return merge([bar.moved(radius * np.cos(t), radius * np.sin(t), (low + high) / 2) for t in turn])


def sieve(radius: float, height: float, surface: Surface, *, low: float) -> list[Mesh]:
    """A domed cap with holes on top, from ``low`` upwards."""
    profile = fillet(
        [(radius, 0), (radius, height * 0.55), (radius * 0.6, height), (0, height)],
        [0, radius * 0.2, radius * 0.3, 0],
        8,
    )
    holes = (
        [(0.0, 0.0)]
        + [(0.3 * radius, turn) for turn in range(0, 360, 60)]
        + [(0.52 * radius, turn) for turn in range(15, 360, 36)]
    )
    dots = [
        ball(radius * 0.07, DARK, stretch=(1, 1, 0.35), segments=12).moved(
            r * np.cos(np.radians(turn)),
            r * np.sin(np.radians(turn)),
            low + height * (1.0 if r < 0.45 * radius else 0.975),
        )
        for r, turn in holes
    ]
    return [
        lathe(profile, surface).moved(z=low),
        ring(radius, radius * 0.04, surface).moved(z=low),
        merge(dots),
    ]


def cord(radius: float, surface: Surface, *, z: float, thickness: float) -> list[Mesh]:
    """A string tied round something, with a bow at the front."""
    loops = []
    for side in (-1, 1):
        turn = np.linspace(0, 2 * np.pi, 24)
        loop = np.column_stack([side * radius * 0.32 * (1 - np.cos(turn)) / 2, radius * 0.16 * np.sin(turn)])
        loops.append(tube(in_plane(loop, "xz", -radius - thickness), thickness, surface, sides=8))
        tail = np.array(
            [(0, 0), (side * radius * 0.12, -radius * 0.18), (side * radius * 0.16, -radius * 0.36)]
        )
        loops.append(tube(in_plane(tail, "xz", -radius - thickness), thickness, surface, sides=8))
    return [ring(radius, thickness, surface).moved(z=z), *(loop.moved(z=z) for loop in loops)]
