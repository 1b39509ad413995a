"""Handbags."""

import numpy as np

from images.geometry import Floats, Mesh, ball, box, cylinder, rounded_rectangle, spline, sweep, tube
from images.kinds.bag_bodies import Body, Front, Level, body, flap
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


@kind("handbag", view=(-68, 14))
def handbag(product: Product) -> list[Mesh]:
    """A handbag that stands, its front to the camera."""
    shape = product.shape["body"]
    trunk, height = _trunk(shape)
    bag = Bag.of(product, trunk, height, repeats=8, trim=0.42, deep=(0.45, 0.6))
    made = [bag.skin.dress(trunk.mesh(bag.trim))]
    if shape in ("box", "trapeze"):
        made += [tube(trunk.rib(u, 0.006, height * 0.97), 0.0024, bag.deep, sides=8) for u in (0.14, 0.86)]
    lap, lid = _flap(bag)
    return standing([*made, *lid, *_clasp(bag, lap), *_handles(shape, bag)])


def _trunk(shape: str) -> tuple[Body, float]:
    """The body, and the height of its rim."""
    match shape:
        case "box":
            height, levels = (
                0.2,
                [
                    Level(0, 0.262, 0.105, 14),
                    Level(0.006, 0.28, 0.12, 14),
                    Level(0.1, 0.284, 0.126, 12),
                    Level(0.2, 0.276, 0.112, 12),
                ],
            )
        case "bucket":
            height, levels = (
                0.235,
                [
                    Level(0, 0.17, 0.15, 2.4),
                    Level(0.008, 0.186, 0.165, 2.4),
                    Level(0.09, 0.226, 0.19, 2.4),
                    Level(0.18, 0.23, 0.175, 2.4),
                    Level(0.235, 0.206, 0.13, 2.6),
                ],
            )
        case "half_moon":
            height, levels = (
                0.185,
                [
                    Level(0, 0.06, 0.03, 2.6),
                    Level(0.01, 0.155, 0.062, 2.8),
                    Level(0.035, 0.242, 0.095, 3),
                    Level(0.08, 0.305, 0.112, 3.2),
                    Level(0.13, 0.332, 0.1, 3.4),
                    Level(0.185, 0.336, 0.062, 4),
                ],
            )
        case "trapeze":
            height, levels = (
                0.215,
                [
                    Level(0, 0.322, 0.145, 9),
                    Level(0.007, 0.34, 0.16, 9),
                    Level(0.06, 0.322, 0.156, 8),
                    Level(0.215, 0.226, 0.082, 8),
                ],
            )
        case other:
            raise KeyError(other)
    last = levels[-1]
    levels += [
        Level(height + 0.003, last.width * 0.97, last.depth * 0.9, last.power),
        Level(height + 0.006, last.width * 0.93, last.depth * 0.5, last.power),
        Level(height + 0.007, last.width * 0.9, 0.002, last.power),
    ]
    return body(levels, rows=60, slack=0.0012), height


def _flap(bag: Bag) -> tuple[float, list[Mesh]]:
    """Where the flap's lower edge lies in the middle, and the flap."""
    product, trunk, height = bag.product, bag.trunk, bag.height
    start = {"box": 0.15, "bucket": 0.12, "half_moon": 0.13, "trapeze": 0.16}[product.shape["body"]]
    match product.shape["flap"]:
        case "none":
            return height * 0.8, []
        case "half":
            lap, curve, corner = height * 0.5, (0.26, 2.2), (0.14, 12)
        case "full":
            lap, curve, corner = height * 0.16, (0.02, 2.0), (0.2, 14)
        case other:
            raise KeyError(other)

    def low(u: Floats) -> Floats:
        away = np.abs(u - 0.5) / (0.5 - start)
        return lap + height * (curve[0] * away ** curve[1] + corner[0] * away ** corner[1])

    lid, rim = flap(trunk, bag.skin, low, start, 0.006)
    seam = trunk.part(lambda u: low(u) + 0.007, start + 0.012, 1 - start - 0.012, 0.0068)
    line = np.vstack([seam[:0:-1, 0], seam[0], seam[1:, -1]])
    return lap, [
        lid,
        tube(rim[4:-4], 0.0034, bag.deep, sides=8),
        dashes(line[6:-6], bag.trim, pitch=0.006, width=0.0013),
    ]


