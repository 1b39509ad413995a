"""Episodes handed out to workers that may die: each is run to its end once, whatever happens to its worker.

A crew is a set of workers, processes of this machine (`harness.runs.processes`) or actors of a Ray cluster
(`harness.runs.cluster`). The episode of a worker that died is run again by another one, once; what kills two
workers is given up, and is missing in the record.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from harness.errors import LoWAgentError
from harness.records import EpisodeRecord
from harness.runs.facts import RunChangedError
from harness.runs.limits import LimitWatch
from harness.runs.plan import PlannedEpisode
from harness.runs.progress import EpisodeEnd
from harness.runs.start import BegunRun
from harness.runs.worker import Worker

TRIES = 2
"""Workers that an episode may cost."""
DEATHS_IN_A_ROW = 4
"""Workers may die one after the other before the run gives up; none of them has ended an episode."""


class CrewError(LoWAgentError):
    """Workers die, and none of them ends an episode."""


@dataclass(frozen=True, slots=True)
class Ended:
    """An episode that is on record."""

    name: str
    end: EpisodeEnd
    error: str | None

    @classmethod
    def of(cls, episode: EpisodeRecord) -> "Ended":
        """The end of an episode on record."""
        return cls(episode.episode_id, EpisodeEnd.of(episode), episode.error)


@dataclass(frozen=True, slots=True)
class Lost:
    """An episode that is not on record, and will not be run again by itself."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Died:
    """A worker died while it had an episode to run."""

    reason: str
    recorded: Ended | None = None
    """The end of the episode, where it was recorded before."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A worker found that the run has changed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """A limit of the run was reached: no more episodes are begun."""

    reason: str


Report = Ended | Lost | Died | Refused
"""What a worker tells of its episode."""


class Crew(Protocol):
    """Workers that run one episode at a time each."""

    @property
    def fitting(self) -> int:
        """How many workers there are where nobody says how many."""
        ...

    @property
    def most(self) -> int:
        """How many there can be."""
        ...

    def start(self) -> int:
        """Start a worker; returns its number."""
        ...

    def assign(self, worker: int, planned: PlannedEpisode) -> None:
        """Have an idle worker run an episode."""
        ...

    def wait(self) -> tuple[int, Report]:
        """The next report, and the worker that it is of; one that `Died` is gone."""
        ...

    def close(self) -> None:
        """End all workers, those at work too: what they were at is not recorded. Safe to call twice."""
        ...


def run_all(run: BegunRun, crew: Crew, workers: int, limits: LimitWatch) -> Iterator[Ended | Lost | Stopped]:
    """Run the episodes of a run.

    Args:
        run: the run.
        crew: who runs them; it is not closed.
        workers: how many at most.
        limits: says when no more are begun.

    Yields:
        What became of each episode, as soon as it is known.

    Raises:
        RunChangedError: what decides results is not as it was when the run began.
        CrewError: workers die, and none of them ends an episode.
    """
    waiting = deque(run.planned)
    idle = [crew.start() for _ in range(min(workers, len(waiting)))]
    busy: dict[int, PlannedEpisode] = {}
    died: Counter[str] = Counter()
    in_a_row = 0
    is_stopped = False
    while True:
        while idle and waiting and not is_stopped:
            if (reason := limits.reached()) is not None:
                is_stopped = True
                yield Stopped(reason)
                break
            worker = idle.pop()
            busy[worker] = waiting.popleft()
            crew.assign(worker, busy[worker])
        if not busy:
            return
        worker, report = crew.wait()
        planned = busy.pop(worker)
        if isinstance(report, Refused):
            raise RunChangedError(report.reason)
        if not isinstance(report, Died):
            in_a_row = 0
            idle.append(worker)
            yield report
            continue
        if report.recorded is not None:
            in_a_row = 0
            yield report.recorded
        else:
            in_a_row += 1
            died[planned.name] += 1
            if in_a_row == DEATHS_IN_A_ROW:
                raise CrewError(f"{in_a_row} workers died one after the other: {report.reason}")
            if died[planned.name] < TRIES:
                waiting.appendleft(planned)
            else:
                yield Lost(planned.name, f"two workers died while they ran it: {report.reason}")
        if waiting and not is_stopped:
            idle.append(crew.start())


def report_of(worker: Worker, planned: PlannedEpisode) -> Ended | Lost | Refused:
    """Run an episode in this process, and tell what became of it."""
    try:
        result = worker.run(planned)
    except RunChangedError as error:
        return Refused(str(error))
    except Exception as error:
        return Lost(planned.name, f"{type(error).__name__}: {error}")
    end = EpisodeEnd(result.outcome, result.cost_usd, planned.task.twin_of is not None)
    return Ended(planned.name, end, result.error)
