"""Commands of the project, started as a person starts them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


def start(*arguments, program="pytest", interrupt=signal.SIG_DFL, stdin=None):
    """A command of the project, as the leader of a process group.

    `interrupt`: what SIGINT does at first; `stdin`: what it reads, as `subprocess.Popen` takes it.
    """
    return subprocess.Popen(
        [PROGRAMS / program, *map(str, arguments)],
        cwd=ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, interrupt),  # noqa: PLW1509 - no threads here
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
