"""What ``lowagent images`` does: pictures of a site are made, checked, and put on sheets."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from harness.errors import ConfigError
from harness.wording import counted
from images import check as checking
from images.build import Job, build_pictures, outdated, prune, read_site, resized
from images.build import Site as Pictures
from images.catalogue import ROOT
from images.manifest import write_whole
from images.rendering import MissingRendererError, require_renderer
from images.sheet import contact_sheet
from images.workers import Outcome
from sites import get_site
from sites.kit.errors import LoWAgentError, UnknownNameError
from tasks.pictures import CATALOGUE_FILE, PICTURES_FILE
from tasks.templates import TASKS_FOLDER

Say = Callable[[str], None]


def write_list(site: str) -> None:
    """Write the list of reference pictures that tasks read.

    Raises:
        LoWAgentError: there is no such site, or its catalogue is malformed.
    """
    pictures = _pictures(site)
    rows = (json.dumps(reference.row(pictures.name)) for reference in pictures.references)
    write_whole(_list_file(site), "".join(f"{row}\n" for row in rows).encode())


def make_pictures(
    site: str, *, kinds: Sequence[str] | None, limit: int | None, workers: int, again: bool, say: Say
) -> bool:
    """Make what is missing or outdated in the project, and tell of failures; returns whether there were none.

    After a whole build, pictures that the site no longer needs are removed.

    Raises:
        LoWAgentError: there is no such site or kind, or the extra ``render`` is not installed.
    """
    pictures = _pictures(site)
    todo = _of_kinds(pictures, kinds)
    todo = (todo if again else outdated(todo, ROOT))[:limit]
    good = _build(todo, ROOT, workers, say)
    if good and not kinds and limit is None:
        for path in prune(pictures, ROOT):
            say(f"removed: {path}")
    return good


def make_trials(
    site: str,
    folder: Path,
    size: str | None,
    *,
    kinds: Sequence[str] | None,
    limit: int | None,
    workers: int,
    say: Say,
) -> bool:
    """Make pictures in a folder of their own, maybe in another size; returns whether none failed.

    Raises:
        LoWAgentError: as for `make_pictures`, or the size is none.
    """
    todo = _of_kinds(_pictures(site), kinds)
    if size is not None:
        width, height = _size(size)
        todo = [resized(job, width, height) for job in todo]
    return _build(outdated(todo, folder)[:limit], folder, workers, say)


def check_pictures(site: str, *, rerender: int, say: Say) -> bool:
    """Tell what is wrong with the pictures of a site, a problem a line; returns whether nothing is.

    Raises:
        LoWAgentError: there is no such site, or the extra ``render`` is wanted and not installed.
    """
    pictures = _pictures(site)
    found = checking.problems(pictures, ROOT, _list_file(site))
    if rerender:
        _require_renderer()
        for path, likeness in checking.made_again(pictures, ROOT, rerender):
            say(f"{path}: {likeness:.1f} dB")
            if likeness < checking.LEAST_LIKENESS_DB:
                found.append(f"{path}: made again it is another, {likeness:.1f} dB")
    for line in found:
        say(line)
    say(f"problems: {len(found)}, with {counted(len(pictures.jobs()), 'picture')} of {site}")
    return not found


def write_sheet(
    site: str,
    out: Path,
    *,
    kinds: Sequence[str] | None,
    references: bool,
    limit: int,
    columns: int,
    labels: bool,
) -> None:
    """Put pictures that were made on one sheet, kind by kind.

    Raises:
        LoWAgentError: there is no such site or kind, or it has no such pictures yet.
    """
    folder = f"images/{'references' if references else 'catalogue'}/"
    there: dict[str, list[Path]] = {}
    for job in _of_kinds(_pictures(site), kinds):
        if job.path.startswith(folder) and (ROOT / job.path).is_file():
            there.setdefault(job.picture.thing.kind, []).append(ROOT / job.path)
    files = [path for _, paths in sorted(there.items()) for path in paths[:limit]]
    if not files:
        raise LoWAgentError(f"no such pictures of {site} yet: run `lowagent images build --site {site}`")
    contact_sheet(files, columns=columns, labels=labels).save(out)


def _pictures(site: str) -> Pictures:
    found = get_site(site)
    try:
        return read_site(site, found.folder / CATALOGUE_FILE, ROOT)
    except ValueError as error:
        raise LoWAgentError(str(error)) from error


def _list_file(site: str) -> Path:
    return TASKS_FOLDER / site / PICTURES_FILE


def _of_kinds(pictures: Pictures, kinds: Sequence[str] | None) -> list[Job]:
    known = {entry.product.kind for entry in pictures.entries}
    for kind in kinds or ():
        if kind not in known:
            raise UnknownNameError("kind", kind, sorted(known))
    return [job for job in pictures.jobs() if not kinds or job.picture.thing.kind in kinds]


def _build(jobs: Sequence[Job], root: Path, workers: int, say: Say) -> bool:
    if jobs:
        _require_renderer()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("pictures", total=len(jobs))

        def advance(_: Outcome[Job]) -> None:
            progress.advance(bar)

        failed = build_pictures(jobs, root, workers=workers, report=advance)
    for outcome in failed:
        say(f"{outcome.item.path}: {outcome.error}\n{outcome.trace}".rstrip())
    say(f"pictures made: {len(jobs) - len(failed)}, failed: {len(failed)}")
    return not failed


def _require_renderer() -> None:
    try:
        require_renderer()
    except MissingRendererError as error:
        raise LoWAgentError(str(error)) from error


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 16 and int(height) >= 16):
        raise ConfigError(f"--size {text}: expected WIDTHxHEIGHT of at least 16 each, such as 240x180")
    return int(width), int(height)
