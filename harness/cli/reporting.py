"""``lowagent report``: the figures of runs, one below the other and side by side."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from harness.errors import RecordError
from harness.metrics import RunMetrics, run_metrics, to_plain
from harness.records import Run, read_run
from harness.reporting.difference_grids import english_comparison
from harness.reporting.disruptions import drop_grid, drops, rates_grid, series_interruptions
from harness.reporting.document import KINDS, make_report
from harness.reporting.grid import Grid
from harness.reporting.pair_grid import agent_pair, pair_grid
from harness.reporting.sections import metric_grids, overview_grid
from harness.reporting.series import in_series
from harness.reporting.summary import MEANS_LINE, counts_line, outcome_table, rich_table
from harness.reporting.writing import write_report
from harness.wording import setting_text

WIDTH = 100
"""Columns of text where the output is no terminal."""
COLUMNS_LINE = "what each word and column means (completed, preserved, times ref, ...): docs/metrics.md"


def report_on_runs(
    run_dirs: Sequence[Path], console: Console, json_file: Path | None = None, out: Path | None = None
) -> None:
    """Print the figures of each run, then of all of them side by side.

    Args:
        run_dirs: folders of runs.
        console: where to print.
        json_file: where every figure goes too.
        out: folder of the report as a page, Markdown, LaTeX and CSV.

    Raises:
        RecordError: a folder holds no readable run, one is given twice, or the report can't go there.
    """
    _require_different(run_dirs)
    runs = [read_run(run_dir) for run_dir in run_dirs]
    metrics = [run_metrics(run) for run in runs]
    for run, figures in zip(runs, metrics, strict=True):
        console.print(Text(_heading(run), style="bold"))
        if run.manifest.agent:
            console.print(Text(_agent_line(run)))
        console.print()
        console.print(outcome_table(run.episodes, run.earlier))
        console.print()
        console.print(Text(MEANS_LINE))
        console.print(Text(counts_line(figures.counts)))
        _print_grids(console, metric_grids(figures))
    _print_grids(console, _comparison(runs, metrics))
    console.print(Text(COLUMNS_LINE))
    if json_file is not None:
        json_file.write_text(json.dumps(figures_of(runs, metrics), indent=2) + "\n", encoding="utf-8")
        console.print(Text(f"every figure: {json_file}"))
    if out is not None:
        console.print(Text(f"the report: {write_report(make_report(runs), out)}"))


def make_console() -> Console:
    """The console of the command: as wide as the terminal, `WIDTH` elsewhere."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDTH)


def figures_of(runs: Sequence[Run], metrics: Sequence[RunMetrics]) -> dict[str, object]:
    """Every figure of these runs, as JSON can hold it."""
    series = in_series(runs)
    return {
        "runs": [
            {"manifest": run.manifest.model_dump(mode="json"), "figures": to_plain(figures)}
            for run, figures in zip(runs, metrics, strict=True)
        ],
        "disruptions": to_plain(series_interruptions(series)),
        "drops": to_plain(drops(runs)),
        "pair": to_plain(agent_pair(series)),
        "english": [
            {"series": one.label, "disruptions": one.mode, "kind": kind, "by_lang": to_plain(by_lang)}
            for kind in KINDS
            for one, by_lang in english_comparison(series, kind)
        ],
    }


def _require_different(run_dirs: Sequence[Path]) -> None:
    places = [run_dir.resolve() for run_dir in run_dirs]
    for run_dir, place in zip(run_dirs, places, strict=True):
        if places.count(place) > 1:
            raise RecordError(f"{run_dir} is given twice: name each run once")


def _comparison(runs: Sequence[Run], metrics: Sequence[RunMetrics]) -> Iterator[Grid]:
    series = in_series(runs)
    if len(metrics) > 1:
        yield overview_grid(metrics)
    if rates := series_interruptions(series):
        yield rates_grid(rates)
    if found := drops(runs):
        yield drop_grid(found)
    if pair := pair_grid(series):
        yield pair


def _print_grids(console: Console, grids: Iterator[Grid]) -> None:
    for grid in grids:
        console.print()
        console.print(Text(grid.title, style="bold"))
        console.print(rich_table(grid))
    console.print()


def _agent_line(run: Run) -> str:
    """How the model was asked; what was left to its default is not told."""
    said = (item for item in run.manifest.agent.items() if item[1] is not None)
    return ", ".join(f"{name} {setting_text(value)}" for name, value in said)


def _heading(run: Run) -> str:
    mode = run.manifest.settings.get("disruptions")
    how = f"disruptions {mode}" if mode else "no disruptions"
    return f"{run.manifest.model} in {run.manifest.engine}, {how}: {run.run_dir}"
