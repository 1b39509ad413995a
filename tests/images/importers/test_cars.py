import pytest

from images.importers import SourceError, import_cars
from images.manifest import MANIFEST, read_manifest
from tasks import TaskError, taskset_version
from tests.published_pictures import color_at, is_like, lines


def test_cars_get_six_pictures_and_one_for_tasks(cars, out, told, use_overlay):
    import_cars(cars, out, told.append)
    first, second = lines(out / "sites/garibazaar/catalogue.jsonl")
    assert (first["id"], first["brand"], first["model"], first["type"]) == (
        "GB-0001",
        "Toyota",
        "Corolla",
        "Sedan",
    )
    assert (first["color"], first["color_told"], second["car"]) == ("grey", "Dark Grey", "2024_b")
    assert len({(out / path).read_bytes() for path in [*first["pictures"], first["reference"]]}) == 7
    assert len(set(first["pictures"])) == 6
    text = "\n".join(told)
    assert "2024_c: 6, 7 whole ones expected" in text
    assert "2024_d: no *.json that tells a brand" in text
    assert "the site for cars is not built yet" in text
    assert set(read_manifest(out / MANIFEST)) == {
        path.relative_to(out).as_posix() for path in out.rglob("*.webp")
    }
    use_overlay(out)
    with pytest.raises(TaskError, match="pictures of garibazaar, and the sites there are"):
        taskset_version()


def test_broken_frames_give_way_to_the_next(cars, out, told):
    (cars / "2024_a/3dscanner_origin/frame_00000.jpg").write_bytes(b"no picture")
    (cars / "2024_b/images/frame_00003.jpg").write_bytes(b"no picture")
    (cars / "2024_b/annotation.json").write_text("{torn")
    import_cars(cars, out, told.append)
    (car,) = lines(out / "sites/garibazaar/catalogue.jsonl")
    assert is_like(color_at(out / car["pictures"][0]), (18, 0, 0))
    assert any(line.startswith("malformed annotation") for line in told)
    assert len(list(out.rglob("*.webp"))) == 7


def test_a_folder_without_cars_is_told(tmp_path, out, told):
    with pytest.raises(SourceError, match="expected a folder for each car"):
        import_cars(tmp_path / "nowhere", out, told.append)
