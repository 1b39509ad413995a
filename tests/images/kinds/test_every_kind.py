"""Every kind of thing: all that the catalogue has can be rendered, and every choice is seen."""

from dataclasses import replace

import pytest

from images.kinds import KINDS, build


@pytest.fixture(scope="module")
def seen():
    """Digests of products that were built already."""
    return {}


def test_a_product_can_be_rendered(product, assert_sound):
    assert_sound(build(product))


def test_each_choice_looks_different(choices, look, seen):
    for product in choices:
        if repr(product) not in seen:
            seen[repr(product)] = look(build(product))
    assert len({seen[repr(product)] for product in choices}) == len(choices)


def test_an_unknown_choice_is_an_error(plain_product):
    for parameter in plain_product.shape:
        with pytest.raises(KeyError):
            build(replace(plain_product, shape={**plain_product.shape, parameter: "unheard of"}))


def test_the_catalogue_and_the_builders_have_the_same_kinds(declared_kinds):
    assert set(KINDS) == set(declared_kinds)
