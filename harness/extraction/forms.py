"""Forms: their fields as an agent sees them, and their controls as a browser submits them.

An agent sees named, visible fields; a browser also needs every control in document order, the hidden ones
and the button included, because that order is the order of the submitted data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

from harness.extraction.markup import ancestors, attribute, collapse, has_attribute, is_hidden
from harness.extraction.text import image_alternative, inline_text
from harness.observation import Field, FieldKind, Option

ControlKind = Literal["text", "password", "textarea", "select", "radio", "checkbox", "hidden", "button"]
UNSUPPORTED_INPUTS = frozenset({"button", "file", "image", "reset"})
"""Types that neither an agent can set nor a submission by button needs."""
INPUT_KINDS: Mapping[str, ControlKind] = {
    "checkbox": "checkbox",
    "password": "password",
    "radio": "radio",
    "textarea": "textarea",
}
"""Types that are more than a line of text."""


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a form, as it takes part in a submission."""

    kind: ControlKind
    name: str
    """"" for a control that is not submitted (a button without a name)."""
    value: str
    """What is submitted when the control takes part; the current value of a text field or select."""
    label: str
    """The text by which a reader knows it; the visible text of a button."""
    checked: bool = False
    """Whether a radio button or checkbox takes part."""
    options: tuple[Option, ...] = ()
    """The choices of a select."""
    group: str = ""
    """The legend around a radio button."""
    max_length: int | None = None
    """``maxlength``, in UTF-16 code units."""


@dataclass(frozen=True, slots=True)
class FormControls:
    """All controls of one form in document order, disabled ones left out."""

    controls: tuple[Control, ...]

    @property
    def submitter(self) -> Control | None:
        """The first submit button: the one that is pressed."""
        return next((control for control in self.controls if control.kind == "button"), None)

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """(name, value) of what is sent silently."""
        return tuple((control.name, control.value) for control in self.controls if control.kind == "hidden")

    @property
    def fields(self) -> tuple[Field, ...]:
        """What an agent may set; the radio buttons of one name are one field."""
        fields: dict[str, Field] = {}
        for control in self.controls:
            if control.kind not in ("hidden", "button"):
                fields[control.name] = _merge(fields.get(control.name), control)
        return tuple(fields.values())


def read_controls(tree: LexborHTMLParser, forms: Sequence[LexborNode]) -> tuple[FormControls, ...]:
    """The controls of each form, those outside it that name it by ``form=`` included."""
    labels = _labels(tree)
    by_form: dict[int, list[Control]] = {form.mem_id: [] for form in forms}
    form_ids = {form.attributes["id"]: form.mem_id for form in reversed(forms) if form.attributes.get("id")}
    for node in tree.css("input,select,textarea,button"):
        owner = _owner(node, form_ids)
        if owner not in by_form or _is_disabled(node):
            continue
        control = _control(node, labels)
        if control is not None:
            by_form[owner].append(control)
    return tuple(FormControls(tuple(by_form[form.mem_id])) for form in forms)


def _merge(field: Field | None, control: Control) -> Field:
    kind: FieldKind = control.kind  # type: ignore[assignment] - hidden and button never come here
    if kind == "radio":
        option = Option(control.value, control.label)
        chosen = control.value if control.checked else (field.value if field else "")
        options = (*field.options, option) if field else (option,)
        return Field(control.name, control.group or control.name, kind, chosen, options)
    if field is not None:
        return field
    value = str(int(control.checked)) if kind == "checkbox" else control.value
    return Field(control.name, control.label, kind, value, control.options)


def _owner(node: LexborNode, form_ids: Mapping[str | None, int]) -> int | None:
    named = attribute(node, "form")
    if named is not None:
        return form_ids.get(named)
    return next((outer.mem_id for outer in ancestors(node) if outer.tag == "form"), None)


def _is_disabled(node: LexborNode) -> bool:
    return has_attribute(node, "disabled") or any(
        outer.tag == "fieldset" and has_attribute(outer, "disabled") for outer in ancestors(node)
    )


def _control(node: LexborNode, labels: Mapping[int, str]) -> Control | None:
    kind = _kind(node)
    name = attribute(node, "name") or ""
    if kind is None or (not name and kind != "button"):
        return None
    return Control(
        kind=kind,
        name=name,
        value=_value(node, kind),
        label=_button_text(node) if kind == "button" else _label(node, labels),
        checked=has_attribute(node, "checked"),
        options=_options(node) if kind == "select" else (),
        group=_legend(node) if kind == "radio" else "",
        max_length=_max_length(node),
    )


def _kind(node: LexborNode) -> ControlKind | None:
    kind = "textarea" if node.tag == "textarea" else (attribute(node, "type") or "").lower()
    if kind in UNSUPPORTED_INPUTS:
        return None
    if node.tag == "button" or kind == "submit":
        return "button"
    if kind == "hidden" or has_attribute(node, "readonly") or is_hidden(node):
        return "hidden"
    return "select" if node.tag == "select" else INPUT_KINDS.get(kind, "text")


def _value(node: LexborNode, kind: ControlKind) -> str:
    if node.tag == "textarea":
        return node.text()
    if node.tag == "select":
        return _chosen(node)
    value = attribute(node, "value")
    if value is None:
        return "on" if kind in ("radio", "checkbox") else ""
    one_line = node.tag == "input" and kind in ("text", "password")
    return value.replace("\n", "").replace("\r", "") if one_line else value


def _chosen(select: LexborNode) -> str:
    options = [option for option in select.css("option") if not has_attribute(option, "disabled")]
    selected = [option for option in options if has_attribute(option, "selected")]
    chosen = selected[-1] if selected else (options[0] if options else None)
    return _option(chosen).value if chosen is not None else ""


def _options(select: LexborNode) -> tuple[Option, ...]:
    return tuple(_option(node) for node in select.css("option") if not has_attribute(node, "disabled"))


def _option(node: LexborNode) -> Option:
    text = collapse(node.text())
    value = attribute(node, "value")
    return Option(text if value is None else value, text)


def _button_text(node: LexborNode) -> str:
    if node.tag == "input":
        return collapse(attribute(node, "value") or "")
    return inline_text(node) or collapse(attribute(node, "aria-label") or "") or image_alternative(node)


def _labels(tree: LexborHTMLParser) -> dict[int, str]:
    """Field (``mem_id``) -> text of the labels that name it or hold it."""
    texts: dict[int, list[str]] = {}
    for label in tree.css("label"):
        target = _labelled(tree, label)
        if target is not None:
            texts.setdefault(target.mem_id, []).append(inline_text(label))
    return {field: " ".join(filter(None, parts)) for field, parts in texts.items()}


def _labelled(tree: LexborHTMLParser, label: LexborNode) -> LexborNode | None:
    named = attribute(label, "for")
    if named is None:
        return label.css_first("input,select,textarea")
    escaped = named.replace("\\", "\\\\").replace('"', '\\"')
    return tree.css_first(f'[id="{escaped}"]') if named else None


def _label(node: LexborNode, labels: Mapping[int, str]) -> str:
    named = labels.get(node.mem_id)
    if named:
        return named
    texts = (attribute(node, name) for name in ("aria-label", "placeholder", "title"))
    return next((collapse(text) for text in texts if text), "")


def _legend(node: LexborNode) -> str:
    for outer in ancestors(node):
        if outer.tag == "fieldset":
            legend = outer.css_first("legend")
            return inline_text(legend) if legend is not None else ""
    return ""


def _max_length(node: LexborNode) -> int | None:
    length = attribute(node, "maxlength") or ""
    return int(length) if length.isascii() and length.isdigit() else None
