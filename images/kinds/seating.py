"""Upholstered seats: armchairs and sofas are one construction of different width."""

from dataclasses import dataclass

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    arc,
    ball,
    box,
    cushion,
    cylinder,
    extrude,
    fillet,
    in_plane,
    pillow,
    rounded_rectangle,
    spline,
    tube,
)
from images.kinds.joinery import grounded, leg, leg_surface, tiled
from images.kinds.registry import kind
from images.kinds.upholstery import quilt
from images.spec import Product
from images.surfaces import Surface, cloth, patterned, plain

_LEG_M = 0.17
_SEAT_M = 0.45
"""Top of the seat cushion."""
_BACK_M = 0.17
"""Thickness of the back."""
_LEAN = -9
"""Degrees that the back leans."""
_ARM_M = {"round": 0.2, "square": 0.1, "roll": 0.19, "none": 0.0}
"""Width of an arm."""


@dataclass(frozen=True)
class _Plan:
    """What the parts of a seat are measured by; metres."""

    width: float
    depth: float
    arm: str
    cloth: Surface
    trim: Surface
    tile: tuple[float, float]
    """How much cloth a map covers, across and along."""
    seats: int

    @property
    def inner(self) -> float:
        """Between the arms."""
        return self.width - 2 * _ARM_M[self.arm]

    @property
    def back_y(self) -> float:
        """Front of the back at the height of the seat."""
        return self.depth / 2 - _BACK_M - 0.04

    def covered(self, mesh: Mesh) -> Mesh:
        """The mesh under cloth that runs on from part to part."""
        return tiled(mesh, self.tile)


@kind("armchair", view=(-58, 17))
def armchair(product: Product) -> list[Mesh]:
    """An armchair, or a slipper chair where it has no arms."""
    plan = _Plan(
        width=float(np.clip(product.size_mm[0] / 1000, 0.74, 0.9))
        - (0.12 if product.shape["arm"] == "none" else 0),
        depth=0.8,
        arm=product.shape["arm"],
        cloth=patterned(product, 8, aspect=2.0),
        trim=_trim(product),
        tile=_tile(product, 0.42),
        seats=1,
    )
    parts = _base(plan) + _legs(plan, product.shape["legs"]) + _arms(plan)
    match product.shape["back"]:
        case "low":
            parts += _back(plan, 0.75)
        case "high":
            parts += _tufted_back(plan, 1.04)
        case "wing":
            parts += _back(plan, 1.04) + _wings(plan)
        case other:
            raise KeyError(other)
    return grounded(parts)


@kind("sofa", view=(-64, 17))
def sofa(product: Product) -> list[Mesh]:
    """A sofa of two or three seats, by its length."""
    width = float(np.clip(product.size_mm[0] / 1000, 1.5, 2.2))
    plan = _Plan(
        width=width,
        depth=0.88,
        arm=product.shape["arm"],
        cloth=patterned(product, 8, aspect=2.0),
        trim=_trim(product),
        tile=_tile(product, 0.54),
        seats=2 if width < 1.85 else 3,
    )
    parts = _base(plan) + _legs(plan, product.shape["legs"]) + _arms(plan)
    match product.shape["back"]:
        case "low":
            parts += _back(plan, 0.72)
        case "high":
            parts += _tufted_back(plan, 0.98)
        case other:
            raise KeyError(other)
    match product.shape["cushions"]:
        case "none":
            return grounded(parts)
        case "two":
            return grounded(parts + _pillows(plan, product))
        case other:
            raise KeyError(other)


def _tile(product: Product, size: float) -> tuple[float, float]:
    return (size if product.pattern == "plain" else 2 * size, size)


def _trim(product: Product) -> Surface:
    return plain(product.accent_paint, roughness=0.7)


