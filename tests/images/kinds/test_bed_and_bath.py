"""Things of bed and bath: the parts that they are made of."""

import numpy as np
import pytest

from images.kinds.textiles import PIXELS, between, weave


@pytest.mark.parametrize("name", ["smooth", "loop", "ribbed", "waffle", "cable"])
def test_a_weave_has_heights_from_0_to_1(name):
    heights = weave(name, 6, 8)
    assert heights.shape == (PIXELS, PIXELS)
    assert 0 <= heights.min() < heights.max() <= 1


def test_between_is_soft_at_its_bounds():
    shares = between(np.array([0.0, 0.1, 0.15, 0.2, 0.3]), 0.1, 0.2, soft=0.01)
    assert shares == pytest.approx([0, 0.5, 1, 0.5, 0])
