"""Solids are closed and look outwards; what they enclose is what their measures say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from images.geometry import (
    Mesh,
    ball,
    box,
    circle,
    cushion,
    cylinder,
    extrude,
    in_plane,
    lathe,
    pillow,
    resample,
    ring,
    rounded_rectangle,
    star,
    tube,
)
from images.surfaces import plain

GREY = plain("#808080")
SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def volume(mesh: Mesh) -> float:
    """Signed: positive where faces are counter-clockwise seen from outside."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def facing(mesh: Mesh) -> float:
    """Share of faces whose normals agree with their winding."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(((np.cross(b - a, c - a) * mesh.normals[mesh.faces[:, 0]]).sum(1) > 0).mean())


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        (box(1, 0.5, 0.2, GREY, radius=0.001), 0.1),
        (cylinder(1, 2, GREY), 2 * np.pi),
        (cylinder(1, 3, GREY, top=0), np.pi),
        (ball(1, GREY), 4 / 3 * np.pi),
        (ball(1, GREY, stretch=(2, 1, 0.5)), 4 / 3 * np.pi),
        (ring(1, 0.1, GREY), 2 * np.pi**2 * 0.01),
        (extrude(SQUARE, 0.5, GREY), 2.0),
        (extrude(SQUARE[::-1], 0.5, GREY), 2.0),
        (extrude(star(5, 1, 0.4), 0.1, GREY), 0.1 * 10 * 0.5 * 0.4 * np.sin(np.pi / 5)),
        (tube([(0, 0, 0), (0, 0, 2)], 0.1, GREY), 2 * np.pi * 0.01),
        (tube([(0, 0, 0), (2, 0, 0)], 0.1, GREY), 2 * np.pi * 0.01),
        (tube(in_plane(circle(1, 40), "xz"), 0.1, GREY, closed=True), 2 * np.pi**2 * 0.01),
        (box(1, 1, 1, GREY, radius=0.001).mirrored("x"), 1.0),
        (box(1, 1, 1, GREY, radius=0.001).scaled(2, 1, 1).turned("y", 30), 2.0),
    ],
)
def test_solids_enclose_their_volume(mesh: Mesh, expected: float) -> None:
    assert volume(mesh) == pytest.approx(expected, rel=0.05)
    assert facing(mesh) == 1


@pytest.mark.parametrize("mesh", [cushion(1, 1, 0.3, GREY), pillow(1, 1, 0.3, GREY)])
def test_soft_things_are_closed_and_look_outwards(mesh: Mesh) -> None:
    assert volume(mesh) > 0.1
    assert facing(mesh) > 0.99


def test_a_map_is_not_mirrored_on_any_side_of_a_box() -> None:
    """Seen from outside, v turns counter-clockwise from u, whichever of a box's six faces it is."""
    mesh = box(1, 1, 1, GREY, radius=0.01)
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    flat = np.abs(normal).max(1) > 0.99 * np.linalg.norm(normal, axis=1)
    p, q, r = (mesh.uv[mesh.faces[:, k]] for k in range(3))
    turned = (q - p)[:, 0] * (r - p)[:, 1] - (q - p)[:, 1] * (r - p)[:, 0]
    assert flat.sum() > 6
    assert (turned[flat] > 0).all()


def test_a_profile_that_goes_up_and_down_makes_a_vessel_with_an_inside() -> None:
    vessel = lathe([(0, 0), (1, 0), (1, 1), (0.9, 1), (0.9, 0.1), (0, 0.1)], GREY)
    assert volume(vessel) == pytest.approx(np.pi * (1 - 0.81 * 0.9), rel=0.02)


@settings(max_examples=30)
@given(st.floats(0.2, 3), st.floats(0.2, 3), st.floats(0.01, 0.5), st.floats(0.05, 1), st.floats(0, 0.04))
def test_extruded_outlines_stay_inside_their_bounds(
    w: float, h: float, r: float, depth: float, bevel: float
) -> None:
    low, high = extrude(rounded_rectangle(w, h, r), depth, GREY, bevel=min(bevel, depth / 3)).bounds()
    assert np.allclose(high - low, [w, h, depth], atol=1e-6)


def test_resampled_points_are_equally_far_apart() -> None:
    steps = np.linalg.norm(np.diff(resample([(0, 0), (3, 0), (3, 4)], 8), axis=0), axis=1)
    assert np.allclose(steps, 1)
