"""Chromium's accessibility tree as text: what a screen reader is told, a line an element.

Each line is indented by depth and says ``[3] link "name"``: the number that the element bears in every view,
its role, its name, then what state it is in. Numbers are joined through the DOM: a node of the tree knows the
element it stands for, and elements are numbered in document order, as everywhere. A field also tells the name
by which ``fill`` calls it (``field=q``), which no screen reader would say and no agent could guess.

Left out is what would say the same twice (the text of a link below the link) or nothing (boxes without a
role). What has a number but no place in the tree, such as a link in a closed box, stands at the end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Required, TypedDict

from harness.errors import BrowserError
from harness.extraction.markup import collapse
from harness.extraction.text import BLOCK_TAGS
from harness.observation import Observation

INDENT = "  "
SKIPPED_ROLES = frozenset({"InlineTextBox", "LineBreak", "ListMarker"})
TRANSPARENT_ROLES = frozenset({"generic", "LabelText", "MenuListPopup", "none", "RootWebArea"})
"""Roles that are replaced by what they hold, unless they have a name of their own."""
TYPED_ROLES = frozenset({"combobox", "searchbox", "spinbutton", "textbox"})
"""Fields whose text is their value."""
CONTAINER_ROLES = frozenset({"row", "rowgroup", "table"})
"""Their names only repeat what they hold."""
FIELD_TAGS = frozenset({"input", "select", "textarea"})
STATES = ("checked", "selected", "expanded", "disabled", "required")
CELL_TAGS = frozenset({"td", "th"})
GAPS = ("", " ", "\n")
"""From the narrowest to the widest."""
HIDDEN_HEADING = "not shown on the page:"


class AxValue(TypedDict, total=False):
    """A value of the protocol."""

    value: Any


class AxProperty(TypedDict):
    """A state of a node."""

    name: str
    value: AxValue


class AxNode(TypedDict, total=False):
    """A node of ``Accessibility.getFullAXTree``."""

    nodeId: Required[str]
    ignored: bool
    role: AxValue
    name: AxValue
    value: AxValue
    properties: list[AxProperty]
    childIds: list[str]
    backendDOMNodeId: int


class DomNode(TypedDict, total=False):
    """A node of ``DOM.getDocument``, white space included."""

    nodeName: Required[str]
    nodeValue: Required[str]
    backendNodeId: Required[int]
    attributes: list[str]
    children: list["DomNode"]


@dataclass(frozen=True, slots=True)
class _Element:
    tag: str
    attributes: Mapping[str, str]
    mark: str


@dataclass(slots=True)
class _Line:
    """A line of the tree, and the lines below it."""

    head: str
    said: str = ""
    """The element's name, or a text."""
    states: str = ""
    gap: str | None = None
    """Of a text: what separates it from the text before; None for elements."""
    below: list["_Line"] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether it is a bare text."""
        return self.gap is not None


def print_tree(nodes: Sequence[AxNode], document: DomNode, seen: Observation) -> str:
    """The tree as text.

    Args:
        nodes: what ``Accessibility.getFullAXTree`` answered, the root first.
        document: the root of ``DOM.getDocument``.
        seen: the same page as the extractor read it.

    Raises:
        BrowserError: page and observation hold different numbers of links or forms: marks would lie.
    """
    page = _Page(document)
    _compare(page, seen)
    printer = _Printer({node["nodeId"]: node for node in nodes}, page)
    lines = printer.read(nodes[0]) if nodes else []
    return "\n".join([*_written(lines, 0), *_unprinted(printer.printed, seen)])


class _Page:
    """What the DOM tells of the nodes of the tree."""

    def __init__(self, document: DomNode) -> None:
        self.elements: dict[int, _Element] = {}
        """Backend id -> element."""
        self.gaps: dict[int, str] = {}
        """Backend id of a text -> what separates it from the text before: nothing, a blank, a line end."""
        self._links = self._forms = 0
        self._gap = ""
        self._read(document)

    @property
    def marks(self) -> set[str]:
        """Those of all links and forms."""
        return {element.mark for element in self.elements.values() if element.mark}

    def _read(self, node: DomNode) -> None:
        tag = node["nodeName"].lower()
        if tag == "#text":
            self._read_text(node)
            return
        pairs = node.get("attributes", [])
        attributes = dict(zip(pairs[::2], pairs[1::2], strict=True))
        self.elements[node["backendNodeId"]] = _Element(tag, attributes, self._mark(tag, attributes))
        ends_line = tag in BLOCK_TAGS or tag == "br"
        self._widen("\n" if ends_line else "")
        for child in node.get("children", []):
            self._read(child)
        self._widen("\n" if ends_line else " " if tag in CELL_TAGS else "")

    def _read_text(self, node: DomNode) -> None:
        if not node["nodeValue"].strip():
            self._widen(" ")
            return
        self.gaps[node["backendNodeId"]], self._gap = self._gap, ""

    def _widen(self, gap: str) -> None:
        self._gap = max(self._gap, gap, key=GAPS.index)

    def _mark(self, tag: str, attributes: Mapping[str, str]) -> str:
        if tag == "a" and "href" in attributes:
            self._links += 1
            return f"[{self._links}]"
        if tag == "form":
            self._forms += 1
            return f"[F{self._forms}]"
        return ""


def _compare(page: _Page, seen: Observation) -> None:
    expected = {f"[{link.index}]" for link in seen.links} | {f"[F{form.index}]" for form in seen.forms}
    if page.marks != expected:
        raise BrowserError(
            f"the accessibility tree of {seen.url} has {len(page.marks)} links and forms, "
            f"the page as it was read {len(expected)}: the page changes by itself"
        )


class _Printer:
    """Turns nodes into lines, and notes which marks it printed."""

    def __init__(self, nodes: Mapping[str, AxNode], page: _Page) -> None:
        self._nodes = nodes
        self._page = page
        self.printed: set[str] = set()

    def read(self, node: AxNode) -> list[_Line]:
        """The lines of a node: none, its own, or those of what it holds."""
        role, element = _text(node.get("role")), self._element(node)
        mark = element.mark if element else ""
        if role in SKIPPED_ROLES:
            return []
        if role == "StaticText" and not node.get("ignored"):
            gap = self._page.gaps.get(node.get("backendDOMNodeId", 0), " ")
            return [_Line("text", _text(node.get("name")), gap=gap)]
        below = self._below(node)
        if not mark and (node.get("ignored") or role in TRANSPARENT_ROLES):
            return self._open(node, role, element, below)
        return [self._line(node, role, element, mark, below)]

    def _below(self, node: AxNode) -> list[_Line]:
        return [line for child in self._children(node) for line in self.read(child)]

    def _children(self, node: AxNode) -> list[AxNode]:
        return [self._nodes[child] for child in node.get("childIds", []) if child in self._nodes]

    def _open(self, node: AxNode, role: str, element: _Element | None, below: list[_Line]) -> list[_Line]:
        """What a node without a line of its own leaves to the one above it."""
        if role == "LabelText" and self._labels_a_field(node, element):
            return [line for line in below if not line.is_text]
        name = collapse(_text(node.get("name")))
        if role == "generic" and name:
            return [_Line("group", name, below=_without_repeats(name, below))]
        return below

    def _labels_a_field(self, node: AxNode, element: _Element | None) -> bool:
        """The field's own name says what its label says."""
        if element is not None and "for" in element.attributes:
            return True
        found = (self._element(child) for child in self._children(node))
        return any(child is not None and child.tag in FIELD_TAGS for child in found)

    def _line(
        self, node: AxNode, role: str, element: _Element | None, mark: str, below: list[_Line]
    ) -> _Line:
        if mark:
            self.printed.add(mark)
            role = "form" if mark.startswith("[F") else "link"
        name = "" if role in CONTAINER_ROLES else collapse(_text(node.get("name")))
        if role in TYPED_ROLES:
            below = [line for line in below if not line.is_text]
        below = _without_repeats(name, _joined(below))
        if not name and len(below) == 1 and below[0].is_text:
            name, below = below[0].said, []
        return _Line(f"{mark} {role}".strip(), name, _states(node, element), below=below)

    def _element(self, node: AxNode) -> _Element | None:
        backend_id = node.get("backendDOMNodeId")
        return None if backend_id is None else self._page.elements.get(backend_id)