def _clasp(bag: Bag, lap: float) -> list[Mesh]:
    product, trunk, height, trim, metal = bag.product, bag.trunk, bag.height, bag.trim, bag.metal
    covered = product.shape["flap"]
    out = 0.002 if covered == "none" else 0.0085
    made: list[Mesh] = []
    place = {"none": height * 0.72, "half": lap + 0.02, "full": lap + 0.026}[covered]
    if product.shape["clasp"] != "zip" and covered == "none":
        made += _tab(trunk, height, place, trim)
        out = 0.005
    y = float(trunk.front(np.array([0.0]), np.array([place]))[0]) - out
    match product.shape["clasp"]:
        case "zip":
            z = {"none": height * 0.82, "half": height * 0.27, "full": height * 0.66}[covered]
            reach = float(np.interp(z, trunk.points[:, 0, 2], np.ptp(trunk.points[..., 0], axis=1))) * 0.38
            x = np.linspace(-reach, reach, 40)
            line = on_front(
                np.column_stack([x, 0 * x + z]), trunk.front, 0.0075 if covered == "full" else 0.001
            )
            tape = plain("#1f2023", roughness=0.9)
            return [*zip_(line, (0, -1, 0.1), tape, metal, width=0.02), *_welt(line, trim)]
        case "turn":
            plate = rounded_rectangle(0.054, 0.034, 0.007, 5)
            face: Front = lambda px, _pz: 0 * px + y  # noqa: E731
            made.append(panel(plate + np.array([0, place]), 0.003, metal, face, puff=0.2))
            made.append(cylinder(0.0055, 0.01, metal, bevel=0.001).turned("x", 90).moved(0, y - 0.002, place))
            made.append(box(0.034, 0.006, 0.011, metal, radius=0.003, steps=3).moved(0, y - 0.0135, place))
            return made
        case "magnet":
            disc = cylinder(0.021, 0.005, trim, bevel=0.0016).turned("x", 90).moved(0, y, place)
            knob = ball(0.0115, metal, stretch=(1, 0.5, 1), segments=24).moved(0, y - 0.0055, place)
            rim = np.column_stack(
                [0.0175 * np.cos(_ROUND), 0 * _ROUND + y - 0.0052, place + 0.0175 * np.sin(_ROUND)]
            )
            return [*made, disc, knob, tube(rim, 0.0016, metal, sides=6, closed=True)]
        case other:
            raise KeyError(other)


_ROUND = np.linspace(0, 2 * np.pi, 36, endpoint=False)


def _welt(line: Floats, trim: Surface) -> list[Mesh]:
    """The border of a zip that is let into the front."""
    up = np.array([0, -0.001, 0.0105])
    down = np.array([0, -0.001, -0.0105])
    loop = np.vstack([line + up, (line + down)[::-1]])
    return [tube(loop, 0.0021, trim, sides=8, closed=True)]


def _tab(trunk: Body, height: float, place: float, trim: Surface) -> list[Mesh]:
    """A strap from the back over the top to the clasp."""
    z = np.linspace(height, place - 0.022, 20)
    front = on_front(np.column_stack([0 * z, z]), trunk.front, 0.0012)
    over = np.array([(0, front[0, 1] + 0.05, height + 0.008), (0, front[0, 1] + 0.015, height + 0.0095)])
    line = spline(np.vstack([over, front]), 50)
    normals = np.where(line[:, 2:] > height + 0.002, [[0, -0.3, 1.0]], [[0, -1.0, 0.05]])
    return [ribbon(line, normals, 0.036, trim, thickness=0.0034)]


def _handles(shape: str, bag: Bag) -> list[Mesh]:
    trunk, height, trim, metal = bag.trunk, bag.height, bag.trim, bag.metal
    flat = rounded_rectangle(0.017, 0.0085, 0.004, 4)
    top = height + 0.008
    made: list[Mesh] = []
    match shape:
        case "box":
            line = loop_handle(0.13, 0.085, top + 0.014, 0)
            made = [tube(line, 0.0062, trim, sides=12)]
            for x in (-0.065, 0.065):
                made += [d_ring(0.024, metal).turned("x", 180).moved(x, 0, top - 0.004)]
                made += [box(0.026, 0.03, 0.006, trim, radius=0.002, steps=2).moved(x, 0, top - 0.001)]
        case "bucket":
            line = loop_handle(0.2, 0.15, top - 0.02, 0)
            made = [sweep(line, flat, trim, up=(0, -1, 0))]
            for x in (-0.1, 0.1):
                made += [d_ring(0.026, metal).turned("z", 90).moved(x, 0, top - 0.014)]
        case "half_moon":
            line = loop_handle(0.31, 0.15, top - 0.004, 0)
            made = [sweep(line, flat, trim, up=(0, -1, 0))]
            for x in (-0.155, 0.155):
                made += [d_ring(0.024, metal).moved(x, 0, top + 0.008)]
        case "trapeze":
            for y in (-0.036, 0.036):
                line = loop_handle(0.12, 0.12, top - 0.004, y, lean=0.25 * y)
                made += [tube(line, 0.0058, trim, sides=12)]
                if y < 0:
                    for x in (-0.06, 0.06):
                        patch = rounded_rectangle(0.026, 0.042, 0.01, 4) + np.array([x, height - 0.018])
                        made.append(panel(patch, 0.003, trim, trunk.front, puff=0.1))
                        made.append(
                            cylinder(0.0045, 0.003, metal, bevel=0.001)
                            .turned("x", 90)
                            .moved(
                                x,
                                float(trunk.front(np.array([x]), np.array([height - 0.026]))[0]) - 0.003,
                                height - 0.026,
                            )
                        )
        case other:
            raise KeyError(other)
    return made
