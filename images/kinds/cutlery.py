"""Sets of cutlery: knife, fork, spoon and teaspoon side by side, seen from above."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from images import textures
from images.colors import channels
from images.geometry import Floats, Mesh, circle, grid, lathe, sheet, spline, superellipse, sweep, tube
from images.kinds.prints import smooth
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main

_NECK = 0.115
"""Length of a handle, from its tail at y = 0."""
_SPACING = 0.047
_HANDLES: dict[str, list[tuple[float, float]]] = {
    "straight": [(0, 0.0085), (0.01, 0.0095), (0.85, 0.0095), (0.95, 0.007), (1, 0.005)],
    "waisted": [(0, 0.011), (0.03, 0.0135), (0.14, 0.013), (0.5, 0.0062), (0.8, 0.0088), (1, 0.005)],
    "pointed": [(0, 0.001), (0.12, 0.006), (0.38, 0.0128), (0.7, 0.0085), (1, 0.005)],
    "rounded": [
        (0, 0.004),
        (0.03, 0.0095),
        (0.09, 0.014),
        (0.17, 0.0158),
        (0.3, 0.0135),
        (0.7, 0.0065),
        (1, 0.005),
    ],
}
"""Shape of the handle -> (share of the way from tail to neck, half width in metres)."""
_DROP = [(0.0022, 0.004), (0.0028, -0.004), (0.0068, -0.016), (0.0045, -0.0235), (0, -0.0255)]
"""Profile of a drop that hangs from a tail, (radius, y) in metres."""
_WIDEST = 0.016
_TILES = 6
"""Ornaments along a handle."""


@kind("cutlery_set", view=(-78, 56))
def cutlery_set(product: Product) -> list[Mesh]:
    """Four pieces side by side, their tails to the front."""
    wooden = main(product).color_map is not None
    blank = replace(main(product), uv_scale=(0.4, 1)) if wooden else smooth(product)
    engraved = _engraved(product, blank)
    tines = product.shape["tines"]
    heads = [_blade(blank), _fork(tines, blank), _spoon(1.0, blank), _spoon(0.78, blank)]
    parts = []
    for place, head in enumerate(heads):
        size = 0.84 if place == 3 else 1.0
        whole = [*_handle(product.shape["handle"], engraved), *_tail(product.shape["tail"], blank), *head]
        x = (place - 1.5) * _SPACING
        parts += [part.scaled(size, size, 1).moved(x, 0.0 if size == 1 else 0.012) for part in whole]
    return parts


def _engraved(product: Product, blank: Surface) -> Surface:
    """The surface of handles: the pattern cut in and filled with the second colour."""
    if product.pattern == "plain":
        return blank
    rows = 2  # the painters shift every second row: one row of ornaments is a tile of its own
    tile = textures.coverage(product.pattern, 512, 420, repeats=1, aspect=1 / rows)
    if product.pattern in ("dots", "leaves", "stars"):
        tile = tile[:256]
    base = channels(product.paint)[None, None] * np.ones((*tile.shape, 1))
    if blank.color_map is not None:
        grain = blank.color_map[: tile.shape[0], : tile.shape[1]]
        base = np.resize(grain, (*tile.shape, 3)) / 255
    painted = textures.to_bytes(textures.blend(base, channels(product.accent_paint), tile))
    repeats = _TILES if len(tile) == 256 else _TILES / 2
    cut = (1 - tile).astype(np.float32)
    return replace(blank, color_map=painted, bump=cut, bump_depth=0.002, uv_scale=(1, repeats))


def _loft(stations: ArrayLike, surface: Surface, *, sharp: float = 2.6) -> Mesh:
    """A bar along y from stations (n, 5): y, middle x, half width, middle z, half thickness."""
    rows = np.asarray(stations, float)
    section = superellipse(2, 2, sharp, 28)
    section = np.vstack([section, section[:1]])
    y, x, width, z, thick = (rows[:, k : k + 1] for k in range(5))
    points = np.stack(
        [
            x + width * section[:, 0],
            np.broadcast_to(y, (len(rows), len(section))),
            z + thick * section[:, 1],
        ],
        -1,
    )
    ends = [np.broadcast_to(points[k].mean(0), points[k].shape)[None] for k in (0, -1)]
    points = np.concatenate([ends[0], points, ends[1]])
    low, high = y.min(), y.max()
    uv = np.stack([0.5 + points[..., 0] / (2 * _WIDEST), (points[..., 1] - low) / (high - low)], -1)
    mesh = grid(points, surface, uv=uv)
    outward = ((mesh.vertices - np.repeat(points.mean(1), len(section), 0)) * mesh.normals).sum()
    return mesh if outward > 0 else grid(points, surface, uv=uv, flip=True)


def _height(y: Floats) -> Floats:
    """How high the middle of a piece lies: it rests on its tail and its head, and is arched between them."""
    return 0.0036 + 0.011 * np.sin(np.pi * np.clip(y / 0.17, 0, 1)) ** 1.5


def _handle(name: str, surface: Surface) -> list[Mesh]:
    corners = np.array(_HANDLES[name])
    line = spline(corners, 60)
    y = np.maximum.accumulate(line[:, 0]) * _NECK
    return [
        _loft(np.column_stack([y, 0 * y, np.maximum(line[:, 1], 0.001), _height(y), 0 * y + 0.0034]), surface)
    ]


def _tail(name: str, surface: Surface) -> list[Mesh]:
    match name:
        case "plain":
            return []
        case "drop":
            outline = spline(_DROP, 30)
            drop = lathe(outline[::-1], surface, segments=28)
            return [drop.turned("x", -90).moved(z=0.007)]
        case "ring":
            turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            path = np.column_stack([0.0105 * np.cos(turn), 0.0105 * np.sin(turn) - 0.0115, 0 * turn + 0.0036])
            return [sweep(path, circle(0.0032, 12), surface, closed=True)]
        case other:
            raise KeyError(other)


def _blade(surface: Surface) -> list[Mesh]:
    """A table knife's blade: a straight back on the left, a belly on the right."""
    y = np.linspace(_NECK - 0.004, 0.225, 40)
    share = (y - y[0]) / (y[-1] - y[0])
    left = -np.interp(share, [0, 0.08, 0.75, 0.93, 1], [0.005, 0.0075, 0.0085, 0.005, -0.001])
    right = spline(
        [(0, 0.005), (0.09, 0.0085), (0.5, 0.0105), (0.85, 0.0125), (0.96, 0.008), (1, 0.0035)], 120
    )
    right = np.interp(share, right[:, 0], right[:, 1])
    thick = np.interp(share, [0, 0.1, 1], [0.0034, 0.0016, 0.0012])
    rows = np.column_stack([y, (left + right) / 2, (right - left) / 2, np.maximum(_height(y), 0.004), thick])
    return [_loft(rows, surface)]


