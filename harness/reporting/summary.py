"""The figures of a run for people: the table that ends a run, and the lines below it.

Everything is computed from the record alone (`harness.metrics`), so that a report can be made again at any
time. The longer report of ``lowagent report`` is made in `harness.reporting.sections`.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.metrics import FailureKind, RunCounts, Share, Tally, in_groups, run_metrics, tally
from harness.records import EpisodeRecord, Run
from harness.reporting.grid import NONE, Grid
from harness.wording import counted

PAIRS = "pairs"
"""Header of pair accuracy, where twins were run."""
FIGURES = ("solved", "rate", "95 % interval", "errors", "steps", "seconds", "tokens", "cost")
MEANS_LINE = "steps, seconds and tokens are means of an episode, cost is all that was paid"
WIDEST = 200
"""Columns of text that a table may take."""
FAILURE_NAMES: Mapping[FailureKind, str] = {
    "disruption_accepted": "accepted an offer",
    "disruption_not_dismissed": "disruption not dismissed",
    "malformed": "malformed replies",
    "loop": "loop",
    "wrong_item": "wrong item",
    "wrong_value": "wrong value",
    "wrong_form": "wrong language or form",
    "not_refused": "missed that it can't be done",
    "limit": "reached a limit",
    "gave_up": "gave up",
    "foreign_change": "changed something else",
}


def summary_lines(run: Run) -> Iterator[str]:
    """What the end of a run tells: a table if any has ended, what became of the episodes, why they failed."""
    metrics = run_metrics(run)
    if run.episodes:
        yield render_table(run.episodes, run.earlier)
        yield ""
    yield counts_line(metrics.counts)
    if helped := helped_line(run.episodes):
        yield helped
    if failures := failures_line(metrics.all_failures):
        yield failures


def render_table(episodes: Iterable[EpisodeRecord], earlier: Iterable[EpisodeRecord] = ()) -> str:
    """`outcome_table` as plain lines."""
    return as_text(outcome_table(episodes, earlier))


def outcome_table(episodes: Iterable[EpisodeRecord], earlier: Iterable[EpisodeRecord] = ()) -> Table:
    """A row a site, language and kind of task, and their total.

    It is as wide as its figures; the kind has a column only where there are two.

    Args:
        episodes: the last attempt of each.
        earlier: attempts that were run again.
    """
    again = tuple(earlier)
    paid = in_groups(again)
    everything = tuple(episodes)
    groups = in_groups(everything)
    has_twins = any(episode.twin_of for episode in everything)
    has_kinds = len({episode.kind for episode in everything}) > 1
    headers = (*FIGURES, PAIRS) if has_twins else FIGURES
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False, show_footer=len(groups) > 1)
    table.add_column("site", footer="all")
    table.add_column("lang")
    if has_kinds:
        table.add_column("kind")
    for header, total in zip(headers, _cells(tally(everything, again), has_twins), strict=True):
        table.add_column(header, footer=total, justify="right")
    for (site, lang, kind), group in groups.items():
        names = (site, lang, kind) if has_kinds else (site, lang)
        figures = tally(group, paid.get((site, lang, kind), ()))
        table.add_row(*names, *_cells(figures, has_twins))
    return table


def counts_line(counts: RunCounts) -> str:
    """What became of the episodes, and whose fault the errors are."""
    parts = [
        f"{name} {number}"
        for name, number in (
            ("attempted", counts.attempted),
            ("scored", counts.scored),
            ("unscored", counts.unscored),
            ("retried", counts.retried),
            ("broken off", counts.failed),
        )
    ]
    if counts.planned != counts.attempted:
        parts.insert(0, f"planned {counts.planned}")
    faults = ", ".join(f"{source} {number}" for source, number in counts.errors.items() if number)
    return ", ".join(parts) + (f"; errors by source: {faults}" if faults else "")


def helped_line(episodes: Iterable[EpisodeRecord]) -> str:
    """Which episodes are not the agent's own, because a person stepped in; empty where all are."""
    helped = [one for one in episodes if one.interventions]
    told = ", ".join(
        f"{one.episode_id} ({one.interventions} of {counted(one.steps, 'step')})" for one in helped
    )
    return f"not the agent's own, as a person stepped in: {told}" if told else ""


def failures_line(failures: Mapping[FailureKind, int]) -> str:
    """Why episodes were not solved, the most frequent kind first; empty where all were."""
    ordered = sorted(failures.items(), key=lambda item: -item[1])
    told = ", ".join(f"{FAILURE_NAMES[kind]} {number}" for kind, number in ordered)
    return f"not solved: {told}" if told else ""


def rich_table(grid: Grid) -> Table:
    """A table of the report for a terminal: names to the left and folded, figures to the right."""
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for name in grid.names:
        table.add_column(name, overflow="fold")
    for figure in grid.figures:
        table.add_column(figure, justify="right")
    for row in grid.rows:
        if row.opens_part:
            table.add_section()
        texts = (Text(cell.text) for cell in row.cells)
        table.add_row(*texts, style="bold" if row.kind == "total" else None)
    return table


def grid_text(grid: Grid) -> str:
    """A table of the report as plain lines."""
    return as_text(rich_table(grid))


def as_text(table: Table) -> str:
    """A table as plain lines, no wider than its cells."""
    console = Console(file=StringIO(), width=WIDEST)
    console.print(table)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(filter(None, map(str.rstrip, lines)))


def pairs_text(figures: Tally) -> str:
    """Pair accuracy for a reader: how many pairs are right, of how many, and the share."""
    return share_text(Share(figures.pairs_right, figures.pairs))


def share_text(share: Share | None) -> str:
    """``3/4 75%``."""
    if share is None or share.rate is None:
        return NONE
    return f"{share.count}/{share.of} {share.rate:.0%}"


def percent(rate: float | None) -> str:
    """A rate of 0 to 1 with one decimal."""
    return NONE if rate is None else f"{rate:.1%}"


def _cells(figures: Tally, has_twins: bool) -> tuple[str, ...]:
    low, high = figures.interval
    known = figures.rate is not None
    return (
        f"{figures.solved}/{figures.counted}",
        percent(figures.rate),
        f"{low * 100:.1f}-{high:.1%}" if known else NONE,
        str(figures.errors),
        f"{figures.steps:.1f}" if known else NONE,
        f"{figures.seconds:.1f}" if known else NONE,
        f"{figures.tokens:,.0f}" if known else NONE,
        f"${figures.cost_usd:.2f}",
        *((pairs_text(figures),) if has_twins else ()),
    )
