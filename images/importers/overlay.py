"""Writes an overlay (`images.overlay`), picture by picture.

A picture that is there with the same origin is not made again, so an import that was stopped goes on where
it was; the report says that all is finished when all is.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from images.importers.listings import SourceError
from images.importers.photos import HEIGHT, RENDERER, WIDTH, shown
from images.manifest import MANIFEST, Record, append, read_manifest, rewrite, sha256_of, write_whole
from images.overlay import REPORT, catalogue_file, overlay_hash, pictures_file

IMPORT_VERSION = "1"
"""Raised when the same source gives other pictures."""
_EXAMPLES = 20
"""So many of those left out for one reason are named; the count tells the rest."""


class LeftOut:
    """What an import left out: why, how many, and the first of them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Args: say: is told of each that is broken, a line each."""
        self._say = say
        self._items: dict[str, list[str]] = defaultdict(list)

    def tell(self, why: str, what: str) -> None:
        """Note one that is broken, and say so."""
        self._say(f"{why}: {what}")
        self.count(why, what)

    def count(self, why: str, what: str) -> None:
        """Note one that is as it should be, but of no use here."""
        self._items[why].append(what)

    def summary(self) -> dict[str, dict[str, object]]:
        """Reason -> how many, and the first of them."""
        return {
            why: {"count": len(items), "first": items[:_EXAMPLES]}
            for why, items in sorted(self._items.items())
        }


class Overlay:
    """An overlay while it is written."""

    def __init__(self, folder: Path, *, source: str, site: str) -> None:
        """Open a folder for an import.

        Raises:
            SourceError: it holds something else than an import of this source for this site.
        """
        self.folder, self.source, self.site = folder, source, site
        self._refuse_others()
        self._report({"finished": False})
        self._before = read_manifest(folder / MANIFEST)
        self._records: dict[str, Record] = {}

    def photo(self, path: str, data: bytes, origin: Mapping[str, str]) -> None:
        """Put a photograph where a site or a task expects a picture.

        Raises:
            OSError: it is no picture.
        """
        spec = {**origin, "source": self.source, "sha256": sha256_of(data)}
        digest = sha256_of(json.dumps(spec, sort_keys=True).encode())
        before = self._before.get(path)
        made_by = (digest, RENDERER, IMPORT_VERSION)
        if before and (before.digest, before.renderer, before.version) == made_by and self._is_there(before):
            self._records[path] = before
        else:
            self._write(path, shown(data), spec, digest)

    def drop(self, paths: Iterable[str]) -> None:
        """Take pictures back; those that were not put are left out."""
        for path in paths:
            if self._records.pop(path, None) is not None:
                (self.folder / path).unlink(missing_ok=True)

    def copy(self, record: Record, project: Path) -> None:
        """Take a picture over from the project.

        Raises:
            OSError: it is missing there.
            SourceError: it is another than its manifest tells.
        """
        data = (project / record.path).read_bytes()
        if sha256_of(data) != record.sha256:
            raise SourceError(
                f"{project / record.path}: differs from the manifest: run `lowagent images build`"
            )
        if self._before.get(record.path) != record or not self._is_there(record):
            write_whole(self.folder / record.path, data)
            append(self.folder / MANIFEST, record)
        self._records[record.path] = record

    def finish(
        self,
        *,
        catalogue: Iterable[Mapping[str, object]],
        pictures: Iterable[Mapping[str, object]] | None,
        files: Iterable[Path],
        counts: Mapping[str, int],
        left_out: LeftOut,
    ) -> str:
        """Write what the pictures show, remove pictures that no longer belong, and declare all finished.

        Args:
            catalogue: Lines of the site's catalogue.
            pictures: Lines of the list of reference pictures, if the site has tasks.
            files: Of the data set, by which it can be told from another release.
            counts: Of what was made.
            left_out: What was not.

        Returns:
            SHA-256 (hex) of the overlay: of its pictures and all that is said of them.
        """
        for path in set(self._before) - set(self._records):
            (self.folder / path).unlink(missing_ok=True)
        rewrite(self.folder / MANIFEST, self._records.values())
        self._lines(catalogue_file(self.site), catalogue)
        if pictures is not None:
            self._lines(pictures_file(self.site), pictures)
        digest = overlay_hash(self.folder, self.site)
        self._report(
            {
                "finished": True,
                "sha256": digest,
                "files": [{"name": file.name, "sha256": sha256_of(file.read_bytes())} for file in files],
                "counts": dict(counts),
                "left_out": left_out.summary(),
            }
        )
        return digest

    def _refuse_others(self) -> None:
        report = self.folder / REPORT
        if report.is_file():
            try:
                told = json.loads(report.read_text("utf-8"))
                same = (told["source"], told["site"]) == (self.source, self.site)
            except (ValueError, KeyError, TypeError):
                same = False
        else:
            same = not self.folder.exists() or (self.folder.is_dir() and not any(self.folder.iterdir()))
        if not same:
            raise SourceError(
                f"{self.folder}: expected a new or empty folder, or an import of {self.source} for "
                f"{self.site}; it holds something else: name another with --out"
            )

    def _report(self, rest: Mapping[str, object]) -> None:
        told = {"source": self.source, "site": self.site, "version": IMPORT_VERSION, **rest}
        write_whole(self.folder / REPORT, (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode())

    def _is_there(self, record: Record) -> bool:
        file = self.folder / record.path
        return file.is_file() and sha256_of(file.read_bytes()) == record.sha256

    def _write(self, path: str, data: bytes, spec: Mapping[str, str], digest: str) -> None:
        write_whole(self.folder / path, data)
        record = Record(
            path=path,
            spec=dict(spec),
            digest=digest,
            sha256=sha256_of(data),
            width=WIDTH,
            height=HEIGHT,
            bytes=len(data),
            renderer=RENDERER,
            version=IMPORT_VERSION,
        )
        append(self.folder / MANIFEST, record)
        self._records[path] = record

    def _lines(self, path: str, rows: Iterable[Mapping[str, object]]) -> None:
        text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        write_whole(self.folder / path, text.encode())
