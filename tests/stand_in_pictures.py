"""Stand-ins for the drawn pictures of Ministore: plain areas of one colour, the same in every run."""

import hashlib
import json
from io import BytesIO
from pathlib import Path

from PIL import Image

from tasks.pictures import CatalogueLine, read_catalogue

FOLDER = "images/references/ministore"
EVERY = 5
"""One thing in so many is missing from the shop, and only looks like one that it has."""


def write_stand_ins(root: Path, tasks_folder: Path, site, count: int = 40) -> list[dict[str, str | None]]:
    """Write pictures under ``root`` and their list under ``tasks_folder``; returns the lines of the list."""
    lines = [_line(number, one) for number, one in enumerate(read_catalogue(site)[:count])]
    for line in lines:
        path = root / str(line["picture"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stand_in(path.stem))
    listed = tasks_folder / site.name / "pictures.jsonl"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return lines


def stand_in(name: str) -> bytes:
    """A picture of 48 by 36 px whose colour follows from its name, as WebP."""
    red, green, blue, *_ = hashlib.sha256(name.encode()).digest()
    file = BytesIO()
    Image.new("RGB", (48, 36), (red, green, blue)).save(file, "WEBP", lossless=True)
    return file.getvalue()


def _line(number: int, one: CatalogueLine) -> dict[str, str | None]:
    is_missing = number % EVERY == EVERY - 1
    return {
        "product": None if is_missing else one.id,
        "picture": f"{FOLDER}/{hashlib.sha256(one.id.encode()).hexdigest()[:16]}.webp",
        "kind": one.kind,
        "color": one.color,
        "material": one.material,
        "design": f"{one.design}-missing" if is_missing else one.design,
        "like": one.id if is_missing else None,
    }
