"""Tote bags."""

import numpy as np

from images.colors import shade
from images.geometry import Mesh, cylinder, grid, ring, rounded_rectangle, sheet, spline, sweep
from images.kinds.bag_bodies import Body, Level, body, cloth
from images.kinds.bag_parts import dashes, loop_handle, metal_of, on_front, ribbon, standing, zip_
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, plain

_HEIGHT = 0.36


@kind("tote_bag", view=(-70, 16))
def tote_bag(product: Product) -> list[Mesh]:
    """A tote bag that stands, its handles up."""
    trunk = _trunk(product.shape["base"])
    skin = cloth(product, trunk.girth, trunk.length, 8)
    trim = plain(product.accent_paint, roughness=0.7)
    inside = plain(shade(product.paint, 0.62), roughness=0.95)
    metal = metal_of(product)
    made = [skin.dress(trunk.mesh(trim)), *_inside(trunk, inside), *_hems(product, trunk, trim)]
    made += _base(product.shape["base"], trunk, trim, product)
    made += _handles(product.shape["handles"], trunk, trim, product)
    made += _closure(product, trunk, trim, metal)
    return standing(made)


def _trunk(base: str) -> Body:
    match base:
        case "flat":
            levels = [
                Level(0, 0.355, 0.008, 3),
                Level(0.015, 0.372, 0.035, 3),
                Level(0.13, 0.386, 0.082, 3),
                Level(0.26, 0.39, 0.066, 3),
                Level(_HEIGHT, 0.388, 0.05, 3),
            ]
            return body(levels, slack=0.004)
        case "boxed":
            levels = [
                Level(0, 0.322, 0.138, 12),
                Level(0.01, 0.336, 0.148, 12),
                Level(0.15, 0.352, 0.146, 9),
                Level(0.28, 0.372, 0.126, 6),
                Level(_HEIGHT, 0.382, 0.106, 4.5),
            ]
            return body(levels, slack=0.003)
        case other:
            raise KeyError(other)


