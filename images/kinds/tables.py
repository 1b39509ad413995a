"""Coffee tables and dining tables: a top of four outlines on five kinds of legs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    circle,
    cylinder,
    extrude,
    grid,
    in_plane,
    lathe,
    resample,
    rounded_rectangle,
    spline,
    sweep,
)
from images.kinds.joinery import accent, bar, bricks, diamonds, grounded, leg, plank, tiled
from images.kinds.ornaments import row
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_GRAIN_M = (0.4, 0.9)
_STONE = ("marble", "glass")


@dataclass(frozen=True)
class _Plan:
    """A table: metres."""

    outline: Floats
    """(n, 2), counter-clockwise, convex, about the origin."""
    height: float
    thickness: float
    top: Surface
    frame: Surface
    paint: Surface
    """Second colour."""

    @property
    def half(self) -> Floats:
        """Half of length and width."""
        return self.outline.max(0)

    @property
    def under(self) -> float:
        """Height of the top's lower side."""
        return self.height - self.thickness


_COFFEE_TOPS: Mapping[str, Floats] = MappingProxyType(
    {
        "round": circle(0.43, 72),
        "square": rounded_rectangle(0.78, 0.78, 0.02, 4),
        "oval": circle(0.6, 72, other_radius=0.34),
        "long": rounded_rectangle(1.2, 0.52, 0.02, 4),
    }
)
_DINING_TOPS: Mapping[str, Floats] = MappingProxyType(
    {
        "round": circle(0.6, 72),
        "square": rounded_rectangle(1.05, 1.05, 0.03, 4),
        "oval": circle(0.95, 72, other_radius=0.52),
        "long": rounded_rectangle(1.9, 0.85, 0.03, 4),
    }
)


@kind("coffee_table", view=(-62, 27))
def coffee_table(product: Product) -> list[Mesh]:
    """A low table."""
    plan = _plan(product, _COFFEE_TOPS[product.shape["top"]], 0.42, 0.036)
    parts = _top(plan, product)
    match product.shape["legs"]:
        case "four":
            parts += _four(plan, 0.055)
        case "crossed":
            parts += _crossed(plan, 0.045)
        case "pedestal":
            parts += _pedestal(plan, 0.05)
        case "sled":
            parts += _sled(plan)
        case other:
            raise KeyError(other)
    match product.shape["shelf"]:
        case "none":
            return grounded(parts)
        case "one":
            return grounded(parts + _shelf(plan, 0.58 if product.shape["legs"] == "pedestal" else 0.74))
        case other:
            raise KeyError(other)


@kind("dining_table", view=(-62, 24))
def dining_table(product: Product) -> list[Mesh]:
    """A table to eat at."""
    plan = _plan(product, _DINING_TOPS[product.shape["top"]], 0.75, 0.045)
    parts = _top(plan, product)
    match product.shape["legs"]:
        case "four":
            parts += _four(plan, 0.085)
        case "crossed":
            parts += _crossed(plan, 0.07)
        case "pedestal":
            parts += _pedestal(plan, 0.08)
        case "trestle":
            parts += _trestle(plan)
        case other:
            raise KeyError(other)
    return grounded(parts)


def _plan(product: Product, outline: Floats, height: float, thickness: float) -> _Plan:
    stone = product.material in _STONE
    frame = plain(product.accent_paint, roughness=0.35, metallic=0.3) if stone else main(product)
    return _Plan(outline, height, thickness, main(product), frame, accent(product))


def _top(plan: _Plan, product: Product) -> list[Mesh]:
    slab = extrude(plan.outline, plan.thickness, plan.top, bevel=0.006, steps=3)
    slab = tiled(slab, _GRAIN_M, grain="x").moved(z=plan.height - plan.thickness / 2)
    return [slab, *_ornament(plan, product.pattern)]


def _ornament(plan: _Plan, pattern: str) -> list[Mesh]:
    """Inlays on the top, notches round its edge, or strips across it."""
    match pattern:
        case "plain":
            edge = plan.outline * (1 + 0.0015 / plan.half)
            return [_band(edge, plan.height - plan.thickness * 0.62, plan.thickness * 0.3, plan.paint)]
        case "inlay_line":
            inset = 0.16 * plan.half.min()
            lines = [plan.outline * (1 - (inset + more) / plan.half) for more in (0.0, 0.035)]
            return [_strip(line, plan.height, 0.016, plan.paint) for line in lines]
        case "inlay_diamond":
            return _lozenges(plan)
        case "carved_edge":
            return _notches(plan)
        case "slats":
            return _slats(plan)
        case other:
            raise KeyError(other)


