"""Photographs of 3DRealCar for a site of cars: six of each car, and one more for tasks.

Each car has a folder. Its RGB frames lie in ``3dscanner_origin``, ``images`` or ``rgb``, or in the folder
itself, numbered in the order in which somebody walked around the car; ``*.json`` in the folder of the car
(not those of single frames) tell brand, model, type and colour. The site for cars is not built yet, so the
overlay has pictures and a catalogue, and no list for tasks.

Source: README of the data set's preprocessing code for ``3dscanner_origin``; names of the other folders and
of the fields are taken as widely as can be told apart.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from images.importers.listings import SourceError
from images.importers.overlay import LeftOut, Overlay
from images.importers.photos import read_photo
from images.importers.words import color_of
from images.manifest import sha256_of

SOURCE, SITE = "3drealcar", "garibazaar"
SHOWN = 6
FRAMES = ("3dscanner_origin", "images", "rgb", ".")
"""Folders of frames below that of a car; the one that has most is taken."""
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "brand": ("brand", "make", "car_brand"),
    "model": ("model", "car_model"),
    "type": ("type", "body", "car_type"),
    "color": ("color", "colour", "car_color"),
    "light": ("light", "lighting", "lighting_condition"),
}
"""Field of our catalogue -> names it may have in an annotation, in small letters."""

_NOT_RGB = ("depth", "mask", "conf", "seg")


def import_cars(folder: Path, out: Path, say: Callable[[str], None]) -> str:
    """Write an overlay of the site of cars with photographs of 3DRealCar; goes on where it was stopped.

    Args:
        folder: Holds a folder a car.
        out: The overlay.
        say: Is told of each car or frame that is broken and left out, then of the counts.

    Returns:
        SHA-256 (hex) of the overlay.

    Raises:
        SourceError: there is no car with a brand and enough frames, or ``out`` holds something else.
    """
    cars = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not cars:
        raise SourceError(f"{folder}: expected a folder for each car of 3DRealCar, found none")
    left_out, rows, files = LeftOut(say), [], []
    overlay = Overlay(out, source=SOURCE, site=SITE)
    for car in cars:
        annotation = _annotation(car, left_out)
        if annotation is not None:
            file, fields = annotation
            row = _imported(car, f"GB-{len(rows) + 1:04}", fields, overlay, left_out)
            if row is not None:
                rows.append(row)
                files.append(file)
    if not rows:
        raise SourceError(
            f"{folder}: none of {len(cars)} folders is of a car with a brand and {SHOWN + 1} frames"
        )
    counts = {"cars": len(rows), "photographs": SHOWN * len(rows), "reference photographs": len(rows)}
    digest = overlay.finish(catalogue=rows, pictures=None, files=files, counts=counts, left_out=left_out)
    for name, number in counts.items():
        say(f"{name}: {number}")
    for why, told in left_out.summary().items():
        say(f"left out, {why}: {told['count']}")
    say(f"{SITE}: the site for cars is not built yet, and no run reads its pictures and catalogue")
    return digest


def _annotation(car: Path, left_out: LeftOut) -> tuple[Path, dict[str, str | None]] | None:
    """The file that tells the brand of a car, and what it tells; None, and told, where there is none."""
    for file in sorted(car.glob("*.json")):
        try:
            tree = json.loads(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            left_out.tell("malformed annotation", f"{file}: {error}")
            continue
        fields = _fields(tree) if isinstance(tree, dict) else {}
        if fields.get("brand"):
            return file, fields
    left_out.tell("car without annotation", f"{car}: no *.json that tells a brand")
    return None


def _fields(tree: Mapping[str, Any]) -> dict[str, str | None]:
    lower = {str(name).lower().replace(" ", "_"): value for name, value in tree.items()}
    found = {}
    for field, names in FIELDS.items():
        value = next((lower[name] for name in names if name in lower), None)
        found[field] = str(value).strip() if isinstance(value, str | int) else None
    return found


def _imported(
    car: Path, name: str, fields: Mapping[str, str | None], overlay: Overlay, left_out: LeftOut
) -> dict[str, object] | None:
    """The line of a car whose pictures were put into the overlay; None, and told, where frames are too few.

    The walk around the car is cut in equal parts, of which each gives its first whole frame; that of the
    second part is for tasks.
    """
    frames = _frames(car)
    reference = f"images/references/{SITE}/{sha256_of(f'{SOURCE} {car.name}'.encode())[:16]}.webp"
    first, *rest = (f"images/catalogue/{SITE}/{name}-{number}.webp" for number in range(1, SHOWN + 1))
    paths = [first, reference, *rest]
    cuts = [number * len(frames) // len(paths) for number in range(len(paths) + 1)]
    for number, path in enumerate(paths):
        if not _put_first(path, car, frames[cuts[number] : cuts[number + 1]], overlay, left_out):
            left_out.tell(
                "car with too few frames", f"{car}: {len(frames)}, {len(paths)} whole ones expected"
            )
            overlay.drop(paths)
            return None
    color = fields.get("color")
    return {
        "id": name,
        **fields,
        "color": color_of(color) if color else None,
        "color_told": color,
        "pictures": [first, *rest],
        "reference": reference,
        "car": car.name,
    }


def _put_first(path: str, car: Path, frames: Sequence[Path], overlay: Overlay, left_out: LeftOut) -> bool:
    """Put the first frame that is a whole picture; returns whether there is one."""
    for frame in frames:
        try:
            overlay.photo(path, read_photo(frame), {"car": car.name, "frame": frame.name})
        except OSError as error:
            left_out.tell("no picture", f"{frame}: {error}")
        else:
            return True
    return False


def _frames(car: Path) -> list[Path]:
    """The RGB pictures of a car, in the order of their names."""
    folders = [[file for file in sorted((car / name).glob("*")) if _is_rgb(file)] for name in FRAMES]
    return max(folders, key=len)


def _is_rgb(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES and not any(word in file.name.lower() for word in _NOT_RGB)
