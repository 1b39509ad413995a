"""Desk organizers: steps, towers and trays of panels, over drawers, with pencils in them."""

from dataclasses import dataclass

import numpy as np

from images.geometry import Floats, Mesh, ball, box, fillet, lathe
from images.kinds.office_parts import DARK, facing_side, overprint, trim
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_WALL = 0.006


@dataclass(frozen=True)
class _Body:
    """Sizes of a body in metres: all but heights of drawers."""

    wide: float
    deep: float
    front: float
    """Height of the walls in front."""
    back: float
    columns: tuple[float, ...]
    """Where walls part the compartments sideways, as shares of the width from -0.5 to 0.5."""
    rows: tuple[float, ...]
    """Where walls part them in depth, likewise; the front is -0.5."""
    drawer: float
    """Height of a drawer."""


_BODIES = {
    "steps": _Body(0.22, 0.15, 0.034, 0.125, (-0.16, 0.16), (-0.17, 0.17), 0.04),
    "tower": _Body(0.125, 0.115, 0.1, 0.165, (0.0,), (0.02,), 0.042),
    "tray": _Body(0.29, 0.19, 0.042, 0.042, (-0.2, 0.14), (0.12,), 0.036),
}
_DRAWERS = {"none": 0, "one": 1, "two": 2}


@kind("desk_organizer", view=(-66, 30))
def desk_organizer(product: Product) -> list[Mesh]:
    """An organizer on the desk, its drawers to the front."""
    body = _BODIES[product.shape["body"]]
    count = _DRAWERS[product.shape["drawer"]]
    low = count * body.drawer + (0.004 if count else 0.0)
    surface = main(product)
    drawers = [part.moved(z=n * body.drawer + 0.002) for n in range(count) for part in _drawer(product, body)]
    return [
        *_compartments(product, body, low),
        *(_cabinet(body, low, count, surface) if count else []),
        *drawers,
        *_pencils(product.shape["body"], body, low),
    ]


def _top(product: Product, body: _Body) -> Floats:
    """The upper edge of the sides from the front backwards, (n, 2) of y and height."""
    half = body.deep / 2
    flat = body.front == body.back
    match product.shape["cut"]:
        case "straight":
            if product.shape["body"] == "steps":
                step = (body.back - body.front) / 2
                marks = [-half, -half * 0.36, -half * 0.34, half * 0.33, half * 0.35, half]
                levels = [0, 0, 1, 1, 2, 2]
                return np.array([(y, body.front + k * step) for y, k in zip(marks, levels, strict=True)])
            return np.array([(-half, body.front), (half * 0.1, body.back), (half, body.back)])
        case "curved":
            share = np.linspace(0, 1, 26)
            if flat:
                height = (
                    body.front * (1 - 0.62 * np.sin(np.pi * share) ** 1.5)
                    + 0.018 * share**3
                    + 0.012 * (1 - share) ** 3
                )
            else:
                dip = 0.13 * body.back * np.sin(np.pi * share) ** 2 * (share < 0.5)
                height = body.front + (body.back - body.front) * share**2.4 - dip * 0.8
            return np.column_stack([-half + body.deep * share, height])
        case other:
            raise KeyError(other)


def _compartments(product: Product, body: _Body, low: float) -> list[Mesh]:
    surface = main(product)
    top = _top(product, body)
    outline = np.vstack([[(-body.deep / 2, 0), (body.deep / 2, 0)], top[::-1]])
    sides = [
        facing_side(outline, _WALL, surface, bevel=0.0012).moved(x=s * (body.wide - _WALL) / 2)
        for s in (-1, 1)
    ]

    def height(share: float) -> float:
        return float(np.interp(share * body.deep, top[:, 0], top[:, 1]))

    def across(share: float, paint: Surface, tall: float) -> Mesh:
        y = share * (body.deep - _WALL)
        return box(body.wide - 2 * _WALL, _WALL * 0.8, tall, paint, radius=0.0015).moved(y=y, z=tall / 2)

    front = height(-0.48)
    face = overprint(product, aspect=body.wide / front, repeats=8)
    made = [*sides, across(-0.5, face, front), across(0.5, surface, height(0.49))]
    made += [across(share, face, height(share - 0.03) + 0.002) for share in body.rows]
    made.append(
        box(body.wide - 0.004, body.deep - 0.004, _WALL, surface, radius=0.001).moved(z=_WALL / 2 + 0.0005)
    )
    inner = np.vstack([[(-body.deep / 2, 0), (body.deep / 2, 0)], top[::-1] - [0, 0.006]]) * [0.985, 1]
    made += [
        facing_side(inner, _WALL * 0.7, surface, bevel=0.001).moved(x=share * body.wide)
        for share in body.columns
    ]
    return [part.moved(z=low) for part in made]