def _band(outline: Floats, low: float, height: float, paint: Surface) -> Mesh:
    """A strip of paint round the edge."""
    ring = np.vstack([outline, outline[:1]])
    points = np.stack([np.column_stack([ring, np.full(len(ring), z)]) for z in (low, low + height)])
    return grid(points, paint, flip=True)


def _strip(line: Floats, z: float, width: float, paint: Surface) -> Mesh:
    """A flat closed strip just above the top, along an outline."""
    half = line.max(0)
    inner, outer = line * (1 - width / 2 / half), line * (1 + width / 2 / half)
    rings = [
        np.column_stack([np.vstack([r, r[:1]]), np.full(len(r) + 1, z + 0.0012)]) for r in (outer, inner)
    ]
    return grid(np.stack(rings), paint, flip=True)


def _inside(plan: _Plan, points: Floats, margin: float) -> Floats:
    """Those of the points (n, 2) that lie in the outline, away from its edge."""
    following = np.roll(plan.outline, -1, 0)
    along = following - plan.outline
    normal = np.stack([-along[:, 1], along[:, 0]], -1) / np.linalg.norm(along, axis=1, keepdims=True)
    away = ((points[:, None] - plan.outline[None]) * normal[None]).sum(-1)
    return points[(away > margin).all(1)]


def _lozenges(plan: _Plan) -> list[Mesh]:
    pitch = 0.34 * plan.half.min()
    x, y = np.meshgrid(row(2 * plan.half[0], pitch), row(2 * plan.half[1], pitch))
    flat = _inside(plan, np.stack([x.ravel(), y.ravel()], -1), pitch * 0.5)
    centres = np.column_stack([flat[:, 0], np.zeros(len(flat)), flat[:, 1]])
    return [diamonds(centres, pitch * 0.52, pitch * 0.9, plan.paint).turned("x", -90).moved(z=plan.height)]


def _notches(plan: _Plan) -> list[Mesh]:
    ring = np.vstack([plan.outline, plan.outline[:1]])
    length = np.linalg.norm(np.diff(ring, axis=0), axis=1).sum()
    count = int(length / (1.25 * plan.thickness))
    points = resample(ring, count + 1)[:-1]
    ahead = resample(ring, 8 * count + 1)[1:-1:8] - points
    turns = np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))
    centres = np.column_stack([points, np.full(count, plan.height - plan.thickness * 0.5)])
    return [
        bricks(
            centres,
            (0.62 * plan.thickness, 0.5 * plan.thickness, 0.66 * plan.thickness),
            plan.paint,
            turns=turns,
        )
    ]


def _slats(plan: _Plan) -> list[Mesh]:
    pitch = 0.22 * plan.half.min()
    made = []
    for y in row(1.9 * float(plan.half[1]), pitch):
        reach = _reach(plan.outline, y) - 0.02
        if reach > 0.05:
            made.append(bricks([(0, y, plan.height)], (2 * reach, pitch * 0.3, 0.003), plan.paint))
    return made


def _reach(outline: Floats, y: float) -> float:
    """Half the length of a convex outline that is the same left and right, at a place across it."""
    right = outline[outline[:, 0] >= 0]
    order = np.argsort(right[:, 1])
    return float(np.interp(y, right[order, 1], right[order, 0]))


def _feet(plan: _Plan, inset: float) -> Floats:
    """Where four legs stand: the corners of a rectangle in the outline, (4, 2)."""
    half = plan.half
    angular = len(plan.outline) < 40
    x, y = half - inset if angular else half * 0.64
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def _four(plan: _Plan, thick: float) -> list[Mesh]:
    made = []
    feet = _feet(plan, 0.05 + thick / 2)
    for x, y in feet:
        foot = (x * 1.03, y * 1.03, 0)
        made += leg(
            foot,
            (x, y, plan.under + 0.004),
            plan.frame,
            thickness=(thick * 0.6, thick),
            square=True,
            tip=plan.paint,
        )
    apron, (x, y) = plan.height * 0.09 + 0.015, feet[2]
    for s in (-1, 1):
        made.append(plank(2 * x, 0.02, apron, plan.frame).moved(0, s * y, plan.under - apron / 2))
        made.append(plank(0.02, 2 * y, apron, plan.frame).moved(s * x, 0, plan.under - apron / 2))
    return made


