"""What the queries of visual tasks find beside the site's own tables.

``catalogue`` tells what each thing looks like, which no page says in words: its shape, its pattern, its
design (things of one design are the same in other colours). ``reference_pictures`` tells what each picture
shows that may go with a sentence; a picture of a thing that the site does not have has no ``product_id``.
Both are TEMP tables of one read-only connection: the database that an agent works on never holds them.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from sites.kit.site import Site
from tasks.errors import TaskError
from tasks.overlays import overlay_of
from tasks.templates import TASKS_FOLDER

CATALOGUE_FILE = "catalogue.jsonl"
"""In the folder of the site."""
PICTURES_FILE = "pictures.jsonl"
"""In the site's folder of tasks."""
MAKE_PICTURES = "lowagent images build"
"""The command that makes the pictures and `PICTURES_FILE`."""

_Line = TypeVar("_Line", bound=BaseModel)
_TABLES = """
CREATE TEMP TABLE catalogue (
    product_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    color TEXT,
    material TEXT,
    design TEXT,            -- equal for the same thing in other colours
    pattern TEXT,
    accent TEXT,
    shape TEXT NOT NULL     -- JSON object, keys sorted
);
CREATE INDEX temp.catalogue_kinds ON catalogue (kind);
CREATE INDEX temp.catalogue_designs ON catalogue (design);
CREATE TEMP TABLE reference_pictures (
    product_id TEXT,        -- NULL for a thing that the site does not have
    picture TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    color TEXT,
    material TEXT,
    design TEXT,
    like_product_id TEXT    -- a thing of the site that looks alike
);
CREATE INDEX temp.reference_pictures_products ON reference_pictures (product_id);
"""


class CatalogueLine(BaseModel):
    """What a thing of the site looks like; sizes and whatever else pictures are drawn from are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    kind: str
    color: str | None
    material: str | None
    design: str | None
    pattern: str | None
    accent: str | None
    shape: Mapping[str, str]


class PictureLine(BaseModel):
    """What a picture shows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    product: str | None
    """Id of the thing; None for one that the site does not have."""
    picture: str
    """Path relative to the repository."""
    kind: str
    color: str | None
    material: str | None
    design: str | None
    like: str | None
    """Id of a thing of the site that looks like it, if the picture was made to be mistaken for one."""


def add_picture_tables(connection: sqlite3.Connection, site: Site, folder: Path = TASKS_FOLDER) -> None:
    """Add the TEMP tables ``catalogue`` and ``reference_pictures`` to a connection.

    Args:
        connection: one of `tasks.slots.open_for_queries`.
        site: whose things and pictures they hold.
        folder: where ``<site>/pictures.jsonl`` lies.

    Raises:
        TaskError: a file is missing or malformed, or a picture shows a thing that the catalogue lacks.
    """
    catalogue, pictures = read_catalogue(site), read_pictures(site, folder)
    path = _pictures_path(site, folder)
    _known_products(pictures, {line.id for line in catalogue}, path)
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.executescript(_TABLES)
    connection.executemany(
        "INSERT INTO catalogue VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (one.id, one.kind, one.color, one.material, one.design, one.pattern, one.accent, _json(one.shape))
            for one in catalogue
        ),
    )
    connection.executemany(
        "INSERT INTO reference_pictures VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (one.product, one.picture, one.kind, one.color, one.material, one.design, one.like)
            for one in pictures
        ),
    )
    connection.commit()


def read_catalogue(site: Site) -> list[CatalogueLine]:
    """What each thing of a site looks like, in order of ids: as an overlay says, if there is one.

    Raises:
        TaskError: the site has no such file, or a line is malformed.
    """
    overlay = overlay_of(site.name)
    path = site.folder / CATALOGUE_FILE if overlay is None else overlay.catalogue
    return list(_read_lines(path, CatalogueLine))


def read_pictures(site: Site, folder: Path = TASKS_FOLDER) -> list[PictureLine]:
    """What each picture shows that may go with a sentence of a site's tasks.

    Raises:
        TaskError: the site has no such file, or a line is malformed.
    """
    return list(_read_lines(_pictures_path(site, folder), PictureLine))


def _pictures_path(site: Site, folder: Path) -> Path:
    overlay = overlay_of(site.name)
    return folder / site.name / PICTURES_FILE if overlay is None else overlay.pictures


def _read_lines(path: Path, model: type[_Line]) -> Iterator[_Line]:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise TaskError(
            f"{path}: no such file, and visual tasks need it: run `{MAKE_PICTURES}`, "
            "or leave them out with --kind text"
        ) from None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield model.model_validate_json(line)
        except ValidationError as error:
            problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise TaskError(f"{path}, line {number}: {problems}") from error


def _known_products(pictures: Iterable[PictureLine], known: set[str], path: Path) -> None:
    seen: set[str] = set()
    for number, one in enumerate(pictures, 1):
        for product in (one.product, one.like):
            if product is not None and product not in known:
                raise TaskError(
                    f"{path}, line {number}: the catalogue has no {product}: run `{MAKE_PICTURES}` again"
                )
        if one.picture in seen:
            raise TaskError(f"{path}, line {number}: {one.picture} stands twice")
        seen.add(one.picture)


def _json(shape: Mapping[str, str]) -> str:
    return json.dumps(dict(shape), sort_keys=True)
