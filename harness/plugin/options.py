"""The options of a run on pytest's command line.

Plain tests import nothing of a run: this module and the package's hooks stay light.
"""

import argparse
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

import pytest

from harness.runs.options import NEEDS_MODEL, OPTIONS, REPLAY_OPTIONS, STEP_OPTIONS, RunOption

PYTEST_OPTIONS = (*OPTIONS, *REPLAY_OPTIONS, *STEP_OPTIONS)


def add_options(parser: pytest.Parser) -> None:
    """Add our options to pytest's command line."""
    group = parser.getgroup("lowagent", "LoWAgent: run tasks in place of tests (needs --model)")
    for option in PYTEST_OPTIONS:
        if option.is_flag:
            group.addoption(option.flag, action="store_true", default=None, help=option.help)
        else:
            group.addoption(
                option.flag,
                action="append" if option.is_repeatable else "store",
                metavar=option.metavar,
                type=_reader(option),
                choices=option.choices or None,
                default=option.default,
                help=option.help,
            )


def suggest_options(parser: pytest.Parser, arguments: Sequence[str]) -> None:
    """Have pytest say, where it refuses an option, which of ours may have been meant."""
    # Without dashes: they would make every two options alike.
    flags = [option.flag.removeprefix("--") for option in PYTEST_OPTIONS]
    names = {argument.partition("=")[0][2:] for argument in arguments if argument.startswith("--")}
    close = {name: get_close_matches(name, flags, n=1) for name in names.difference(flags)}
    if told := [f"--{found[0]} in place of --{name}?" for name, found in sorted(close.items()) if found]:
        parser.extra_info["did you mean"] = " ".join(told)


def refuse_without_model(config: pytest.Config) -> None:
    """Refuse options of a run when no agent is named.

    Raises:
        pytest.UsageError: some were given.
    """
    needing = (*NEEDS_MODEL, *STEP_OPTIONS)
    flags = ", ".join(one.flag for one in needing if config.getoption(one.name) is not None)
    if flags:
        raise pytest.UsageError(f"{flags} given, but no agent: add --model, for example --model reference")


def refuse_without_replay(config: pytest.Config) -> None:
    """Refuse options of replays where none is asked for.

    Raises:
        pytest.UsageError: some were given.
    """
    flags = ", ".join(one.flag for one in REPLAY_OPTIONS if config.getoption(one.name) is not None)
    if flags:
        raise pytest.UsageError(f"{flags} given, but no record: add --replay RUN_DIR#EPISODE")


def refuse_paths(config: pytest.Config, option: str, advice: str) -> None:
    """Refuse paths of tests where no tests are run.

    Args:
        config: pytest's.
        option: what is run in their place, as it was typed.
        advice: what to type in place of paths.

    Raises:
        pytest.UsageError: some were given.
    """
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        raise pytest.UsageError(f"{option} takes no path, got {' '.join(config.args)}: {advice}")


def _reader(option: RunOption) -> Callable[[str], object]:
    def read(text: str) -> object:
        try:
            return option.read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def given_options(config: pytest.Config) -> dict[str, Any]:
    """Name of each option of a run -> its value, pytest-playwright's among them.

    They are read here because pytest-playwright hands them only to tests that ask for its fixtures, and a
    task is no test function.

    Raises:
        pytest.UsageError: one of pytest-playwright's, or of pytest-xdist's, is given that tasks don't have.
    """
    _refuse_unsupported(config)
    given: dict[str, Any] = {option.name: config.getoption(option.name) for option in PYTEST_OPTIONS}
    given |= {name: config.getoption(name, None) for name in ("headed", "slowmo", "tracing")}
    # Off is pytest-playwright's default; tasks keep what the agent saw unless off was said.
    said = any(argument.partition("=")[0] == "--screenshot" for argument in config.invocation_params.args)
    return given | {"screenshot": config.getoption("screenshot") if said else None}


def _refuse_unsupported(config: pytest.Config) -> None:
    if config.getoption("video", "off") != "off":
        raise pytest.UsageError("tasks have no --video: use --tracing, whose film shows each step")
    for name in set(config.getoption("browser", None) or ()) - {"chromium"}:
        raise pytest.UsageError(f"tasks don't run in {name}: leave --browser out, or use --engine http")
    workers = config.getoption("numprocesses", None)
    if isinstance(workers, int) and workers < 0:
        raise pytest.UsageError(f"-n takes a number of workers from 0 up, or auto; got {workers}")
