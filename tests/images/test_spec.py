import dataclasses

import pytest

from images.spec import Picture, Product, Shot

MUG = Product("mug", "red", "ceramic", {"body": "tall", "handle": "c"}, "dots", "white", (80, 80, 95))
SHOT = Shot(azimuth=-72, elevation=20)


def test_digest_is_the_same_on_every_machine():
    assert Picture(MUG, SHOT).digest == "ee4a0b2333e9413186c67554a28aac0a25ecc9eca23500385d4abf91b8cea648"


def test_digest_ignores_the_order_of_shape_parameters_and_parts_of_a_hundredth_degree():
    other = dataclasses.replace(MUG, shape={"handle": "c", "body": "tall"})
    assert Picture(other, Shot(azimuth=-72.0004, elevation=20.001)).digest == Picture(MUG, SHOT).digest


@pytest.mark.parametrize(
    "change",
    [
        {"azimuth": -71.9},
        {"elevation": 21},
        {"light": "right"},
        {"background": "room:city"},
        {"seed": 1},
        {"width": 240},
    ],
)
def test_digest_tells_shots_apart(change):
    assert Picture(MUG, dataclasses.replace(SHOT, **change)).digest != Picture(MUG, SHOT).digest