def _inside(trunk: Body, lining: Surface) -> list[Mesh]:
    skin = trunk.mesh(lining)
    inner = (skin.vertices - 0.003 * skin.normals).reshape(trunk.points.shape)[len(trunk.points) // 4 :]
    rim = np.stack([trunk.points[-1], inner[-1]])
    floor = np.stack([inner[0], inner[0] * np.array([0.02, 0.02, 1])])
    return [grid(inner, lining), grid(rim, lining, flip=True), grid(floor, lining)]


def _hems(product: Product, trunk: Body, trim: Surface) -> list[Mesh]:
    """The turned top with its two seams, and the seams at the sides."""
    thread = trim if product.pattern == "plain" else plain(shade(product.paint, 0.6), roughness=0.9)
    made = []
    for z in (_HEIGHT - 0.006, _HEIGHT - 0.028):
        loop = trunk.around(z, 0.0006)
        made.append(dashes(loop[: len(loop) // 2 + 1], thread, pitch=0.0065, width=0.0014))
    return made


def _base(choice: str, trunk: Body, trim: Surface, product: Product) -> list[Mesh]:
    match choice:
        case "flat":
            return [
                dashes(trunk.rib(u, 0.02, 0.34, 0.001), trim, pitch=0.0065, width=0.0014)
                for u in (0.045, 0.955)
            ]
        case "boxed":
            bottom = trunk.part(lambda u: 0 * u + 0.0005, 0, 1, 0.0022, high=0.085)
            made = [sheet(bottom[:, ::-1], trim, thickness=-0.0016)]
            edge = plain(shade(product.paint, 0.6), roughness=0.8)
            made.append(dashes(bottom[-1] - np.array([0, 0.001, 0.005]), edge, pitch=0.0065, width=0.0016))
            made += [
                sweep(trunk.rib(u, 0.085, 0.33, 0.0), rounded_rectangle(0.004, 0.004, 0.0018, 3), edge)
                for u in (0.15, 0.85)
            ]
            return made
        case other:
            raise KeyError(other)


def _handles(choice: str, trunk: Body, trim: Surface, product: Product) -> list[Mesh]:
    match choice:
        case "short":
            wanted = [(0.15, 0.105)]
        case "long":
            wanted = [(0.19, 0.26)]
        case "both":
            wanted = [(0.1, 0.085), (0.24, 0.27)]
        case other:
            raise KeyError(other)
    thread = plain(shade(product.accent_paint, 0.55), roughness=0.9)
    made = []
    for feet, rise in wanted:
        y = float(trunk.front(np.array([feet / 2]), np.array([_HEIGHT - 0.002]))[0])
        for side in (1, -1):
            made += _handle(feet, rise, y * side, trim)
            if side > 0:
                made += _patches(feet, trunk, trim, thread)
    return made


def _handle(feet: float, rise: float, y: float, trim: Surface) -> list[Mesh]:
    """A flat handle from the front (or, y > 0, the back); it reaches down on the outside."""
    line = loop_handle(feet, rise, _HEIGHT - 0.004, y, lean=-0.35 * y, count=50)
    return [sweep(line, rounded_rectangle(0.026, 0.005, 0.0022, 3), trim, up=(0, -1, 0))]


def _patches(feet: float, trunk: Body, trim: Surface, thread: Surface) -> list[Mesh]:
    """The ends of a handle sewn on the front, with a cross."""
    made = []
    for x in (-feet / 2, feet / 2):
        z = np.linspace(_HEIGHT + 0.002, _HEIGHT - 0.075, 16)
        made.append(
            ribbon(
                on_front(np.column_stack([0 * z + x, z]), trunk.front),
                (0, -1, 0),
                0.026,
                trim,
                thickness=0.0035,
            )
        )
        w, low, high = 0.0095, _HEIGHT - 0.07, _HEIGHT - 0.034
        cross = [[(x - w, low), (x + w, high)], [(x + w, low), (x - w, high)]]
        square = [
            [(x - w, low), (x + w, low)],
            [(x - w, high), (x + w, high)],
            [(x - w, low), (x - w, high)],
            [(x + w, low), (x + w, high)],
        ]
        for ends in cross + square:
            flat = np.linspace(ends[0], ends[1], 8)
            made.append(dashes(on_front(flat, trunk.front, 0.0042), thread, pitch=0.0055, width=0.0013))
    return made


def _closure(product: Product, trunk: Body, trim: Surface, metal: Surface) -> list[Mesh]:
    match product.shape["closure"]:
        case "open":
            return []
        case "zip":
            return _zip(trunk, trim, metal)
        case "button":
            return _button(trunk, trim, metal)
        case other:
            raise KeyError(other)


def _zip(trunk: Body, trim: Surface, metal: Surface) -> list[Mesh]:
    """A domed panel over the mouth with a zip along it, which ends in a tab on the right."""
    rim = trunk.points[-1]
    half = len(rim) // 2
    front, back = rim[: half + 1], rim[: half - 1 : -1]
    share = np.linspace(0, 1, 9)[:, None, None]
    cover = front[None] * (1 - share) + back[None] * share
    cover[..., 2] += 0.04 * np.sin(np.pi * share[..., 0]) ** 0.7 - 0.004
    ridge = cover[4, 4:-4]
    tape = plain("#1f2023", roughness=0.9)
    end = spline([ridge[-1], ridge[-1] + (0.02, -0.006, 0.002), ridge[-1] + (0.034, -0.014, -0.022)], 12)
    made = [grid(cover, trim), *zip_(ridge, (0, 0, 1), tape, metal, width=0.024, puller=False)]
    made.append(ribbon(end, (0.4, -1, 0.5), 0.022, trim, thickness=0.003))
    x, y, z = ridge[len(ridge) * 3 // 4]
    made += [ring(0.009, 0.0018, metal, segments=24, sides=8).turned("x", 90).moved(x, y - 0.006, z)]
    tab = np.array([(x, y - 0.012, z - 0.004), (x, y - 0.03, z - 0.02), (x, y - 0.035, z - 0.05)])
    made.append(ribbon(spline(tab, 12), (0, -1, 0.6), 0.014, trim, thickness=0.003))
    return made


def _button(trunk: Body, trim: Surface, metal: Surface) -> list[Mesh]:
    """A strap from the back over the mouth, held by a large button on the front."""
    z = np.linspace(_HEIGHT + 0.001, _HEIGHT - 0.1, 22)
    front = on_front(np.column_stack([0 * z, z]), trunk.front, 0.001)
    back = np.array(
        [(0, -front[0, 1], _HEIGHT + 0.006), (0, 0, _HEIGHT + 0.012), (0, front[0, 1] * 0.7, _HEIGHT + 0.008)]
    )
    line = spline(np.vstack([back, front]), 60)
    normals = np.where(line[:, 2:] > _HEIGHT + 0.003, [[0, -0.3, 1.0]], [[0, -1.0, 0.05]])
    made = [ribbon(line, normals, 0.046, trim, thickness=0.0035)]
    place = _HEIGHT - 0.078
    y = float(trunk.front(np.array([0.0]), np.array([place]))[0]) - 0.004
    made.append(
        cylinder(0.0185, 0.006, plain("#3b2a20", roughness=0.35, clearcoat=0.4), bevel=0.0025)
        .turned("x", 90)
        .moved(0, y, place)
    )
    made.append(ring(0.0145, 0.0018, metal, segments=32, sides=8).turned("x", 90).moved(0, y - 0.006, place))
    hole = cylinder(0.0022, 0.001, plain("#111111", roughness=0.9))
    for dx, dz in ((-0.0045, -0.0045), (0.0045, -0.0045), (-0.0045, 0.0045), (0.0045, 0.0045)):
        made.append(hole.turned("x", 90).moved(dx, y - 0.0057, place + dz))
    return made
