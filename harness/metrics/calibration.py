"""Whether an agent's confidence in its answers is worth anything.

An agent that is asked for it says with its stop how sure it is, from 0 to 100. Of all episodes that count
and have such a figure: the expected calibration error (mean distance of stated confidence and success rate
over ten bins of equal width, weighted by their size) and the Brier score (mean squared distance of
confidence and outcome). 0 is best in both; saying 50 always gets a Brier score of 0.25.
Source: C. Guo et al., "On calibration of modern neural networks", ICML 2017; G. W. Brier, "Verification of
forecasts expressed in terms of probability", Monthly Weather Review 78 (1950).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.metrics.rates import Share, mean
from harness.records import EpisodeRecord

BIN_WIDTH = 10
"""Points of confidence; 100 lies in the last bin."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Episodes whose confidence lies within a bin."""

    low: int
    """Lower end, included; the upper is `BIN_WIDTH` above it."""
    confidence: float
    """Mean, 0 to 1."""
    solved: Share


@dataclass(frozen=True, slots=True)
class Calibration:
    """Confidence against success."""

    solved: Share
    """Of the episodes with a confidence."""
    silent: int
    """Episodes that count and have none."""
    confidence: float
    """Mean, 0 to 1."""
    ece: float
    """Expected calibration error, 0 to 1."""
    brier: float
    """Brier score, 0 to 1."""
    bins: tuple[Bin, ...]
    """Those that are not empty, lowest first."""


def calibration(episodes: Iterable[EpisodeRecord]) -> Calibration | None:
    """The calibration of these episodes; None where no confidence was given.

    Args:
        episodes: episodes for which `harness.metrics.counts` holds.
    """
    chosen = tuple(episodes)
    stated = [
        (episode.confidence / 100, episode.outcome == "solved")
        for episode in chosen
        if episode.confidence is not None
    ]
    if not stated:
        return None
    bins = tuple(_bins(stated))
    return Calibration(
        solved=Share(sum(solved for _, solved in stated), len(stated)),
        silent=len(chosen) - len(stated),
        confidence=mean(sure for sure, _ in stated) or 0.0,
        ece=sum(one.solved.of * abs(one.confidence - (one.solved.rate or 0.0)) for one in bins) / len(stated),
        brier=mean((sure - solved) ** 2 for sure, solved in stated) or 0.0,
        bins=bins,
    )


def _bins(stated: Sequence[tuple[float, bool]]) -> Iterable[Bin]:
    groups: dict[int, list[tuple[float, bool]]] = {}
    for sure, solved in stated:
        low = min(int(sure * 100 + 0.5) // BIN_WIDTH * BIN_WIDTH, 100 - BIN_WIDTH)
        groups.setdefault(low, []).append((sure, solved))
    for low, group in sorted(groups.items()):
        sure = mean(one for one, _ in group) or 0.0
        yield Bin(low, sure, Share(sum(solved for _, solved in group), len(group)))
