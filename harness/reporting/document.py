"""The report as a whole: chapters of tables and drawings, before anybody writes a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from disruptions import MODES, Mode
from harness.metrics import run_metrics
from harness.records import Run
from harness.reporting.conduct_grids import Measured, conduct_grid, failures_grid
from harness.reporting.difference_grids import disruption_grid, english_grid
from harness.reporting.disruptions import rates_grid, series_interruptions
from harness.reporting.drawing import Plot
from harness.reporting.grid import Grid
from harness.reporting.overview import notices, runs_grid, settings_grid
from harness.reporting.pair_grid import pair_grid
from harness.reporting.plots import disruption_plot, english_plot, failures_plot, kind_plot, success_plot
from harness.reporting.sections import metric_grids
from harness.reporting.series import Series, in_series
from harness.reporting.success_grids import mode_name, site_grid, success_grid
from tasks.models import TaskKind

KINDS: tuple[TaskKind, ...] = get_args(TaskKind)
ALL_MODES: tuple[Mode | None, ...] = (None, *MODES)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a report."""

    name: str
    """Of its anchor: ``english``."""
    title: str
    parts: tuple[Grid | Plot, ...]
    is_detail: bool = False
    """Whether it is about one series alone."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says."""

    title: str
    notices: tuple[str, ...]
    """What has to be known before figures are compared."""
    chapters: tuple[Chapter, ...]

    @property
    def grids(self) -> tuple[Grid, ...]:
        """All tables, in order; their names differ."""
        return tuple(part for one in self.chapters for part in one.parts if isinstance(part, Grid))

    @property
    def plots(self) -> tuple[Plot, ...]:
        """All drawings, in order; their names differ."""
        return tuple(part for one in self.chapters for part in one.parts if isinstance(part, Plot))


def make_report(runs: Sequence[Run]) -> Report:
    """The report on some runs: the same runs in the same order give an equal one."""
    series = in_series(runs)
    measured = [(one, run_metrics(one.run)) for one in series]
    labels = list(dict.fromkeys(one.label for one in series))
    title = labels[0] if len(labels) == 1 else f"{len(labels)} agents side by side"
    chapters = (chapter for chapter in _chapters(series, measured) if chapter.parts)
    return Report(title, tuple(notices(series)), tuple(chapters))


def _chapters(series: Sequence[Series], measured: Sequence[Measured]) -> Iterator[Chapter]:
    yield Chapter("runs", "Runs", _present(runs_grid(series), settings_grid(series)))
    yield Chapter("pair", "One beside the other", _present(pair_grid(series)))
    yield Chapter("success", "Success by language", _success(series, "text"))
    yield Chapter("visual", "Visual tasks", (*_success(series, "visual"), *_present(kind_plot(series))))
    yield Chapter(
        "english",
        "Difference to English",
        _present(*(make(series, kind) for kind in KINDS for make in (english_grid, english_plot))),
    )
    yield Chapter(
        "disruptions",
        "With and without disruptions",
        _present(
            *(make(series, kind) for kind in KINDS for make in (disruption_grid, disruption_plot)),
            rates_grid(rates) if (rates := series_interruptions(series)) else None,
        ),
    )
    yield Chapter("conduct", "Steps, invalid actions, cost", (conduct_grid(measured),))
    yield Chapter(
        "failures", "Why episodes failed", _present(failures_grid(measured), failures_plot(measured))
    )
    sites = (_named(site_grid(one, kind), number) for number, one in enumerate(series, 1) for kind in KINDS)
    yield Chapter("sites", "Site by site", _present(*sites))
    for number, (one, figures) in enumerate(measured, 1):
        grids = (_named(grid, number) for grid in metric_grids(figures))
        title = f"{one.label}, {mode_name(one.mode)}"
        yield Chapter(f"series-{number}", title, _present(*grids), is_detail=True)


def _success(series: Sequence[Series], kind: TaskKind) -> tuple[Grid | Plot, ...]:
    return _present(
        *(make(series, mode, kind) for mode in ALL_MODES for make in (success_grid, success_plot))
    )


def _named(grid: Grid | None, number: int) -> Grid | None:
    """A table of one series, with a name of its own."""
    return None if grid is None else replace(grid, name=f"series-{number}-{grid.name}")


def _present(*parts: Grid | Plot | None) -> tuple[Grid | Plot, ...]:
    return tuple(part for part in parts if part is not None)
