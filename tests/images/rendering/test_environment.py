import numpy as np
import pytest

from images.rendering.environment import HEIGHT, WIDTH, Environment, studio

LIGHT = np.zeros((64, 128, 3), np.float32)
LIGHT[:4] = 1
"""From above only."""


def test_level_cameras_see_the_zenith_on_top():
    seen = Environment(LIGHT).seen_by(np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    assert seen.shape == (HEIGHT, WIDTH, 3)
    assert seen[:6].min() == 1
    assert seen[10:].max() == 0


def test_light_from_a_side_comes_from_there_in_the_camera_s_frame():
    light = np.zeros((64, 128, 3), np.float32)
    light[28:36, 28:36] = 1  # from +y
    # the camera stands on +x and looks along -x: +y is on its right
    seen = Environment(light).seen_by(np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    row, column = np.argwhere(seen[..., 0] > 0.9).mean(0)
    turn, polar = (column + 0.5) / WIDTH * 2 * np.pi, (row + 0.5) / HEIGHT * np.pi
    towards = [np.sin(turn) * np.sin(polar), np.cos(polar), -np.cos(turn) * np.sin(polar)]
    assert towards == pytest.approx([1, 0, 0], abs=0.1)


def test_the_studio_is_brighter_on_the_key_s_side():
    left, right = studio(key_on_the_left=True).light, studio(key_on_the_left=False).light
    assert left[:, 64:].sum() > left[:, :64].sum()
    assert right[:, :64].sum() > right[:, 64:].sum()
