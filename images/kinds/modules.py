"""Imports every module of kinds, so that each registers its kinds."""

from images.kinds import (
    beds,
    boots,
    bottles,
    cabinets,
    chairs,
    cookware,
    cutlery,
    kettles,
    mugs,
    seating,
    sneakers,
    tables,
    tableware,
)

__all__ = [
    "beds",
    "boots",
    "bottles",
    "cabinets",
    "chairs",
    "cookware",
    "cutlery",
    "kettles",
    "mugs",
    "seating",
    "sneakers",
    "tables",
    "tableware",
]
