"""Cases of phones, with a phone in them, seen from behind."""

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    ball,
    box,
    circle,
    cylinder,
    fillet,
    lathe,
    ring,
    rounded_rectangle,
    spline,
    sweep,
)
from images.kinds.electronics import DARK, STEEL, at_height, darker, loft, sheet_of, trim
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import Places, copies, relief, wire_loop
from images.spec import Product
from images.surfaces import main, patterned, plain

_WIDTH, _HEIGHT = 0.078, 0.158
_LEAN = -7
"""Degrees that a case leans back."""
_LENS = plain("#101a2a", roughness=0.05, clearcoat=1.0)


@kind("phone_case", view=(-80, 12))
def phone_case(product: Product) -> list[Mesh]:
    """A phone that stands in its case, the back to the camera."""
    match product.shape["form"]:
        case "slim":
            parts, thick = _shell(product, radius=0.0105, thick=0.0105, rim=0.0), 0.0105
        case "bumper":
            parts, thick = _bumper(product)
        case "folio":
            parts, thick = _folio(product)
        case other:
            raise KeyError(other)
    parts += [part.moved(z=thick) for part in (*_camera(product), *_grip(product))]
    return grounded([part.turned("x", 90 + _LEAN).turned("z", -8) for part in parts])


def _shell(product: Product, *, radius: float, thick: float, rim: float) -> list[Mesh]:
    """Case and phone in the xy plane; the back faces +z at a height of ``thick``."""
    outline = rounded_rectangle(_WIDTH, _HEIGHT, radius, 10)
    flat = _scaled(outline, -0.0026)
    back = relief(flat, 0.0004, patterned(product, 5, aspect=_WIDTH / _HEIGHT), fullness=9)
    turn = np.radians(np.linspace(0, 90, 6))
    edge = [
        at_height(_scaled(outline, -0.0026 * (1 - np.cos(t))), thick - 0.0026 * (1 - np.sin(t))) for t in turn
    ]
    side = loft([at_height(_scaled(outline, -0.0008), 0), at_height(outline, 0.0009), *edge], main(product))
    glass = relief(_scaled(outline, -0.0022), 0.0004, DARK, fullness=8, base=0.0006).turned("y", 180)
    keys = [
        box(0.0016, length, 0.0038, darker(product), radius=0.0008).moved(
            x * (_WIDTH / 2 + rim), y, thick * 0.5
        )
        for x, y, length in ((1, 0.034, 0.017), (-1, 0.042, 0.012), (-1, 0.024, 0.012))
    ]
    return [back.moved(z=thick), side, glass.moved(z=0.0008), *keys]


def _scaled(outline: Floats, by: float) -> Floats:
    """An outline moved outwards by so many metres."""
    extent = np.ptp(outline, axis=0)
    return outline * (1 + 2 * by / extent)


def _bumper(product: Product) -> tuple[list[Mesh], float]:
    """Thick rim in the accent colour with padded corners."""
    thick = 0.0125
    parts = _shell(product, radius=0.012, thick=thick - 0.0008, rim=0.003)
    outline = rounded_rectangle(_WIDTH + 0.001, _HEIGHT + 0.001, 0.013, 12)
    path = np.column_stack([outline, np.full(len(outline), thick * 0.5)])
    rim = sweep(path, rounded_rectangle(0.0062, thick + 0.0016, 0.0022, 4), trim(product), closed=True)
    corner, middle = (_WIDTH / 2 - 0.0055, _HEIGHT / 2 - 0.0055), thick * 0.5
    pad = box(0.019, 0.019, thick + 0.003, trim(product), radius=0.005)
    rib = box(0.0014, 0.0055, thick * 0.6, darker(product), radius=0.0005)
    signs = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)])
    grooves = [(x * (_WIDTH / 2 + 0.0036), y) for x in (-1, 1) for y in np.arange(-5, 6) * 0.009 - 0.012]
    pads = _repeated(pad, signs * corner, middle)
    ribs = _repeated(rib, np.array(grooves), middle)
    return [*parts, rim, *pads, *ribs], thick


def _repeated(part: Mesh, places: Floats, z: float) -> list[Mesh]:
    """A part at many places (n, 2) of one height."""
    points = at_height(places, z)
    return copies([part], Places(points, np.broadcast_to(np.eye(3), (len(points), 3, 3))))


