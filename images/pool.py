"""Which reference pictures there are: of products of the catalogue, and of things that it lacks.

A thing that the catalogue lacks is of a kind that it has, in the colour and material of a product, but
differs from every product of the kind in two things or more of those that only pictures show (its shape and
its pattern): an agent that looks finds out, and one that goes by colour and kind does not.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product as combinations
from pathlib import Path

from images.catalogue import Entry
from images.shots import reference_shot
from images.spec import Picture, Product

ONE_IN = 6
"""One product in so many has a reference picture, chosen by a hash of its id."""
ABSENT = 40
"""Kinds with a picture of a thing that the catalogue lacks."""
DIFFERENCES = 2
FOLDER = "images/references"


@dataclass(frozen=True)
class Reference:
    """A reference picture and what it is of."""

    picture: Picture
    product: str | None
    """Id in the catalogue; None for a thing that the catalogue lacks."""
    design: str | None
    like: str | None
    """Id of the product that a thing which the catalogue lacks was made to look like."""

    def path(self, site: str) -> str:
        """Of the file, relative to the repository."""
        return f"{FOLDER}/{site}/{self.picture.digest[:16]}.webp"

    def row(self, site: str) -> dict[str, str | None]:
        """What tasks need to know of the picture."""
        thing = self.picture.thing
        return {
            "product": self.product,
            "picture": self.path(site),
            "kind": thing.kind,
            "color": thing.color,
            "material": thing.material,
            "design": self.design,
            "like": self.like,
        }


def references(entries: Sequence[Entry], wanted: Iterable[str]) -> list[Reference]:
    """All reference pictures of a catalogue: of products in its order, then of absent things by kind.

    Args:
        entries: The catalogue.
        wanted: Ids of products that have a picture whatever their hash.

    Raises:
        ValueError: a wanted product is not in the catalogue, or too few kinds leave room for an absent thing.
    """
    asked = set(wanted)
    unknown = sorted(asked - {entry.id for entry in entries})
    if unknown:
        raise ValueError(
            f"reference pictures wanted of products that the catalogue lacks: {', '.join(unknown)}"
        )
    present = [e for e in entries if e.id in asked or number_of(e.id) % ONE_IN == 0]
    made = [
        Reference(Picture(e.product, reference_shot(e.id, e.product.kind)), e.id, e.design, None)
        for e in present
    ]
    return made + _absent(entries)


def read_wanted(path: Path) -> list[str]:
    """Ids from a file, one a line; empty lines and lines that begin with # are left out."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def number_of(text: str) -> int:
    """A number that follows from a text and tells nothing of it."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _absent(entries: Sequence[Entry]) -> list[Reference]:
    kinds = sorted({e.product.kind for e in entries}, key=lambda kind: number_of(f"absent {kind}"))
    made: list[Reference] = []
    for kind in kinds:
        of_kind = [entry for entry in entries if entry.product.kind == kind]
        found = _unlike_all(of_kind)
        if found is not None:
            like, thing = found
            made.append(Reference(Picture(thing, reference_shot(like.id, kind, 1)), None, None, like.id))
        if len(made) == ABSENT:
            return sorted(made, key=lambda reference: reference.picture.thing.kind)
    raise ValueError(f"{len(made)} kinds leave room for a thing that the catalogue lacks, {ABSENT} needed")


def _unlike_all(entries: Sequence[Entry]) -> tuple[Entry, Product] | None:
    """A look-alike and a thing unlike all products of one kind; None where they leave no room for one."""
    parameters = sorted(entries[0].product.shape)
    shown = {looks(e.product) for e in entries}
    choices = [sorted({look[k] for look in shown}) for k in range(len(parameters) + 1)]
    free = [c for c in combinations(*choices) if all(_differences(c, look) >= DIFFERENCES for look in shown)]
    if not free:
        return None
    picked = min(free, key=lambda look: number_of(" ".join([entries[0].product.kind, *look])))
    like = min(entries, key=lambda e: (_differences(picked, looks(e.product)), number_of(e.id)))
    shape = dict(zip(parameters, picked, strict=False))
    return like, replace(like.product, shape=shape, pattern=picked[-1])


def looks(product: Product) -> tuple[str, ...]:
    """What only a picture of a product shows: its choices of shape by parameter, and its pattern."""
    return (*(product.shape[name] for name in sorted(product.shape)), product.pattern)


def _differences(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
