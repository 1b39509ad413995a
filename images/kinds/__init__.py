"""Kinds of things: each is a function from a product's specification to its parts."""

from images.geometry import Mesh
from images.kinds import modules
from images.kinds.registry import KINDS, Builder, Kind, kind
from images.spec import Product

__all__ = ["KINDS", "Builder", "Kind", "build", "kind", "modules", "view"]


def build(product: Product) -> list[Mesh]:
    """The parts of a thing: metres, z up, front towards -y, standing on or hanging over z = 0.

    Raises:
        ValueError: no such kind, or a shape that the kind doesn't know; the message says which are there.
    """
    return _kind(product.kind).build(product)


def view(kind_name: str) -> tuple[float, float]:
    """Azimuth and elevation in degrees from which a kind is photographed for a catalogue."""
    return _kind(kind_name).view


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise ValueError(f"unknown kind {name!r}: one of {', '.join(sorted(KINDS))}")
    return KINDS[name]
