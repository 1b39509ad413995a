"""Phones and sound: the parts that they are made of."""

import numpy as np
import pytest

from images.kinds import build
from images.kinds.dials import DIGITS
from images.kinds.electronics import loft, perforated, sockets
from images.spec import Product
from images.surfaces import plain


@pytest.mark.parametrize("weave", ["smooth", "braided", "coiled"])
@pytest.mark.parametrize("material", ["nylon", "silicone", "plastic"])
def test_every_cable_can_be_of_every_material(weave, material, assert_sound):
    shape = {"plug": "angled", "weave": weave, "tie": "strap", "end": "long"}
    assert_sound(build(Product("charging_cable", "red", material, shape, "band", "white", (1000, 5, 5))))


def test_sockets_stand_apart():
    middles = [part.vertices[:, 0].mean() for part in sockets("three", 0.018)[::3]]
    assert np.diff(middles) == pytest.approx([0.018, 0.018], abs=2e-4)


def test_holes_of_a_mesh_are_dark():
    colors = perforated(plain("#c0c0c0"), 16, 16).color_map
    assert colors is not None
    assert colors.min() < 40 and colors.max() == 0xC0


def test_a_skin_over_rings_looks_outwards_whichever_way_they_run():
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    low = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    for rings in ([low, low + np.array([0, 0, 1.0])], [low[::-1], low[::-1] + np.array([0, 0, 1.0])]):
        skin = loft(rings, plain("#808080"))
        assert ((skin.normals * skin.vertices)[:, :2].sum(1) > 0).all()


def test_there_are_strokes_for_every_digit_within_their_box():
    assert set(DIGITS) == set("0123456789")
    points = np.array([point for strokes in DIGITS.values() for stroke in strokes for point in stroke])
    assert points.min() >= -0.01 and points.max() <= 1.01
