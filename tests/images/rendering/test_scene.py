import dataclasses

import numpy as np
import pytest

from images.geometry import Mesh, ball, box
from images.rendering import compose
from images.rendering.scene import DIAGONAL, FILL, fit, normalised
from images.spec import Shot
from images.surfaces import Surface, plain, wood

SHOT = Shot(azimuth=-70, elevation=18)
PAINT = plain("#c2272d")
SHAPES = {
    "cube": (0.1, 0.1, 0.1),
    "rug": (2.0, 1.4, 0.004),
    "curtain": (2.0, 0.002, 2.4),
    "cable": (1.0, 0.003, 0.003),
    "ring": (0.02, 0.002, 0.02),
}


def block(size: tuple[float, float, float]) -> list[Mesh]:
    return [box(*size, PAINT, radius=min(size) / 4).moved(x=3, y=-1, z=5)]


def points_of(meshes: list[Mesh]) -> np.ndarray:
    return np.vstack([mesh.vertices for mesh in meshes])


@pytest.mark.parametrize("size", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("azimuth", [-150, -90, -30, 10])
@pytest.mark.parametrize("elevation", [0, 20, 66])
@pytest.mark.parametrize("shape", [(480, 360), (240, 320)])
def test_things_fill_the_frame_and_are_never_cut(size, azimuth, elevation, shape):
    shot = Shot(azimuth, elevation, width=shape[0], height=shape[1])
    points = points_of(normalised(block(size)))
    seen = fit(points, shot).on_frame(points)
    assert np.abs(seen).max() <= FILL + 1e-6
    assert np.abs(seen).max() >= FILL - 0.02
    assert np.abs(seen.min(0) + seen.max(0)).max() < 0.04


def test_things_are_made_one_size_and_put_on_the_ground():
    for size in SHAPES.values():
        points = points_of(normalised(block(size)))
        low, high = points.min(0), points.max(0)
        assert np.linalg.norm(high - low) == pytest.approx(DIAGONAL)
        assert low[2] == pytest.approx(0, abs=1e-9)
        assert (low + high)[:2] == pytest.approx([0, 0], abs=1e-9)


def test_the_camera_looks_along_its_own_axis_at_the_thing():
    scene = compose(block((0.1, 0.1, 0.1)), SHOT)
    points = scene.meshes[0].vertices
    assert points[:, 2].max() < 0
    middle = (points.min(0) + points.max(0)) / 2
    assert np.abs(middle[:2]).max() < 0.1


@pytest.mark.parametrize(("light", "side"), [("left", -1), ("right", 1)])
def test_the_lamp_stands_on_its_side_and_shines_at_the_thing(light, side):
    scene = compose(block((0.1, 0.1, 0.1)), dataclasses.replace(SHOT, light=light))
    corners = scene.lamp.corners
    assert np.sign(corners[:, 0].mean()) == side
    facing = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    assert facing @ (scene.meshes[0].vertices.mean(0) - corners.mean(0)) > 0


def test_nothing_to_render_is_an_error():
    with pytest.raises(ValueError, match="nothing to render"):
        compose([], SHOT)
    point = Mesh(np.zeros((3, 3)), np.array([[0, 1, 2]]), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="nothing to render"):
        compose([point], SHOT)


@pytest.mark.parametrize("background", ["white", "#fff", "room:attic", "hall:city"])
def test_an_unknown_background_is_an_error_that_lists_the_rooms(background):
    with pytest.raises(ValueError, match="'room:apartment'"):
        compose([ball(0.1, PAINT)], dataclasses.replace(SHOT, background=background))


def test_a_seventh_surface_with_maps_is_an_error():
    balls = [ball(0.1, wood("#6f4a2d", seed)).moved(x=seed) for seed in range(7)]
    with pytest.raises(ValueError, match="7 surfaces with maps: at most 6"):
        compose(balls, SHOT)
    shared = dataclasses.replace(balls[0].surface)
    compose([one.painted(shared) for one in balls], SHOT)


def test_surfaces_of_one_color_are_no_limit():
    balls = [ball(0.1, Surface(color=f"#{k:02x}2040"), segments=6).moved(x=k) for k in range(40)]
    assert len(compose(balls, SHOT).meshes) == 41
