"""Backpacks."""

from dataclasses import replace

import numpy as np

from images.colors import channels, shade
from images.geometry import Mesh, box, rounded_rectangle, sheet, spline, sweep, tube
from images.kinds.bag_bodies import Body, Cloth, Level, body, cloth, flap
from images.kinds.bag_parts import buckle, dashes, metal_of, on_front, panel, ribbon, standing, zip_
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, plain

_WIDTH, _DEPTH, _HEIGHT = 0.31, 0.165, 0.46
_STRIPE = 0.325
"""Height of the stripe's middle."""


@kind("backpack", view=(-66, 12))
def backpack(product: Product) -> list[Mesh]:
    """A backpack that stands, its front to the camera."""
    trunk = _trunk(roll=product.shape["flap"] == "roll")
    trim = plain(product.accent_paint, roughness=0.6)
    deep = plain(shade(product.paint, 0.55), roughness=0.75)
    metal = metal_of(product)
    skin = cloth(product, trunk.girth, trunk.length, 9)
    made = [skin.dress(trunk.mesh(trim)), *_edges(trunk, trim, deep)]
    made += _pockets(product, trunk, skin, trim, metal)
    made += _closing(product, trunk, skin, trim, metal)
    made += _straps(product, trim, deep)
    made += _stripe(product, trunk)
    return standing(made)


def _trunk(*, roll: bool) -> Body:
    levels = [
        Level(0, 0.262, 0.125, 5),
        Level(0.008, 0.29, 0.15, 6),
        Level(0.12, 0.318, 0.178, 5),
        Level(0.27, 0.312, 0.168, 5),
    ]
    if roll:
        return body(
            [*levels, Level(0.36, 0.312, 0.125, 4), Level(0.41, 0.318, 0.05, 4), Level(0.43, 0.318, 0.02, 4)],
            slack=0.002,
        )
    levels += [Level(0.37, 0.288, 0.14, 4.5), Level(0.425, 0.225, 0.105, 3.4), Level(0.452, 0.13, 0.065, 2.6)]
    return body([*levels, Level(0.461, 0.002, 0.002, 2)], rows=60, slack=0.002)


def _edges(trunk: Body, trim: Surface, deep: Surface) -> list[Mesh]:
    """The darker bottom, and piping up the front's edges."""
    bottom = trunk.part(lambda u: 0 * u + 0.001, 0, 1, 0.0016, high=0.05)
    made = [sheet(bottom[:, ::-1], deep, thickness=-0.0012)]
    top = min(0.4, trunk.points[..., 2].max() - 0.02)
    made += [tube(trunk.rib(u, 0.05, top, 0.0005), 0.0026, trim, sides=8) for u in (0.155, 0.845)]
    return made


def _pockets(product: Product, trunk: Body, skin: Cloth, trim: Surface, metal: Surface) -> list[Mesh]:
    match product.shape["pockets"]:
        case "one":
            places = [(0.0, 0.15, 0.235, 0.185, 0.04)]
        case "two":
            places = [(0.0, 0.112, 0.245, 0.12, 0.042), (0.0, 0.235, 0.215, 0.095, 0.026)]
        case "three":
            places = [(x, 0.112, 0.118, 0.12, 0.04) for x in (-0.066, 0.066)] + [
                (0.0, 0.235, 0.235, 0.09, 0.026)
            ]
        case other:
            raise KeyError(other)
    made = []
    for x, z, width, height, depth in places:
        outline = rounded_rectangle(width, height, 0.03, 7) + np.array([x, z])
        made.append(skin.lay(panel(outline, depth, trim, trunk.front, puff=0.12), trunk))
        made.append(
            tube(on_front(np.vstack([outline, outline[:1]]), trunk.front, 0.002), 0.0024, trim, sides=8)
        )

        def face(px: np.ndarray, pz: np.ndarray, depth: float = depth) -> np.ndarray:
            return trunk.front(px, pz) - depth * 1.02

        across = np.linspace(-width * 0.4, width * 0.4, 30) + x
        line = on_front(np.column_stack([across, 0 * across + z + height * 0.27]), face)
        made += zip_(line, (0, -1, 0.1), plain("#1f2023", roughness=0.9), metal, width=0.013)
        seam = on_front(np.column_stack([across, 0 * across + z + height * 0.27 - 0.012]), face, 0.0012)
        made.append(dashes(seam, trim, pitch=0.0065, width=0.0014))
    return made


