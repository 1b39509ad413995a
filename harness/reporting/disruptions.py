"""What disruptions did to agents: how interruptions ended by model and language, and what success they cost.

The drop compares the same tasks of the same model with and without disruptions, pair by pair: an instance
that ended in ``error`` on either side, or was run on one side only, is left out of both rates.
Source: LoWAgent paper, section 4.3 and appendix A.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar, get_args

from disruptions import Kind, Mode
from harness.interruptions import KIND_NAMES
from harness.metrics import ALL, PairedDifference, Share, by_language, instance_of, paired_difference
from harness.records import DisruptionEnding, DisruptionRecord, Run
from harness.reporting.grid import Grid, Row, number_cell, share_cell
from harness.reporting.series import Series, disrupted_pairs, in_series
from harness.reporting.summary import grid_text
from sites.kit.localization import LANGUAGES
from tasks.models import TaskKind

ENDINGS: tuple[DisruptionEnding, ...] = tuple(
    ending for ending in get_args(DisruptionEnding) if ending != "error"
)
"""Endings that say something about the agent, in the order of the table."""

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class InterruptionRates:
    """What became of one kind of interruption. Episodes that ended in ``error`` are left out."""

    model: str
    lang: str
    """``all`` for the languages together."""
    kind: Kind
    endings: Mapping[DisruptionEnding, int]
    """Ending -> how many of the interruptions that were shown."""
    requests: float
    """Mean page requests that one cost; two is the least."""

    @property
    def shown(self) -> int:
        """How many were shown."""
        return sum(self.endings.values())

    def share(self, ending: DisruptionEnding) -> float:
        """Share of those shown that ended so."""
        return self.endings[ending] / self.shown


@dataclass(frozen=True, slots=True)
class Drop:
    """Success on the same tasks without and with disruptions."""

    model: str
    """What the report calls it."""
    lang: str
    """``all`` for the languages together."""
    mode: Mode
    pairs: PairedDifference
    """First without disruptions, then with them."""

    @property
    def points(self) -> float:
        """How much lower the rate is with disruptions, in percentage points."""
        return 100 * (self.pairs.first_only - self.pairs.second_only) / self.pairs.tasks


def interruption_rates(runs: Iterable[Run]) -> list[InterruptionRates]:
    """By model, language (then all of them together, where there are several) and kind, if shown at all."""
    found = [
        (run.manifest.model, episode.lang, record)
        for run in runs
        for episode in run.episodes
        if episode.outcome != "error"
        for record in episode.disruptions
    ]
    return [
        _rates(model, lang, kind, records)
        for model, lang, group in _by_model_and_language(found)
        for kind in KIND_NAMES
        if (records := [record for record in group if record.kind == kind])
    ]


def series_interruptions(series: Iterable[Series]) -> list[InterruptionRates]:
    """`interruption_rates` of each series, under its label: settings of one model are not added up."""
    return [replace(rates, model=one.label) for one in series for rates in interruption_rates([one.run])]


def drops(runs: Sequence[Run]) -> list[Drop]:
    """By series, language (then all of them together) and mode, where runs without disruptions are given."""
    found = (drops_of(plain, disrupted) for plain, disrupted in disrupted_pairs(in_series(runs)))
    return list(chain.from_iterable(found))


def drops_of(plain: Series, disrupted: Series, kind: TaskKind | None = None) -> list[Drop]:
    """By language, then all of them together where there are several.

    Args:
        plain: without disruptions.
        disrupted: the same agent with them.
        kind: only these tasks; None: all.
    """
    if disrupted.mode is None:
        return []
    mode, label = disrupted.mode, disrupted.label
    found = (
        Drop(label, lang, mode, paired_difference(plain.counted(kind), group, instance_of))
        for lang, group in by_language(disrupted.counted(kind)).items()
    )
    return [one for one in found if one.pairs.tasks]


def render_rates(rates: Iterable[InterruptionRates]) -> str:
    """The rates as plain lines."""
    return grid_text(rates_grid(rates))


def rates_grid(rates: Iterable[InterruptionRates]) -> Grid:
    """A row a model, language and kind of disruption."""
    rows = (
        Row.of(
            one.model,
            one.lang,
            KIND_NAMES[one.kind],
            number_cell(one.shown, "d"),
            *(share_cell(Share(one.endings[ending], one.shown)) for ending in ENDINGS),
            number_cell(one.requests, ".1f"),
        )
        for one in rates
    )
    figures = ("shown", *ENDINGS, "requests")
    title = "What became of disruptions"
    return Grid("interruptions", title, ("model", "lang", "disruption"), figures, tuple(rows))


def drop_grid(found: Iterable[Drop]) -> Grid:
    """A row a series, language and mode."""
    rows = (
        Row.of(
            one.model,
            one.lang,
            one.mode,
            number_cell(one.pairs.tasks, "d"),
            share_cell(one.pairs.first),
            share_cell(one.pairs.second),
            number_cell(one.points, ".1f"),
        )
        for one in found
    )
    title = "The same tasks without and with disruptions (drop in points)"
    figures = ("tasks", "without", "with", "drop")
    return Grid("drops", title, ("model", "lang", "disruptions"), figures, tuple(rows))


def _by_model_and_language(
    found: Sequence[tuple[str, str, _Item]],
) -> Iterator[tuple[str, str, list[_Item]]]:
    """(model, language, items): models in order of first appearance, languages as the project lists them."""
    for model in dict.fromkeys(model for model, _, _ in found):
        of_model = [(lang, item) for name, lang, item in found if name == model]
        langs = [lang for lang in LANGUAGES if any(lang == code for code, _ in of_model)]
        for lang in langs:
            yield model, lang, [item for code, item in of_model if code == lang]
        if len(langs) > 1:
            yield model, ALL, [item for _, item in of_model]


def _rates(model: str, lang: str, kind: Kind, records: Sequence[DisruptionRecord]) -> InterruptionRates:
    endings: dict[DisruptionEnding, int] = {
        ending: sum(record.ending == ending for record in records) for ending in ENDINGS
    }
    requests = sum(record.requests for record in records) / len(records)
    return InterruptionRates(model, lang, kind, endings, requests)
