"""Earbuds beside their open case, and headphones."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    arc,
    ball,
    box,
    circle,
    cylinder,
    extrude,
    in_plane,
    lathe,
    merge,
    rounded_rectangle,
    spline,
    superellipse,
    sweep,
    tube,
)
from images.kinds.electronics import DARK, HOLLOW, LAMP, STEEL, at_height, darker, loft, trim
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import main, patterned, plain

_PADDING = plain("#2b2c2f", roughness=0.8)


@kind("earbuds", view=(-70, 24))
def earbuds(product: Product) -> list[Mesh]:
    """The case with its lid open behind, the two buds in front of it."""
    bud = grounded(_bud(product))
    left = [part.turned("z", -24).moved(-0.042, -0.036) for part in bud]
    right = [part.mirrored("x").turned("z", 14).moved(0.04, -0.044) for part in bud]
    return grounded([*_case(product), *left, *right])


def _case(product: Product) -> list[Mesh]:
    match product.shape["case"]:
        case "pill":
            width, depth, radius, low, high = 0.072, 0.032, 0.0155, 0.03, 0.016
        case "square":
            width, depth, radius, low, high = 0.056, 0.036, 0.006, 0.036, 0.013
        case "round":
            width, depth, radius, low, high = 0.06, 0.06, 0.0298, 0.024, 0.012
        case other:
            raise KeyError(other)

    def outline(inset: float) -> Floats:
        return rounded_rectangle(width - 2 * inset, depth - 2 * inset, max(0.001, radius - inset), 16)

    soft = min(0.009, low * 0.3)
    turn = np.radians(np.linspace(0, 90, 7))
    bottom = [at_height(outline(soft * (1 - np.sin(t))), soft * (1 - np.cos(t))) for t in turn]
    girth = 2 * (width + depth) - 8 * radius + 2 * np.pi * radius
    wall = loft(
        [at_height(outline(0), z) for z in np.linspace(soft, low, 6)],
        patterned(product, 4 * max(3, round(girth / (low - soft) / 1.1)), aspect=girth / (low - soft)),
    )
    wall = _from_front(wall)
    foot = loft([at_height(outline(soft) * 0, 0), *bottom], main(product))
    lining = darker(product)
    brim = loft(
        [
            at_height(outline(0), low),
            at_height(outline(0.0004), low + 0.0004),
            at_height(outline(0.0024), low + 0.0004),
        ],
        main(product),
    )
    tray = loft(
        [
            at_height(outline(0.0024), low + 0.0004),
            at_height(outline(0.0028), low - 0.0014),
            at_height(outline(0) * 0, low - 0.0014),
        ],
        lining,
    )
    tray = _looking_up(tray)
    pits = [
        part.moved(side * width * 0.235, 0, low - 0.0013)
        for side in (-1, 1)
        for part in (
            relief(superellipse(width * 0.3, depth * 0.52, 2.4, 40), 0.0002, HOLLOW),
            wire_loop(superellipse(width * 0.3, depth * 0.52, 2.4, 40), 0.0008, trim(product)),
            ball(0.0011, STEEL, segments=10).moved(x=-0.0025),
            ball(0.0011, STEEL, segments=10).moved(x=0.0025),
        )
    ]
    lamp = ball(0.0014, LAMP, stretch=(1, 0.4, 1), segments=14).moved(y=-depth / 2, z=low - 0.0055)
    hinge = (
        cylinder(0.0021, width * 0.34, STEEL)
        .moved(z=-width * 0.17)
        .turned("y", 90)
        .moved(y=depth / 2 - 0.0004, z=low)
    )
    lid = _lid(product, outline, high)
    opened = [
        part.moved(y=-depth / 2).turned("x", -76).moved(y=depth / 2 + 0.0012, z=low + 0.0008) for part in lid
    ]
    return [wall, foot, brim, tray, *pits, lamp, hinge, *opened]


def _from_front(wall: Mesh) -> Mesh:
    """The map turned so that its middle looks to the front."""
    return replace(wall, uv=wall.uv + np.array([-0.25, 0.0]))


def _looking_up(mesh: Mesh) -> Mesh:
    if mesh.normals[:, 2].sum() >= 0:
        return mesh
    return Mesh(mesh.vertices, mesh.faces[:, ::-1], mesh.uv, mesh.surface)


def _lid(product: Product, outline: Callable[[float], Floats], high: float) -> list[Mesh]:
    """The lid as it lies on the case, its rim at z = 0."""
    turn = np.radians(np.linspace(0, 90, 8))
    soft = high * 0.62

    def dome(inset: float) -> list[Floats]:
        rings = [at_height(outline(inset), 0.0), at_height(outline(inset), high - soft)]
        rings += [
            at_height(outline(inset + soft * (1 - np.cos(t))), high - soft + (soft - inset) * np.sin(t))
            for t in turn
        ]
        return [*rings, at_height(outline(0) * 0, high - inset)]

    outer = loft(dome(0.0), main(product))
    lining = loft(dome(0.0024), darker(product))
    lining = Mesh(lining.vertices, lining.faces[:, ::-1], lining.uv, lining.surface)
    rim = loft([at_height(outline(0.0024), 0.0), at_height(outline(0.0), 0.0)], main(product))
    return [outer, lining, rim]


def _bud(product: Product) -> list[Mesh]:
    """The left bud: its plate to the front, the nozzle with the tip to the right and backwards."""
    colored, shell = trim(product), replace(main(product), bump=None, color_map=None)
    match product.shape["bud"]:
        case "stem":
            body = ball(0.0098, shell, stretch=(1.0, 0.92, 1.05), segments=40)
            stem = tube(
                [(0, -0.0035, 0.002), (-0.0006, -0.0042, -0.012), (-0.001, -0.0045, -0.033)],
                0.0039,
                shell,
                sides=24,
            )
            foot = cylinder(0.0041, 0.0032, colored, bevel=0.001).moved(-0.001, -0.0045, -0.0345)
            parts = [body, stem, foot, _plate(product, 0.0026, 0.011).moved(-0.0006, -0.0086, -0.01)]
        case "bean":
            body = ball(0.0128, shell, stretch=(1.12, 0.86, 0.92), segments=40).turned("y", -24)
            parts = [body, _plate(product, 0.0072, 0.0144).turned("y", -24).moved(y=-0.0102)]
        case "hook":
            body = ball(0.0112, shell, stretch=(1.0, 0.86, 1.05), segments=40)
            line = spline(
                [
                    (-0.003, 0.001, 0.009),
                    (-0.002, 0.002, 0.02),
                    (0.009, 0.004, 0.0295),
                    (0.022, 0.006, 0.024),
                    (0.0265, 0.007, 0.008),
                    (0.0245, 0.007, -0.008),
                ],
                50,
            )
            parts = [
                body,
                tube(line, 0.0026, shell, sides=14, scale=np.linspace(1.25, 0.9, 50)),
                ball(0.0031, colored, segments=20).moved(*line[-1]),
                _plate(product, 0.0062, 0.0124).moved(y=-0.0091),
            ]
        case other:
            raise KeyError(other)
    return [*parts, *_tip(product)]


def _plate(product: Product, width: float, height: float) -> Mesh:
    """A touch plate in the accent colour that faces the front."""
    return relief(superellipse(width * 1.3, height, 2.3, 40), 0.0012, trim(product), base=0.0003).turned(
        "x", 90
    )


def _tip(product: Product) -> list[Mesh]:
    """The nozzle with its silicone tip, and the wing that holds it in the ear."""
    soft = plain(product.accent_paint, roughness=0.6)
    nozzle = lathe([(0.0048, 0), (0.0036, 0.0085), (0, 0.0085)], STEEL, segments=24)
    cup = [
        (0.0034, 0.0052),
        (0.0068, 0.0048),
        (0.0071, 0.0062),
        (0.0062, 0.0095),
        (0.0042, 0.0118),
        (0.0026, 0.0122),
    ]
    tip = lathe([*cup, (0.0022, 0.0114)], soft, segments=32)
    mesh_ = lathe([(0.0023, 0.0116), (0, 0.0116)], HOLLOW, segments=20)
    parts = [part.moved(z=0.0052).turned("y", 82).turned("z", -8) for part in (nozzle, tip, mesh_)]
    match product.shape["tip"]:
        case "round":
            return parts
        case "winged":
            outer = arc(0.0155, 20, 152, 22) * [1.0, 1.1]
            inner = arc(0.0088, 162, 10, 18)
            wing = extrude(np.vstack([outer, inner]), 0.0038, soft, bevel=0.0012)
            return [*parts, wing.turned("x", 90).turned("y", -14).moved(x=-0.0005, y=0.0005)]
        case other:
            raise KeyError(other)


@kind("headphones", view=(-60, 14))
def headphones(product: Product) -> list[Mesh]:
    """Headphones that stand on their cups."""
    middle, low = 0.074, 0.05
    cup = _cup(product)
    right = [part.turned("y", 95).turned("z", -28).moved(x=middle, z=low) for part in cup]
    left = [part.mirrored("x") for part in right]
    arms = _arms(product, middle)
    return grounded([*right, *left, *arms, *(part.mirrored("x") for part in arms), *_band(product)])


def _cup(product: Product) -> list[Mesh]:
    """A cup about the origin whose outer side faces +z; its upper end points to -x."""
    match product.shape["cup"]:
        case "round":
            outline = circle(0.044, 80)
        case "oval":
            outline = circle(0.056, 80, other_radius=0.0385)
        case "square":
            outline = superellipse(0.086, 0.082, 7, 80)
        case other:
            raise KeyError(other)
    turn = np.radians(np.linspace(0, 90, 6))
    shell = [at_height(outline * (0.86 + 0.14 * np.sin(t)), 0.0) for t in turn[:1]]
    shell += [at_height(outline * 0.93, -0.014), at_height(outline, -0.01), at_height(outline, 0.006)]
    shell += [at_height(outline * (0.86 + 0.14 * np.cos(t)), 0.006 + 0.006 * np.sin(t)) for t in turn]
    body = loft(shell[1:], main(product))
    extent = np.ptp(outline, axis=0)
    plate = relief(
        outline * 0.8, 0.0035, patterned(product, 5, aspect=float(extent[1] / extent[0])), fullness=2.6
    )
    # the cup is put upright with its -x end upwards: turn the map with it
    plate = replace(plate, uv=np.column_stack([plate.uv[:, 1], 1 - plate.uv[:, 0]]))
    rim = wire_loop(outline * 0.83, 0.0022, trim(product), sides=12).moved(z=0.0115)
    gap = relief(outline * 0.86, 0.0, DARK, base=0.0008).moved(z=0.0108)
    pad_line = outline * 0.84
    pad = sweep(
        in_plane(pad_line, "xy", -0.0215), superellipse(0.019, 0.0185, 2.6, 20), _PADDING, closed=True
    )
    inside = relief(outline * 0.8, 0.001, HOLLOW).turned("x", 180).moved(z=-0.016)
    return [body, gap, plate.moved(z=0.0112), rim, pad, inside]


def _arms(product: Product, middle: float) -> list[Mesh]:
    """From the right end of the band down to the cup."""
    reach = {"round": 0.044, "oval": 0.056, "square": 0.043}[product.shape["cup"]]
    top = 0.05 + reach
    match product.shape["hinge"]:
        case "fixed":
            line = spline(
                [
                    (0.0835, 0, 0.135),
                    (0.086, 0, 0.118),
                    (middle + 0.011, 0, top + 0.003),
                    (middle + 0.004, 0, top - 0.012),
                ],
                30,
            )
            return [sweep(line, rounded_rectangle(0.014, 0.0046, 0.0016, 4), STEEL, up=(1, 0, 0))]
        case "folding":
            pivot = np.array([middle + 0.0075, 0, top + 0.009])
            block = box(0.017, 0.024, 0.024, main(product), radius=0.0045)
            barrel = cylinder(0.0082, 0.031, trim(product), bevel=0.001).moved(z=-0.0155).turned("x", 90)
            screws = [
                cylinder(0.0042, 0.0012, STEEL, bevel=0.0004).turned("x", 90).moved(y=-0.0155),
                box(0.006, 0.0006, 0.001, HOLLOW, radius=0.0002, steps=2).moved(y=-0.0167),
            ]
            arm = sweep(
                spline(
                    [
                        np.array([0.0835, 0, 0.15]),
                        np.array([0.0845, 0, 0.135]),
                        pivot + np.array([0.001, 0, 0.008]),
                    ],
                    20,
                ),
                rounded_rectangle(0.02, 0.0085, 0.003, 4),
                plain("#3a3c40", roughness=0.4),
                up=(1, 0, 0),
            )
            neck = box(0.012, 0.019, 0.02, plain("#3a3c40", roughness=0.4), radius=0.003).moved(z=-0.015)
            joint = [part.moved(*pivot) for part in (block, barrel, *screws, neck)]
            return [*joint, arm]
        case other:
            raise KeyError(other)


def _band(product: Product) -> list[Mesh]:
    turn = np.radians(np.linspace(-8, 188, 81))
    line = np.column_stack([0.0835 * np.cos(turn), 0 * turn, 0.138 + 0.064 * np.sin(turn)])
    middle = slice(14, 67)
    match product.shape["band"]:
        case "thin":
            bar = sweep(line, rounded_rectangle(0.0105, 0.0052, 0.0022, 4), main(product), up=(1, 0, 0))
            pad = sweep(
                line[22:59] - [0, 0, 0.004], superellipse(0.0135, 0.009, 2.4, 20), _PADDING, up=(1, 0, 0)
            )
            return [bar, pad]
        case "wide":
            cover = _strip(product, line[middle], 0.043, 0.0065)
            pad = sweep(
                line[middle] * [0.95, 1, 0.98], superellipse(0.0385, 0.013, 2.8, 24), _PADDING, up=(1, 0, 0)
            )
            ends = [
                sweep(line[part], rounded_rectangle(0.02, 0.006, 0.0024, 4), main(product), up=(1, 0, 0))
                for part in (slice(0, 17), slice(64, 81))
            ]
            return [*cover, pad, *ends]
        case "split":
            bars = [
                tube(line + np.array([0, side * 0.0155, 0]), 0.0034, main(product), sides=14, caps=True)
                for side in (-1, 1)
            ]
            joins = [box(0.0105, 0.041, 0.012, trim(product), radius=0.003).moved(*line[k]) for k in (0, -1)]
            sling = sweep(
                line[16:65] * [0.9, 1, 0.955],
                rounded_rectangle(0.034, 0.0032, 0.0015, 4),
                _PADDING,
                up=(1, 0, 0),
            )
            return [*bars, *joins, sling]
        case other:
            raise KeyError(other)


def _strip(product: Product, line: Floats, width: float, thick: float) -> list[Mesh]:
    """A broad cover along a line, with seams in the accent colour."""
    cover = sweep(line, superellipse(width, thick, 3.5, 32), main(product), up=(1, 0, 0))
    outwards = np.column_stack([line[:, 0], np.zeros(len(line)), line[:, 2] - 0.138])
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    seams = [
        tube(line + outwards * thick * 0.4 + [0, side * width * 0.36, 0], 0.001, trim(product), sides=8)
        for side in (-1, 1)
    ]
    return [cover, merge(seams)]
