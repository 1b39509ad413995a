"""Travel bags."""

import numpy as np

from images.geometry import Floats, Mesh, box, rounded_rectangle, sheet, spline, sweep, tube
from images.kinds.bag_bodies import Body, Level, body
from images.kinds.bag_parts import (
    Bag,
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
from images.surfaces import Surface, plain

_BAND = 0.125
"""Distance of the straps from the middle, in metres."""


@kind("travel_bag", view=(-60, 16))
def travel_bag(product: Product) -> list[Mesh]:
    """A travel bag that lies, its long side to the camera."""
    trunk, height = _trunk(product.shape["body"])
    bag = Bag.of(product, trunk, height, repeats=12, trim=0.6, deep=(0.5, 0.7))
    made = [bag.skin.dress(trunk.mesh(bag.trim)), *_edges(bag), *_top_zip(bag), *_pockets(bag), *_straps(bag)]
    return standing(made)


def _trunk(shape: str) -> tuple[Body, float]:
    """The body, and its height."""
    match shape:
        case "barrel":
            turn = np.radians(np.linspace(-84, 88, 30))
            levels = [
                Level(0.135 + 0.135 * np.sin(t), 0.52 - 0.012 * (1 - np.cos(t)), 0.27 * np.cos(t), 14)
                for t in turn
            ]
            return body(levels, rows=64, slack=0.002, smooth=False), 0.27
        case "box":
            levels = [
                Level(0, 0.49, 0.22, 9),
                Level(0.012, 0.515, 0.25, 10),
                Level(0.13, 0.525, 0.262, 9),
                Level(0.24, 0.515, 0.25, 9),
                Level(0.268, 0.495, 0.225, 8),
                Level(0.277, 0.45, 0.12, 7),
                Level(0.279, 0.42, 0.002, 6),
            ]
            return body(levels, rows=64, slack=0.002), 0.279
        case "soft":
            levels = [
                Level(0, 0.5, 0.24, 4),
                Level(0.02, 0.55, 0.29, 4.5),
                Level(0.1, 0.565, 0.3, 4),
                Level(0.18, 0.535, 0.235, 3.6),
                Level(0.25, 0.475, 0.13, 3.2),
                Level(0.29, 0.43, 0.05, 3),
                Level(0.298, 0.42, 0.002, 3),
            ]
            return body(levels, rows=64, slack=0.009), 0.298
        case other:
            raise KeyError(other)


def _edges(bag: Bag) -> list[Mesh]:
    """Piping round the ends, a darker bottom."""
    shape, made = bag.product.shape["body"], []
    if shape == "barrel":
        turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        for x in (-0.2545, 0.2545):
            circle = np.column_stack([0 * turn + x, 0.1315 * np.cos(turn), 0.135 + 0.1315 * np.sin(turn)])
            made.append(tube(circle, 0.0045, bag.trim, sides=8, closed=True))
    if shape == "box":
        made += [tube(bag.trunk.rib(u, 0.03, 0.27), 0.0036, bag.trim, sides=8) for u in (0.17, 0.83)]
    bottom = bag.trunk.part(lambda v: 0 * v + 0.0005, 0, 1, 0.002, high=0.05 if shape != "barrel" else 0.035)
    return [*made, sheet(bottom[:, ::-1], bag.deep, thickness=-0.0015)]


def _top_zip(bag: Bag) -> list[Mesh]:
    """The main zip along the ridge, and a second row on the front where it can be seen."""
    high = {"barrel": 0.225, "box": 0.252, "soft": 0.262}[bag.product.shape["body"]]
    reach = {"barrel": 0.23, "box": 0.225, "soft": 0.19}[bag.product.shape["body"]]
    x = np.linspace(-reach, reach, 50)
    line = on_front(np.column_stack([x, 0 * x + high]), bag.trunk.front, 0.0015)
    tape = plain("#1f2023", roughness=0.9)
    normal = (0, -0.8, 0.6) if bag.product.shape["body"] != "box" else (0, -1, 0.15)
    return zip_(line, normal, tape, bag.metal, width=0.024)


def _pockets(bag: Bag) -> list[Mesh]:
    tape = plain("#1f2023", roughness=0.9)
    match bag.product.shape["pockets"]:
        case "none":
            return []
        case "side":
            z = {"barrel": 0.125, "box": 0.13, "soft": 0.115}[bag.product.shape["body"]]
            outline = rounded_rectangle(0.2, 0.13, 0.025, 6) + np.array([0, z])
            x = np.linspace(-0.08, 0.08, 30)
            line = on_front(np.column_stack([x, 0 * x + z + 0.036]), bag.trunk.front, 0.0315)
            return [
                bag.skin.lay(panel(outline, 0.03, bag.trim, bag.trunk.front, puff=0.15), bag.trunk),
                tube(
                    on_front(np.vstack([outline, outline[:1]]), bag.trunk.front, 0.003),
                    0.0038,
                    bag.trim,
                    sides=8,
                ),
                *zip_(line, (0, -1, 0.1), tape, bag.metal, width=0.018),
            ]
        case "end":
            return _end_pockets(bag, tape)
        case other:
            raise KeyError(other)


def _end_pockets(bag: Bag, tape: Surface) -> list[Mesh]:
    """Pockets that bulge from both ends."""
    width, high, z = {"barrel": (0.19, 0.19, 0.13), "box": (0.2, 0.19, 0.128), "soft": (0.2, 0.15, 0.098)}[
        bag.product.shape["body"]
    ]
    round_ = width / 2 if bag.product.shape["body"] == "barrel" else 0.035
    outline = rounded_rectangle(width, high, round_, 9) + np.array([0, z])
    middle = len(bag.trunk.points[0]) // 2

    def base(_y: Floats, height: Floats) -> Floats:
        ends = bag.trunk.points[:, middle]
        return -np.interp(height, np.maximum.accumulate(ends[:, 2]), ends[:, 0]) + 0.004

    pocket = panel(outline, 0.05, bag.trim, base, puff=0.1, soft=0.5)
    x = np.linspace(-width * 0.36, width * 0.36, 24)
    line = on_front(np.column_stack([x, 0 * x + z + high * 0.22]), base, 0.0515)
    rim = on_front(np.vstack([outline, outline[:1]]), base, 0.004)
    made = [
        pocket,
        tube(rim, 0.0045, bag.trim, sides=8),
        *zip_(line, (0, -1, 0.05), tape, bag.metal, width=0.018),
    ]
    right = [part.turned("z", 90) for part in made]
    right[0] = bag.skin.lay(right[0], bag.trunk, axis=1)
    return [*right, *(part.mirrored("x") for part in right)]


def _straps(bag: Bag) -> list[Mesh]:
    made = []
    rim = {"barrel": 0.2, "box": 0.245, "soft": 0.2}[bag.product.shape["body"]]
    for side in (-1, 1):
        z = np.linspace(0.012, rim, 44)
        outline = np.column_stack([0 * z + side * _BAND, z])
        line = on_front(outline, bag.trunk.front, 0.002)
        normals = np.column_stack([0 * z, 0 * z - 1, np.interp(z, [0, rim], [-0.3, 0.4])])
        made.append(ribbon(line, normals, 0.034, bag.trim, thickness=0.003))
        for shift in (-0.012, 0.012):
            made.append(dashes(line + np.array([shift, -0.0038, 0]), bag.deep, pitch=0.008, width=0.0015))
    y = float(bag.trunk.front(np.array([_BAND]), np.array([rim]))[0])
    for front in (1, -1):
        handle = loop_handle(
            2 * _BAND, bag.height - rim + 0.085, rim - 0.01, front * (y - 0.004), lean=-front * y * 0.55
        )
        made.append(sweep(handle, rounded_rectangle(0.03, 0.0065, 0.003, 3), bag.trim, up=(0, -1, 0)))
    grip = loop_handle(2 * _BAND, bag.height - rim + 0.085, rim - 0.01, y - 0.004, lean=-y * 0.55)[14:-14]
    made.append(sweep(grip, rounded_rectangle(0.034, 0.016, 0.007, 4), bag.deep, up=(0, -1, 0)))
    match bag.product.shape["straps"]:
        case "short":
            return made
        case "long":
            return made + _shoulder_strap(bag)
        case other:
            raise KeyError(other)


def _shoulder_strap(bag: Bag) -> list[Mesh]:
    """A long strap from end to end, its pad uppermost."""
    feet = bag.height * 0.72
    x = float(
        np.interp(feet, np.maximum.accumulate(bag.trunk.points[:, 0, 2]), np.abs(bag.trunk.points[:, 0, 0]))
    )
    points = [
        (-x - 0.012, 0, feet),
        (-x - 0.03, 0.02, feet + 0.1),
        (-0.2, 0.04, feet + 0.26),
        (0, 0.05, feet + 0.315),
    ]
    points += [(-a, b, c) for a, b, c in points[-2::-1]]
    line = spline(points, 80)
    made = [sweep(line, rounded_rectangle(0.034, 0.005, 0.0022, 3), bag.trim, up=(0, -1, 0))]
    made.append(sweep(line[30:-30], rounded_rectangle(0.06, 0.014, 0.006, 4), bag.deep, up=(0, -1, 0)))
    for side in (-1, 1):
        made.append(
            d_ring(0.04, bag.metal, bar=0.003).turned("x", 180).moved(side * (x + 0.006), 0, feet - 0.008)
        )
        made.append(box(0.016, 0.04, 0.03, bag.deep, radius=0.004, steps=2).moved(side * x, 0, feet - 0.018))
    return made
