"""The pictures of the repository say what they show by their pixels alone."""

import hashlib
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from images.catalogue import ROOT
from sites import get_site
from tasks import load_instances
from tasks.pictures import read_pictures

CATALOGUE = ROOT / "images/catalogue/ministore"
CHUNKS_OF_PIXELS = {b"VP8 "}


def chunks(data: bytes) -> set[bytes]:
    """Names of the parts of a WebP file."""
    names, at = set(), 12
    while at < len(data):
        names.add(data[at : at + 4])
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return names


@pytest.fixture(scope="module")
def shown() -> dict[str, bytes]:
    return {line.picture: (ROOT / line.picture).read_bytes() for line in read_pictures(get_site("ministore"))}


def test_every_product_has_a_picture_of_one_size_and_nothing_but_pixels():
    files = sorted(CATALOGUE.iterdir())
    assert [file.name for file in files] == [f"P{number:04}.webp" for number in range(1, 2566)]
    for file in files:
        data = file.read_bytes()
        assert chunks(data) == CHUNKS_OF_PIXELS, file
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == (480, 360)
            assert not picture.info.keys() & {"exif", "xmp", "icc_profile", "comment"}


def test_no_two_pictures_are_the_same_file(shown):
    of_shop = {hashlib.sha256(file.read_bytes()).digest() for file in CATALOGUE.iterdir()}
    of_tasks = {hashlib.sha256(data).digest() for data in shown.values()}
    assert len(of_shop) == 2565
    assert len(of_tasks) == len(shown)
    assert not of_shop & of_tasks


def test_references_have_nothing_but_pixels_and_a_name_that_tells_nothing(shown):
    for path, data in shown.items():
        assert chunks(data) == CHUNKS_OF_PIXELS, path
        stem = Path(path).stem
        assert len(stem) == 16 and set(stem) <= set("0123456789abcdef")
    assert list(shown) != sorted(shown), "names in the order of products would tell which is which"


def test_the_manifest_lists_every_picture_and_stays_small():
    lines = [json.loads(line) for line in (ROOT / "images/manifest.jsonl").read_text("utf-8").splitlines()]
    files = {str(file.relative_to(ROOT).as_posix()) for file in ROOT.glob("images/*/ministore/*.webp")}
    assert {line["path"] for line in lines} == files
    assert sum(line["bytes"] for line in lines) / len(lines) < 12_000


@pytest.mark.parametrize("seed", [0, 7])
def test_what_a_task_shows_is_in_the_shop_unless_it_is_unachievable(seed):
    products = {line.picture: line.product for line in read_pictures(get_site("ministore"))}
    tasks = load_instances(["ministore"], ["en"], kind="visual", seed=seed)
    assert len(tasks) == 50
    for task in tasks:
        missing = [path for path in task.reference_images if products[path] is None]
        assert bool(missing) == (task.type == "unachievable"), task.id
