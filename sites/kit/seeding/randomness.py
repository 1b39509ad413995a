"""Repeatable chance: every part of the seed draws from a generator named for what it draws.

So a change to one part (another review sentence, a new topic) moves nothing in the others.
"""

import hashlib
import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def seeded_random(*labels: object) -> Random:
    """A generator that depends on the labels alone, equal on every machine.

    The first label is the site's own. Source: SHA-256 of the labels, the project's rule for every seed.
    """
    text = "/".join(map(str, labels))
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def weighted(rng: Random, choices: Sequence[tuple[T, float]]) -> T:
    """One of the choices, in proportion to its weight."""
    at = rng.random() * sum(weight for _, weight in choices)
    for choice, weight in choices:
        at -= weight
        if at < 0:
            return choice
    return choices[-1][0]


def log_uniform(rng: Random, low: float, high: float) -> float:
    """A number between the two, as likely to be near the low end as prices are."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))
