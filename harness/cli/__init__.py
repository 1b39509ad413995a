"""The ``lowagent`` command. Runs of agents are not here: they are ``pytest --lang … --model …``."""

from harness.cli.main import main

__all__ = ["main"]