def _closing(product: Product, trunk: Body, skin: Cloth, trim: Surface, metal: Surface) -> list[Mesh]:
    handle = sweep(
        spline(
            [
                (-0.035, 0.05, 0.44),
                (-0.034, 0.055, 0.475),
                (0, 0.058, 0.492),
                (0.034, 0.055, 0.475),
                (0.035, 0.05, 0.44),
            ],
            24,
        ),
        rounded_rectangle(0.02, 0.008, 0.003, 3),
        trim,
        up=(0, 1, 0),
    )
    match product.shape["flap"]:
        case "none":
            turn = np.radians(np.linspace(200, -20, 60))
            arch = np.column_stack([0.118 * np.cos(turn), 0.36 + 0.062 * np.sin(turn)])
            line = on_front(arch, trunk.front, 0.001)
            return [handle, *_arched_zip(line, metal)]
        case "flap":
            return [handle, *_flap(trunk, skin, trim, metal)]
        case "roll":
            return _roll(trunk, skin, trim, metal)
        case other:
            raise KeyError(other)


def _arched_zip(line: np.ndarray, metal: Surface) -> list[Mesh]:
    tape = plain("#1f2023", roughness=0.9)
    made = [tube(line, 0.0055, tape, sides=8), *zip_(line[-6:], (0, -1, 0.2), tape, metal, width=0.012)]
    made.append(dashes(line - np.array([0, 0.0052, 0]), metal, pitch=0.0045, width=0.0034))
    return made


def _flap(trunk: Body, skin: Cloth, trim: Surface, metal: Surface) -> list[Mesh]:
    """A lid over the top with two straps."""

    def low(u: np.ndarray) -> np.ndarray:
        away = np.abs(u - 0.5) / 0.4
        return 0.288 + 0.05 * away**8 + 0.006 * away**2

    lid, edge = flap(trunk, skin, low, 0.1, 0.011)
    made = [lid, tube(edge[8:-8], 0.0035, trim, sides=8)]
    for x in (-0.075, 0.075):
        z = np.linspace(0.405, 0.25, 30)
        out = 0.0135 - 0.004 * np.clip((0.285 - z) / 0.02, 0, 1)
        line = on_front(np.column_stack([0 * z + x, z]), trunk.front) - np.column_stack([0 * z, out, 0 * z])
        made.append(ribbon(line, (0, -1, 0.12), 0.024, trim, thickness=0.003))
        y = float(trunk.front(np.array([x]), np.array([0.3]))[0]) - 0.018
        made += [part.moved(x, y, 0.298) for part in buckle(0.024, metal, height=0.032)]
    return made


