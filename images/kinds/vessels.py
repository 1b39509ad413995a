"""Turned things for the sideboard: vases and candle holders."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    box,
    cylinder,
    fillet,
    lathe,
    ring,
    rounded_rectangle,
    spline,
    sweep,
    tube,
)
from images.kinds.joinery import accent, grounded
from images.kinds.ornaments import printed
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, glass, main, plain

_BODIES: Mapping[str, Sequence[tuple[float, float]]] = MappingProxyType(
    {
        "bottle": [(0.05, 0), (0.062, 0.02), (0.068, 0.07), (0.064, 0.12), (0.044, 0.165)],
        "ball": [(0.045, 0), (0.078, 0.02), (0.104, 0.07), (0.1, 0.115), (0.06, 0.16)],
        "cone": [(0.105, 0), (0.104, 0.012), (0.082, 0.07), (0.058, 0.13), (0.042, 0.18)],
        "jug": [(0.05, 0), (0.072, 0.03), (0.094, 0.085), (0.096, 0.125), (0.06, 0.18)],
        "column": [(0.058, 0), (0.062, 0.012), (0.062, 0.1), (0.062, 0.19), (0.056, 0.21)],
    }
)
"""Shape of a vase -> profile of its body up to the neck, (radius, z) in metres."""
_WALL_M = 0.004


@kind("vase", view=(-72, 15))
def vase(product: Product) -> list[Mesh]:
    """A vase whose pattern covers the body, a ring of the second colour at its rim and foot."""
    body = np.array(_BODIES[product.shape["body"]])
    outer = spline(np.vstack([body, _neck(product.shape["neck"], body[-1])]), 90)
    clear = product.material == "glass" and product.pattern == "plain"
    around = 2 * np.pi * float(body[:, 0].max()) / float(outer[-1, 1])
    surface = glass(product.paint) if clear else printed(product, main(product), repeats=8, aspect=around)
    rim = float(outer[-1, 0])
    inside = outer[::-1][:-1] - np.array([_WALL_M, 0])
    inside = np.vstack([inside[inside[:, 1] > 0.008], [(0, 0.008)]])
    lining = glass(product.paint) if clear else main(product)
    base = lathe([(0, 0), (float(outer[0, 0]), 0)], lining)
    foot, paint = float(outer[0, 0]), accent(product, roughness=0.3)
    parts = [
        lathe(outer, surface, by_height=True),
        lathe(np.vstack([outer[-1:], inside]), lining),
        base,
        ring(rim - _WALL_M / 2, 0.0042, paint, segments=72, sides=10).moved(z=float(outer[-1, 1])),
        ring(foot + 0.001, 0.005, paint, segments=72, sides=10).moved(z=0.005),
    ]
    if product.shape["body"] == "jug":
        parts.append(_jug_handle(outer, main(product)))
    return grounded([part.turned("z", -20) for part in parts])


def _neck(choice: str, start: Floats) -> Floats:
    r, z = float(start[0]), float(start[1])
    match choice:
        case "short":
            return np.array([(r * 0.86, z + 0.018), (r * 0.95, z + 0.032)])
        case "long":
            slim = min(r * 0.5, 0.028)
            return np.array(
                [(slim * 1.15, z + 0.045), (slim, z + 0.1), (slim * 1.1, z + 0.165), (slim * 1.25, z + 0.175)]
            )
        case "flared":
            return np.array([(r * 0.62, z + 0.035), (r * 0.75, z + 0.065), (r * 1.35 + 0.016, z + 0.105)])
        case other:
            raise KeyError(other)


def _jug_handle(outer: Floats, surface: Surface) -> Mesh:
    """From under the rim to the widest part, to the right."""
    top = outer[-6]
    belly = outer[int(np.argmax(outer[:, 0]))]
    path = [
        (top[0] - 0.004, 0, top[1]),
        (top[0] + 0.03, 0, top[1] + 0.016),
        (belly[0] + 0.045, 0, (top[1] + belly[1]) / 2 + 0.02),
        (belly[0] + 0.025, 0, belly[1] + 0.012),
        (belly[0] - 0.005, 0, belly[1] - 0.005),
    ]
    return sweep(spline(path, 48), rounded_rectangle(0.02, 0.011, 0.005), surface, up=(0, 1, 0))


_HEIGHTS: Mapping[str, float] = MappingProxyType({"low": 0.05, "middle": 0.14, "tall": 0.26})
"""Height of a candle holder -> metres from the ground to the candle's foot."""
_WAX_M = 0.011
"""Radius of a candle."""


@kind("candle_holder", view=(-74, 17))
def candle_holder(product: Product) -> list[Mesh]:
    """A holder with a candle in the second colour, in which its engraving is laid out too."""
    height = _HEIGHTS[product.shape["height"]]
    match product.shape["base"]:
        case "disc":
            parts = _disc_holder(product, height)
        case "square":
            parts = _square_holder(product, height)
        case "stem":
            parts = _stem_holder(product, height)
        case "bowl":
            parts = _bowl_holder(product, height)
        case other:
            raise KeyError(other)
    return grounded(parts)


def _engraved(product: Product, repeats: int, aspect: float) -> Surface:
    return printed(product, main(product), repeats=repeats, aspect=aspect, engraved=True)


