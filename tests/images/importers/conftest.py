"""Data sets to import, a project with rendered pictures, and overlays."""

import json

import pytest

from images.importers import import_abo
from images.importers.abo import Project
from images.manifest import MANIFEST, Record, rewrite, sha256_of
from tasks.overlays import PICTURES_VARIABLE, read_overlay
from tests.published_pictures import (
    ABSENT,
    COLORS,
    GLASS_MUG,
    MUG,
    NO_COLOR,
    NO_KIND,
    OLD_REFERENCE,
    PRODUCTS,
    SOFA,
    DataSet,
    picture,
)


@pytest.fixture
def abo(tmp_path):
    made = DataSet(tmp_path / "abo")
    made.write_listings([MUG, GLASS_MUG])
    made.write_listings([SOFA, NO_COLOR, NO_KIND, MUG], "listings_f.json.gz")
    made.write_images({image: picture(color) for image, color in COLORS.items()})
    return made


@pytest.fixture
def project(tmp_path):
    """Four products with rendered pictures, one of which tasks show, and a thing that the shop lacks."""
    root = tmp_path / "project"
    rows = [
        {"id": name, "kind": kind, "color": color, "material": material, "design": f"{kind}-1"}
        | {"shape": {"body": "tall"}, "pattern": "dots", "accent": "white", "size_mm": [80, 80, 95]}
        for name, (kind, color, material) in PRODUCTS.items()
    ]
    of = {name: rows[0][name] for name in ("kind", "color", "material")}
    listed = [
        {"product": "P0002", "picture": OLD_REFERENCE, **of, "design": "mug-1", "like": None},
        {"product": None, "picture": ABSENT, **of, "design": None, "like": "P0001"},
    ]
    files = [*(f"images/catalogue/ministore/{name}.webp" for name in PRODUCTS), OLD_REFERENCE, ABSENT]
    records = []
    for number, path in enumerate(files):
        data = picture((number, 0, 0), (480, 360), "WEBP")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
        records.append(Record(path, {}, "d", sha256_of(data), 480, 360, len(data), "render", "1"))
    rewrite(root / MANIFEST, records)
    catalogue, pictures = root / "catalogue.jsonl", root / "pictures.jsonl"
    catalogue.write_text("".join(json.dumps(row) + "\n" for row in rows))
    pictures.write_text("".join(json.dumps(row) + "\n" for row in listed))
    return Project("ministore", root, catalogue, pictures)


@pytest.fixture
def told():
    return []


@pytest.fixture
def do_import(abo, project, tmp_path, told):
    return lambda name="out": import_abo(abo.folder, tmp_path / name, project, told.append)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


@pytest.fixture
def use_overlay(monkeypatch):
    def use(folder):
        read_overlay.cache_clear()
        monkeypatch.setenv(PICTURES_VARIABLE, str(folder))

    yield use
    read_overlay.cache_clear()


@pytest.fixture
def cars(tmp_path):
    """Two good cars, a folder with too few frames, and one without an annotation."""
    folder = tmp_path / "cars"
    for name, frames, place in (
        ("2024_a", 14, "3dscanner_origin"),
        ("2024_b", 7, "images"),
        ("2024_c", 6, "images"),
        ("2024_d", 7, "images"),
    ):
        (folder / name / place).mkdir(parents=True)
        for number in range(frames):
            data = picture((18 * number, 0, 0))
            (folder / name / place / f"frame_{number:05}.jpg").write_bytes(data)
        (folder / name / place / "depth_00000.png").write_bytes(b"no picture")
        if name != "2024_d":
            told = {"Brand": "Toyota", "Model": "Corolla", "Type": "Sedan", "Color": "Dark Grey"}
            (folder / name / "annotation.json").write_text(json.dumps(told))
    return folder
