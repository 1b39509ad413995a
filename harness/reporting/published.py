"""The figures that the paper published, from a data file of their own (`PUBLISHED_FILE`).

They are of the paper's own tasks, sites and harness, so they stand beside measured figures and are never
counted with them. Everything in the file is in per cent; here rates are 0 to 1 and differences -1 to 1.
Source: LoWAgent paper, tables 2 to 20.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from harness.errors import ConfigError
from harness.metrics.rates import mean

PUBLISHED_FILE = Path(__file__).parent / "published.yaml"
Access = Literal["closed", "open"]
"""Whether the weights of a model can be had."""


class _FileModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_FileModel):
    """Where the figures come from."""

    title: str
    identifier: str
    """``arXiv:2610.27205``."""
    published: str
    """ISO date."""
    tasks: str
    """What was run."""
    tasks_per_site: int
    """In each language."""
    not_in_figures: str
    """What the paper only draws."""


class ModelTable(_FileModel):
    """A table with a row a model."""

    table: int
    """Its number in the paper."""
    columns: tuple[str, ...]
    """Languages."""
    rows: Mapping[str, tuple[float, ...]]
    """Model -> figures in per cent, one a language."""

    @model_validator(mode="after")
    def _require_whole_rows(self) -> "ModelTable":
        _require_whole_rows(self.table, self.columns, self.rows)
        return self


class SiteTable(_FileModel):
    """A table with a row a site, of one model."""

    table: int
    model: str
    disruptions: bool
    columns: tuple[str, ...]
    """Languages, and ``all``."""
    rows: Mapping[str, tuple[float, ...]]
    """Site -> figures in per cent, one a column."""

    @model_validator(mode="after")
    def _require_whole_rows(self) -> "SiteTable":
        _require_whole_rows(self.table, self.columns, self.rows)
        return self


class PublishedFile(_FileModel):
    """The data file."""

    source: Source
    access: Mapping[str, Access]
    """Model -> how the paper groups it; in the paper's order."""
    differences: ModelTable
    totals: ModelTable
    sites: tuple[SiteTable, ...]


@dataclass(frozen=True, slots=True)
class PublishedRates:
    """A row of published figures."""

    where: str
    """``Table 12``."""
    by_lang: Mapping[str, float]
    """Language, or ``all`` where the paper tells it -> rate; differences too, but for English."""


def published() -> PublishedFile:
    """The data file.

    Raises:
        ConfigError: it can't be read.
    """
    return _read(PUBLISHED_FILE)


def site_rates(model: str, site: str, *, disruptions: bool) -> PublishedRates | None:
    """Success of a model on a site; None where the paper does not tell it."""
    table = _site_table(model, disruptions)
    if table is None or site not in table.rows:
        return None
    return PublishedRates(f"Table {table.table}", _rates(table.columns, table.rows[site]))


def total_rates(model: str, sites: Collection[str], *, disruptions: bool) -> PublishedRates | None:
    """Success of a model over some sites: the paper's own total of all, else the mean of its rows.

    Every site of the paper has as many tasks, so the mean of rates is the rate.

    Returns:
        None where the paper does not tell a site of them.
    """
    totals = published().totals
    table = _site_table(model, disruptions)
    if table is None or not set(sites) <= table.rows.keys() or not sites:
        return None
    if not disruptions and set(sites) == table.rows.keys() and model in totals.rows:
        return PublishedRates(f"Table {totals.table}", _rates(totals.columns, totals.rows[model]))
    means = {
        column: mean(table.rows[site][table.columns.index(column)] / 100 for site in sorted(sites)) or 0.0
        for column in table.columns
    }
    of = "" if len(sites) == 1 else f", mean of {len(sites)} rows"
    return PublishedRates(f"Table {table.table}{of}", means)


def english_differences(model: str) -> PublishedRates | None:
    """Success in English over all sites, and the differences of other languages to it."""
    table = published().differences
    if model not in table.rows:
        return None
    return PublishedRates(f"Table {table.table}", _rates(table.columns, table.rows[model]))


def published_models() -> Iterator[tuple[str, Access]]:
    """Models of the paper with their access, in its order."""
    yield from published().access.items()


def published_sites() -> tuple[str, ...]:
    """Sites of the paper, in its order."""
    return tuple(dict.fromkeys(site for table in published().sites for site in table.rows))


def _site_table(model: str, disruptions: bool) -> SiteTable | None:
    tables = (one for one in published().sites if (one.model, one.disruptions) == (model, disruptions))
    return next(tables, None)


def _rates(columns: tuple[str, ...], row: tuple[float, ...]) -> dict[str, float]:
    return {column: round(figure / 100, 5) for column, figure in zip(columns, row, strict=True)}


def _require_whole_rows(table: int, columns: tuple[str, ...], rows: Mapping[str, tuple[float, ...]]) -> None:
    for name, row in rows.items():
        if len(row) != len(columns):
            raise ValueError(f"table {table}, {name}: expected {len(columns)} figures, got {len(row)}")


@cache
def _read(path: Path) -> PublishedFile:
    try:
        return PublishedFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"published figures can't be read from {path}: {error}") from error
