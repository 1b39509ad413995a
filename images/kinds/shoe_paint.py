"""Painting on an upper where it stands in space: panels, seams, side marks, the catalogue's patterns.

A map covers one side of the upper from toe to heel and serves both, so that every mark is on either side.
Distances are metres, below 0 inside what is painted.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from images import textures
from images.colors import channels, shade
from images.geometry import Floats
from images.kinds.shoe_last import LENGTH, Upper
from images.spec import Product
from images.surfaces import Map, Surface

Field = NDArray[np.floating[Any]]
"""A number for each texel."""
_SIZE = 512
_EDGE = 0.0006
"""Half the width over which a painted edge fades."""
_GRAIN = 3
"""How much finer a material's map is laid on a shoe than on furniture."""


class Canvas:
    """Colour and heights of one side of an upper."""

    def __init__(self, upper: Upper, color: str) -> None:
        self._texels = texels(upper)
        self.x, self.y, self.z = self._texels.places
        """Of each texel: metres from the heel, from the middle, from the feather line."""
        self.down = self._texels.down
        """Metres below the top line."""
        self.color = np.tile(channels(color).astype(np.float32), (_SIZE, _SIZE, 1))
        self.height = np.full((_SIZE, _SIZE), 0.5, np.float32)

    def fill(self, distance: Field, color: str, *, height: float | None = None) -> None:
        """Paint the inside of a shape; with a height, as a raised (above 0.5) or sunken layer."""
        self._ink(_inside(distance), channels(color), height)

    def seam(self, distance: Field, where: Field | None = None, *, width: float = 0.0007) -> None:
        """A groove along a shape's edge, where a mask (below 0 inside) allows."""
        share = _inside(np.abs(distance) - width)
        if where is not None:
            share = share * _inside(where)
        self.color *= (1 - 0.45 * share)[..., None]
        self._ink(share, None, 0.1)

    def stitches(
        self,
        distance: Field,
        along: Field,
        color: str,
        where: Field | None = None,
        *,
        pitch: float = 0.0045,
    ) -> None:
        """Dashes along a shape's edge; ``along`` are metres along it."""
        share = _inside(np.abs(distance) - 0.00065) * ((along / pitch) % 1 < 0.66)
        if where is not None:
            share = share * _inside(where)
        self._ink(share, channels(color), 0.8)

    def pattern(self, product: Product, *, step: float = 0.02) -> None:
        """The product's pattern in its accent, ``step`` metres from one ornament to the next."""
        if product.pattern != "plain":
            self._ink(self._ornament(product.pattern, step), channels(product.accent_paint), None)

    def _ink(self, share: Field, color: Field | None, height: float | None) -> None:
        here = share > 0
        part = share[here]
        if color is not None:
            self.color[here] += (color.astype(np.float32) - self.color[here]) * part[:, None]
        if height is not None:
            self.height[here] += (height - self.height[here]) * part

    def _ornament(self, name: str, step: float) -> Field:
        match name:
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
                return _tiled(
                    textures.coverage(other, 512, 512, repeats=8, aspect=1),
                    self._texels.unfolded / (8 * step),
                )

    def surface(self, base: Surface) -> Surface:
        """What was painted, on a material: its grain, its gloss."""
        grain = _grain(base)
        light = 1.0 if base.color_map is None else 0.8 + 0.2 * grain[..., None] / max(grain.max(), 1e-6)
        return replace(
            base,
            color_map=(np.clip(self.color * light, 0, 1) * 255 + 0.5).astype(np.uint8),
            bump=self.height * 0.7 + grain * 0.3,
            bump_depth=0.012,
            uv_scale=(1, 1),
        )


def contrast(product: Product, ground: str) -> str:
    """White, or the accent where white could not be told from the ground: laces, rubber."""
    return product.accent_paint if channels(ground).mean() > 0.72 else "#f2efe7"


def dark(color: str) -> str:
    """A colour's shade for linings and seams."""
    return shade(color, 0.55)


