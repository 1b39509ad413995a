"""Brooches pinned on a slanted plinth."""

import numpy as np
from numpy.typing import ArrayLike

from images.geometry import (
    Floats,
    Mesh,
    ball,
    grid,
    lathe,
    merge,
    rounded_rectangle,
    spline,
    tube,
)
from images.kinds.jewels import backing, enamel, engraved, fittings, on_plinth, plinth, set_gem
from images.kinds.registry import kind
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import Surface

_PLINTH, _TILT = 0.039, 58

Stones = list[tuple[float, float, float, float]]
"""Where stones sit: x, y, z, radius; the first is the single one."""


@kind("brooch", view=(-80, 20))
def brooch(product: Product) -> list[Mesh]:
    """A brooch of about 60 mm, flat on a plinth."""
    forms = {"leaf": _leaf, "bird": _bird, "bow": _bow, "knot": _knot, "shell": _shell}
    body, one, many = forms[product.shape["form"]](product)
    match product.shape["stone"]:
        case "none":
            stones: Stones = []
        case "one":
            stones = [one]
        case "many":
            stones = many
        case other:
            raise KeyError(other)
    made = [
        part.moved(x, y, z)
        for x, y, z, radius in stones
        for part in set_gem(radius, product.accent_paint, fittings(product))
    ]
    return [*plinth(_PLINTH, _TILT, backing(product)), *on_plinth([*body, *made], _PLINTH, _TILT)]


Body = tuple[list[Mesh], tuple[float, float, float, float], Stones]


def _edged(
    outline: ArrayLike, height: float, face: Surface, rim: Surface, *, base: float = 0.002
) -> list[Mesh]:
    """A puffed plate with a wire along its edge."""
    return [
        relief(outline, height, face, fullness=2.4, base=base),
        wire_loop(outline, 0.0011, rim).moved(z=base),
    ]


