"""The pytest plugin: ``pytest --lang ur --model reference`` runs tasks, plain ``pytest`` the project's tests.

With ``--replay`` recorded episodes are replayed in place of tests (`harness.replay.plugin`).
With ``--model`` a second plugin object (`harness.plugin.run.RunPlugin`) is registered that collects tasks in
place of tests; without it nothing changes, and nothing of a run is imported. An unsolved task is a result,
not a failed test.
"""

import pytest

from harness.plugin.options import (
    add_options,
    refuse_without_model,
    refuse_without_replay,
    suggest_options,
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a run."""
    add_options(parser)


def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    """Look at what was typed before pytest refuses some of it."""
    suggest_options(parser, args)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Turn this pytest into a run when an agent is named, into replays when records are."""
    if config.getoption("replay") is not None:
        from harness.replay.plugin import ReplayPlugin

        config.pluginmanager.register(ReplayPlugin(config), "lowagent-replay")
        return
    refuse_without_replay(config)
    if config.getoption("model") is None:
        refuse_without_model(config)
        return
    from harness.plugin.run import RunPlugin

    config.pluginmanager.register(RunPlugin(config), "lowagent-run")


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """With ``--dry-run`` tell what a run may cost, and run nothing.

    Raises:
        pytest.UsageError: the run that is asked for can't be.
    """
    if config.getoption("model") is None or not config.getoption("dry_run"):
        return None
    from harness.plugin.dry_run import tell_estimate

    return tell_estimate(config)
