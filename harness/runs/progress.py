"""How far a run is: one line, for a terminal that shows it all the time, or for a log from time to time."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from harness.metrics import wilson_interval
from harness.records import EpisodeRecord, Outcome, latest_attempts, read_episodes
from harness.runs.start import BegunRun
from harness.wording import counted

PACE_S = 60.0
"""Between two lines where there is no terminal to write over."""


@dataclass(frozen=True, slots=True)
class EpisodeEnd:
    """What the line must know of an episode that has ended."""

    outcome: Outcome
    cost_usd: float
    is_twin: bool

    @classmethod
    def of(cls, episode: EpisodeRecord) -> "EpisodeEnd":
        """That of an episode on record."""
        return cls(episode.outcome, episode.cost_usd, episode.twin_of is not None)


class Progress:
    """Counts episodes as they end."""

    def __init__(
        self,
        planned: int,
        recorded: Iterable[EpisodeEnd] = (),
        *,
        spent_usd: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start counting.

        Args:
            planned: episodes that are to be run now.
            recorded: those that were finished before.
            spent_usd: what everything on record has cost.
            clock: seconds that only grow.
        """
        self._planned = planned
        self._ended = 0
        self._clock = clock
        self._started = clock()
        self._said = self._started
        self._spent_usd = spent_usd
        self._kept = 0
        self._solved = self._counted = self._errors = 0
        for one in recorded:
            self._kept += 1
            self._count(one)

    def add(self, one: EpisodeEnd) -> None:
        """Count an episode that has just ended."""
        self._ended += 1
        self._spent_usd += one.cost_usd
        self._count(one)

    @property
    def is_due(self) -> bool:
        """Whether a line is due where lines can't be written over; asking begins the next pause."""
        if self._clock() - self._said < PACE_S:
            return False
        self._said = self._clock()
        return True

    def text(self) -> str:
        """``12/75 episodes, 3:10 left, solved 5/11 45.5% (21.3-72.0%), 1 error, $0.12``.

        The time left stands early: terminals cut the end.
        """
        parts = [f"{self._kept + self._ended}/{counted(self._kept + self._planned, 'episode')}"]
        left = self._planned - self._ended
        if self._ended and left > 0:
            parts.append(f"{duration((self._clock() - self._started) / self._ended * left)} left")
        if self._counted:
            low, high = wilson_interval(self._solved, self._counted)
            rate = self._solved / self._counted
            parts.append(f"solved {self._solved}/{self._counted} {rate:.1%} ({low * 100:.1f}-{high:.1%})")
        if self._errors:
            parts.append(counted(self._errors, "error"))
        if self._spent_usd:
            parts.append(f"${self._spent_usd:.2f}")
        return ", ".join(parts)

    def _count(self, one: EpisodeEnd) -> None:
        if one.outcome == "error":
            self._errors += 1
        elif not one.is_twin:
            self._counted += 1
            self._solved += one.outcome == "solved"


def progress_of(run: BegunRun) -> Progress:
    """The progress of a run that begins now, or goes on."""
    recorded = read_episodes(run.request.run_dir)
    again = {one.name for one in run.planned}
    kept = [EpisodeEnd.of(one) for one in latest_attempts(recorded) if one.episode_id not in again]
    return Progress(len(run.planned), kept, spent_usd=sum(one.cost_usd for one in recorded))


def duration(seconds: float) -> str:
    """``3:10`` (minutes and seconds), ``1:03:10`` with hours."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
