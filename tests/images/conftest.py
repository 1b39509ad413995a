"""A small site with pictures of plain colour, made where a test may spoil them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from images import build
from images.build import Site, build_pictures
from images.catalogue import Entry
from images.pool import Reference
from images.shots import reference_shot
from images.spec import Picture, Product
from images.workers import Outcome

MUG = Product("mug", "red", "ceramic", {"body": "tall", "handle": "c"}, "dots", "white", (80, 80, 95))


def serial(function, items, *, workers, prepare=None):
    """As `images.workers.work`, in this process."""
    for item in items:
        try:
            yield Outcome(item, function(item))
        except ValueError as error:
            yield Outcome(item, error=f"ValueError: {error}")


@pytest.fixture
def site() -> Site:
    entries = [
        Entry("P0001", "mug-1", MUG),
        Entry("P0002", "mug-2", replace(MUG, color="blue")),
        Entry("P0003", "vase-1", replace(MUG, kind="vase", color="green")),
    ]
    shown = Reference(Picture(MUG, reference_shot("P0001", "mug")), "P0001", "mug-1", None)
    absent = Reference(
        Picture(replace(MUG, pattern="stars"), reference_shot("P0002", "mug", 1)), None, None, "P0002"
    )
    return Site("shop", entries, [shown, absent])


@pytest.fixture
def rendered(monkeypatch) -> list[Picture]:
    """Pictures are made without a renderer; the list tells which."""
    asked: list[Picture] = []

    def paint(picture: Picture) -> Image.Image:
        asked.append(picture)
        if picture.thing.color == "olive":
            raise ValueError("olive can't be had")
        return Image.new("RGB", (picture.shot.width, picture.shot.height), picture.thing.paint)

    monkeypatch.setattr(build, "work", serial)
    monkeypatch.setattr(build, "rendered", paint)
    monkeypatch.setattr(build, "renderer_name", lambda: "paint 1")
    return asked


@pytest.fixture
def made(site, rendered, tmp_path) -> Path:
    """The folder of a whole build, with the list of reference pictures in ``pictures.jsonl``."""
    assert build_pictures(site.jobs(), tmp_path, workers=1) == []
    rows = [json.dumps(reference.row(site.name)) for reference in site.references]
    (tmp_path / "pictures.jsonl").write_text("\n".join(rows))
    rendered.clear()
    return tmp_path
