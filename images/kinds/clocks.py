"""Wall clocks: a case, a dial that is painted, hands that are cut out."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from images import textures
from images.colors import channels
from images.geometry import (
    Floats,
    Mesh,
    circle,
    cylinder,
    extrude,
    fillet,
    regular_polygon,
    rounded_rectangle,
)
from images.kinds.frames import inset, moulding, plate, turned_grain
from images.kinds.joinery import accent, grounded
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_FACES: Mapping[str, tuple[Floats, bool]] = MappingProxyType(
    {
        "round": (circle(0.16, 120), True),
        "square": (rounded_rectangle(0.3, 0.3, 0.03, 8), True),
        "octagon": (regular_polygon(8, 0.17, turn=22.5), False),
    }
)
_RIM: list[tuple[float, float]] = [
    (0, 0),
    (0, 0.026),
    (0.004, 0.034),
    (0.014, 0.038),
    (0.024, 0.036),
    (0.03, 0.026),
    (0.031, 0.014),
]


@kind("wall_clock", view=(-81, 8))
def wall_clock(product: Product) -> list[Mesh]:
    """A clock at eight minutes past ten; the pattern fills the middle of its dial."""
    outline, smooth = _FACES[product.shape["outline"]]
    case = turned_grain(main(product))
    rim = moulding(outline, fillet(_RIM, 0.004, 4), case, smooth=smooth, period=0.25)
    light = channels(product.accent_paint).mean() > 0.6
    ground, ink = ("#2a2c31", product.accent_paint) if light else ("#f8f6f0", product.accent_paint)
    hands = plain("#f4f1e8" if light else "#1c1c1f", roughness=0.35)
    dial = Surface(roughness=0.4, clearcoat=0.2, color_map=_dial(product, ground, ink))
    face = plate(inset(outline, 0.029), dial, before=0.016)
    back = plate(outline[::-1], case if case.color_map is None else plain(product.paint))
    inner = moulding(
        inset(outline, 0.0295),
        [(0, 0.012), (0.0005, 0.024), (0.004, 0.024), (0.0045, 0.012)],
        accent(product),
        smooth=smooth,
    )
    return grounded([rim, face, back, inner, *_hands(product.shape["hands"], hands, accent(product))])


def _dial(product: Product, ground: str, ink: str) -> NDArray[np.uint8]:
    size = 512
    y, x = (np.mgrid[0:size, 0:size] + 0.5) / size * 2 - 1
    radius = np.hypot(x, y)
    share = textures.coverage(product.pattern, size, size, repeats=9, aspect=1.0)
    field = np.clip((0.6 - radius) * 200, 0, 1)
    base = np.full((size, size, 3), channels(ground))
    made = textures.blend(base, channels(ink), 0.6 * share * field)
    edge = np.clip(1 - np.abs(radius - 0.6) * 100, 0, 1) * (product.pattern != "plain")
    made = textures.blend(made, channels(ink), edge)
    return textures.to_bytes(textures.blend(made, channels(ink), _marks(product.shape["hour_marks"], size)))


def _marks(choice: str, size: int) -> Floats:
    """Where the marks of the hours stand on a dial, (size, size) from 0 to 1."""
    asked, size = size, 2 * size
    image = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(image)
    for hour in range(1, 13):
        turn = hour * np.pi / 6
        place = np.array([np.sin(turn), -np.cos(turn)])
        middle = size / 2 * (1 + place * 0.79)
        match choice:
            case "batons":
                ends = [tuple(size / 2 * (1 + place * r)) for r in (0.68, 0.9)]
                pen.line([*ends[0], *ends[1]], fill=255, width=size // (22 if hour % 3 == 0 else 38))
            case "numerals":
                _numeral(pen, hour, middle, size * 0.085)
            case "dots":
                r = size * (0.038 if hour % 3 == 0 else 0.026)
                pen.ellipse([*(middle - r), *(middle + r)], fill=255)
            case other:
                raise KeyError(other)
    return np.asarray(image.resize((asked, asked), Image.Resampling.BOX)) / 255.0


_DIGITS: Mapping[str, list[list[tuple[float, float]]]] = MappingProxyType(
    {
        "0": [[(0.5, 0), (0.12, 0.25), (0.12, 0.75), (0.5, 1), (0.88, 0.75), (0.88, 0.25), (0.5, 0)]],
        "1": [[(0.25, 0.2), (0.55, 0), (0.55, 1)]],
        "2": [[(0.1, 0.25), (0.3, 0.02), (0.75, 0.02), (0.88, 0.28), (0.1, 1), (0.92, 1)]],
        "3": [[(0.12, 0.02), (0.85, 0.02), (0.45, 0.4), (0.88, 0.62), (0.8, 0.92), (0.45, 1), (0.1, 0.88)]],
        "4": [[(0.7, 1), (0.7, 0), (0.08, 0.7), (0.95, 0.7)]],
        "5": [[(0.85, 0.02), (0.2, 0.02), (0.15, 0.44), (0.6, 0.38), (0.9, 0.65), (0.7, 0.97), (0.1, 0.92)]],
        "6": [[(0.75, 0), (0.2, 0.5), (0.15, 0.8), (0.5, 1), (0.85, 0.8), (0.7, 0.48), (0.2, 0.6)]],
        "7": [[(0.1, 0.02), (0.9, 0.02), (0.4, 1)]],
        "8": [
            [(0.5, 0.45), (0.18, 0.24), (0.5, 0), (0.82, 0.24), (0.5, 0.45)],
            [(0.5, 0.45), (0.1, 0.74), (0.5, 1), (0.9, 0.74), (0.5, 0.45)],
        ],
        "9": [[(0.8, 0.4), (0.3, 0.52), (0.15, 0.2), (0.5, 0), (0.85, 0.2), (0.8, 0.5), (0.25, 1)]],
    }
)
"""Digits as strokes in a unit square, y downwards."""


def _numeral(pen: ImageDraw.ImageDraw, hour: int, middle: Floats, height: float) -> None:
    text = str(hour)
    wide, gap = height * 0.6, height * 0.22
    total = len(text) * wide + (len(text) - 1) * gap
    for place, digit in enumerate(text):
        corner = middle + np.array([place * (wide + gap) - total / 2, -height / 2])
        for stroke in _DIGITS[digit]:
            points = [tuple(corner + np.array(p) * np.array([wide, height])) for p in stroke]
            pen.line(points, fill=255, width=round(height * 0.2), joint="curve")


def _hands(choice: str, paint: Surface, second: Surface) -> list[Mesh]:
    hour, minute = -(10 * 30 + 4), -8 * 6
    made = [
        _hand(choice, 0.068, 1.25, paint, 0.021).turned("y", -hour),
        _hand(choice, 0.102, 1.0, paint, 0.024).turned("y", -minute),
    ]
    sweep_hand = plate(
        [(-0.0012, -0.03), (0.0012, -0.03), (0.0009, 0.105), (-0.0009, 0.105)], second, before=0.027
    )
    knob = cylinder(0.007, 0.012, second, bevel=0.002).turned("x", 90).moved(0, -0.018)
    return [*made, sweep_hand.turned("y", 205), knob]


def _hand(choice: str, length: float, broad: float, paint: Surface, before: float) -> Mesh:
    """A flat hand that points upwards."""
    match choice:
        case "thin":
            half = [(0.0022, -0.018), (0.0022, 0.0), (0.0018, 1.0)]
        case "spade":
            half = [
                (0.0024, -0.018),
                (0.0024, 0.58),
                (0.0135, 0.66),
                (0.0125, 0.76),
                (0.0025, 0.86),
                (0.0012, 1.0),
            ]
        case "sword":
            half = [(0.003, -0.018), (0.004, 0.02), (0.0105, 0.72), (0.0008, 1.0)]
        case other:
            raise KeyError(other)
    scaled = [(x * broad, z * length if z > 0 else z) for x, z in half]
    outline = np.array([*scaled, *((-x, z) for x, z in scaled[::-1])])
    return extrude(outline, 0.0016, paint).turned("x", 90).moved(0, -before)
