"""The visible text of a page in reading order, one block a line.

A row of a table is one line, its cells set apart by `` | ``. The same walk gives two texts: the pure one,
and one in which ``[3]`` stands before link 3 and ``[F2]`` where form 2 begins, so that a reader knows which
of five equal buttons belongs to which product.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from harness.extraction.markup import collapse, has_attribute

# fmt: off
BLOCK_TAGS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li", "main", "nav", "ol", "p", "pre",
    "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
})
# fmt: on
SKIPPED_TAGS = frozenset(["head", "iframe", "object", "select", "svg", "textarea", "title"])
"""Elements that show no text of the page, or whose text stands in the list of forms."""
BOX_TAGS = SKIPPED_TAGS | {"button", "img", "input", "label", "video"}
"""Elements that stand apart from the words beside them, though no white space does."""
CELL_SEPARATOR = " | "

_MARKER = re.compile("\ue000[^\ue001]*\ue001 ?")
_SENTINELS = {0xE000: None, 0xE001: None}
_LABEL_SKIPPED_TAGS = SKIPPED_TAGS | {"button", "input"}


@dataclass(frozen=True, slots=True)
class PageText:
    """Both texts of a page."""

    pure: str
    marked: str
    """With ``[3]`` before link 3 and ``[F2]`` before the first words of form 2."""


def page_text(body: LexborNode, markers: Mapping[int, str]) -> PageText:
    """Read the text of ``body``.

    Args:
        body: the element to read.
        markers: node (``mem_id``) -> what is written before it in the marked text, such as ``[3]``.
    """
    reader = _Reader(markers)
    reader.read(body)
    lines = reader.finish()
    return PageText(
        pure="\n".join(filter(None, (collapse(_MARKER.sub("", f"{line} ")) for line in lines))),
        marked="\n".join(line.translate(_SENTINELS) for line in lines),
    )


def inline_text(node: LexborNode) -> str:
    """The text of one element on one line, without that of fields and buttons in it."""
    pieces: list[str] = []
    _gather(node, pieces)
    return collapse("".join(pieces))


def image_alternative(node: LexborNode) -> str:
    """The ``alt`` texts of the images in an element, else the title of its first inline drawing."""
    alternatives = [collapse(image.attributes.get("alt") or "") for image in node.css("img[alt]")]
    if any(alternatives):
        return " ".join(filter(None, alternatives))
    drawing_title = node.css_first("svg title")
    return collapse(drawing_title.text()) if drawing_title else ""


@dataclass(slots=True)
class _Reader:
    markers: Mapping[int, str]
    lines: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def read(self, node: LexborNode) -> None:
        """Add a node and what is in it."""
        if node.is_text_node:
            self.pieces.append((node.text_content or "").translate(_SENTINELS))
        elif node.is_element_node and not has_attribute(node, "hidden"):
            if node.tag in BOX_TAGS:
                self.pieces.append(" ")
            if node.tag not in SKIPPED_TAGS:
                self._read_element(node)
            if node.tag in BOX_TAGS:
                self.pieces.append(" ")

    def finish(self) -> list[str]:
        """All lines, none of them empty."""
        self._end_line()
        if waiting := collapse("".join(self.pieces)):
            self.lines.append(waiting)
        return self.lines

    def _read_element(self, node: LexborNode) -> None:
        is_block = node.tag in BLOCK_TAGS
        if is_block:
            self._end_line()
        marker = self.markers.get(node.mem_id)
        if marker:
            self.pieces.append(f"\ue000{marker}\ue001 ")
        if node.tag == "br":
            self._end_line()
        elif node.tag == "tr":
            self._read_row(node)
        elif node.tag == "pre":
            self._read_preformatted(node)
        elif node.tag == "input":
            self._read_input(node)
        else:
            self._read_children(node)
        if is_block:
            self._end_line()

    def _read_children(self, node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            self.read(child)

    def _read_row(self, row: LexborNode) -> None:
        cells = []
        for cell in row.iter(include_text=False):
            if cell.tag in ("td", "th"):
                inner = _Reader(self.markers)
                inner._read_children(cell)
                cells.append(" ".join(inner.finish()))
        self.pieces.append(CELL_SEPARATOR.join(cells) if any(cells) else "")

    def _read_input(self, node: LexborNode) -> None:
        if (node.attributes.get("type") or "").lower() in ("submit", "reset", "button"):
            self.pieces.append((node.attributes.get("value") or "").translate(_SENTINELS))

    def _read_preformatted(self, node: LexborNode) -> None:
        for line in node.text().splitlines():
            self.pieces.append(line.translate(_SENTINELS))
            self._end_line()

    def _end_line(self) -> None:
        line = collapse("".join(self.pieces))
        if _MARKER.sub("", line).strip(" ") == "":
            return  # a marker that stands alone waits for the words that follow it
        self.pieces.clear()
        self.lines.append(line)


def _gather(node: LexborNode, pieces: list[str]) -> None:
    for child in node.iter(include_text=True):
        if child.is_text_node:
            pieces.append(child.text_content or "")
        elif _belongs_to_label(child):
            space = " " if child.tag == "br" or child.tag in BLOCK_TAGS else ""
            pieces.append(space)
            _gather(child, pieces)
            pieces.append(space)


def _belongs_to_label(node: LexborNode) -> bool:
    return node.is_element_node and node.tag not in _LABEL_SKIPPED_TAGS and not has_attribute(node, "hidden")
