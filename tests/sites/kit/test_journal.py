"""Whatever is written through any connection, a reset gives back the bytes, and `changes` tells the net."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sites.kit import journal
from sites.kit.changes import RowChange
from sites.kit.database import WorkingCopy, build_database, canonical
from sites.kit.errors import BuildError
from sites.kit.site import Site

BOOK = st.sampled_from(["B1", "B2", "B3", "B4", "b1", ""])
USER = st.integers(1, 4)
ROWID = st.integers(1, 6)
COPIES = st.one_of(st.integers(-1, 3), st.sampled_from([1.5, "two", None, b"\x00"]))
TEXT = st.one_of(
    st.none(), st.sampled_from(["", "x", "it's", "দরিয়া", "1", "1.0", "a\nb"]), st.floats(allow_nan=False)
)

WRITES = st.one_of(
    st.tuples(st.just("INSERT INTO books VALUES (?, ?, 25, ?, ?)"), BOOK, TEXT, COPIES, TEXT),
    st.tuples(st.just("INSERT OR REPLACE INTO books VALUES (?, ?, 25, ?, ?)"), BOOK, TEXT, COPIES, TEXT),
    st.tuples(st.just("INSERT OR IGNORE INTO books VALUES (?, ?, 25, ?, ?)"), BOOK, TEXT, COPIES, TEXT),
    st.tuples(
        st.just("REPLACE INTO books (rowid, id, title, price_c, copies) VALUES (?, ?, 't', 50, 1)"),
        ROWID,
        BOOK,
    ),
    st.tuples(
        st.just(
            "INSERT INTO books VALUES (?, 't', 25, ?, NULL)"
            " ON CONFLICT (id) DO UPDATE SET copies = excluded.copies, isbn = 'up'"
        ),
        BOOK,
        COPIES,
    ),
    st.tuples(st.just("UPDATE books SET copies = ? WHERE id = ?"), COPIES, BOOK),
    st.tuples(st.just("UPDATE OR REPLACE books SET isbn = ? WHERE id > ?"), TEXT, BOOK),
    st.tuples(st.just("UPDATE OR REPLACE books SET id = ? WHERE id = ?"), BOOK, BOOK),
    st.tuples(st.just("UPDATE OR REPLACE books SET rowid = ? WHERE rowid = ?"), ROWID, ROWID),
    st.tuples(st.just("UPDATE books SET rowid = rowid + ?"), st.integers(7, 9)),
    st.tuples(st.just("DELETE FROM books WHERE id = ?"), BOOK),
    st.tuples(st.just("DELETE FROM books")),
    st.tuples(
        st.just("REPLACE INTO users VALUES (?, ?, 'pw', 'Name')"),
        USER,
        st.sampled_from(["nadia", "nobody", "new"]),
    ),
    st.tuples(st.just("UPDATE OR REPLACE users SET id = ? WHERE id = ?"), USER, USER),
    st.tuples(st.just("DELETE FROM users WHERE id = ?"), USER),
    st.tuples(st.just("REPLACE INTO loans VALUES (?, ?, 'then')"), USER, BOOK),
    st.tuples(st.just("UPDATE OR IGNORE loans SET book_id = ?"), BOOK),
    st.tuples(st.just("DELETE FROM loans")),
    st.tuples(
        st.just("INSERT INTO jottings (rowid, body, weight) VALUES (?, ?, ?)"), TEXT, TEXT, st.integers(0, 3)
    ),
    st.tuples(st.just("UPDATE jottings SET _rowid_ = _rowid_ + 1, body = ?"), TEXT),
    st.tuples(st.just("INSERT INTO sessions VALUES ('t', 1, 'now')")),
    st.tuples(st.just("INSERT OR REPLACE INTO counters VALUES ('jottings', ?)"), ROWID),
    st.sampled_from([("BEGIN",), ("COMMIT",), ("ROLLBACK",), ("SAVEPOINT s",), ("ROLLBACK TO s",)]),
)
STEPS = st.lists(st.tuples(st.integers(0, 1), WRITES), max_size=25)

Rows = dict[tuple[object, ...], tuple[object, ...]]


def write(connections: list[sqlite3.Connection], steps: list[tuple[int, tuple[object, ...]]]) -> None:
    """Carry the steps out; a statement that the schema or a lock refuses changes nothing."""
    for which, (statement, *values) in steps:
        try:
            connections[which].execute(str(statement), values)
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            continue
    for connection in connections:
        if connection.in_transaction:
            connection.commit()


def snapshot(copy: WorkingCopy) -> dict[str, Rows]:
    """Every audited row by what identifies it: the primary key, else the rowid."""
    connection = copy.connect()
    tables: dict[str, Rows] = {}
    for table in journal.read_tables(connection):
        if table.name in copy.site.ephemeral:
            continue
        rows = connection.execute(f"SELECT {table.rowid}, {table.column_list} FROM {table.name}").fetchall()
        tables[table.name] = {
            tuple(row[position + 1] for position in table.key) or (row[0],): tuple(row)[1:] for row in rows
        }
    connection.close()
    return tables


def typed(row: tuple[object, ...] | None) -> tuple[tuple[type, object], ...] | None:
    return None if row is None else tuple((type(value), value) for value in row)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_reset_gives_back_the_bytes_and_changes_tell_the_net(copy: WorkingCopy, steps) -> None:
    built, before = copy.dump(), snapshot(copy)
    connections = [copy.connect(), copy.connect()]
    for connection in connections:
        connection.execute("PRAGMA busy_timeout = 0")
    try:
        write(connections, steps)
        after = snapshot(copy)
        expected = sorted(
            (table, repr(typed(before[table].get(key))), repr(typed(after[table].get(key))))
            for table in before
            for key in before[table].keys() | after[table].keys()
            if typed(before[table].get(key)) != typed(after[table].get(key))
        )
        found = sorted((change.table, image(change.before), image(change.after)) for change in copy.changes())
        assert found == expected
        copy.reset()
        assert copy.dump() == built
        assert copy.changes() == ()
    finally:
        for connection in connections:
            connection.close()


def image(row: object) -> str:
    return repr(typed(tuple(row.values()) if isinstance(row, dict) else None))


def test_replace_does_not_overwrite_the_first_image(copy: WorkingCopy) -> None:
    connection = copy.connect()
    connection.execute("UPDATE books SET copies = 9 WHERE id = 'B2'")
    connection.execute("REPLACE INTO books (id, title, price_c, copies) VALUES ('B2', 'New', 50, 1)")
    connection.execute("REPLACE INTO books (id, title, price_c, copies) VALUES ('B2', 'Newer', 50, 1)")
    connection.close()
    (change,) = copy.changes()
    assert (change.kind, change.before and change.before["copies"], change.columns) == (
        "changed",
        3,
        ("title", "price_c", "copies"),
    )


def test_a_row_changed_back_or_written_again_is_no_change(copy: WorkingCopy) -> None:
    connection = copy.connect()
    connection.execute("UPDATE books SET copies = 1")
    connection.execute("UPDATE books SET copies = 3")
    loan = tuple(connection.execute("SELECT * FROM loans").fetchone())
    connection.execute("DELETE FROM loans")
    connection.execute("INSERT INTO loans (rowid, user_id, book_id, at) VALUES (77, ?, ?, ?)", loan)
    connection.close()
    assert copy.changes() == ()


def test_a_change_of_type_alone_is_a_change(copy: WorkingCopy) -> None:
    connection = copy.connect()
    connection.execute("UPDATE jottings SET body = 1.0")
    connection.close()
    (change,) = copy.changes()
    assert isinstance((change.after or {})["body"], float)


def test_changes_come_by_table_then_rowid_and_leave_ephemeral_tables_out(copy: WorkingCopy) -> None:
    connection = copy.connect()
    connection.execute("INSERT INTO sessions VALUES ('t', 1, '')")
    connection.execute("DELETE FROM loans")
    connection.execute("UPDATE books SET copies = 0 WHERE id IN ('B3', 'B2')")
    connection.close()
    found = [
        (change.table, change.kind, (change.after or change.before or {}).get("id"))
        for change in copy.changes()
    ]
    assert found == [("books", "changed", "B2"), ("books", "changed", "B3"), ("loans", "removed", None)]


def test_cascades_are_undone(copy: WorkingCopy) -> None:
    built = copy.dump()
    connection = copy.connect()
    connection.execute("DELETE FROM users WHERE id = 2")
    connection.close()
    assert {change.table for change in copy.changes()} == {"users", "loans"}
    copy.reset()
    assert copy.dump() == built


def test_canonical_changes_are_equal_in_two_languages(
    open_copy: Callable[[str], WorkingCopy], shelf: Site
) -> None:
    found = []
    for lang in ("en", "ur"):
        one = open_copy(lang)
        connection = one.connect()
        connection.execute("DELETE FROM books WHERE id = 'B2'")
        connection.close()
        found.append(one.changes())
    assert found[0] != found[1]
    assert canonical(found[0], shelf) == canonical(found[1], shelf)
    assert canonical(found[0], shelf) == (
        RowChange("books", "removed", {"id": "B2", "price_c": 1275, "copies": 3, "isbn": None}, None),
    )


@pytest.mark.parametrize(
    ("schema", "complaint"),
    [
        ("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID;", "WITHOUT ROWID"),
        ("CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT);", "next_id"),
        ("CREATE VIRTUAL TABLE t USING fts5(a);", "virtual"),
        (
            "CREATE TABLE t (a); CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END;",
            "trigger g on t",
        ),
        ("CREATE TABLE _undo_t (a);", "_undo_"),
        ("CREATE TABLE t (rowid, oid, _rowid_);", "rowid"),
    ],
)
def test_what_cannot_be_undone_is_refused(shelf: Site, tmp_path: Path, schema: str, complaint: str) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "schema.sql").write_text(schema)
    odd = replace(shelf, folder=tmp_path / "site", fill=lambda *_: None, ephemeral=frozenset(), localized={})
    with pytest.raises(BuildError, match=complaint):
        build_database(odd, "en", cache_dir=tmp_path / "cache")
    assert not list((tmp_path / "cache").glob("*.sqlite3"))
