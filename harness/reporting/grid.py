"""A table before it becomes lines of a terminal, HTML, Markdown, LaTeX or CSV."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from harness.metrics import Share

RowKind = Literal["measured", "published", "group", "total"]
"""``published``: figures of the paper. ``group``: a heading within the table; its first cell is the text."""
NONE = "-"
"""Stands where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place of a table."""

    text: str
    """As a reader sees it."""
    note: str = ""
    """Said more quietly beside it: ``33/45``."""
    values: Mapping[str, float | int | None] | None = None
    """Name -> figure, not rounded: what CSV holds in place of the text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    cells: tuple[Cell, ...]
    kind: RowKind = "measured"
    opens_part: bool = False
    """Whether a line stands above it."""

    @classmethod
    def of(cls, *cells: Cell | str, kind: RowKind = "measured", opens_part: bool = False) -> "Row":
        """A row of cells, or of plain texts."""
        made = tuple(Cell(cell) if isinstance(cell, str) else cell for cell in cells)
        return cls(made, kind, opens_part)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table."""

    name: str
    """Of its files: ``success-by-language``."""
    title: str
    names: tuple[str, ...]
    """Headers of the columns that name a row."""
    figures: tuple[str, ...]
    """Headers of the columns of figures; a line break only where a terminal is narrow."""
    rows: tuple[Row, ...]
    note: str = ""
    """What has to be known to read it."""

    @property
    def headers(self) -> tuple[str, ...]:
        """Of all columns, each on one line."""
        return tuple(header.replace("\n", " ") for header in (*self.names, *self.figures))


def group_row(text: str) -> Row:
    """A heading within a table."""
    return Row.of(text, kind="group", opens_part=True)


def rate_cell(rate: float | None) -> Cell:
    """A rate of 0 to 1, in per cent with one decimal."""
    return Cell(NONE if rate is None else f"{rate:.1%}", values={"rate": rate})


def share_cell(share: Share | None, *, with_counts: bool = False) -> Cell:
    """A share in per cent; its counts in CSV, and on request beside it."""
    if share is None:
        return Cell(NONE)
    note = f"{share.count}/{share.of}" if with_counts and share.of else ""
    values = {"rate": share.rate, "count": share.count, "of": share.of}
    return Cell(rate_cell(share.rate).text, note, values)


def number_cell(value: float | None, form: str = ",") -> Cell:
    """A number in a format of Python's; what stands before a colon is put before it."""
    prefix, _, spec = form.rpartition(":")
    return Cell(NONE if value is None else f"{prefix}{value:{spec}}", values={"": value})
