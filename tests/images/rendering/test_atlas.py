import dataclasses

import numpy as np
import pytest

from images.geometry import Mesh
from images.rendering.atlas import CELL, COLUMNS, MARGIN, ROWS, SPAN, linear, packed
from images.surfaces import Surface, plain

GREEN = Surface(color_map=np.full((8, 8, 3), (0, 255, 0), np.uint8), roughness=0.3)
UPPER_RED = Surface(
    color_map=np.concatenate([np.full((64, 64, 3), (255, 0, 0), np.uint8), np.zeros((64, 64, 3), np.uint8)])
)


def triangle(surface: Surface, uv: tuple[tuple[float, float], ...] = ((0, 0), (1, 0), (0, 1))) -> Mesh:
    return Mesh(np.eye(3), np.array([[0, 1, 2]]), np.array(uv, float), surface)


def texel(atlas, u: float, v: float):
    """What stands where a hit with these coordinates looks, as the tracer finds it, and its single values."""
    cell = u // SPAN
    row, column = divmod(int(cell), COLUMNS)
    place = np.array([u - cell * SPAN, v])
    place = MARGIN + (CELL - 2 * MARGIN) * (place - np.floor(place)) + np.array([column, row]) * CELL
    x, y = place.astype(int)
    size = CELL * COLUMNS // atlas.values.shape[1]
    return atlas.color[y, x], atlas.values[y // size, x // size]


def test_plain_surfaces_find_their_colors_and_values():
    surfaces = [plain(f"#{k * 9:02x}80{255 - k * 9:02x}", roughness=k / 28, metallic=0.5) for k in range(28)]
    atlas = packed([triangle(surface) for surface in surfaces])
    for number, surface in enumerate(surfaces):
        color, values = texel(atlas, *atlas.mesh.uv[number * 3])
        assert color == pytest.approx(linear(surface.color), abs=1e-6)
        assert values == pytest.approx([surface.roughness, 0.5, 0], abs=1e-6)


def test_mapped_surfaces_have_cells_of_their_own():
    atlas = packed([triangle(UPPER_RED), triangle(plain("#0000ff")), triangle(GREEN)])
    assert texel(atlas, *atlas.mesh.uv[3])[0] == pytest.approx([0, 0, 1])
    color, values = texel(atlas, *(atlas.mesh.uv[6:9].mean(0)))
    assert color == pytest.approx([0, 1, 0])
    assert values[0] == pytest.approx(0.3)


def test_v_goes_upwards_and_maps_repeat():
    uv = ((-0.5, 0.75), (2.5, 0.75), (0.5, 0.25))
    atlas = packed([triangle(UPPER_RED, uv)])
    upper, again, lower = (texel(atlas, *place)[0] for place in atlas.mesh.uv)
    assert upper == pytest.approx([1, 0, 0])
    assert again == pytest.approx([1, 0, 0])
    assert lower == pytest.approx([0, 0, 0])


def test_a_surface_s_own_scale_repeats_its_map():
    doubled = dataclasses.replace(UPPER_RED, uv_scale=(1.0, 2.0))
    atlas = packed([triangle(doubled, ((0.5, 0.375), (0.5, 0.125), (0.5, 0.875)))])
    assert [texel(atlas, *place)[0][0] for place in atlas.mesh.uv] == pytest.approx([1, 0, 1])


def test_too_much_is_an_error():
    maps = [dataclasses.replace(GREEN) for _ in range(COLUMNS * ROWS)]
    with pytest.raises(ValueError, match="8 surfaces with maps"):
        packed([triangle(surface) for surface in maps])
    with pytest.raises(ValueError, match="257 surfaces of a single colour"):
        packed([triangle(Surface(color=f"#00{k // 256:02x}{k % 256:02x}")) for k in range(257)])
    with pytest.raises(ValueError, match="repeat 300 times"):
        packed([triangle(GREEN, ((0, 0), (300, 0), (0, 1)))])
