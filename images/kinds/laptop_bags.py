"""Bags for laptops."""

import numpy as np

from images.geometry import Floats, Mesh, box, rounded_rectangle, spline, sweep, tube
from images.kinds.bag_bodies import Body, Level, body, flap
from images.kinds.bag_parts import (
    Bag,
    buckle,
    d_ring,
    dashes,
    loop_handle,
    on_front,
    panel,
    ribbon,
    standing,
    zip_,
)
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import plain

_HEIGHT = 0.285
_LID = 0.006
"""How far a flap stands before the body."""
_TAPE = plain("#1f2023", roughness=0.9)


@kind("laptop_bag", view=(-68, 14))
def laptop_bag(product: Product) -> list[Mesh]:
    """A laptop bag that stands, its front to the camera."""
    trunk = _trunk()
    bag = Bag.of(product, trunk, _HEIGHT, repeats=9, trim=0.55, deep=(0.5, 0.6))
    made = [bag.skin.dress(trunk.mesh(bag.trim))]
    made += [tube(trunk.rib(u, 0.01, _HEIGHT - 0.012), 0.0026, bag.deep, sides=8) for u in (0.1, 0.9)]
    made += [*_flap(bag), *_pockets(bag), *_handles(bag)]
    for side in (-1, 1):
        made.append(box(0.008, 0.034, 0.05, bag.deep, radius=0.003, steps=2).moved(side * 0.196, 0, 0.235))
        made.append(d_ring(0.03, bag.metal).turned("z", 90).moved(side * 0.203, 0, 0.232))
    return standing(made)


def _trunk() -> Body:
    return body(
        [
            Level(0, 0.365, 0.066, 9),
            Level(0.008, 0.384, 0.084, 10),
            Level(0.13, 0.394, 0.098, 9),
            Level(0.24, 0.39, 0.086, 9),
            Level(_HEIGHT - 0.012, 0.384, 0.072, 8),
            Level(_HEIGHT - 0.002, 0.37, 0.05, 7),
            Level(_HEIGHT, 0.36, 0.002, 6),
        ],
        rows=56,
        slack=0.0012,
    )


def _flap(bag: Bag) -> list[Mesh]:
    match bag.product.shape["flap"]:
        case "none":
            return _top_zip(bag)
        case "half":
            lap = 0.148
        case "full":
            lap = 0.038
        case other:
            raise KeyError(other)
    start = 0.115

    def low(u: Floats) -> Floats:
        return lap + 0.05 * (np.abs(u - 0.5) / (0.5 - start)) ** 16

    lid, rim = flap(bag.trunk, bag.skin, low, start, _LID)
    seam = bag.trunk.part(lambda u: low(u) + 0.008, start + 0.014, 1 - start - 0.014, _LID + 0.0008)
    line = np.vstack([seam[:0:-1, 0], seam[0], seam[1:, -1]])
    made = [
        lid,
        tube(rim[4:-4], 0.0034, bag.trim, sides=8),
        dashes(line[6:-6], bag.trim, pitch=0.007, width=0.0015),
    ]
    for x in (-0.105, 0.105):
        made += _clip(bag, x, lap)
    return made


def _clip(bag: Bag, x: float, lap: float) -> list[Mesh]:
    """A strap on the flap's edge with a buckle."""
    z = np.linspace(lap + 0.085, lap - 0.026, 24)
    out = np.where(z > lap - 0.004, _LID + 0.001, 0.003)
    line = on_front(np.column_stack([0 * z + x, z]), bag.trunk.front) - np.column_stack([0 * z, out, 0 * z])
    y = float(bag.trunk.front(np.array([x]), np.array([lap]))[0]) - _LID - 0.006
    return [
        ribbon(line, (0, -1, 0.03), 0.026, bag.deep, thickness=0.003),
        *(part.moved(x, y, lap + 0.012) for part in buckle(0.026, bag.metal, height=0.03)),
    ]


