"""Imports every module of kinds, so that each registers its kinds."""

from images.kinds import (
    mugs,
    seating,
    tableware,
)

__all__ = [
    "mugs",
    "seating",
    "tableware",
]
