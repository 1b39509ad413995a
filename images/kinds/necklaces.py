"""Necklaces on a bust."""

from dataclasses import replace

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, ball, box, circle, fillet, grid, lathe, rounded_rectangle, spline
from images.kinds.jewels import backing, coin, drop_outline, enamel, engraved, fittings, jump_ring, set_gem
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import copies, facing, relief, wire_loop
from images.kinds.strands import Strand, chain
from images.spec import Product

_BUST = np.array(
    [
        (0.0, 0.046, 0.026, 0.0),
        (0.02, 0.054, 0.032, -0.001),
        (0.05, 0.064, 0.037, -0.001),
        (0.08, 0.069, 0.036, 0.002),
        (0.1, 0.066, 0.032, 0.006),
        (0.113, 0.054, 0.028, 0.01),
        (0.122, 0.037, 0.025, 0.013),
        (0.131, 0.028, 0.024, 0.015),
        (0.145, 0.0255, 0.0235, 0.016),
        (0.154, 0.025, 0.023, 0.017),
    ]
)
"""Height, half width, half depth, middle's y of a bust, in metres."""
_LOW, _HIGH = 0.062, 0.146
"""Where a necklace lies in front and behind."""


@kind("necklace", view=(-78, 14))
def necklace(product: Product) -> list[Mesh]:
    """A necklace around the neck of a small bust."""
    bust = _bust(product)
    strand = _around_neck()
    made = chain(product, product.shape["chain"], strand, 0.0108)
    middle = strand.at([0.5]).lifted(0.0035)
    pendant = copies(_pendant(product), facing(middle.points[0], middle.axes[0, :, 2]))
    return grounded([*bust, *made, *pendant])


def _bust(product: Product) -> list[Mesh]:
    rows = spline(_BUST, 60)
    turn = np.linspace(0, 2 * np.pi, 73)
    points = np.stack([_skin(row, turn) for row in rows])
    velvet = backing(product)
    z, _, _, y = rows[-1]
    cap = lathe(fillet([(0.0235, 0), (0.0225, 0.004), (0, 0.0045)], 0.002, 5), velvet, segments=48)
    body = grid(points, velvet, flip=True)
    foot = lathe(
        fillet([(0, 0), (1, 0), (1, 0.3), (0.94, 0.34), (0, 0.34)], 0.05, 4),
        replace(velvet, color=shade(velvet.color, 0.8)),
    )
    return [
        body if (body.normals * (body.vertices - body.vertices.mean(0))).sum() > 0 else grid(points, velvet),
        cap.moved(y=y, z=z - 0.0002),
        foot.scaled(0.049, 0.029, 0.02).moved(z=-0.0065),
    ]


def _skin(row: Floats, turn: Floats) -> Floats:
    z, a, b, y = row
    return np.column_stack([a * np.cos(turn), y + b * np.sin(turn), np.full_like(turn, z)])


def _around_neck() -> Strand:
    """From behind the neck over its right side to the breast and back."""
    turn = np.radians(np.linspace(90, -270, 241))
    height = _LOW + (_HIGH - _LOW) * ((1 + np.sin(turn)) / 2) ** 0.74
    rows = np.stack([np.interp(height, _BUST[:, 0], _BUST[:, k]) for k in range(4)], -1)
    half = np.radians(1)
    on = np.concatenate([_skin(row, np.array([t])) for row, t in zip(rows, turn, strict=True)])
    beside = np.concatenate([_skin(row, np.array([t + half])) for row, t in zip(rows, turn, strict=True)])
    above = rows.copy()
    above[:, 0] += 0.001
    above[:, 1:] = np.stack([np.interp(above[:, 0], _BUST[:, 0], _BUST[:, k]) for k in (1, 2, 3)], -1)
    upper = np.concatenate([_skin(row, np.array([t])) for row, t in zip(above, turn, strict=True)])
    out = np.cross(beside - on, upper - on)
    return Strand.along(on, out / np.linalg.norm(out, axis=1, keepdims=True))


def _pendant(product: Product) -> list[Mesh]:
    """What hangs from the origin towards -y and faces +z."""
    bare, colored = fittings(product), enamel(product)
    bead = ball(0.0034, colored, segments=24)
    bail = [
        jump_ring(0.0042, 0.0011, bare).moved(y=-0.002),
        bead.moved(y=-0.0085),
    ]
    match product.shape["pendant"]:
        case "none":
            return []
        case "drop":
            outline = drop_outline(0.027, 0.043)
            body = relief(outline, 0.006, engraved(product, 4, 6), fullness=2.4, base=0.001)
            rim = wire_loop(outline, 0.0012, bare)
            stone = [m.moved(z=0.005) for m in set_gem(0.0048, product.accent_paint, bare)]
            parts = [part.moved(y=-0.042) for part in (body, rim, *stone)]
        case "disc":
            parts = [part.moved(y=-0.0105) for part in coin(0.018, engraved(product, 4, 4), bare)]
        case "bar":
            outline = rounded_rectangle(0.046, 0.014, 0.003)
            body = relief(outline, 0.002, engraved(product, 4), fullness=6, base=0.0035)
            body = body.turned("z", 90)
            tips = [
                box(0.0152, 0.003, 0.0066, colored, radius=0.001).moved(y=y, z=0.003) for y in (-0.022, 0.022)
            ]
            parts = [
                part.moved(y=-0.036)
                for part in (body, wire_loop(circle(0.0018, 12), 0.0006, bare).moved(y=0.025), *tips)
            ]
        case other:
            raise KeyError(other)
    return [*bail, *parts]
