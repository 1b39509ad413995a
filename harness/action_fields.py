r"""The fields of a `fill` action: `name=value; name2="a value; with signs"`.

A value ends at `;` or at the end of the line. In quotes it may hold both, and `\"` and `\\` stand for
themselves; without quotes `\;` is a semicolon and every other backslash is one. Only the ASCII semicolon
separates: those of Urdu, Amharic and Greek belong to the value.
"""

import re

from harness.errors import ActionError
from harness.reply_lines import fold_width

_EXPECTED = "expected fields as name=value; name2=value2"
_NAME = re.compile(r"\s*(?P<quote>[\"'`]?)(?P<name>[^=＝;\n]*?)(?P=quote)\s*[=＝][ \t]*")
_QUOTED = re.compile(
    r"(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'|“(?P<curly>[^“”]*)”)"
    r"[ \t]*(?=;|\n|\Z)",
    re.DOTALL,
)
_PLAIN = re.compile(r"(?:\\[^\n]|[^;\n\\]|\\(?=\n|\Z))*")
_ESCAPED_IN_QUOTES = re.compile(r"\\([\"'\\])")
_ESCAPED_PLAIN = re.compile(r"\\([;=])")


def parse_fields(text: str) -> tuple[dict[str, str], int]:
    """The fields that the text begins with, and how many line ends they span.

    Raises:
        ActionError: no field, JSON, a field named twice, or text that belongs to no field.
    """
    if text.lstrip().startswith("{"):
        raise ActionError(f"{_EXPECTED}, got JSON; write them without braces")
    fields: dict[str, str] = {}
    last_plain: str | None = None
    position = 0
    while True:
        name = _NAME.match(text, position)
        if name is not None and name["name"].strip():
            last_plain, position = _read_field(fields, fold_width(name["name"]).strip(), text, name.end())
        else:
            piece = _PLAIN.match(text, position)
            position, stray = _end_of(piece, position), piece[0] if piece else ""
            _continue_value(fields, last_plain, stray)
        if text[position : position + 1] != ";":
            break
        position += 1
    if not fields:
        raise ActionError(f"{_EXPECTED}, got {text.splitlines()[0].strip()!r}")
    return fields, text.count("\n", 0, position)


def write_field(name: str, value: str) -> str:
    """One field as text; in quotes where the plain value would not be read back."""
    if value and value == value.strip() and not re.search(r"[;\n\r\\\"'“`*_]", value):
        return f"{name}={value}"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}="{escaped}"'


def _read_field(fields: dict[str, str], name: str, text: str, start: int) -> tuple[str | None, int]:
    """Put one field into ``fields``.

    Returns:
        The name if its value may go on after a `;` (None after quotes), and where the value ends.
    """
    if name in fields:
        raise ActionError(f"the field {name!r} is given twice; name each field once")
    quoted = _QUOTED.match(text, start)
    if quoted is not None:
        inner = next(group for group in quoted.groups() if group is not None)
        fields[name] = _ESCAPED_IN_QUOTES.sub(r"\1", inner)
        return None, quoted.end()
    plain = _PLAIN.match(text, start)
    fields[name] = _ESCAPED_PLAIN.sub(r"\1", plain[0] if plain else "").strip()
    return name, _end_of(plain, start)


def _continue_value(fields: dict[str, str], name: str | None, stray: str) -> None:
    if not stray.strip():
        return
    if name is None:
        raise ActionError(f"{_EXPECTED}, got {stray.strip()!r}")
    fields[name] += ";" + _ESCAPED_PLAIN.sub(r"\1", stray).rstrip()


def _end_of(match: re.Match[str] | None, position: int) -> int:
    return position if match is None else match.end()
