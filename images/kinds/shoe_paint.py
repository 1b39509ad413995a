"""Painting on an upper where it stands in space: panels, seams, side marks, the catalogue's patterns.

A map covers one side of the upper from toe to heel and serves both, so that every mark is on either side.
Distances are metres, below 0 inside what is painted.
"""

from dataclasses import replace

import numpy as np
from PIL import Image

from images import textures
from images.colors import channels, shade
from images.geometry import Floats
from images.kinds.shoe_last import LENGTH, Upper
from images.spec import Product
from images.surfaces import Map, Surface

_SIZE = 512
_EDGE = 0.0006
"""Half the width over which a painted edge fades."""
_GRAIN = 3
"""How much finer a material's map is laid on a shoe than on furniture."""


class Canvas:
    """Colour and heights of one side of an upper."""

    def __init__(self, upper: Upper, color: str) -> None:
        points = _texels(upper)
        self.x, self.y, self.z = points[..., 0], points[..., 1], points[..., 2]
        """Of each texel: metres from the heel, from the middle, from the feather line."""
        self.v = np.broadcast_to(np.linspace(1, 0, _SIZE)[:, None], self.x.shape)
        """1 at the top line, 0 at the feather line."""
        self.down = _lengths_down(points)
        """Metres below the top line."""
        self.out = _unfolded(upper, points)
        """(h, w, 2): places in metres as if the walls were laid flat beside the top."""
        self.color = np.broadcast_to(channels(color), points.shape).copy()
        self.height = np.full(self.x.shape, 0.5)

    def fill(self, distance: Floats, color: str, *, height: float | None = None) -> None:
        """Paint the inside of a shape; with a height, as a raised (above 0.5) or sunken layer."""
        share = _inside(distance)
        self.color = textures.blend(self.color, channels(color), share)
        if height is not None:
            self.height = self.height * (1 - share) + height * share

    def seam(self, distance: Floats, where: Floats | None = None, *, width: float = 0.0007) -> None:
        """A groove along a shape's edge, where a mask (below 0 inside) allows."""
        share = _inside(np.abs(distance) - width) * (1 if where is None else _inside(where))
        self.color = self.color * (1 - 0.45 * share[..., None])
        self.height = self.height * (1 - share) + 0.1 * share

    def stitches(
        self,
        distance: Floats,
        along: Floats,
        color: str,
        where: Floats | None = None,
        *,
        pitch: float = 0.0045,
    ) -> None:
        """Dashes along a shape's edge; ``along`` are metres along it."""
        share = _inside(np.abs(distance) - 0.00065) * ((along / pitch) % 1 < 0.66)
        share = share * (1 if where is None else _inside(where))
        self.color = textures.blend(self.color, channels(color), share)
        self.height = self.height * (1 - share) + 0.8 * share

    def pattern(self, product: Product, where: Floats | None = None, *, step: float = 0.02) -> None:
        """The product's pattern in its accent, ``step`` metres from one ornament to the next."""
        share = self._ornament(product.pattern, step)
        if where is not None:
            share = share * _inside(where)
        self.color = textures.blend(self.color, channels(product.accent_paint), share)

    def _ornament(self, name: str, step: float) -> Floats:
        match name:
            case "plain":
                return np.zeros(self.x.shape)
            case "band":
                return _inside(np.abs(self.z - 0.026) - 0.0085)
            case "hstripes":
                return _inside((np.abs(self.z / step % 1 - 0.5) - 0.25) * step)
            case "vstripes":
                return _inside((np.abs(self.x / (1.3 * step) % 1 - 0.5) - 0.25) * 1.3 * step)
            case "diag":
                place = (self.x + self.z) / (1.4 * step)
                return _inside((np.abs(place % 1 - 0.5) - 0.25) * step)
            case other:
                return _tiled(textures.coverage(other, 512, 512, repeats=8, aspect=1), self.out / (8 * step))

    def surface(self, base: Surface) -> Surface:
        """What was painted, on a material: its grain, its gloss."""
        grain = _tile(base.bump)
        light = 1.0 if base.color_map is None else 0.8 + 0.2 * grain[..., None] / max(grain.max(), 1e-6)
        heights = (self.height * 0.7 + grain * 0.3).astype(np.float32)
        return replace(
            base,
            color_map=textures.to_bytes(self.color * light),
            bump=heights,
            bump_depth=0.012,
            uv_scale=(1, 1),
        )


def contrast(product: Product, ground: str) -> str:
    """White, or the accent where white could not be told from the ground: laces, rubber."""
    return product.accent_paint if channels(ground).mean() > 0.72 else "#f2efe7"


