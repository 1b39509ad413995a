"""Photographs of Amazon Berkeley Objects for the products of a shop.

A product gets the photograph of a listing that is of its kind and colour, and of its material as far as the
listing tells one: so all that pages say of the product stays true, and the site itself does not change. A
product without such a listing keeps its rendered picture. The further images of a listing give the pictures
that tasks show, unless listings of other things show them too.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from images.importers.listings import (
    SIZES,
    Listing,
    SourceError,
    image_paths,
    listing_files,
    read_listings,
)
from images.importers.overlay import LeftOut, Overlay
from images.importers.photos import read_photo
from images.importers.words import color_of, kind_of, materials_of
from images.manifest import MANIFEST, Record, read_manifest, sha256_of

SOURCE = "abo"

_Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Project:
    """The rendered pictures of a site, and what they show."""

    site: str
    root: Path
    """The folder that paths of pictures are relative to."""
    catalogue: Path
    listed: Path
    """The list of reference pictures that tasks read."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    listing: Listing
    materials: frozenset[str]
    views: tuple[str, ...]
    """Images that no listing of another thing shows."""


def import_abo(folder: Path, out: Path, project: Project, say: Callable[[str], None]) -> str:
    """Write an overlay of a shop with photographs of Amazon Berkeley Objects; goes on where it was stopped.

    Args:
        folder: Holds ``listings/metadata``, ``images/metadata`` and ``images/small`` or ``images/original``.
        out: The overlay.
        project: What is replaced, and taken over where there is no photograph.
        say: Is told of each item that is broken and left out, then of the counts.

    Returns:
        SHA-256 (hex) of the overlay.

    Raises:
        SourceError: files of the data set are missing, no listing fits any product, a rendered picture is
            missing, or ``out`` holds something else.
    """
    left_out = LeftOut(say)
    files = listing_files(folder)
    paths = image_paths(folder, left_out.tell)
    listings = read_listings(files, left_out.tell)
    products, listed = _rows(project.catalogue), _rows(project.listed)
    _require_rendered(project, products, listed)
    overlay = Overlay(out, source=SOURCE, site=project.site)
    matcher = _Matcher(folder, paths, overlay, left_out)
    matched = matcher.match(products, _candidates(listings, left_out), {row["product"] for row in listed})
    if not matched:
        raise SourceError(
            f"{folder}: none of {len(listings)} listings gave a photograph of any of "
            f"{len(products)} products; see what was left out above"
        )
    kept = [row for row in listed if row["product"] not in matched]
    _copy_rendered(overlay, project, [row["id"] for row in products if row["id"] not in matched], kept)
    pictures = [*kept, *matcher.references]
    counts = {
        "listings": len(listings),
        "photographs": len(matched),
        "rendered pictures kept": len(products) - len(matched),
        "reference photographs": len(matcher.references),
        "rendered reference pictures kept": len(kept),
    }
    digest = overlay.finish(
        catalogue=[matched.get(row["id"], row) for row in products],
        pictures=sorted(
            pictures, key=lambda row: (row["product"] is None, row["product"] or "", row["picture"])
        ),
        files=files,
        counts=counts,
        left_out=left_out,
    )
    for name, number in counts.items():
        say(f"{name}: {number}")
    for why, told in left_out.summary().items():
        say(f"left out, {why}: {told['count']}")
    return digest


