"""Parts of shoes: soles in layers, collars, tongues, laces, and the bend of a foot.

Everything is built on a flat last (:mod:`images.kinds.shoe_last`); :func:`finished` lifts the upper onto its
sole and bends the whole.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from images.geometry import Floats, Mesh, grid, resample, ring, rounded_rectangle, sheet, spline, sweep
from images.kinds.shoe_last import LENGTH, Arch, Last, Upper, both_sides
from images.surfaces import Surface

Heights = Sequence[tuple[float, float]]
"""(Share of the length, metres)."""


@dataclass(frozen=True)
class Layer:
    """One layer of a sole; layers are stacked from the ground up."""

    surface: Surface
    height: Heights
    flare: float = 0.0
    """How far its lower edge stands outside the feather line, in metres."""
    top_flare: float | None = None
    """The same for its upper edge; like the lower one if None."""
    bulge: float = 0.0
    """How far its middle stands outside its edges."""
    grooves: int = 0
    """Horizontal grooves in the wall."""
    lugs: tuple[int, float] = (0, 0.0)
    """How many blocks there are round the sole, and how deep the gaps between them are, in metres."""


def height_at(heights: Heights, x: Floats) -> Floats:
    """Metres at places x (metres) along the shoe."""
    shares, metres = np.array(heights, float).T
    return np.interp(x / LENGTH, shares, metres)


def outline(last: Last, columns: int = 220) -> Floats:
    """The feather line as an even closed loop (n, 2), clockwise seen from above, from the toe."""
    half = last.points(np.linspace(0, np.pi, 120), np.zeros(1))
    loop = both_sides(half)[0, :, :2]
    return resample(loop, columns + 1)[:-1]


def offset(loop: Floats, distance: Floats | float) -> Floats:
    """A closed loop as :func:`outline` gives it, moved outwards."""
    along = np.roll(loop, -1, 0) - np.roll(loop, 1, 0)
    normal = np.stack([-along[:, 1], along[:, 0]], -1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    return loop + normal * np.broadcast_to(np.asarray(distance, float), (len(loop),))[:, None]


def sole(
    loop: Floats, layers: Sequence[Layer], *, footbed: Surface | None = None, under: Heights = ((0, 0),)
) -> list[Mesh]:
    """A sole from the ground, or from a height over it, upwards.

    Args:
        loop: The feather line, or a part of it.
        layers: From the lowest.
        footbed: What lies on top where the foot is to be seen.
        under: Height of its lower side over the ground.
    """
    made, base = [], height_at(under, loop[:, 0])
    for number, layer in enumerate(layers):
        rise = height_at(layer.height, loop[:, 0])
        made.append(_wall(loop, layer, base, rise))
        if number == 0:
            made.append(_lid(offset(loop, layer.flare - 0.001), base, layer.surface, up=False))
        flare = layer.flare if layer.top_flare is None else layer.top_flare
        base = base + rise
        made.append(_lid(offset(loop, flare - 0.0012), base, layer.surface, up=True))
    if footbed is not None:
        made.append(_lid(offset(loop, -0.002), base + 0.0006, footbed, up=True))
    return made


def thickness(layers: Sequence[Layer], under: Heights = ((0, 0),)) -> Callable[[Floats], Floats]:
    """Height of a sole's top at places x (metres)."""

    def total(x: Floats) -> Floats:
        return np.sum(
            [height_at(height, x) for height in (under, *(layer.height for layer in layers))], axis=0
        )

    return total


def _wall(loop: Floats, layer: Layer, base: Floats, rise: Floats) -> Mesh:
    top_flare = layer.flare if layer.top_flare is None else layer.top_flare
    edge = 0.0014
    rows = [(0.0, -edge), (0.04, 0.0)]
    count = max(layer.grooves, 0)
    for number in range(count):
        at = (number + 1) / (count + 1)
        rows += [(at - 0.05, 0.0), (at - 0.03, -0.0014), (at + 0.03, -0.0014), (at + 0.05, 0.0)]
    rows += [(0.25, 0.0), (0.5, 0.0), (0.75, 0.0)] if not count else []
    rows += [(0.96, 0.0), (1.0, -edge)]
    blocks, depth = layer.lugs
    gaps = np.zeros(len(loop))
    if blocks:
        gaps = np.where(np.arange(len(loop)) * blocks / len(loop) % 1 < 0.36, -depth, 0.0)
    points = []
    for share, inset in rows:
        out = layer.flare + (top_flare - layer.flare) * share + layer.bulge * np.sin(np.pi * share) + inset
        points.append(np.column_stack([offset(loop, out + gaps), base + rise * share]))
    stacked = np.array(points)
    return grid(np.concatenate([stacked, stacked[:, :1]], 1), layer.surface)


