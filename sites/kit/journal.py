"""The undo journal: triggers that keep the old image of every row that a write touches.

A reset must cost milliseconds at full size, so nothing is copied and nothing is compared as a whole.
Every table gets a shadow table ``_undo_<table>`` and triggers that, the first time a rowid is touched,
note whether the row existed and what it held. Undoing then takes time in the number of touched rows,
whatever the size of the database.

Two traps of SQLite shape this module. REPLACE deletes rows without firing delete triggers unless the
connection has ``recursive_triggers`` on, so only `sites.kit.database.WorkingCopy` opens connections. And
the conflict clause of the outer statement overrides the one inside a trigger, so "the first image wins"
is said by ``WHERE NOT EXISTS`` and not by ``INSERT OR IGNORE``, which an outer REPLACE would turn into a
replacement of the first image.

Source: https://www.sqlite.org/lang_createtrigger.html and https://www.sqlite.org/lang_conflict.html
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sites.kit.changes import ChangeKind, RowChange, Value
from sites.kit.errors import BuildError

UNDO_PREFIX = "_undo_"
"""Shadow tables start with this; no table of a site may."""

_ROWID_NAMES = ("rowid", "_rowid_", "oid")
_GENERATED = (2, 3)

Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What the journal knows of one table of a site."""

    name: str
    columns: tuple[str, ...]
    """Every stored column, in schema order; generated ones are left out, they follow from the others."""
    key: tuple[int, ...]
    """Positions in ``columns`` of the primary key; empty when the table declares none."""
    rowid: str
    """A name of the rowid that no column of the table has taken."""

    @property
    def undo(self) -> str:
        """The quoted name of the shadow table."""
        return quoted(UNDO_PREFIX + self.name)

    @property
    def column_list(self) -> str:
        """The quoted columns, comma separated."""
        return ", ".join(quoted(column) for column in self.columns)


def quoted(name: str) -> str:
    """The name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def read_tables(connection: sqlite3.Connection) -> tuple[Table, ...]:
    """The site's own tables in order of their names, shadow tables and SQLite's own left out."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    names = [row[0] for row in rows if not row[0].startswith(("sqlite_", UNDO_PREFIX))]
    return tuple(_read_table(connection, name) for name in names)


def install(connection: sqlite3.Connection) -> None:
    """Give every table its shadow table and triggers; called once, when a database is built.

    Raises:
        BuildError: the schema has something that the journal can't undo.
    """
    _refuse_what_cannot_be_undone(connection)
    for table in read_tables(connection):
        connection.execute(
            f"CREATE TABLE {table.undo} (_rowid INTEGER PRIMARY KEY, _existed, {_bare(table)})"
        )
        for statement in _triggers(table):
            connection.execute(statement)


def touched(connection: sqlite3.Connection, tables: Iterable[Table]) -> tuple[Table, ...]:
    """The tables that were written to since the last reset, in the given order."""
    chosen = tuple(tables)
    probes = [
        f"SELECT {index} WHERE EXISTS (SELECT 1 FROM {table.undo})" for index, table in enumerate(chosen)
    ]
    if not probes:
        return ()
    return tuple(chosen[row[0]] for row in connection.execute(" UNION ALL ".join(probes) + " ORDER BY 1"))


def undo(connection: sqlite3.Connection, tables: Iterable[Table]) -> None:
    """Put every touched row back as it was, inside the caller's transaction.

    Foreign keys must be off, or an intermediate state would cascade. The triggers fire while rows are put
    back, but every rowid concerned is in the journal already, so they note nothing new.
    """
    for table in touched(connection, tables):
        name = quoted(table.name)
        connection.execute(f"DELETE FROM {name} WHERE {table.rowid} IN (SELECT _rowid FROM {table.undo})")
        connection.execute(
            f"INSERT INTO {name} ({table.rowid}, {table.column_list})"
            f" SELECT _rowid, {_bare(table)} FROM {table.undo} WHERE _existed ORDER BY _rowid"
        )
        connection.execute(f"DELETE FROM {table.undo}")


def net_changes(connection: sqlite3.Connection, tables: Iterable[Table]) -> Iterator[RowChange]:
    """The rows that differ from the last reset, by table in the given order, then by rowid.

    A row is known by its primary key where the table declares one (so a row that was deleted and written
    again is unchanged, whatever its new rowid), and by its rowid elsewhere.
    """
    for table in touched(connection, tables):
        before = _images(connection, f"SELECT _rowid, {_bare(table)} FROM {table.undo} WHERE _existed", table)
        after = _images(
            connection,
            f"SELECT {table.rowid}, {table.column_list} FROM {quoted(table.name)}"
            f" WHERE {table.rowid} IN (SELECT _rowid FROM {table.undo})",
            table,
        )
        yield from _compare(table, before, after)