class _Matcher:
    """Gives products their photographs; no photograph twice."""

    def __init__(self, folder: Path, paths: Mapping[str, str], overlay: Overlay, left_out: LeftOut) -> None:
        self._folder, self._paths, self._overlay, self._left_out = folder, paths, overlay, left_out
        self._used: set[str] = set()
        """SHA-256 of photographs: the data set has some under several ids."""
        self.references: list[_Row] = []

    def match(
        self, products: Sequence[_Row], candidates: dict[tuple[str, str], list[_Candidate]], asked: set[str]
    ) -> dict[str, _Row]:
        """Id of a product -> its new line of the catalogue, of those that got a photograph.

        Listings that tell the right material come before those that tell none; the products that tasks ask
        for (``asked``) choose first.
        """
        matched: dict[str, _Row] = {}
        turns = sorted(products, key=lambda row: (row["id"] not in asked, row["id"]))
        for told in (True, False):
            for row in turns:
                free = candidates.get((row["kind"], row["color"]), [])
                if row["id"] not in matched:
                    listing = self._first(row, free, told)
                    if listing is not None:
                        matched[row["id"]] = _replaced(row, listing)
        for unused in (one for free in candidates.values() for one in free):
            self._left_out.count("no product is left that it fits", unused.listing.item)
        return matched

    def _first(self, row: _Row, free: list[_Candidate], told: bool) -> Listing | None:
        for one in list(free):
            if (row["material"] in one.materials) if told else not one.materials:
                free.remove(one)
                if self._take(row, one):
                    return one.listing
        return None

    def _take(self, row: _Row, one: _Candidate) -> bool:
        listing, site = one.listing, self._overlay.site
        if not self._put(f"images/catalogue/{site}/{row['id']}.webp", listing, listing.image):
            return False
        for view in one.views:
            path = f"images/references/{site}/{sha256_of(f'{SOURCE} {view}'.encode())[:16]}.webp"
            if self._put(path, listing, view):
                new = _replaced(row, listing)
                self.references.append(
                    {
                        "product": row["id"],
                        "picture": path,
                        **{name: new[name] for name in ("kind", "color", "material", "design")},
                        "like": None,
                    }
                )
                return True
        self._left_out.count("no other view for a reference picture", listing.item)
        return True

    def _put(self, path: str, listing: Listing, image: str) -> bool:
        what = f"{listing.item}, image {image}"
        file = self._file(image)
        if file is None:
            self._left_out.tell("missing image", f"{what}: not in {' or '.join(SIZES)}")
            return False
        try:
            data = read_photo(file)
            if sha256_of(data) in self._used:
                self._left_out.count("photograph of another product too", what)
                return False
            self._overlay.photo(path, data, {"item": listing.item, "image": image})
        except OSError as error:
            self._left_out.tell("no picture", f"{what}: {file}: {error}")
            return False
        self._used.add(sha256_of(data))
        return True

    def _file(self, image: str) -> Path | None:
        if image not in self._paths:
            return None
        files = (self._folder / size / self._paths[image] for size in SIZES)
        return next((file for file in files if file.is_file()), None)


def _candidates(listings: Sequence[Listing], left_out: LeftOut) -> dict[tuple[str, str], list[_Candidate]]:
    """Kind and colour -> listings that tell both, those with another view first; no main image twice."""
    shows: dict[str, set[str]] = defaultdict(set)
    for one in listings:
        for image in (one.image, *one.others):
            shows[image].add(one.image)
    found: dict[tuple[str, str], list[_Candidate]] = defaultdict(list)
    seen: set[str] = set()
    for one in listings:
        kind, color = kind_of(one.product_type, one.name), _color(one)
        if kind is None:
            left_out.count("of no kind of the shop", f"{one.item} ({one.product_type})")
        elif color is None:
            left_out.count("of no one colour of the shop", f"{one.item} ({', '.join(one.colors)})")
        elif not one.image or one.image in seen or shows[one.image] != {one.image}:
            left_out.count("main image missing or of several listings", one.item)
        else:
            seen.add(one.image)
            views = tuple(image for image in one.others if shows[image] == {one.image} and image != one.image)
            found[kind, color].append(_Candidate(one, materials_of(" ".join(one.materials)), views))
    return {key: sorted(ones, key=lambda one: not one.views) for key, ones in found.items()}


def _color(listing: Listing) -> str | None:
    """The colour that the listing's texts agree on, of those that name one."""
    named = {color for color in map(color_of, listing.colors) if color is not None}
    return named.pop() if len(named) == 1 else None


def _replaced(row: _Row, listing: Listing) -> _Row:
    """The line of a product that a photograph shows; of its shape and pattern nothing is known."""
    return {
        **row,
        "design": f"{SOURCE}-{listing.item}",
        "shape": {},
        "pattern": None,
        "accent": None,
        "listing": asdict(listing),
    }


def _rows(path: Path) -> list[_Row]:
    try:
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: expected JSON lines ({error}): run `lowagent images build`") from error


def _rendered(ids: Sequence[str], kept: Sequence[_Row], site: str) -> Iterator[str]:
    yield from (f"images/catalogue/{site}/{product}.webp" for product in ids)
    yield from (row["picture"] for row in kept)


def _require_rendered(project: Project, products: Sequence[_Row], listed: Sequence[_Row]) -> None:
    """An import that found them missing at its end would have worked in vain."""
    records = read_manifest(project.root / MANIFEST)
    wanted = _rendered([row["id"] for row in products], listed, project.site)
    missing = [path for path in wanted if path not in records or not (project.root / path).is_file()]
    if missing:
        raise SourceError(
            f"{len(missing)} rendered pictures are missing, the first is {missing[0]}: products without a "
            f"photograph keep theirs: run `lowagent images build --site {project.site}` first"
        )


def _copy_rendered(overlay: Overlay, project: Project, ids: Sequence[str], kept: Sequence[_Row]) -> None:
    records: dict[str, Record] = read_manifest(project.root / MANIFEST)
    for path in _rendered(ids, kept, project.site):
        overlay.copy(records[path], project.root)
