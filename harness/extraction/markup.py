"""Small questions about one node, asked by every part of the extractor."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNSEEN_TAGS = "noscript,script,style,template"
"""Elements whose content is never part of the page: dropped before anything is counted."""

_HTML_SPACE = re.compile(r"[ \t\n\r\f]+")


def parse_markup(html: str) -> LexborHTMLParser:
    """Parse as browsers do, and drop the elements that no reader sees."""
    tree = LexborHTMLParser(html)
    for node in tree.css(UNSEEN_TAGS):
        node.decompose()
    return tree


def attribute(node: LexborNode, name: str) -> str | None:
    """The attribute's value ("" when it has none), or None where it is absent."""
    attributes = node.attributes
    return (attributes[name] or "") if name in attributes else None


def has_attribute(node: LexborNode, name: str) -> bool:
    """Whether the attribute is present, with or without a value."""
    return name in node.attributes


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """The elements around a node, nearest first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def is_hidden(node: LexborNode) -> bool:
    """Whether the node or an element around it has the ``hidden`` attribute."""
    return has_attribute(node, "hidden") or any(has_attribute(outer, "hidden") for outer in ancestors(node))


def collapse(text: str) -> str:
    """Runs of HTML white space as one blank, none at the ends; other blanks (NBSP) stay."""
    return _HTML_SPACE.sub(" ", text).strip(" ")
