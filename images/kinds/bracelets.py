"""Bracelets on a velvet column, anklets on a slanted plinth."""

from dataclasses import replace

import numpy as np

from images.colors import shade
from images.geometry import (
    Mesh,
    arc,
    ball,
    circle,
    cylinder,
    fillet,
    grid,
    in_plane,
    lathe,
    rounded_rectangle,
    sweep,
)
from images.kinds.jewels import (
    backing,
    bell,
    coin,
    enamel,
    engraved,
    fittings,
    metal,
    on_plinth,
    plinth,
    trinkets,
)
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import copies, facing, leaned
from images.kinds.strands import Strand, chain, clasp
from images.spec import Product

_COLUMN = 0.0285
"""Radius of the column."""
_HEIGHT = 0.034
"""Of a bracelet on it."""
_LEAN = 14
"""Degrees that the column leans back."""
_FRONT = -82
"""Where charms hang: degrees around the column, near to where the camera stands."""
_PLINTH = 0.057
_TILT = 52


@kind("bracelet", view=(-76, 20))
def bracelet(product: Product) -> list[Mesh]:
    """A bracelet around a column that leans back."""
    turn = np.radians(np.linspace(90, -270, 181)[:-1])
    out = np.column_stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)])
    strand = Strand.along(out * _COLUMN + [0, 0, _HEIGHT], out, closed=True)
    match product.shape["band"]:
        case "cuff":
            band, half = _cuff(product), 0.0098
        case style:
            band, half = chain(product, style, strand, 0.0118), 0.005
    return grounded(leaned([*_column(product), *band, *_hung(product, half)], _LEAN))


def _column(product: Product) -> list[Mesh]:
    velvet = backing(product)
    drum = lathe(
        fillet([(0, 0), (_COLUMN, 0), (_COLUMN, 0.054), (0, 0.054)], [0, 0.001, 0.004, 0], 6),
        velvet,
        crease=30,
    )
    foot = cylinder(_COLUMN * 1.16, 0.005, replace(velvet, color=shade(velvet.color, 0.82)), bevel=0.001)
    return [drum, foot.moved(z=-0.005)]


def _cuff(product: Product) -> list[Mesh]:
    """An open band with knobs at its ends, its gap to the right."""
    width, radius, start, end = 0.0196, _COLUMN + 0.0016, 24, 316
    path = in_plane(arc(radius, start, end, 97), "xy", _HEIGHT)
    body = sweep(path, rounded_rectangle(0.0024, width, 0.0011, 4), metal(product))
    turn = np.radians(np.linspace(start, end, 97))
    across = np.linspace(-1, 1, 9)
    dome = radius + 0.0011 + 0.0007 * (1 - across**2)
    points = np.stack(
        [
            dome[:, None] * np.cos(turn),
            dome[:, None] * np.sin(turn),
            np.broadcast_to((_HEIGHT + across * width * 0.45)[:, None], (9, 97)),
        ],
        -1,
    )
    face = grid(points, engraved(product, 5, 2, tiles=3), flip=True)
    rims = [
        sweep(path + np.array([0, 0, side * width * 0.48]), circle(0.0013, 8), fittings(product))
        for side in (-1, 1)
    ]
    knob = ball(0.0033, enamel(product), segments=24)
    knobs = [knob.moved(*path[i] + [0, 0, side * width * 0.32]) for i in (0, -1) for side in (-1, 0, 1)]
    return [body, face, *rims, *knobs]


def _hung(product: Product, half: float) -> list[Mesh]:
    """Charms along the lower edge of a band of so much half width."""
    match product.shape["charm"]:
        case "none":
            return []
        case "one":
            at, charms = [_FRONT], [coin(0.0092, engraved(product, 3, 3), fittings(product))]
        case "many":
            at = [_FRONT + step * 27 for step in (-3, -2, -1, 0, 1, 2, 3)]
            charms = trinkets(product, 0.0135, engraved(product, 2, 2))
        case other:
            raise KeyError(other)
    made = []
    for number, degrees in enumerate(at):
        out = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0])
        point = out * (_COLUMN + 0.0022) + [0, 0, _HEIGHT - half]
        made += copies(charms[number % len(charms)], facing(point, out))
    return made


@kind("anklet", view=(-78, 26))
def anklet(product: Product) -> list[Mesh]:
    """An anklet laid in a circle on a slanted plinth, its charms hanging down the slope."""
    turn = np.radians(np.linspace(90, -270, 181)[:-1])
    loop = np.column_stack([0.044 * np.cos(turn), 0.004 + 0.041 * np.sin(turn), np.zeros_like(turn)])
    strand = Strand.along(loop, np.broadcast_to([0.0, 0, 1], loop.shape), closed=True)
    made = chain(product, product.shape["chain"], strand, 0.0088)
    made += clasp(product, strand, 0.0088)
    charms = _around(product, strand)
    return [*plinth(_PLINTH, _TILT, backing(product)), *on_plinth([*made, *charms], _PLINTH, _TILT)]


def _around(product: Product, strand: Strand) -> list[Mesh]:
    plated = fittings(product)
    match product.shape["charm"]:
        case "none":
            return []
        case "one":
            share, charms = [0.5], [coin(0.0088, engraved(product, 3, 3), plated)]
        case "bells":
            share = (np.arange(13) + 0.5) / 13
            charms = [bell(0.0046, plated)]
        case "many":
            share = np.linspace(0.2, 0.8, 9)
            charms = trinkets(product, 0.0125, engraved(product, 2, 2))
        case other:
            raise KeyError(other)
    made = []
    for number, place in enumerate(strand.at(share).points):
        charm = copies(
            charms[number % len(charms)], facing(place + np.array([0, -0.002, 0.0034]), (0, 0, 1), (0, 1, 0))
        )
        made += charm
    return made
