"""Listings of Amazon Berkeley Objects, as its files hold them.

``listings/metadata/listings_<hex digit>.json.gz`` are JSON lines; most fields are lists of values in several
languages. ``images/metadata/images.csv.gz`` tells the path of each image below ``images/original`` or
``images/small``. Source: README of the data set.
"""

import csv
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LISTINGS = "listings/metadata"
IMAGES = "images/metadata/images.csv.gz"
SIZES = ("images/original", "images/small")
"""Where the photographs lie, the better ones first."""
PARTS = 16

Tell = Callable[[str, str], None]
"""Is told of what is left out: why, and which."""
_TORN = (EOFError, OSError, zlib.error)


class SourceError(ValueError):
    """The folder is not what an importer reads; the message tells what was expected there."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What an importer needs of a listing."""

    item: str
    product_type: str
    name: str
    """English; empty where it has none."""
    colors: tuple[str, ...]
    """English words, standardised ones first."""
    materials: tuple[str, ...]
    image: str
    """Id of the main image."""
    others: tuple[str, ...]
    """Ids of further images."""
    size_mm: tuple[int, int, int] | None
    """Length, width, height."""
    weight_g: int | None


def listing_files(folder: Path) -> list[Path]:
    """The files of listings, by name.

    Raises:
        SourceError: there are none.
    """
    files = sorted((folder / LISTINGS).glob("listings_*.json.gz"))
    if not files:
        raise SourceError(
            f"{folder / LISTINGS}: expected listings_0.json.gz and {PARTS - 1} more, found none: "
            "unpack abo-listings.tar of Amazon Berkeley Objects in this folder"
        )
    return files


def read_listings(files: list[Path], tell: Tell) -> list[Listing]:
    """The listings of all files, each item once, ordered by id.

    What is malformed is told and left out; of a file that ends early, what stands before counts.
    """
    found: dict[str, Listing] = {}
    for file in files:
        for place, line in _lines(file, tell):
            try:
                listing = _listing(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                tell("malformed line", f"{place}: no listing: {error!r}")
                continue
            found.setdefault(listing.item, listing)
    return [found[item] for item in sorted(found)]


def image_paths(folder: Path, tell: Tell) -> dict[str, str]:
    """Id of an image -> its path below the folders of `SIZES`.

    Raises:
        SourceError: the file is missing, or has other columns.
    """
    file = folder / IMAGES
    if not file.is_file():
        raise SourceError(
            f"{file}: no such file: unpack abo-images-small.tar or abo-images-original.tar "
            "of Amazon Berkeley Objects in this folder"
        )
    lines = _lines(file, tell)
    _, header = next(lines, ("", ""))
    columns = header.strip().split(",")
    if not {"image_id", "path"} <= set(columns):
        raise SourceError(f"{file}: expected the columns image_id,height,width,path, got {header.strip()!r}")
    paths: dict[str, str] = {}
    for place, line in lines:
        cells = dict(zip(columns, next(csv.reader([line]), []), strict=False))
        if len(cells) == len(columns) and cells["image_id"] and cells["path"]:
            paths[cells["image_id"]] = cells["path"]
        else:
            tell("malformed line", f"{place}: expected {len(columns)} values, got {line.strip()!r}")
    return paths


def _lines(file: Path, tell: Tell) -> Iterator[tuple[str, str]]:
    """The lines of a gzip file, each with where it stands."""
    number = 0
    try:
        with gzip.open(file, "rb") as stream:
            for number, line in enumerate(stream, 1):
                yield f"{file}, line {number}", line.decode("utf-8", "replace")
    except _TORN as error:
        tell("torn file", f"{file}: torn after line {number} ({error}): the rest is left out")


def _listing(row: dict[str, Any]) -> Listing:
    """One line; a field that is missing is empty, but for the id.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, IndexError: it has another form.
    """
    return Listing(
        item=str(row["item_id"]),
        product_type=str(row["product_type"][0]["value"]),
        name=next(iter(_english(row.get("item_name"))), ""),
        colors=_english(row.get("color"), "standardized_values"),
        materials=_english(row.get("material")) or _english(row.get("fabric_type")),
        image=str(row.get("main_image_id") or ""),
        others=tuple(str(image) for image in row.get("other_image_id") or ()),
        size_mm=_size(row.get("item_dimensions")),
        weight_g=_weight(row.get("item_weight")),
    )


def _english(values: list[dict[str, Any]] | None, standard: str = "") -> tuple[str, ...]:
    of_english = [one for one in values or () if str(one.get("language_tag", "en")).startswith("en")]
    standardized = [str(text) for one in of_english for text in one.get(standard) or ()]
    return tuple(dict.fromkeys([*standardized, *(str(one["value"]) for one in of_english if "value" in one)]))


def _size(value: dict[str, Any] | None) -> tuple[int, int, int] | None:
    sides = [_normal((value or {}).get(side), "inches") for side in ("length", "width", "height")]
    length, width, height = (None if inches is None else round(25.4 * inches) for inches in sides)
    if length is None or width is None or height is None:
        return None
    return length, width, height


def _weight(values: list[dict[str, Any]] | None) -> int | None:
    pounds = _normal(values[0] if values else None, "pounds")
    return None if pounds is None else round(453.59237 * pounds)


def _normal(value: dict[str, Any] | None, unit: str) -> float | None:
    """A measure in the unit in which the data set states all of its kind."""
    normal = (value or {}).get("normalized_value") or {}
    return float(normal["value"]) if normal.get("unit") == unit else None
