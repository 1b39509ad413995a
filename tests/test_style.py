"""The project's own style and types, as `make lint` asks for them."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(sysconfig.get_path("scripts"))


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "format", "--check", "."),
        ("ruff", "check", "."),
        pytest.param(("pyright", "--pythonpath", sys.executable), marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_the_whole_project_passes(command):
    program, *arguments = command
    done = subprocess.run(
        [PROGRAMS / program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
