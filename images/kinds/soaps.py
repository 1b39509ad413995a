"""Soap, wrapped."""

import numpy as np

from images.geometry import (
    Mesh,
    box,
    circle,
    extrude,
    in_plane,
    rounded_rectangle,
    spline,
    superellipse,
    sweep,
    tube,
)
from images.kinds.packs import DARK, carton, emblem, print_on, standing
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import plain


@kind("soap", view=(-66, 32))
def soap(product: Product) -> list[Mesh]:
    """A bar of soap in a sleeve, in a ribbon, or before its box."""
    cream = plain("#efe3c8", roughness=0.45, clearcoat=0.2)
    match product.shape["bar"]:
        case "oval":
            outline = superellipse(0.1, 0.066, 2.2, 72)
        case "round":
            outline = circle(0.042, 72)
        case "square":
            outline = rounded_rectangle(0.074, 0.074, 0.012, 8)
        case other:
            raise KeyError(other)
    height = 0.03
    bar = extrude(outline, height, cream, bevel=0.009, steps=6).moved(z=height / 2)
    half = float(np.abs(outline[:, 0]).max())
    parts = [bar, *_stamp(product, height)]
    match product.shape["wrap"]:
        case "sleeve":
            return standing([*parts, _sleeve(product, outline, half, height)])
        case "bow":
            wrap = [_sleeve(product, outline, half, height), *_bow(product, outline, half, height)]
            return standing([*parts, *wrap])
        case "box":
            pack = carton(product, 0.11, 0.045, 0.085, repeats=5)
            mark = emblem(0.018, at=(0, 0.045), wall=0.0225)
            return [*parts, *(part.turned("z", 8).moved(x=-0.02, y=0.085) for part in [*pack, *mark])]
        case other:
            raise KeyError(other)


def _stamp(product: Product, height: float) -> list[Mesh]:
    """A raised sign on the right half of the bar, where no wrap covers it."""
    sign = plain("#cdb88f", roughness=0.5)
    match product.shape["stamp"]:
        case "none":
            return []
        case "leaf":
            t = np.linspace(0, np.pi, 20)
            leaf = np.vstack(
                [
                    np.column_stack([0.014 * np.cos(t), 0.007 * np.sin(t)]),
                    np.column_stack([-0.014 * np.cos(t[1:-1]), -0.007 * np.sin(t[1:-1])]),
                ]
            )
            vein = tube([(-0.017, 0, 0), (0.013, 0, 0)], 0.0012, DARK, sides=8)
            parts = [extrude(leaf, 0.003, plain("#7f9a5b", roughness=0.5)), vein.moved(z=0.0018)]
            return [part.turned("z", 55).moved(x=0.026, z=height + 0.0008) for part in parts]
        case "letter":
            path = spline(
                [
                    (0.007, 0.009),
                    (0, 0.012),
                    (-0.007, 0.007),
                    (0, 0),
                    (0.007, -0.007),
                    (0, -0.012),
                    (-0.007, -0.009),
                ],
                40,
            )
            return [tube(in_plane(path, "xy", height + 0.001), 0.0022, sign, sides=10).moved(x=0.027)]
        case other:
            raise KeyError(other)


def _sleeve(product: Product, outline: np.ndarray, half: float, height: float) -> Mesh:
    """A paper band round the left half of the bar."""
    width = half * 0.8
    deep = float(np.abs(outline[:, 1]).max())
    section = rounded_rectangle(2 * deep * 1.02, height * 1.06, 0.008, 8)
    face = print_on(product, aspect=4.6, repeats=10, ground=plain(product.paint, roughness=0.6))
    path = np.array([(-half * 0.62, 0, 0), (-half * 0.62 + width, 0, 0)])
    band = sweep(path, section, face, caps=False, up=(0, 0, 1))
    return band.moved(z=height / 2)


def _bow(product: Product, outline: np.ndarray, half: float, height: float) -> list[Mesh]:
    """A ribbon round the band, tied on top."""
    ribbon = plain(product.accent_paint, roughness=0.35, clearcoat=0.2)
    deep = float(np.abs(outline[:, 1]).max())
    middle = -half * 0.22
    section = rounded_rectangle(2 * deep * 1.05, height * 1.1, 0.008, 8)
    strap = sweep(
        np.array([(middle - 0.006, 0, 0), (middle + 0.006, 0, 0)]), section, ribbon, caps=False
    ).moved(z=height / 2)
    loops = []
    for side in (-1, 1):
        turn = np.linspace(0, 2 * np.pi, 40)
        loop = np.column_stack([np.zeros(40), side * 0.021 * (1 - np.cos(turn)) / 2, 0.009 * np.sin(turn)])
        loops.append(sweep(loop, rounded_rectangle(0.013, 0.0016, 0.0006), ribbon, up=(0, 0, 1)))
        tail = np.array([(0, 0, 0), (0.006, side * 0.014, -0.002), (0.012, side * 0.026, -0.004)])
        loops.append(sweep(tail, rounded_rectangle(0.0016, 0.012, 0.0006), ribbon, up=(1, 0, 0)))
    knot = box(0.014, 0.01, 0.009, ribbon, radius=0.003)
    return [strap, *(part.moved(x=middle, z=height * 1.06 + 0.005) for part in [*loops, knot])]
