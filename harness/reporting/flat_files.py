"""Tables as CSV, with figures that are not rounded, and as Markdown."""

import csv
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from itertools import chain

from harness.reporting.grid import NONE, Cell, Grid, Row

_MARKDOWN_SIGNS = frozenset("\\`*_[]|#~")
PART = "part"
"""Column of CSV that holds the heading above a row."""
SOURCE = "source"
"""Column of CSV that tells measured rows from published ones."""


def to_csv(grid: Grid) -> str:
    """A line a row, without its headings: a column a figure, named for its header and what it is.

    Rates are 0 to 1, differences -1 to 1. A heading within the table is a column of its own, ``part``.
    """
    has_parts = any(row.kind == "group" for row in grid.rows)
    rows = [row for row in grid.rows if row.kind != "group"]
    names = [_value_names(rows, number) for number in range(len(grid.headers))]
    heads = [
        f"{header} {name}".strip()
        for header, found in zip(grid.headers, names, strict=True)
        for name in found
    ]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([PART, SOURCE, *heads] if has_parts else [SOURCE, *heads])
    part = ""
    for row in grid.rows:
        if row.kind == "group":
            part = row.cells[0].text
            continue
        values = [_values(cell, found) for cell, found in zip(row.cells, names, strict=True)]
        line = ["published" if row.kind == "published" else "measured", *chain.from_iterable(values)]
        writer.writerow([part, *line] if has_parts else line)
    return text.getvalue()


def to_markdown(grid: Grid) -> str:
    """A table of GitHub's Markdown; published rows are in italics, totals and headings in bold."""
    lines = [
        _line(map(escape_markdown, grid.headers)),
        _line([*["---"] * len(grid.names), *["---:"] * len(grid.figures)]),
        *(_line(_markdown_row(row, len(grid.headers))) for row in grid.rows),
    ]
    return "\n".join(lines) + "\n"


def escape_markdown(text: str) -> str:
    """A text in which nothing is a sign of Markdown or HTML."""
    safe = escape(text, quote=False).replace("\n", " ")
    return "".join(f"\\{char}" if char in _MARKDOWN_SIGNS else char for char in safe)


def _value_names(rows: Sequence[Row], column: int) -> tuple[str, ...]:
    """What the cells of a column hold; "" alone where they hold texts."""
    values = (row.cells[column].values for row in rows)
    return tuple(dict.fromkeys(name for found in values if found for name in found)) or ("",)


def _values(cell: Cell, names: Sequence[str]) -> list[str | float | int | None]:
    if cell.values is None:
        return [cell.text if names == ("",) and cell.text != NONE else None, *[None] * (len(names) - 1)]
    return [cell.values.get(name) for name in names]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_row(row: Row, columns: int) -> list[str]:
    if row.kind == "group":
        return [f"**{escape_markdown(row.cells[0].text)}**", *[""] * (columns - 1)]
    sign = {"published": "*", "total": "**"}.get(row.kind, "")
    return [_markdown_cell(cell, sign) for cell in row.cells]


def _markdown_cell(cell: Cell, sign: str) -> str:
    text = escape_markdown(cell.text)
    marked = f"{sign}{text}{sign}" if text else ""
    return f"{marked} <small>{escape_markdown(cell.note)}</small>" if cell.note else marked
