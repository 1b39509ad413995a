"""The manifest: a line for each picture, with what is on it and what its file holds.

Lines are appended under a lock while pictures are made, so that a build that was killed goes on where it was;
a last line that was torn is dropped. When a build is through, the manifest is sorted, a line a path.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

MANIFEST = "images/manifest.jsonl"
"""Relative to the folder that paths of pictures are relative to."""


@dataclass(frozen=True)
class Record:
    """A picture that was made."""

    path: str
    """With slashes, relative to the repository."""
    spec: Mapping[str, Any]
    """The specification, as in its canonical JSON."""
    digest: str
    """SHA-256 of the specification, in hex."""
    sha256: str
    """Of the file, in hex."""
    width: int
    height: int
    bytes: int
    renderer: str
    version: str


def read_manifest(path: Path) -> dict[str, Record]:
    """Path of a picture -> its record, of several lines the last; empty where there is no manifest.

    Raises:
        ValueError: a line other than the last is malformed; the message names it.
    """
    if not path.exists():
        return {}
    # what stands behind the end of the last line was torn when a build was killed
    lines = path.read_bytes().split(b"\n")[:-1]
    records = {}
    for number, line in enumerate(lines, 1):
        try:
            record = Record(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: not a record of a picture: {error}") from error
        records[record.path] = record
    return records


def append(path: Path, record: Record) -> None:
    """Add a record; a torn last line is removed first."""
    with _locked(path), path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read() != b"\n":
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
        file.write(_line(record))


def rewrite(path: Path, records: Iterable[Record]) -> None:
    """Replace the manifest by these records, sorted by path."""
    with _locked(path):
        lines = [_line(record) for record in sorted(records, key=lambda record: record.path)]
        write_whole(path, b"".join(lines))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at any time it is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def sha256_of(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def _line(record: Record) -> bytes:
    return (json.dumps(asdict(record), ensure_ascii=True, separators=(",", ":")) + "\n").encode()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Holds the lock of the manifest's folder: the file itself may be replaced meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
