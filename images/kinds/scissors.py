"""Scissors, open on the table: blades to the right, loops to the left."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, ball, box, cylinder, extrude, fillet, rounded_rectangle, sweep
from images.kinds.office_parts import DARK, STEEL, overprint, spun, trim
from images.kinds.packs import standing
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main

_OPEN = 13
"""Half the angle between the blades, in degrees."""
_BLADE = 0.108
_WIDTHS = {"narrow": 0.0115, "wide": 0.0215}
_LOOPS = {
    "equal": ((0.027, 0.0185), (0.027, 0.0185)),
    "big_small": ((0.036, 0.0215), (0.0185, 0.0165)),
    "open": ((0.029, 0.0195), (0.029, 0.0195)),
}
"""Grip -> half the length and half the width of the lower and the upper loop, in metres."""


@kind("scissors", view=(-80, 52))
def scissors(product: Product) -> list[Mesh]:
    """Two halves that cross at a screw."""
    ground = replace(main(product), color_map=None, bump=None)
    metal = ground if product.material == "stainless_steel" else STEEL
    lower, upper = _LOOPS[product.shape["grip"]]
    halves = []
    for side, size in ((1, lower), (-1, upper)):
        blade = extrude(_outline(product), 0.0019, metal, bevel=0.0005, steps=3).moved(z=side * 0.00105)
        edge = _edge(product, side)
        half = [blade, edge, *_handle(product, size, ground)]
        half = half if side > 0 else [part.mirrored("y") for part in half]
        halves += spun(half, side * _OPEN)
    screw = cylinder(0.0052, 0.0028, trim(product), bevel=0.0009).moved(z=0.0016)
    slot = box(0.0074, 0.0013, 0.0006, DARK, radius=0.0002).moved(z=0.0044).turned("z", 35)
    return standing(spun([*halves, screw, slot], 22))


def _outline(product: Product) -> Floats:
    """One blade with its shank: the cutting edge is its lower side."""
    width = _WIDTHS[product.shape["blade"]]
    low, high = -width * 0.34, width * 0.66
    match product.shape["tip"]:
        case "pointed":
            end = [(_BLADE * 0.97, low), (_BLADE * 1.06, low + 0.0004), (_BLADE * 0.62, high * 0.86)]
            radii = [0, 0, 0.02]
        case "rounded":
            end = [(_BLADE, low), (_BLADE, low + width * 0.78), (_BLADE * 0.6, high)]
            radii = [width * 0.42, width * 0.42, 0.02]
        case other:
            raise KeyError(other)
    back = [(-0.006, high * 1.02), (-0.042, -0.0085), (-0.045, -0.0185), (-0.012, low * 1.4)]
    points = [(0.03, low), *end, *back, (0.029, low)]
    return fillet(points, [0, *radii, 0.012, 0.004, 0.004, 0.01, 0], 7)


def _edge(product: Product, side: int) -> Mesh:
    """The ground bevel along the cutting edge."""
    low = -_WIDTHS[product.shape["blade"]] * 0.34
    length = _BLADE * (0.86 if product.shape["tip"] == "rounded" else 0.94) - 0.014
    strip = box(length, 0.0022, 0.0022, STEEL, radius=0.0003, steps=2)
    return strip.moved(x=0.014 + length / 2, y=low + 0.0012, z=side * 0.00105)


def _handle(product: Product, size: tuple[float, float], ground: Surface) -> list[Mesh]:
    """A loop for fingers, or a hook where the grip is open, and the shank to the blade."""
    long, wide = size
    start = -0.038
    middle = np.array([start - long, -0.0125 - wide * 0.62])
    open_grip = product.shape["grip"] == "open"
    first = np.radians(62)  # where the shank meets the loop, seen from the loop's middle
    turn = first + np.linspace(0, np.radians(228 if open_grip else 360), 81)
    oval = np.abs(np.column_stack([np.cos(turn), np.sin(turn)])) ** 0.86
    oval *= np.sign(np.column_stack([np.cos(turn), np.sin(turn)]))
    path = np.column_stack([middle + oval * [long, wide], 0 * turn])
    bar = rounded_rectangle(0.0085, 0.0098, 0.0036, 5)
    length = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
    surface = overprint(product, aspect=0.034 / length, repeats=2, ground=ground)
    if open_grip:
        taper = 1.05 + 0.25 * np.linspace(0, 1, len(path)) ** 6
        loop = sweep(path, bar, surface, scale=taper)
    else:
        loop = sweep(path[:-1], bar, surface, closed=True)
    shank = np.array([(0.004, 0.0), (-0.02, -0.0035), (start, -0.0105), (*(path[0, :2] - [0.0, 0.001]),)])
    neck = fillet(np.column_stack([shank, 0 * shank[:, 0]]), 0.012, 8)
    neck = neck[neck[:, 0] < -0.013]
    knuckle = ball(0.0051, ground, stretch=(1, 1, 0.94), segments=24).moved(*path[0])
    return [loop, knuckle, sweep(neck, bar, ground, scale=np.linspace(0.72, 1.0, len(neck)))]