def _top_zip(bag: Bag) -> list[Mesh]:
    """A zip that runs round the top from side to side."""
    corner = spline([(-0.176, 0.2), (-0.176, 0.238), (-0.168, 0.256), (-0.15, 0.262)], 14)
    flat = np.vstack(
        [corner, [(x, 0.262) for x in np.linspace(-0.13, 0.13, 26)], corner[::-1] * np.array([-1, 1])]
    )
    line = on_front(flat, bag.trunk.front, 0.001)
    welt = line + np.array([0, -0.001, 0])
    made = [tube(welt, 0.0062, _TAPE, sides=8)]
    made.append(dashes(line - np.array([0, 0.0062, 0]), bag.metal, pitch=0.005, width=0.0036))
    return [*made, *zip_(line[-3:], (0, -1, 0.05), _TAPE, bag.metal, width=0.012)]


def _pockets(bag: Bag) -> list[Mesh]:
    out = _LID if bag.product.shape["flap"] == "full" else 0.0
    top = {"none": 0.215, "half": 0.136, "full": 0.2}[bag.product.shape["flap"]]
    bottom = 0.05 if bag.product.shape["flap"] == "full" else 0.022
    high = top - bottom
    match bag.product.shape["pockets"]:
        case "none":
            return []
        case "one":
            places = [(0.0, 0.3)]
        case "two":
            places = [(-0.083, 0.148), (0.083, 0.148)]
        case other:
            raise KeyError(other)

    def base(x: Floats, z: Floats) -> Floats:
        return bag.trunk.front(x, z) - out

    made = []
    for x, width in places:
        outline = rounded_rectangle(width, high, 0.022, 6) + np.array([x, bottom + high / 2])
        made.append(bag.skin.lay(panel(outline, 0.018, bag.trim, base, puff=0.15, soft=0.5), bag.trunk))
        made.append(tube(on_front(np.vstack([outline, outline[:1]]), base, 0.002), 0.0028, bag.trim, sides=8))
        across = np.linspace(-width * 0.4, width * 0.4, 24) + x
        line = on_front(np.column_stack([across, 0 * across + top - 0.024]), base, 0.0185)
        made += zip_(line, (0, -1, 0.05), _TAPE, bag.metal, width=0.014)
    return made


def _handles(bag: Bag) -> list[Mesh]:
    match bag.product.shape["handles"]:
        case "single":
            line = loop_handle(0.13, 0.05, _HEIGHT + 0.002, 0)
            grip = line[10:-10]
            made = [tube(line, 0.0065, bag.trim, sides=12), tube(grip, 0.0105, bag.deep, sides=14)]
            for x in (-0.065, 0.065):
                made.append(
                    box(0.034, 0.03, 0.012, bag.trim, radius=0.004, steps=2).moved(x, 0, _HEIGHT + 0.002)
                )
            return made
        case "pair":
            made = []
            for side in (-1, 1):
                line = loop_handle(0.15, 0.13, _HEIGHT - 0.02, side * 0.036, lean=side * 0.01)
                made.append(sweep(line, rounded_rectangle(0.024, 0.006, 0.0026, 3), bag.trim, up=(0, -1, 0)))
            out = {"none": 0.0015, "half": _LID + 0.002, "full": _LID + 0.002}[bag.product.shape["flap"]]
            low = {"none": 0.21, "half": 0.19, "full": 0.2}[bag.product.shape["flap"]]
            for x in (-0.075, 0.075):
                z = np.linspace(_HEIGHT - 0.004, low, 22)
                strap = on_front(np.column_stack([0 * z + x, z]), bag.trunk.front, out)
                made.append(ribbon(strap, (0, -1, 0.05), 0.024, bag.trim, thickness=0.003))
                made.append(dashes(strap - np.array([0, 0.0035, 0]), bag.deep, pitch=0.007, width=0.0014))
            return made
        case other:
            raise KeyError(other)