def _lid(loop: Floats, z: Floats, surface: Surface, *, up: bool) -> Mesh:
    """A face across a loop, straight from side to side; u along the foot, v across."""
    rows = []
    for share in np.linspace(1, 0, 3):
        rows.append(np.column_stack([loop[:, 0], loop[:, 1] * share, z]))
    points = np.array(rows)
    points = np.concatenate([points, points[:, :1]], 1)
    low, high = loop.min(0), loop.max(0)
    uv = (points[..., :2] - low) / (high - low)
    return grid(points, surface, uv=uv, flip=not up)


def collar(upper: Upper, radius: Heights, surface: Surface) -> Mesh:
    """A roll along the whole top line, its radius by places along the foot."""
    loop = resample(both_sides(upper.half[-1:])[0], 161)[:-1]
    size = height_at(radius, loop[:, 0])
    size = np.convolve(np.r_[size[-4:], size, size[:4]], np.ones(9) / 9, "valid")
    turn = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    section = np.stack([np.cos(turn), np.sin(turn)], -1)
    return sweep(loop, section, surface, closed=True, scale=size)


def tongue(strip: Floats, surface: Surface, *, rise: float) -> Mesh:
    """A tongue from a strip of the last's front (:meth:`Last.front`), its tip raised off the foot."""
    rows, columns, _ = strip.shape
    part = np.linspace(0, 1, rows)[:, None]
    across = np.linspace(-1, 1, columns)[None]
    tip = np.clip((part - 0.6) / 0.4, 0, 1)
    narrow = (0.75 + 0.25 * part) * np.where(part > 0.9, 1 - 0.3 * ((part - 0.9) / 0.1) ** 2, 1)
    points = strip * np.stack([0 * narrow + 1, narrow, 0 * narrow + 1], -1)
    points[..., 2] += -0.0035 + 0.003 * part + rise * tip**1.5 - 0.004 * tip * across**2
    points[..., 0] += -0.001 + 0.35 * rise * tip**2
    return sheet(points[:, ::-1], surface, thickness=0.004)


def laces(
    upper: Upper, eyelets: Sequence[float], surface: Surface, metal: Surface, *, down: float = 0.007
) -> list[Mesh]:
    """Laces that cross from eyelet to eyelet, with a bow on the last pair.

    Args:
        upper: With a slot for the laces.
        eyelets: Metres along the top line from its foremost point.
        surface: Of the laces.
        metal: Of the eyelets.
        down: Metres from the slot's edge to the eyelets.
    """
    places = [upper.edge(distance, down) for distance in eyelets]
    flat = rounded_rectangle(0.0064, 0.0024, 0.0011, 3)
    made = [_eyelet(place, side, metal) for place in places for side in (-1, 1)]
    ridge = upper.top[0] - upper.top[6]
    forward = np.array([0.5, 0, 0.85]) if abs(ridge[2]) < abs(ridge[0]) else np.array([0.85, 0, 0.5])
    rows = [(places[0], places[0]), *pairwise(places)]
    for number, (first, second) in enumerate(rows):
        for side in (-1, 1) if number else (1,):
            a, b = first * np.array([1, -side, 1]), second * np.array([1, side, 1])
            peak = 0.0068 + (0.0014 if side > 0 else 0)
            path = [a] + [
                a * (1 - share) + b * share + forward * lift
                for share, lift in ((0.2, 0.0048), (0.5, peak), (0.8, 0.0048))
            ]
            made.append(sweep(spline([*path, b], 16), flat, surface, up=(0, 0, 1)))
    return made + _bow(places[-1], flat, surface)


def _eyelet(place: Floats, side: int, metal: Surface) -> Mesh:
    loop = ring(0.0032, 0.0011, metal, segments=14, sides=6).turned("y", 12).turned("x", -38 * side)
    x, y, z = place
    return loop.moved(x, y * side, z + 0.0005)


def _bow(last: Floats, flat: Floats, surface: Surface) -> list[Mesh]:
    knot = np.array([last[0] + 0.003, 0, last[2] + 0.0075])
    made = []
    for side in (-1, 1):
        loop = [
            (0, 0, 0),
            (0.004, 0.013, 0.007),
            (0.011, 0.03, 0.001),
            (0.012, 0.034, -0.007),
            (0.007, 0.022, -0.004),
        ]
        loop.append((0.0, 0.002, 0.001))
        end = [(0, 0, 0), (0.012, 0.009, 0.004), (0.024, 0.021, -0.007), (0.029, 0.031, -0.021)]
        for path in (loop, end):
            placed = knot + np.array(path) * np.array([1, side, 1])
            made.append(sweep(spline(placed, 26), flat, surface, up=(0, 0, 1)))
    ball = [
        knot + np.array([0, -0.004, 0.0005]),
        knot + np.array([0, 0, 0.0025]),
        knot + np.array([0, 0.004, 0.0005]),
    ]
    made.append(sweep(spline(ball, 9), rounded_rectangle(0.008, 0.0045, 0.002, 3), surface, up=(0, 0, 1)))
    return made


