"""Names of episodes on command lines: ``RUN_DIR#ministore-017-ur``, and ``…~2`` for a repeat."""

from difflib import get_close_matches
from pathlib import Path

from harness.errors import ConfigError
from harness.records.models import EpisodeRecord
from harness.records.reader import Run

SEPARATOR = "#"
EXAMPLE = "runs/mine#ministore-017-ur"
CLOSEST = 5
"""Names that an error suggests."""


def read_episode_address(text: str) -> tuple[Path, str]:
    """The folder of a run and the name of an episode in it; whether there are such is not looked at.

    Raises:
        ConfigError: one of the two is missing.
    """
    folder, _, name = text.rpartition(SEPARATOR)
    if not folder or not name:
        raise ConfigError(f"expected RUN_DIR{SEPARATOR}EPISODE, such as {EXAMPLE}; got {text!r}")
    return Path(folder), name


def episode_address(run_dir: Path, episode_id: str) -> str:
    """An episode as `read_episode_address` reads it."""
    return f"{run_dir}{SEPARATOR}{episode_id}"


def find_episode(run: Run, name: str) -> EpisodeRecord:
    """The episode of this name, in its last attempt.

    Raises:
        ConfigError: the run holds none; the message lists the closest.
    """
    known = {episode.episode_id: episode for episode in run.episodes}
    if name in known:
        return known[name]
    if name in run.missing:
        raise ConfigError(
            f"{name} of {run.run_dir} is not on record: the run has not come to it, or was cut off"
            " (go on with it by --resume)"
        )
    closest = get_close_matches(name, known, n=CLOSEST, cutoff=0)
    listed = f"the closest are {', '.join(closest)}" if closest else "it holds none at all"
    raise ConfigError(f"{run.run_dir} holds no episode {name!r}: {listed}")
