"""Bedside cabinets and bookshelves: boxes of boards with drawers, shelves and doors."""

import numpy as np

from images.geometry import Mesh, ball, box, cylinder, fillet, tube
from images.kinds.joinery import DARK_STEEL, accent, bar, bricks, grounded, leg, plank
from images.kinds.ornaments import facing_right, moved, on_board
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_BOARD_M = 0.022
_GAP_M = 0.005
_SHADOW = plain("#17140f", roughness=0.9)


@kind("bedside_cabinet", view=(-60, 19))
def bedside_cabinet(product: Product) -> list[Mesh]:
    """A small chest of drawers on legs; a single drawer leaves an open shelf under it."""
    wood, paint = main(product), accent(product)
    width, depth, height = 0.46, 0.38, 0.56
    match product.shape["legs"]:
        case "none":
            raised, stand = 0.05, [plank(width - 0.06, depth - 0.05, 0.05, paint).moved(z=0.025)]
        case "short":
            raised, stand = 0.09, _turned_feet(width, depth, wood)
        case "long":
            raised, stand = 0.24, _long_legs(width, depth, wood, paint)
        case other:
            raise KeyError(other)
    tall = height - raised
    parts = moved(_carcass(width, depth, tall, wood), z=raised)
    top = plank(width + 0.03, depth + 0.02, 0.024, wood).moved(0, -0.005, height + 0.01)
    parts += [
        top,
        *moved(facing_right(on_board(product, depth - 0.03, tall - 0.05)), width / 2, 0, raised + tall / 2),
    ]
    for z, front in _drawers(product, tall - 2 * _BOARD_M):
        parts += moved(
            _drawer(product, width - 2 * _BOARD_M, front, wood, paint), 0, -depth / 2, raised + _BOARD_M + z
        )
    return grounded(parts + stand)


def _carcass(width: float, depth: float, height: float, wood: Surface) -> list[Mesh]:
    """Sides, floor, lid and back; its lower edge at z = 0."""
    inner = width - 2 * _BOARD_M
    sides = [
        plank(_BOARD_M, depth, height, wood).moved(s * (width - _BOARD_M) / 2, 0, height / 2) for s in (-1, 1)
    ]
    level = [
        plank(inner, depth - 0.004, _BOARD_M, wood).moved(z=z) for z in (_BOARD_M / 2, height - _BOARD_M / 2)
    ]
    back = plank(inner, 0.008, height - 0.01, wood, radius=0.001).moved(0, depth / 2 - 0.01, height / 2)
    return [*sides, *level, back]


