"""The tables of ``lowagent report``, each with a title; what their figures mean: docs/metrics.md.

A table comes only where it has something to say: no calibration without confidences, no tokens without a
model, no pass^k without repeats.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.box import SIMPLE_HEAD
from rich.table import Table

from harness.metrics import ALL, FAILURE_KINDS, Conduct, FailureKind, RunMetrics, Usage
from harness.metrics.calibration import BIN_WIDTH, Bin, Calibration
from harness.reporting.summary import FAILURE_NAMES, NONE, percent, share_text

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title."""

    title: str
    table: Table


def metric_sections(metrics: RunMetrics) -> Iterator[Section]:
    """The tables of a run below its success rates."""
    if metrics.conduct:
        yield Section("Beyond the success rate", _conduct_table(metrics.conduct))
    if any(metrics.failures.values()):
        yield Section("First failure of what was not solved", _failure_table(metrics.failures))
    if metrics.breakdowns:
        yield Section("Solved by what the task is", _breakdown_table(metrics))
    if metrics.pass_rates:
        yield Section("All of k runs of a task solved (pass^k)", _pass_table(metrics))
    if metrics.calibration:
        yield Section("Confidence against success", _calibration_table(metrics.calibration))
        yield Section("Success by confidence", _bin_table(_last(metrics.calibration).bins))
    if any(one.calls for one in metrics.usage.values()):
        yield Section("Calls of the model", _usage_table(metrics.usage))


def overview_section(runs: Sequence[RunMetrics]) -> Section:
    """Several runs side by side: success by language, a row a run."""
    langs = list(dict.fromkeys(lang for metrics in runs for lang in metrics.conduct))
    langs.sort(key=lambda lang: lang == ALL)
    table = _table(("run", "model", "engine"), (*langs, "cost"))
    for metrics in runs:
        solved = _with_all(metrics.conduct, langs)
        rates = (NONE if one is None else percent(one.solved.rate) for one in solved)
        cost = f"${metrics.total.cost_usd:.2f}"
        table.add_row(metrics.run_dir.name, metrics.model, metrics.engine, *rates, cost)
    return Section("Success of the runs", table)


def _conduct_table(found: Mapping[str, Conduct]) -> Table:
    columns: dict[str, Callable[[Conduct], str]] = {
        "episodes": lambda one: str(one.solved.of),
        "solved": lambda one: percent(one.solved.rate),
        "completed": lambda one: percent(one.completed.rate),
        "preserved": lambda one: percent(one.preserved.rate),
        "constrained": lambda one: percent(one.constrained.rate),
        "steps if\nsolved": lambda one: _decimal(one.steps_solved),
        "times\nref": lambda one: _decimal(one.reference_ratio),
        "malformed\nreplies": lambda one: percent(one.malformed.rate),
        "failed\nactions": lambda one: percent(one.failed.rate),
        "budget\nhits": lambda one: percent(one.budget_hits.rate),
        "clean\nstops": lambda one: percent(one.clean_stops.rate),
    }
    return _table_by_language(found, columns)


def _failure_table(found: Mapping[str, Mapping[FailureKind, int]]) -> Table:
    table = _table(("kind",), tuple(found))
    for kind in FAILURE_KINDS:
        if any(kind in failures for failures in found.values()):
            table.add_row(FAILURE_NAMES[kind], *(_part(failures, kind) for failures in found.values()))
    totals = (str(sum(failures.values())) for failures in found.values())
    table.add_section()
    table.add_row("not solved", *totals, style="bold")
    return table


def _part(failures: Mapping[FailureKind, int], kind: FailureKind) -> str:
    number = failures.get(kind, 0)
    return f"{number} {number / sum(failures.values()):>4.0%}" if number else NONE


def _breakdown_table(metrics: RunMetrics) -> Table:
    langs = tuple(metrics.conduct)
    table = _table(("by", ""), ("solved", *langs))
    shown = ""
    for one in metrics.breakdowns:
        is_next = one.dimension != shown
        if is_next and shown:
            table.add_section()
        total = _last(one.by_lang)
        rates = (NONE if share is None else percent(share.rate) for share in _with_all(one.by_lang, langs))
        name = one.dimension if is_next else ""
        table.add_row(name, one.group, f"{total.count}/{total.of}", *rates)
        shown = one.dimension
    return table


def _with_all(by_lang: Mapping[str, _Item], langs: Iterable[str]) -> Iterator[_Item | None]:
    """A value a language; a group that only one language has is all of it too."""
    for lang in langs:
        yield by_lang.get(lang) or (_last(by_lang) if lang == ALL and by_lang else None)


def _pass_table(metrics: RunMetrics) -> Table:
    most = max(len(rates) for rates in metrics.pass_rates.values())
    table = _table(("lang",), (*(f"pass^{k}" for k in range(1, most + 1)), "tasks"))
    for lang, rates in metrics.pass_rates.items():
        cells = [percent(one.rate) for one in rates] + [NONE] * (most - len(rates))
        table.add_row(lang, *cells, str(rates[0].tasks if rates else 0))
    return table


def _calibration_table(found: Mapping[str, Calibration]) -> Table:
    columns: dict[str, Callable[[Calibration], str]] = {
        "with a\nconfidence": lambda one: str(one.solved.of),
        "without\none": lambda one: str(one.silent),
        "mean\nconfidence": lambda one: percent(one.confidence),
        "solved": lambda one: percent(one.solved.rate),
        "ECE": lambda one: f"{one.ece:.3f}",
        "Brier": lambda one: f"{one.brier:.3f}",
    }
    return _table_by_language(found, columns)


def _bin_table(bins: Iterable[Bin]) -> Table:
    table = _table(("confidence",), ("mean", "solved"))
    for one in bins:
        high = one.low + BIN_WIDTH
        name = f"{one.low}-{high if high == 100 else high - 1}"
        table.add_row(name, percent(one.confidence), share_text(one.solved))
    return table


def _usage_table(found: Mapping[str, Usage]) -> Table:
    columns: dict[str, Callable[[Usage], str]] = {
        "episodes": lambda one: str(one.episodes),
        "calls": lambda one: f"{one.calls:,}",
        "failed\ncalls": lambda one: f"{one.retries:,}",
        "tokens\nin": lambda one: f"{one.input_tokens:,}",
        "of these\ncached": lambda one: f"{one.cached_tokens:,}",
        "tokens\nout": lambda one: f"{one.output_tokens:,}",
        "of these\nreasoning": lambda one: f"{one.reasoning_tokens:,}",
        "cost": lambda one: f"${one.cost_usd:.2f}",
        "per\nsolved": lambda one: NONE if one.usd_per_solved is None else f"${one.usd_per_solved:.4f}",
    }
    return _table_by_language(found, columns)


def _table_by_language(found: Mapping[str, _Item], columns: Mapping[str, Callable[[_Item], str]]) -> Table:
    table = _table(("lang",), tuple(columns))
    for lang, item in found.items():
        if lang == ALL:
            table.add_section()
        table.add_row(lang, *(cell(item) for cell in columns.values()))
    return table


def _table(names: Sequence[str], figures: Sequence[str]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    for figure in figures:
        table.add_column(figure, justify="right")
    return table


def _decimal(value: float | None) -> str:
    return NONE if value is None else f"{value:.1f}"


def _last(found: Mapping[str, _Item]) -> _Item:
    """Of all languages, where there are several."""
    return tuple(found.values())[-1]
