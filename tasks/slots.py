"""Slots: values drawn from a site's database, and how they are written into sentences, forms and paths.

The same slot is written in three ways. In a sentence ``{price_c}`` becomes an amount of the language
(``৳১,৫৩০``), ``{n}`` a number in its digits, a text stays as the site shows it. In a form field
``{price_c:amount}`` is the bare local amount. In a path everything stays canonical.
"""

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter
from urllib.parse import quote

from sites.kit.changes import Value
from sites.kit.localization import format_money, format_number, get_language, localize_digits, to_ascii_digits
from tasks.errors import TaskError

CENTS_SUFFIX = "_c"
"""A slot whose name ends so holds US cents, like the columns of every site's schema."""
_WHOLE_SLOT = re.compile(r"\{(\w+)\}\Z")


class _Text(Formatter):
    """Formats slots for reading: localised numbers and amounts."""

    def __init__(self, slots: Mapping[str, Value], lang: str) -> None:
        self._slots = slots
        self._lang = lang

    def get_value(self, key: object, args: object, kwargs: object) -> tuple[str, Value]:  # noqa: ARG002
        name = str(key)
        if name not in self._slots:
            raise TaskError(f"unknown slot {{{name}}}: known are {', '.join(sorted(self._slots)) or 'none'}")
        return name, self._slots[name]

    def format_field(self, value: tuple[str, Value], format_spec: str) -> str:  # type: ignore[override]
        name, slot = value
        if slot is None or isinstance(slot, str):
            return slot or ""
        if format_spec == "raw":
            return str(slot)
        if format_spec == "amount":
            return _local_amount(int(slot), self._lang)
        if name.endswith(CENTS_SUFFIX):
            return format_money(int(slot), self._lang)
        return (
            format_number(slot, self._lang)
            if isinstance(slot, int)
            else localize_digits(str(slot), self._lang)
        )


class _Path(_Text):
    """Formats slots for addresses: canonical and percent-encoded."""

    def format_field(self, value: tuple[str, Value], format_spec: str) -> str:  # type: ignore[override]
        name, slot = value
        if format_spec == "amount":
            return quote(super().format_field((name, slot), format_spec), safe="")
        return quote(str(slot), safe="")


def fill_text(pattern: str, slots: Mapping[str, Value], lang: str) -> str:
    """The pattern with slots as a reader of the language sees them on the site."""
    return _Text(slots, lang).vformat(pattern, (), {})


def fill_path(pattern: str, slots: Mapping[str, Value], lang: str) -> str:
    """The pattern with canonical, percent-encoded slots."""
    return _Path(slots, lang).vformat(pattern, (), {})


def fill_value(pattern: Value, slots: Mapping[str, Value], lang: str) -> Value:
    """A value to compare with a column: a pattern that is one slot keeps the slot's own type."""
    if not isinstance(pattern, str):
        return pattern
    whole = _WHOLE_SLOT.match(pattern)
    if whole and whole.group(1) in slots:
        return slots[whole.group(1)]
    return fill_text(pattern, slots, lang)


def open_for_queries(database: Path) -> sqlite3.Connection:
    """A read-only connection, with ``figure(text)``: the one number that a text states, else NULL.

    A seller's answer says its number only in words of the language; ``figure`` makes it canonical.
    """
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    connection.create_function("figure", 1, _figure, deterministic=True)
    return connection


def choose_row(connection: sqlite3.Connection, query: str, seed: int, task_id: str) -> dict[str, Value]:
    """One row of the query, chosen by (seed, task id): the same row in every language.

    Rows are put in an order of their own first, so that a query without ORDER BY is no trap.

    Raises:
        TaskError: the query can't run, or gives no row.
    """
    rows = run_query(connection, query, {}, task_id)
    if not rows:
        raise TaskError(f"{task_id}: its slots_query gives no row; loosen its conditions")
    return pick(rows, f"{seed}/{task_id}")


def pick(rows: Iterable[dict[str, Value]], key: str) -> dict[str, Value]:
    """One of the rows, chosen by a key, whatever order they come in. There must be one."""
    ordered = sorted(rows, key=lambda row: [str(value) for value in row.values()])
    return ordered[int.from_bytes(hashlib.sha256(key.encode()).digest()[:8]) % len(ordered)]


def run_query(
    connection: sqlite3.Connection, query: str, slots: Mapping[str, Value], task_id: str
) -> list[dict[str, Value]]:
    """All rows of a query with the slots as named parameters.

    Raises:
        TaskError: SQLite refuses the query.
    """
    try:
        cursor = connection.execute(query, dict(slots))
    except sqlite3.Error as error:
        raise TaskError(f"{task_id}: query failed ({error}): {query.strip()}") from error
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def slot_names(pattern: str) -> frozenset[str]:
    """The slots that a pattern names."""
    return frozenset(name for _, name, _, _ in Formatter().parse(pattern) if name)


def missing_slots(patterns: Iterable[str], slots: Mapping[str, Value]) -> frozenset[str]:
    """Slots named by the patterns but not drawn."""
    return frozenset().union(*(slot_names(pattern) for pattern in patterns)) - slots.keys()


def _figure(text: str | None) -> int | None:
    numbers = re.findall(r"\d+", to_ascii_digits(text or ""))
    return int(numbers[0]) if len(numbers) == 1 else None


def _local_amount(cents: int, lang: str) -> str:
    """An amount as a user types it: local currency, local digits, no sign and no grouping."""
    local = cents * get_language(lang).rate
    whole, rest = divmod(local, 100)
    text = str(whole) if not rest else f"{whole}.{rest:02d}"
    return localize_digits(text, lang)
