"""Texts by key: the seed plans rows in no language, and a `Writer` writes them in one.

A plan holds `Text("kinds.kettle.name")` where a row will hold a localised string, so that ids, prices and
ratings can't depend on the language, and the same plan serves all five databases.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

from sites.kit.errors import ContentError
from sites.kit.localization import Content, format_money, format_number, format_percent, load_content, store

SlotValue: TypeAlias = "int | str | Text | Money | Percent"
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Money:
    """An amount, written in the language's currency."""

    cents: int


@dataclass(frozen=True, slots=True)
class Percent:
    """A whole percentage."""

    value: int


@dataclass(frozen=True)
class Text:
    """A text of the content files and what fills its slots: numbers, other texts, or plain words."""

    key: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)

    def identity(self) -> tuple[object, ...]:
        """Equal for texts that read the same."""
        return (self.key, *sorted((name, repr(value)) for name, value in self.slots.items()))


class Writer:
    """Writes texts in one language, whose file lies in ``folder``.

    Raises:
        ContentError: on creation, when there is no content file; on writing, when a key or slot is missing.
    """

    def __init__(self, lang: str, folder: Path) -> None:
        self.lang = lang
        self._file = folder / f"{lang}.yaml"
        self._texts = dict(_flatten(load_content(folder, lang)))

    def write(self, text: Text) -> str:
        """The text in this language, its slots filled, in the form that databases hold."""
        pattern = self.pattern(text.key)
        return _SLOT.sub(lambda slot: self._slot(text, slot.group(1)), pattern) if "{" in pattern else pattern

    def pattern(self, key: str) -> str:
        """The text as it stands in the file."""
        try:
            return self._texts[key]
        except KeyError as error:
            raise ContentError(f"{self._file}: the text {key} is missing") from error

    def _slot(self, text: Text, name: str) -> str:
        if name not in text.slots:
            raise ContentError(f"{self._file}: {text.key} has the slot {{{name}}}, which nothing fills")
        return self._value(text.slots[name])

    def _value(self, value: SlotValue) -> str:
        match value:
            case Text():
                return self.write(value)
            case Money():
                return format_money(value.cents, self.lang)
            case Percent():
                return format_percent(value.value, self.lang)
            case int():
                return format_number(value, self.lang)
            case _:
                return value


@cache
def keys_under(folder: Path, section: str) -> tuple[str, ...]:
    """The dotted keys of a section, in the order of the English file; all languages have the same."""
    return tuple(key for key in _english_keys(folder) if key.startswith(f"{section}."))


@cache
def _english_keys(folder: Path) -> tuple[str, ...]:
    return tuple(key for key, _ in _flatten(load_content(folder, "en")))


def _flatten(content: Content, prefix: str = "") -> list[tuple[str, str]]:
    if isinstance(content, str):
        return [(prefix, store(content))]
    if isinstance(content, tuple):
        raise ContentError(f"{prefix}: a list; texts of this site have keys")
    joined = ((f"{prefix}.{name}" if prefix else name, value) for name, value in content.items())
    return [leaf for name, value in joined for leaf in _flatten(value, name)]
