"""Groceries: packs, jars, bottles and soap."""

from images.kinds import build

KINDS = (
    "biscuits",
    "honey",
    "roasted_nuts",
    "shampoo",
    "soap",
    "spice_mix",
    "tea",
    "vitamin_tablets",
)


def test_products_can_be_rendered(product, assert_sound):
    assert_sound(build(product))


def test_every_choice_is_seen(choices, look):
    assert len({look(build(product)) for product in choices}) == len(choices)
