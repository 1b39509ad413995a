"""Lamps with cloth shades: floor lamps and table lamps, lit."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from images.colors import channels
from images.geometry import Floats, Mesh, ball, cylinder, fillet, lathe, resample, ring, spline, tube
from images.kinds.joinery import CHROME, accent, bar, grounded, leg
from images.kinds.ornaments import printed
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, cloth, main, plain

_GLOW = Surface(color="#ffdca6", emission=1.1)
_INSIDE = plain("#fff6e4", roughness=0.9)
_CORD = plain("#26262a", roughness=0.8)
_BRASS = plain("#b9924f", roughness=0.25, metallic=0.9)
_PRINTS: Mapping[str, str] = MappingProxyType({"plain": "plain", "stripes": "vstripes", "dots": "dots"})
"""Choice of a shade's pattern -> pattern of the catalogue."""


@kind("floor_lamp", view=(-68, 9))
def floor_lamp(product: Product) -> list[Mesh]:
    """A lamp to stand on the floor; its shade is in the second colour, with the pattern in the first."""
    frame = main(product)
    shade = printed(
        product, _shade_cloth(product.accent_paint), repeats=12, aspect=4.4, ornament=product.paint
    )
    if product.shape["shade"] == "dome":
        base = plain(product.accent_paint, roughness=0.3, clearcoat=0.4)
        shade = printed(product, base, repeats=12, aspect=4.4, ornament=product.paint)
    trim = plain(product.paint, roughness=0.5)
    match product.shape["base"]:
        case "disc":
            parts, hang = _disc_stand(frame), (0.0, 0.98)
        case "tripod":
            parts, hang = _tripod_stand(frame), (0.0, 0.98)
        case "arc":
            parts, hang = _arc_stand(frame)
        case other:
            raise KeyError(other)
    x, z = hang
    parts += [part.moved(x, 0, z) for part in _shade(product.shape["shade"], shade, trim, 0.25, 0.28)]
    return grounded(parts)


def _disc_stand(frame: Surface) -> list[Mesh]:
    foot = lathe(fillet([(0, 0), (0.165, 0), (0.165, 0.022), (0.03, 0.04), (0.012, 0.06)], 0.008, 5), frame)
    knot = ball(0.022, frame, segments=24).moved(z=0.62)
    return [foot, tube([(0, 0, 0.04), (0, 0, 0.6), (0, 0, 1.1)], 0.015, frame), knot]


def _tripod_stand(frame: Surface) -> list[Mesh]:
    parts: list[Mesh] = []
    for turn in np.radians([-90, 30, 150]):
        c, s = np.cos(turn), np.sin(turn)
        parts += leg((0.3 * c, 0.3 * s, 0), (0.022 * c, 0.022 * s, 0.93), frame, thickness=(0.026, 0.044))
        parts.append(bar((0, 0, 0.42), (0.165 * c, 0.165 * s, 0.42), CHROME, thickness=0.008))
    hub = cylinder(0.05, 0.035, _BRASS, bevel=0.006).moved(z=0.905)
    return [*parts, hub, tube([(0, 0, 0.93), (0, 0, 1.1)], 0.0115, _BRASS)]


def _arc_stand(frame: Surface) -> tuple[list[Mesh], tuple[float, float]]:
    foot = lathe(fillet([(0, 0), (0.16, 0), (0.16, 0.05), (0.02, 0.056)], 0.01, 5), frame).moved(-0.3)
    path = spline(
        [
            (-0.3, 0, 0.03),
            (-0.3, 0, 0.6),
            (-0.24, 0, 1.08),
            (-0.02, 0, 1.33),
            (0.2, 0, 1.24),
            (0.25, 0, 1.08),
        ],
        60,
    )
    sleeve = cylinder(0.021, 0.1, frame, bevel=0.004).moved(-0.3, 0, 0.05)
    return [foot, sleeve, tube(path, 0.0155, frame)], (0.25, 0.8)


def _shade_cloth(color: str) -> Surface:
    return replace(cloth(color, 2), roughness=0.95)


def _profile(shade: str, radius: float, height: float) -> Floats:
    """Outer profile of a shade, upwards from its lower rim at z = 0; (n, 2)."""
    r, h = radius, height
    match shade:
        case "drum":
            return np.array([(r * 0.86, 0), (r * 0.8, h)])
        case "cone":
            return np.array([(r, 0), (r * 0.3, h)])
        case "bell":
            return spline(
                [(r, 0), (r * 0.78, h * 0.2), (r * 0.62, h * 0.55), (r * 0.5, h * 0.85), (r * 0.4, h)], 24
            )
        case "dome":
            t = np.radians(np.linspace(0, 80, 26))
            return np.stack([r * np.cos(t), h * 0.78 * np.sin(t)], -1)
        case other:
            raise KeyError(other)


def _shade(choice: str, surface: Surface, trim: Surface, radius: float, height: float) -> list[Mesh]:
    """A shade whose lower rim lies at z = 0, its lining, the wire at its rims, its lamp and what holds it."""
    outer = resample(_profile(choice, radius, height), 24)
    inner = outer[::-1] * np.array([0.985, 1]) - np.array([0.001, 0.001])
    rims = [
        ring(float(r), 0.0045, trim, segments=64, sides=8).moved(z=float(z)) for r, z in (outer[0], outer[-1])
    ]
    bulb = ball(min(0.034, radius * 0.2), _GLOW, stretch=(1, 1, 1.3), segments=20).moved(z=height * 0.42)
    top = float(outer[-1, 1])
    spider = [
        bar(
            (0, 0, top - 0.012),
            (outer[-1, 0] * np.cos(t), outer[-1, 0] * np.sin(t), top - 0.004),
            _BRASS,
            thickness=0.005,
        )
        for t in np.radians([20, 140, 260])
    ]
    stem = tube([(0, 0, 0.02), (0, 0, top + 0.012)], 0.006, _BRASS, sides=10)
    knob = ball(0.012, _BRASS, segments=16).moved(z=top + 0.02)
    lid = [cylinder(float(outer[-1, 0]), 0.006, trim).moved(z=top - 0.003)] if choice == "dome" else []
    return [lathe(outer, surface), lathe(inner, _INSIDE), *rims, bulb, *spider, stem, knob, *lid]


