"""``pytest --model … --dry-run``: what the run may cost."""

import pytest

from harness.errors import LoWAgentError
from harness.plugin.run import request_of
from harness.plugin.told import usage_error
from harness.runs.estimate import estimate_lines


def tell_estimate(config: pytest.Config) -> int:
    """Print the estimate; returns the exit code.

    Raises:
        pytest.UsageError: the run that is asked for can't be.
    """
    workers = config.getoption("numprocesses", None) or 1
    try:
        for line in estimate_lines(request_of(config), workers):
            print(line)
    except LoWAgentError as error:
        raise usage_error(error) from error
    return pytest.ExitCode.OK
