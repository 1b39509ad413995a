"""Earrings: a pair on a card."""

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    arc,
    ball,
    box,
    circle,
    extrude,
    grid,
    rounded_rectangle,
    spline,
    tube,
)
from images.kinds.jewels import (
    HOLLOW,
    backing,
    drop_outline,
    enamel,
    engraved,
    fittings,
    jump_ring,
    metal,
    set_gem,
)
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import Surface

_WIDTH, _HEIGHT, _THICK = 0.084, 0.07, 0.0016
"""Of the card."""
_APART = 0.0208
"""From the card's middle to an earring."""
_LEAN = -14


@kind("earrings", view=(-80, 12))
def earrings(product: Product) -> list[Mesh]:
    """Two earrings in front of a card that leans on its foot."""
    top, one = _earring(product)
    pair = [part.moved(x=side * _APART, y=top) for side in (-1, 1) for part in one]
    card = _card(product, top)
    upright = [part.turned("x", 90 + _LEAN) for part in (*card, *pair)]
    return grounded(upright)


def _card(product: Product, top: float) -> list[Mesh]:
    """Its front at z = 0, facing +z; the holes so high over its middle."""
    paper = backing(product)
    sheet = extrude(rounded_rectangle(_WIDTH, _HEIGHT, 0.005, 5), _THICK, paper, bevel=0.0003)
    holes = [wire_loop(circle(0.0011, 16), 0.0003, HOLLOW).moved(x=side * _APART, y=top) for side in (-1, 1)]
    foot = box(_WIDTH * 0.5, 0.003, 0.03, paper, radius=0.0008).turned("x", 14)
    return [sheet.moved(z=-_THICK / 2), *holes, foot.moved(y=-_HEIGHT / 2 + 0.005, z=-0.0165)]


def _earring(product: Product) -> tuple[float, list[Mesh]]:
    """Height of its hole over the card's middle, and an earring that hangs from the origin and faces +z."""
    match product.shape["form"]:
        case "stud":
            return 0.0, _stud(product)
        case "hoop":
            return 0.0205, _hoop(product)
        case "drop":
            return 0.028, _drop(product)
        case "cluster":
            return 0.0305, _cluster(product)
        case other:
            raise KeyError(other)


def _gems(product: Product, one: float, row: float, row_places: Floats) -> list[Mesh]:
    """The stones in the xy plane: one at the origin, or a row of smaller ones at some places."""
    bare = fittings(product)
    match product.shape["stone"]:
        case "none":
            return []
        case "one":
            return set_gem(one, product.accent_paint, bare)
        case "row":
            stone = set_gem(row, product.accent_paint, bare)
            return [part.moved(x, y) for x, y in row_places for part in stone]
        case other:
            raise KeyError(other)


def _stud(product: Product) -> list[Mesh]:
    """A domed shield with a beaded rim."""
    radius = 0.0165
    shield = relief(circle(radius, 64), 0.0035, engraved(product, 4, 4), fullness=2.6, base=0.0012)
    bead = ball(0.00105, enamel(product), segments=10)
    turn = np.arange(40) * 2 * np.pi / 40
    beads = [bead.moved(radius * np.cos(t), radius * np.sin(t), 0.0014) for t in turn]
    row = np.column_stack([np.linspace(-1, 1, 5) * 0.0112, np.zeros(5)])
    stones = [part.moved(z=0.0036) for part in _gems(product, 0.0066, 0.0026, row)]
    return [shield, *beads, wire_loop(circle(radius, 64), 0.0007, metal(product)), *stones]


