"""Patterns printed on parts whose width and height are far apart, in ornaments that stay round."""

from dataclasses import replace

from images import textures
from images.spec import Product
from images.surfaces import Surface, main, material

_PIXELS = 512
"""Square root of the size of a map."""


def printed(product: Product, repeats: int, *, aspect: float, base: Surface | None = None) -> Surface:
    """The product's material with its pattern in the accent colour; without a pattern, the material alone.

    Unlike :func:`images.surfaces.patterned` the map has the part's own proportions, and for a wide part it is
    drawn once and repeated.

    Args:
        product: Gives material, colour, pattern and accent.
        repeats: How often the ornament repeats along u, over the whole part.
        aspect: Width over height of the part on which u and v run from 0 to 1.
        base: Surface to paint on; the product's material otherwise.
    """
    ground = base or main(product)
    if product.pattern == "plain":
        return ground
    tiles = max(n for n in range(1, repeats + 1) if repeats % n == 0 and n <= max(1, aspect / 1.5))
    part = aspect / tiles
    height, width = round(_PIXELS / part**0.5), round(_PIXELS * part**0.5)
    painted = textures.pattern(
        product.pattern,
        height,
        width,
        product.paint,
        product.accent_paint,
        repeats=repeats // tiles,
        aspect=part,
    )
    return replace(ground, color_map=painted, bump=None, uv_scale=(tiles, 1))


def trim(product: Product) -> Surface:
    """Edges and small parts: the product's material in the accent colour, without maps."""
    return replace(material(product.material, product.accent_paint), color_map=None, bump=None)


def smooth(product: Product) -> Surface:
    """The product's material in its own colour, without maps: lacquered wood, bare metal."""
    return replace(main(product), color_map=None, bump=None)
