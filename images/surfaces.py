"""What a part of a product is made of: colour, roughness, maps; and the materials of the catalogue."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from images import textures
from images.colors import shade
from images.spec import Product

Map = NDArray[np.float32]
ColorMap = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Surface:
    """How light meets a part. Parts that share a surface object share its maps (compared by identity).

    The renderer takes at most six surfaces with maps (``color_map`` or ``bump``) in a product.
    """

    color: str = "#808080"
    """``#rrggbb``, sRGB; unused where there is a ``color_map``."""
    roughness: float = 0.5
    """0 a mirror, 1 chalk."""
    metallic: float = 0.0
    """1 is bare metal."""
    clearcoat: float = 0.0
    """Share of a glossy varnish on top, 0 to 1."""
    transmission: bool = False
    """Clear glass tinted by ``color``; one tint a product."""
    emission: float = 0.0
    """Light that the surface gives off, in the colour ``color``."""
    color_map: ColorMap | None = None
    """(height, width, 3) sRGB bytes; row 0 is v = 1, the top."""
    bump: Map | None = field(default=None)
    """(height, width) heights from 0 to 1."""
    bump_depth: float = 0.01
    """How deep the bump reads."""
    uv_scale: tuple[float, float] = (1.0, 1.0)
    """How often the maps repeat along u and v."""

    @property
    def mapped(self) -> bool:
        """Whether the surface takes one of the six places for maps."""
        return self.color_map is not None or self.bump is not None


def plain(color: str, *, roughness: float = 0.5, metallic: float = 0.0, clearcoat: float = 0.0) -> Surface:
    """A surface of one colour."""
    return Surface(color=color, roughness=roughness, metallic=metallic, clearcoat=clearcoat)


def wood(color: str, seed: int = 0) -> Surface:
    """Grained and oiled; the grain runs along v."""
    return Surface(
        color=color,
        roughness=0.42,
        clearcoat=0.25,
        color_map=textures.wood(512, 512, color, shade(color, 0.62), seed),
    )


def cloth(color: str, seed: int = 0, threads: int = 90) -> Surface:
    """Woven cloth."""
    colors, heights = textures.woven(512, 512, color, threads, seed)
    return Surface(color=color, roughness=0.9, color_map=colors, bump=heights, bump_depth=0.004)


def soft_cloth(color: str, seed: int = 0) -> Surface:
    """Wool and felt: no threads to be seen."""
    colors, heights = textures.felt(512, 512, color, seed)
    return Surface(color=color, roughness=0.95, color_map=colors, bump=heights, bump_depth=0.006)


def leather(color: str, seed: int = 0) -> Surface:
    """Grained leather."""
    return Surface(color=color, roughness=0.42, bump=textures.pebbles(512, 512, seed), bump_depth=0.01)


def suede(color: str, seed: int = 0) -> Surface:
    """Leather's rough side."""
    colors, heights = textures.felt(512, 512, color, seed)
    return Surface(color=color, roughness=0.98, color_map=colors, bump=heights, bump_depth=0.003)


def jute(color: str, seed: int = 0) -> Surface:
    """Coarse plaited fibre; rattan too."""
    colors, heights = textures.woven(512, 512, color, 34, seed, contrast=0.45)
    return Surface(color=color, roughness=0.9, color_map=colors, bump=heights, bump_depth=0.012)


def marble(color: str, seed: int = 0) -> Surface:
    """Polished stone with veins."""
    return Surface(
        color=color, roughness=0.18, clearcoat=0.4, color_map=textures.veins(512, 512, color, seed)
    )


def glass(color: str) -> Surface:
    """Clear glass, tinted."""
    return Surface(color=shade_towards_white(color, 0.55), roughness=0.0, transmission=True)


def shade_towards_white(color: str, share: float) -> str:
    """The colour mixed with white, as a thin layer of tinted glass shows it."""
    channels = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(c + (255 - c) * share):02x}" for c in channels)


