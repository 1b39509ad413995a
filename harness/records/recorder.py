"""Writing a run record, from any number of processes at once."""

import fcntl
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from harness.errors import RecordError
from harness.records.models import EpisodeRecord, Manifest, StepRecord
from harness.records.reader import EPISODES_FILE, MANIFEST_FILE, STEPS_FILE, read_episodes

SCREENSHOTS_FOLDER = "screenshots"
PICTURES_FOLDER = "pictures"
SENT_FOLDER = "sent"
TRACEBACKS_FOLDER = "tracebacks"
NAME_DIGITS = 16
"""Hex digits of its content's SHA-256 that name a copy."""


class RunRecorder:
    """Appends to the record in one folder. Several recorders may share the folder."""

    def __init__(self, run_dir: Path) -> None:
        """Make the folder where it is missing."""
        self.run_dir = run_dir
        run_dir.mkdir(parents=True, exist_ok=True)

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest: once, before the first episode.

        Raises:
            RecordError: the folder holds a record already.
        """
        text, path = manifest.model_dump_json(indent=2) + "\n", self.run_dir / MANIFEST_FILE
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            raise RecordError(self._taken()) from None
        try:
            _write_all(descriptor, text.encode())  # one call of the system, which a kill does not tear
        except OSError:
            path.unlink()  # half a manifest would keep the folder from every other run
            raise
        finally:
            os.close(descriptor)

    def require_writable(self) -> None:
        """Find out before a run whether its lines can be appended.

        Raises:
            OSError: they can't.
        """
        for name in (STEPS_FILE, EPISODES_FILE):
            with _locked(self.run_dir / name):
                pass

    def _taken(self) -> str:
        return (
            f"{self.run_dir} holds a run already: add --resume to go on with it, or choose another --run-dir"
        )

    def next_attempt(self, instance_id: str, repeat: int = 1) -> int:
        """1 for an episode that the record does not hold yet."""
        attempts = [
            one.attempt
            for one in read_episodes(self.run_dir)
            if (one.instance_id, one.repeat) == (instance_id, repeat)
        ]
        return max(attempts, default=0) + 1

    def screenshot_path(self, episode_id: str, step: int, suffix: str = ".webp") -> str:
        """Path of a screenshot in the run's folder, whether or not it is there."""
        return f"{SCREENSHOTS_FOLDER}/{episode_id}/{step:03d}{suffix}"

    def save_screenshot(self, path: str, data: bytes) -> None:
        """Keep a screenshot at a path of `screenshot_path`."""
        target = self.run_dir / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def drop_screenshots(self, episode_id: str) -> None:
        """Remove the screenshots of an episode, if there are any."""
        folder = self.run_dir / SCREENSHOTS_FOLDER / episode_id
        for path in folder.glob("*"):
            path.unlink()

    def save_traceback(self, episode_id: str, text: str) -> None:
        """Keep the traceback of an agent's own exception in ``tracebacks/<episode>.txt``."""
        target = self._traceback_path(episode_id)
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def drop_traceback(self, episode_id: str) -> None:
        """Remove the traceback of an episode, if there is one."""
        self._traceback_path(episode_id).unlink(missing_ok=True)

    def _traceback_path(self, episode_id: str) -> Path:
        return self.run_dir / TRACEBACKS_FOLDER / f"{episode_id}.txt"

    def save_picture(self, path: str, data: bytes) -> str:
        """Keep a picture that goes with a task, once however many episodes show it.

        Args:
            path: path of the file; the copy has its suffix.
            data: the file.

        Returns:
            Its path in the run's folder, named for its content.
        """
        return self._keep(PICTURES_FOLDER, Path(path).suffix, data)

    def save_sent_image(self, data: bytes, suffix: str) -> str:
        """Keep an image as a model was sent it, once however often it was.

        Returns:
            Its path in the run's folder, named for its content.
        """
        return self._keep(SENT_FOLDER, suffix, data)

    def _keep(self, folder: str, suffix: str, data: bytes) -> str:
        name = hashlib.sha256(data).hexdigest()[:NAME_DIGITS]
        kept = self.run_dir / folder / f"{name}{suffix}"
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            half = kept.with_name(f"{kept.name}.{os.getpid()}")
            half.write_bytes(data)
            half.replace(kept)
        return kept.relative_to(self.run_dir).as_posix()

    def write_episode(self, episode: EpisodeRecord, steps: Iterable[StepRecord]) -> None:
        """Append the steps and then the episode, so that an episode on record has all its steps."""
        self._append(STEPS_FILE, steps)
        self._append(EPISODES_FILE, (episode,))

    def _append(self, name: str, records: Iterable[BaseModel]) -> None:
        text = "".join(f"{record.model_dump_json()}\n" for record in records)
        with _locked(self.run_dir / name) as descriptor:
            _end_torn_line(descriptor)
            _write_all(descriptor, text.encode())


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _end_torn_line(descriptor: int) -> None:
    """A killed writer may have left half a line; nothing may be appended to that."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        os.write(descriptor, b"\n")


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
