"""How an agent behaved: the figures that stand beside the success rate, over the episodes that count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.metrics.rates import Share, mean
from harness.metrics.verdicts import is_completed, is_constrained_success, is_preserved, stopped_by_itself
from harness.records import EpisodeRecord, StepRecord


@dataclass(frozen=True, slots=True)
class Conduct:
    """Figures of a group of episodes."""

    solved: Share
    """Of the episodes, as are the next three, ``budget_hits`` and ``clean_stops``."""
    completed: Share
    preserved: Share
    constrained: Share
    """Solved, and nothing else changed."""
    steps_solved: float | None
    """Mean steps of solved episodes; None where none was, as is the next."""
    reference_ratio: float | None
    """Mean over solved episodes of their steps divided by those of the reference."""
    malformed: Share
    """Of the replies: those in which no action could be found. Steps in which a person stepped in are left
    out, as of the next."""
    failed: Share
    """Of the replies: those whose action the page could not carry out."""
    budget_hits: Share
    """Ended because the steps were used up."""
    clean_stops: Share
    """Ended by a stop of the agent's own."""


def conduct(episodes: Sequence[EpisodeRecord], steps: Iterable[StepRecord]) -> Conduct:
    """The figures of episodes that count.

    Args:
        episodes: episodes for which `harness.metrics.counts` holds.
        steps: all their steps.
    """
    replies = tuple(step for step in steps if step.intervention is None)
    solved = [episode for episode in episodes if episode.outcome == "solved"]

    def share(number: int) -> Share:
        return Share(number, len(episodes))

    return Conduct(
        solved=share(len(solved)),
        completed=share(sum(map(is_completed, episodes))),
        preserved=share(sum(map(is_preserved, episodes))),
        constrained=share(sum(map(is_constrained_success, episodes))),
        steps_solved=mean(episode.steps for episode in solved),
        reference_ratio=mean(episode.steps / episode.reference_steps for episode in solved),
        malformed=Share(sum(map(is_malformed, replies)), len(replies)),
        failed=Share(sum(map(is_failed, replies)), len(replies)),
        budget_hits=share(sum(episode.limit == "steps" for episode in episodes)),
        clean_stops=share(sum(map(stopped_by_itself, episodes))),
    )


def is_malformed(step: StepRecord) -> bool:
    """Whether no action could be found in the reply; one that a person skipped is no such."""
    return step.action is None and step.intervention is None


def is_failed(step: StepRecord) -> bool:
    """Whether there was an action, and the page could not carry it out."""
    return step.action is not None and step.error is not None
