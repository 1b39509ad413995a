"""Staplers, the jaw to the right: an arm over a magazine over a base."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, box, cylinder, extrude, fillet, rounded_rectangle
from images.kinds.office_parts import DARK, STEEL, facing_front, overprint, spun, trim
from images.kinds.packs import standing
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main

_LENGTH = 0.145
_BACK = -0.07
"""Where the hinge is; the front of the arm is a length further right."""
_WIDE = 0.036
_ARMS = {
    "bar": [(0, 0), (_LENGTH, 0), (_LENGTH, 0.021), (0, 0.024)],
    "arch": [
        (0, 0),
        (_LENGTH, 0),
        (_LENGTH, 0.011),
        (0.105, 0.034),
        (0.062, 0.05),
        (0.02, 0.038),
        (-0.004, 0.014),
    ],
    "wedge": [
        (0, 0),
        (_LENGTH, 0),
        (_LENGTH + 0.004, 0.048),
        (_LENGTH - 0.022, 0.05),
        (0.012, 0.014),
        (0, 0.012),
    ],
}
"""Shape of the body -> corners of the arm from the side, from its hinge, in metres."""
_ROUND = {"bar": 0.006, "arch": 0.022, "wedge": 0.01}
_JAWS = {"short": 0.002, "long": 0.034}
"""Jaw -> how far the magazine stands out before the arm."""


@kind("stapler", view=(-68, 20))
def stapler(product: Product) -> list[Mesh]:
    """A stapler with its arm a little raised."""
    jaw = _JAWS[product.shape["jaw"]]
    ground = replace(main(product), color_map=None, bump=None)
    arm = [part.turned("y", -5) for part in (*_arm(product), *_magazine(jaw))]
    base, high = _base(product, jaw, ground)
    hinge = cylinder(0.0085, _WIDE + 0.005, trim(product), bevel=0.001)
    pin = cylinder(0.0042, _WIDE + 0.008, STEEL, bevel=0.0008)
    turned = [
        part.turned("x", 90) for part in (hinge.moved(z=-_WIDE / 2 - 0.0025), pin.moved(z=-_WIDE / 2 - 0.004))
    ]
    ears = [
        facing_front(_ear(high), 0.003, STEEL, bevel=0.0006).moved(y=side * (_WIDE / 2 - 0.005))
        for side in (-1, 1)
    ]
    moved = [
        part.moved(x=_BACK, z=high + 0.019)
        for part in (*arm, *(part.moved(x=0.008, z=0.004) for part in turned))
    ]
    return standing(spun([*moved, *(ear.moved(x=_BACK) for ear in ears), *base], -6))


def _ear(high: float) -> Floats:
    corners = [
        (-0.004, high - 0.002),
        (0.026, high - 0.002),
        (0.02, high + 0.03),
        (0.001, high + 0.03),
        (-0.004, high - 0.002),
    ]
    return fillet(corners, 0.004, 4)[:-1]


def _arm(product: Product) -> list[Mesh]:
    name = product.shape["body"]
    corners = np.array(_ARMS[name], float)
    middle = (corners[0] + corners[1]) / 2
    outline = fillet([middle, corners[1], *corners[2:], corners[0], middle], _ROUND[name], 8)[:-1]
    outline[:, 1] += 0.009
    long, tall = np.ptp(outline, axis=0)
    surface = overprint(product, aspect=long / tall, repeats=9)
    arm = facing_front(outline, _WIDE, surface, bevel=0.005)
    share = float(outline[:, 1].max())
    pad_at = {
        "bar": (_LENGTH - 0.03, 0.0305, 0),
        "arch": (_LENGTH - 0.032, 0.0365, 27),
        "wedge": (_LENGTH - 0.01, share, 0),
    }
    x, z, tilt = pad_at[name]
    pad = box(0.036 if name != "wedge" else 0.022, _WIDE * 0.62, 0.0045, trim(product), radius=0.002)
    return [arm, pad.turned("y", tilt).moved(x=x, z=z)]


def _magazine(jaw: float) -> list[Mesh]:
    """The steel channel of the staples and its nose."""
    long = _LENGTH + jaw - 0.012
    channel = box(long, _WIDE * 0.56, 0.013, STEEL, radius=0.0015).moved(x=0.012 + long / 2, z=0.0045)
    nose = box(0.009, _WIDE * 0.66, 0.018, STEEL, radius=0.0016).moved(x=_LENGTH + jaw - 0.003, z=0.0025)
    slot = box(0.001, _WIDE * 0.4, 0.0016, DARK, radius=0.0003).moved(x=_LENGTH + jaw + 0.0018, z=-0.002)
    guide = box(0.05, 0.0008, 0.0022, DARK, radius=0.0003).moved(
        x=_LENGTH * 0.55, y=-_WIDE * 0.28 - 0.0002, z=0.005
    )
    return [channel, nose, slot, guide]


def _base(product: Product, jaw: float, ground: Surface) -> tuple[list[Mesh], float]:
    """The base's parts, and how high its upper side is."""
    front = _BACK + _LENGTH + jaw + 0.012
    long, middle = front - _BACK + 0.008, (front + _BACK - 0.008) / 2
    anvil = box(0.02, _WIDE * 0.56, 0.0018, STEEL, radius=0.0006)
    groove = box(0.009, _WIDE * 0.26, 0.0006, DARK, radius=0.0002)
    match product.shape["base"]:
        case "plate":
            plate = extrude(rounded_rectangle(long, _WIDE * 1.32, 0.012, 8), 0.007, ground, bevel=0.002)
            rubber = extrude(rounded_rectangle(long - 0.004, _WIDE * 1.22, 0.012, 8), 0.003, DARK)
            made = [plate.moved(x=middle, z=0.0055), rubber.moved(x=middle, z=0.0015)]
            high = 0.009
        case "foot":
            rail = box(long, _WIDE * 0.6, 0.007, ground, radius=0.0025).moved(x=middle, z=0.0175)
            pads = []
            for x, size in ((_BACK + 0.014, 0.04), (front - 0.022, 0.044)):
                block = extrude(
                    rounded_rectangle(size, _WIDE * 1.45, 0.01, 8), 0.014, trim(product), bevel=0.003
                )
                pads.append(block.moved(x=x, z=0.008))
            made = [rail, *pads]
            high = 0.021
        case other:
            raise KeyError(other)
    at = _BACK + _LENGTH + jaw - 0.006
    return [*made, anvil.moved(x=at, z=high), groove.moved(x=at, z=high + 0.001)], high
