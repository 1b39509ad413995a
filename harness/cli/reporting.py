"""``lowagent report``: the figures of runs, side by side."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from harness.disruption_report import drops, interruption_rates, render_drops, render_rates
from harness.records import Run, read_run
from harness.report import render_table


def report_on_runs(run_dirs: Sequence[Path], say: Callable[[str], None]) -> None:
    """Tell the success rates of each run, what became of disruptions, and what they cost.

    Raises:
        RecordError: a folder holds no readable run.
    """
    runs = [read_run(run_dir) for run_dir in run_dirs]
    for line in _lines(runs):
        say(line)


def _lines(runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        mode = run.manifest.settings.get("disruptions")
        how = f"disruptions {mode}" if mode else "no disruptions"
        yield f"{run.manifest.model} in {run.manifest.engine}, {how}: {run.run_dir}"
        yield f"{render_table(run.episodes)}\n"
    if rates := interruption_rates(runs):
        yield f"What became of disruptions\n{render_rates(rates)}\n"
    if found := drops(runs):
        yield f"The same tasks without and with disruptions (drop in points)\n{render_drops(found)}"
