"""Two agents over the same tasks: who is better, by how much, and how sure that is.

Rates that stand one below the other leave the reader to subtract; over the same tasks the difference has an
interval of its own, narrower than those of the two rates (`harness.metrics.paired`).
"""

from collections.abc import Sequence

from harness.metrics import ALL, PairedDifference, by_language, instance_of, paired_difference
from harness.reporting.difference_grids import p_text, points
from harness.reporting.grid import Cell, Grid, Row, number_cell, share_cell
from harness.reporting.series import Series, differences, disrupted_pairs
from harness.reporting.success_grids import mode_name

SAME_TASKS = frozenset({"taskset_seed", "taskset_version"})
"""Settings by which the same name stands for another task."""
PAIR_NOTE = (
    "Over the tasks that both did, so rates may differ from those of all tasks. The interval of the"
    " difference is Newcombe's for paired proportions (method 10), p of McNemar's exact test, two-sided. The"
    " row all takes the languages of a task for different tasks."
)


def agent_pair(series: Sequence[Series]) -> dict[str, PairedDifference]:
    """Language (then all of them together) -> the second series beside the first, over the tasks of both.

    Returns:
        Nothing where there are not exactly two series, where they have no task in common, or where they are
        one agent without and with disruptions: `harness.reporting.disruptions` compares these.
    """
    if len(series) != 2 or any(disrupted_pairs(series)):
        return {}
    first, second = series
    differing = {one.name for one in differences(first.run.manifest, second.run.manifest)}
    if differing & SAME_TASKS:
        return {}
    found = {
        lang: paired_difference(first.counted(), episodes, instance_of)
        for lang, episodes in by_language(second.counted()).items()
    }
    shared = {lang: pairs for lang, pairs in found.items() if pairs.tasks}
    if len(shared) == 2:
        shared.pop(ALL, None)
    return shared


def pair_grid(series: Sequence[Series]) -> Grid | None:
    """A row a language: both rates, and the difference with its interval and test.

    Returns:
        None where `agent_pair` finds nothing.
    """
    found = agent_pair(series)
    if not found:
        return None
    first, second = series
    title = f"Over the same tasks: A is {_name(first)}, B is {_name(second)}"
    figures = ("tasks", "A", "B", "B less A\n(points)", "95 % interval", "p")
    return Grid("pair", title, ("lang",), figures, tuple(map(_row, found, found.values())), PAIR_NOTE)


def _row(lang: str, pairs: PairedDifference) -> Row:
    low, high = pairs.interval
    return Row.of(
        lang,
        number_cell(pairs.tasks, "d"),
        share_cell(pairs.first),
        share_cell(pairs.second),
        Cell(points(pairs.difference), values={"": pairs.difference}),
        Cell(f"{points(low)} to {points(high)}", values={"low": low, "high": high}),
        Cell(p_text(pairs.p_value), values={"": pairs.p_value}),
        kind="total" if lang == ALL else "measured",
        opens_part=lang == ALL,
    )


def _name(one: Series) -> str:
    return one.label if one.mode is None else f"{one.label} ({mode_name(one.mode)})"