def _base(plan: _Plan) -> list[Mesh]:
    frame = box(plan.inner + 0.05, plan.depth - 0.05, 0.15, plan.cloth, radius=0.02)
    parts = [plan.covered(frame).moved(z=_LEG_M + 0.075)]
    each = plan.inner / plan.seats
    front, back = -plan.depth / 2 - 0.01, plan.back_y + 0.05
    height, r = _SEAT_M - _LEG_M - 0.13, 0.05
    for x in _middles(plan):
        seat = cushion(each - 0.006, back - front, height, plan.cloth, radius=r, steps=3, puff=0.2, axes=(2,))
        place = np.array([x, (front + back) / 2, _SEAT_M - height / 2])
        parts.append(plan.covered(seat).moved(*place))
        for up in (-1, 1):
            loop = rounded_rectangle(each - 0.006 - 0.58 * r, back - front - 0.58 * r, r)
            rise = up * (height / 2 - 0.29 * r)
            parts.append(_piping(in_plane(loop, "xy") + place + np.array([0, 0, rise]), plan.trim))
    return parts


def _middles(plan: _Plan) -> Floats:
    return (np.arange(plan.seats) - (plan.seats - 1) / 2) * plan.inner / plan.seats


def _piping(line: Floats, trim: Surface) -> Mesh:
    return tube(line, 0.0065, trim, sides=8, closed=True)


def _legs(plan: _Plan, choice: str) -> list[Mesh]:
    surface = leg_surface(choice)
    x, y = plan.width / 2 - 0.11, plan.depth / 2 - 0.09
    head = _LEG_M + 0.01
    if choice == "wood":
        across = (-x, 0.0, x) if plan.seats > 2 else (-x, x)
        return [
            part
            for px in across
            for side in (-1, 1)
            for part in leg(
                (px + 0.04 * np.sign(px), side * (y + 0.035), 0),
                (px, side * y, head),
                surface,
                thickness=(0.026, 0.052),
            )
        ]
    loops = []
    for px in (-x - 0.04, x + 0.04):
        corners = [(px, -y - 0.04, head), (px, -y - 0.04, 0.011), (px, y + 0.04, 0.011), (px, y + 0.04, head)]
        loops.append(tube(fillet(corners, 0.05, 8), 0.011, surface, sides=12))
    return [*loops, tube([(-x - 0.04, y * 0.6, 0.011), (x + 0.04, y * 0.6, 0.011)], 0.009, surface, sides=10)]


def _arms(plan: _Plan) -> list[Mesh]:
    """Both arms: the left one is the right one's mirror image."""
    if plan.arm == "none":
        return []
    x = (plan.width - _ARM_M[plan.arm]) / 2
    right = [part.moved(x) for part in _right_arm(plan, plan.depth - 0.03)]
    return right + [part.mirrored("x") for part in right]


def _right_arm(plan: _Plan, deep: float) -> list[Mesh]:
    match plan.arm:
        case "round":
            fat = cushion(
                _ARM_M["round"], deep, 0.42, plan.cloth, radius=0.098, steps=6, puff=0.06, axes=(0,)
            )
            return [plan.covered(fat).moved(z=_LEG_M + 0.22)]
        case "square":
            slab = plan.covered(box(_ARM_M["square"], deep, 0.49, plan.cloth, radius=0.012))
            z = _LEG_M - 0.01 + 0.245
            edge = rounded_rectangle(_ARM_M["square"] - 0.008, 0.482, 0.012, 3)
            return [
                slab.moved(z=z),
                _piping(in_plane(edge, "xz", -deep / 2) + np.array([0, 0, z]), plan.trim),
            ]
        case "roll":
            return _roll_arm(plan, deep)
        case other:
            raise KeyError(other)


def _roll_arm(plan: _Plan, deep: float) -> list[Mesh]:
    """A scroll that rolls outwards over an upright panel, with a button on its face."""
    low, centre, r = _LEG_M - 0.01, (0.012, 0.55), 0.095
    curl = arc(r, -38, 196, 24) + centre
    outline = np.vstack([[(-0.07, low)], [(0.06, low)], [(0.062, 0.42)], curl, [(-0.075, 0.44)]])
    body = extrude(outline, deep, plan.cloth, bevel=0.012, steps=3)
    body = plan.covered(body.turned("x", 90))
    face = -deep / 2
    knob = cylinder(0.02, 0.012, plan.trim, bevel=0.004).turned("x", 90).moved(0.012, face, centre[1])
    rim = fillet(outline * 0.97 + np.array([0, 0.012]), 0.01, 3)
    return [body, knob, _piping(in_plane(rim, "xz", face + 0.002), plan.trim)]


