"""Which pages of episodes are as they should be: a page whose record did not change is not written again.

The stamp of a page tells what it was written from: the line of the episode (its steps were written before it,
and stay), what lies beside it, and the program that writes pages.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from harness.records import EpisodeRecord, Run
from harness.review.pages import write_text

STAMPS_FILE = "stamps.json"
BESIDE = ("screenshots/{}", "traces/{}.zip")
"""What may be dropped after an episode, or added."""


class Stamps:
    """The stamps of the pages of one run, as they should be and as they are."""

    def __init__(self, run: Run, folder: Path) -> None:
        """Read what is there.

        Args:
            run: the run.
            folder: its folder of review pages.
        """
        self._file = folder / STAMPS_FILE
        self._known = _read(self._file)
        self._due = {episode.episode_id: _stamp(episode, run.run_dir) for episode in run.episodes}

    def stale(self, episodes: Sequence[EpisodeRecord], pages: Mapping[str, Path]) -> list[EpisodeRecord]:
        """The episodes whose pages have to be written.

        Args:
            episodes: of the run.
            pages: name of each episode -> its page.
        """
        return [
            one
            for one in episodes
            if self._known.get(one.episode_id) != self._due[one.episode_id]
            or not pages[one.episode_id].is_file()
        ]

    def save(self) -> None:
        """All pages are written."""
        write_text(self._file, json.dumps(self._due, indent=0) + "\n")


def _read(path: Path) -> dict[str, str]:
    """None are known where the file is missing or torn: every page is written again then."""
    try:
        found = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _stamp(episode: EpisodeRecord, run_dir: Path) -> str:
    digest = hashlib.sha256(_program_hash())
    digest.update(episode.model_dump_json().encode())
    for place in BESIDE:
        digest.update(bytes([(run_dir / place.format(episode.episode_id)).exists()]))
    return digest.hexdigest()[:32]


@cache
def _program_hash() -> bytes:
    """SHA-256 of all that writes pages."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted([*folder.glob("*.py"), *folder.glob("templates/*")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()
