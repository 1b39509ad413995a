"""Traces of Playwright: where those of a run lie, how one is opened, and what is taken out of it.

Playwright notes which lines of the program made each call, with their paths on this machine. A run is sent to
others, whom those tell nothing of the episode.
"""

import shlex
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

TRACES_FOLDER = "traces"
STACKS = ".stacks"
"""Suffix of the member that names lines of the program."""


def trace_path(run_dir: Path, episode_id: str) -> Path:
    """Where the trace of an episode lies, if one was kept."""
    return run_dir / TRACES_FOLDER / f"{episode_id}.zip"


def show_command(path: Path) -> str:
    """The command that opens a trace."""
    return shlex.join(["playwright", "show-trace", str(path)])


def drop_stacks(path: Path) -> None:
    """Take the lines of the program out of a trace; the viewer does without."""
    half = path.with_suffix(".half")
    with ZipFile(path) as whole, ZipFile(half, "w", ZIP_DEFLATED) as kept:
        for member in whole.infolist():
            if not member.filename.endswith(STACKS):
                kept.writestr(member, whole.read(member))
    half.replace(path)
