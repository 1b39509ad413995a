"""Furniture: the parts that they are made of."""

from dataclasses import replace

import numpy as np
import pytest

from images.geometry import box
from images.kinds import build
from images.kinds.joinery import bricks, plank, tiled
from images.kinds.ornaments import on_board, printed
from images.kinds.upholstery import quilt
from images.spec import Product
from images.surfaces import Surface, wood

OAK = Product("table", "brown", "oak", {}, "slats", "red", (1000, 500, 400))


def test_a_second_colour_is_seen_without_a_pattern(look):
    for kind, shape in {
        "armchair": {"arm": "none", "legs": "wood", "back": "low"},
        "bookshelf": {"back": "closed", "sides": "frame", "doors": "none"},
        "dining_table": {"top": "long", "legs": "four"},
    }.items():
        plain = replace(OAK, kind=kind, shape=shape, pattern="plain")
        assert look(build(plain)) != look(build(replace(plain, accent="navy")))


def test_a_plank_is_a_rounded_box_of_its_size():
    board = plank(0.5, 0.03, 0.2, Surface(), radius=0.004)
    like = box(0.5, 0.03, 0.2, Surface(), radius=0.004, steps=3)
    assert np.allclose(board.vertices, like.vertices)
    assert np.ptp(board.vertices, axis=0) == pytest.approx([0.5, 0.03, 0.2])


def test_a_map_covers_as_many_metres_on_every_side():
    cloth = tiled(box(0.4, 0.6, 0.8, wood("#806040"), radius=0.001), (0.5, 0.25))
    a, b, c = (cloth.vertices[cloth.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    s, t, r = (cloth.uv[cloth.faces[:, k]] for k in range(3))
    on_map = np.abs((t - s)[:, 0] * (r - s)[:, 1] - (t - s)[:, 1] * (r - s)[:, 0])
    large = area > 1e-3
    assert large.any()
    assert on_map[large] * 0.5 * 0.25 == pytest.approx(area[large], rel=1e-3)


def test_grain_runs_along_a_board():
    board = plank(0.03, 0.9, 0.2, wood("#806040"))
    top = np.abs(board.normals[:, 2]) > 0.99
    v, y = board.uv[top, 1], board.vertices[top, 1]
    assert abs(np.corrcoef(v, y)[0, 1]) == pytest.approx(1)


def test_bricks_look_outwards_and_turn():
    made = bricks([(0, 0, 0), (1, 0, 0)], (0.4, 0.2, 0.1), Surface(), turns=[0, 90])
    middle = np.repeat([(0, 0, 0), (1, 0, 0)], 24, axis=0)
    assert ((made.vertices - middle) * made.normals).sum(1).min() > 0
    assert np.ptp(made.vertices[:24], axis=0) == pytest.approx([0.4, 0.2, 0.1])
    assert np.ptp(made.vertices[24:], axis=0) == pytest.approx([0.2, 0.4, 0.1])


@pytest.mark.parametrize("pattern", ["inlay_line", "inlay_diamond", "carved_edge", "slats"])
@pytest.mark.parametrize("size", [(0.8, 0.1), (0.4, 0.6), (0.05, 0.04)])
def test_an_ornament_stays_on_its_board_and_before_it(pattern, size):
    parts = on_board(replace(OAK, pattern=pattern), *size)
    assert parts
    for part in parts:
        low, _ = part.bounds()
        assert np.abs(part.vertices[:, 0]).max() <= size[0] / 2
        assert np.abs(part.vertices[:, 2]).max() <= size[1] / 2
        assert low[1] < 0


def test_a_print_keeps_the_grain():
    ground = wood("#806040")
    made = printed(OAK, ground, repeats=4)
    assert made.color_map is not None
    assert ground.color_map is not None
    left_alone = (made.color_map == ground.color_map).all(-1).mean()
    assert 0.5 < left_alone < 0.95
    assert printed(replace(OAK, pattern="plain"), ground) is ground


def test_a_quilt_swells_between_its_seams():
    soft, crossings = quilt((0.6, 0.4), (3, 2), 0.05, Surface())
    assert len(crossings) == 2
    assert soft.normals[:, 1].mean() < -0.5
    depth = -soft.vertices[:, 1]
    assert depth.min() == pytest.approx(0, abs=1e-9)
    at_crossing = np.abs(soft.vertices[:, [0, 2]] - crossings[0]).sum(1).argmin()
    assert depth[at_crossing] < depth.max() / 2
