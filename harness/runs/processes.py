"""Workers as processes of this machine. Each writes into the record of the run by itself."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import NoReturn

from harness.records import Manifest, read_episodes
from harness.runs.dispatch import Died, Ended, Report, report_of
from harness.runs.notices import notices_told
from harness.runs.plan import PlannedEpisode
from harness.runs.request import RunRequest
from harness.runs.start import BegunRun
from harness.runs.worker import Worker

GRACE_S = 15.0
"""That workers have to end browser and sites, before they are killed."""


@dataclass(slots=True)
class _Hand:
    process: SpawnProcess
    connection: Connection
    planned: PlannedEpisode | None = None


class ProcessCrew:
    """A crew (`harness.runs.dispatch.Crew`) of processes."""

    def __init__(self, run: BegunRun) -> None:
        """No process is started."""
        self._run = run
        # Not forked: a forked process would share whatever threads and connections this one holds.
        self._context = get_context("spawn")
        self._hands: dict[int, _Hand] = {}
        self._started = 0

    @property
    def fitting(self) -> int:
        """One worker."""
        return 1

    @property
    def most(self) -> int:
        """As many as are asked for."""
        return sys.maxsize

    def start(self) -> int:
        """Start a process; returns its number."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_work, args=(theirs, self._run.request, self._run.manifest), name=f"worker {self._started}"
        )
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        self._hands[self._started] = _Hand(process, ours)
        self._started += 1
        return self._started - 1

    def assign(self, worker: int, planned: PlannedEpisode) -> None:
        """Have an idle worker run an episode; that it died meanwhile is found by `wait`."""
        self._hands[worker].planned = planned
        with suppress(OSError):
            self._hands[worker].connection.send(planned)

    def wait(self) -> tuple[int, Report]:
        """The next report, and the worker that it is of."""
        busy = {hand.connection: number for number, hand in self._hands.items() if hand.planned is not None}
        number = busy[wait(list(busy))[0]]  # type: ignore[index] - what was passed in comes out
        hand = self._hands[number]
        try:
            report: Report = hand.connection.recv()
        except (EOFError, OSError):
            report = self._buried(number, hand)
        hand.planned = None
        return number, report

    def close(self) -> None:
        """End all processes and what they have started. Safe to call twice."""
        for hand in self._hands.values():
            hand.process.terminate()
            hand.connection.close()
        for hand in self._hands.values():
            hand.process.join(GRACE_S)
            _kill_group(hand.process)
            hand.process.join()
        self._hands.clear()

    def _buried(self, number: int, hand: _Hand) -> Died:
        """What became of the episode of a process that died: it may have been recorded just before."""
        hand.process.join()
        _kill_group(hand.process)
        del self._hands[number]
        recorded = None
        for one in read_episodes(self._run.request.run_dir):
            if hand.planned is not None and hand.planned.is_of(one):
                recorded = Ended.of(one)
        return Died(f"exit code {hand.process.exitcode}", recorded)


def _work(connection: Connection, request: RunRequest, manifest: Manifest) -> None:
    """What a process does: one episode after the other, until there are no more or its parent is gone."""
    os.setsid()  # Ctrl-C is for the parent, and must not end the browser of an episode under way
    signal.signal(signal.SIGTERM, _terminate)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()
    worker = Worker(request, manifest)
    try:
        with suppress(EOFError, OSError), notices_told():
            while True:
                connection.send(report_of(worker, connection.recv()))
    except _Terminated:
        sys.exit(128 + signal.SIGTERM)
    finally:
        worker.close()


def _end_with_parent() -> None:
    """A killed parent can't end its workers, and one that went on would write beside the next run's."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.killpg(0, signal.SIGKILL)


class _Terminated(BaseException):
    """SIGTERM came. Not SystemExit, which an agent may raise: that ends its episode alone."""


def _terminate(*_: object) -> NoReturn:
    raise _Terminated


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started inside ignore Ctrl-C from their first moment on."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _kill_group(process: SpawnProcess) -> None:
    """End what a process has started and left behind, such as a browser."""
    if process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
