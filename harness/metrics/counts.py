"""What became of the episodes of a run as such, and what its calls of a model took."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from harness.records import EpisodeRecord, ErrorSource, Run


@dataclass(frozen=True, slots=True)
class RunCounts:
    """Episodes of a run; twins and repeats are episodes like others."""

    planned: int
    """That the run is to hold."""
    attempted: int
    """On record: ``scored`` and ``unscored`` together."""
    scored: int
    """Ended in solved, unsolved or limit."""
    unscored: int
    """Ended in an error at their last attempt: to be run again."""
    retried: int
    """Run more than once, because an attempt had ended in an error."""
    failed: int
    """Attempts that ended in an error, those of retried episodes included."""
    errors: Mapping[ErrorSource, int]
    """Whose fault it was -> unscored episodes."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls of a model and what they took: failed calls, errors and earlier attempts included."""

    episodes: int
    solved: int
    calls: int
    retries: int
    """Calls that failed."""
    input_tokens: int
    cached_tokens: int
    """Part of ``input_tokens``."""
    output_tokens: int
    reasoning_tokens: int
    """Part of ``output_tokens``."""
    cost_usd: float
    seconds: float
    """Sum over the episodes, which may have run side by side."""

    @property
    def usd_per_solved(self) -> float | None:
        """What a solved task cost; None where none was solved."""
        return self.cost_usd / self.solved if self.solved else None


def run_counts(run: Run) -> RunCounts:
    """The counts of a run."""
    unscored = [episode for episode in run.episodes if episode.outcome == "error"]
    return RunCounts(
        planned=len(run.episodes) + len(run.missing),
        attempted=len(run.episodes),
        scored=len(run.episodes) - len(unscored),
        unscored=len(unscored),
        retried=sum(episode.attempt > 1 for episode in run.episodes),
        failed=sum(episode.outcome == "error" for episode in (*run.episodes, *run.earlier)),
        errors={
            source: sum(episode.error_source == source for episode in unscored)
            for source in get_args(ErrorSource)
        },
    )


def usage(episodes: Iterable[EpisodeRecord], earlier: Iterable[EpisodeRecord] = ()) -> Usage:
    """The sums over these episodes.

    Args:
        episodes: the last attempt of each.
        earlier: attempts that were run again.
    """
    last = tuple(episodes)
    chosen = (*last, *earlier)
    return Usage(
        episodes=len(last),
        solved=sum(episode.outcome == "solved" for episode in last),
        calls=sum(episode.calls for episode in chosen),
        retries=sum(episode.retries for episode in chosen),
        input_tokens=sum(episode.input_tokens for episode in chosen),
        cached_tokens=sum(episode.cached_tokens for episode in chosen),
        output_tokens=sum(episode.output_tokens for episode in chosen),
        reasoning_tokens=sum(episode.reasoning_tokens for episode in chosen),
        cost_usd=sum(episode.cost_usd for episode in chosen),
        seconds=sum(episode.timing.seconds for episode in chosen),
    )