def _crossed(plan: _Plan, thick: float) -> list[Mesh]:
    """An X at each end, a bar between the crossings."""
    x, y = _feet(plan, 0.12)[2]
    made = []
    for s in (-1, 1):
        for t in (-1, 1):
            shift = 0.3 * thick * t
            low, high = (s * x + shift, -t * y * 1.05, 0), (s * x + shift, t * y * 1.05, plan.under)
            made += leg(low, high, plan.frame, thickness=(thick, thick), square=True, tip=plan.paint)
        made.append(plank(0.05, 2.1 * y + thick, 0.03, plan.frame).moved(s * x, 0, plan.under - 0.015))
    middle = plan.under / 2
    return [*made, bar((-x, 0, middle), (x, 0, middle), plan.frame, thickness=thick * 0.8, square=True)]


def _pedestal(plan: _Plan, radius: float) -> list[Mesh]:
    """A turned column on a wide foot; two columns under a long top."""
    h, r = plan.under, radius
    foot = min(0.5 * float(plan.half.min()), 4.2 * r)
    profile = spline(
        [
            (foot, 0.028),
            (foot * 0.72, 0.045),
            (r * 1.15, 0.16 * h + 0.03),
            (r * 0.8, 0.3 * h),
            (r * 1.25, 0.55 * h),
            (r * 0.85, 0.78 * h),
            (r * 1.3, 0.9 * h),
            (foot * 0.6, h),
        ],
        50,
    )
    column = lathe(profile, plan.frame, segments=48)
    plate = cylinder(foot + 0.006, 0.03, plan.paint, bevel=0.008)
    apart = max(0.0, float(plan.half[0] - plan.half[1]) * 0.95)
    places = (-apart, apart) if apart > 0.15 else (0.0,)
    return [part.moved(x) for x in places for part in (column, plate)]


def _sled(plan: _Plan) -> list[Mesh]:
    """Two closed frames of flat bars, standing on runners."""
    x, y = _feet(plan, 0.09)[2]
    w, tall = 2 * y, plan.under
    frame = rounded_rectangle(w, tall, 0.04, 5)
    made = []
    for s in (-1, 1):
        line = in_plane(frame, "yz") + np.array([s * x, 0, tall / 2])
        made.append(
            sweep(line, rounded_rectangle(0.045, 0.026, 0.006, 3), plan.frame, closed=True, up=(1, 0, 0))
        )
        made.append(plank(0.056, w * 0.98, 0.014, plan.paint).moved(s * x, 0, -0.011))
    return made


def _trestle(plan: _Plan) -> list[Mesh]:
    """Two A-frames with a long stretcher that is wedged through them."""
    x, y = _feet(plan, 0.24)[2] * [0.92, 0.9]
    made = []
    for s in (-1, 1):
        for t in (-1, 1):
            low, high = (s * x, t * y, 0), (s * x, t * y * 0.3, plan.under - 0.02)
            made += leg(low, high, plan.frame, thickness=(0.06, 0.075), square=True, tip=plan.paint)
        made.append(plank(0.085, 1.5 * y, 0.06, plan.frame).moved(s * x, 0, plan.under - 0.03))
        made.append(plank(0.06, 1.62 * y, 0.055, plan.frame).moved(s * x, 0, 0.23))
    made.append(plank(2 * x + 0.2, 0.035, 0.11, plan.frame).moved(z=0.3))
    wedges = [(s * (x + 0.07), 0, 0.3) for s in (-1, 1)]
    return [*made, bricks(wedges, (0.022, 0.02, 0.19), plan.paint)]


def _shelf(plan: _Plan, share: float) -> list[Mesh]:
    board = extrude(plan.outline * share, 0.022, plan.top, bevel=0.004, steps=3)
    return [tiled(board, _GRAIN_M, grain="x").moved(z=plan.height * 0.36)]
