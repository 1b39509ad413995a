"""What disruptions did to agents: how interruptions ended by model and language, and what success they cost.

The drop compares the same tasks of the same model with and without disruptions, pair by pair: an instance
that ended in ``error`` on either side, or was run on one side only, is left out of both rates.
Source: LoWAgent paper, section 4.3 and appendix A.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from rich.box import SIMPLE_HEAD
from rich.table import Table

from disruptions import MODES, Kind, Mode
from harness.interruptions import KIND_NAMES
from harness.metrics import ALL, counts
from harness.records import DisruptionEnding, DisruptionRecord, EpisodeRecord, Run
from harness.reporting.summary import as_text

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
    lang: str
    """``all`` for the languages together."""
    mode: Mode
    tasks: int
    """Instances that count on both sides."""
    solved_without: int
    solved_with: int

    @property
    def points(self) -> float:
        """How much lower the rate is with disruptions, in percentage points."""
        return 100 * (self.solved_without - self.solved_with) / self.tasks


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


def drops(runs: Sequence[Run]) -> list[Drop]:
    """By model, language (then all of them together) and mode, where runs without disruptions are given."""
    plain = {
        (_setting(run), episode.instance_id): episode
        for run in runs
        for episode in run.episodes
        if episode.disruption_mode is None
    }
    pairs = [
        (run.manifest.model, episode.lang, (other, episode))
        for run in runs
        for episode in run.episodes
        if episode.disruption_mode is not None
        and (other := plain.get((_setting(run), episode.instance_id))) is not None
        and counts(episode)
        and counts(other)
    ]
    return [
        _drop(model, lang, mode, chosen)
        for model, lang, group in _by_model_and_language(pairs)
        for mode in MODES
        if (chosen := [pair for pair in group if pair[1].disruption_mode == mode])
    ]


def render_rates(rates: Iterable[InterruptionRates]) -> str:
    """The rates as plain lines."""
    return as_text(rates_table(rates))


def rates_table(rates: Iterable[InterruptionRates]) -> Table:
    """A row a model, language and kind of disruption."""
    headers = ("shown", *ENDINGS, "requests")
    table = _table("model", "lang", "disruption", *headers)
    for one in rates:
        shares = (f"{one.share(ending):.1%}" for ending in ENDINGS)
        table.add_row(
            one.model, one.lang, KIND_NAMES[one.kind], str(one.shown), *shares, f"{one.requests:.1f}"
        )
    return table


def drop_table(found: Iterable[Drop]) -> Table:
    """A row a model, language and mode."""
    table = _table("model", "lang", "disruptions", "tasks", "without", "with", "drop")
    for one in found:
        rates = (f"{solved / one.tasks:.1%}" for solved in (one.solved_without, one.solved_with))
        table.add_row(one.model, one.lang, one.mode, str(one.tasks), *rates, f"{one.points:.1f}")
    return table


def _by_model_and_language(
    found: Sequence[tuple[str, str, _Item]],
) -> Iterator[tuple[str, str, list[_Item]]]:
    """(model, language, items) in order of first appearance."""
    for model in dict.fromkeys(model for model, _, _ in found):
        of_model = [(lang, item) for name, lang, item in found if name == model]
        langs = list(dict.fromkeys(lang for lang, _ in of_model))
        for lang in langs:
            yield model, lang, [item for code, item in of_model if code == lang]
        if len(langs) > 1:
            yield model, ALL, [item for _, item in of_model]


def _setting(run: Run) -> tuple[object, ...]:
    """What must be equal in two runs that are compared."""
    manifest = run.manifest
    return manifest.model, manifest.engine, manifest.taskset_seed, manifest.taskset_version, manifest.seed


def _rates(model: str, lang: str, kind: Kind, records: Sequence[DisruptionRecord]) -> InterruptionRates:
    endings: dict[DisruptionEnding, int] = {
        ending: sum(record.ending == ending for record in records) for ending in ENDINGS
    }
    requests = sum(record.requests for record in records) / len(records)
    return InterruptionRates(model, lang, kind, endings, requests)


def _drop(model: str, lang: str, mode: Mode, pairs: Sequence[tuple[EpisodeRecord, EpisodeRecord]]) -> Drop:
    return Drop(
        model,
        lang,
        mode,
        tasks=len(pairs),
        solved_without=sum(without.outcome == "solved" for without, _ in pairs),
        solved_with=sum(disrupted.outcome == "solved" for _, disrupted in pairs),
    )


def _table(*headers: str) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for position, header in enumerate(headers):
        table.add_column(header, justify="left" if position < 3 else "right")
    return table