def wave(canvas: Canvas, low: float = 0.031, width: float = 0.0062) -> Field:
    """A ribbon that swings twice between heel and laces."""
    start, end = 0.18 * LENGTH, 0.68 * LENGTH
    part = np.clip((canvas.x - start) / (end - start), 0, 1)
    middle = low + 0.0155 * np.sin(part * 4 * np.pi - 0.5 * np.pi) * (1 - 0.25 * part)
    slope = np.cos(part * 4 * np.pi - 0.5 * np.pi)
    swell = width * np.sin(np.pi * np.clip(part, 0.04, 0.96)) ** 0.4
    across = np.abs(canvas.z - middle) / np.sqrt(1 + 1.2 * slope**2) - swell
    return np.maximum(across, np.maximum(start - canvas.x, canvas.x - end))


def bars(canvas: Canvas, low: float = 0.008) -> Field:
    """Four slanted bars, each longer than the one before it."""
    made = np.full(canvas.x.shape, 1.0)
    for number in range(4):
        foot = (0.245 + 0.083 * number) * LENGTH
        across = np.abs(canvas.x - foot - 0.45 * (canvas.z - low)) / 1.1 - 0.0052
        top = low + 0.026 + 0.0075 * number
        made = np.minimum(made, np.maximum(across, np.maximum(low - canvas.z, canvas.z - top)))
    return made


def arrow(canvas: Canvas, low: float = 0.031) -> Field:
    """A broad arrow that points to the toe."""
    tip, tail = 0.64 * LENGTH, 0.2 * LENGTH
    away = np.abs(canvas.z - low)
    head = np.maximum(canvas.x + 1.15 * away - tip, tip - 0.05 - canvas.x) / 1.4
    notched = np.maximum(head, (tip - 0.036 - canvas.x - 0.35 * away))
    shaft = np.maximum(away - 0.0055, np.maximum(tail - canvas.x, canvas.x - tip + 0.03))
    return np.minimum(notched, shaft)


def side_mark(canvas: Canvas, choice: str) -> Field | None:
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


def _inside(distance: Field) -> Field:
    return np.clip(0.5 - distance / (2 * _EDGE), 0, 1)


@dataclass(frozen=True, eq=False)
class Texels:
    """Where the texels of a map lie on an upper, (size, size) each, the top row first."""

    places: tuple[Map, Map, Map]
    down: Map
    unfolded: Map
    """(size, size, 2): places in metres as if the walls were laid flat beside the top."""


@cache
def texels(upper: Upper) -> Texels:
    """Places of the texels of an upper's map."""
    half = upper.half
    wanted = (np.arange(_SIZE) + 0.5) / _SIZE
    columns = np.interp(wanted, upper.along, np.arange(half.shape[1]))
    rows = wanted[::-1] * (half.shape[0] - 1)
    points = _bilinear(_bilinear(half, rows).swapaxes(0, 1), columns).swapaxes(0, 1)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    down = np.vstack([np.zeros((1, _SIZE)), np.cumsum(steps, 0)])
    x, y, z = np.moveaxis(points, -1, 0).astype(np.float32)
    return Texels((x, y, z), down.astype(np.float32), _unfolded(upper, points).astype(np.float32))


def _bilinear(points: Floats, at: Floats) -> Floats:
    low = np.minimum(at.astype(int), len(points) - 2)
    share = (at - low)[:, None, None]
    return points[low] * (1 - share) + points[low + 1] * share


def _unfolded(upper: Upper, points: Floats) -> Floats:
    along = np.gradient(upper.half[0, :, :2], axis=0)
    outward = np.stack([along[:, 1], -along[:, 0]], -1)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
    wanted = (np.arange(_SIZE) + 0.5) / _SIZE
    direction = np.stack([np.interp(wanted, upper.along, outward[:, k]) for k in range(2)], -1)
    return points[..., :2] + direction[None] * (0.07 - points[..., 2:])


def _tiled(tile: Floats, at: Field) -> Floats:
    rows = (np.floor(at[..., 1] * len(tile)).astype(int)) % len(tile)
    columns = (np.floor(at[..., 0] * tile.shape[1]).astype(int)) % tile.shape[1]
    return tile[rows, columns]


@cache
def _grain(base: Surface) -> Map:
    if base.bump is None:
        return np.zeros((_SIZE, _SIZE), np.float32)
    side = _SIZE // _GRAIN
    small = np.asarray(Image.fromarray(base.bump).resize((side, side), Image.Resampling.BOX))
    repeats = -(-_SIZE // side)
    return np.tile(small, (repeats, repeats))[:_SIZE, :_SIZE]