def _roll(trunk: Body, skin: Cloth, trim: Surface, metal: Surface) -> list[Mesh]:
    """The mouth rolled up, held by a strap and two side buckles."""
    turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    section = np.column_stack([0.026 * np.cos(turn), 0.021 * np.sin(turn)])
    x = np.linspace(-0.166, 0.166, 40)
    bow = 0.006 * (np.abs(x) / 0.166) ** 2
    path = np.column_stack([x, -0.008 + 0 * x, 0.438 - bow])
    bar = sweep(path, section, trim, up=(0, 0, 1))
    bar = replace(bar, uv=bar.uv[:, ::-1] * np.array([0.7, 0.35]))
    made = [skin.dress(bar)]
    for side in (-1, 1):
        spiral = np.linspace(0, 3.6 * np.pi, 70)
        reach = 0.003 + 0.0195 * spiral / spiral[-1]
        end = np.column_stack(
            [
                0 * spiral + side * 0.1665,
                -0.008 + reach * np.cos(spiral),
                0.432 + 0.82 * reach * np.sin(spiral),
            ]
        )
        made.append(tube(end, 0.0016, trim, sides=6))
        down = np.array(
            [
                (side * 0.15, -0.038, 0.44),
                (side * 0.164, -0.03, 0.4),
                (side * 0.164, -0.02, 0.33),
                (side * 0.162, -0.02, 0.25),
            ]
        )
        made.append(ribbon(spline(down, 24), (side, -0.35, 0), 0.024, trim, thickness=0.003))
        made.append(
            box(0.012, 0.034, 0.044, plain("#26272a", roughness=0.4), radius=0.004, steps=3).moved(
                side * 0.167, -0.022, 0.325
            )
        )
    over = np.array(
        [(0, 0.03, 0.41), (0, 0.018, 0.452), (0, -0.008, 0.462), (0, -0.034, 0.45), (0, -0.04, 0.43)]
    )
    z = np.linspace(0.4, 0.3, 14)
    front = on_front(np.column_stack([0 * z, z]), trunk.front, 0.004)
    line = spline(np.vstack([over, front]), 60)
    middle = np.array([0, -0.008, 0.41])
    normals = line - middle
    normals[line[:, 2] < 0.43] = (0, -1, 0.15)
    made.append(ribbon(line, normals, 0.03, trim, thickness=0.0035))
    y = float(trunk.front(np.array([0.0]), np.array([0.345]))[0]) - 0.009
    made += [part.moved(0, y, 0.35) for part in buckle(0.03, metal, height=0.036)]
    return made


def _straps(product: Product, trim: Surface, deep: Surface) -> list[Mesh]:
    """Shoulder straps that swing out at the back."""
    made = []
    for side in (-1, 1):
        bow = spline(
            [
                (0.06, 0.075, 0.425),
                (0.12, 0.105, 0.4),
                (0.186, 0.1, 0.31),
                (0.2, 0.08, 0.21),
                (0.178, 0.06, 0.11),
                (0.13, 0.05, 0.045),
            ],
            60,
        )
        line = bow * np.array([side, 1, 1])
        webbing = ribbon(line, (0, -1, 0), 0.02, trim, thickness=0.003)
        match product.shape["straps"]:
            case "thin":
                made.append(webbing)
                y, z = line[36, 1] - 0.004, line[36, 2]
                made.append(
                    box(0.03, 0.008, 0.022, plain("#26272a", roughness=0.4), radius=0.003, steps=2).moved(
                        line[36, 0], y, z
                    )
                )
            case "wide":
                pad = line[:42]
                flat = rounded_rectangle(0.062, 0.018, 0.007, 4)
                size = np.r_[np.linspace(0.85, 1, 6), np.ones(30), np.linspace(1, 0.72, 6)]
                made.append(sweep(pad, flat, deep, up=(0, -1, 0), scale=size))
                made.append(
                    ribbon(pad[2:-2] + np.array([0, -0.0098, 0]), (0, -1, 0), 0.02, trim, thickness=0.002)
                )
                made.append(ribbon(line[38:], (0, -1, 0), 0.02, trim, thickness=0.003))
            case other:
                raise KeyError(other)
    return made


def _stripe(product: Product, trunk: Body) -> list[Mesh]:
    match product.shape["stripe"]:
        case "none":
            return []
        case "one":
            bright = channels(product.accent_paint).mean() > 0.7 or channels(product.paint).mean() > 0.7
            edge = plain("#232427" if bright else "#f2efe7", roughness=0.7)
            stripe = plain(product.accent_paint, roughness=0.6)
            out = {"flap": 0.0135}.get(product.shape["flap"], 0.0025)
            made = []
            for height, width, surface, lift in (
                (0.0, 0.03, stripe, 0.001),
                (0.02, 0.008, edge, 0.0),
                (-0.02, 0.008, edge, 0.0),
            ):
                loop = trunk.around(_STRIPE + height, out + lift)
                front = loop[: len(loop) // 2 + 1]
                along = np.gradient(front, axis=0)
                normals = np.column_stack([along[:, 1], -along[:, 0], 0 * along[:, 0]])
                made.append(ribbon(front, normals, width, surface, thickness=0.0012))
            return made
        case other:
            raise KeyError(other)