def _fork(tines: str, surface: Surface) -> list[Mesh]:
    """Four long slender tines, or three short broad ones."""
    match tines:
        case "long":
            root, tip, across, half = 0.155, 0.226, np.array([-0.0099, -0.0033, 0.0033, 0.0099]), 0.0021
        case "short":
            root, tip, across, half = 0.186, 0.22, np.array([-0.0098, 0, 0.0098]), 0.003
        case other:
            raise KeyError(other)
    wide = 0.0128

    def rise(y: Floats) -> Floats:
        return (
            0.004
            + 0.01 * np.clip((0.15 - y) / 0.04, 0, 1) ** 2
            + 0.009 * np.clip((y - 0.185) / 0.04, 0, 1) ** 2
        )

    y = np.linspace(_NECK - 0.003, root + 0.004, 30)
    width = np.interp(y, [_NECK, 0.135, 0.15, root + 0.004], [0.005, 0.0062, wide * 0.93, wide])
    z = np.maximum(rise(y), np.where(y < 0.15, _height(y), 0))
    parts = [_loft(np.column_stack([y, 0 * y, width, z, 0 * y + 0.0019]), surface)]
    y = np.linspace(root, tip, 20)
    taper = np.interp(y, [root, tip - 0.012, tip], [half, half * 0.85, half * 0.25])
    return parts + [
        _loft(np.column_stack([y, 0 * y + x, taper, rise(y), 0 * y + 0.0017]), surface, sharp=2.2)
        for x in across
    ]


def _spoon(size: float, surface: Surface) -> list[Mesh]:
    """A shank and an egg-shaped bowl."""
    start, end = 0.14, 0.14 + 0.072 * size
    y = np.linspace(_NECK - 0.003, start + 0.012, 16)
    shank = _loft(np.column_stack([y, 0 * y, 0 * y + 0.005, _height(y), 0 * y + 0.0026]), surface)
    share = (1 - np.cos(np.linspace(0, np.pi, 34))) / 2
    width = 0.0215 * size * np.sin(np.pi * share**0.88) ** 0.62
    across = np.linspace(1, -1, 25)
    rim = 0.0115 + 0.001 * np.cos(np.pi * share)
    deep = 0.0095 * np.sin(np.pi * share) ** 0.6
    points = np.stack(
        [
            width[:, None] * across,
            np.broadcast_to((start + (end - start) * share)[:, None], (34, 25)),
            rim[:, None] - deep[:, None] * (1 - across**2) ** 0.8,
        ],
        -1,
    )
    edge = np.vstack([points[:, 0], points[::-1, -1]])
    keep = np.r_[True, np.linalg.norm(np.diff(edge, axis=0), axis=1) > 1e-6]
    return [
        shank,
        sheet(points, surface, thickness=0.0014),
        tube(edge[keep][:-1] - [0, 0, 0.0007], 0.0011, surface, sides=8, closed=True),
    ]
