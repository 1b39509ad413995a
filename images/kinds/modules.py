"""Imports every module of kinds, so that each registers its kinds."""

from images.kinds import (
    boots,
    bottles,
    cabinets,
    chairs,
    cookware,
    kettles,
    mugs,
    seating,
    sneakers,
    tables,
    tableware,
)

__all__ = [
    "boots",
    "bottles",
    "cabinets",
    "chairs",
    "cookware",
    "kettles",
    "mugs",
    "seating",
    "sneakers",
    "tables",
    "tableware",
]
