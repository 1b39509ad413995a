"""Databases are built once, by one process, from the sources that count; working copies are isolated."""

import multiprocessing
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sites.kit.database import WorkingCopy, build_database, content_hash, default_cache_dir
from sites.kit.errors import BuildError, UnknownNameError
from sites.kit.site import Site


@pytest.fixture
def site(shelf: Site, tmp_path: Path) -> Site:
    """The shelf in a folder that a test may change, with a seed that leaves a line a call."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "schema.sql").write_text((shelf.folder / "schema.sql").read_text())

    def fill(connection: sqlite3.Connection, lang: str) -> None:
        with (tmp_path / "fills").open("a") as file:
            file.write(f"{lang}\n")
        shelf.fill(connection, lang)

    return replace(shelf, folder=folder, fill=fill)


def fills(tmp_path: Path) -> list[str]:
    return (tmp_path / "fills").read_text().split()


def test_a_database_is_built_once_and_again_when_a_source_changes(site: Site, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = build_database(site, "ur", cache_dir=cache)
    assert build_database(site, "ur", cache_dir=cache) == first
    assert build_database(site, "en", cache_dir=cache) != first
    assert fills(tmp_path) == ["ur", "en"]
    (site.folder / "content").mkdir()
    (site.folder / "content" / "ur.yaml").write_text("a: b")
    assert build_database(site, "ur", cache_dir=cache) != first
    assert fills(tmp_path) == ["ur", "en", "ur"]


def test_the_hash_knows_what_counts(site: Site, tmp_path: Path) -> None:
    start = content_hash(site)
    (site.folder / "templates").mkdir()
    (site.folder / "templates" / "a.html").write_text("x")
    (site.folder / "README.md").write_text("x")
    assert content_hash(site) == start
    (site.folder / "seed.py").write_text("x = 1")
    seeded = content_hash(site)
    (site.folder / "seed.py").rename(site.folder / "seeds.py")
    outside = tmp_path / "words.yaml"
    outside.write_text("one")
    declared = replace(site, sources=(outside,))
    assert len({start, seeded, content_hash(site), content_hash(declared)}) == 4


def test_processes_that_ask_at_once_build_once(site: Site, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=lambda: build_database(site, "ur", cache_dir=cache) and None) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert fills(tmp_path) == ["ur"]
    assert [path.suffix for path in cache.iterdir() if path.name.startswith(".")] == []


def test_what_a_killed_build_left_is_cleared_away(site: Site, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / ".shelf-ur-x1").write_text("half a database")
    build_database(site, "ur", cache_dir=cache)
    assert not (cache / ".shelf-ur-x1").exists()


def test_a_failed_build_leaves_nothing_behind(site: Site, tmp_path: Path) -> None:
    def fail(connection: sqlite3.Connection, lang: str) -> None:
        connection.execute("INSERT INTO books VALUES ('B1', 't', 7, 1, NULL)")

    with pytest.raises(BuildError, match=r"shelf in ur.*price_c % 25"):
        build_database(replace(site, fill=fail), "ur", cache_dir=tmp_path / "cache")
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["shelf-ur.lock"]


def test_rows_that_refer_to_nothing_are_refused(site: Site, tmp_path: Path) -> None:
    def dangle(connection: sqlite3.Connection, lang: str) -> None:
        connection.execute("INSERT INTO loans VALUES (9, 'B9', '')")

    with pytest.raises(BuildError, match="loans"):
        build_database(replace(site, fill=dangle), "ur", cache_dir=tmp_path / "cache")


@pytest.mark.parametrize(
    "wrong",
    [
        {"ephemeral": frozenset({"session"})},
        {"localized": {"books": ("titel",)}},
        {"localized": {"book": ()}},
    ],
)
def test_a_misspelt_declaration_is_refused(site: Site, tmp_path: Path, wrong: dict) -> None:
    with pytest.raises(BuildError, match=r"session|books\.titel|book"):
        build_database(replace(site, **wrong), "en", cache_dir=tmp_path / "cache")


def test_missing_schema_and_unknown_language(site: Site, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="bn"):
        build_database(site, "xx", cache_dir=tmp_path / "cache")
    (site.folder / "schema.sql").unlink()
    with pytest.raises(BuildError, match=r"schema\.sql"):
        build_database(site, "en", cache_dir=tmp_path / "cache")


def test_databases_that_nobody_opens_are_removed(site: Site, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old = build_database(site, "en", cache_dir=cache)
    (site.folder / "seed.py").write_text("")
    kept = build_database(site, "en", cache_dir=cache)
    os.utime(old, (0, 0))
    (site.folder / "seed.py").write_text("x")
    build_database(site, "en", cache_dir=cache)
    assert not old.exists()
    assert kept.exists()


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("LOWAGENT_CACHE", raising=False)
    assert default_cache_dir() == tmp_path / "lowagent"
    monkeypatch.setenv("LOWAGENT_CACHE", str(tmp_path / "here"))
    assert default_cache_dir() == tmp_path / "here"


def test_leftovers_of_an_earlier_run_do_not_undo_a_copy(
    shelf_databases: Callable[[str], Path], shelf: Site, tmp_path: Path
) -> None:
    base = shelf_databases("en")
    earlier = tmp_path / base.name
    earlier.write_text("not a database")
    for suffix in ("-wal", "-shm", "-journal"):
        Path(f"{earlier}{suffix}").write_text("left over")
    copy = WorkingCopy.create(base, tmp_path, shelf)
    assert [row["id"] for row in copy.rows("books")] == ["B1", "B2", "B3"]
    assert list(tmp_path.glob("*-*al")) == []
    copy.close()
    copy.close()


def test_copies_are_isolated_and_the_base_stays(open_copy: Callable[[str], WorkingCopy]) -> None:
    first, second = open_copy("en"), open_copy("en")
    connection = first.connect()
    connection.execute("DELETE FROM books WHERE id = 'B3'")
    connection.close()
    assert len(first.rows("books")) == 2
    assert len(second.rows("books")) == 3
    assert second.changes() == ()


def test_a_lease_rolls_back_what_was_not_committed_and_is_used_again(copy: WorkingCopy) -> None:
    with copy.lease() as first:
        first.execute("BEGIN")
        first.execute("DELETE FROM loans")
    with copy.lease() as second:
        assert second is first
        assert second.execute("SELECT COUNT(*) FROM loans").fetchone()[0] == 1


def test_ephemeral_tables_have_no_rows_to_show(copy: WorkingCopy) -> None:
    with pytest.raises(KeyError):
        copy.rows("sessions")