def _turned_feet(width: float, depth: float, wood: Surface) -> list[Mesh]:
    x, y = width / 2 - 0.05, depth / 2 - 0.05
    foot = ball(0.042, wood, stretch=(1, 1, 1.1), segments=24).moved(z=0.044)
    return [foot.moved(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]


def _long_legs(width: float, depth: float, wood: Surface, paint: Surface) -> list[Mesh]:
    x, y = width / 2 - 0.05, depth / 2 - 0.05
    return [
        part
        for sx in (-1, 1)
        for sy in (-1, 1)
        for part in leg(
            (sx * (x + 0.045), sy * (y + 0.03), 0),
            (sx * x, sy * y, 0.245),
            wood,
            thickness=(0.018, 0.036),
            tip=paint,
        )
    ]


def _drawers(product: Product, height: float) -> list[tuple[float, float]]:
    """Middle and height of each drawer's front, over an opening that is so high."""
    match product.shape["drawers"]:
        case "one":
            front = min(height * 0.45, 0.16)
            return [(height - front / 2, front)]
        case "two":
            return [(height * share, height / 2) for share in (0.25, 0.75)]
        case "three":
            return [(height * share, height / 3) for share in (1 / 6, 0.5, 5 / 6)]
        case other:
            raise KeyError(other)


def _drawer(product: Product, width: float, height: float, wood: Surface, paint: Surface) -> list[Mesh]:
    """A front with its handle, and the shadow of the gap round it; its middle at z = 0, flush with y = 0."""
    w, h = width - 2 * _GAP_M, height - 2 * _GAP_M
    front = plank(w, 0.02, h, wood, grain="x").moved(0, 0.002)
    dark = box(width, 0.012, height, _SHADOW, radius=0.001, steps=2).moved(0, 0.02)
    shelf = plank(width, 0.3, 0.016, wood).moved(0, 0.16, -height / 2 - 0.004)
    parts = [front, dark, shelf, *moved(on_board(product, w, h, pitch=0.07), 0, -0.008)]
    return parts + moved(_handle(product, w, h, paint), 0, -0.008)


def _handle(product: Product, width: float, height: float, paint: Surface) -> list[Mesh]:
    match product.shape["handle"]:
        case "knob":
            neck = cylinder(0.008, 0.022, paint).turned("x", 90)
            return [neck, ball(0.019, paint, stretch=(1, 0.75, 1), segments=24).moved(0, -0.03)]
        case "bar":
            half = width * 0.26
            path = fillet(
                [(-half, 0.004, 0), (-half, -0.032, 0), (half, -0.032, 0), (half, 0.004, 0)], 0.012, 6
            )
            return [tube(path, 0.0075, paint, sides=12)]
        case "none":
            grip = box(width * 0.34, 0.012, 0.026, _SHADOW, radius=0.005).moved(0, -0.001, height / 2 - 0.012)
            lip = box(width * 0.34 + 0.016, 0.012, 0.006, paint, radius=0.002).moved(
                0, -0.003, height / 2 - 0.028
            )
            return [grip, lip]
        case other:
            raise KeyError(other)


@kind("bookshelf", view=(-60, 13))
def bookshelf(product: Product) -> list[Mesh]:
    """Shelves between sides of three kinds, with some books; solid doors below or latticed ones."""
    wood, paint = main(product), accent(product)
    width = float(np.clip(product.size_mm[0] / 1000, 0.75, 1.05))
    depth, height, shelves = 0.32, 1.5, 4
    inner = width - 2 * 0.03
    parts = _sides(product, width, depth, height)
    levels = np.linspace(0.11, height - 0.05, shelves + 1)
    parts += [plank(inner, depth - 0.02, 0.026, wood).moved(z=float(z)) for z in levels]
    match product.shape["back"]:
        case "open":
            y, x = depth / 2 - 0.02, inner / 2
            parts += [
                bar((s * x, y, 0.2), (-s * x, y, height - 0.1), DARK_STEEL, thickness=0.012) for s in (-1, 1)
            ]
        case "closed":
            panel = box(inner + 0.01, 0.012, height - 0.1, paint, radius=0.002, steps=2)
            parts.append(panel.moved(0, depth / 2 - 0.02, height / 2 + 0.01))
        case other:
            raise KeyError(other)
    parts += _boards(product, inner, depth, height)
    parts += _books(levels, inner, product.shape["doors"])
    match product.shape["doors"]:
        case "none":
            pass
        case "half":
            low, high = float(levels[0]), float(levels[2])
            parts += moved(_doors(product, inner, high - low, wood, paint), 0, -depth / 2, (low + high) / 2)
        case "full":
            low, high = float(levels[0]), float(levels[-1])
            parts += moved(_lattice_doors(inner, high - low, wood, paint), 0, -depth / 2, (low + high) / 2)
        case other:
            raise KeyError(other)
    return grounded(parts)


def _sides(product: Product, width: float, depth: float, height: float) -> list[Mesh]:
    wood = main(product)
    match product.shape["sides"]:
        case "straight":
            board = plank(0.03, depth, height, wood)
            made = [board.moved(s * (width / 2 - 0.015), 0, height / 2) for s in (-1, 1)]
            art = facing_right(on_board(product, depth - 0.02, height - 0.06))
            return made + moved(art, width / 2, 0, height / 2)
        case "ladder":
            return _ladders(wood, width, depth, height)
        case "frame":
            return _frames(width, depth, height)
        case other:
            raise KeyError(other)


def _ladders(wood: Surface, width: float, depth: float, height: float) -> list[Mesh]:
    """Round posts that go on above the top, with rungs."""
    made = []
    for s in (-1, 1):
        x, y = s * (width / 2 - 0.016), depth / 2 - 0.018
        top = height + 0.16
        for t in (-1, 1):
            made.append(bar((x, t * y, 0), (x, t * y, top), wood, thickness=0.036))
            made.append(ball(0.024, wood, segments=16).moved(x, t * y, top))
        rungs = np.linspace(0.14, top - 0.05, 9)
        made += [bar((x, -y, z), (x, y, z), wood, thickness=0.022) for z in rungs]
    return made


def _frames(width: float, depth: float, height: float) -> list[Mesh]:
    """Square steel tube with a diagonal."""
    made = []
    for s in (-1, 1):
        x, y = s * (width / 2 - 0.012), depth / 2 - 0.012
        for t in (-1, 1):
            made.append(bar((x, t * y, 0), (x, t * y, height), DARK_STEEL, thickness=0.026, square=True))
        for z in (0.09, height - 0.013):
            made.append(bar((x, -y, z), (x, y, z), DARK_STEEL, thickness=0.024, square=True))
        for low, high in ((0.1, height / 2), (height / 2, height - 0.02)):
            made.append(bar((x, -y, low), (x, y, high), DARK_STEEL, thickness=0.014))
            made.append(bar((x, y, low), (x, -y, high), DARK_STEEL, thickness=0.014))
    for z in (0.09, height - 0.013):
        for t in (-1, 1):
            y = t * (depth / 2 - 0.012)
            made.append(bar((-width / 2, y, z), (width / 2, y, z), DARK_STEEL, thickness=0.022, square=True))
    return made


def _boards(product: Product, inner: float, depth: float, height: float) -> list[Mesh]:
    """A cornice and a plinth, which carry the ornament."""
    wood, y = main(product), -depth / 2 + 0.012
    made = []
    for z, tall in ((height - 0.02, 0.1), (0.06, 0.1)):
        made.append(plank(inner, 0.022, tall, wood).moved(0, y, z))
        made += moved(on_board(product, inner, tall), 0, y - 0.011, z)
    return made


def _books(levels: np.ndarray, inner: float, doors: str) -> list[Mesh]:
    """A few books and a pot, on the shelves that stay open."""
    colors = ("#8a4b3c", "#d9cdb4", "#3f5468", "#b59a5b", "#5d6b52", "#efe9dc")
    covers = [plain(color, roughness=0.7) for color in colors]
    made = []
    first = 2 if doors == "half" else 0
    for level, (start, count) in enumerate([(-0.42, 5), (0.05, 6), (-0.4, 6), (0.12, 4)]):
        if level < first:
            continue
        x, z = start * inner, float(levels[level]) + 0.013
        for k in range(count):
            thick, tall = 0.026 + 0.012 * ((k * 5 + level) % 3), 0.2 + 0.022 * ((k * 7 + level * 3) % 4)
            book = box(thick - 0.001, 0.15, tall, covers[(k * 2 + level) % 6], radius=0.003, steps=2)
            made.append(book.moved(x + thick / 2, 0.03, z + tall / 2))
            x += thick
    return made


def _doors(product: Product, width: float, height: float, wood: Surface, paint: Surface) -> list[Mesh]:
    """Two doors with knobs, about z = 0, flush with y = 0."""
    leaf = width / 2
    made = [box(width, 0.006, height, _SHADOW, radius=0.001, steps=2).moved(0, 0.012)]
    for s in (-1, 1):
        made.append(plank(leaf - _GAP_M, 0.022, height - 0.008, wood, grain="z").moved(s * leaf / 2))
        made += moved(on_board(product, leaf - 0.03, height - 0.03), s * leaf / 2, -0.011)
        made.append(ball(0.019, paint, segments=20).moved(s * 0.045, -0.03))
    return made


def _lattice_doors(width: float, height: float, wood: Surface, paint: Surface) -> list[Mesh]:
    """Two doors of slender bars, through which the shelves are seen."""
    leaf, w = width / 2, 0.045
    made = []
    for s in (-1, 1):
        x = s * leaf / 2
        for t in (-1, 1):
            made.append(plank(w, 0.024, height, wood).moved(x + t * (leaf - w - _GAP_M) / 2))
            made.append(plank(leaf - _GAP_M, 0.024, w, wood).moved(x, 0, t * (height - w) / 2))
        bars = [(x, 0.0, z) for z in np.linspace(-height / 2, height / 2, 7)[1:-1]]
        made.append(bricks(bars, (leaf - w, 0.012, 0.014), paint))
        made.append(bricks([(x, 0.0, 0.0)], (0.014, 0.012, height - w), paint))
        made.append(ball(0.017, paint, segments=20).moved(s * 0.03, -0.03))
    return made