def _joined(lines: Sequence[_Line]) -> list[_Line]:
    """Neighbouring texts of one block as one."""
    joined: list[_Line] = []
    for line in lines:
        if line.gap in ("", " ") and joined and joined[-1].is_text:
            before = joined.pop()
            joined.append(_Line("text", before.said + line.gap + line.said, gap=before.gap))
        else:
            joined.append(line)
    return [line for line in joined if not line.is_text or collapse(line.said)]


def _without_repeats(name: str, below: list[_Line]) -> list[_Line]:
    """Without the texts and pictures of which the name was made, where it was made of nothing else."""
    leaves = all(not line.below and (line.is_text or line.head == "image") for line in below)
    return [] if leaves and all(collapse(line.said) in name for line in below) else below


def _states(node: AxNode, element: _Element | None) -> str:
    states = {found["name"]: found["value"].get("value") for found in node.get("properties", [])}
    written = []
    if element is not None and element.tag in FIELD_TAGS and element.attributes.get("name"):
        written.append(f"field={element.attributes['name']}")
    value = _text(node.get("value"))
    if value:
        written.append(f"value={_quoted(value)}")
    if "level" in states and element is not None and element.tag != "li":
        written.append(f"level={states['level']}")
    written += [state for state in STATES if states.get(state) in (True, "true")]
    return "".join(f" {word}" for word in written)


def _written(lines: Sequence[_Line], depth: int) -> Iterator[str]:
    for line in _joined(lines):
        said = f" {_quoted(line.said)}" if line.said else ""
        yield f"{INDENT * depth}{line.head}{said}{line.states}"
        yield from _written(line.below, depth + 1)


def _unprinted(printed: set[str], seen: Observation) -> list[str]:
    links = [
        f"{INDENT}[{link.index}] link {_quoted(link.text)}"
        for link in seen.links
        if f"[{link.index}]" not in printed
    ]
    forms = [
        f"{INDENT}[F{form.index}] form, button {_quoted(form.button)}"
        for form in seen.forms
        if f"[F{form.index}]" not in printed
    ]
    return [HIDDEN_HEADING, *links, *forms] if links or forms else []


def _quoted(text: str) -> str:
    return f'"{collapse(text)}"'


def _text(value: AxValue | None) -> str:
    found = None if value is None else value.get("value")
    return "" if found is None else str(found)
