"""What models warn of is told while the run goes on: a server that is down, a price that nobody knows.

Models log it (`harness.models`); a process that runs episodes has it said on its standard error, which
workers share with the terminal that started them.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from harness.runs.live import CLEAR_LINE
from harness.wording import in_one_line

_LOGGER = "harness.models"


@contextmanager
def notices_told(hold: Callable[[], AbstractContextManager[object]] = nullcontext) -> Iterator[None]:
    """Say each warning of a model at once, for as long as the context is open.

    Args:
        hold: while its context is open standard error is ours.
    """
    handler = _Notices(hold)
    logger = logging.getLogger(_LOGGER)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class _Notices(logging.Handler):
    def __init__(self, hold: Callable[[], AbstractContextManager[object]]) -> None:
        super().__init__(logging.WARNING)
        self._hold = hold

    def emit(self, record: logging.LogRecord) -> None:
        with self._hold():
            over_line = CLEAR_LINE if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb" else ""
            print(f"{over_line}{in_one_line(record.getMessage())}", file=sys.stderr, flush=True)
