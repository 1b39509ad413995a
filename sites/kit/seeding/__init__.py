"""What the seeds of the sites share: texts by key, repeatable chance, and writing rows."""

from sites.kit.seeding.randomness import log_uniform, seeded_random, weighted
from sites.kit.seeding.tables import Tables
from sites.kit.seeding.texts import Money, Percent, SlotValue, Text, Writer, keys_under

__all__ = [
    "Money",
    "Percent",
    "SlotValue",
    "Tables",
    "Text",
    "Writer",
    "keys_under",
    "log_uniform",
    "seeded_random",
    "weighted",
]
