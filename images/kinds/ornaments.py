"""Ornaments worked into boards, cloth and metal: inlays, notches, battens, prints that keep the grain."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from PIL import Image

from images import textures
from images.colors import channels
from images.geometry import Floats, Mesh, box
from images.kinds.joinery import accent, bricks, diamonds
from images.spec import Product
from images.surfaces import Surface

_RISE = 0.004
"""Metres by which an ornament stands out of its board."""


def printed(
    product: Product,
    base: Surface,
    *,
    repeats: int = 6,
    aspect: float = 1.0,
    ornament: str | None = None,
    engraved: bool = False,
) -> Surface:
    """A surface with the product's pattern over its own grain or weave; "plain" leaves it as it is.

    Args:
        product: Gives the pattern.
        base: What is printed on.
        repeats: Ornaments along u.
        aspect: Width over height of the part on which u and v run from 0 to 1.
        ornament: Colour of the ornament, ``#rrggbb``; the second colour otherwise.
        engraved: Cut in: the ornament lies deeper too.
    """
    if product.pattern == "plain":
        return base
    size = 512
    wide = round(size * aspect)
    share = textures.coverage(product.pattern, size, wide, repeats=repeats, aspect=aspect)
    share = np.asarray(Image.fromarray(share.astype(np.float32)).resize((size, size), Image.Resampling.BOX))
    share = share.astype(float)
    ground = np.full((size, size, 3), channels(base.color))
    if base.color_map is not None:
        ground = np.resize(base.color_map, (size, size, 3)) / 255
    light = ground.mean(-1, keepdims=True)
    grain = np.clip(light / max(float(light.mean()), 1e-3), 0.6, 1.25)
    colors = textures.blend(ground, channels(ornament or product.accent_paint) * grain, share)
    bump = base.bump
    if engraved:
        bump = (1 - share).astype(np.float32)
    return replace(
        base,
        color_map=textures.to_bytes(colors),
        bump=bump,
        bump_depth=0.006 if engraved else base.bump_depth,
    )


def on_board(product: Product, width: float, height: float, *, pitch: float = 0.09) -> list[Mesh]:
    """The pattern of a wooden thing on a board of so many metres.

    Args:
        product: Gives the pattern ("plain" makes nothing) and the second colour.
        width: Along x.
        height: Along z.
        pitch: Metres from one lozenge or batten to the next, roughly.

    Returns:
        Parts on a board that stands in the xz plane, centred on the origin, and looks towards -y.
    """
    return _BOARDS[product.pattern](product, width, height, min(pitch, min(width, height) * 0.9))


def facing_up(meshes: list[Mesh]) -> list[Mesh]:
    """Parts that look towards -y, laid down so that they look upwards; what was up is at the back."""
    return [mesh.turned("x", -90) for mesh in meshes]


def facing_right(meshes: list[Mesh]) -> list[Mesh]:
    """Parts that look towards -y, turned to look towards +x."""
    return [mesh.turned("z", 90) for mesh in meshes]


def moved(meshes: list[Mesh], x: float = 0, y: float = 0, z: float = 0) -> list[Mesh]:
    """Each of the meshes shifted by so many metres."""
    return [mesh.moved(x, y, z) for mesh in meshes]


def row(length: float, pitch: float) -> Floats:
    """Places at about a pitch that fill a length evenly, centred on 0."""
    count = max(1, int(length / pitch + 1e-6))
    return (np.arange(count, dtype=float) - (count - 1) / 2) * (length / count)


def _nothing(_product: Product, _width: float, _height: float, _pitch: float) -> list[Mesh]:
    return []


def _line(product: Product, width: float, height: float, _pitch: float) -> list[Mesh]:
    inset = min(0.055, min(width, height) * 0.22)
    thick = float(np.clip(min(width, height) * 0.07, 0.006, 0.018))
    paint = accent(product)
    w, h = width - 2 * inset, height - 2 * inset
    across = [
        box(w, _RISE, thick, paint, radius=0.001, steps=2).moved(z=s * (h - thick) / 2) for s in (-1, 1)
    ]
    upright = [
        box(thick, _RISE, h, paint, radius=0.001, steps=2).moved(x=s * (w - thick) / 2) for s in (-1, 1)
    ]
    return across + upright


def _lozenges(product: Product, width: float, height: float, pitch: float) -> list[Mesh]:
    x, z = np.meshgrid(row(width * 0.94, pitch), row(height * 0.94, pitch))
    centres = np.stack([x.ravel(), np.zeros(x.size), z.ravel()], -1)
    return [diamonds(centres, pitch * 0.55, pitch * 0.82, accent(product))]


def _notches(product: Product, width: float, height: float, _pitch: float) -> list[Mesh]:
    step = float(np.clip(min(width, height) * 0.16, 0.03, 0.045))
    across, upright = row(width - step, step), row(height - 3 * step, step)
    points = [(x, s * (height - step) / 2) for x in across for s in (-1, 1)]
    if height > 4 * step:
        points += [(s * (width - step) / 2, z) for z in upright for s in (-1, 1)]
    centres = np.array([(x, -_RISE, z) for x, z in points])
    return [bricks(centres, (step * 0.55, 3 * _RISE, step * 0.55), accent(product))]


def _battens(product: Product, width: float, height: float, pitch: float) -> list[Mesh]:
    at = row(width * 0.96, max(0.03, pitch * 0.55))
    centres = np.array([(x, -_RISE, 0) for x in at])
    return [bricks(centres, (0.4 * max(0.03, pitch * 0.55), 3 * _RISE, height * 0.9), accent(product))]


_Painter = Callable[[Product, float, float, float], list[Mesh]]
_BOARDS: Mapping[str, _Painter] = MappingProxyType(
    {
        "plain": _nothing,
        "inlay_line": _line,
        "inlay_diamond": _lozenges,
        "carved_edge": _notches,
        "slats": _battens,
    }
)
