"""All opaque surfaces of a scene on one set of maps: to the renderer they are one mesh of one material.

The maps are divided into cells. The first holds a palette: a block of texels for each surface of a single
colour. Each of the others holds the maps of one surface; there, texture coordinates repeat. A vertex names
its cell in its coordinate u, see :func:`packed`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from images.colors import channels
from images.geometry import Floats, Mesh, merge
from images.surfaces import Surface

COLUMNS, ROWS = 4, 2
"""Cells across and down."""
CELL = 512
"""Width and height of a cell in texels."""
MARGIN = 4
"""Texels on each side of a cell that repeat the other side, so that no neighbour is blended in."""
SPAN = 256
"""Coordinate u of a vertex is its cell's number times this, plus less than this."""
_BLOCKS = 16
"""Palette entries across and down, and texels a cell of the maps of single values."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """One mesh and its maps."""

    mesh: Mesh
    """Texture coordinates as :func:`packed` makes them."""
    color: NDArray[np.float32]
    """(ROWS * CELL, COLUMNS * CELL, 3), linear."""
    bump: NDArray[np.float32]
    """(ROWS * CELL, COLUMNS * CELL, 1), heights already times their depth."""
    values: NDArray[np.float32]
    """(ROWS * 16, COLUMNS * 16, 3): roughness, metallic, clearcoat."""


def packed(meshes: Sequence[Mesh]) -> Atlas:
    """Put the surfaces of meshes on an atlas.

    Raises:
        ValueError: more than six surfaces with maps, more single colours than fit, or maps that repeat too
        often.
    """
    mapped = list({id(m.surface): m.surface for m in meshes if m.surface.mapped}.values())
    if len(mapped) >= COLUMNS * ROWS:
        raise ValueError(f"{len(mapped)} surfaces with maps: less than {COLUMNS * ROWS} fit")
    plain = list(dict.fromkeys(_look(m.surface) for m in meshes if not m.surface.mapped))
    if len(plain) > _BLOCKS**2:
        raise ValueError(f"{len(plain)} surfaces of a single colour: at most {_BLOCKS**2}")
    color = np.zeros((ROWS * CELL, COLUMNS * CELL, 3), np.float32)
    bump = np.zeros((ROWS * CELL, COLUMNS * CELL, 1), np.float32)
    values = np.zeros((ROWS * _BLOCKS, COLUMNS * _BLOCKS, 3), np.float32)
    _fill_palette(plain, color, values)
    for cell, surface in enumerate(mapped, 1):
        _fill_cell(cell, surface, color, bump, values)
    cells = {id(surface): cell for cell, surface in enumerate(mapped, 1)}
    entries = {look: entry for entry, look in enumerate(plain)}
    placed = [
        _in_cell(m, cells[id(m.surface)]) if m.surface.mapped else _on_palette(m, entries[_look(m.surface)])
        for m in meshes
    ]
    return Atlas(merge(placed), color, bump, values)


def linear(color: str) -> Floats:
    """``#rrggbb`` as linear light, (3,)."""
    return _LINEAR[np.round(channels(color) * 255).astype(int)].astype(float)


_LINEAR = np.array(
    [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in np.arange(256) / 255]
).astype(np.float32)


def _look(surface: Surface) -> tuple[str, float, float, float]:
    return surface.color, surface.roughness, surface.metallic, surface.clearcoat


def _fill_palette(
    looks: Sequence[tuple[str, float, float, float]], color: NDArray[np.float32], values: NDArray[np.float32]
) -> None:
    size = CELL // _BLOCKS
    for entry, (paint, roughness, metallic, clearcoat) in enumerate(looks):
        row, column = divmod(entry, _BLOCKS)
        color[row * size : (row + 1) * size, column * size : (column + 1) * size] = linear(paint)
        values[row, column] = roughness, metallic, clearcoat


def _fill_cell(
    cell: int,
    surface: Surface,
    color: NDArray[np.float32],
    bump: NDArray[np.float32],
    values: NDArray[np.float32],
) -> None:
    row, column = divmod(cell, COLUMNS)
    texels = np.s_[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
    if surface.color_map is None:
        color[texels] = linear(surface.color)
    else:
        color[texels] = _repeated(_LINEAR[_resized(Image.fromarray(surface.color_map))])
    if surface.bump is not None:
        heights = _resized(Image.fromarray(surface.bump.astype(np.float32)))
        bump[texels] = _repeated(heights * np.float32(surface.bump_depth))[..., None]
    values[row * _BLOCKS : (row + 1) * _BLOCKS, column * _BLOCKS : (column + 1) * _BLOCKS] = (
        surface.roughness,
        surface.metallic,
        surface.clearcoat,
    )


def _resized(image: Image.Image) -> NDArray[Any]:
    inner = CELL - 2 * MARGIN
    return np.asarray(image.resize((inner, inner), Image.Resampling.BILINEAR))


def _repeated(inner: NDArray[np.float32]) -> NDArray[np.float32]:
    """The map with its margin: what stands on the other side."""
    around = [(MARGIN, MARGIN), (MARGIN, MARGIN), *[(0, 0)] * (inner.ndim - 2)]
    return np.pad(inner, around, mode="wrap")


def _in_cell(mesh: Mesh, cell: int) -> Mesh:
    u, v = (mesh.uv * np.array(mesh.surface.uv_scale)).T
    u, v = u - np.floor(u.min()), 1 - v
    if u.max() >= SPAN:
        raise ValueError(f"maps that repeat {u.max():.0f} times along u: less than {SPAN} expected")
    return _with_uv(mesh, np.stack([u + cell * SPAN, v], -1))


def _on_palette(mesh: Mesh, entry: int) -> Mesh:
    row, column = divmod(entry, _BLOCKS)
    inner = CELL - 2 * MARGIN
    at = (np.array([column, row]) + 0.5) * (CELL / _BLOCKS) - MARGIN
    return _with_uv(mesh, np.tile(at / inner, (len(mesh.vertices), 1)))


def _with_uv(mesh: Mesh, uv: Floats) -> Mesh:
    return Mesh(mesh.vertices, mesh.faces, uv, mesh.surface, mesh.normals)