def dump(connection: sqlite3.Connection, tables: Iterable[Table]) -> str:
    """Every row of the tables as text, exact to type and byte: two equal dumps hold the same data."""
    lines: list[str] = []
    for table in tables:
        values = " || ',' || ".join(f"quote({quoted(column)})" for column in table.columns)
        rows = connection.execute(
            f"SELECT {table.rowid} || ':' || {values} FROM {quoted(table.name)} ORDER BY {table.rowid}"
        )
        lines.append(f"# {table.name} ({table.column_list})")
        lines.extend(row[0] for row in rows)
    return "\n".join(lines) + "\n"


def _read_table(connection: sqlite3.Connection, name: str) -> Table:
    info = connection.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
    stored = [row for row in info if row[6] not in _GENERATED]
    columns = tuple(row[1] for row in stored)
    key = sorted((row[5], position) for position, row in enumerate(stored) if row[5])
    taken = {row[1].lower() for row in info}
    free = [rowid for rowid in _ROWID_NAMES if rowid not in taken]
    if not free:
        raise BuildError(
            f"table {name}: its columns take every name of the rowid ({', '.join(_ROWID_NAMES)})"
        )
    return Table(name, columns, tuple(position for _, position in key), free[0])


def _refuse_what_cannot_be_undone(connection: sqlite3.Connection) -> None:
    for _, name, kind, _, without_rowid, _ in connection.execute("PRAGMA main.table_list"):
        if name.startswith(UNDO_PREFIX):
            raise BuildError(f"table {name}: names that start with {UNDO_PREFIX} belong to the undo journal")
        if kind in ("virtual", "shadow"):
            raise BuildError(f"table {name}: a virtual table can't be journalled; use an ordinary table")
        if without_rowid:
            raise BuildError(f"table {name}: WITHOUT ROWID can't be journalled; remove it from schema.sql")
    views = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")}
    for name, owner in connection.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'"):
        if owner not in views:
            raise BuildError(f"trigger {name} on {owner}: a reset would fire it; do in Python what it does")
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").fetchone():
        raise BuildError("AUTOINCREMENT survives a reset; take ids from sites.kit.clock.next_id instead")


def _triggers(table: Table) -> Iterator[str]:
    """One trigger an event. Column values of the shadow table have no affinity, so images stay exact."""
    name = quoted(table.name)

    def trigger(event: str, *steps: str) -> str:
        body = " ".join(f"{step};" for step in steps)
        trigger_name = quoted(f"_journal_{table.name}_{event}")
        return f"CREATE TRIGGER {trigger_name} AFTER {event} ON {name} BEGIN {body} END"

    new_row = _note(table, f"NEW.{table.rowid}", "0", ["NULL"] * len(table.columns))
    old_row = _note(table, f"OLD.{table.rowid}", "1", [f"OLD.{quoted(column)}" for column in table.columns])
    yield trigger("INSERT", new_row)
    yield trigger("DELETE", old_row)
    yield trigger("UPDATE", old_row, new_row)


def _note(table: Table, rowid: str, existed: str, values: list[str]) -> str:
    """Write an image unless the rowid has one (so after an update in place, the new row leaves no note)."""
    return (
        f"INSERT INTO {table.undo} SELECT {rowid}, {existed}, {', '.join(values)}"
        f" WHERE NOT EXISTS (SELECT 1 FROM {table.undo} WHERE _rowid = {rowid})"
    )


def _bare(table: Table) -> str:
    """Columns of the shadow table: numbered, so that no column name can clash, and without a type."""
    return ", ".join(f"c{position}" for position in range(len(table.columns)))


def _images(
    connection: sqlite3.Connection, query: str, table: Table
) -> dict[tuple[object, ...], tuple[int, Row]]:
    """What identifies a row -> its rowid and values. A key with NULL identifies nothing: the rowid does."""
    images: dict[tuple[object, ...], tuple[int, Row]] = {}
    for row in connection.execute(query):
        rowid, values = row[0], tuple(row[1:])
        key = tuple(values[position] for position in table.key)
        images[("rowid", rowid) if not key or None in key else ("key", *key)] = (rowid, values)
    return images


def _compare(
    table: Table,
    before: dict[tuple[object, ...], tuple[int, Row]],
    after: dict[tuple[object, ...], tuple[int, Row]],
) -> Iterator[RowChange]:
    first_rowid = {key: rowid for key, (rowid, _) in (after | before).items()}
    for key in sorted(first_rowid, key=lambda key: (first_rowid[key], key not in before, str(key))):
        old = before[key][1] if key in before else None
        new = after[key][1] if key in after else None
        if old is None or new is None or _exact(old) != _exact(new):
            yield RowChange(table.name, _kind(old, new), _named(table, old), _named(table, new))


def _kind(old: Row | None, new: Row | None) -> ChangeKind:
    if old is None:
        return "added"
    return "removed" if new is None else "changed"


def _exact(row: Row) -> tuple[tuple[type, Value], ...]:
    """Values with their types: in Python 1 == 1.0, in a database they differ."""
    return tuple((type(value), value) for value in row)


def _named(table: Table, row: Row | None) -> dict[str, Value] | None:
    return None if row is None else dict(zip(table.columns, row, strict=True))
