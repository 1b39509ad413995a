"""The pictures that the project brings along: those that the sites show, and those that go with a sentence.

Their paths are relative to the folder that holds the package ``images``: the repository, or where an
installed wheel lies; or to the overlay that ``LOWAGENT_PICTURES`` names (`tasks.overlays`), if it does.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

import images
from tasks import TaskError, TaskInstance
from tasks.overlays import current_overlay
from tasks.pictures import MAKE_PICTURES

PICTURES_ROOT = Path(images.__file__).resolve().parents[1]
IMAGES_FOLDER = "images"
CATALOGUE_FOLDER = "images/catalogue"
"""Holds a folder a site; its pictures are named for what they show: ``ministore/P0001.webp``."""
FORMATS = ("PNG", "WEBP")


@dataclass(frozen=True, slots=True)
class ReferencePicture:
    """One picture that goes with a sentence."""

    path: str
    """As the task names it."""
    data: bytes
    """The file: PNG or WebP."""

    @property
    def sha256(self) -> str:
        """Of the file, hex."""
        return hashlib.sha256(self.data).hexdigest()


def pictures_root() -> Path:
    """The folder that paths of pictures are relative to.

    Raises:
        TaskError: ``LOWAGENT_PICTURES`` names no finished overlay.
    """
    overlay = current_overlay()
    return PICTURES_ROOT if overlay is None else overlay.folder


def catalogue_pictures() -> Path | None:
    """The folder of the pictures that sites show, a folder a site in it; None where none have been made."""
    folder = pictures_root() / CATALOGUE_FOLDER
    return folder if folder.is_dir() else None


def site_picture(site: str, product: str) -> Path | None:
    """The file of the picture that a site shows of a thing; None where none has been made."""
    folder = catalogue_pictures()
    file = folder / site / f"{product}.webp" if folder else None
    return file if file is not None and file.is_file() else None


def require_site_pictures(tasks: Iterable[TaskInstance]) -> None:
    """Visual tasks need the pictures that their sites show: neutral drawings would make them all unsolvable.

    Raises:
        TaskError: a site of a visual task has none.
    """
    folder = catalogue_pictures()
    for site in dict.fromkeys(task.site for task in tasks if task.kind == "visual"):
        if folder is None or not (folder / site).is_dir():
            raise TaskError(
                f"{pictures_root() / CATALOGUE_FOLDER / site}: no such folder, and visual tasks need "
                f"pictures of what the site has: run `{MAKE_PICTURES}`, or leave them out with --kind text"
            )


def read_reference_pictures(task: TaskInstance) -> tuple[ReferencePicture, ...]:
    """Read the pictures of a task, and decode each to know that it is whole.

    Raises:
        TaskError: a file is missing, is no whole picture, or is none of the project's.
    """
    return tuple(_read(path, task.id) for path in task.reference_images)


def _read(path: str, task_id: str) -> ReferencePicture:
    root = pictures_root()
    file = (root / path).resolve()
    if not file.is_relative_to(root / IMAGES_FOLDER):
        raise TaskError(f"{task_id}: expected a picture under {IMAGES_FOLDER}/, got {path}")
    try:
        data = file.read_bytes()
    except OSError as error:
        raise TaskError(
            f"{task_id}: the picture {path} can't be read ({error.strerror}): run `{MAKE_PICTURES}`"
        ) from error
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            picture.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise TaskError(
            f"{task_id}: {path} is no whole picture in {' or '.join(FORMATS)} ({error}): "
            f"run `{MAKE_PICTURES}` again"
        ) from error
    return ReferencePicture(path, data)
