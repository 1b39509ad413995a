"""Bed frames, made up: mattress, pillows and a throw in the second colour.

The foot end looks at the camera, so it shows the same panel and ornament as the head end.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from images.geometry import Floats, Mesh, ball, box, cushion, extrude, grid, in_plane, spline, tube
from images.kinds.joinery import DARK_STEEL, accent, bar, grounded, leg, plank, tiled
from images.kinds.ornaments import facing_right, moved, on_board
from images.kinds.registry import kind
from images.kinds.upholstery import quilt
from images.spec import Product
from images.surfaces import Surface, cloth, main, plain

_LEG_M = 0.16
_RAIL_M = 0.2
"""Height of the boards at the sides."""
_FOOT_TOP_M = 0.5
_MATTRESS_TOP_M = 0.56
_GRAIN_M = (0.36, 0.9)


@dataclass(frozen=True)
class _Plan:
    """A bed: metres."""

    width: float
    length: float
    frame: Surface
    paint: Surface
    panel: str


@kind("bed_frame", view=(-57, 22))
def bed_frame(product: Product) -> list[Mesh]:
    """A bed from its foot end, which shows the same panel as the head end."""
    plan = _Plan(
        width=float(np.clip(product.size_mm[1] / 1000, 1.1, 1.7)),
        length=1.95,
        frame=main(product),
        paint=accent(product),
        panel=product.shape["panel"],
    )
    parts = _side_rails(product, plan) + _legs(plan, product.shape["legs"]) + _bedding(product, plan)
    low = _LEG_M - 0.02
    foot = _end(product, plan, low, _FOOT_TOP_M)
    parts += moved(foot, 0, -plan.length / 2)
    match product.shape["headboard"]:
        case "none":
            parts.append(
                plank(plan.width, 0.04, _RAIL_M + 0.04, plan.frame).moved(0, plan.length / 2, low + 0.12)
            )
        case "low":
            parts += moved(_end(product, plan, low, 0.93), 0, plan.length / 2)
        case "high":
            parts += moved(_end(product, plan, low, 1.32), 0, plan.length / 2)
        case "arched":
            parts += moved(_arch(product, plan, low, 1.0), 0, plan.length / 2)
        case other:
            raise KeyError(other)
    return grounded(parts)


def _side_rails(product: Product, plan: _Plan) -> list[Mesh]:
    x, z = plan.width / 2 - 0.02, _LEG_M + _RAIL_M / 2 + 0.03
    board = plank(0.04, plan.length, _RAIL_M, plan.frame)
    made = [board.moved(s * x, 0, z) for s in (-1, 1)]
    art = facing_right(on_board(product, plan.length - 0.12, _RAIL_M - 0.01))
    return made + moved(art, x + 0.02, 0, z)


def _legs(plan: _Plan, choice: str) -> list[Mesh]:
    x, y = plan.width / 2 - 0.04, plan.length / 2
    places = [(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]
    made: list[Mesh] = []
    for px, py in places:
        match choice:
            case "wood":
                made += leg(
                    (px * 1.03, py * 1.01, 0), (px, py, _LEG_M + 0.02), plan.frame, thickness=(0.035, 0.075)
                )
                made.append(ball(0.045, plan.paint, stretch=(1, 1, 0.45), segments=20).moved(px, py, _LEG_M))
            case "metal":
                corners = [(px - 0.05, py, _LEG_M), (px, py, 0.0), (px + 0.05, py, _LEG_M)]
                made += [bar(a, b, DARK_STEEL, thickness=0.02) for a, b in pairwise(corners)]
            case "block":
                made.append(
                    plank(0.15, 0.12, _LEG_M + 0.02, plan.paint, radius=0.01).moved(px * 0.95, py, _LEG_M / 2)
                )
            case other:
                raise KeyError(other)
    return made


def _end(product: Product, plan: _Plan, low: float, top: float) -> list[Mesh]:
    """A foot or head end between posts; ornaments on its top rail and, where it is solid, on its board."""
    w, rail = plan.width, 0.1
    made = [
        plank(0.07, 0.06, top - low + 0.02, plan.frame).moved(s * (w / 2 - 0.035), 0, (top + low) / 2)
        for s in (-1, 1)
    ]
    made.append(plank(w + 0.02, 0.065, rail, plan.frame).moved(z=top - rail / 2))
    made.append(plank(w - 0.1, 0.045, 0.09, plan.frame).moved(z=low + 0.07))
    made += moved(on_board(product, w - 0.02, rail - 0.006, pitch=0.085), 0, -0.0325, top - rail / 2)
    bottom, upper = low + 0.11, top - rail
    return made + _panel(product, plan, bottom, upper)


def _panel(product: Product, plan: _Plan, bottom: float, top: float) -> list[Mesh]:
    inner, height, z = plan.width - 0.14, top - bottom, (top + bottom) / 2
    match plan.panel:
        case "slat":
            at = _slat_places(inner)
            return [plank(0.05, 0.022, height + 0.02, plan.frame).moved(float(x), 0, z) for x in at]
        case "solid":
            board = plank(inner + 0.01, 0.026, height + 0.01, plan.frame, grain="x").moved(z=z)
            return [board, *moved(on_board(product, inner, height, pitch=0.12), 0, -0.013, z)]
        case "button":
            columns = max(4, round(inner / 0.17))
            return moved(_tufted(plan, inner, height, columns), z=z)
        case other:
            raise KeyError(other)


def _slat_places(inner: float) -> Floats:
    count = round(inner / 0.125)
    return (np.arange(count, dtype=float) - (count - 1) / 2) * inner / count


def _tufted(plan: _Plan, width: float, height: float, columns: int) -> list[Mesh]:
    rows = max(2, round(height / 0.17))
    covering = _covering(plan)
    soft, crossings = quilt((width, height), (columns, rows), 0.045, covering)
    soft = tiled(soft, 0.5).moved(0, -0.012)
    back = box(width, 0.03, height, plan.frame, radius=0.004, steps=2).moved(0, 0.008)
    button = ball(0.016, plan.paint, stretch=(1, 0.6, 1), segments=10)
    return [soft, back, *(button.moved(x, -0.02, z) for x, z in crossings)]


def _covering(plan: _Plan) -> Surface:
    """Cloth of tufted panels: the frame's own where it is cloth, else linen."""
    return plan.frame if plan.frame.roughness > 0.9 else cloth("#cfc4b2", 4)


