"""The difference of two success rates over the same tasks: its interval, and whether chance explains it.

Both look at a task twice (in two languages, or without and with disruptions), so that only tasks that were
solved on one side alone say anything. The interval is Newcombe's for paired proportions: two Wilson
intervals, joined by squaring and adding, with the correlation of the pairs. The test is McNemar's exact one:
of the tasks that were solved on one side alone, each is as likely to be of one side as of the other.
Source: R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based
on paired data", Statistics in Medicine 17 (1998), 2635-2650, method 10; Q. McNemar, "Note on the sampling
error of the difference between correlated proportions or percentages", Psychometrika 12 (1947), 153-157.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from harness.metrics.rates import Share, wilson_interval
from harness.records import EpisodeRecord


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """What became of the same tasks on two sides."""

    both: int
    """Solved on both sides."""
    first_only: int
    second_only: int
    neither: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> "PairedDifference":
        """Count pairs.

        Args:
            pairs: whether a task was solved, on the first side and on the second.
        """
        found = list(pairs)
        return cls(
            both=found.count((True, True)),
            first_only=found.count((True, False)),
            second_only=found.count((False, True)),
            neither=found.count((False, False)),
        )

    @property
    def tasks(self) -> int:
        """How many pairs there are."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> Share:
        """Solved on the first side."""
        return Share(self.both + self.first_only, self.tasks)

    @property
    def second(self) -> Share:
        """Solved on the second side."""
        return Share(self.both + self.second_only, self.tasks)

    @property
    def difference(self) -> float | None:
        """Rate of the second side less that of the first, -1 to 1; None of nothing."""
        return (self.second_only - self.first_only) / self.tasks if self.tasks else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference; (-1, 1) where there is no pair."""
        if not self.tasks:
            return -1.0, 1.0
        first, second = self.first.count / self.tasks, self.second.count / self.tasks
        first_low, first_high = wilson_interval(self.first.count, self.tasks)
        second_low, second_high = wilson_interval(self.second.count, self.tasks)
        low = _joined(second - second_low, first_high - first, self.correlation)
        high = _joined(second_high - second, first - first_low, self.correlation)
        return max(-1.0, second - first - low), min(1.0, second - first + high)

    @property
    def correlation(self) -> float:
        """Of the pairs, as the interval takes it: 0 where one side solved all or nothing.

        A positive one is made smaller by Newcombe's continuity correction.
        """
        product = (
            self.first.count
            * (self.tasks - self.first.count)
            * self.second.count
            * (self.tasks - self.second.count)
        )
        if not product:
            return 0.0
        found = self.both * self.neither - self.first_only * self.second_only
        corrected = max(found - self.tasks / 2, 0.0) if found > 0 else found
        return corrected / math.sqrt(product)

    @property
    def p_value(self) -> float:
        """Of McNemar's exact test, two-sided; 1 where no task was solved on one side alone."""
        single = self.first_only + self.second_only
        fewer = min(self.first_only, self.second_only)
        tail = sum(math.comb(single, number) for number in range(fewer + 1))
        return min(1.0, 2 * tail / 2**single)


def paired_difference(
    first: Iterable[EpisodeRecord], second: Iterable[EpisodeRecord], key: Callable[[EpisodeRecord], str]
) -> PairedDifference:
    """What became of the tasks that both sides have.

    Args:
        first: episodes for which `harness.metrics.counts` holds, as are those of the other side.
        second: the other side.
        key: what the two episodes of a pair have in common. Of several with the same, as where tasks are
            repeated, the first repeat is taken: repeats of a task are no further tasks.
    """
    one, other = _first_repeats(first, key), _first_repeats(second, key)
    return PairedDifference.of((solved, other[name]) for name, solved in one.items() if name in other)


def task_of(episode: EpisodeRecord) -> str:
    """What the episodes of a task have in common in all languages."""
    return episode.task_id


def instance_of(episode: EpisodeRecord) -> str:
    """What the episodes of a task in a language have in common."""
    return episode.instance_id


def _first_repeats(episodes: Iterable[EpisodeRecord], key: Callable[[EpisodeRecord], str]) -> dict[str, bool]:
    """What is compared -> whether its first repeat was solved."""
    found: dict[str, bool] = {}
    for episode in sorted(episodes, key=lambda one: one.repeat):
        found.setdefault(key(episode), episode.outcome == "solved")
    return found


def _joined(one: float, other: float, correlation: float) -> float:
    """The distance of a limit from the difference, from those of the two rates."""
    return math.sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))
