"""What small electric things share: sockets, lamps, screens, buttons, meshes of loudspeakers."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from images import textures
from images.colors import channels, shade
from images.geometry import Floats, Mesh, box, circle, grid, merge, rounded_rectangle
from images.kinds.dials import draw_number
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import Surface, plain

_MAP = 512
DARK = plain("#17181b", roughness=0.35)
"""Glossy black panels."""
HOLLOW = plain("#0b0b0c", roughness=0.9)
STEEL = plain("#b9bdc2", roughness=0.28, metallic=0.9)
LAMP = plain("#e9fbff", roughness=0.4)
"""A small lamp that is lit."""


def trim(product: Product) -> Surface:
    """Parts in the accent colour."""
    return plain(product.accent_paint, roughness=0.35, clearcoat=0.2)


def darker(product: Product) -> Surface:
    """Seams and linings: the product's colour in the shade, or lighter where it is black."""
    factor = 0.55 if channels(product.paint).mean() > 0.16 else 2.2
    return plain(shade(product.paint, factor), roughness=0.55)


def sheet_of(outline: Floats, surface: Surface, *, thick: float = 0.0006, edge: float = 0.0003) -> Mesh:
    """A thin flat plate on z = 0 that faces +z, its edge a little rounded; u along x, v along y."""
    return relief(outline, edge, surface, fullness=8, base=thick - edge)


def socket(sort: str, size: float = 1.0) -> list[Mesh]:
    """A socket in the xy plane that faces +z: "c", 9 mm wide with round ends, or "a", 13 mm and square.

    Raises:
        KeyError: no such sort.
    """
    width, height, radius = {"c": (0.0096, 0.0042, 0.0021), "a": (0.0136, 0.0062, 0.0009)}[sort]
    width, height, radius = width * size, height * size, radius * size
    outline = rounded_rectangle(width, height, radius, 6)
    hole = sheet_of(outline, HOLLOW, thick=0.0002 * size, edge=0.0001 * size)
    frame = wire_loop(outline, 0.00055 * size, STEEL)
    tongue = box(
        width * 0.66, height * 0.24, 0.0004 * size, STEEL if sort == "c" else DARK, radius=0.0001, steps=2
    )
    shift = 0.0 if sort == "c" else height * 0.18
    return [hole, frame, tongue.moved(y=shift, z=0.0003 * size)]


SOCKETS = {"one": ("c",), "two": ("c", "a"), "three": ("a", "c", "a")}
"""Choice of the catalogue -> the sorts of sockets in a row."""


def sockets(choice: str, pitch: float, *, size: float = 1.0, upright: bool = False) -> list[Mesh]:
    """A row of sockets about the origin along x, or one over the other; see :func:`socket`.

    Raises:
        KeyError: no such choice.
    """
    sorts = SOCKETS[choice]
    made = []
    for number, sort in enumerate(sorts):
        along = (number - (len(sorts) - 1) / 2) * pitch
        made += [part.moved(*((0, -along) if upright else (along, 0))) for part in socket(sort, size)]
    return made


def lamps(count: int, pitch: float, radius: float) -> list[Mesh]:
    """Round lamps in a row along x that face +z, all but the last one lit."""
    off = plain("#3c4046", roughness=0.4)
    return [
        relief(circle(radius, 16), radius * 0.35, LAMP if n < count - 1 else off).moved(
            x=(n - (count - 1) / 2) * pitch
        )
        for n in range(count)
    ]


def screen(text: str) -> Surface:
    """A dark display with shining digits, twice as wide as high."""
    image = Image.new("RGB", (512, 256), "#101417")
    draw_number(ImageDraw.Draw(image), text, (256, 128), 150, "#d7fbff", weight=0.13)
    return Surface(roughness=0.5, color_map=np.asarray(image.resize((512, 512))))


def perforated(surface: Surface, columns: int, rows: int) -> Surface:
    """A surface with round holes through its colours, so many along u and v, in staggered rows."""
    row, column = np.mgrid[0:_MAP, 0:_MAP] + 0.5
    v, u = row * rows / _MAP, column * columns / _MAP
    u = u + 0.5 * (np.floor(v) % 2)
    share = np.clip((0.31 - np.hypot(u % 1 - 0.5, v % 1 - 0.5)) * 8, 0, 1)
    if surface.color_map is None:
        ground = np.broadcast_to(channels(surface.color), (_MAP, _MAP, 3))
    else:
        ground = np.asarray(Image.fromarray(surface.color_map).resize((_MAP, _MAP))) / 255
    colors = ground * (1 - 0.85 * share[..., None])
    return replace(
        surface, color_map=textures.to_bytes(colors), bump=None, roughness=max(0.5, surface.roughness)
    )


def loft(rings: Sequence[Floats], surface: Surface, *, uv: Floats | None = None) -> Mesh:
    """A skin over closed rings of as many points each, (n, 3), in order; its outside looks outwards.

    u runs round and v from the first ring to the last, unless given as (rings, points + 1, 2).
    """
    points = np.stack([np.vstack([ring, ring[:1]]) for ring in rings])
    skin = grid(points, surface, uv=uv)
    middle = points.mean((0, 1))
    if ((skin.vertices - middle) * skin.normals).sum() < 0:
        skin = grid(points, surface, uv=uv, flip=True)
    return skin


def at_height(outline: Floats, z: float) -> Floats:
    """A flat outline (n, 2) put at a height, (n, 3)."""
    return np.column_stack([outline, np.full(len(outline), z)])


def merged(parts: Sequence[Mesh]) -> list[Mesh]:
    """The parts, those of one surface joined."""
    groups: dict[int, list[Mesh]] = {}
    for part in parts:
        groups.setdefault(id(part.surface), []).append(part)
    return [merge(group) for group in groups.values()]