def _back(plan: _Plan, top: float) -> list[Mesh]:
    """A slab with a loose cushion for each seat."""
    parts = _slab(plan, top - 0.03)
    each, low = plan.inner / plan.seats, _SEAT_M + 0.01
    height = top - low
    for x in _middles(plan):
        soft = cushion(each - 0.01, 0.17, height, plan.cloth, radius=0.07, steps=4, puff=0.35, axes=(1,))
        parts.append(_leaning(plan.covered(soft), plan, x, low=low, height=height, behind=-0.035))
        loop = in_plane(rounded_rectangle(each - 0.05, height - 0.04, 0.05), "xz", -0.062)
        ring_ = _piping(loop, plan.trim)
        parts.append(_leaning(ring_, plan, x, low=low, height=height, behind=-0.035))
    return parts


def _tufted_back(plan: _Plan, top: float) -> list[Mesh]:
    """A tall slab, quilted, with a button at each crossing."""
    parts = _slab(plan, top)
    low = _SEAT_M - 0.02
    height, width = top - low - 0.03, plan.inner - 0.02
    columns, rows = (3, 4) if plan.seats == 1 else (3 * plan.seats, 3)
    soft, crossings = quilt((width, height), (columns, rows), 0.05, plan.cloth)
    parts.append(_leaning(plan.covered(soft), plan, 0, low=low, height=height, behind=0))
    button = ball(0.014, plan.trim, stretch=(1, 0.6, 1), segments=10)
    parts += [
        _leaning(button.moved(px, -0.006, pz), plan, 0, low=low, height=height, behind=0)
        for px, pz in crossings
    ]
    return parts


def _slab(plan: _Plan, top: float) -> list[Mesh]:
    low = _LEG_M + 0.02
    slab = box(plan.inner + 0.04, 0.13, top - low, plan.cloth, radius=0.045)
    return [_leaning(plan.covered(slab), plan, 0, low=low, height=top - low, behind=0.062)]


def _leaning(mesh: Mesh, plan: _Plan, x: float, *, low: float, height: float, behind: float) -> Mesh:
    """A part of the back, centred on the origin, put on the seat and tilted about the seat's rear edge."""
    upright = mesh.moved(0, behind, low + height / 2 - _SEAT_M)
    return upright.turned("x", _LEAN).moved(x, plan.back_y, _SEAT_M)


def _wings(plan: _Plan) -> list[Mesh]:
    side = spline(
        [
            (0.13, -0.02),
            (-0.06, 0.0),
            (-0.2, 0.08),
            (-0.25, 0.24),
            (-0.23, 0.4),
            (-0.15, 0.52),
            (0.02, 0.59),
            (0.14, 0.58),
        ],
        40,
    )
    wing = extrude(side, 0.085, plan.cloth, bevel=0.036, steps=4)
    upright = wing.transformed([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    edge = _piping(np.column_stack([np.zeros(38), side[1:-1]]), plan.trim)
    reach = plan.inner / 2 + (0.0 if plan.arm == "none" else 0.015)
    made = []
    for x in (-reach, reach):
        for part in (plan.covered(upright), edge):
            made.append(part.turned("x", _LEAN).moved(x, plan.back_y, _SEAT_M))
    return made


def _pillows(plan: _Plan, product: Product) -> list[Mesh]:
    soft = pillow(0.44, 0.44, 0.17, cloth(product.accent_paint, 3))
    return [
        soft.turned("x", -24)
        .turned("z", -side * 12)
        .turned("y", side * 7)
        .moved(side * (plan.inner / 2 - 0.25), plan.back_y - 0.22, _SEAT_M + 0.24)
        for side in (-1, 1)
    ]
