"""Runs a command in a process group of its own, and ends the group when standard input closes.

Whoever starts this program holds the other end of that pipe. When they end, by whatever signal, the pipe
closes, and the command and all its children go with them: a server whose run was killed must not keep a GPU.
A byte in the pipe does the same, for starters whose own forks still hold it open.

It stands alone, and is started by its path, so that starting costs nothing.

    python tether.py GRACE_SECONDS COMMAND [ARGUMENT ...]
"""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from types import FrameType

_POLL_S = 0.05
_FAILED_TO_START = 127


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code, or 128 plus the signal that ended it.

    Args:
        arguments: the seconds between SIGTERM and SIGKILL, then the command.
    """
    grace_s, command = float(arguments[0]), arguments[1:]
    # Signals of the terminal are for the starter, whose word is the pipe. They are caught, not ignored: what
    # a program ignores is ignored by the command that it starts, too.
    signal.signal(signal.SIGINT, _carry_on)
    signal.signal(signal.SIGTERM, _carry_on)
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        print(f"{command[0]} can't be started: {error}", file=sys.stderr, flush=True)
        return _FAILED_TO_START
    threading.Thread(target=_end_when_closed, args=(child, grace_s), daemon=True).start()
    code = child.wait()
    _signal_group(child.pid, signal.SIGKILL)  # children that it left behind
    return code if code >= 0 else 128 - code


def _carry_on(number: int, frame: FrameType | None) -> None:
    """A signal was caught."""


def _end_when_closed(child: "subprocess.Popen[bytes]", grace_s: float) -> None:
    os.read(sys.stdin.fileno(), 1)
    _signal_group(child.pid, signal.SIGTERM)
    deadline = time.monotonic() + grace_s
    while time.monotonic() < deadline and _has_group(child.pid):
        time.sleep(_POLL_S)
    _signal_group(child.pid, signal.SIGKILL)


def _signal_group(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _has_group(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