def _arch(product: Product, plan: _Plan, low: float, top: float) -> list[Mesh]:
    """A head end under a bow, higher in its middle."""
    w, rise = plan.width, 0.32
    shoulder = top - 0.02
    turn = np.radians(np.linspace(180, 0, 41))
    bow = np.column_stack([(w / 2 - 0.03) * np.cos(turn), shoulder + rise * np.sin(turn)])
    posts = [
        plank(0.07, 0.06, shoulder - low, plan.frame).moved(s * (w / 2 - 0.035), 0, (shoulder + low) / 2)
        for s in (-1, 1)
    ]
    made = [*posts, tube(in_plane(bow, "xz"), 0.04, plan.frame, sides=14)]
    bottom = low + 0.11
    match plan.panel:
        case "slat":
            made.append(plank(w - 0.1, 0.045, 0.09, plan.frame).moved(z=shoulder - 0.28))
            for x in _slat_places(w - 0.14):
                end = shoulder + rise * np.sqrt(max(0.0, 1 - (x / (w / 2 - 0.03)) ** 2))
                made.append(
                    plank(0.05, 0.022, end - bottom, plan.frame).moved(float(x), 0, (end + bottom) / 2)
                )
            made += moved(on_board(product, w - 0.16, 0.085, pitch=0.085), 0, -0.0225, shoulder - 0.28)
        case "solid":
            made += _arched_board(product, plan, bow, bottom)
        case "button":
            made += _arched_board(product, plan, bow, bottom)
        case other:
            raise KeyError(other)
    return made


