import dataclasses
import json

import pytest

from images.manifest import Record, append, read_manifest, rewrite, sha256_of, write_whole

RECORD = Record("images/a.webp", {"shot": {"seed": 1}}, "d" * 64, "5" * 64, 480, 360, 1000, "r 1", "1")


def named(path: str) -> Record:
    return dataclasses.replace(RECORD, path=path)


@pytest.fixture
def manifest(tmp_path):
    return tmp_path / "images" / "manifest.jsonl"


def test_no_manifest_is_an_empty_one(manifest):
    assert read_manifest(manifest) == {}


def test_records_come_back(manifest):
    append(manifest, named("b"))
    append(manifest, named("a"))
    assert read_manifest(manifest) == {"b": named("b"), "a": named("a")}


def test_the_last_line_of_a_path_holds(manifest):
    append(manifest, RECORD)
    append(manifest, dataclasses.replace(RECORD, bytes=2000))
    assert read_manifest(manifest)[RECORD.path].bytes == 2000


def test_a_torn_last_line_is_dropped_and_not_joined_with_the_next(manifest):
    append(manifest, named("a"))
    append(manifest, named("b"))
    manifest.write_bytes(manifest.read_bytes()[:-20])
    assert list(read_manifest(manifest)) == ["a"]
    append(manifest, named("c"))
    assert list(read_manifest(manifest)) == ["a", "c"]
    assert [json.loads(line)["path"] for line in manifest.read_text().splitlines()] == ["a", "c"]


def test_a_manifest_of_one_torn_line_is_begun_anew(manifest):
    append(manifest, named("a"))
    manifest.write_bytes(manifest.read_bytes()[:30])
    append(manifest, named("b"))
    assert list(read_manifest(manifest)) == ["b"]


@pytest.mark.parametrize("bad", ["{", "[]", '{"path": "a"}'])
def test_a_malformed_line_inside_is_named(manifest, bad):
    append(manifest, named("a"))
    manifest.write_text(f"{bad}\n{manifest.read_text()}")
    with pytest.raises(ValueError, match=r"manifest.jsonl, line 1: not a record of a picture"):
        read_manifest(manifest)


def test_rewriting_sorts_by_path(manifest):
    for path in ("c", "a", "b"):
        append(manifest, named(path))
    rewrite(manifest, read_manifest(manifest).values())
    assert list(read_manifest(manifest)) == ["a", "b", "c"]
    assert [file.name for file in manifest.parent.iterdir()] == ["manifest.jsonl"]


def test_a_file_is_replaced_as_a_whole(tmp_path):
    target = tmp_path / "new" / "a.webp"
    write_whole(target, b"one")
    write_whole(target, b"two")
    assert target.read_bytes() == b"two"
    assert list(target.parent.iterdir()) == [target]
    assert sha256_of(b"two") == sha256_of(target.read_bytes())
