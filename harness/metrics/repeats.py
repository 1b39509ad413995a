"""Tasks that were run several times: how often a task succeeds, and how often it always does.

pass^k is the chance that k runs of a task, drawn from those that were made, are all solved: the mean over
tasks of C(solved, k) / C(runs, k). pass^1 is the mean success rate of a task. Runs that ended in an error
are no runs; a task with fewer than k of them says nothing of pass^k.
Source: S. Yao et al., "tau-bench" (2024), section 3.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import comb

from harness.metrics.rates import mean
from harness.records import EpisodeRecord


@dataclass(frozen=True, slots=True)
class PassRate:
    """pass^k of a group of tasks."""

    k: int
    rate: float | None
    """0 to 1; None where no task has k runs that count."""
    tasks: int
    """Tasks with at least k runs that count."""


def pass_rates(episodes: Iterable[EpisodeRecord]) -> list[PassRate]:
    """pass^1 to pass^K, K being the most runs that a task has.

    Args:
        episodes: episodes for which `harness.metrics.counts` holds.
    """
    runs: dict[str, list[bool]] = {}
    for episode in episodes:
        runs.setdefault(episode.instance_id, []).append(episode.outcome == "solved")
    most = max(map(len, runs.values()), default=0)
    return [_pass_rate(runs, k) for k in range(1, most + 1)]


def _pass_rate(runs: Mapping[str, list[bool]], k: int) -> PassRate:
    enough = [solved for solved in runs.values() if len(solved) >= k]
    return PassRate(k, mean(comb(sum(solved), k) / comb(len(solved), k) for solved in enough), len(enough))
