"""Reading back what a record holds of a page: its links and forms, as `harness.extraction` wrote them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from harness.observation import FieldKind

_LINKS, _FORMS = "\n\nLINKS:\n", "\n\nFORMS:\n"
"""No other line of a page follows an empty one."""
_LINK = re.compile(r"^\[(?P<index>\d+)\] .*?-> (?P<href>\S*)$", re.MULTILINE)
_FORM = re.compile(r"^\[F(?P<index>\d+)\] [A-Z]+ (?P<action>\S*), button: ", re.MULTILINE)
_KINDS = "|".join(get_args(FieldKind))
_FIELD = re.compile(
    rf"^  (?P<name>\S+) \((?:{_KINDS})[,)].*?(?:; options: (?P<options>.*))?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class RenderedForm:
    """A form as the text of a page tells of it."""

    action: str
    """Path and query that it submits to."""
    fields: Mapping[str, Mapping[str, str]]
    """Name of each field -> text of each of its options -> value that is submitted; the text itself where
    nothing else is written, as for the empty value."""


def read_links(observation: str) -> dict[int, str]:
    """Number of each link -> where it leads, in order.

    Args:
        observation: the page as text (`harness.extraction.render`).
    """
    links = observation.partition(_LINKS)[2].partition(_FORMS.strip("\n"))[0]
    return {int(match["index"]): match["href"] for match in _LINK.finditer(links)}


def read_forms(observation: str) -> dict[int, RenderedForm]:
    """Number of each form -> the form, in order.

    Args:
        observation: the page as text (`harness.extraction.render`).
    """
    text = observation.partition(_LINKS)[2].partition(_FORMS.strip("\n"))[2]
    heads = list(_FORM.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {
        int(head["index"]): RenderedForm(head["action"], _fields(text[head.end() : end]))
        for head, end in zip(heads, ends, strict=True)
    }


def _fields(text: str) -> dict[str, Mapping[str, str]]:
    return {match["name"]: _options(match["options"] or "") for match in _FIELD.finditer(text)}


def _options(text: str) -> dict[str, str]:
    pairs = (part.partition(": ") for part in text.split(", "))
    return {shown or value: value for value, _, shown in pairs if value}