def _candle(product: Product, foot: float, *, radius: float = _WAX_M, length: float = 0.13) -> list[Mesh]:
    """A candle that stands at a height, with a wick and a small flame."""
    wax = plain(product.accent_paint, roughness=0.4, clearcoat=0.2)
    top = foot + length
    stick = lathe(
        fillet(
            [(radius, foot), (radius * 0.93, top - 0.004), (radius * 0.7, top), (0, top - 0.002)], 0.003, 5
        ),
        wax,
    )
    wick = tube(
        [(0, 0, top - 0.003), (0.0008, 0, top + 0.008)], 0.0009, plain("#2c2622", roughness=0.9), sides=6
    )
    flame = lathe(
        spline([(0, 0), (0.0045, 0.007), (0.0036, 0.014), (0.0012, 0.024), (0, 0.029)], 20),
        Surface(color="#ffc766", emission=3.0),
        segments=20,
    )
    return [stick, wick, flame.moved(z=top + 0.005)]


def _socket(surface: Surface, foot: float) -> list[Mesh]:
    """A cup for the candle, with a drip pan."""
    r = _WAX_M
    cup = [
        (r * 1.5, foot - 0.012),
        (r * 1.25, foot - 0.004),
        (r * 1.3, foot + 0.018),
        (r * 1.75, foot + 0.022),
    ]
    lip = [(r * 1.75, foot + 0.024), (r * 1.02, foot + 0.023), (r * 1.02, foot)]
    pan = [(r * 1.2, foot - 0.016), (r * 3.0, foot - 0.01), (r * 3.1, foot - 0.007), (r * 1.2, foot - 0.01)]
    return [
        lathe(fillet([*cup, *lip], 0.002, 4), surface, segments=48),
        lathe(fillet(pan, 0.001, 3), surface, segments=48),
    ]


def _disc_holder(product: Product, height: float) -> list[Mesh]:
    """A broad saucer with a turned-up edge and a finger ring; a drum in it bears the engraving."""
    metal = main(product)
    saucer = [(0, 0), (0.07, 0), (0.092, 0.014), (0.094, 0.017), (0.068, 0.006), (0.03, 0.005)]
    drum = [(0.033, 0.004), (0.033, height - 0.008)]
    art = lathe(np.array(drum), _engraved(product, 8, 0.207 / max(height - 0.012, 0.03)), by_height=True)
    lid = lathe(
        fillet(
            [(0.033, height - 0.01), (0.037, height - 0.006), (0.036, height), (0.012, height + 0.002)],
            0.002,
            4,
        ),
        metal,
    )
    ear = ring(0.019, 0.0042, metal, segments=40, sides=10).turned("x", 90).moved(0.11, 0, 0.018)
    return [
        lathe(fillet(saucer, 0.004, 5), metal),
        art,
        lid,
        ear,
        *_socket(metal, height + 0.012),
        *_candle(product, height + 0.012),
    ]


def _square_holder(product: Product, height: float) -> list[Mesh]:
    """A square plinth under a square pillar."""
    stone, side = main(product), 0.062
    plinth = box(0.12, 0.12, 0.022, stone, radius=0.004).moved(z=0.011)
    pillar = box(
        side, side, height - 0.02, _engraved(product, 3, side / (height - 0.02)), radius=0.003, steps=3
    )
    cap = box(0.078, 0.078, 0.012, stone, radius=0.003).moved(z=height + 0.004)
    parts = [plinth, pillar.moved(z=0.02 + (height - 0.02) / 2), cap]
    return [*parts, *_socket(stone, height + 0.022), *_candle(product, height + 0.022)]


def _stem_holder(product: Product, height: float) -> list[Mesh]:
    """A domed foot under a slender turned stem with a knop."""
    metal = main(product)
    dome = spline([(0.074, 0), (0.075, 0.006), (0.062, 0.022), (0.03, 0.036), (0.012, 0.044)], 40)
    z = np.array([0.04, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0])
    z[1:] = 0.04 + (max(height, 0.075) - 0.04) * z[1:]
    stem = spline(np.column_stack([[0.012, 0.0095, 0.02, 0.026, 0.013, 0.01, 0.014], z]), 60)
    top = float(z[-1]) + 0.012
    art = lathe(dome, _engraved(product, 10, 5.0), by_height=True)
    return [art, lathe(stem, metal, segments=48), *_socket(metal, top), *_candle(product, top)]


def _bowl_holder(product: Product, height: float) -> list[Mesh]:
    """A bowl on a foot that holds a thick candle."""
    metal = main(product)
    foot = max(height - 0.05, 0.012)
    cup = spline([(0.02, foot), (0.052, foot + 0.012), (0.074, foot + 0.04), (0.08, foot + 0.068)], 40)
    inside = np.vstack([[(0.078, foot + 0.07)], cup[::-1] - np.array([0.004, 0]), [(0, foot + 0.008)]])
    inside[:, 1] = np.maximum(inside[:, 1], foot + 0.008)
    art = lathe(cup, _engraved(product, 12, 6.0), by_height=True)
    base = lathe(
        spline(
            [
                (0.05, 0),
                (0.05, 0.005),
                (0.022, 0.014 + 0.1 * foot),
                (0.013, 0.55 * foot + 0.006),
                (0.021, foot + 0.002),
            ],
            40,
        ),
        metal,
    )
    rim = ring(0.079, 0.003, accent(product, roughness=0.3), segments=72, sides=8).moved(z=foot + 0.069)
    wax = _candle(product, foot + 0.012, radius=0.033, length=0.095)
    return [art, lathe(inside, metal), base, rim, *wax, cylinder(0.02, 0.004, metal).moved(z=foot)]
