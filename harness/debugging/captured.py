"""Asking a person while pytest captures output."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from harness.debugging.console import Terminal
from harness.plugin.live import CLEAR

CAPTURE = "capturemanager"
REPORTER = "terminalreporter"


def terminal_under(config: pytest.Config) -> Terminal:
    """The terminal, from which pytest's capture is lifted for as long as a person is asked or told."""

    @contextmanager
    def hold() -> Iterator[None]:
        capture: Any = config.pluginmanager.getplugin(CAPTURE)
        if capture is not None:
            capture.suspend(in_=True)
        try:
            _end_line(config)
            yield
        finally:
            if capture is not None:
                capture.resume()

    return Terminal(hold)


def _end_line(config: pytest.Config) -> None:
    """Begin on a line of our own, where pytest has written letters and the run its live line behind them."""
    reporter: Any = config.pluginmanager.getplugin(REPORTER)
    if reporter is not None:
        if reporter.isatty:
            reporter.write(CLEAR)
        reporter.ensure_newline()
