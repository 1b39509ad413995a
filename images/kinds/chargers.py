"""Power banks and wall chargers."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, box, circle, cylinder, rounded_rectangle, superellipse
from images.kinds.electronics import (
    DARK,
    HOLLOW,
    STEEL,
    at_height,
    darker,
    lamps,
    loft,
    screen,
    sheet_of,
    sockets,
    trim,
)
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import Surface, main, patterned

_POINTS = 96


@kind("power_bank", view=(-70, 30))
def power_bank(product: Product) -> list[Mesh]:
    """A power bank with its sockets to the front: a slab, a standing pillar, or a pebble."""
    bodies = {"flat": _flat, "pillar": _pillar, "pebble": _pebble}
    return grounded(bodies[product.shape["body"]](product))


def _on_front(parts: list[Mesh], y: float, z: float) -> list[Mesh]:
    """Parts that face +z, put upright on a front at y, facing -y."""
    return [part.turned("x", 90).moved(y=y, z=z) for part in parts]


def _slab(outline: Floats, height: float, radius: float, face: Surface, side: Surface) -> list[Mesh]:
    """A body that lies on z = 0: its upper face, flat to where the edge begins, and the rest."""
    turn = np.radians(np.linspace(0, 90, 6))
    extent = np.ptp(outline, axis=0)

    def inset(by: float) -> Floats:
        return outline * (1 - 2 * by / extent)

    lower = [at_height(inset(radius * (1 - np.sin(t))), radius * (1 - np.cos(t))) for t in turn]
    upper = [at_height(inset(radius * (1 - np.cos(t))), height - radius * (1 - np.sin(t))) for t in turn]
    middle = at_height(outline * 0, 0.0)
    lid = relief(inset(radius), radius * 0.05, face, fullness=6)
    return [loft([middle, *lower, *upper], side), lid.moved(z=height)]


def _flat(product: Product) -> list[Mesh]:
    width, length, height = 0.072, 0.134, 0.019
    outline = rounded_rectangle(width, length, 0.009, _POINTS // 4)
    face = patterned(product, 5, aspect=width / length)
    made = _slab(outline, height, 0.0035, face, main(product))
    made.append(wire_loop(outline * [1.002, 1.002], 0.0009, trim(product)).moved(z=height * 0.5))
    front = [*_panel(0.06, 0.0122), *(p.moved(z=0.0006) for p in sockets(product.shape["sockets"], 0.0185))]
    made += _on_front(front, -length / 2, height * 0.5)
    made += [part.moved(y=-length / 2 + 0.021, z=height) for part in _display(product, 0.034)]
    return [part.turned("z", -5) for part in made]


def _panel(width: float, height: float) -> list[Mesh]:
    """A black inset for sockets."""
    return [sheet_of(rounded_rectangle(width, height, min(height / 2 * 0.98, 0.004), 6), DARK, thick=0.0007)]


def _display(product: Product, width: float) -> list[Mesh]:
    """What shows the charge, about the origin in the xy plane, facing +z."""
    frame = rounded_rectangle(width, width * 0.5, 0.003, 6)
    match product.shape["display"]:
        case "none":
            return []
        case "dots":
            bar = sheet_of(
                rounded_rectangle(width * 1.06, width * 0.24, width * 0.115, 6), DARK, thick=0.0016
            )
            return [bar, *(lamp.moved(z=0.0016) for lamp in lamps(4, width * 0.23, width * 0.062))]
        case "digits":
            back = sheet_of(rounded_rectangle(width * 1.12, width * 0.62, 0.004, 6), DARK, thick=0.0016)
            return [back, sheet_of(frame, screen("87")).moved(z=0.0013)]
        case other:
            raise KeyError(other)


def _pillar(product: Product) -> list[Mesh]:
    """A square column with round corners: the pattern goes round it, the sockets are over each other."""
    width, height = 0.058, 0.125
    outline = np.roll(rounded_rectangle(width, width, 0.012, _POINTS // 4), _POINTS // 8, 0)
    shell = patterned(product, 12, aspect=4 * width * 0.9 / height)
    heights = np.linspace(0.006, height - 0.006, 12)
    uv = np.stack(np.meshgrid(_around(outline), (heights - heights[0]) / np.ptp(heights)), -1)
    body = loft([at_height(outline, z) for z in heights], shell, uv=uv)
    made = [body]
    for z, surface in ((0.0, darker(product)), (height - 0.006, trim(product))):
        made += [part.moved(z=z) for part in _slab(outline, 0.006, 0.002, surface, surface)]
    count = {"one": 1, "two": 2, "three": 3}[product.shape["sockets"]]
    tall = 0.013 * count + 0.006
    front = _panel(0.024, tall)
    front += [p.moved(z=0.0006) for p in sockets(product.shape["sockets"], 0.013, upright=True)]
    made += _on_front(front, -width / 2, 0.012 + tall / 2)
    return made + _on_front(_display(product, 0.036), -width / 2, height - 0.024)


def _around(outline: Floats) -> Floats:
    """Shares of the way along a closed outline, from 0 to 1, with the first point repeated."""
    closed = np.vstack([outline, outline[:1]])
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
    return along / along[-1]


def _pebble(product: Product) -> list[Mesh]:
    """Smooth and round, domed above, with a slot for the sockets in its blunt end."""
    width, length, height = 0.078, 0.122, 0.032
    outline = superellipse(width, length, 2.5, _POINTS)
    face = patterned(product, 5, aspect=width / length)
    lid = relief(outline, height * 0.56, face, fullness=2.6)
    turn = np.radians(np.linspace(0, 90, 8))
    lower = [at_height(outline * (0.72 + 0.28 * np.sin(t)), height * 0.4 * (1 - np.cos(t))) for t in turn]
    under = loft([at_height(outline * 0, 0), *lower], main(product))
    seam = wire_loop(outline * 1.001, 0.001, trim(product)).moved(z=height * 0.41)
    blunt = box(0.058, 0.014, 0.0125, DARK, radius=0.004).moved(y=-length / 2 + 0.0062, z=height * 0.41)
    made = [lid.moved(z=height * 0.41), under, seam, blunt]
    made += _on_front(
        sockets(product.shape["sockets"], 0.0178, size=0.95), -length / 2 - 0.0008, height * 0.41
    )
    tilt, low = 7.5, height * 0.9
    made += [part.turned("x", tilt).moved(y=-length * 0.27, z=low) for part in _display(product, 0.028)]
    return [part.turned("z", -5) for part in made]


@kind("wall_charger", view=(-71, 24))
def wall_charger(product: Product) -> list[Mesh]:
    """A charger that lies or stands, its sockets to the front and its pins to the right."""
    match product.shape["body"]:
        case "cube":
            width, depth, height, upright = 0.05, 0.046, 0.048, False
        case "flat":
            width, depth, height, upright = 0.062, 0.07, 0.027, False
        case "pillar":
            width, depth, height, upright = 0.036, 0.036, 0.08, True
        case other:
            raise KeyError(other)
    radius = 0.0055
    body = [_shell(product, width, depth, height, radius)]
    body += _sockets_in_front(product, width, height, upright=upright)
    front = [part.moved(y=-depth / 2) for part in _rotated(body[1:])]
    band = rounded_rectangle(width + 0.0006, height + 0.0006, radius, 6)
    seam = wire_loop(band, 0.0008, trim(product)).turned("x", 90).moved(y=-depth / 2 + 0.0075)
    pins = [
        part.turned("y", 90).moved(x=width / 2, z=height * (0.22 if upright else 0))
        for part in _pins(product, height)
    ]
    return grounded([body[0], seam, *front, *pins])


def _rotated(parts: list[Mesh]) -> list[Mesh]:
    return [part.turned("x", 90) for part in parts]


def _shell(product: Product, width: float, depth: float, height: float, radius: float) -> Mesh:
    """The body about the origin; the pattern has the same scale on each face."""
    surface = patterned(product, 6, aspect=1.0)
    shell = box(width, depth, height, surface, radius=radius, steps=5)
    if not surface.mapped:
        return shell
    # each face would have the whole map: let the longest side have it, the others a part about its middle
    longest = max(width, depth, height)
    sides = np.abs(shell.normals).argmax(1)
    extents = np.array([(depth, height), (width, height), (width, depth)])[sides] / longest
    return replace(shell, uv=(shell.uv - 0.5) * extents + 0.5)


def _sockets_in_front(product: Product, width: float, height: float, *, upright: bool) -> list[Mesh]:
    choice = product.shape["sockets"]
    count = {"one": 1, "two": 2, "three": 3}[choice]
    pitch = 0.0125 if upright else min(0.0185, (width - 0.012) / 3)
    size = 1.0 if upright else pitch / 0.0165
    across, tall = 0.0205, pitch * count + 0.004
    panel = _panel(across, tall) if upright else _panel(pitch * count + 0.003, min(0.0145, height * 0.6))
    made = [*panel, *(part.moved(z=0.0006) for part in sockets(choice, pitch, size=size, upright=upright))]
    lamp = relief(circle(0.0011, 12), 0.0004, STEEL)
    shift = height * 0.1 if upright else 0.0
    return [*(part.moved(y=shift) for part in made), lamp.moved(y=-height * 0.38)]


def _pins(product: Product, height: float) -> list[Mesh]:
    """What goes into the wall, about the origin, towards +z; the body's height runs along x."""
    match product.shape["plug"]:
        case "fixed":
            size = min(1.0, height / 0.034)
            plinth = superellipse(0.021 * size, 0.033 * size, 2.6, 48)
            made = [relief(plinth, 0.0015, darker(product), fullness=6, base=0.0055)]
            for side in (-1, 1):
                sleeve = cylinder(0.0026 * size, 0.0095, HOLLOW)
                pin = cylinder(0.0026 * size, 0.019, STEEL, bevel=0.0012)
                made += [
                    part.moved(y=side * 0.0088 * size, z=0.006)
                    for part in (pin, sleeve.scaled(1.03, 1.03, 1))
                ]
            return made
        case "folding":
            size = min(1.0, height / 0.034)
            bed = sheet_of(rounded_rectangle(0.027 * size, 0.03 * size, 0.003, 5), HOLLOW, thick=0.0008)
            made = [
                bed,
                wire_loop(rounded_rectangle(0.027 * size, 0.03 * size, 0.003, 5), 0.0009, darker(product)),
            ]
            barrel = cylinder(0.0036, 0.024 * size, trim(product), bevel=0.0004).turned("x", 90)
            made.append(barrel.moved(x=-0.0085 * size, y=0.012 * size, z=0.0022))
            for side in (-1, 1):
                blade = box(0.0066, 0.0017, 0.021 * size, STEEL, radius=0.0006, steps=3).moved(
                    z=0.0105 * size
                )
                made.append(blade.turned("y", 38).moved(-0.0085 * size, side * 0.0072 * size, 0.0022))
            return made
        case other:
            raise KeyError(other)
