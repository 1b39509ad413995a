"""Office and tools: pens, notebooks, staplers, scissors, hammers, screwdrivers, bulbs, organizers."""

from images.kinds import build

KINDS = (
    "ballpoint_pen",
    "desk_organizer",
    "hammer",
    "led_bulb",
    "notebook",
    "scissors",
    "screwdriver_set",
    "stapler",
)


def test_products_can_be_rendered(product, assert_sound):
    assert_sound(build(product))


def test_every_choice_is_seen(choices, look):
    assert len({look(build(product)) for product in choices}) == len(choices)
