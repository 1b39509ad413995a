"""The live line of a run under pytest: how far it is, what it has cost, how long it will take.

On a terminal it stands behind the cursor, in what is left of the line that pytest is writing: pytest writes
over it, and nothing moves. Elsewhere it is a line of its own, once a minute at most.
"""

import os
import sys
from collections.abc import Generator
from typing import Any, TextIO

import pytest

from harness.plugin.items import END_ATTRIBUTE
from harness.runs.progress import EpisodeEnd, progress_of
from harness.runs.start import BegunRun

CLEAR = "\033[K"
FAINT, PLAIN = "\033[2m", "\033[0m"
GAP = "  "
LEAST_COLUMNS = 20
"""With less room than this the line is not shown."""


class LivePlugin:
    """Counts reports as they come in, in the controller."""

    def __init__(self, config: pytest.Config, run: BegunRun) -> None:
        self._config = config
        self._progress = progress_of(run)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logstart(self) -> Generator[None, Any, Any]:
        """Make room for what pytest writes, then show the line again."""
        return (yield from self._around())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, Any, Any]:
        """Count an episode that has ended."""
        end: dict[str, Any] | None = getattr(report, END_ATTRIBUTE, None)
        if end is not None and "cost_usd" in end:
            self._progress.add(EpisodeEnd(**end))
        return (yield from self._around())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logfinish(self) -> Generator[None, Any, Any]:
        """As for the start."""
        return (yield from self._around())

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Leave nothing behind the cursor."""
        self._hide()

    def _around(self) -> Generator[None, Any, Any]:
        self._hide()
        result = yield
        self._show()
        return result

    def _show(self) -> None:
        stream, writer = self._terminal(), self._config.get_terminal_writer()
        if stream is not None:
            text = behind_cursor(self._progress.text(), writer.fullwidth - writer.width_of_current_line)
            stream.write(text)
            stream.flush()
        elif self._progress.is_due:
            if writer.width_of_current_line:
                writer.line()
            writer.line(f"lowagent: {self._progress.text()}")

    def _hide(self) -> None:
        stream = self._terminal()
        if stream is not None:
            stream.write(CLEAR)
            stream.flush()

    def _terminal(self) -> TextIO | None:
        """What pytest writes to, if that is a terminal whose cursor can be moved."""
        stream = self._config.get_terminal_writer()._file  # nothing public gives it
        can_move = sys.platform != "win32" and os.environ.get("TERM", "dumb") != "dumb"
        return stream if can_move and stream is not None and stream.isatty() else None


def behind_cursor(text: str, columns: int) -> str:
    """A text that a terminal shows behind its cursor, which stays where it is; cut to the columns left."""
    room = columns - len(GAP) - 1
    if room < LEAST_COLUMNS:
        return CLEAR
    shown = GAP + text[:room]
    return f"{CLEAR}{FAINT}{shown}{PLAIN}\033[{len(shown)}D"