def _folio(product: Product) -> tuple[list[Mesh], float]:
    """A cover that stands open like a book, its flap with pockets to the right, a strap to close it."""
    thick = 0.0125
    leather = main(product)
    parts = _shell(product, radius=0.006, thick=thick, rim=0.0)
    hinge_x = _WIDTH / 2 + 0.003
    down = box(0.001, 0.0042, 0.0006, trim(product), radius=0.0002, steps=2)
    rows = np.linspace(-0.072, 0.072, 20)
    flap = [
        box(_WIDTH, _HEIGHT, 0.0034, leather, radius=0.0016).moved(x=_WIDTH / 2 + 0.004),
        *(
            part
            for side in (-1, 1)
            for part in _repeated(down, np.column_stack([0 * rows + _WIDTH + 0.001, rows]), side * 0.0019)
        ),
        box(0.019, 0.024, 0.003, trim(product), radius=0.0013).moved(x=_WIDTH + 0.011),
        cylinder(0.0042, 0.0012, STEEL, bevel=0.0003).moved(_WIDTH + 0.0145, 0, 0.0014),
    ]
    spine = sweep(
        [(hinge_x, -_HEIGHT / 2, 0), (hinge_x, _HEIGHT / 2, 0)],
        rounded_rectangle(0.0062, 0.0062, 0.003, 6),
        leather,
    )
    opened = [part.turned("y", 62).moved(x=hinge_x, z=0.002) for part in flap]
    columns = np.linspace(-0.031, 0.031, 9)
    upright = [(side * 0.0355, y) for side in (-1, 1) for y in rows]
    level = [(x, side * 0.0755) for side in (-1, 1) for x in columns]
    stitches = _repeated(down, np.array(upright), thick + 0.0003)
    stitches += _repeated(down.turned("z", 90), np.array(level), thick + 0.0003)
    return [*parts, *opened, spine.moved(z=0.003), *stitches], thick


def _lens(radius: float) -> list[Mesh]:
    hood = lathe(
        fillet(
            [(radius * 1.2, 0), (radius * 1.2, 0.0022), (radius * 0.86, 0.0022), (radius * 0.8, 0.001)],
            0.0004,
            4,
        ),
        STEEL,
        segments=32,
    )
    glass = relief(circle(radius * 0.82, 32), 0.0007, _LENS).moved(z=0.0008)
    pupil = relief(circle(radius * 0.36, 24), 0.0003, DARK).moved(z=0.0014)
    return [hood, glass, pupil]


def _camera(product: Product) -> list[Mesh]:
    """The cut-out with the phone's lenses, a rim around it."""
    match product.shape["camera"]:
        case "square":
            outline = rounded_rectangle(0.036, 0.038, 0.0085, 8)
            middle = (-0.0165, 0.0545)
            lenses = [(-0.0082, 0.0085), (-0.0082, -0.0085), (0.0088, 0.0)]
            flash = (0.0088, 0.0125)
        case "round":
            outline = circle(0.0235, 64)
            middle = (0.0, 0.0475)
            lenses = [(0, 0.0105), (-0.0095, -0.006), (0.0095, -0.006)]
            flash = (0.0, -0.0015)
        case "bar":
            outline = rounded_rectangle(0.0715, 0.0205, 0.0095, 8)
            middle = (0.0, 0.0555)
            lenses = [(-0.0235, 0), (-0.0055, 0), (0.0125, 0)]
            flash = (0.0265, 0)
        case other:
            raise KeyError(other)
    made = [sheet_of(outline, DARK, thick=0.001), wire_loop(outline, 0.0013, trim(product)).moved(z=0.0006)]
    made += [part.moved(x, y, 0.0009) for x, y in lenses for part in _lens(0.0062)]
    lamp = relief(circle(0.0024, 20), 0.0006, plain("#f3e6c2", roughness=0.3)).moved(*flash, 0.0009)
    return [part.moved(*middle) for part in (*made, lamp)]


def _grip(product: Product) -> list[Mesh]:
    """Something to hold the phone by, on the lower half of the back."""
    match product.shape["grip"]:
        case "none":
            return []
        case "ring":
            base = [
                cylinder(0.0165, 0.0018, trim(product), bevel=0.0005),
                cylinder(0.0125, 0.0028, STEEL, bevel=0.0005),
            ]
            band = ring(0.0132, 0.0019, STEEL, segments=48, sides=12).scaled(1, 1, 1.3)
            stand = band.moved(y=0.0132).turned("x", 52).moved(y=-0.009, z=0.0036)
            pin = cylinder(0.0021, 0.012, STEEL).moved(z=-0.006).turned("y", 90).moved(y=-0.009, z=0.0036)
            return [part.moved(y=-0.022) for part in (*base, stand, pin)]
        case "loop":
            arch = spline(
                [
                    (0, -0.031, 0.001),
                    (0, -0.026, 0.0035),
                    (0, -0.008, 0.0115),
                    (0, 0.008, 0.0115),
                    (0, 0.026, 0.0035),
                    (0, 0.031, 0.001),
                ],
                40,
            )
            strap = sweep(arch, rounded_rectangle(0.015, 0.0022, 0.001, 3), trim(product), up=(0, 0, 1))
            ends = [
                box(0.0195, 0.011, 0.0022, STEEL, radius=0.001).moved(y=y, z=0.0011) for y in (-0.031, 0.031)
            ]
            rivets = [ball(0.0018, DARK, segments=12).moved(y=y, z=0.0018) for y in (-0.031, 0.031)]
            return [part.turned("z", 90).moved(y=-0.026) for part in (strap, *ends, *rivets)]
        case other:
            raise KeyError(other)
