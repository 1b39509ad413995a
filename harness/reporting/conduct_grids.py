"""How agents behaved, side by side: steps, invalid actions, cost, and why episodes failed."""

from collections.abc import Callable, Mapping, Sequence

from harness.metrics import ALL, FAILURE_KINDS, Conduct, FailureKind, RunMetrics
from harness.reporting.grid import NONE, Cell, Grid, Row, group_row, number_cell, share_cell
from harness.reporting.series import GROUP_NAMES, GROUPS, Series
from harness.reporting.success_grids import mode_name
from harness.reporting.summary import FAILURE_NAMES

Measured = tuple[Series, RunMetrics]
"""A series with the figures of its runs as one."""

CONDUCT_COLUMNS: Mapping[str, Callable[[Conduct], Cell]] = {
    "solved": lambda one: share_cell(one.solved, with_counts=True),
    "steps if solved": lambda one: number_cell(one.steps_solved, ".1f"),
    "times ref": lambda one: number_cell(one.reference_ratio, ".2f"),
    "malformed replies": lambda one: share_cell(one.malformed),
    "failed actions": lambda one: share_cell(one.failed),
    "budget hits": lambda one: share_cell(one.budget_hits),
    "clean stops": lambda one: share_cell(one.clean_stops),
}
"""Column -> its cell; what the figures mean: docs/metrics.md."""
COST_COLUMNS: Mapping[str, Callable[[RunMetrics], Cell]] = {
    "steps": lambda one: number_cell(one.total.steps if one.total.counted else None, ".1f"),
    "tokens": lambda one: number_cell(one.total.tokens if one.total.counted else None, ",.0f"),
    "seconds": lambda one: number_cell(one.total.seconds if one.total.counted else None, ".1f"),
    "cost": lambda one: number_cell(one.total.cost_usd, "$:.2f"),
    "cost per solved": lambda one: number_cell(_last_usage(one), "$:.4f"),
}


def conduct_grid(measured: Sequence[Measured]) -> Grid:
    """A row a series: invalid actions, steps, tokens, time and cost."""
    rows: list[Row] = []
    for group in GROUPS:
        members = [(one, figures) for one, figures in measured if one.group == group]
        if members:
            rows.append(group_row(GROUP_NAMES[group]))
        rows += [_conduct_row(one, figures) for one, figures in members]
    headers = (*CONDUCT_COLUMNS, *COST_COLUMNS)
    note = (
        "All languages and kinds of tasks together. Malformed replies and failed actions are shares of all"
        " replies; steps, tokens and seconds are means an episode; cost is all that was paid."
    )
    return Grid(
        "conduct", "Steps, invalid actions and cost", ("model", "setting"), headers, tuple(rows), note
    )


def failures_grid(measured: Sequence[Measured]) -> Grid | None:
    """Why episodes were not solved: a row a kind of first failure, a column a series.

    Returns:
        None where everything was solved.
    """
    found = [figures.all_failures for _, figures in measured]
    kinds: list[FailureKind] = [kind for kind in FAILURE_KINDS if any(kind in failures for failures in found)]
    if not kinds:
        return None
    rows = [
        Row.of(
            FAILURE_NAMES[kind], *(_part(failures.get(kind, 0), sum(failures.values())) for failures in found)
        )
        for kind in kinds
    ]
    totals = (number_cell(sum(failures.values()), "d") for failures in found)
    rows.append(Row.of("not solved", *totals, kind="total", opens_part=True))
    labels = tuple(f"{one.label}, {mode_name(one.mode)}" for one, _ in measured)
    note = "The first thing that went wrong in each episode that was not solved (docs/metrics.md)."
    return Grid("failures", "Why episodes were not solved", ("first failure",), labels, tuple(rows), note)


def _conduct_row(one: Series, figures: RunMetrics) -> Row:
    conduct = tuple(figures.conduct.values())[-1] if figures.conduct else None
    cells = (Cell(NONE) if conduct is None else cell(conduct) for cell in CONDUCT_COLUMNS.values())
    costs = (cell(figures) for cell in COST_COLUMNS.values())
    return Row.of(one.label, mode_name(one.mode), *cells, *costs)


def _last_usage(figures: RunMetrics) -> float | None:
    usage = figures.usage.get(ALL) or next(iter(figures.usage.values()), None)
    return None if usage is None or not usage.cost_usd else usage.usd_per_solved


def _part(number: int, of: int) -> Cell:
    if not number:
        return Cell(NONE, values={"": 0})
    return Cell(str(number), f"{number / of:.0%}", {"": number})