def raised(mesh: Mesh, height: Callable[[Floats], Floats]) -> Mesh:
    """The mesh with every point moved up by a height that depends on x alone."""
    x = mesh.vertices[:, 0]
    step = 1e-4
    slope = (height(x + step) - height(x - step)) / (2 * step)
    vertices = mesh.vertices + np.column_stack([0 * x, 0 * x, height(x)])
    normals = mesh.normals - np.column_stack([slope * mesh.normals[:, 2], 0 * x, 0 * x])
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return replace(mesh, vertices=vertices, normals=normals)


def finished(
    upper: Sequence[Mesh],
    below: Sequence[Mesh],
    top: Callable[[Floats], Floats],
    *,
    spring: float = 0.009,
    sunk: float = 0.0,
) -> list[Mesh]:
    """A right shoe: the upper on its sole, the toe lifted off the ground by ``spring`` metres.

    The toe looks towards +x, the outer side towards -y; the middle of the foot stands over the origin.
    """

    def lift(x: Floats) -> Floats:
        toe = np.clip((x / LENGTH - 0.66) / 0.34, 0, 1.1)
        heel = np.clip((0.05 - x / LENGTH) / 0.05, 0, 1.1)
        return spring * toe**2 + 0.2 * spring * heel**2

    placed = [raised(mesh, lambda x: top(x) - sunk) for mesh in upper]
    return [_bowed(raised(mesh, lift)) for mesh in [*placed, *below]]


def _bowed(mesh: Mesh) -> Mesh:
    x = mesh.vertices[:, 0] / LENGTH
    shift = np.column_stack([-LENGTH / 2 + 0 * x, 0.007 * np.clip(x - 0.45, 0, 1) ** 1.5 / 0.41, 0 * x])
    return replace(mesh, vertices=mesh.vertices + shift)


def pair(shoe: Sequence[Mesh], *, apart: float = 0.062, ahead: float = 0.03, turn: float = 4) -> list[Mesh]:
    """A right shoe and its left one, the left one a little ahead."""
    right = [mesh.turned("z", -turn).moved(y=-apart, x=-ahead / 2) for mesh in shoe]
    left = [mesh.mirrored("y").turned("z", turn).moved(y=apart, x=ahead / 2) for mesh in shoe]
    return [*right, *left]


def band(
    arch: Arch, x: Floats, sides: Floats, surface: Surface, *, out: float = 0.0015, thick: float = 0.0026
) -> Mesh:
    """A strap on a vamp.

    Args:
        arch: The vamp.
        x: (rows, columns) metres from the heel; columns across the foot, rows from the rear edge on.
        sides: Places across, (rows, columns), see :meth:`Arch.at`.
        surface: u across the foot, v along it.
        out: Metres between the vamp and the strap's lower side.
        thick: Its thickness in metres.
    """
    points = arch.at(x, sides, out + thick)
    edge = np.minimum(np.arange(len(points)), np.arange(len(points))[::-1])
    points[..., 2] -= (0.0007 * (edge == 0))[:, None]
    return sheet(points, surface, thickness=thick)


def straight(
    rear: float, front: float, reach: float = 1.0, *, skew: float = 0.0, columns: int = 41
) -> tuple[Floats, Floats]:
    """Places of a strap for :func:`band`, from x to x; ``skew`` further on at its end at y > 0."""
    sides = np.linspace(-reach, reach, columns)
    shares = np.linspace(0, 1, 7)
    x = rear + (front - rear) * shares[:, None] + skew * sides[None]
    return x, np.broadcast_to(sides, x.shape)


def on_vamp(mesh: Mesh, arch: Arch, x: float, side: float, *, out: float = 0.0) -> Mesh:
    """A mesh built flat (x along the foot, y across, z up) laid on a place of the vamp."""
    here = arch.at(np.array([x]), np.array([side]))[0]
    ahead = (
        arch.at(np.array([x + 0.004]), np.array([side]))[0]
        - arch.at(np.array([x - 0.004]), np.array([side]))[0]
    )
    across = (
        arch.at(np.array([x]), np.array([side + 0.05]))[0]
        - arch.at(np.array([x]), np.array([side - 0.05]))[0]
    )
    normal = np.cross(ahead, across)
    normal /= np.linalg.norm(normal)
    ahead = ahead / np.linalg.norm(ahead)
    frame = np.column_stack([ahead, np.cross(normal, ahead), normal])
    return mesh.transformed(frame).moved(*(here + normal * out))
