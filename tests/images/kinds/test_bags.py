"""Bags: what is laid on a body lies on it."""

import numpy as np
import pytest

from images.kinds.bag_bodies import Level, body, cloth
from images.kinds.bag_parts import dashes, panel, ribbon
from images.spec import Product
from images.surfaces import plain

GREY = plain("#808080")


@pytest.fixture(scope="module")
def trunk():
    return body([Level(0, 0.2, 0.1, 8), Level(0.15, 0.3, 0.16, 8), Level(0.3, 0.2, 0.1, 8)], rows=40)


def test_a_body_looks_outwards(trunk):
    mesh = trunk.mesh(GREY)
    outward = mesh.vertices * np.array([1, 1, 0])
    assert (np.sum(mesh.normals * outward, axis=1) > 0).all()


def test_the_front_is_found(trunk):
    points = trunk.points[10:30, 20:29].reshape(-1, 3)
    assert trunk.front(points[:, 0], points[:, 2]) == pytest.approx(points[:, 1], abs=2e-3)


def test_a_panel_stands_before_the_front(trunk):
    outline = np.array([(-0.05, 0.1), (0.05, 0.1), (0.05, 0.2), (-0.05, 0.2)])
    mesh = panel(outline, 0.02, GREY, trunk.front)
    behind = trunk.front(mesh.vertices[:, 0], mesh.vertices[:, 2])
    assert (mesh.vertices[:, 1] <= behind + 1e-9).all()
    middle = mesh.vertices[:, 1] < behind - 0.019
    assert middle.any() and (mesh.normals[middle, 1] < 0).all()


def test_a_print_goes_on_over_a_panel(trunk):
    product = Product("backpack", "red", "nylon", {}, "dots", "white", (300, 160, 300))
    skin = cloth(product, trunk.girth, trunk.length, 6)
    row, column = 20, 24
    place = trunk.points[row, column]
    own = trunk.mesh(GREY).uv.reshape(*trunk.points.shape[:2], 2)[row, column]
    assert trunk.printed(place[:1], place[2:])[0] == pytest.approx(own, abs=0.01)
    assert skin.surface.color_map is not None
    rows, columns, _ = skin.surface.color_map.shape
    assert columns / rows == pytest.approx(trunk.girth / trunk.length, rel=0.01)


def test_a_piece_of_the_skin_keeps_its_distance(trunk):
    piece = trunk.part(lambda u: 0 * u + 0.1, 0.3, 0.7, 0.01, high=0.2)
    assert piece[0, :, 2] == pytest.approx(0.1, abs=2e-3)
    assert piece[-1, :, 2] == pytest.approx(0.2, abs=2e-3)
    flat = piece.reshape(-1, 3)
    assert trunk.front(flat[:, 0], flat[:, 2]) - flat[:, 1] == pytest.approx(0.01, abs=2e-3)


def test_a_strap_looks_along_its_normals():
    line = np.column_stack([np.zeros(20), np.zeros(20), np.linspace(0, 0.2, 20)])
    mesh = ribbon(line, (0, -1, 0), 0.02, GREY, thickness=0.003)
    low, high = mesh.bounds()
    assert (low[1], high[1]) == pytest.approx((-0.003, 0), abs=1e-6)
    assert np.ptp(mesh.vertices[:, 0]) == pytest.approx(0.02)
    foremost = mesh.vertices[:, 1] < -0.0029
    assert mesh.normals[foremost, 1].mean() < -0.5


def test_stitches_follow_their_line():
    line = np.column_stack([np.linspace(0, 0.1, 9), np.zeros(9), np.zeros(9)])
    mesh = dashes(line, GREY, pitch=0.01, width=0.001)
    assert len(mesh.faces) % 12 == 0
    assert np.abs(mesh.vertices[:, 1:]).max() <= 0.0005 + 1e-9
    assert mesh.vertices[:, 0].min() >= 0 and mesh.vertices[:, 0].max() <= 0.1
