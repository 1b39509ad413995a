"""The tables of ``lowagent report`` on one run; what their figures mean: docs/metrics.md.

A table comes only where it has something to say: no calibration without confidences, no tokens without a
model, no pass^k without repeats.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from harness.metrics import ALL, FAILURE_KINDS, Conduct, FailureKind, RunMetrics, Usage
from harness.metrics.calibration import BIN_WIDTH, Bin, Calibration
from harness.reporting.grid import NONE, Cell, Grid, Row, number_cell, rate_cell, share_cell
from harness.reporting.summary import FAILURE_NAMES, share_text

_Item = TypeVar("_Item")


def metric_grids(metrics: RunMetrics) -> Iterator[Grid]:
    """The tables of a run below its success rates."""
    if metrics.conduct:
        yield _conduct_grid(metrics.conduct)
    if any(metrics.failures.values()):
        yield _failure_grid(metrics.failures)
    if metrics.breakdowns:
        yield _breakdown_grid(metrics)
    if metrics.pass_rates:
        yield _pass_grid(metrics)
    if metrics.calibration:
        yield _calibration_grid(metrics.calibration)
        yield _bin_grid(_last(metrics.calibration).bins)
    if any(one.calls for one in metrics.usage.values()):
        yield _usage_grid(metrics.usage)


def overview_grid(runs: Sequence[RunMetrics]) -> Grid:
    """Several runs side by side: success by language, a row a run."""
    langs = list(dict.fromkeys(lang for metrics in runs for lang in metrics.conduct))
    langs.sort(key=lambda lang: lang == ALL)
    rows: list[Row] = []
    for metrics in runs:
        solved = _with_all(metrics.conduct, langs)
        rates = (share_cell(None if one is None else one.solved) for one in solved)
        cost = number_cell(metrics.total.cost_usd, "$:.2f")
        rows.append(Row.of(metrics.run_dir.name, metrics.model, metrics.engine, *rates, cost))
    return Grid("overview", "Success of the runs", ("run", "model", "engine"), (*langs, "cost"), tuple(rows))


def _conduct_grid(found: Mapping[str, Conduct]) -> Grid:
    columns: dict[str, Callable[[Conduct], Cell]] = {
        "episodes": lambda one: number_cell(one.solved.of, "d"),
        "solved": lambda one: share_cell(one.solved),
        "completed": lambda one: share_cell(one.completed),
        "preserved": lambda one: share_cell(one.preserved),
        "constrained": lambda one: share_cell(one.constrained),
        "steps if\nsolved": lambda one: number_cell(one.steps_solved, ".1f"),
        "times\nref": lambda one: number_cell(one.reference_ratio, ".1f"),
        "malformed\nreplies": lambda one: share_cell(one.malformed),
        "failed\nactions": lambda one: share_cell(one.failed),
        "budget\nhits": lambda one: share_cell(one.budget_hits),
        "clean\nstops": lambda one: share_cell(one.clean_stops),
    }
    return _grid_by_language("conduct", "Beyond the success rate", found, columns)


def _failure_grid(found: Mapping[str, Mapping[FailureKind, int]]) -> Grid:
    rows = [
        Row.of(FAILURE_NAMES[kind], *(_part(failures, kind) for failures in found.values()))
        for kind in FAILURE_KINDS
        if any(kind in failures for failures in found.values())
    ]
    totals = (number_cell(sum(failures.values()), "d") for failures in found.values())
    rows.append(Row.of("not solved", *totals, kind="total", opens_part=True))
    title = "First failure of what was not solved"
    return Grid("failures", title, ("kind",), tuple(found), tuple(rows))


def _part(failures: Mapping[FailureKind, int], kind: FailureKind) -> Cell:
    number = failures.get(kind, 0)
    text = f"{number} {number / sum(failures.values()):>4.0%}" if number else NONE
    return Cell(text, values={"": number})


def _breakdown_grid(metrics: RunMetrics) -> Grid:
    langs = tuple(metrics.conduct)
    rows: list[Row] = []
    shown = ""
    for one in metrics.breakdowns:
        is_next = one.dimension != shown
        total = _last(one.by_lang)
        rates = (share_cell(share) for share in _with_all(one.by_lang, langs))
        name = one.dimension if is_next else ""
        counts = Cell(f"{total.count}/{total.of}", values={"count": total.count, "of": total.of})
        rows.append(Row.of(name, one.group, counts, *rates, opens_part=is_next and bool(shown)))
        shown = one.dimension
    title = "Solved by what the task is"
    return Grid("breakdowns", title, ("by", ""), ("solved", *langs), tuple(rows))


def _with_all(by_lang: Mapping[str, _Item], langs: Iterable[str]) -> Iterator[_Item | None]:
    """A value a language; a group that only one language has is all of it too."""
    for lang in langs:
        yield by_lang.get(lang) or (_last(by_lang) if lang == ALL and by_lang else None)


def _pass_grid(metrics: RunMetrics) -> Grid:
    most = max(len(rates) for rates in metrics.pass_rates.values())
    rows: list[Row] = []
    for lang, rates in metrics.pass_rates.items():
        cells = [*(rate_cell(one.rate) for one in rates), *[Cell(NONE)] * (most - len(rates))]
        rows.append(Row.of(lang, *cells, number_cell(rates[0].tasks if rates else 0, "d")))
    figures = (*(f"pass^{k}" for k in range(1, most + 1)), "tasks")
    return Grid("pass-rates", "All of k runs of a task solved (pass^k)", ("lang",), figures, tuple(rows))


def _calibration_grid(found: Mapping[str, Calibration]) -> Grid:
    columns: dict[str, Callable[[Calibration], Cell]] = {
        "with a\nconfidence": lambda one: number_cell(one.solved.of, "d"),
        "without\none": lambda one: number_cell(one.silent, "d"),
        "mean\nconfidence": lambda one: rate_cell(one.confidence),
        "solved": lambda one: share_cell(one.solved),
        "ECE": lambda one: number_cell(one.ece, ".3f"),
        "Brier": lambda one: number_cell(one.brier, ".3f"),
    }
    return _grid_by_language("calibration", "Confidence against success", found, columns)


def _bin_grid(bins: Iterable[Bin]) -> Grid:
    rows: list[Row] = []
    for one in bins:
        high = one.low + BIN_WIDTH
        name = f"{one.low}-{high if high == 100 else high - 1}"
        solved = Cell(share_text(one.solved), values=share_cell(one.solved).values)
        rows.append(Row.of(name, rate_cell(one.confidence), solved))
    return Grid("confidence", "Success by confidence", ("confidence",), ("mean", "solved"), tuple(rows))


def _usage_grid(found: Mapping[str, Usage]) -> Grid:
    columns: dict[str, Callable[[Usage], Cell]] = {
        "episodes": lambda one: number_cell(one.episodes, "d"),
        "calls": lambda one: number_cell(one.calls),
        "failed\ncalls": lambda one: number_cell(one.retries),
        "tokens\nin": lambda one: number_cell(one.input_tokens),
        "of these\ncached": lambda one: number_cell(one.cached_tokens),
        "tokens\nout": lambda one: number_cell(one.output_tokens),
        "of these\nreasoning": lambda one: number_cell(one.reasoning_tokens),
        "cost": lambda one: number_cell(one.cost_usd, "$:.2f"),
        "per\nsolved": lambda one: number_cell(one.usd_per_solved, "$:.4f"),
    }
    return _grid_by_language("calls", "Calls of the model", found, columns)


def _grid_by_language(
    name: str, title: str, found: Mapping[str, _Item], columns: Mapping[str, Callable[[_Item], Cell]]
) -> Grid:
    rows = (
        Row.of(
            lang,
            *(cell(item) for cell in columns.values()),
            kind="total" if lang == ALL else "measured",
            opens_part=lang == ALL,
        )
        for lang, item in found.items()
    )
    return Grid(name, title, ("lang",), tuple(columns), tuple(rows))


def _last(found: Mapping[str, _Item]) -> _Item:
    """Of all languages, where there are several."""
    return tuple(found.values())[-1]
