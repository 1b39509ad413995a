"""Shoes: the parts that they are made of."""

import numpy as np
import pytest

from images.kinds.shoe_last import LENGTH, Last, Round
from images.kinds.shoe_paint import Canvas
from images.surfaces import plain


@pytest.fixture(scope="module")
def upper():
    last = Last(
        (
            Round(0.01, 0.0, 0.99, 0.0, 0.7),
            Round(0.0, 0.02, 1.0, 0.02, 0.7),
            Round(0.0, 0.06, 0.7, 0.06, 0.4),
            Round(0.0, 0.1, 0.5, 0.1, 0.3),
        )
    )
    return last.cut(lambda _x, _y, z: z - 0.05)


def test_an_upper_ends_at_its_opening(upper):
    assert upper.top[:, 2] == pytest.approx(0.05, abs=1e-3)
    assert upper.half[0, :, 2] == pytest.approx(0, abs=1e-9)
    assert np.ptp(upper.half[..., 0]) == pytest.approx(LENGTH, rel=0.03)


def test_an_upper_looks_outwards(upper):
    mesh = upper.mesh(plain("#808080"))
    outward = mesh.vertices - np.array([LENGTH / 2, 0, 0])
    sides = np.abs(mesh.vertices[:, 1]) > 0.02
    assert (np.sum(mesh.normals[sides] * outward[sides], axis=1) > 0).all()


def test_paint_lies_where_it_was_put(upper):
    canvas = Canvas(upper, "#000000")
    canvas.fill(canvas.x - 0.1, "#ffffff")
    painted = canvas.surface(plain("#000000")).color_map
    assert painted is not None
    painted = painted[..., 0] > 128
    assert (painted == (canvas.x < 0.1)).mean() > 0.99
    assert canvas.z[0].mean() > canvas.z[-1].mean()