_MAKERS: Mapping[str, Callable[[str, int], Surface]] = MappingProxyType(
    {
        "teak": wood,
        "oak": wood,
        "pine": wood,
        "bamboo": wood,
        "rattan": jute,
        "jute": jute,
        "stainless_steel": lambda color, _seed: plain(color, roughness=0.24, metallic=0.85),
        "aluminium": lambda color, _seed: plain(color, roughness=0.38, metallic=0.7),
        "titanium": lambda color, _seed: plain(color, roughness=0.3, metallic=0.8),
        "brass": lambda color, _seed: plain(color, roughness=0.25, metallic=0.9),
        "sterling_silver": lambda color, _seed: plain(color, roughness=0.15, metallic=0.95),
        "tinplate": lambda color, _seed: plain(color, roughness=0.32, metallic=0.45, clearcoat=0.3),
        "cast_iron": lambda color, _seed: plain(color, roughness=0.6, clearcoat=0.15),
        "glass": lambda color, _seed: plain(color, roughness=0.06, clearcoat=0.9),
        "ceramic": lambda color, _seed: plain(color, roughness=0.3, clearcoat=0.5),
        "porcelain": lambda color, _seed: plain(color, roughness=0.2, clearcoat=0.75),
        "pearl": lambda color, _seed: plain(color, roughness=0.2, clearcoat=0.6),
        "marble": marble,
        "cotton": cloth,
        "linen": lambda color, seed: cloth(color, seed, threads=60),
        "canvas": lambda color, seed: cloth(color, seed, threads=50),
        "polyester": lambda color, seed: cloth(color, seed, threads=120),
        "nylon": lambda color, seed: cloth(color, seed, threads=120),
        "silk": lambda color, _seed: plain(color, roughness=0.32, clearcoat=0.15),
        "velvet": soft_cloth,
        "wool": soft_cloth,
        "leather": leather,
        "suede": suede,
        "silicone": lambda color, _seed: plain(color, roughness=0.55),
        "rubber": lambda color, _seed: plain(color, roughness=0.75),
        "plastic": lambda color, _seed: plain(color, roughness=0.33, clearcoat=0.2),
        "cardboard": lambda color, _seed: plain(color, roughness=0.7),
    }
)
"""Material of the catalogue -> surface of a colour. "glass" is opaque and coloured; clear: :func:`glass`."""


@cache
def material(name: str, color: str, seed: int = 0) -> Surface:
    """The surface of a catalogue's material in a colour (``#rrggbb``); the same object for the same call.

    Raises:
        ValueError: no such material; the message lists those that there are.
    """
    if name not in _MAKERS:
        raise ValueError(f"unknown material {name!r}: one of {', '.join(sorted(_MAKERS))}")
    return _MAKERS[name](color, seed)


def main(product: Product) -> Surface:
    """The product's own material in its own colour, without the pattern."""
    return material(product.material, product.paint)


def patterned(
    product: Product,
    repeats: int = 8,
    *,
    aspect: float = 2.0,
    base: Surface | None = None,
    uv_scale: tuple[float, float] = (1.0, 1.0),
) -> Surface:
    """The product's material with its pattern in the accent colour; without one, the same as :func:`main`.

    Args:
        product: Gives material, colour, pattern and accent.
        repeats: How often the ornament repeats along u.
        aspect: Width over height of the part on which u and v run from 0 to 1, so that dots stay round.
        base: Surface to paint on; the product's material otherwise.
        uv_scale: How often the whole map repeats.
    """
    ground = base or main(product)
    if product.pattern == "plain":
        return ground
    height, width = (512, 1024) if aspect >= 1 else (1024, 512)
    painted = textures.pattern(
        product.pattern, height, width, product.paint, product.accent_paint, repeats=repeats, aspect=aspect
    )
    if ground.bump is not None and ground.color_map is not None:
        tile = np.resize(ground.bump, (512, 512))
        weave = np.tile(tile, (height // 512, width // 512))
        painted = (painted * (0.82 + 0.18 * weave[..., None])).astype(np.uint8)
        return replace(ground, color_map=painted, bump=weave, uv_scale=uv_scale)
    return replace(ground, color_map=painted, bump=None, uv_scale=uv_scale)
