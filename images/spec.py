"""What is on a picture, in words: the thing and the shot. A picture is a function of the two.

The canonical JSON of a specification is the identity of a picture: the same one gives the same picture,
bit by bit on one kind of processor, within 38 dB on another.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from images.colors import paint

Light = Literal["left", "right", "top", "soft"]


@dataclass(frozen=True)
class Product:
    """A thing of a catalogue: what it looks like, nothing of its name or price."""

    kind: str
    color: str
    """Name of the main colour (:data:`images.colors.PAINTS`)."""
    material: str
    shape: Mapping[str, str]
    """Parameter -> choice, as the kind declares them."""
    pattern: str
    accent: str
    """Name of the second colour: pattern, trims."""
    size_mm: tuple[int, int, int]
    """Length, width, height."""

    @property
    def paint(self) -> str:
        """Main colour, ``#rrggbb``."""
        return paint(self.color)

    @property
    def accent_paint(self) -> str:
        """Second colour, ``#rrggbb``; another one where it could not be told from the main one."""
        if self.accent != self.color:
            return paint(self.accent)
        return paint("cream" if self.color not in ("cream", "white", "beige") else "navy")


@dataclass(frozen=True)
class Shot:
    """How a thing is photographed. Angles in degrees; azimuth 0 looks from +x, -90 from the front (-y)."""

    azimuth: float
    elevation: float
    field_of_view: float = 24.0
    """Horizontal."""
    light: Light = "left"
    """Where the key light stands, seen from the camera."""
    background: str = "#e6e7e9"
    """Paper of a colour, ``#rrggbb``, or a table in a room of `images.rendering.backdrops`, ``room:NAME``."""
    seed: int = 0
    width: int = 480
    height: int = 360

    def __post_init__(self) -> None:
        for name in ("azimuth", "elevation", "field_of_view"):
            object.__setattr__(self, name, round(float(getattr(self, name)), 2))


@dataclass(frozen=True)
class Picture:
    """One picture: a thing, and how it is shot."""

    thing: Product
    shot: Shot

    def canonical(self) -> str:
        """JSON with sorted keys and no spaces; angles rounded to a hundredth."""
        return json.dumps(_plain(asdict(self)), sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hex."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
