import pytest
from PIL import Image

from images.sheet import contact_sheet, tile


def test_pictures_stand_in_rows_from_the_left():
    colors = ["red", "lime", "blue"]
    sheet = tile([Image.new("RGB", (20, 10), color) for color in colors], 2)
    assert sheet.size == (44, 24)
    assert [sheet.getpixel(place) for place in ((0, 0), (24, 0), (0, 14))] == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    ]
    assert sheet.getpixel((24, 14)) == (255, 255, 255)


def test_labels_make_room_for_themselves():
    picture = Image.new("RGB", (60, 20))
    assert tile([picture], labels=["mug"]).height == tile([picture]).height + 14


def test_files_are_made_smaller(tmp_path):
    for name in ("a", "b"):
        Image.new("RGB", (480, 360), "red").save(tmp_path / f"{name}.webp")
    sheet = contact_sheet([tmp_path / "a.webp", tmp_path / "b.webp"], width=40)
    assert sheet.size == (84, 30)


def test_an_empty_sheet_is_an_error():
    with pytest.raises(ValueError, match="no pictures"):
        contact_sheet([])
