"""What pens, tools and desk things share: prints that keep the grain, bars, drums and plates set upright."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from images import textures
from images.colors import channels
from images.geometry import Floats, Mesh, extrude, fillet, grid, lathe, superellipse
from images.spec import Product
from images.surfaces import Surface, main, plain

STEEL = plain("#b9bdc2", roughness=0.24, metallic=0.9)
FORGED = plain("#6d7278", roughness=0.34, metallic=0.85)
"""Darker steel of heads and shafts."""
DARK = plain("#232427", roughness=0.6)
_PIXELS = 512
"""Square root of the size of a map."""


def overprint(product: Product, *, aspect: float, repeats: int, ground: Surface | None = None) -> Surface:
    """The product's material with its pattern printed over it, grain and all.

    Args:
        product: Gives colour, pattern and accent.
        aspect: Width over height of the part on which u and v run from 0 to 1.
        repeats: Ornaments along u.
        ground: What is printed on; the product's material otherwise.
    """
    base = ground or main(product)
    if product.pattern == "plain":
        return base
    height, width = round(_PIXELS / aspect**0.5), round(_PIXELS * aspect**0.5)
    share = textures.coverage(product.pattern, height, width, repeats=repeats, aspect=aspect)
    if base.color_map is None:
        under = np.broadcast_to(channels(base.color), (height, width, 3))
    else:
        under = np.asarray(Image.fromarray(base.color_map).resize((width, height))) / 255
    painted = textures.blend(under, channels(product.accent_paint), share)
    return replace(base, color_map=textures.to_bytes(painted), bump=None)


def trim(product: Product) -> Surface:
    """Parts in the accent colour."""
    return plain(product.accent_paint, roughness=0.4, clearcoat=0.15)


def limb(
    path: ArrayLike,
    half: ArrayLike,
    surface: Surface,
    *,
    power: float = 2.3,
    sides: int = 40,
    along: ArrayLike | None = None,
) -> Mesh:
    """A bar along x with round ends closed to a point.

    Args:
        path: (n, 3) middle of each section, with rising x.
        half: (n, 2) half the width along y and along z.
        surface: u runs round the bar.
        power: 2 for oval sections, more for squarer ones.
        sides: Corners of a section.
        along: (n,) values of v; by x otherwise.
    """
    line, size = np.asarray(path, float), np.asarray(half, float)
    section = superellipse(2, 2, power, sides)
    section = np.vstack([section, section[:1]])
    rings = np.repeat(line[:, None], sides + 1, 1)
    rings[..., 1:] += size[:, None] * section
    if along is None:
        along = (line[:, 0] - line[0, 0]) / (line[-1, 0] - line[0, 0])
    v = np.asarray(along, float)
    ends = [np.repeat(line[k][None, None], sides + 1, 1) for k in (0, -1)]
    rings = np.concatenate([ends[0], rings, ends[1]])
    v = np.r_[v[0], v, v[-1]]
    uv = np.stack(np.meshgrid(np.linspace(0, 1, sides + 1), v), -1)
    mesh = grid(rings, surface, uv=uv)
    middles = np.repeat(np.vstack([line[:1], line, line[-1:]]), sides + 1, 0)
    if ((mesh.vertices - middles) * mesh.normals).sum() < 0:
        return grid(rings, surface, uv=uv, flip=True)
    return mesh


def drum(radius: float, height: float, surface: Surface, *, soft: float = 0.0006, segments: int = 40) -> Mesh:
    """A closed drum on z = 0 with soft edges."""
    profile = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return lathe(fillet(profile, soft, 5), surface, segments=segments)


def facing_front(outline: ArrayLike, depth: float, surface: Surface, *, bevel: float = 0.001) -> Mesh:
    """A plate whose outline is given sideways and upwards, thick along y about y = 0."""
    return extrude(outline, depth, surface, bevel=bevel, steps=3).turned("x", 90)


def facing_side(outline: ArrayLike, width: float, surface: Surface, *, bevel: float = 0.001) -> Mesh:
    """A plate whose outline is given backwards (y) and upwards (z), thick along x about x = 0."""
    turn = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    return extrude(outline, width, surface, bevel=bevel, steps=3).transformed(turn)


def hexagonal(radius: float, count: int = 72) -> Floats:
    """The outline (count, 2) of a six-sided bar with sharp edges; ``radius`` is that of its corners."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    flat = np.cos(np.pi / 6) / np.cos((turn % (np.pi / 3)) - np.pi / 6)
    return radius * np.stack([flat * np.cos(turn), flat * np.sin(turn)], -1)


def fluted(radius: float, flutes: int, depth: float, count: int = 96) -> Floats:
    """The outline (count, 2) of a round bar with hollow flutes, deep as a share of the radius."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    r = radius * (1 - depth * (0.5 - 0.5 * np.cos(flutes * turn)) ** 1.6)
    return np.stack([r * np.cos(turn), r * np.sin(turn)], -1)


def spun(parts: Sequence[Mesh], degrees: float) -> list[Mesh]:
    """The parts turned about the z axis."""
    return [part.turned("z", degrees) for part in parts]
