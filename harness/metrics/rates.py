"""Success rates of groups of episodes, their uncertainty, and what the episodes cost.

Episodes that ended in ``error`` say nothing about the agent: they are counted beside the rate, never in it.
Achievable twins of unachievable tasks count for pair accuracy alone: a pair is right if both of it are, so
that an agent that always answers N/A gains nothing.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.records import EpisodeRecord
from sites.kit.localization import LANGUAGES
from tasks.models import TaskKind

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""
ALL = "all"
"""Stands where a language would for all of them together."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share, 0 to 1; None of nothing."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of a group of episodes. Errors and twins are left out of the rate and the means."""

    solved: int
    counted: int
    """Episodes that ended in solved, unsolved or limit."""
    tasks: int
    """Different tasks among them: fewer where tasks were run several times."""
    errors: int
    steps: float
    """Mean an episode, as are ``seconds`` and ``tokens``."""
    seconds: float
    tokens: float
    cost_usd: float
    """Sum, errors, twins and earlier attempts included: they were paid for too."""
    pairs_right: int = 0
    """Pairs of which the unachievable task and its twin were both solved."""
    pairs: int = 0
    """Pairs of which neither ended in error."""

    @property
    def rate(self) -> float | None:
        """Share of counted episodes that were solved; None when none counts."""
        return Share(self.solved, self.counted).rate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson score interval of the rate.

        Repeats of a task are no new evidence on other tasks, so its width is that of ``tasks`` episodes.
        """
        return wilson_interval((self.rate or 0.0) * self.tasks, self.tasks)


def counts(episode: EpisodeRecord) -> bool:
    """Whether an episode counts for a success rate: it was scored, and is no twin."""
    return episode.outcome != "error" and episode.twin_of is None


def tally(episodes: Iterable[EpisodeRecord], earlier: Iterable[EpisodeRecord] = ()) -> Tally:
    """The figures of these episodes.

    Args:
        episodes: the last attempt of each.
        earlier: attempts that were run again.
    """
    everything = tuple(episodes)
    counted = tuple(filter(counts, everything))
    pairs = tuple(_pairs(episode for episode in everything if episode.outcome != "error"))
    return Tally(
        solved=sum(episode.outcome == "solved" for episode in counted),
        counted=len(counted),
        tasks=len({episode.instance_id for episode in counted}),
        errors=sum(episode.outcome == "error" for episode in everything),
        steps=mean(episode.steps for episode in counted) or 0.0,
        seconds=mean(episode.timing.seconds for episode in counted) or 0.0,
        tokens=mean(episode.input_tokens + episode.output_tokens for episode in counted) or 0.0,
        cost_usd=sum(episode.cost_usd for episode in (*everything, *earlier)),
        pairs_right=sum(one.outcome == twin.outcome == "solved" for one, twin in pairs),
        pairs=len(pairs),
    )


def wilson_interval(successes: float, n: int) -> tuple[float, float]:
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


def mean(values: Iterable[float]) -> float | None:
    """Mean; None of nothing."""
    items = tuple(values)
    return sum(items) / len(items) if items else None


def in_groups(
    episodes: Iterable[EpisodeRecord],
) -> dict[tuple[str, str, TaskKind], list[EpisodeRecord]]:
    """Episodes by (site, language, kind of task): languages in the order of the language table."""
    groups: dict[tuple[str, str, TaskKind], list[EpisodeRecord]] = {}
    for episode in episodes:
        groups.setdefault((episode.site, episode.lang, episode.kind), []).append(episode)
    return dict(sorted(groups.items(), key=lambda item: (item[0][0], _place(item[0][1]), item[0][2])))


def by_language(episodes: Iterable[EpisodeRecord]) -> dict[str, list[EpisodeRecord]]:
    """Episodes by language in the order of the language table, then `ALL` of them where there are several."""
    everything = list(episodes)
    langs = sorted({episode.lang for episode in everything}, key=_place)
    groups = {lang: [one for one in everything if one.lang == lang] for lang in langs}
    return {**groups, ALL: everything} if len(groups) > 1 else groups


def _place(lang: str) -> int:
    return tuple(LANGUAGES).index(lang)


def _pairs(episodes: Iterable[EpisodeRecord]) -> Iterator[tuple[EpisodeRecord, EpisodeRecord]]:
    """(unachievable task, its twin) of each site, language and repeat, where both are there."""
    by_task = {(episode.site, episode.lang, episode.repeat, episode.task_id): episode for episode in episodes}
    for (site, lang, repeat, _), twin in by_task.items():
        task = by_task.get((site, lang, repeat, twin.twin_of or ""))
        if task is not None:
            yield task, twin
