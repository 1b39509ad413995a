import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from images import check
from images.build import Site
from images.check import chunks, likeness_db, made_again, problems
from images.manifest import MANIFEST, read_manifest, rewrite, sha256_of

PICTURE = "images/catalogue/shop/P0001.webp"


def found(site, root) -> list[str]:
    return problems(site, root, root / "pictures.jsonl")


def put(root, data: bytes, **changes) -> None:
    """Replace the file of `PICTURE`, and its line as if it had been made so."""
    (root / PICTURE).write_bytes(data)
    records = read_manifest(root / MANIFEST)
    record = replace(records[PICTURE], sha256=sha256_of(data), bytes=len(data), **changes)
    rewrite(root / MANIFEST, {**records, PICTURE: record}.values())


def webp(width=480, height=360, **options) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(file, options.pop("format", "WEBP"), **options)
    return file.getvalue()


def test_what_was_just_built_is_good(site, made):
    assert found(site, made) == []


def test_a_missing_file_is_found(site, made):
    (made / PICTURE).unlink()
    assert found(site, made) == [f"{PICTURE}: missing"]


def test_a_changed_file_is_found(site, made):
    (made / PICTURE).write_bytes(webp())
    (line, *_) = found(site, made)
    assert line.startswith(f"{PICTURE}: SHA-256 is {sha256_of(webp())}")


def test_a_file_that_is_no_picture_is_found(site, made):
    put(made, b"not a picture")
    assert any(line.startswith(f"{PICTURE}: can't be read as a picture") for line in found(site, made))


@pytest.mark.parametrize("data", [webp(240, 180), webp(format="PNG")], ids=["size", "format"])
def test_another_size_or_format_is_found(site, made, data):
    put(made, data)
    assert any("WEBP of 480 by 360 expected" in line for line in found(site, made))


def test_metadata_are_found(site, made):
    exif = Image.Exif()
    exif[0x010E] = "a red mug"
    put(made, webp(exif=exif))
    assert found(site, made) == [f"{PICTURE}: holds more than the picture: EXIF, VP8X"]


def test_files_without_a_line_are_found(site, made):
    for name in ("images/catalogue/shop/P9999.webp", "images/references/shop/note.txt"):
        (made / name).write_bytes(b"")
    assert found(site, made) == [
        "images/catalogue/shop/P9999.webp: no line of the manifest names this file",
        "images/references/shop/note.txt: no line of the manifest names this file",
    ]


def test_a_line_that_the_site_does_not_need_is_found(site, made):
    smaller = Site(site.name, site.entries[1:], site.references)
    assert found(smaller, made) == [f"{PICTURE}: the manifest names it, but the site needs no such picture"]


def test_a_stale_digest_is_found(site, made):
    blue = replace(site.entries[0], product=replace(site.entries[0].product, color="navy"))
    other = Site(site.name, [blue, *site.entries[1:]], site.references)
    assert found(other, made) == [f"{PICTURE}: made from another specification than the catalogue now gives"]


def test_a_specification_that_does_not_belong_to_its_digest_is_found(site, made):
    put(made, (made / PICTURE).read_bytes(), spec={"thing": "a mug"})
    assert found(site, made) == [f"{PICTURE}: made from another specification than the catalogue now gives"]


def test_large_files_are_found(site, made):
    noise = np.random.default_rng(0).integers(0, 255, (360, 480, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(noise).save(file, "WEBP", quality=80)
    put(made, file.getvalue())
    assert any("bytes on average: at most 12288 expected" in line for line in found(site, made))


def test_an_outdated_list_is_found(site, made):
    (made / "pictures.jsonl").write_text("")
    assert found(site, made) == [
        f"{made}/pictures.jsonl: lists other reference pictures than the catalogue now gives"
    ]
    (made / "pictures.jsonl").unlink()
    assert found(site, made) == [f"{made}/pictures.jsonl: missing"]


def test_pictures_made_again_are_compared(site, made, monkeypatch):
    monkeypatch.setattr(check, "rendered", lambda picture: Image.new("RGB", (480, 360), picture.thing.paint))
    assert {likeness for _, likeness in made_again(site, made, 5)} == {float("inf")}
    monkeypatch.setattr(check, "rendered", lambda _: Image.new("RGB", (480, 360), "yellow"))
    results = list(made_again(site, made, 2))
    assert len(results) == 2
    assert all(likeness < 20 for _, likeness in results)


def test_likeness_is_the_peak_signal_to_noise_ratio():
    black = np.zeros((4, 4, 3))
    assert likeness_db(black, black + 255) == pytest.approx(0)
    assert likeness_db(black, black + 2.55) == pytest.approx(40)


def test_chunks_of_webp_files():
    assert chunks(webp()) == {b"VP8 "}
    assert chunks(webp(lossless=True)) == {b"VP8L"}
    assert b"ICCP" in chunks(webp(icc_profile=b"profile"))
