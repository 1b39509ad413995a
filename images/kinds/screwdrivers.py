"""Sets of screwdrivers: in an open box, in a roll of cloth, or upright in a rack."""

from dataclasses import replace

import numpy as np

from images.colors import channels, shade
from images.geometry import (
    Floats,
    Mesh,
    box,
    circle,
    cushion,
    fillet,
    grid,
    merge,
    ring,
    rounded_rectangle,
    tube,
)
from images.kinds.office_parts import (
    DARK,
    FORGED,
    STEEL,
    drum,
    facing_front,
    fluted,
    hexagonal,
    overprint,
    trim,
)
from images.kinds.registry import kind
from images.kinds.shells import shell
from images.spec import Product
from images.surfaces import Surface, cloth, main, plain

_SIZES = (1.12, 1.04, 0.96, 0.88, 0.8)
"""Screwdrivers of a set from left to right."""
_HANDLE = 0.088
_SHAFT = 0.078
_PITCH = 0.036


@kind("screwdriver_set", view=(-76, 38))
def screwdriver_set(product: Product) -> list[Mesh]:
    """Five screwdrivers and what they are kept in."""
    whole, end, ring_ = _handle(product)
    drivers = []
    for number, size in enumerate(_SIZES):
        parts = [whole, *end, _tip(flat=number % 2 == 0), *ring_]
        drivers.append([part.scaled(size) for part in parts])
    places = (np.arange(5.0) - 2) * _PITCH
    match product.shape["case"]:
        case "box":
            return [*_laid(drivers, places, 0.034, -0.086), *_box(product)]
        case "roll":
            return [*_laid(drivers, places, 0.0215, -0.086), *_roll(product, places)]
        case "rack":
            return [*_stood(drivers, places), *_rack(product, places)]
        case other:
            raise KeyError(other)


def _laid(drivers: list[list[Mesh]], places: Floats, z: float, y: float) -> list[Mesh]:
    """Flat on their backs, handles to the front."""
    return [
        part.turned("x", -90).moved(x=x, y=y, z=z)
        for driver, x in zip(drivers, places, strict=True)
        for part in driver
    ]


def _stood(drivers: list[list[Mesh]], places: Floats) -> list[Mesh]:
    """Points down, handles up."""
    made = []
    for driver, x in zip(drivers, places, strict=True):
        upright = [part.turned("x", 180) for part in driver]
        made += [part.moved(x=x, z=0.1255 + _HANDLE * _size(driver)) for part in upright]
    return made


def _size(driver: list[Mesh]) -> float:
    """How long a handle is, as a share of the usual one."""
    return float(np.ptp(driver[0].vertices[:, 2])) / _HANDLE


def _handle(product: Product) -> tuple[Mesh, list[Mesh], list[Mesh]]:
    """A handle upright on its end, the shaft on it, and the ring round it."""
    ground = (
        replace(main(product), color_map=None, bump=None) if product.material != "teak" else main(product)
    )
    match product.shape["grip"]:
        case "fluted":
            outline, wide = fluted(0.0142, 6, 0.24, count=72), 0.0142
            profile = [(0.8, 0), (1, 0.005), (1, 0.05), (0.72, 0.066), (0.86, 0.078), (0.5, _HANDLE)]
        case "hexagon":
            outline, wide = hexagonal(0.0148), 0.0148
            profile = [(0.8, 0), (1, 0.004), (1, 0.062), (0.98, 0.07), (0.62, 0.08), (0.5, _HANDLE)]
        case "ball":
            outline, wide = circle(0.0172, 48), 0.0172
            profile = [
                (0.42, 0),
                (0.86, 0.008),
                (1, 0.021),
                (0.86, 0.034),
                (0.5, 0.046),
                (0.42, 0.056),
                (0.62, 0.074),
                (0.4, _HANDLE),
            ]
        case other:
            raise KeyError(other)
    soft = 0.012 if product.shape["grip"] == "ball" else 0.004
    line = fillet([(0, 0), *profile, (0, _HANDLE)], [0, 0.001, *[soft] * (len(profile) - 1), 0.002, 0], 7)
    surface = overprint(product, aspect=2 * np.pi * wide / _HANDLE, repeats=6, ground=ground)
    handle = shell(line, outline, surface, along=line[:, 1] / _HANDLE)
    collar = drum(wide * 0.56, 0.006, trim(product)).moved(z=_HANDLE - 0.003)
    shaft = drum(0.0033, _SHAFT, FORGED).moved(z=_HANDLE)
    return handle, [collar, shaft], _ring(product, wide)


def _tip(*, flat: bool) -> Mesh:
    """A flat blade or a cross, in the xz plane."""
    z = _HANDLE + _SHAFT
    if flat:
        corners = [
            (-0.003, -0.004),
            (0.003, -0.004),
            (0.0052, 0.006),
            (0.0042, 0.012),
            (-0.0042, 0.012),
            (-0.0052, 0.006),
        ]
        return facing_front(corners, 0.0022, STEEL, bevel=0.0006).moved(z=z)
    corners = [
        (-0.0033, -0.004),
        (0.0033, -0.004),
        (0.0033, 0.004),
        (0.0012, 0.011),
        (-0.0012, 0.011),
        (-0.0033, 0.004),
    ]
    wing = facing_front(corners, 0.0016, STEEL, bevel=0.0003)
    return merge([wing, wing.turned("z", 90)]).moved(z=z)


