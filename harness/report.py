"""The figures of a run by site, language and kind: success rates and their uncertainty, steps, time, cost.

Everything is computed from the record alone, so that a report can be made again at any time. Episodes that
ended in ``error`` say nothing about the agent: they are shown, and never counted. Achievable twins of
unachievable tasks count for pair accuracy alone: a pair is right if both of it are, so that an agent that
always answers N/A gains nothing.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from harness.records import EpisodeRecord
from tasks.models import TaskKind

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""
PAIRS = "pairs"
"""Header of pair accuracy, where twins were run."""
FIGURES = ("solved", "rate", "95 % interval", "errors", "steps", "seconds", "tokens", "cost")
WIDEST = 200
"""Columns of text that a table may take."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of a group of episodes. Errors and twins are left out of the rate and the means."""

    solved: int
    counted: int
    """Episodes that ended in solved, unsolved or limit."""
    errors: int
    steps: float
    """Mean an episode, as are ``seconds`` and ``tokens``."""
    seconds: float
    tokens: float
    cost_usd: float
    """Sum, errors and twins included: they were paid for too."""
    pairs_right: int = 0
    """Pairs of which the unachievable task and its twin were both solved."""
    pairs: int = 0
    """Pairs of which neither ended in error."""

    @property
    def rate(self) -> float | None:
        """Share of counted episodes that were solved; None when none counts."""
        return self.solved / self.counted if self.counted else None


def tally(episodes: Iterable[EpisodeRecord]) -> Tally:
    """The figures of these episodes."""
    everything = tuple(episodes)
    valid = tuple(episode for episode in everything if episode.outcome != "error")
    counted = tuple(episode for episode in valid if episode.twin_of is None)
    pairs = tuple(_pairs(valid))
    return Tally(
        solved=sum(episode.outcome == "solved" for episode in counted),
        counted=len(counted),
        errors=len(everything) - len(valid),
        steps=_mean(episode.steps for episode in counted),
        seconds=_mean(episode.timing.seconds for episode in counted),
        tokens=_mean(episode.input_tokens + episode.output_tokens for episode in counted),
        cost_usd=sum(episode.cost_usd for episode in everything),
        pairs_right=sum(one.outcome == twin.outcome == "solved" for one, twin in pairs),
        pairs=len(pairs),
    )


def wilson_interval(successes: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a proportion; (0, 1) where nothing was tried.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927), 209-212.

    Raises:
        ValueError: not 0 <= successes <= n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"expected 0 <= successes <= n, got {successes} of {n}")
    if n == 0:
        return 0.0, 1.0
    share, z2 = successes / n, Z_95**2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # Rounding must not push a certain end past what was observed.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return low, high


def in_groups(
    episodes: Iterable[EpisodeRecord],
) -> dict[tuple[str, str, TaskKind], list[EpisodeRecord]]:
    """Episodes by (site, language, kind of task), in order of first appearance."""
    groups: dict[tuple[str, str, TaskKind], list[EpisodeRecord]] = {}
    for episode in episodes:
        groups.setdefault((episode.site, episode.lang, episode.kind), []).append(episode)
    return groups


def render_table(episodes: Iterable[EpisodeRecord]) -> str:
    """The table that ends a run: a row a site, language and kind of task, and their total.

    It is as wide as its figures; the kind has a column only where there are two.
    """
    everything = tuple(episodes)
    groups = in_groups(everything)
    has_twins = any(episode.twin_of for episode in everything)
    has_kinds = len({episode.kind for episode in everything}) > 1
    headers = (*FIGURES, PAIRS) if has_twins else FIGURES
    table = Table(box=SIMPLE_HEAD, padding=0, show_footer=len(groups) > 1)
    table.add_column("site", footer="all")
    table.add_column("lang")
    if has_kinds:
        table.add_column("kind")
    for header, total in zip(headers, _cells(tally(everything), has_twins), strict=True):
        table.add_column(header, footer=total, justify="right")
    for (site, lang, kind), group in groups.items():
        names = (site, lang, kind) if has_kinds else (site, lang)
        table.add_row(*names, *_cells(tally(group), has_twins))
    return as_text(table)


def as_text(table: Table) -> str:
    """A table as plain lines, no wider than its cells."""
    console = Console(file=StringIO(), width=WIDEST)
    console.print(table)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(filter(None, map(str.rstrip, lines)))


def pairs_text(figures: Tally) -> str:
    """Pair accuracy for a reader: how many pairs are right, of how many, and the share."""
    return (
        f"{figures.pairs_right}/{figures.pairs} {figures.pairs_right / figures.pairs:.0%}"
        if figures.pairs
        else "-"
    )


def _pairs(episodes: Iterable[EpisodeRecord]) -> Iterator[tuple[EpisodeRecord, EpisodeRecord]]:
    """(unachievable task, its twin) of each site and language, where both are there."""
    by_task = {(episode.site, episode.lang, episode.task_id): episode for episode in episodes}
    for (site, lang, _), twin in by_task.items():
        task = by_task.get((site, lang, twin.twin_of or ""))
        if task is not None:
            yield task, twin


def _cells(figures: Tally, has_twins: bool) -> tuple[str, ...]:
    low, high = wilson_interval(figures.solved, figures.counted)
    known = figures.rate is not None
    return (
        f"{figures.solved}/{figures.counted}",
        f"{figures.rate:.1%}" if figures.rate is not None else "-",
        f"{low * 100:.1f}-{high:.1%}" if known else "-",
        str(figures.errors),
        f"{figures.steps:.1f}" if known else "-",
        f"{figures.seconds:.1f}" if known else "-",
        f"{figures.tokens:,.0f}" if known else "-",
        f"${figures.cost_usd:.2f}",
        *((pairs_text(figures),) if has_twins else ()),
    )


def _mean(values: Iterable[float]) -> float:
    """Mean, or 0 of nothing."""
    items = tuple(values)
    return sum(items) / len(items) if items else 0.0
