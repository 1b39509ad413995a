"""Stand-ins for the drawn pictures of Ministore: plain areas of one colour, the same in every run."""

import hashlib
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from sites.kit.site import Site
from tasks.pictures import CatalogueLine, read_catalogue

FOLDER = "images/references/ministore"
EVERY = 5
"""Of so many things one has a double that the shop does not have."""


def write_stand_ins(
    root: Path, tasks_folder: Path, site: Site, count: int | None = 40
) -> list[dict[str, str | None]]:
    """Write pictures under ``root`` and their list under ``tasks_folder``; returns the lines of the list.

    Args:
        root: holds ``images``.
        tasks_folder: holds a folder a site.
        site: the site.
        count: how many of its things are pictured; None for all.
    """
    lines = [line for number, one in enumerate(read_catalogue(site)[:count]) for line in _lines(number, one)]
    for line in lines:
        path = root / str(line["picture"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stand_in(path.stem))
    listed = tasks_folder / site.name / "pictures.jsonl"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return lines


def write_catalogue(root: Path, site: Site) -> Path:
    """Write a picture of every thing of the site under ``root``; returns the folder of the pictures."""
    folder = root / "images" / "catalogue" / site.name
    folder.mkdir(parents=True)
    for one in read_catalogue(site):
        (folder / f"{one.id}.webp").write_bytes(stand_in(one.id))
    return folder


def stand_in(name: str) -> bytes:
    """A picture of 48 by 36 px whose colour follows from its name, as WebP."""
    red, green, blue, *_ = hashlib.sha256(name.encode()).digest()
    file = BytesIO()
    Image.new("RGB", (48, 36), (red, green, blue)).save(file, "WEBP", lossless=True, method=0)
    return file.getvalue()


def _lines(number: int, one: CatalogueLine) -> Iterator[dict[str, str | None]]:
    looks = {"kind": one.kind, "color": one.color, "material": one.material}
    yield {"product": one.id, "picture": _path(one.id), **looks, "design": one.design, "like": None}
    if number % EVERY == 0:
        design, picture = f"{one.design}-double", _path(f"{one.id}-double")
        yield {"product": None, "picture": picture, **looks, "design": design, "like": one.id}


def _path(name: str) -> str:
    return f"{FOLDER}/{hashlib.sha256(name.encode()).hexdigest()[:16]}.webp"