def _cabinet(body: _Body, low: float, count: int, surface: Surface) -> list[Mesh]:
    """The hollow that drawers run in."""
    made = [
        box(_WALL, body.deep, low, surface, radius=0.001).moved(x=s * (body.wide - _WALL) / 2, z=low / 2)
        for s in (-1, 1)
    ]
    made.append(
        box(body.wide - 0.004, _WALL, low, surface, radius=0.001).moved(y=(body.deep - _WALL) / 2, z=low / 2)
    )
    inside = box(body.wide - 2 * _WALL, body.deep - 0.016, low - 0.004, DARK, radius=0.0005).moved(
        y=0.002, z=low / 2
    )
    shelf = box(body.wide - 0.004, body.deep - 0.004, 0.004, surface, radius=0.001)
    return [*made, inside, *(shelf.moved(z=n * body.drawer + 0.002) for n in range(count))]


def _drawer(product: Product, body: _Body) -> list[Mesh]:
    """A drawer's front with a knob, or two on a wide one."""
    wide, tall = body.wide - 2 * _WALL - 0.003, body.drawer - 0.006
    face = overprint(product, aspect=wide / tall, repeats=8)
    front = box(wide, 0.008, tall, face, radius=0.002).moved(y=-body.deep / 2 + 0.002, z=tall / 2 + 0.003)
    stem = lathe(
        fillet([(0.0028, 0), (0.0028, 0.006), (0.0075, 0.008), (0.0075, 0.0125), (0, 0.0135)], 0.0015, 5),
        trim(product),
        segments=36,
    )
    knob = stem.turned("x", 90).moved(y=-body.deep / 2 - 0.0018, z=tall / 2 + 0.003)
    places = (0.0,) if body.wide < 0.2 else (-body.wide * 0.25, body.wide * 0.25)
    return [front, *(knob.moved(x=x) for x in places)]


def _pencils(name: str, body: _Body, low: float) -> list[Mesh]:
    """A few pencils and a rubber, so that the thing is seen for what it is."""
    cedar, lead = plain("#c69b67", roughness=0.6), plain("#3b3c40", roughness=0.4)
    made: list[Mesh] = []
    leans = {
        "steps": [(-0.33, 0.33, -5, 7), (-0.28, 0.34, 4, 5), (0.02, 0.34, 7, 4)],
        "tower": [(-0.22, 0.28, -6, 5), (-0.27, 0.22, 4, -4), (0.24, 0.26, 7, 4)],
        "tray": [],
    }[name]
    for number, (x, y, aside, back) in enumerate(leans):
        pencil = _pencil(plain(("#d8d2c4", "#55585e", "#c9a24a")[number], roughness=0.4), cedar, lead)
        turned = [part.turned("y", aside).turned("x", -back) for part in pencil]
        made += [part.moved(x=x * body.wide, y=y * body.deep, z=low + 0.008) for part in turned]
    if name == "tray":
        for number, y in enumerate((0.2, 0.27, 0.34)):
            pencil = _pencil(plain(("#d8d2c4", "#55585e", "#c9a24a")[number], roughness=0.4), cedar, lead)
            made += [
                part.scaled(0.6).turned("y", 90).moved(x=-0.18 * body.wide, y=y * body.deep, z=low + 0.011)
                for part in pencil
            ]
        rubber = box(0.034, 0.02, 0.012, plain("#eceae6", roughness=0.7), radius=0.003)
        made += [rubber.turned("z", 20).moved(x=0.28 * body.wide, y=-0.2 * body.deep, z=low + 0.013)]
        made += [
            ball(0.006, plain("#c8ccd0", roughness=0.3, metallic=0.8), segments=24).moved(
                x=0.31 * body.wide, y=0.25 * body.deep, z=low + 0.013
            )
        ]
    return made


def _pencil(paint: Surface, cedar: Surface, lead: Surface) -> list[Mesh]:
    radius, long = 0.0038, 0.17
    turn = 6
    shaft = lathe([(0, 0), (radius, 0), (radius, long - 0.018)], paint, segments=turn, crease=30)
    cone = lathe([(radius, long - 0.018), (0.001, long - 0.004)], cedar, segments=24)
    tip = lathe([(0.001, long - 0.004), (0, long)], lead, segments=16)
    return [shaft, cone, tip]
