"""The files of a review: which are written again, and what the rows of the index say."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from harness.errors import RecordError
from harness.records import PictureRecord, RunRecorder
from harness.review import write_review
from harness.review.index_rows import NO_REASON, disagreements, index_rows
from tests.episode_records import make_run
from tests.recorded_runs import save_picture
from tests.review.shop_run import EPISODES, record, write_shop_run


def changed_files(folder, written):
    now = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    return {path.relative_to(folder).as_posix() for path, time in now.items() if written.get(path) != time}


def test_pages_whose_record_did_not_change_are_not_written_again(tmp_path):
    run_dir = write_shop_run(tmp_path / "shop")
    folder = write_review(run_dir).parent
    written = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    write_review(run_dir)
    assert changed_files(folder, written) == set()
    RunRecorder(run_dir).write_episode(record(2, "am", "unsolved", attempt=2), ())
    write_review(run_dir)
    assert changed_files(folder, written) == {
        "episodes/ministore-002-am.html",
        "episodes/ministore-002-am.js",
        "index.html",
        "run.js",
        "stamps.json",
    }


@pytest.mark.parametrize("harm", ["remove the page", "tear the stamps"])
def test_pages_that_were_lost_are_written_again(tmp_path, harm):
    folder = write_review(write_shop_run(tmp_path / "shop")).parent
    page = folder / "episodes" / "ministore-001-ur.html"
    if harm == "remove the page":
        page.unlink()
    else:
        page.write_text("")
        (folder / "stamps.json").write_text('{"ministore-0')
    write_review(tmp_path / "shop")
    assert "ministore-001-ur" in page.read_text("utf-8")


def test_screenshots_that_were_dropped_are_missed_by_their_page_alone(tmp_path):
    run_dir = write_shop_run(tmp_path / "shop")
    save_picture(run_dir, "screenshots/ministore-001-ur/001.webp")
    folder = write_review(run_dir).parent
    written = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    (run_dir / "screenshots/ministore-001-ur/001.webp").unlink()
    (run_dir / "screenshots/ministore-001-ur").rmdir()
    write_review(run_dir)
    assert "episodes/ministore-001-en.html" not in changed_files(folder, written)
    assert "stamps.json" in changed_files(folder, written)


def test_every_address_of_every_page_leads_to_a_file_beside_it(tmp_path):
    folder = write_review(write_shop_run(tmp_path / "shop")).parent
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) == len(EPISODES) + 2
    for path in pages:
        for node in LexborHTMLParser(path.read_text("utf-8")).css("[href], [src]"):
            address = node.attributes.get("href") or node.attributes["src"] or ""
            target = address.partition("#")[0]
            assert not target or target == "data:," or (path.parent / target).is_file(), (path, address)


def test_fonts_of_the_sites_lie_beside_the_pages(tmp_path):
    static = write_review(write_shop_run(tmp_path / "shop")).parent / "static"
    css = (static / "fonts.css").read_text("utf-8")
    named = {part.partition(")")[0] for part in css.split("url(")[1:]}
    assert named
    assert all((static / name).is_file() for name in named)


def test_pictures_that_are_kept_go_with_their_row(tmp_path):
    kept, gone = (
        PictureRecord(path=f"images/{name}.webp", sha256=name, copy_path=f"pictures/{name}.webp")
        for name in ("3fa9", "07b1")
    )
    episode = record(3, "ur", "solved", kind="visual", pictures=(kept, gone))
    save_picture(tmp_path, "pictures/3fa9.webp")
    (row,) = index_rows(replace(make_run(episode), run_dir=tmp_path))
    assert row.pictures == ("pictures/3fa9.webp",)


def test_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"manifest\.json"):
        write_review(tmp_path)


def test_disagreement_is_the_share_of_pairs_of_languages_and_errors_have_none():
    assert disagreements(EPISODES) == {"ministore-001": 1.0, "ministore-002": 0.0}
    two = (record(1, "en", "solved"), record(1, "ur", "solved"), record(1, "am", "limit", limit="steps"))
    assert disagreements(two)["ministore-001"] == pytest.approx(2 / 3, abs=1e-3)
    assert disagreements(two[:1]) == {}


def test_verdict_that_nothing_explains_is_said_to_be_so():
    (row,) = index_rows(make_run(record(1, "ur", "unsolved")))
    assert row.reason == NO_REASON