@kind("table_lamp", view=(-70, 10))
def table_lamp(product: Product) -> list[Mesh]:
    """A lamp for a table: the body has the pattern, the shade one of its own in the second colour."""
    match product.shape["base"]:
        case "turned":
            parts, top = _turned_body(product)
        case "sphere":
            parts, top = _sphere_body(product)
        case "column":
            parts, top = _column_body(product)
        case "tripod":
            parts, top = _tripod_body(product)
        case other:
            raise KeyError(other)
    shade, trim = _table_shade(product)
    parts.append(tube([(0, 0, top - 0.01), (0, 0, top + 0.06)], 0.008, _BRASS))
    parts.append(cylinder(0.017, 0.035, _BRASS, bevel=0.003).moved(z=top + 0.005))
    parts += [part.moved(z=top + 0.035) for part in _shade(product.shape["shade"], shade, trim, 0.185, 0.2)]
    cable = spline(
        [(0, 0.05, 0.006), (0.02, 0.12, 0.004), (0.12, 0.17, 0.004), (0.22, 0.14, 0.004), (0.3, 0.17, 0.004)],
        40,
    )
    return grounded([*parts, tube(cable, 0.003, _CORD, sides=8)])


def _table_shade(product: Product) -> tuple[Surface, Surface]:
    """Light cloth, or taupe where the second colour is light, printed with that; and its trim."""
    light = channels(product.accent_paint).mean() > 0.72
    ground = "#8d7c6b" if light else "#f3ead6"
    printing = replace(product, pattern=_PRINTS[product.shape["shade_pattern"]])
    surface = printed(printing, _shade_cloth(ground), repeats=16, aspect=4.0)
    return surface, accent(product, roughness=0.8)


def _lathed(profile: Floats, surface: Surface) -> Mesh:
    return lathe(profile, surface, by_height=True)


def _turned_body(product: Product) -> tuple[list[Mesh], float]:
    profile = spline(
        [
            (0.058, 0.018),
            (0.07, 0.03),
            (0.05, 0.055),
            (0.062, 0.09),
            (0.094, 0.14),
            (0.098, 0.175),
            (0.075, 0.22),
            (0.036, 0.255),
            (0.028, 0.275),
            (0.04, 0.288),
            (0.02, 0.298),
        ],
        80,
    )
    return [
        _lathed(profile, printed(product, main(product), repeats=10, aspect=2.2)),
        *_foot(0.075, product),
    ], 0.298


def _foot(radius: float, product: Product) -> list[Mesh]:
    return [
        lathe(
            fillet([(0, 0), (radius, 0), (radius, 0.016), (radius - 0.02, 0.022), (0, 0.022)], 0.004, 4),
            accent(product),
        )
    ]


def _sphere_body(product: Product) -> tuple[list[Mesh], float]:
    t = np.radians(np.linspace(-80, 82, 50))
    globe = np.stack([0.108 * np.cos(t), 0.122 + 0.108 * np.sin(t)], -1)
    neck = lathe(
        fillet([(0.03, 0.222), (0.03, 0.235), (0.014, 0.24), (0.012, 0.27)], 0.003, 4), accent(product)
    )
    return [
        _lathed(globe, printed(product, main(product), repeats=10, aspect=2.9)),
        *_foot(0.06, product),
        neck,
    ], 0.255


def _column_body(product: Product) -> tuple[list[Mesh], float]:
    shaft = np.array([(0.05, 0.03), (0.05, 0.29)])
    trim = accent(product)
    base = lathe(fillet([(0, 0), (0.095, 0), (0.095, 0.02), (0.06, 0.032), (0.05, 0.036)], 0.006, 5), trim)
    capital = lathe(
        fillet([(0.05, 0.284), (0.064, 0.29), (0.064, 0.306), (0.02, 0.312), (0, 0.312)], 0.004, 4), trim
    )
    return [_lathed(shaft, printed(product, main(product), repeats=6, aspect=1.2)), base, capital], 0.312


def _tripod_body(product: Product) -> tuple[list[Mesh], float]:
    """A bellied pot held by three splayed legs."""
    pot = spline(
        [(0.012, 0.13), (0.055, 0.138), (0.088, 0.175), (0.09, 0.215), (0.06, 0.262), (0.022, 0.285)], 50
    )
    parts = [_lathed(pot, printed(product, main(product), repeats=10, aspect=3.3))]
    wood = plain("#7a5533", roughness=0.5) if product.material != "teak" else main(product)
    for turn in np.radians([-62, 58, 178]):
        c, s = np.cos(turn), np.sin(turn)
        parts += leg(
            (0.135 * c, 0.135 * s, 0),
            (0.055 * c, 0.055 * s, 0.16),
            wood,
            thickness=(0.013, 0.022),
            tip=accent(product),
        )
    belt = ring(0.058, 0.006, accent(product), segments=48, sides=8).moved(z=0.141)
    return [*parts, belt], 0.285
