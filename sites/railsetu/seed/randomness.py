"""The railway's repeatable chance."""

from random import Random

from sites.kit.seeding import seeded_random

SEED = "railsetu-1"


def generator(*labels: object) -> Random:
    """A generator of this part of the seed: it depends on the labels alone."""
    return seeded_random(SEED, *labels)
