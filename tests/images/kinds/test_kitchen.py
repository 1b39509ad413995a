"""Things of the kitchen: every choice is built, stands, and can be seen."""

from dataclasses import replace

import pytest

from images.kinds import build

KINDS = (
    "cutlery_set",
    "cutting_board",
    "dinner_plate",
    "frying_pan",
    "kettle",
    "saucepan",
    "serving_bowl",
    "water_bottle",
)


def test_a_product_is_built(product, assert_sound):
    assert_sound(build(product))


def test_each_choice_looks_different(choices, look):
    assert len({look(build(product)) for product in choices}) == len(choices)


def test_an_unknown_choice_is_an_error(choices):
    product = choices[0]
    for parameter in [name for name in product.shape if product.shape[name] != choices[-1].shape[name]]:
        with pytest.raises(KeyError):
            build(replace(product, shape={**product.shape, parameter: "unheard of"}))
