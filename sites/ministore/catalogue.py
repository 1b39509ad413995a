"""The language-neutral half of the shop's content, read from ``content/catalogue.yaml``.

The texts of a kind, a colour or a topic stand in ``content/<lang>.yaml`` under the same key; this file says
what belongs together: which colours a material comes in, which questions are asked about a kettle, which
sentence of a review would be nonsense about tea. The seed draws from it, and so does whoever makes
pictures.
"""

from functools import cache
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from sites.kit.errors import ContentError
from sites.kit.strict_yaml import load_yaml

CONTENT = Path(__file__).parent / "content"
PATH = CONTENT / "catalogue.yaml"

Range = tuple[int, int]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Kind(_Record):
    """One kind of goods: what its products may be like."""

    category: str
    products: int
    """How many products of this kind the shop has."""
    price: Range
    """Lowest and highest price in whole US dollars."""
    sizes: tuple[str, ...]
    """``"cm 40"`` (a number for the pattern ``sizes.cm``) or ``"size small"`` (a name); smallest first."""
    finishes: dict[str, tuple[str, ...]]
    """Material -> the colours it comes in."""
    weight_g: Range
    size_mm: tuple[Range, Range, Range]
    """Length, width, height."""
    warranty_m: tuple[int, ...]
    return_days: tuple[int, ...]
    ship_class: Literal["std", "bulky"]
    aspects: str
    """Group of ``review_aspects`` whose sentences fit."""
    features: tuple[str, ...]
    """Keys in the kind's section of ``features``."""
    topics: dict[str, tuple[int, int, int] | tuple[()]]
    """Topic of questions -> lowest, highest and step of the number that the seller answers, or nothing."""
    avoid: tuple[str, ...] = ()
    """Texts, or groups of texts, that don't fit this kind."""
    packaged: bool = False
    """Whether colour and material are those of the packaging, and so no properties of the goods."""
    patterns: str
    """Name of a list of patterns; pictures only."""
    shapes: dict[str, tuple[str, ...]]
    """Parameter -> choices; pictures only."""

    @property
    def feature_section(self) -> str:
        """The section of ``features`` in the texts."""
        return self.aspects if self.packaged else self.category

    def fits(self, key: str) -> bool:
        """Whether the text under this dotted key may be said of the kind."""
        return not any(key == avoided or key.startswith(f"{avoided}.") for avoided in self.avoid)


class Brand(_Record):
    """A fictional brand; its name is the same in every language."""

    name: str
    country: str
    categories: tuple[str, ...]


class PickupPoint(_Record):
    """Where orders can be collected; keys of ``places`` in the texts."""

    key: str
    city: str
    area: str


class Catalogue(_Record):
    """Everything in ``catalogue.yaml``."""

    colors: dict[str, str]
    """Colour -> ``#rrggbb`` as painted in pictures."""
    materials: dict[str, str]
    """Material -> group of ``reviews.materials`` that speaks of it."""
    patterns: dict[str, tuple[str, ...]]
    accents: tuple[str, ...]
    """Second colours in pictures."""
    brands: tuple[Brand, ...]
    """In order of their ids, from 1."""
    pickup_points: tuple[PickupPoint, ...]
    review_numbers: dict[str, Range]
    """Text with a number in a review -> its lowest and highest value."""
    clashes: tuple[tuple[str, str], ...]
    """Pairs of texts that never meet in one review."""
    kinds: dict[str, Kind]

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        for key, kind in self.kinds.items():
            unknown = {color for colors in kind.finishes.values() for color in colors} - set(self.colors)
            unknown |= set(kind.finishes) - set(self.materials)
            unknown |= {kind.patterns} - set(self.patterns)
            if unknown:
                raise ValueError(f"kind {key}: unknown {', '.join(sorted(unknown))}")
        return self


@cache
def load_catalogue(path: Path = PATH) -> Catalogue:
    """Read and check the catalogue; the same object on each call.

    Raises:
        ContentError: the file is missing, malformed, or names something that it does not declare.
    """
    try:
        tree = load_yaml(path.read_text(encoding="utf-8"))
        return Catalogue.model_validate(tree)
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ContentError(f"{path}: not a valid catalogue: {error}") from error
