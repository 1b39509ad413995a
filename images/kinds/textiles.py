"""Cloth of bed and bath: weaves as heights, patterns dyed into them, and what is sewn to an edge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from images import textures
from images.colors import channels
from images.geometry import Floats, Mesh, circle, merge, sheet, superellipse, sweep
from images.spec import Product
from images.surfaces import Surface, main, plain

PIXELS = 512
"""Height and width of every map in here."""


@dataclass(frozen=True, eq=False)
class Mark:
    """Something sewn or woven in over the pattern."""

    share: Floats
    """(PIXELS, PIXELS): how much of the colour stands at each place, from 0 to 1; row 0 is v = 1."""
    color: str


@cache
def weave(name: str, across: int, down: int) -> Floats:
    """Heights of a weave from 0 to 1, (PIXELS, PIXELS), that repeats so often along u and v; read only.

    Raises:
        KeyError: no such weave.
    """
    u, v = places()
    match name:
        case "smooth":
            return 0.75 + 0.25 * textures.noise(PIXELS, PIXELS, 3, cells=40, octaves=3)
        case "loop":
            nap = textures.noise(PIXELS, PIXELS, 6, cells=24, octaves=3)
            return _tiled(np.clip(textures.pebbles(PIXELS, PIXELS, 5) * 0.8 + 0.3 * nap, 0, 1), across, down)
        case "ribbed":
            return np.abs(np.sin(np.pi * u * across)) ** 0.7
        case "waffle":
            return np.maximum(np.abs(np.cos(np.pi * u * across)), np.abs(np.cos(np.pi * v * down))) ** 2.5
        case "cable":
            return _cables(u * across, v * down)
        case other:
            raise KeyError(other)


def _tiled(values: Floats, across: int, down: int) -> Floats:
    size = (-(-PIXELS // across), -(-PIXELS // down))
    small = np.asarray(Image.fromarray(values.astype(np.float32)).resize(size, Image.Resampling.BOX))
    return np.tile(small, (down, across))[:PIXELS, :PIXELS].astype(float)


def _cables(u: Floats, v: Floats) -> Floats:
    """In each column two strands that wind round each other, and a straight rib on either side."""
    x = (u % 1 - 0.5) * 2
    turn = 2 * np.pi * v
    heights = 0.12 + 0.08 * np.sin(turn * 6) * (np.abs(x) < 0.9)
    for sign in (1, -1):
        middle = sign * 0.3 * np.sin(turn)
        strand = np.clip(1 - ((x - middle) / 0.34) ** 2, 0, 1) ** 0.5
        heights = np.maximum(heights, strand * (0.78 + 0.22 * sign * np.cos(turn)))
    return np.maximum(heights, 0.75 * np.clip(1 - ((np.abs(x) - 0.9) / 0.12) ** 2, 0, 1) ** 0.5)


def places() -> tuple[Floats, Floats]:
    """The u and v of each pixel of a map, each (PIXELS, PIXELS)."""
    line = (np.arange(PIXELS) + 0.5) / PIXELS
    u, v = np.meshgrid(line, 1 - line)
    return u, v


def between(values: Floats, low: float, high: float, soft: float = 0.002) -> Floats:
    """1 where values lie between two bounds, 0 elsewhere, soft over a width."""
    return np.clip((values - low) / soft + 0.5, 0, 1) * np.clip((high - values) / soft + 0.5, 0, 1)


def textile(
    product: Product,
    heights: Floats,
    repeats: int,
    *,
    aspect: float,
    contrast: float = 0.3,
    depth: float = 0.01,
    marks: Sequence[Mark] = (),
) -> Surface:
    """The product's cloth with a weave, its pattern and marks over that.

    Args:
        product: Gives material, colour, pattern and accent.
        heights: Of the weave, see :func:`weave`.
        repeats: Ornaments along u.
        aspect: Width over height of the part on which u and v run from 0 to 1.
        contrast: How much darker the depths of the weave are.
        depth: How deep it reads.
        marks: Drawn over the pattern in their order.
    """
    wide = (round(PIXELS / aspect**0.5), round(PIXELS * aspect**0.5))
    share = textures.coverage(product.pattern, *wide, repeats=repeats, aspect=aspect)
    colors = textures.blend(
        channels(product.paint)[None, None], channels(product.accent_paint)[None, None], resized(share)
    )
    for mark in marks:
        colors = textures.blend(colors, channels(mark.color)[None, None], mark.share)
    light = 1 - contrast + contrast * heights + 0.1 * (_nap() - 0.5)
    ground = main(product)
    return replace(
        ground,
        color_map=textures.to_bytes(colors * light[..., None]),
        bump=heights.astype(np.float32),
        bump_depth=depth,
        roughness=max(ground.roughness, 0.38),
        uv_scale=(1.0, 1.0),
    )


@cache
def _nap() -> Floats:
    return textures.noise(PIXELS, PIXELS, 8, cells=20, octaves=4)


def resized(values: Floats) -> Floats:
    """A map made PIXELS high and wide."""
    image = Image.fromarray(values.astype(np.float32)).resize((PIXELS, PIXELS), Image.Resampling.BOX)
    return np.asarray(image).astype(float)


def cloth_of(product: Product, color: str) -> Surface:
    """The product's cloth in another colour, without maps: bindings, tapes, tassels."""
    ground = main(product)
    return plain(color, roughness=max(ground.roughness, 0.4), clearcoat=ground.clearcoat)


def laid(points: Floats, surface: Surface, *, thickness: float) -> Mesh:
    """A sheet with a thickness whose outer side is the one from which u goes rightwards and v upwards.

    Args:
        points: (rows, columns, 3); rows from v = 0 upwards, columns from u = 0 rightwards.
        surface: What it is made of.
        thickness: In metres, to the inner side.
    """
    mesh = sheet(points[:, ::-1], surface, thickness=thickness)
    return replace(mesh, uv=mesh.uv * [-1, 1] + [1, 0])


def tassels(roots: ArrayLike, length: float, surface: Surface, *, radius: float = 0.003) -> Mesh:
    """Bundles of threads that hang from points (n, 3), each a little different."""
    random = np.random.RandomState(4)
    made = []
    for x, y, z in np.asarray(roots, float):
        sway = random.uniform(-0.12, 0.12, 2) * length
        line = [(x, y, z), (x + sway[0] * 0.3, y + sway[1] * 0.2, z - length * 0.5)]
        line.append((x + sway[0], y + sway[1] * 0.5, z - length * random.uniform(0.9, 1.0)))
        made.append(sweep(line, circle(radius, 8), surface, scale=[0.7, 1.1, 0.75], up=(0, 1, 0)))
    return merge(made)


def bound(line: ArrayLike, surface: Surface, *, width: float, thick: float, closed: bool = False) -> Mesh:
    """A binding folded over an edge that follows a line."""
    section = superellipse(thick, width, 3, 16)
    return sweep(line, section, surface, closed=closed)