def _leaf_outline(width: float, length: float, count: int = 60) -> Floats:
    """Pointed at both ends, upright about the origin."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    y = np.sin(t)
    half = np.cos(t) * (1 - np.abs(y) ** 2.2 * 0.35) * (1 - 0.22 * y)
    return np.column_stack([half * width / 2, y * length / 2])


def _leaf(product: Product) -> Body:
    """A leaf with raised veins and a curved stem."""
    bare = fittings(product)
    width, length, height = 0.04, 0.058, 0.0062
    outline = _leaf_outline(width, length)
    made = _edged(outline, height, engraved(product, 5, 7), bare)

    def over(x: ArrayLike, y: ArrayLike) -> Floats:
        x, y = np.asarray(x, float), np.asarray(y, float)
        share = np.clip((2 * x / width) ** 2 + (2 * y / length) ** 2, 0, 1)
        return np.column_stack([x, y, 0.0026 + height * np.sqrt(1 - share**1.2)])

    line = np.linspace(-0.49, 0.49, 40) * length
    made.append(tube(over(0 * line, line), 0.0013, bare, sides=10, scale=np.linspace(1.2, 0.4, 40)))
    for side in (-1, 1):
        for start in (-0.28, -0.1, 0.08, 0.25):
            t = np.linspace(0, 1, 16)
            x = side * t * width * (0.4 - 0.5 * max(0, start))
            made.append(tube(over(x, (start + 0.17 * t**0.8) * length), 0.0006, bare, sides=6))
    stem = spline(
        [(0, -0.49 * length, 0.003), (0.002, -0.58 * length, 0.0035), (0.009, -0.66 * length, 0.0035)], 20
    )
    made += [tube(stem, 0.0015, bare, sides=10), ball(0.0027, enamel(product), segments=20).moved(*stem[-1])]
    many = [(0, (y - 0.02) * length, 0.0078 - 0.02 * abs(y), 0.0034) for y in (-0.34, -0.17, 0, 0.17, 0.34)]
    many += [(s * 0.0115, y, 0.0064, 0.0026) for s in (-1, 1) for y in (-0.007, 0.006)]
    made = [part.turned("z", -38).moved(-0.003, 0.003) for part in made]
    turn = np.radians(-38)
    c, s = np.cos(turn), np.sin(turn)

    def turned(stone: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        x, y, z, radius = stone
        return float(c * x - s * y) - 0.003, float(s * x + c * y) + 0.003, z, radius

    return made, turned((0, -0.008, 0.0078, 0.0062)), [turned(stone) for stone in many]


def _bird(product: Product) -> Body:
    """A bird in flight to the left: body, raised wing, forked tail."""
    bare, face = fittings(product), engraved(product, 5, 3)
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    body = np.column_stack([0.021 * np.cos(t), 0.0112 * np.sin(t) * (1 - 0.3 * np.cos(t))])
    made = [part.turned("z", 14) for part in _edged(body, 0.006, face, bare)]
    head = (-0.0225, 0.0035)
    made += [
        ball(0.0078, bare, stretch=(1, 1, 0.7), segments=32).moved(*head, 0.004),
        lathe([(0.0031, 0), (0.0018, 0.005), (0, 0.0098)], enamel(product), segments=20)
        .turned("y", -90)
        .turned("z", -8)
        .moved(head[0] - 0.0066, head[1] + 0.0003, 0.004),
        ball(0.0013, enamel(product), segments=12).moved(head[0] - 0.0028, head[1] + 0.002, 0.0092),
    ]
    feather = _leaf_outline(0.0105, 0.03)
    for turn in (-82, -104):
        part = _edged(feather, 0.003, face, bare)
        made += [p.moved(y=0.015).turned("z", turn).moved(0.013, -0.002) for p in part]
    wing = _leaf_outline(0.0125, 0.034)
    for number, turn in enumerate((-64, -40, -14)):
        part = _edged(wing, 0.003, face, bare)
        made += [
            p.moved(y=0.0165).turned("z", turn).moved(-0.006, 0.0005, 0.0062 - 0.0011 * number) for p in part
        ]
    ends = [np.radians(90 + turn) for turn in (-64, -40, -14)]
    many = [(-0.006 + 0.0235 * float(np.cos(a)), 0.0235 * float(np.sin(a)), 0.0098, 0.0024) for a in ends]
    many += [(-0.0105, -0.0015, 0.0085, 0.0026), (-0.003, -0.005, 0.0085, 0.0024)]
    many += [(0.034, -0.002, 0.0048, 0.0022), (0.032, -0.0095, 0.0048, 0.0022)]
    made = [part.moved(-0.002, -0.006) for part in made]
    shift = [(x - 0.002, y - 0.006, z, r) for x, y, z, r in [(-0.006, 0.001, 0.0098, 0.0052), *many]]
    return made, shift[0], shift[1:]


def _bow(product: Product) -> Body:
    """Two loops, two tails and a knot."""
    bare, face = fittings(product), engraved(product, 4, 3)
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    loop = np.column_stack([0.0145 * np.cos(t), np.sin(t) * (0.0105 + 0.0045 * np.cos(t))])
    tail = np.array(
        [(-0.0055, 0.014), (0.0055, 0.014), (0.0085, -0.016), (0.0005, -0.0105), (-0.0085, -0.014)]
    )
    made: list[Mesh] = []
    for side in (1, -1):
        dome = relief(loop, 0.0085, face, fullness=2.2, base=0.0015)
        rim = wire_loop(loop, 0.0014, bare).moved(z=0.0015)
        if side < 0:
            dome, rim = dome.turned("z", 180), rim.turned("z", 180)
        made += [part.turned("z", side * 10).moved(side * 0.0178, 0.0065) for part in (dome, rim)]
        flat = relief(tail[::-1] if _clockwise(tail) else tail, 0.0018, face, fullness=5, base=0.0018)
        border = wire_loop(tail, 0.0009, bare).moved(z=0.0018)
        made += [part.turned("z", side * 27).moved(side * 0.0095, -0.0125) for part in (flat, border)]
    knot = relief(rounded_rectangle(0.0125, 0.0165, 0.004), 0.0075, bare, fullness=2.6, base=0.004)
    made += [
        knot.moved(y=0.0045),
        wire_loop(rounded_rectangle(0.0118, 0.0165, 0.004), 0.0012, enamel(product)).moved(y=0.0045, z=0.005),
    ]
    many = [(0, 0.0045, 0.0108, 0.0034)]
    many += [
        (s * x, y, z, 0.0024)
        for s in (-1, 1)
        for x, y, z in (
            (0.0125, 0.0055, 0.0085),
            (0.0195, 0.0115, 0.0085),
            (0.021, 0.003, 0.0085),
            (0.0135, -0.0205, 0.0034),
        )
    ]
    return made, (0, 0.0045, 0.0105, 0.0058), many


def _clockwise(outline: Floats) -> bool:
    x, y = outline[:, 0], outline[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) < 0


def _knot(product: Product) -> Body:
    """A ribbon in an endless knot of three loops."""
    t = np.linspace(0, 2 * np.pi, 240, endpoint=False) + np.pi / 6
    scale, half, thick = 0.0092, 0.0043, 0.0022
    line = np.column_stack(
        [np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t), -0.36 * np.sin(3 * t)]
    )
    line = line * scale + [0, -0.001, 0.0058]
    along = np.roll(line, -1, 0) - np.roll(line, 1, 0)
    side = np.cross(along, [0.0, 0, 1])
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    line, side = (np.vstack([a, a[:1]]) for a in (line, side))
    across = np.linspace(-1, 1, 9)
    face = line[:, None] + across[None, :, None] * half * side[:, None]
    face[..., 2] += thick * (0.6 + 0.4 * np.sqrt(1 - across**2 * 0.9))
    share, v = np.meshgrid(np.linspace(0, 1, len(line)), (across + 1) / 2, indexing="ij")
    surface = engraved(product, 4, tiles=5)
    ribbon = grid(face, surface, uv=np.stack([share, v], -1))
    if ribbon.normals[:, 2].sum() < 0:
        ribbon = grid(face, surface, uv=np.stack([share, v], -1), flip=True)
    edges = [
        tube(
            (line + s * half * side)[:-1] + np.array([0, 0, thick * 0.4]),
            0.0011,
            fittings(product),
            sides=8,
            closed=True,
        )
        for s in (-1, 1)
    ]
    lobes = [np.radians(a) for a in (90, 210, 330)]
    bead = ball(0.0026, enamel(product), segments=20)
    tips = [
        bead.moved(0.0305 * np.cos(a + np.pi / 3), 0.0305 * np.sin(a + np.pi / 3) - 0.001, 0.003)
        for a in lobes
    ]
    many = [(0, -0.001, 0.0065, 0.0048)]
    many += [
        (
            0.0165 * float(np.cos(a + np.pi / 3 * k)),
            0.0165 * float(np.sin(a + np.pi / 3 * k)) - 0.001,
            0.006,
            0.003,
        )
        for a in lobes
        for k in (0, 1)
    ]
    return (
        [ribbon, *edges, *(tips if product.shape["stone"] == "none" else [])],
        (0, -0.001, 0.0065, 0.0066),
        many,
    )


def _shell(product: Product) -> Body:
    """A scallop with ribs."""
    bare = fittings(product)
    ribs, reach, spread = 9, 0.046, np.radians(78)
    turn = np.linspace(-spread, spread, 145)
    out = np.linspace(0.06, 1, 26)
    wave = np.abs(np.cos(turn / spread * np.pi * ribs / 2))
    edge = reach * (1 - 0.16 * (turn / spread) ** 2) * (0.95 + 0.05 * wave)
    radius = out[:, None] * edge
    dome = 0.0085 * np.sin(np.pi * np.clip(out * 0.88 + 0.1, 0, 1)) ** 0.7
    height = (
        0.0015
        + dome[:, None] * (0.55 + 0.45 * np.cos(turn / spread * np.pi / 2.4))
        + 0.0017 * wave * out[:, None]
    )
    points = np.stack([radius * np.sin(turn), radius * np.cos(turn) - 0.022, height], -1)
    surface = engraved(product, ribs, 5)
    fan = grid(points, surface)
    if fan.normals[:, 2].sum() < 0:
        fan = grid(points, surface, flip=True)
    floor = points[-1] * [1, 1, 0]
    wall = grid(np.stack([points[-1], floor]), bare)
    rim = tube(points[-1] * [1, 1, 0.55], 0.0013, bare, sides=8)
    sides = [tube(points[:, k] * [1, 1, 0.6], 0.0013, bare, sides=8) for k in (0, -1)]
    ears = relief(rounded_rectangle(0.021, 0.009, 0.002), 0.0025, bare, fullness=4, base=0.0025).moved(
        y=-0.0205
    )
    hinge = merge(
        [ball(0.0029, enamel(product), segments=20).moved(x, -0.0205, 0.0045) for x in (-0.0065, 0, 0.0065)]
    )
    at = np.linspace(-0.8, 0.8, ribs - 2) * spread
    many = [(0.0365 * float(np.sin(a)), 0.036 * float(np.cos(a)) - 0.022, 0.0086, 0.003) for a in at]
    return [fan, wall, rim, *sides, ears, hinge], (0, -0.012, 0.0092, 0.0062), many
