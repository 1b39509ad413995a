"""LED bulbs, upright on their screw: a printed collar under a dome."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, ball, cylinder, fillet, lathe, ring, spline, tube
from images.kinds.office_parts import DARK, drum, overprint, trim
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, glass, main, plain

_GLOW = Surface(color="#ffd590", emission=2.2)
_NICKEL = plain("#c8cacc", roughness=0.22, metallic=0.9)
_WALL = 0.0009
_DOMES = {
    "pear": [(0, 0.021), (0.01, 0.0265), (0.03, 0.0315), (0.046, 0.0265), (0.056, 0.013), (0.0585, 0.0001)],
    "globe": [
        (0, 0.021),
        (0.007, 0.031),
        (0.02, 0.0395),
        (0.035, 0.0425),
        (0.05, 0.0395),
        (0.063, 0.03),
        (0.0735, 0.013),
        (0.0765, 0.0001),
    ],
    "candle": [
        (0, 0.0165),
        (0.012, 0.0195),
        (0.026, 0.018),
        (0.044, 0.0105),
        (0.06, 0.0042),
        (0.068, 0.002),
        (0.071, 0.0001),
    ],
    "tube": [
        (0, 0.0175),
        (0.006, 0.0195),
        (0.012, 0.02),
        (0.06, 0.02),
        (0.068, 0.0185),
        (0.075, 0.01),
        (0.077, 0.0001),
    ],
}
"""Shape of the bulb -> (height above the collar, radius) of its dome, in metres."""
_SCREWS = {"narrow": (0.0078, 0.02), "wide": (0.0148, 0.024)}
"""Base -> radius and height of the screw."""
_COLLAR = 0.032


@kind("led_bulb", view=(-75, 14))
def led_bulb(product: Product) -> list[Mesh]:
    """A bulb that stands on its contact."""
    radius, height = _SCREWS[product.shape["base"]]
    dome = spline(_DOMES[product.shape["bulb"]], 70)
    dome[:, 1] = dome[:, 1].clip(0.0001)
    dome[-1, 1] = 0
    low = 0.004 + height
    top = low + _COLLAR
    return [
        *_screw(radius, height),
        *_collar(product, radius, float(dome[0, 1]), low),
        *_dome(product, dome[:, ::-1] + [0, top]),
        *_filament(product.shape["filament"], top, float(dome[:, 0].max()), float(dome[:, 1].max())),
    ]


def _screw(radius: float, height: float) -> list[Mesh]:
    z = np.linspace(0, 1, 90)
    thread = 0.045 * radius + 0.0009 * np.cos(z * 2 * np.pi * 5.5)
    wall = np.column_stack([radius - thread * (z < 0.97), 0.0045 + z * (height - 0.0005)])
    return [
        lathe(np.vstack([(radius * 0.7, 0.004), wall]), _NICKEL, segments=56),
        lathe([(radius * 0.4, 0.0008), (radius * 0.74, 0.0042)], DARK, segments=40),
        cylinder(radius * 0.4, 0.0016, _NICKEL, bevel=0.0006),
    ]


def _collar(product: Product, screw: float, dome: float, low: float) -> list[Mesh]:
    """The housing of the electronics, printed all round."""
    ground = replace(main(product), color_map=None, bump=None)
    start = max(screw * 1.08, dome * 0.66)
    profile = spline(
        [(start, 0), (start + (dome - start) * 0.3, 0.008), (dome * 0.99, 0.022), (dome + 0.001, _COLLAR)], 40
    )
    aspect = 2 * np.pi * dome / _COLLAR
    wall = lathe(
        profile + np.array([0, low]),
        overprint(product, aspect=aspect, repeats=12, ground=ground),
        by_height=True,
    )
    foot = lathe(
        fillet([(screw * 0.8, 0), (screw * 1.08, 0.0002), (start, 0.0012)], 0.0004, 4)
        + np.array([0, low - 0.0012]),
        ground,
    )
    shut = lathe([(dome + 0.001, 0), (0, 0.0004)], plain("#e9e6dd", roughness=0.6)).moved(
        z=low + _COLLAR - 0.0004
    )
    rim = ring(dome + 0.0006, 0.0013, trim(product)).moved(z=low + _COLLAR)
    return [wall, foot, shut, rim]


def _dome(product: Product, outer: Floats) -> list[Mesh]:
    """Clear where a filament is to be seen, milky without one; tinted for bulbs of glass."""
    tinted = product.material == "glass"
    if product.shape["filament"] == "none":
        milk = plain(product.paint if tinted else "#f6f4ec", roughness=0.28, clearcoat=0.5)
        return [lathe(outer, milk)]
    clear = glass(product.paint if tinted and product.color != "white" else "#ffffff")
    inner = outer - [_WALL, 0]
    inner = inner[inner[:, 0] > 0.0004]
    tip = (0.0, float(inner[-1, 1]) - 0.0002)
    return [lathe(np.vstack([outer, tip, inner[::-1]]), clear)]


def _filament(name: str, low: float, height: float, radius: float) -> list[Mesh]:
    """Bars or a coil of light on a stem, in a dome of so many metres."""
    if name == "none":
        return []
    stem = drum(0.0035, height * 0.14, plain("#e4e7e6", roughness=0.2, clearcoat=0.6)).moved(z=low)
    bottom, top = low + height * 0.2, low + height * 0.74
    wide = min(radius * 0.36, 0.011)
    match name:
        case "straight":
            made: list[Mesh] = []
            for turn in np.radians([40, 130, 220, 310]):
                c, s = np.cos(turn), np.sin(turn)
                ends = [(wide * c, wide * s, bottom), (wide * 0.55 * c, wide * 0.55 * s, top)]
                made.append(tube(ends, 0.0011, _GLOW, sides=10))
                made += [tube([(0, 0, low + height * 0.13), ends[0]], 0.0005, _NICKEL, sides=8)]
            return [stem, *made, ball(wide * 0.3, _NICKEL, segments=20).moved(z=top)]
        case "spiral":
            share = np.linspace(0, 1, 150)
            turn = share * 2 * np.pi * 3.5
            coil = wide * (1.12 - 0.3 * share)
            path = np.column_stack(
                [coil * np.cos(turn), coil * np.sin(turn), bottom + (top - bottom) * share]
            )
            post = tube([(0, 0, low + height * 0.1), (0, 0, top + 0.002)], 0.0007, _NICKEL, sides=8)
            arms = [
                tube([(0, 0, z), end], 0.0005, _NICKEL, sides=8)
                for z, end in ((bottom, path[0]), (top, path[-1]))
            ]
            return [stem, post, *arms, tube(path, 0.0011, _GLOW, sides=8)]
        case other:
            raise KeyError(other)