def _hoop(product: Product) -> list[Mesh]:
    """A broad flat hoop under a ball, its ornament on the front."""
    outer, inner, bare = 0.0182, 0.0122, fittings(product)
    middle = (outer + inner) / 2
    half = (outer - inner) / 2
    across = np.radians(np.linspace(180, 0, 9))
    turn = np.linspace(0, 2 * np.pi, 97)
    radius = middle + half * np.cos(across) * 0.96
    height = 0.0016 + 0.0007 * np.sin(across)
    points = np.stack(
        [
            radius[:, None] * np.cos(turn),
            radius[:, None] * np.sin(turn),
            np.broadcast_to(height[:, None], (9, 97)),
        ],
        -1,
    )
    front = grid(points, engraved(product, 5, tiles=3))
    if front.normals[:, 2].sum() < 0:
        front = grid(points, front.surface, flip=True)
    rims = [wire_loop(circle(r, 72), 0.0011, bare).moved(z=0.0011) for r in (outer, inner)]
    back = front.scaled(1, 1, -0.1).painted(bare)
    row = arc((outer + inner) / 2, -165, -15, 9)
    stones = _gems(product, 0.0045, 0.0019, row)
    hang = [ball(0.0024, enamel(product), segments=20), jump_ring(0.0021, 0.0005, bare).moved(y=-0.0031)]
    if product.shape["stone"] == "one":
        stones = [part.moved(y=inner - 0.0078) for part in stones]
        stones.append(jump_ring(0.0019, 0.0005, bare).moved(y=inner - 0.0019, z=0.001))
    else:
        stones = [part.moved(z=0.0022) for part in stones]
    body = [part.moved(y=-outer - 0.0048) for part in (front, back, *rims, *stones)]
    return [part.moved(z=0.0028) for part in (*hang, *body)]


def _hook(bare: Surface) -> list[Mesh]:
    """A bent wire from the hole, down to an eye 10 mm below."""
    wire = spline(
        [
            (0, -0.002, -0.002),
            (0, 0.001, 0.0002),
            (0, 0.0012, 0.0026),
            (0, -0.003, 0.0036),
            (0, -0.0085, 0.003),
        ],
        24,
    )
    return [tube(wire, 0.0005, bare, sides=8), jump_ring(0.0016, 0.0005, bare).moved(y=-0.01, z=0.003)]


def _drop(product: Product) -> list[Mesh]:
    bare = fittings(product)
    outline = drop_outline(0.0245, 0.037)
    body = relief(outline, 0.005, engraved(product, 4, 6), fullness=2.4, base=0.001)
    row = np.column_stack([np.zeros(5), np.linspace(-0.0068, 0.0118, 5)])
    stones = [
        part.moved(z=0.0046 if product.shape["stone"] == "one" else 0.0042)
        for part in _gems(product, 0.0056, 0.0021, row)
    ]
    hanging = [body, wire_loop(outline, 0.001, bare), *stones]
    bead = ball(0.0026, enamel(product), segments=20).moved(y=-0.0138, z=0.003)
    return [*_hook(bare), bead, *(part.moved(y=-0.0412, z=0.002) for part in hanging)]


def _cluster(product: Product) -> list[Mesh]:
    """A bunch of balls under an engraved medal."""
    bare = fittings(product)
    radius, size = 0.0112, 0.0043
    medal = relief(circle(radius, 48), 0.0028, engraved(product, 3, 3), fullness=2.6, base=0.0012)
    stones = [part.moved(z=0.0033) for part in _gems(product, 0.0056, 0.002, arc(0.0068, -170, -10, 5))]
    face = [medal, wire_loop(circle(radius, 48), 0.0011, bare).moved(z=0.0008), *stones]
    grain = ball(size, metal(product), segments=24)
    bunch = [
        grain.moved(
            (place - (count - 1) / 2) * size * 1.86,
            -0.0402 - row * size * 1.55,
            size * (0.9 + 0.5 * (row % 2)),
        )
        for row, count in enumerate((4, 3, 2, 1))
        for place in range(count)
    ]
    bead = ball(0.0026, enamel(product), segments=20).moved(y=-0.0135, z=0.003)
    return [*_hook(bare), bead, *(part.moved(y=-0.027, z=0.002) for part in face), *bunch]
