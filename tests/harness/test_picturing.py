"""``lowagent images`` over a catalogue of three products, with plain areas in place of renderings."""

import json

import pytest
from PIL import Image
from typer.testing import CliRunner

from harness.cli import picturing
from harness.cli.main import app
from images import build as building
from images.catalogue import Entry
from images.pool import Reference
from images.rendering import MissingRendererError
from images.shots import reference_shot
from images.spec import Picture, Product
from images.workers import Outcome
from sites.kit.errors import LoWAgentError, UnknownNameError

MUG = Product("mug", "red", "ceramic", {"body": "tall", "handle": "c"}, "dots", "white", (80, 80, 95))
VASE = Product("vase", "olive", "ceramic", {}, "plain", "white", (80, 80, 95))


@pytest.fixture
def root(tmp_path, monkeypatch):
    """The project's folder, while pictures are not rendered but painted; olive things fail."""
    shown = Reference(Picture(MUG, reference_shot("P0001", "mug")), "P0001", "mug-1", None)
    site = building.Site(
        "ministore",
        [Entry("P0001", "mug-1", MUG), Entry("P0002", "mug-1", MUG), Entry("P0003", "v", VASE)],
        [shown],
    )

    def paint(picture):
        if picture.thing.color == "olive":
            raise ValueError("olive can't be had")
        return Image.new("RGB", (picture.shot.width, picture.shot.height), picture.thing.paint)

    def serial(function, items, *, workers, prepare=None):
        for item in items:
            try:
                yield Outcome(item, function(item))
            except ValueError as error:
                yield Outcome(item, error=str(error))

    monkeypatch.setattr(building, "work", serial)
    monkeypatch.setattr(building, "rendered", paint)
    monkeypatch.setattr(building, "renderer_name", lambda: "paint 1")
    monkeypatch.setattr(picturing, "require_renderer", lambda: None)
    monkeypatch.setattr(picturing, "_pictures", lambda _: site)
    monkeypatch.setattr(picturing, "ROOT", tmp_path)
    monkeypatch.setattr(picturing, "TASKS_FOLDER", tmp_path / "tasks")
    return tmp_path


def run(*arguments: str):
    return CliRunner().invoke(app, ["images", *arguments])


def test_a_build_writes_the_list_first_and_tells_what_failed(root):
    done = run("build")
    assert done.exit_code == 1
    assert "images/catalogue/ministore/P0003.webp: olive can't be had" in done.output
    assert "pictures made: 3, failed: 1" in done.output
    (row,) = map(json.loads, (root / "tasks/ministore/pictures.jsonl").read_text().splitlines())
    assert row["product"] == "P0001"
    assert (root / row["picture"]).is_file()


def test_the_list_can_be_written_alone(root):
    assert run("build", "--list-only").exit_code == 0
    assert (root / "tasks/ministore/pictures.jsonl").is_file()
    assert not (root / "images").exists()


def test_a_build_goes_on_and_makes_again_what_is_asked_for(root):
    assert "pictures made: 1, failed: 0" in run("build", "--kind", "mug", "--limit", "1").output
    assert "pictures made: 2, failed: 0" in run("build", "--kind", "mug").output
    assert "pictures made: 0, failed: 0" in run("build", "--kind", "mug").output
    assert "pictures made: 3, failed: 0" in run("build", "--kind", "mug", "--again").output


def test_trials_go_elsewhere(root, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("trials")
    assert run("build", "--kind", "mug", "--out", str(elsewhere), "--size", "40x30").exit_code == 0
    with Image.open(elsewhere / "images/catalogue/ministore/P0001.webp") as picture:
        assert picture.size == (40, 30)
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "40x30"), "name a folder for them with --out"),
        (("--out", "x", "--size", "40"), "expected WIDTHxHEIGHT"),
        (("--out", "x", "--again"), "leave out --out"),
    ],
)
def test_options_that_do_not_go_together_are_told(root, arguments, message):
    with pytest.raises(LoWAgentError, match=message):
        CliRunner().invoke(app, ["images", "build", *arguments], catch_exceptions=False)


def test_an_unknown_kind_is_told(root):
    with pytest.raises(UnknownNameError, match="choose one of mug, vase"):
        CliRunner().invoke(app, ["images", "build", "--kind", "vse"], catch_exceptions=False)


def test_a_missing_renderer_is_told(root, monkeypatch):
    def missing():
        raise MissingRendererError("rendering needs mitsuba")

    monkeypatch.setattr(picturing, "require_renderer", missing)
    with pytest.raises(LoWAgentError, match="rendering needs mitsuba"):
        CliRunner().invoke(app, ["images", "build"], catch_exceptions=False)


def test_check_tells_problems_and_fails(root):
    run("build")
    done = run("check")
    assert done.exit_code == 1
    assert "images/catalogue/ministore/P0003.webp: missing" in done.output
    assert "problems: 1, with 4 pictures of ministore" in done.output


def test_sheets_hold_what_was_made(root):
    run("build")
    out = root / "sheet.png"
    assert run("sheet", "--out", str(out), "--columns", "1").exit_code == 0
    with Image.open(out) as sheet:
        assert sheet.size == (160, 244)
    assert run("sheet", "--out", str(out), "--references", "--labels").exit_code == 0
    with pytest.raises(LoWAgentError, match="no such pictures"):
        CliRunner().invoke(
            app, ["images", "sheet", "--out", str(out), "--kind", "vase"], catch_exceptions=False
        )
