"""Makes the pictures of a site: those of its catalogue, and those that tasks refer to."""

import io
import json
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

from PIL import Image

from images.catalogue import Entry, read_catalogue
from images.kinds import build
from images.manifest import MANIFEST, Record, append, read_manifest, rewrite, sha256_of, write_whole
from images.pool import Reference, number_of, read_wanted, references
from images.rendering import render
from images.rendering.backend import THREADS_VARIABLE, renderer_name
from images.shots import catalogue_shot
from images.spec import Picture
from images.workers import Outcome, work

CATALOGUE_FOLDER = "images/catalogue"
RENDERING_VERSION = "1"
"""To be raised when all pictures have to be made again although their specifications are the same."""
WEBP_QUALITY, WEBP_METHOD = 80, 6


@dataclass(frozen=True)
class Job:
    """A picture to be made."""

    path: str
    """With slashes, relative to the repository."""
    picture: Picture


@dataclass(frozen=True)
class Site:
    """Where a site's pictures come from, and what they are."""

    name: str
    entries: Sequence[Entry]
    references: Sequence[Reference]

    def jobs(self) -> list[Job]:
        """A job for each picture. Kinds take turns, so that the first hundred show all of them."""
        queues: dict[str, list[tuple[int, Job]]] = defaultdict(list)
        for entry in self.entries:
            picture = Picture(entry.product, catalogue_shot(entry.id, entry.product.kind))
            job = Job(f"{CATALOGUE_FOLDER}/{self.name}/{entry.id}.webp", picture)
            queues[entry.product.kind].append((number_of(entry.id), job))
        for reference in self.references:
            job = Job(reference.path(self.name), reference.picture)
            first = number_of(reference.product or reference.like or "")
            queues[reference.picture.thing.kind].append((first, job))
        ordered = [[job for _, job in sorted(queue, key=_by_number)] for _, queue in sorted(queues.items())]
        return [job for job in chain.from_iterable(zip_longest(*ordered)) if job is not None]


def read_site(name: str, catalogue: Path, root: Path) -> Site:
    """What pictures a site needs.

    Args:
        name: Of the site.
        catalogue: Its catalogue.
        root: Holds ``images/references/<name>.txt``, the products that have a reference picture anyway.

    Raises:
        OSError: a file is missing.
        ValueError: a file is malformed, or a kind is unknown.
    """
    entries = read_catalogue(catalogue)
    wanted = read_wanted(root / f"images/references/{name}.txt")
    return Site(name, entries, references(entries, wanted))


def resized(job: Job, width: int, height: int) -> Job:
    """The same picture in another size, for trials."""
    return replace(
        job, picture=replace(job.picture, shot=replace(job.picture.shot, width=width, height=height))
    )


def outdated(jobs: Sequence[Job], root: Path) -> list[Job]:
    """The jobs whose pictures are not there as they should be: other specification, other bytes, or none."""
    records = read_manifest(root / MANIFEST)
    return [job for job in jobs if not _is_done(job, records.get(job.path), root)]


def build_pictures(
    jobs: Sequence[Job],
    root: Path,
    *,
    workers: int = 0,
    report: Callable[[Outcome[Job]], None] = lambda _: None,
) -> list[Outcome[Job]]:
    """Make pictures under a folder, and note each in the folder's manifest as soon as it is there.

    Args:
        jobs: What to make, in this order.
        root: The folder that the jobs' paths are relative to.
        workers: Processes; 0 for one a processor.
        report: Told of each picture when it is done.

    Returns:
        The outcomes of those that failed; a failed picture doesn't keep the others from being made.
    """
    failed = []
    count = min(workers or os.cpu_count() or 1, len(jobs))
    for outcome in work(partial(make, root), jobs, workers=count, prepare=_use_one_thread):
        if outcome.error is None:
            append(root / MANIFEST, outcome.result)
        else:
            failed.append(outcome)
        report(outcome)
    return failed


def make(root: Path, job: Job) -> Record:
    """Render a picture and write its file.

    Raises:
        ValueError: the thing can't be built or rendered.
        MissingRendererError: the extra ``render`` is not installed.
    """
    data = encoded(rendered(job.picture))
    write_whole(root / job.path, data)
    shot = job.picture.shot
    return Record(
        path=job.path,
        spec=json.loads(job.picture.canonical()),
        digest=job.picture.digest,
        sha256=sha256_of(data),
        width=shot.width,
        height=shot.height,
        bytes=len(data),
        renderer=renderer_name(),
        version=RENDERING_VERSION,
    )


def rendered(picture: Picture) -> Image.Image:
    """Render a picture; errors as of :func:`make`."""
    return render(build(picture.thing), picture.shot)


def encoded(image: Image.Image) -> bytes:
    """The file of a picture: WebP without metadata."""
    file = io.BytesIO()
    image.save(file, "WEBP", quality=WEBP_QUALITY, method=WEBP_METHOD)
    return file.getvalue()


def prune(site: Site, root: Path) -> list[str]:
    """Sort the manifest, and remove pictures in it that the site no longer needs; returns their paths."""
    records = read_manifest(root / MANIFEST)
    needed = {job.path for job in site.jobs()}
    folders = (f"{CATALOGUE_FOLDER}/{site.name}/", f"images/references/{site.name}/")
    gone = sorted(path for path in records if path.startswith(folders) and path not in needed)
    for path in gone:
        (root / path).unlink(missing_ok=True)
    rewrite(root / MANIFEST, (record for path, record in records.items() if path not in gone))
    return gone


def _by_number(numbered: tuple[int, Job]) -> tuple[int, str]:
    return numbered[0], numbered[1].path


def _is_done(job: Job, record: Record | None, root: Path) -> bool:
    if record is None or record.digest != job.picture.digest or record.version != RENDERING_VERSION:
        return False
    try:
        return sha256_of((root / job.path).read_bytes()) == record.sha256
    except FileNotFoundError:
        return False


def _use_one_thread() -> None:
    os.environ[THREADS_VARIABLE] = "1"
