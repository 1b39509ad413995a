"""Notebooks, upright and seen from the front: cover, pages, binding, band."""

import numpy as np

from images.colors import channels, shade
from images.geometry import Floats, Mesh, ball, box, fillet, merge, rounded_rectangle, tube
from images.kinds.office_parts import STEEL, drum, facing_front, overprint, trim
from images.kinds.packs import standing, sticker
from images.kinds.registry import kind
from images.kinds.small_parts import leaned
from images.spec import Product
from images.surfaces import Surface, main, plain

_PAGES = plain("#efe9da", roughness=0.85)
_PAPER = plain("#f4efe2", roughness=0.8)
_BOARD = 0.0024


@kind("notebook", view=(-62, 17))
def notebook(product: Product) -> list[Mesh]:
    """A notebook that stands upright, a little leaned back."""
    width, height = 0.145, 0.2
    thick = 0.02
    outline = _outline(product.shape["corners"], width, height)
    cover = overprint(product, aspect=width / height, repeats=6)
    boards = [
        facing_front(outline, _BOARD, cover, bevel=0.0008).moved(y=-thick / 2),
        facing_front(outline, _BOARD, main(product), bevel=0.0008).moved(y=thick / 2),
    ]
    pages = facing_front(outline * [0.965, 0.975], thick - _BOARD, _PAGES, bevel=0)
    front = thick / 2 + _BOARD / 2
    made = [*boards, pages, *_leaves(width, height, thick)]
    made += _binding(product, width, height, thick)
    made += _band(product, width, height, front)
    made += _label(product, width, front)
    return leaned(standing(made), 9)


def _outline(name: str, width: float, height: float) -> Floats:
    """The cover from the front: its corners away from the spine are square or round."""
    match name:
        case "square":
            return rounded_rectangle(width, height, 0.0008, 3)
        case "rounded":
            x, y = width / 2, height / 2
            corners = [(-x, 0), (-x, -y), (x, -y), (x, y), (-x, y), (-x, 0)]
            return fillet(corners, [0, 0.0008, 0.042, 0.042, 0.0008, 0], 12)[:-1]
        case other:
            raise KeyError(other)


def _leaves(width: float, height: float, thick: float) -> list[Mesh]:
    """Dark lines between leaves on the open edge."""
    line = plain("#cfc6b2", roughness=0.9)
    ys = np.linspace(-thick * 0.38, thick * 0.38, 7)
    slot = box(0.0006, 0.0004, height * 0.72, line, radius=0.0001, steps=2)
    return [merge([slot.moved(x=width * 0.4825, y=y) for y in ys])]


def _seam(product: Product) -> Surface:
    factor = 0.6 if channels(product.paint).mean() > 0.16 else 2.2
    return plain(shade(product.paint, factor), roughness=0.6)


def _binding(product: Product, width: float, height: float, thick: float) -> list[Mesh]:
    left, front = -width / 2, thick / 2 + _BOARD / 2
    match product.shape["binding"]:
        case "glued":
            spine = box(0.004, thick + _BOARD, height * 0.9, main(product), radius=0.0015).moved(
                x=left + 0.001
            )
            hinge = sticker(
                rounded_rectangle(0.0016, height * 0.985, 0.0005, 3),
                _seam(product),
                at=(left + 0.013, 0),
                wall=front,
                lift=0.0003,
            )
            return [spine, hinge]
        case "spiral":
            turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
            deep = thick / 2 + 0.0055
            loop = np.column_stack(
                [left + 0.001 + 0.0085 * np.cos(turn), deep * np.sin(turn), 0.0012 * np.sin(turn)]
            )
            coil = tube(loop, 0.0011, STEEL, sides=8, closed=True)
            hole = drum(0.0023, 0.0004, plain("#2a2a2c", roughness=0.8), soft=0.0001, segments=16).turned(
                "x", 90
            )
            hole = hole.moved(x=left + 0.0085, y=-front)
            places = np.linspace(-0.42, 0.42, 17) * height
            return [merge([coil.moved(z=z) for z in places]), merge([hole.moved(z=z) for z in places])]
        case "sewn":
            spine = box(0.003, thick + _BOARD, height * 0.9, main(product), radius=0.0012).moved(
                x=left + 0.001
            )
            tape = sticker(
                rounded_rectangle(0.019, height * 0.985, 0.0006, 3),
                _seam(product),
                at=(left + 0.0105, 0),
                wall=front,
                lift=0.0003,
            )
            thread = trim(product)
            stitches = []
            for z in np.linspace(-0.44, 0.44, 9) * height:
                ends = [
                    (left + 0.0005, -front - 0.0006, z - 0.0055),
                    (left + 0.0155, -front - 0.0012, z + 0.0055),
                ]
                crossed = [
                    (left + 0.0005, -front - 0.0006, z + 0.0055),
                    (left + 0.0155, -front - 0.0012, z - 0.0055),
                ]
                stitches += [tube(pair, 0.001, thread, sides=8) for pair in (ends, crossed)]
            return [spine, tape, merge(stitches)]
        case other:
            raise KeyError(other)


def _band(product: Product, width: float, height: float, front: float) -> list[Mesh]:
    surface = trim(product)
    match product.shape["band"]:
        case "none":
            return []
        case "elastic":
            strap = box(0.0075, 2 * front + 0.0026, height + 0.003, surface, radius=0.0012)
            return [strap.moved(x=width * 0.34)]
        case "ribbon":
            z = -height * 0.12
            wrap = box(width + 0.003, 2 * front + 0.0022, 0.013, surface, radius=0.001).moved(z=z)
            return [wrap, *(part.moved(x=width * 0.16, y=-front - 0.002, z=z) for part in _bow(surface))]
        case other:
            raise KeyError(other)


def _bow(surface: Surface) -> list[Mesh]:
    """A tied bow in the xz plane."""
    turn = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    made = [ball(0.0062, surface, stretch=(1, 0.75, 1.1), segments=24)]
    for side in (-1, 1):
        x = side * 0.014 * (1 - np.cos(turn))
        loop = np.column_stack(
            [x, -0.002 - 0.0035 * np.sin(turn / 2), 0.0085 * np.sin(turn) + 0.15 * np.abs(x)]
        )
        made.append(tube(loop, 0.0024, surface, sides=10, closed=True).scaled(1, 1.0, 1))
        share = np.linspace(0, 1, 12)
        tail = np.column_stack(
            [side * 0.021 * share**0.8, -0.001 - 0.002 * np.sin(np.pi * share), -0.034 * share]
        )
        made.append(tube(tail, 0.0027, surface, sides=10, scale=1 + 0.5 * share).scaled(1, 0.5, 1))
    return made


def _label(product: Product, width: float, front: float) -> list[Mesh]:
    """Where the owner's name is written, on covers without a print."""
    if product.pattern != "plain":
        return []
    at = (0.004, 0.045)
    rim = sticker(rounded_rectangle(width * 0.5, 0.042, 0.004), trim(product), at=at, wall=front)
    card = sticker(
        rounded_rectangle(width * 0.5 - 0.005, 0.037, 0.003), _PAPER, at=at, wall=front, lift=0.001
    )
    rule = rounded_rectangle(width * 0.36, 0.0009, 0.0003, 3)
    lines = [
        sticker(rule, plain("#8d8778", roughness=0.8), at=(at[0], at[1] + z), wall=front, lift=0.0013)
        for z in (-0.009, 0, 0.009)
    ]
    return [rim, card, *lines]