def _arched_board(product: Product, plan: _Plan, bow: Floats, bottom: float) -> list[Mesh]:
    half, shoulder = plan.width / 2 - 0.06, float(bow[0, 1])
    outline = np.vstack([[(-half, bottom)], [(half, bottom)], (bow * np.array([0.97, 1]))[::-1]])
    tall = 0.5
    if plan.panel == "solid":
        board = tiled(extrude(outline, 0.026, plan.frame).turned("x", 90), _GRAIN_M, grain="x")
        return [
            board,
            *moved(on_board(product, 2 * half - 0.1, tall, pitch=0.12), 0, -0.013, shoulder - 0.02),
        ]
    board = tiled(extrude(outline, 0.03, _covering(plan), bevel=0.004).turned("x", 90), 0.5)
    columns = max(4, round(2 * half / 0.17))
    return [board, *moved(_bowed_quilt(plan, half, bow, columns), z=0)]


def _bowed_quilt(plan: _Plan, half: float, bow: Floats, columns: int) -> list[Mesh]:
    """A quilt whose upper rim follows the bow."""
    low, high = 0.5, float(bow[:, 1].max()) - 0.045
    flat, crossings = quilt((2 * half, high - low), (columns, 5), 0.045, _covering(plan))

    def lifted(x: Floats, z: Floats) -> Floats:
        share = (z + (high - low) / 2) / (high - low)
        limit = np.interp(x, bow[:, 0], bow[:, 1]) - 0.045
        return low + share * (limit - low)

    v = flat.vertices.copy()
    v[:, 2] = lifted(v[:, 0], v[:, 2])
    soft = Mesh(v, flat.faces, flat.uv, flat.surface)
    button = ball(0.016, plan.paint, stretch=(1, 0.6, 1), segments=10)
    heights = lifted(crossings[:, 0], crossings[:, 1])
    buttons = [button.moved(float(x), -0.03, float(z)) for x, z in zip(crossings[:, 0], heights, strict=True)]
    return [tiled(soft, 0.5).moved(0, -0.015), *buttons]


def _bedding(product: Product, plan: _Plan) -> list[Mesh]:
    white = plain("#f6f5f1", roughness=0.9)
    w, deep = plan.width - 0.1, plan.length - 0.1
    mattress = cushion(w, deep, 0.24, white, radius=0.06, steps=4, puff=0.1, axes=(2,))
    parts = [mattress.moved(z=_MATTRESS_TOP_M - 0.12)]
    pillow_w = w / 2 - 0.05
    soft = cushion(pillow_w, 0.44, 0.15, white, radius=0.07, steps=4, puff=0.5, axes=(2,))
    parts += [soft.turned("x", 16).moved(s * w / 4, deep / 2 - 0.26, _MATTRESS_TOP_M + 0.09) for s in (-1, 1)]
    return [*parts, _throw(product, w)]


def _throw(product: Product, width: float) -> Mesh:
    """A blanket laid across the bed, in the second colour."""
    half, drop, r = width / 2 + 0.012, 0.16, 0.06
    line = spline(
        [
            (-half - 0.006, _MATTRESS_TOP_M - drop),
            (-half, _MATTRESS_TOP_M - r),
            (-half + r, _MATTRESS_TOP_M + 0.012),
            (0, _MATTRESS_TOP_M + 0.035),
            (half - r, _MATTRESS_TOP_M + 0.012),
            (half, _MATTRESS_TOP_M - r),
            (half + 0.006, _MATTRESS_TOP_M - drop),
        ],
        61,
    )
    y = np.linspace(-0.68, -0.16, 25)
    ripple = 0.006 * np.sin(np.linspace(0, 9, 61))[None] * np.sin(np.linspace(0, 7, 25))[:, None]
    points = np.stack(
        [
            np.broadcast_to(line[:, 0], (25, 61)) + ripple,
            np.broadcast_to(y[:, None], (25, 61)) + 0.012 * np.sin(np.linspace(0, 8, 61)),
            np.broadcast_to(line[:, 1], (25, 61)) + ripple,
        ],
        -1,
    )
    return grid(points, plain(product.accent_paint, roughness=0.9), flip=False)
