"""Failures that say all that there is to say: pytest prints no traceback for them."""

import os

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr

from harness.control_characters import with_seen_controls
from harness.errors import LoWAgentError


class ToldFailure(Exception):  # noqa: N818 - pytest prints the name
    """A failure that was foreseen; its message tells it whole."""


def usage_error(error: LoWAgentError) -> pytest.UsageError:
    """What ends pytest with the message of an error alone; its control characters are seen."""
    return pytest.UsageError(with_seen_controls(str(error)))


class ToldItem(pytest.Item):
    """An item that may end in a `ToldFailure`."""

    def repr_failure(
        self,
        excinfo: ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's
    ) -> str | TerminalRepr:
        """The message alone where the failure was foreseen; a traceback for what nobody foresaw.

        Control characters of the message are seen, and steer no terminal.
        """
        if isinstance(excinfo.value, ToldFailure):
            return with_seen_controls(str(excinfo.value))
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """The file, no line, and the id."""
        return self.path, None, self.name
