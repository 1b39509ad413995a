"""Jewellery: engraving is read on light and dark metal."""

import numpy as np
import pytest

from images.kinds import build
from images.kinds.jewels import engraved, gem
from images.kinds.strands import Strand
from images.spec import Product


@pytest.mark.parametrize(("color", "accent"), [("silver", "white"), ("silver", "grey"), ("black", "navy")])
def test_figures_are_told_from_metal_of_nearly_their_colour(color, accent):
    product = Product("ring", color, "titanium", {}, "dots", accent, (20, 20, 6))
    colors = engraved(product, 4, 2).color_map
    assert colors is not None and np.ptp(colors.mean(-1)) > 80


def test_pearls_can_be_strung_and_have_gilt_fittings(assert_sound):
    for chain in ("links", "rope", "snake", "beads"):
        shape = {"chain": chain, "pendant": "disc"}
        meshes = build(Product("necklace", "white", "pearl", shape, "stars", "red", (500, 6, 6)))
        assert_sound(meshes)
        assert any(mesh.surface.color == "#c9a45a" for mesh in meshes)


def test_facets_of_a_stone_look_outwards():
    for part in gem(0.005, "#c2272d"):
        outwards = part.vertices + np.array([0, 0, 0.0005])
        assert ((part.normals * outwards).sum(1) > 0).all()


def test_a_strand_has_its_length_and_places_on_it():
    turn = np.radians(np.linspace(0, 360, 181))[:-1]
    line = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    strand = Strand.along(line, line, closed=True)
    assert strand.length == pytest.approx(2 * np.pi, rel=1e-3)
    places = strand.at([0.0, 0.25, 1.0])
    assert places.points == pytest.approx(np.array([[1, 0, 0], [0, 1, 0], [1, 0, 0]]), abs=1e-2)
    assert places.axes[1] == pytest.approx(np.array([[-1, 0, 0], [0, 0, 1], [0, 1, 0]]).T, abs=2e-2)