def dark(color: str) -> str:
    """A colour's shade for linings and seams."""
    return shade(color, 0.55)


def wave(canvas: Canvas, low: float = 0.031, width: float = 0.0062) -> Floats:
    """A ribbon that swings twice between heel and laces."""
    start, end = 0.18 * LENGTH, 0.68 * LENGTH
    part = np.clip((canvas.x - start) / (end - start), 0, 1)
    middle = low + 0.0155 * np.sin(part * 4 * np.pi - 0.5 * np.pi) * (1 - 0.25 * part)
    slope = np.cos(part * 4 * np.pi - 0.5 * np.pi)
    swell = width * np.sin(np.pi * np.clip(part, 0.04, 0.96)) ** 0.4
    across = np.abs(canvas.z - middle) / np.sqrt(1 + 1.2 * slope**2) - swell
    return np.maximum(across, np.maximum(start - canvas.x, canvas.x - end))


def bars(canvas: Canvas, low: float = 0.008) -> Floats:
    """Four slanted bars, each longer than the one before it."""
    made = np.full(canvas.x.shape, 1.0)
    for number in range(4):
        foot = (0.245 + 0.083 * number) * LENGTH
        across = np.abs(canvas.x - foot - 0.45 * (canvas.z - low)) / 1.1 - 0.0052
        top = low + 0.026 + 0.0075 * number
        made = np.minimum(made, np.maximum(across, np.maximum(low - canvas.z, canvas.z - top)))
    return made


def arrow(canvas: Canvas, low: float = 0.031) -> Floats:
    """A broad arrow that points to the toe."""
    tip, tail = 0.64 * LENGTH, 0.2 * LENGTH
    away = np.abs(canvas.z - low)
    head = np.maximum(canvas.x + 1.15 * away - tip, tip - 0.05 - canvas.x) / 1.4
    notched = np.maximum(head, (tip - 0.036 - canvas.x - 0.35 * away))
    shaft = np.maximum(away - 0.0055, np.maximum(tail - canvas.x, canvas.x - tip + 0.03))
    return np.minimum(notched, shaft)


def side_mark(canvas: Canvas, choice: str) -> Floats | None:
    """The shape of a side mark, or None where there is none."""
    match choice:
        case "wave":
            return wave(canvas)
        case "bars":
            return bars(canvas)
        case "arrow":
            return arrow(canvas)
        case "none":
            return None
        case other:
            raise KeyError(other)


def _inside(distance: Floats) -> Floats:
    return np.clip(0.5 - distance / (2 * _EDGE), 0, 1)


def _texels(upper: Upper) -> Floats:
    """Points (size, size, 3) of the upper under each texel, the top row first."""
    half = upper.half
    wanted = (np.arange(_SIZE) + 0.5) / _SIZE
    columns = np.interp(wanted, upper.along, np.arange(half.shape[1]))
    rows = wanted[::-1] * (half.shape[0] - 1)
    return _bilinear(_bilinear(half, rows).swapaxes(0, 1), columns).swapaxes(0, 1)


def _bilinear(points: Floats, at: Floats) -> Floats:
    low = np.minimum(at.astype(int), len(points) - 2)
    share = (at - low)[:, None, None]
    return points[low] * (1 - share) + points[low + 1] * share


def _lengths_down(points: Floats) -> Floats:
    steps = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    return np.vstack([np.zeros((1, points.shape[1])), np.cumsum(steps, 0)])


def _unfolded(upper: Upper, points: Floats) -> Floats:
    feather = upper.half[0, :, :2]
    along = np.gradient(feather, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], -1)
    normal *= -1
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    wanted = (np.arange(_SIZE) + 0.5) / _SIZE
    outward = np.stack([np.interp(wanted, upper.along, normal[:, k]) for k in range(2)], -1)
    fall = np.maximum(0.07 - points[..., 2:], -0.2)
    return points[..., :2] + outward[None] * fall


def _tiled(tile: Floats, at: Floats) -> Floats:
    rows = (np.floor(at[..., 1] * len(tile)).astype(int)) % len(tile)
    columns = (np.floor(at[..., 0] * tile.shape[1]).astype(int)) % tile.shape[1]
    return tile[rows, columns]


def _tile(bump: Map | None) -> Floats:
    if bump is None:
        return np.zeros((_SIZE, _SIZE))
    side = _SIZE // _GRAIN
    small = np.asarray(
        Image.fromarray(bump.astype(np.float32)).resize((side, side), Image.Resampling.BOX), float
    )
    repeats = -(-_SIZE // side)
    return np.tile(small, (repeats, repeats))[:_SIZE, :_SIZE]
