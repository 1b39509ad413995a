"""The markup of a page for a reader of markup: what only a style sheet or a script needs is left out.

Kept are the elements and what they say: addresses, names, values and states of fields, labels, alternatives
of pictures. Left out are scripts, styles, drawings (``svg``), comments, hidden fields and elements, all other
attributes, and elements that say nothing themselves (``div``, ``span``), whose content stays.
A link bears its number as ``mark="3"``, a form as ``mark="F2"``, and each block begins a line.
"""

from html import escape

from selectolax.lexbor import LexborNode

from harness.extraction.markup import attribute, collapse, has_attribute, parse_markup
from harness.extraction.page import body_of, element_markers
from harness.extraction.text import BLOCK_TAGS

LEFT_OUT = frozenset({"base", "head", "link", "meta", "svg", "iframe", "object"})
TRANSPARENT = frozenset({"bdi", "body", "div", "span", "tbody"})
"""Elements that are replaced by what they hold."""
VOID = frozenset({"br", "hr", "img", "input", "wbr"})
OWN_LINE = BLOCK_TAGS | {"option", "select", "optgroup"}
# fmt: off
KEPT_ATTRIBUTES = (
    "href", "action", "method", "for", "id", "type", "name", "value", "placeholder", "maxlength", "alt",
    "title", "aria-label", "colspan", "rowspan", "checked", "selected", "disabled", "readonly", "required",
    "open",
)
# fmt: on
"""In the order in which they are written; ``id`` only of fields, for their labels."""
BOOLEAN = frozenset({"checked", "selected", "disabled", "readonly", "required", "open"})
FIELDS = frozenset({"input", "select", "textarea"})


def prune(html: str) -> str:
    """The pruned markup of a page's body, one block a line."""
    tree = parse_markup(html)
    writer = _Writer(element_markers(tree))
    writer.write(body_of(tree))
    return writer.finish()


class _Writer:
    def __init__(self, marks: dict[int, str]) -> None:
        self._marks = marks
        self._lines: list[str] = []
        self._line: list[str] = []

    def write(self, node: LexborNode) -> None:
        """Write a node and what is in it."""
        if node.is_text_node:
            self._line.append(escape(node.text_content or "", quote=False))
        elif node.is_element_node and not self._is_left_out(node):
            self._write_element(node)

    def finish(self) -> str:
        """All of it."""
        self._break()
        return "\n".join(self._lines)

    def _is_left_out(self, node: LexborNode) -> bool:
        if node.tag in LEFT_OUT or has_attribute(node, "hidden"):
            return True
        return node.tag == "input" and (attribute(node, "type") or "").lower() == "hidden"

    def _write_element(self, node: LexborNode) -> None:
        starts_line = node.tag in OWN_LINE
        if starts_line:
            self._break()
        if node.tag in TRANSPARENT:
            self._write_children(node)
        else:
            self._line.append(f"<{node.tag}{self._attributes(node)}>")
            if node.tag not in VOID:
                self._write_children(node)
                self._line.append(f"</{node.tag}>")
        if starts_line:
            self._break()

    def _write_children(self, node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            self.write(child)

    def _attributes(self, node: LexborNode) -> str:
        mark = self._marks.get(node.mem_id)
        written = [] if mark is None else [f' mark="{mark.strip("[]")}"']
        for name in KEPT_ATTRIBUTES:
            value = attribute(node, name)
            if value is not None and (name != "id" or node.tag in FIELDS):
                written.append(f" {name}" if name in BOOLEAN else f' {name}="{escape(value)}"')
        return "".join(written)

    def _break(self) -> None:
        line = collapse("".join(self._line))
        self._line.clear()
        if line:
            self._lines.append(line)
