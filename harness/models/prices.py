"""What a call costs: a dated table of providers' prices, which options override.

A model on this machine costs nothing. A model that the table doesn't know costs 0 too, but says so: its price
is recorded as ``unknown``, and a warning is logged once.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness.errors import ConfigError

PRICES_FILE = Path(__file__).parent / "prices.yaml"
OWN_MACHINE = "own machine"
UNKNOWN = "unknown"
OPTIONS = "options"
_MILLION = 1_000_000
_DATED_NAME = re.compile(r"(?P<name>.+)-\d{4}-\d{2}-\d{2}")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input_usd: float
    cached_usd: float
    """For input that was in the server's cache."""
    output_usd: float
    """For output, reasoning included."""
    cache_write_usd: float
    """For input that was put into the cache."""
    source: str
    """The table's date, ``options``, ``own machine`` or ``unknown``."""

    def cost_usd(
        self, *, input_tokens: int, cached_tokens: int = 0, output_tokens: int = 0, written_tokens: int = 0
    ) -> float:
        """The price of a call.

        Args:
            input_tokens: of the prompt, cached and written ones included.
            cached_tokens: those of them that were in the cache.
            output_tokens: of the answer, reasoning included.
            written_tokens: those of the prompt that were put into the cache.
        """
        plain = max(0, input_tokens - cached_tokens - written_tokens)
        parts = (
            plain * self.input_usd,
            cached_tokens * self.cached_usd,
            written_tokens * self.cache_write_usd,
            output_tokens * self.output_usd,
        )
        return sum(parts) / _MILLION


@dataclass(frozen=True, slots=True)
class PriceOptions:
    """Prices given on the command line, in US dollars per million tokens; None where none was."""

    input_usd: float | None = None
    cached_usd: float | None = None
    """None: as much as other input, where ``input_usd`` is given."""
    output_usd: float | None = None


class TableEntry(BaseModel):
    """One model in the table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input_usd: float = Field(alias="in", ge=0)
    cached_usd: float = Field(alias="cached", ge=0)
    output_usd: float = Field(alias="out", ge=0)
    cache_write_usd: float | None = Field(default=None, alias="cache_write", ge=0)
    since: str
    """The day from which the provider asked for it, ISO."""


class PriceTable(BaseModel):
    """The table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    checked: str
    """The day on which it was compared with the providers' pages, ISO."""
    models: Mapping[str, TableEntry]
    """``openai/gpt-6-luna`` -> its prices."""


def price_of(model: str, *, is_local: bool = False, options: PriceOptions | None = None) -> Price:
    """The price of a model.

    Args:
        model: provider and name as in the table; a date after the name (``-2026-09-22``) is left out.
        is_local: it runs on this machine.
        options: prices that override the table's.
    """
    price = _base_price(model, is_local)
    if options is None or options == PriceOptions():
        return price
    input_usd = price.input_usd if options.input_usd is None else options.input_usd
    # A price of one's own for input holds for cached and written input too, unless that has one.
    cached_usd = price.cached_usd if options.input_usd is None else input_usd
    return Price(
        input_usd=input_usd,
        cached_usd=cached_usd if options.cached_usd is None else options.cached_usd,
        output_usd=price.output_usd if options.output_usd is None else options.output_usd,
        cache_write_usd=price.cache_write_usd if options.input_usd is None else input_usd,
        source=OPTIONS,
    )


@cache
def warn_of_unknown_price(model: str) -> None:
    """Log, once a process and model, that costs can't be told."""
    _LOG.warning(
        "no price is known for %s, so its cost is recorded as $0: give --model-option price_in=USD and"
        " price_out=USD (per million tokens), or add it to %s",
        model,
        PRICES_FILE.name,
    )


@cache
def price_table() -> PriceTable:
    """The table of prices.

    Raises:
        ConfigError: its file can't be read.
    """
    try:
        return PriceTable.model_validate(yaml.safe_load(PRICES_FILE.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"prices of models can't be read from {PRICES_FILE}: {error}") from error


def _base_price(model: str, is_local: bool) -> Price:
    if is_local:
        return Price(0.0, 0.0, 0.0, 0.0, OWN_MACHINE)
    table = price_table()
    dated = _DATED_NAME.fullmatch(model)
    entry = table.models.get(model) or (table.models.get(dated["name"]) if dated else None)
    if entry is None:
        return Price(0.0, 0.0, 0.0, 0.0, UNKNOWN)
    write = entry.input_usd if entry.cache_write_usd is None else entry.cache_write_usd
    return Price(entry.input_usd, entry.cached_usd, entry.output_usd, write, table.checked)
