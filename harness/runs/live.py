"""The live line of a run on a terminal of its own, or on none."""

import os
from typing import TextIO

from harness.runs.progress import Progress

CLEAR_LINE = "\r\033[K"


class LiveLine:
    """Says how far a run is: below what has been said where lines can be written over, else now and then."""

    def __init__(self, stream: TextIO, progress: Progress, columns: int) -> None:
        """Show nothing yet.

        Args:
            stream: where all that is said goes.
            progress: what the line tells.
            columns: of the terminal.
        """
        self._stream = stream
        self._progress = progress
        self._columns = columns
        self._is_terminal = stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def say(self, text: str) -> None:
        """Write a line above it."""
        self.hide()
        self._stream.write(f"{text}\n")
        self.show()

    def show(self) -> None:
        """Show it as it is now."""
        if self._is_terminal:
            self._stream.write(CLEAR_LINE + self._progress.text()[: self._columns - 1])
        elif self._progress.is_due:
            self._stream.write(f"{self._progress.text()}\n")
        self._stream.flush()

    def hide(self) -> None:
        """Take it away."""
        if self._is_terminal:
            self._stream.write(CLEAR_LINE)
