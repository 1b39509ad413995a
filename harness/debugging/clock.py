"""The clock of an episode, which stands still while a person is asked."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class StoppableClock:
    """Seconds that only grow; the time that a person takes is no part of an agent's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stopped_s = 0.0

    def __call__(self) -> float:
        """Seconds, less those that it stood still."""
        return self._clock() - self._stopped_s

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It stands still inside."""
        began = self._clock()
        try:
            yield
        finally:
            self._stopped_s += self._clock() - began
