"""Finds what is wrong with the pictures of a site: missing, changed, foreign or outdated ones."""

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from images.build import CATALOGUE_FOLDER, Job, Site, encoded, rendered
from images.manifest import MANIFEST, Record, read_manifest, sha256_of
from images.pool import FOLDER, number_of

LARGEST_MEAN_BYTES = 12 * 1024
LEAST_LIKENESS_DB = 38.0
"""Peak signal-to-noise ratio to which a picture can be made again; processors round differently."""
_PLAIN_CHUNKS = {b"VP8 ", b"VP8L"}
"""What a WebP file without metadata consists of."""


def problems(site: Site, root: Path, listed: Path) -> list[str]:
    """What is wrong, a line each: first by picture, then in all.

    Args:
        site: What there should be.
        root: The folder that paths are relative to.
        listed: The list of reference pictures that tasks read.

    Raises:
        ValueError: the manifest is malformed.
    """
    records = read_manifest(root / MANIFEST)
    jobs = {job.path: job for job in site.jobs()}
    found = [line for path, job in sorted(jobs.items()) for line in _of_picture(job, records.get(path), root)]
    found += [
        f"{path}: the manifest names it, but the site needs no such picture"
        for path in _strays(site, records, jobs)
    ]
    found += [f"{path}: no line of the manifest names this file" for path in _foreign(site, root, records)]
    sizes = [records[path].bytes for path in jobs if path in records]
    if sizes and np.mean(sizes) > LARGEST_MEAN_BYTES:
        found.append(
            f"files have {np.mean(sizes):.0f} bytes on average: at most {LARGEST_MEAN_BYTES} expected"
        )
    return found + _of_list(site, listed)


def made_again(site: Site, root: Path, count: int) -> Iterator[tuple[str, float]]:
    """Make a sample of pictures again, and yield path and likeness in dB of each (inf for equal ones).

    Those that are missing are left out: :func:`problems` tells of them.

    Raises:
        OSError: a file is no picture.
        MissingRendererError: the extra ``render`` is not installed.
    """
    there = [job for job in site.jobs() if (root / job.path).is_file()]
    for job in sorted(there, key=lambda job: number_of(job.path))[:count]:
        with Image.open(root / job.path) as shipped:
            before = np.asarray(shipped.convert("RGB"), float)
        again = encoded(rendered(job.picture))
        yield job.path, likeness_db(before, np.asarray(Image.open(io.BytesIO(again)).convert("RGB"), float))


def likeness_db(one: np.ndarray, other: np.ndarray) -> float:
    """Peak signal-to-noise ratio of two pictures with values from 0 to 255; inf if they are equal."""
    difference = float(np.mean((np.asarray(one, float) - np.asarray(other, float)) ** 2))
    return float("inf") if difference == 0 else 10 * float(np.log10(255**2 / difference))


def _of_picture(job: Job, record: Record | None, root: Path) -> Iterator[str]:
    path = root / job.path
    if not path.is_file():
        yield f"{job.path}: missing"
        return
    if record is None:
        return  # told of as a foreign file
    data = path.read_bytes()
    if sha256_of(data) != record.sha256:
        yield f"{job.path}: SHA-256 is {sha256_of(data)}, {record.sha256} in the manifest"
    if record.digest != job.picture.digest or record.spec != json.loads(job.picture.canonical()):
        yield f"{job.path}: made from another specification than the catalogue now gives"
    yield from _of_file(job, record, data)


def _of_file(job: Job, record: Record, data: bytes) -> Iterator[str]:
    shot = job.picture.shot
    try:
        with Image.open(io.BytesIO(data)) as image:
            seen = (image.format, image.width, image.height)
    except OSError as error:
        yield f"{job.path}: can't be read as a picture: {error}"
        return
    if seen != ("WEBP", shot.width, shot.height):
        expected = f"WEBP of {shot.width} by {shot.height} expected"
        yield f"{job.path}: {seen[0]} of {seen[1]} by {seen[2]}, {expected}"
    if (record.width, record.height, record.bytes) != (*seen[1:], len(data)):
        yield f"{job.path}: the manifest tells another size"
    extra = chunks(data) - _PLAIN_CHUNKS
    if seen[0] == "WEBP" and extra:
        names = ", ".join(sorted(name.decode("ascii", "replace").strip() for name in extra))
        yield f"{job.path}: holds more than the picture: {names}"


def chunks(webp: bytes) -> set[bytes]:
    """Names of the parts of a WebP file. Source: RFC 9649, section 2.3."""
    names, at = set(), 12
    while at + 8 <= len(webp):
        names.add(webp[at : at + 4])
        size = int.from_bytes(webp[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return names


def _folders(site: Site) -> tuple[str, str]:
    return f"{CATALOGUE_FOLDER}/{site.name}", f"{FOLDER}/{site.name}"


def _strays(site: Site, records: Mapping[str, Record], jobs: Mapping[str, Job]) -> list[str]:
    folders = tuple(f"{folder}/" for folder in _folders(site))
    return sorted(path for path in records if path.startswith(folders) and path not in jobs)


def _foreign(site: Site, root: Path, records: Mapping[str, Record]) -> list[str]:
    files = (path for folder in _folders(site) for path in (root / folder).rglob("*") if path.is_file())
    return sorted({path.relative_to(root).as_posix() for path in files} - set(records))


def _of_list(site: Site, listed: Path) -> list[str]:
    if not listed.is_file():
        return [f"{listed}: missing"]
    try:
        rows = [json.loads(line) for line in listed.read_text("utf-8").splitlines()]
    except ValueError as error:
        return [f"{listed}: not JSON lines: {error}"]
    if rows != [reference.row(site.name) for reference in site.references]:
        return [f"{listed}: lists other reference pictures than the catalogue now gives"]
    return []
