"""Where kinds register themselves."""

from collections.abc import Callable
from dataclasses import dataclass

from images.geometry import Mesh
from images.spec import Product

Builder = Callable[[Product], list[Mesh]]


@dataclass(frozen=True)
class Kind:
    """How things of a kind are made and looked at."""

    build: Builder
    view: tuple[float, float]
    """Azimuth and elevation in degrees; -90 is straight from the front, -60 shows some of the right side."""


KINDS: dict[str, Kind] = {}


def kind(name: str, *, view: tuple[float, float]) -> Callable[[Builder], Builder]:
    """Register a builder under the kind's name in the catalogue.

    A builder reads ``product.shape["parameter"]`` with a ``match`` or a mapping that has an entry for every
    choice, so that an unknown choice is a KeyError and never a silent default.
    """

    def register(build: Builder) -> Builder:
        if name in KINDS:
            raise ValueError(f"kind {name!r} is registered twice")
        KINDS[name] = Kind(build, view)
        return build

    return register
