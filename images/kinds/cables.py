"""Charging cables, coiled flat."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from images import textures
from images.colors import channels
from images.geometry import (
    Floats,
    Mesh,
    box,
    circle,
    fillet,
    grid,
    lathe,
    rounded_rectangle,
    spline,
    sweep,
    tube,
)
from images.kinds.electronics import HOLLOW, STEEL, darker, trim
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import Places, copies
from images.spec import Product
from images.surfaces import Surface, main, material, patterned, plain

_MAP = 512


@kind("charging_cable", view=(-80, 50))
def charging_cable(product: Product) -> list[Mesh]:
    """A cable in flat turns, its two plugs to the front."""
    match product.shape["weave"]:
        case "smooth" | "braided" as weave:
            radius, reach = (0.0044, 0.0044) if weave == "smooth" else (0.005, 0.005)
            line = _turns(3, reach)
            cable = [_sheathed(line, radius, _sheath(product, braided=weave == "braided"))]
        case "coiled":
            radius, reach = 0.0039, 0.0098
            line = _turns(1, reach)
            cable = _spring(line, reach, radius, _sheath(product, braided=False))
        case other:
            raise KeyError(other)
    plugs = [
        part
        for end, turn in ((0, -1), (-1, 1))
        for part in _placed(_plug(product, radius, turn, wide=end == 0), line, end)
    ]
    return grounded([*cable, *plugs, *_tie(product, line, reach)])


def _turns(count: int, reach: float) -> Floats:
    """The middle line: up on the left, clockwise inwards in turns, and over them to the right.

    Args:
        count: Whole turns.
        reach: Half the width that the cable takes.
    """
    step, outer = reach * 2.08, 0.057
    turn = np.radians(np.linspace(180, -360 * count, 40 * count + 20))
    radius = outer - step * (np.radians(180) - turn) / (2 * np.pi)
    coil = np.column_stack([radius * np.cos(turn), radius * np.sin(turn), np.full(len(turn), reach)])
    inner = radius[-1]
    start = [(-0.034, -0.118, reach), (-0.047, -0.088, reach), (-0.0555, -0.04, reach)]
    end = [
        (inner + 0.0035, -0.017, reach * 1.7),
        (inner + 0.004, -0.03, reach * 3),
        (0.036, -0.06, reach * 2.9),
    ]
    end += [(0.037, -0.088, reach * 1.4), (0.031, -0.118, reach)]
    return spline(np.vstack([start, coil, end]), 420)


def _sheath(product: Product, *, braided: bool) -> Surface:
    """The outside of the cable, u along four times its girth and v around half of it."""
    ground = (
        plain(product.paint, roughness=0.4, clearcoat=0.25) if product.material == "nylon" else main(product)
    )
    ground = material("nylon", product.paint) if braided else replace(ground, bump=None)
    painted = patterned(product, 16, aspect=8.0, base=replace(ground, color_map=None, bump=None))
    if not braided:
        return painted
    threads = _braid()
    colors = (
        np.broadcast_to(channels(product.paint), (_MAP, _MAP, 3))
        if painted.color_map is None
        else np.asarray(painted.color_map, float)[:: painted.color_map.shape[0] // _MAP or 1][:_MAP] / 255
    )
    if colors.shape[1] != _MAP:
        colors = colors[:, :: colors.shape[1] // _MAP][:, :_MAP]
    shaded = np.clip(colors * (0.45 + 0.75 * threads[..., None]) + 0.06 * threads[..., None], 0, 1)
    return replace(
        painted,
        color_map=textures.to_bytes(shaded),
        bump=threads.astype(np.float32),
        bump_depth=0.006,
        roughness=0.75,
    )


def _braid() -> NDArray[np.float64]:
    """Heights of bundles of thread that cross each other aslant; 1 is the highest."""
    row, column = (np.mgrid[0:_MAP, 0:_MAP] + 0.5) / _MAP
    first, second = column * 16 + row * 4, column * 16 - row * 4
    over = (np.floor(first) + np.floor(second)) % 2 == 0
    ridge = np.where(over, np.sin(np.pi * (second % 1)), np.sin(np.pi * (first % 1)))
    return np.abs(ridge) ** 0.7


def _sheathed(line: Floats, radius: float, surface: Surface, *, sides: int = 16) -> Mesh:
    """A round cable; v = 0.5 is on its upper side."""
    mesh = sweep(line, circle(radius, sides), surface)
    length = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    tiles = max(1, round(length / (8 * np.pi * radius)))
    return replace(
        mesh,
        surface=replace(surface, uv_scale=(tiles, 1.0)) if surface.mapped else surface,
        uv=np.column_stack([mesh.uv[:, 1], 2 * mesh.uv[:, 0]]),
    )


def _spring(line: Floats, reach: float, radius: float, surface: Surface) -> list[Mesh]:
    """A cord wound around a line, straight near its ends."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    along = np.r_[0, np.cumsum(steps)]
    count = round(along[-1] / (radius * 2.5))
    at = np.linspace(0, along[-1], count * 14)
    middle = np.stack([np.interp(at, along, line[:, k]) for k in range(3)], -1)
    forward = np.gradient(middle, axis=0)
    forward /= np.linalg.norm(forward, axis=1, keepdims=True)
    side = np.cross(forward, [0.0, 0, 1])
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    up = np.cross(side, forward)
    ends = np.minimum(at, along[-1] - at)
    size = (reach - radius) * np.clip((ends - 0.008) / 0.012, 0, 1)
    turn = 2 * np.pi * count * at / along[-1]
    out = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * up
    return [_wound(middle + size[:, None] * out, out, radius, surface)]


