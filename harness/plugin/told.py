"""Items of pytest whose failures say all that there is to say: no traceback is printed for them."""

import os

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr


class ToldFailure(Exception):  # noqa: N818 - pytest prints the name
    """A failure that was foreseen; its message tells it whole."""


class ToldItem(pytest.Item):
    """An item that may end in a `ToldFailure`."""

    def repr_failure(
        self,
        excinfo: ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's
    ) -> str | TerminalRepr:
        """The message alone where the failure was foreseen; a traceback for what nobody foresaw."""
        if isinstance(excinfo.value, ToldFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """The file, no line, and the id."""
        return self.path, None, self.name
