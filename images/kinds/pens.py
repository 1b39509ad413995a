"""Ballpoint pens: a pair lies on the table."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, ball, box, circle, fillet, lathe, ring, spline, tube
from images.kinds.office_parts import DARK, STEEL, drum, fluted, hexagonal, overprint, spun, trim
from images.kinds.packs import standing
from images.kinds.registry import kind
from images.kinds.shells import shell
from images.spec import Product
from images.surfaces import Surface, main

_RADIUS = 0.0062
_LOW, _HIGH = 0.016, 0.12
"""Where the barrel begins above the tip, and where it ends."""
_BARRELS = {
    "straight": [(_LOW, 0.8), (0.024, 0.95), (0.034, 1.0), (0.075, 1.0), (_HIGH, 1.0)],
    "waisted": [(_LOW, 0.82), (0.026, 1.12), (0.036, 1.15), (0.07, 0.66), (0.106, 1.18), (_HIGH, 1.05)],
    "hexagon": [(_LOW, 0.7), (0.024, 0.98), (0.034, 1.08), (0.075, 1.08), (_HIGH, 1.08)],
}
"""Shape of the barrel -> (height above the tip in metres, share of the radius)."""


@kind("ballpoint_pen", view=(-72, 46))
def ballpoint_pen(product: Product) -> list[Mesh]:
    """Two pens of a pack side by side, their points to the left."""
    parts = _pen(product)
    pair = []
    for y, roll, shift in ((-0.013, 32, -0.008), (0.013, 62, 0.01)):
        lying = [part.scaled(1.18, 1.18, 1).turned("y", 90).turned("x", roll) for part in parts]
        pair += [part.moved(x=shift, y=y) for part in standing(lying)]
    return spun(pair, 50)


def _pen(product: Product) -> list[Mesh]:
    """One pen upright on its point; its clip looks towards -x."""
    line = spline(_BARRELS[product.shape["barrel"]], 60)
    z, share = np.maximum.accumulate(line[:, 0]), line[:, 1]
    outline = hexagonal(_RADIUS) if product.shape["barrel"] == "hexagon" else circle(_RADIUS, 48)
    body = overprint(product, aspect=0.38, repeats=3)
    top = share[-1]
    profile = np.vstack([np.column_stack([share, z]), (top * 0.97, _HIGH + 0.0006), (0, _HIGH + 0.0006)])
    low = float(np.interp(0.0175, z, share)) * _RADIUS
    nose = [(0, 0), (0.0005, 0.0002), (0.0008, 0.003), (0.0018, 0.0036), (low * 0.98, _LOW + 0.001)]
    smooth = replace(main(product), color_map=None, bump=None)
    end, outer = _end(product, smooth, top * _RADIUS)
    high = 0.137 if product.shape["end"] == "cap" else 0.113
    return [
        shell(profile, outline, body, along=np.r_[(z - _LOW) / (_HIGH - _LOW), 1, 1]),
        lathe(nose, STEEL, segments=40),
        _grip(z, share, trim(product)),
        *end,
        *_clip(product.shape["clip"], max(outer, 1.0 * _RADIUS), high),
    ]


def _grip(z: Floats, share: Floats, surface: Surface) -> Mesh:
    """A rubber sleeve with ribs, where fingers hold the pen."""
    up = np.linspace(0.0225, 0.0405, 60)
    ripple = 0.0005 + 0.0003 * np.sin((up - up[0]) * 2 * np.pi / 0.003)
    radius = np.interp(up, z, share) * _RADIUS + ripple
    profile = np.column_stack([radius, up])
    return lathe(
        np.vstack([(radius[0] * 0.9, up[0]), profile, (radius[-1] * 0.9, up[-1])]), surface, segments=48
    )


def _end(product: Product, smooth: Surface, radius: float) -> tuple[list[Mesh], float]:
    """What is at the far end, and how thick the pen is there."""
    match product.shape["end"]:
        case "button":
            collar = drum(radius * 0.86, 0.0045, STEEL).moved(z=_HIGH)
            button = drum(radius * 0.52, 0.017, trim(product), soft=0.0016).moved(z=_HIGH + 0.003)
            return [collar, button], radius
        case "twist":
            share = fillet([(1.0, 0), (1.0, 0.004), (0.62, 0.021), (0, 0.021)], 0.002, 6)
            share[:, 1] += _HIGH + 0.0012
            crown = shell(share, fluted(radius * 1.02, 14, 0.12), smooth)
            bands = [ring(radius * 1.0, 0.0012, STEEL, segments=48).moved(z=_HIGH)]
            return [crown, *bands, ball(radius * 0.45, STEEL, segments=24).moved(z=_HIGH + 0.0215)], radius
        case "cap":
            outer = max(radius, _RADIUS) * 1.3
            profile = [(outer * 0.8, 0.0845), (outer, 0.084), (outer, 0.146), (0, 0.148)]
            cap = lathe(fillet(profile, [0, 0.0004, 0.005, 0], 8), smooth, segments=56)
            lip = ring(outer * 0.985, 0.0011, trim(product), segments=56).moved(z=0.0855)
            hole = drum(outer * 0.82, 0.001, DARK).moved(z=0.0842)
            return [cap, lip, hole], outer
        case other:
            raise KeyError(other)


def _clip(name: str, radius: float, high: float) -> list[Mesh]:
    stand = radius + 0.0024
    match name:
        case "flat":
            tongue = box(0.0011, 0.0056, 0.044, STEEL, radius=0.0005).moved(x=-stand, z=high - 0.02)
            bridge = box(0.006, 0.0056, 0.0042, STEEL, radius=0.0006).moved(x=-stand + 0.0025, z=high)
            bead = ball(0.0019, STEEL, segments=20).moved(x=-stand + 0.0008, z=high - 0.0395)
            return [tongue, bridge, bead]
        case "wire":
            side = 0.0026
            half = [(-radius * 0.6, side, high), (-stand - 0.0006, side, high), (-stand, side, high - 0.034)]
            other = [(-stand + 0.0016, side, high - 0.04), (-stand + 0.0016, -side, high - 0.04)]
            path = [*half, *other, *((x, -y, z) for x, y, z in reversed(half))]
            return [tube(fillet(path, 0.0024, 6), 0.00085, STEEL, sides=10)]
        case "none":
            return []
        case other:
            raise KeyError(other)
