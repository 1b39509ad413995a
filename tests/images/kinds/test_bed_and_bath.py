"""Things of bed and bath: every choice is built, stands, and can be seen."""

from dataclasses import replace

import numpy as np
import pytest

from images.kinds import build
from images.kinds.textiles import PIXELS, between, weave

KINDS = ("bath_mat", "bath_towel", "bed_sheet", "blanket", "pillow", "quilt")


def test_a_product_is_built(product, assert_sound):
    assert_sound(build(product))


def test_each_choice_looks_different(choices, look):
    assert len({look(build(product)) for product in choices}) == len(choices)


def test_an_unknown_choice_is_an_error(choices):
    product = choices[0]
    for parameter in [name for name in product.shape if product.shape[name] != choices[-1].shape[name]]:
        with pytest.raises(KeyError):
            build(replace(product, shape={**product.shape, parameter: "unheard of"}))


@pytest.mark.parametrize("name", ["smooth", "loop", "ribbed", "waffle", "cable"])
def test_a_weave_has_heights_from_0_to_1(name):
    heights = weave(name, 6, 8)
    assert heights.shape == (PIXELS, PIXELS)
    assert 0 <= heights.min() < heights.max() <= 1


def test_between_is_soft_at_its_bounds():
    shares = between(np.array([0.0, 0.1, 0.15, 0.2, 0.3]), 0.1, 0.2, soft=0.01)
    assert shares == pytest.approx([0, 0.5, 1, 0.5, 0])
