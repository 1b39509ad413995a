"""How products are photographed: for the catalogue, and again, differently, for the pictures in tasks.

A shot follows from the product's id and nothing else. Names of files hold digests of shots, and tasks name
the files: changing a number here gives all reference pictures other names.
"""

from random import Random
from typing import TypeVar

from images.kinds import view
from images.spec import Light, Shot

BACKGROUND = "#dcdee2"
"""Paper behind products of the catalogue: darker than anything white, lighter than anything else."""
TABLES = ("#cdb9a0", "#aab4bc", "#c4c9b8", "#d8c7cf", "#8f959b")
"""Papers behind reference pictures."""
ROOMS = ("apartment", "lobby", "workshop", "warehouse", "forest", "city")
"""Rooms around reference pictures."""
JITTER_DEGREES = 6.0
"""Pictures of the catalogue are turned by up to this: look-alikes can't be compared pixel by pixel."""
TURN_DEGREES = (20.0, 45.0)
"""Reference pictures are turned away from the kind's view by so much, to either side."""
_FRONT, _WIDEST = -90.0, 58.0
"""No reference picture is taken from further round than this, so that fronts stay visible."""
_RAISE_DEGREES = (-5.0, 12.0)
_LOWEST, _HIGHEST = 5.0, 66.0
_REFERENCE_FIELD_OF_VIEW = 32.0

_Choice = TypeVar("_Choice", bound=str)


def catalogue_shot(product_id: str, kind: str) -> Shot:
    """The shot of a product for the catalogue.

    Raises:
        ValueError: no such kind.
    """
    draw = Random(f"catalogue {product_id}")
    azimuth, elevation = view(kind)
    return Shot(
        azimuth=azimuth + (2 * draw.random() - 1) * JITTER_DEGREES,
        elevation=elevation,
        background=BACKGROUND,
        seed=int(draw.random() * 2**31),
    )


def reference_shot(product_id: str, kind: str, seed: int = 0) -> Shot:
    """Another shot of a product: other angle, lens, light and background than the catalogue's.

    Args:
        product_id: Whose picture it is; of a thing that isn't in the catalogue, that of its look-alike.
        kind: Its kind.
        seed: Another seed gives another picture of the same product.

    Raises:
        ValueError: no such kind.
    """
    draw = Random(f"reference {product_id} {seed}")
    azimuth, elevation = view(kind)
    low, high = TURN_DEGREES
    turn = low + (high - low) * draw.random()
    side = 1 if draw.random() < 0.5 else -1
    if abs(azimuth + side * turn - _FRONT) > _WIDEST:
        side = -side
    low, high = _RAISE_DEGREES
    raised = elevation + low + (high - low) * draw.random()
    lights: tuple[Light, ...] = ("right", "top", "soft")
    light: Light = _one(draw, lights)
    in_room = draw.random() < 0.5
    background = f"room:{_one(draw, ROOMS)}" if in_room else _one(draw, TABLES)
    return Shot(
        azimuth=azimuth + side * turn,
        elevation=min(_HIGHEST, max(_LOWEST, raised)),
        field_of_view=_REFERENCE_FIELD_OF_VIEW,
        light=light,
        background=background,
        seed=int(draw.random() * 2**31),
    )


def _one(draw: Random, choices: tuple[_Choice, ...]) -> _Choice:
    return choices[int(draw.random() * len(choices))]
