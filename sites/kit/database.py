"""The databases of the sites: built once, kept under a content hash, opened as working copies.

`build_database` fills a database from a site's records and language files, or finds the one that was
built from exactly the same files before. A `WorkingCopy` is a worker's own copy of it, which a reset puts
back in about a millisecond and which can say what changed since (see `sites.kit.journal`).

All connections are opened here, because the journal needs ``recursive_triggers``. They are in autocommit
mode: write inside `sites.kit.context.transaction`.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from sites.kit import journal
from sites.kit.changes import RowChange, Value
from sites.kit.errors import BuildError
from sites.kit.localization import get_language
from sites.kit.site import Site

BUSY_TIMEOUT_MS = 5000
KEEP_UNUSED_S = 14 * 24 * 3600
"""A cached database that nobody opened for this long is removed when another one is built."""

_KIT_FILES = (
    "database.py",
    "journal.py",
    "clock.py",
    "accounts.py",
    "money.py",
    "strict_yaml.py",
    "localization",
    "seeding",
)
_NOT_DATA = frozenset({"templates", "translations", "static", "__pycache__"})
_SIDECARS = ("-wal", "-shm", "-journal")


def default_cache_dir() -> Path:
    """``$LOWAGENT_CACHE``, else ``lowagent`` in ``$XDG_CACHE_HOME`` or ``~/.cache``."""
    if chosen := os.environ.get("LOWAGENT_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lowagent"


def build_database(site: Site, lang: str, *, cache_dir: Path | None = None) -> Path:
    """The path of a site's filled database in a language; built when its sources have changed, else found.

    Several processes may ask at once: one builds, the others wait for it. Treat the file as read-only.

    Raises:
        UnknownNameError: no such language.
        BuildError: the schema or the rows are refused; nothing is left in the cache.
        ContentError: a language file is missing or malformed.
    """
    get_language(lang)
    folder = cache_dir or default_cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{site.name}-{lang}-{content_hash(site)}.sqlite3"
    if not path.exists():
        with _file_lock(folder / f"{site.name}-{lang}.lock"):
            if not path.exists():
                _build(site, lang, path)
                _remove_unused(path, folder.glob(f"{site.name}-{lang}-*.sqlite3"))
    os.utime(path)
    return path


def content_hash(site: Site) -> str:
    """16 hex digits that change with any file of the kit or the site that decides the database.

    Templates, translations and static files don't count; views do, because a seed may share their rules.
    """
    kit = Path(__file__).parent
    digest = hashlib.sha256()
    for root in (*(kit / name for name in _KIT_FILES), site.folder, *site.sources):
        for file in _data_files(root):
            digest.update(f"{root.name}/{file.relative_to(root).as_posix()}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


class WorkingCopy:
    """A database file of one worker, with a journal of what was written since the last reset.

    Safe to use from several threads.
    """

    def __init__(self, path: Path, site: Site) -> None:
        self.path = path
        self.site = site
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._lock = threading.Lock()
        self._keeper = self._open()
        self._tables = journal.read_tables(self._keeper)
        self._audited = tuple(table for table in self._tables if table.name not in site.ephemeral)
        self._keeper.execute("PRAGMA foreign_keys = OFF")

    @classmethod
    def create(cls, base: Path, directory: Path, site: Site) -> Self:
        """Copy a built database into ``directory`` and open it; an earlier one is replaced."""
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / base.name
        for suffix in _SIDECARS:
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        shutil.copyfile(base, path)
        return cls(path, site)

    def connect(self) -> sqlite3.Connection:
        """A connection of the caller's own, to be closed by the caller."""
        return self._open()

    @contextmanager
    def lease(self) -> Iterator[sqlite3.Connection]:
        """A pooled connection for the length of a request; what was not committed is rolled back."""
        connection = self._take()
        try:
            yield connection
        finally:
            if connection.in_transaction:
                connection.rollback()
            self._give_back(connection)

    def reset(self) -> None:
        """Put every table, ephemeral ones too, back to what was built."""
        with self._lock, _immediate(self._keeper):
            journal.undo(self._keeper, self._tables)

    def changes(self) -> tuple[RowChange, ...]:
        """The net changes since the last reset by table, then rowid; ephemeral tables left out."""
        with self._lock:
            return tuple(journal.net_changes(self._keeper, self._audited))

    def rows(self, table: str) -> tuple[dict[str, Value], ...]:
        """Every row of an audited table now, in order of rowid.

        Raises:
            KeyError: no audited table has this name.
        """
        known = {entry.name: entry for entry in self._audited}[table]
        query = f"SELECT {known.column_list} FROM {journal.quoted(known.name)} ORDER BY {known.rowid}"
        with self._lock:
            return tuple(dict(row) for row in self._keeper.execute(query))

    def dump(self) -> str:
        """Every row of every table as text, exact to type and byte."""
        with self._lock:
            return journal.dump(self._keeper, self._tables)

    def close(self) -> None:
        """Close every connection that is not out on lease. Safe to call twice; the file stays."""
        with self._lock:
            self._closed = True
            for connection in (*self._idle, self._keeper):
                connection.close()
            self._idle.clear()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA recursive_triggers = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY").fetchone()
        return connection

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._open()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)


