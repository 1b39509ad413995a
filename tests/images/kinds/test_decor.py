"""Things that decorate a room: the parts that they are made of."""

import numpy as np
import pytest

from images.geometry import circle
from images.kinds.frames import inset, moulding, plate, turned_grain
from images.kinds.inlays import along_edge
from images.surfaces import Surface, wood

SQUARE = np.array([(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)])


def test_a_moulding_keeps_its_width_at_mitred_corners():
    frame = moulding(SQUARE, [(0, 0), (0, 0.02), (0.05, 0.02), (0.05, 0)], Surface(), smooth=False)
    inner = frame.vertices[np.abs(frame.vertices[:, [0, 2]]).max(1) < 0.199]
    assert np.abs(inner[:, [0, 2]]) == pytest.approx(0.15)
    front = frame.vertices[:, 1] < -0.019
    assert frame.normals[front, 1].mean() < -0.5


def test_a_map_is_not_slanted_at_a_mitred_corner():
    frame = moulding(SQUARE, [(0, 0.02), (0.05, 0.02)], Surface(), smooth=False, period=0.1)
    low = np.abs(frame.vertices[:, 2] + 0.175) <= 0.026
    low &= np.abs(frame.normals[:, 1]) > 0.9
    along = np.polyfit(frame.vertices[low][:4, 0], frame.uv[low][:4, 0], 1)
    assert along[0] == pytest.approx(10)


def test_the_inner_edge_of_a_ring_is_a_smaller_ring():
    assert np.linalg.norm(inset(circle(0.3, 90), 0.1), axis=1) == pytest.approx(0.2, abs=1e-3)


def test_a_plate_crops_its_map_or_stretches_it():
    wide = SQUARE * [1.0, 0.5]
    assert np.ptp(plate(wide, Surface()).uv, axis=0) == pytest.approx([1, 1])
    cropped = plate(wide, Surface(), whole_map=False)
    assert np.ptp(cropped.uv, axis=0) == pytest.approx([1, 0.5])
    assert cropped.normals[:, 1] == pytest.approx(-1)


def test_grain_turns_and_plain_surfaces_stay():
    board = wood("#806040")
    assert board.color_map is not None
    turned = turned_grain(board).color_map
    assert turned is not None
    assert (np.rot90(turned, -1) == board.color_map).all()
    metal = Surface()
    assert turned_grain(metal) is metal


@pytest.mark.parametrize("pattern", ["lines", "waves", "dots", "leaves", "stars"])
@pytest.mark.parametrize("outline", [SQUARE, circle(0.2, 60)], ids=["square", "round"])
def test_inlays_keep_to_their_line_and_look_forward(pattern, outline):
    parts = along_edge(outline, pattern, 0.04, Surface(), smooth=len(outline) > 4)
    assert parts
    points = np.vstack([part.vertices for part in parts])
    reach = np.abs(points[:, [0, 2]]).max(1) if len(outline) == 4 else np.hypot(points[:, 0], points[:, 2])
    assert reach.max() < 0.2 + 0.03
    assert points[:, 1].min() < 0
    assert sum(float(part.normals[:, 1].sum()) for part in parts) <= 1e-6


def test_no_inlays_without_a_pattern():
    assert along_edge(SQUARE, "plain", 0.04, Surface(), smooth=False) == []
