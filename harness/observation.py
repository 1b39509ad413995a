"""What an agent sees of a page: text, numbered links, numbered forms, and on request more than that.

On request: a marked screenshot, the accessibility tree, the pruned markup, the pictures. All bear the same
numbers, and none of them is missed by who does not ask for it.

Both browsers give the same observation of the same page: one extractor reads the HTML of either
(`harness.extraction`). Source: LoWAgent paper, section 3.2.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from som import Mark

FieldKind = Literal["text", "password", "textarea", "select", "radio", "checkbox"]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a select or of a group of radio buttons."""

    value: str
    """What is submitted."""
    text: str
    """What is shown."""


@dataclass(frozen=True, slots=True)
class Field:
    """One named, visible field of a form."""

    name: str
    label: str
    kind: FieldKind
    value: str
    """Current value; "1"/"0" for a checkbox; the chosen value of a select or radio group, "" if none."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the page; ``click 3`` follows the link with index 3."""

    index: int
    text: str
    href: str
    """Path and query on the same host, or a full URL for another host, as resolved against the page."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page; ``fill 2 k=v`` sets fields of the form with index 2 and submits it."""

    index: int
    method: Literal["get", "post"]
    action: str
    """Path (and query) that it submits to, resolved against the page."""
    fields: tuple[Field, ...]
    hidden: tuple[tuple[str, str], ...]
    """Hidden fields in document order; sent silently, never shown to the agent."""
    button: str
    """Visible text of the submit button."""
    button_field: tuple[str, str] | None = None
    """(name, value) of the submit button when it has a name; sent with the form."""


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A full-page screenshot with marks."""

    png: bytes
    """Marked image, PNG."""
    width: int
    """Image px (device scale factor 1: CSS px of the page)."""
    height: int
    marks: tuple[Mark, ...]
    tiles: tuple[bytes, ...] = ()
    """PNG tiles of a page longer than 16,000 px, top to bottom, with the same numbers; else empty."""
    unmarked: NDArray[np.uint8] | None = field(default=None, compare=False, repr=False)
    """uint8 (H, W, 3) RGB: the page without marks, for the record; None where only ``png`` is at hand."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture that the page shows; drawings (inline SVG) are none."""

    index: int
    """From 1, in document order."""
    alt: str
    """Its ``alt`` text, "" where it has none."""
    data: bytes
    """The file as the site sends it; empty where it sends none."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at a page. ``error`` tells what was wrong with the last action."""

    url: str
    title: str
    text: str
    """Visible text in reading order, one block a line."""
    links: tuple[Link, ...]
    forms: tuple[Form, ...]
    status: int = 200
    """HTTP status of the page."""
    error: str | None = None
    screenshot: Screenshot | None = None
    marked_text: str = ""
    """``text`` with ``[3]`` before link 3 and ``[F2]`` where form 2 begins: what `render` prints."""
    axtree: str | None = None
    """The accessibility tree as text (`harness.extraction.print_tree`); None unless asked for."""
    html: str | None = None
    """The markup without what no reader needs (`harness.extraction.prune`); None unless asked for."""
    pictures: tuple[PagePicture, ...] | None = None
    """In document order; None unless asked for."""
    pictured_text: str = ""
    """``marked_text`` with ``[picture 2]`` where picture 2 stands; "" unless pictures were asked for."""
