"""When a run begins no more episodes: its money or its time is spent.

What is under way is finished: it has been paid for. So a run may cost a little more than its limit, by one
episode a worker at most.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from harness.records.reader import EPISODES_FILE
from harness.runs.request import RunLimits


class LimitWatch:
    """Says whether a limit of a run is reached; reads what the episodes of all workers have cost."""

    def __init__(
        self,
        limits: RunLimits,
        run_dir: Path,
        *,
        started: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Watch a run.

        Args:
            limits: its limits.
            run_dir: its folder.
            started: when it was started or resumed, by ``clock``; the same for all its processes.
            clock: seconds since the epoch.
        """
        self._limits = limits
        self._path = run_dir / EPISODES_FILE
        self._started = started
        self._clock = clock
        self._read_bytes = 0
        self._cost_usd = 0.0

    def reached(self) -> str | None:
        """Which limit is reached, in words with the option that raises it; None for none."""
        seconds, cost_usd = self._limits.seconds, self._limits.cost_usd
        if seconds is not None and self._clock() - self._started >= seconds:
            return f"the run has lasted {seconds:g} s (--run-seconds)"
        if cost_usd is not None and self._spent() >= cost_usd:
            return f"${self._cost_usd:.4f} of ${cost_usd:g} are spent (--budget-usd)"
        return None

    def _spent(self) -> float:
        """What the episodes on record have cost; only what was written since the last time is read."""
        if not self._path.exists():
            return self._cost_usd
        with self._path.open("rb") as file:
            file.seek(self._read_bytes)
            text = file.read()
        whole, newline, _ = text.rpartition(b"\n")
        self._read_bytes += len(whole) + len(newline)
        self._cost_usd += sum(map(_cost_of, whole.split(b"\n")))
        return self._cost_usd


def _cost_of(line: bytes) -> float:
    """Of an episode; 0 for a line that a killed writer has left half-written."""
    try:
        return float(json.loads(line)["cost_usd"])
    except ValueError:
        return 0.0