def _ring(product: Product, wide: float) -> list[Mesh]:
    """A thick ring round each handle."""
    match product.shape["ring"]:
        case "none":
            return []
        case "one":
            z, share = (0.074, 0.72) if product.shape["grip"] == "ball" else (0.014, 1.04)
            band = ring(wide * share, 0.0034, trim(product), segments=32, sides=8)
            return [
                band.moved(z=z),
                ring(wide * share + 0.0012, 0.0026, STEEL, segments=32, sides=8).moved(z=z),
            ]
        case other:
            raise KeyError(other)


def _box(product: Product) -> list[Mesh]:
    """A shallow case with a bed of foam and its lid open behind."""
    shell_ = (
        replace(main(product), color_map=None, bump=None) if product.material != "teak" else main(product)
    )
    foam = plain("#33353a", roughness=0.95)
    wide, deep, high = 0.208, 0.218, 0.03
    wall = 0.005
    sides = [box(wall, deep, high, shell_, radius=0.0018).moved(x=s * wide / 2, z=high / 2) for s in (-1, 1)]
    sides += [box(wide, wall, high, shell_, radius=0.0018).moved(y=s * deep / 2, z=high / 2) for s in (-1, 1)]
    bed = box(wide - wall, deep - wall, 0.02, foam, radius=0.001).moved(z=0.0105)
    bars = [box(wide - 0.012, 0.013, 0.012, foam, radius=0.003).moved(y=y, z=0.0235) for y in (-0.03, 0.062)]
    lid = box(wide, 0.012, deep * 0.44, shell_, radius=0.004).moved(z=deep * 0.22)
    lining = box(wide - 0.022, 0.0015, deep * 0.44 - 0.022, foam, radius=0.0006).moved(
        y=-0.0062, z=deep * 0.22
    )
    raised = [part.turned("x", -14).moved(y=deep / 2 + 0.004, z=high - 0.004) for part in (lid, lining)]
    catch = box(0.03, 0.004, 0.012, trim(product), radius=0.001)
    latches = [catch.moved(x=x, y=-deep / 2 - 0.003, z=high * 0.62) for x in (-0.055, 0.055)]
    return [*sides, bed, *bars, *raised, *latches]


def _roll(product: Product, places: Floats) -> list[Mesh]:
    """A cloth laid out with a row of pockets, its far end still rolled up."""
    tone = 0.9 if channels(product.paint).mean() > 0.2 else 2.4  # so that dark handles stand out
    canvas = cloth(shade(product.paint, tone), threads=70)
    edge = trim(product)
    wide, deep = 0.23, 0.225
    mat = cushion(wide, deep, 0.005, canvas, radius=0.0024, puff=0.0).moved(z=0.0025)
    binding = [
        tube(_loop(wide, deep), 0.0028, edge, sides=10, closed=True).moved(z=0.0032),
    ]
    x = np.linspace(-wide / 2 + 0.004, wide / 2 - 0.004, 120)
    bulge = 0.0075 + 0.024 * np.abs(np.cos(np.pi * x / _PITCH)) ** 0.8 * (np.abs(x) < 2.5 * _PITCH)
    y = np.array([-0.02, -0.018, 0.03, 0.078, 0.08])
    share = np.array([0.0, 1.0, 0.72, 0.36, 0.0])
    points = np.zeros((5, len(x), 3))
    points[..., 0], points[..., 1] = x, y[:, None]
    points[..., 2] = 0.005 + share[:, None] * bulge
    pocket = grid(points, canvas, flip=True)
    if pocket.normals[:, 2].sum() < 0:
        pocket = grid(points, canvas)
    hem = tube(points[1], 0.0016, edge, sides=8)
    seams = [
        tube([(s, -0.018, 0.0125), (s, 0.078, 0.0085)], 0.0007, edge, sides=6)
        for s in places[:-1] + _PITCH / 2
    ]
    rolled = tube(
        [(-wide / 2, deep / 2 + 0.006, 0.018), (wide / 2, deep / 2 + 0.006, 0.018)], 0.018, canvas, sides=32
    )
    tie = [
        ring(0.0185, 0.0022, edge).turned("y", 90).moved(x=side, y=deep / 2 + 0.006, z=0.0207)
        for side in (-0.06, 0.06)
    ]
    return [mat, *binding, pocket, hem, *seams, rolled, *tie]


def _loop(wide: float, deep: float) -> Floats:
    outline = rounded_rectangle(wide, deep, 0.008, 6)
    return np.column_stack([outline, np.zeros(len(outline))])


def _rack(product: Product, places: Floats) -> list[Mesh]:
    """A bench rack: a shelf with collars on two cheeks, open in front."""
    ground: Surface = (
        main(product) if product.material == "teak" else replace(main(product), color_map=None, bump=None)
    )
    wide = 5 * _PITCH + 0.024
    shelf = box(wide, 0.056, 0.012, ground, radius=0.003).moved(z=0.118)
    foot = box(wide + 0.02, 0.085, 0.012, ground, radius=0.004).moved(z=0.006)
    cheeks = [
        box(0.011, 0.052, 0.112, ground, radius=0.003).moved(x=s * (wide / 2 - 0.008), z=0.066)
        for s in (-1, 1)
    ]
    back = box(wide - 0.02, 0.005, 0.1, DARK, radius=0.001).moved(y=0.024, z=0.064)
    stripe = box(wide * 0.96, 0.0014, 0.006, trim(product), radius=0.0004).moved(y=-0.0282, z=0.118)
    collars = [ring(0.0062, 0.0018, STEEL, segments=32).moved(x=x, z=0.1245) for x in places]
    return [shelf, foot, *cheeks, back, stripe, *collars]