def canonical(changes: Iterable[RowChange], site: Site) -> tuple[RowChange, ...]:
    """The changes without the columns that differ by language: equal in all five for equal actions.

    A change of such columns alone stays in the list, with equal images.
    """
    return tuple(
        replace(
            change,
            before=_without(change.before, site.localized.get(change.table, ())),
            after=_without(change.after, site.localized.get(change.table, ())),
        )
        for change in changes
    )


def _without(image: Mapping[str, Value] | None, columns: tuple[str, ...]) -> dict[str, Value] | None:
    if image is None:
        return None
    return {name: value for name, value in image.items() if name not in columns}


def _build(site: Site, lang: str, path: Path) -> None:
    for abandoned in path.parent.glob(f".{site.name}-{lang}-*"):
        abandoned.unlink()  # by a process that was killed: the lock is ours
    handle, name = tempfile.mkstemp(prefix=f".{site.name}-{lang}-", dir=path.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            _write(connection, site, lang)
        unfinished.replace(path)
    except sqlite3.Error as error:
        raise BuildError(
            f"{site.name} in {lang} can't be built: {error} (see {site.folder / 'schema.sql'})"
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _write(connection: sqlite3.Connection, site: Site, lang: str) -> None:
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA journal_mode = MEMORY").fetchone()
    connection.executescript(_read_schema(site))
    _check_declaration(connection, site)
    connection.execute("BEGIN")
    site.fill(connection, lang)
    if connection.in_transaction:
        connection.commit()
    broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        table, rowid, parent, _ = broken[0]
        raise BuildError(f"{len(broken)} rows refer to nothing; first: {table} row {rowid} to {parent}")
    connection.execute("ANALYZE")
    journal.install(connection)
    connection.commit()


def _read_schema(site: Site) -> str:
    path = site.folder / "schema.sql"
    if not path.is_file():
        raise BuildError(f"{site.name} has no schema: write {path}")
    return path.read_text(encoding="utf-8")


def _check_declaration(connection: sqlite3.Connection, site: Site) -> None:
    """Refuse misspelt names: their tables would be audited, or compared, without anyone noticing."""
    columns = {table.name: set(table.columns) for table in journal.read_tables(connection)}
    unknown = sorted((site.ephemeral | set(site.localized)) - set(columns))
    unknown += sorted(
        f"{table}.{column}"
        for table, names in site.localized.items()
        for column in names
        if column not in columns.get(table, names)
    )
    if unknown:
        raise BuildError(f"{site.name} declares what its schema.sql does not have: {', '.join(unknown)}")


def _data_files(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
        return
    for file in sorted(root.rglob("*")):
        if (
            file.is_file()
            and file.suffix != ".md"
            and not _NOT_DATA.intersection(file.relative_to(root).parts)
        ):
            yield file


@contextmanager
def _immediate(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    """Hold the lock of this path among all processes of the machine."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _remove_unused(fresh: Path, databases: Iterable[Path]) -> None:
    oldest_kept = time.time() - KEEP_UNUSED_S
    for database in databases:
        if database != fresh and database.stat().st_mtime < oldest_kept:
            database.unlink(missing_ok=True)