def _wound(cord: Floats, out: Floats, radius: float, surface: Surface) -> Mesh:
    """A round cord whose v = 0.5 looks away from the line that it is wound around."""
    along = np.gradient(cord, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    out = out - along * (out * along).sum(1, keepdims=True)
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    across = np.cross(along, out)
    turn = np.linspace(-np.pi, np.pi, 10)
    points = cord[:, None] + radius * (
        np.cos(turn)[None, :, None] * out[:, None] + np.sin(turn)[None, :, None] * across[:, None]
    )
    length = float(np.linalg.norm(np.diff(cord, axis=0), axis=1).sum())
    tiles = max(1, round(length / (8 * np.pi * radius)))
    surface = replace(surface, uv_scale=(tiles, 1.0)) if surface.mapped else surface
    uv = np.stack(np.meshgrid(np.linspace(0, 1, len(cord)), np.linspace(-0.5, 1.5, 10), indexing="ij"), -1)
    mesh = grid(points, surface, uv=uv)
    if (mesh.normals.reshape(points.shape) * (points - cord[:, None])).sum() < 0:
        return grid(points, surface, uv=uv, flip=True)
    return mesh


def _placed(parts: list[Mesh], line: Floats, end: int) -> list[Mesh]:
    """Parts along x put at an end of a line, going on in its direction."""
    forward = line[0] - line[3] if end == 0 else line[-1] - line[-4]
    x = np.array([forward[0], forward[1], 0]) / np.hypot(forward[0], forward[1])
    axes = np.stack([x, np.array([-x[1], x[0], 0]), np.array([0, 0, 1.0])], -1)
    return copies(parts, Places(line[end][None], axes[None]))


def _plug(product: Product, radius: float, turn: int, *, wide: bool) -> list[Mesh]:
    """A plug whose cable comes from -x to the origin; an angled one turns left (1) or right (-1)."""
    length = {"short": 0.019, "long": 0.038}[product.shape["end"]]
    shell = (
        main(product) if product.material != "nylon" else plain(product.paint, roughness=0.4, clearcoat=0.2)
    )
    shell = replace(shell, bump=None, color_map=None)
    width, tall = (0.0175, 0.0095) if wide else (0.0145, 0.0088)
    relief_ = lathe(fillet(_ribs(radius), 0.0004, 3), darker(product), segments=24).turned("y", 90)
    collar = box(0.0032, width * 1.02, tall * 1.06, trim(product), radius=0.0016)
    match product.shape["plug"]:
        case "straight":
            body = box(length, width, tall, shell, radius=0.0028).moved(x=length / 2)
            tip = [part.moved(x=length) for part in _tip(wide=wide)]
            return [relief_, body, collar.moved(x=length * 0.72), *tip]
        case "angled":
            knee = box(width * 1.05, width, tall, shell, radius=0.0028).moved(x=width * 0.5)
            arm = box(width, length + width * 0.2, tall, shell, radius=0.0028)
            arm = arm.moved(x=width * 0.52, y=turn * (length / 2 + width * 0.1))
            collar = collar.turned("z", 90).moved(x=width * 0.52, y=turn * (length * 0.78 + width * 0.1))
            tip = [part.turned("z", turn * 90) for part in _tip(wide=wide)]
            return [
                relief_,
                knee,
                arm,
                collar,
                *(p.moved(x=width * 0.52, y=turn * (length + width * 0.2)) for p in tip),
            ]
        case other:
            raise KeyError(other)


def _ribs(radius: float) -> list[tuple[float, float]]:
    """Profile of the rubber sleeve where the cable enters."""
    made = [(radius * 0.9, -0.0125)]
    for number in range(4):
        z, wide = -0.012 + number * 0.003, radius * (1.12 + 0.05 * number)
        made += [(wide, z), (wide, z + 0.002), (wide - 0.0007, z + 0.0021), (wide - 0.0007, z + 0.0029)]
    return [*made, (radius * 1.3, 0.001)]


def _tip(*, wide: bool) -> list[Mesh]:
    """The metal that goes into a socket, from the origin along x."""
    width, tall, length = (0.0122, 0.0046, 0.0125) if wide else (0.0086, 0.0027, 0.0078)
    section = rounded_rectangle(width, tall, 0.0006 if wide else tall / 2, 5)
    made = [sweep([(0, 0, 0), (length, 0, 0)], section, STEEL)]
    mouth = rounded_rectangle(width * 0.84, tall * 0.62, 0.0004 if wide else tall * 0.3, 5)
    made.append(sweep([(length - 0.001, 0, 0), (length + 0.0001, 0, 0)], mouth, HOLLOW))
    if wide:
        made += [
            box(0.0022, 0.002, 0.0002, HOLLOW, radius=0.0001).moved(0.006, s * 0.0027, tall / 2)
            for s in (-1, 1)
        ]
    return made


def _tie(product: Product, line: Floats, reach: float) -> list[Mesh]:
    """A strap of cloth around the turns at the back."""
    match product.shape["tie"]:
        case "none":
            return []
        case "strap":
            coil = line[:, 1] > 0
            distance = np.hypot(line[coil, 0], line[coil, 1])
            near = np.abs(line[coil, 0]) < 0.012
            low, high = float(distance[near].min() - reach), float(distance[near].max() + reach)
            loop = rounded_rectangle(high - low + 0.004, reach * 2 + 0.0028, reach, 6)
            loop = loop + np.array([(low + high) / 2, reach])
            path = np.column_stack([np.zeros(len(loop)), loop])
            strap = sweep(
                path, rounded_rectangle(0.0024, 0.019, 0.001, 3), trim(product), closed=True, up=(1, 0, 0)
            )
            tab = box(0.019, 0.017, 0.0022, trim(product), radius=0.0009).moved(
                y=high + 0.0075, z=reach * 0.8
            )
            stitch = [
                tube(
                    [(x, high - 0.006, reach * 2 + 0.0026), (x + 0.0018, high - 0.006, reach * 2 + 0.0026)],
                    0.0004,
                    darker(product),
                    sides=6,
                )
                for x in np.linspace(-0.007, 0.0055, 5)
            ]
            return [strap, tab.turned("z", 0), *stitch]
        case other:
            raise KeyError(other)
