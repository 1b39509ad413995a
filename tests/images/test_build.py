from dataclasses import replace

from PIL import Image

from images import build
from images.build import Site, build_pictures, outdated, prune, resized
from images.manifest import MANIFEST, read_manifest

REFERENCES = 2


def paths(jobs) -> list[str]:
    return [job.path for job in jobs]


def test_jobs_are_the_catalogue_and_the_references_and_kinds_take_turns(site):
    jobs = site.jobs()
    assert len(jobs) == len(site.entries) + REFERENCES
    assert [job.picture.thing.kind for job in jobs[:3]] == ["mug", "vase", "mug"]
    assert "images/catalogue/shop/P0003.webp" in paths(jobs)
    digest = site.references[0].picture.digest
    assert f"images/references/shop/{digest[:16]}.webp" in paths(jobs)


def test_a_whole_build_leaves_nothing_to_do(site, made, rendered):
    assert outdated(site.jobs(), made) == []
    record = read_manifest(made / MANIFEST)["images/catalogue/shop/P0001.webp"]
    picture = next(job.picture for job in site.jobs() if job.path == record.path)
    assert record.digest == picture.digest
    assert record.spec["thing"]["color"] == "red"
    assert record.bytes == (made / record.path).stat().st_size
    with Image.open(made / record.path) as file:
        assert (file.format, file.size) == ("WEBP", (480, 360))


def test_an_interrupted_build_goes_on_where_it_was(site, rendered, tmp_path):
    jobs = site.jobs()
    build_pictures(jobs[:2], tmp_path, workers=1)
    manifest = tmp_path / MANIFEST
    manifest.write_bytes(manifest.read_bytes()[:-5])  # killed while it wrote the second line
    assert paths(outdated(jobs, tmp_path)) == paths(jobs[1:])
    build_pictures(outdated(jobs, tmp_path), tmp_path, workers=1)
    assert outdated(jobs, tmp_path) == []
    assert len(rendered) == len(jobs) + 1


def test_lost_changed_and_respecified_pictures_are_outdated(site, made):
    lost, changed = "images/catalogue/shop/P0001.webp", "images/catalogue/shop/P0002.webp"
    (made / lost).unlink()
    (made / changed).write_bytes(b"RIFF")
    vase = replace(site.entries[2], product=replace(site.entries[2].product, pattern="stars"))
    other = Site(site.name, [*site.entries[:2], vase], site.references)
    assert sorted(paths(outdated(other.jobs(), made))) == [lost, changed, "images/catalogue/shop/P0003.webp"]


def test_another_version_of_the_rendering_makes_everything_outdated(site, made, monkeypatch):
    monkeypatch.setattr(build, "RENDERING_VERSION", "next")
    assert outdated(site.jobs(), made) == site.jobs()


def test_a_failure_is_told_and_the_others_are_made(site, rendered, tmp_path):
    olive = replace(site.entries[0], product=replace(site.entries[0].product, color="olive"))
    broken = Site(site.name, [olive, *site.entries[1:]], site.references)
    told = []
    (failed,) = build_pictures(broken.jobs(), tmp_path, workers=1, report=told.append)
    assert (failed.item.path, failed.error) == (
        "images/catalogue/shop/P0001.webp",
        "ValueError: olive can't be had",
    )
    assert len(told) == len(broken.jobs())
    assert paths(outdated(broken.jobs(), tmp_path)) == [failed.item.path]


def test_pictures_that_are_needed_no_more_are_removed(site, made):
    smaller = Site(site.name, site.entries[1:], site.references[:1])
    gone = prune(smaller, made)
    assert gone == ["images/catalogue/shop/P0001.webp", site.references[1].path("shop")]
    assert not any((made / path).exists() for path in gone)
    assert list(read_manifest(made / MANIFEST)) == sorted(paths(smaller.jobs()))


def test_pictures_of_other_sites_stay(site, made):
    other = Site("market", [], [])
    assert prune(other, made) == []
    assert outdated(site.jobs(), made) == []


def test_trials_have_another_size(site, rendered, tmp_path):
    job = resized(site.jobs()[0], 64, 48)
    build_pictures([job], tmp_path, workers=1)
    with Image.open(tmp_path / job.path) as file:
        assert file.size == (64, 48)
