"""What decides results besides options: noticed where it changes, and only there."""

import os

import pytest

from harness.records import make_manifest
from harness.runs import facts
from harness.runs.facts import Facts, FactsWatch, RunChangedError, differences, hashes_now


@pytest.fixture
def code(tmp_path, monkeypatch):
    """A folder of two packages and a site that stands for the project's; returns one of its files."""
    for path in ("harness/loop.py", "sites/__init__.py", "sites/ministore/pages.html", "fonts/a.woff2"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    monkeypatch.setattr(facts, "ROOT", tmp_path)
    monkeypatch.setattr(facts, "FONTS", ("fonts",))
    monkeypatch.setattr(facts, "pictures_root", lambda: tmp_path)
    monkeypatch.setattr(facts, "git_commit", lambda: None)
    monkeypatch.setattr("harness.records.versions.git_commit", lambda: None)
    return tmp_path / "harness" / "loop.py"


@pytest.fixture
def watch(code, make_task):
    def begin(chromium=None):
        versions = {"chromium": chromium} if chromium else {}
        hashes = hashes_now(["ministore"], prompt=None)
        manifest = make_manifest(
            model="noop", engine="http", seed=0, instances=[make_task()], versions=versions, hashes=hashes
        )
        return FactsWatch(manifest, prompt=None)

    return begin


def test_each_part_has_a_hash_of_its_own(code):
    before = hashes_now(["ministore"], prompt="p")
    assert {"code", "site ministore", "fonts", "prompt"} <= before.keys()
    (code.parents[1] / "sites" / "ministore" / "pages.html").write_text("changed")
    after = hashes_now(["ministore"], prompt="p")
    assert [name for name in before if before[name] != after[name]] == ["site ministore"]


def test_what_python_compiles_and_a_readme_are_no_code(code):
    before = hashes_now(["ministore"], prompt=None)
    (code.parent / "__pycache__").mkdir()
    (code.parent / "__pycache__" / "loop.pyc").write_text("compiled")
    (code.parent / "README.md").write_text("read")
    assert hashes_now(["ministore"], prompt=None) == before


def test_the_project_has_all_of_its_parts():
    assert {"code", "site ministore", "fonts", "pictures"} <= hashes_now(["ministore"], prompt=None).keys()


def test_changed_code_ends_a_run_and_is_named(watch, code):
    begun = watch()
    begun.check()
    code.write_text("other")
    with pytest.raises(RunChangedError, match=r"(?s)has changed.*hash of code: \w{64} before, \w{64} now"):
        begun.check()


def test_new_files_are_changed_code(watch, code):
    begun = watch()
    code.with_name("new.py").write_text("")
    with pytest.raises(RunChangedError, match="hash of code"):
        begun.check()


def test_a_file_that_was_only_touched_is_read_again_and_found_equal(watch, code):
    begun = watch()
    os.utime(code, (1, 1))
    begun.check()


def test_who_joins_late_finds_what_changed_before(code, make_task):
    manifest = make_manifest(
        model="noop",
        engine="http",
        seed=0,
        instances=[make_task()],
        hashes=hashes_now(["ministore"], prompt="as it was"),
    )
    with pytest.raises(RunChangedError, match="hash of prompt: as it was before, as it is now"):
        FactsWatch(manifest, prompt="as it is")


def test_another_browser_is_refused_where_the_runs_is_known(watch):
    watch("156.0.1").check_browser("156.0.1")
    watch().check_browser("157.0.1")
    with pytest.raises(RunChangedError, match=r"version of chromium: 156\.0\.1 before, 157\.0\.1 now"):
        watch("156.0.1").check_browser("157.0.1")


def test_differences_are_named_with_both_values():
    before = Facts("aaa", {"flask": "3.1", "chromium": "156", "gone": "1"}, {"code": "1", "fonts": "2"})
    now = Facts("bbb", {"flask": "3.2", "new": "1"}, {"code": "1", "fonts": "3"})
    assert differences(before, now) == [
        "git commit: aaa before, bbb now",
        "hash of fonts: 2 before, 3 now",
        "version of flask: 3.1 before, 3.2 now",
        "version of gone: 1 before, not there now",
        "version of new: not there before, 1 now",
    ]
    assert differences(before, before) == []
