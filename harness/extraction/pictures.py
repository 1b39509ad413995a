"""Where the pictures of a page stand in its text, and where their files lie."""

from dataclasses import dataclass

from harness.addresses import resolve
from harness.extraction.markup import attribute, collapse, is_hidden, parse_markup
from harness.extraction.page import body_of, element_markers
from harness.extraction.text import page_text


@dataclass(frozen=True, slots=True)
class PictureSource:
    """A picture of the page, not yet fetched."""

    index: int
    """From 1, in document order."""
    alt: str
    url: str
    """The absolute address of its file."""


@dataclass(frozen=True, slots=True)
class PicturedText:
    """The text of a page in which its pictures have their places."""

    text: str
    """As `Observation.marked_text`, with ``[picture 2]`` where picture 2 stands."""
    sources: tuple[PictureSource, ...]


def read_pictures(html: str, url: str) -> PicturedText:
    """The pictures of a page (every visible ``img[src]``) and its text with their numbers.

    Args:
        html: the page's markup.
        url: its address; relative ones are resolved against it.
    """
    tree = parse_markup(html)
    shown = [node for node in tree.css("img[src]") if not is_hidden(node)]
    marks = {node.mem_id: f"[picture {index}]" for index, node in enumerate(shown, 1)}
    text = page_text(body_of(tree), element_markers(tree) | marks)
    return PicturedText(
        text.marked,
        tuple(
            PictureSource(
                index,
                collapse(attribute(node, "alt") or ""),
                resolve((attribute(node, "src") or "").strip(), url),
            )
            for index, node in enumerate(shown, 1)
        ),
    )
