import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from som import (
    Box,
    Mark,
    decode_png,
    draw_marks,
    encode_png,
    encode_with_tiles,
    ink_mask,
    label_size,
    tile_cuts,
)
from som.drawing import OUTLINE
from som.labels import label_image


def blank(height=120, width=200):
    return np.full((height, width, 3), 255, np.uint8)


def mark(mark_id, box, x0, y0):
    width, height = label_size(mark_id)
    kind = "form" if mark_id.startswith("F") else "link"
    return Mark(mark_id, kind, (box,), box, Box(x0, y0, x0 + width, y0 + height))


def test_drawing_leaves_the_screenshot_alone():
    page = blank()
    marked = draw_marks(page, [mark("1", Box(50, 40, 120, 60), 34, 44)])
    assert (page == 255).all()
    assert (marked != 255).any()


def test_label_and_outline_are_where_the_mark_says():
    marked = draw_marks(blank(), [mark("12", Box(50, 40, 120, 60), 20, 44)])
    width, height = label_size("12")
    assert np.array_equal(marked[44 : 44 + height, 20 : 20 + width], label_image("12", "link"))
    assert tuple(marked[39, 80]) == OUTLINE["link"]
    assert tuple(marked[60, 80]) == OUTLINE["link"]
    assert tuple(marked[50, 120]) == OUTLINE["link"]
    assert (marked[41:59, 51:119] == 255).all()


def test_labels_lie_over_outlines():
    form = mark("F1", Box(10, 10, 190, 110), 10, 10)
    marked = draw_marks(blank(), [mark("1", Box(12, 12, 60, 30), 100, 80), form])
    width, height = label_size("F1")
    assert np.array_equal(marked[10 : 10 + height, 10 : 10 + width], label_image("F1", "form"))


def test_boxes_that_reach_over_the_edge_are_cut():
    marked = draw_marks(blank(), [mark("1", Box(-30, -30, 400, 400), 190, 112)])
    assert marked.shape == (120, 200, 3)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_png_round_trip(height, width, seed):
    image = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    assert np.array_equal(decode_png(encode_png(image)), image)


def filtered_png(image, filters):
    """A PNG whose rows are filtered as told: 0 is none, 2 the row above."""
    height, width, _ = image.shape
    rows = image.reshape(height, -1)
    above = np.vstack([np.zeros_like(rows[:1]), rows[:-1]])
    raw = [
        bytes([kind]) + (row - upper * (kind == 2)).tobytes()
        for kind, row, upper in zip(filters, rows, above, strict=True)
    ]
    chunks = (
        (b"IHDR", struct.pack(">II5B", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(raw))),
        (b"IEND", b""),
    )
    parts = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("filters", [(2, 2, 2, 2), (0, 0, 0, 0), (2, 0, 2, 2)])
def test_png_is_read_however_its_rows_are_filtered(filters):
    image = np.random.default_rng(3).integers(0, 256, (4, 5, 3), np.uint8)
    assert np.array_equal(decode_png(filtered_png(image, filters)), image)


@pytest.mark.parametrize("height", [1, 512, 1300])
def test_what_chromium_encodes_for_speed_is_read_without_opencv(height, monkeypatch):
    image = np.random.default_rng(height).integers(0, 256, (height, 5, 3), np.uint8)
    monkeypatch.delattr("som.decoding.cv2.imdecode")
    assert np.array_equal(decode_png(filtered_png(image, (2,) * height)), image)


def test_png_with_more_rows_than_it_says_is_read_as_opencv_reads_it():
    image = np.random.default_rng(3).integers(0, 256, (6, 5, 3), np.uint8)
    png = filtered_png(image, (2,) * 6)
    header = struct.pack(">II", 5, 4)
    shortened = (
        png[:16]
        + header
        + png[24:29]
        + struct.pack(">I", zlib.crc32(b"IHDR" + header + png[24:29]))
        + png[33:]
    )
    assert np.array_equal(decode_png(shortened), image[:4])


def test_png_that_is_cut_off_is_no_image():
    image = np.random.default_rng(3).integers(0, 256, (40, 50, 3), np.uint8)
    whole = filtered_png(image, (2,) * 40)
    with pytest.raises(ValueError, match="not an image"):
        decode_png(whole[:30])


def test_what_is_no_image_is_told():
    with pytest.raises(ValueError, match="not an image: 5 bytes"):
        decode_png(b"<html")


def test_short_images_are_not_cut():
    assert tile_cuts(100, 100) == ()
    assert encode_with_tiles(blank(100), ())[1] == ()


def test_tiles_join_to_the_image():
    image = np.random.default_rng(1).integers(0, 256, (1750, 30, 3), np.uint8)
    whole, tiles = encode_with_tiles(image, tile_cuts(1750, 600))
    pieces = [decode_png(tile) for tile in tiles]
    assert [piece.shape[0] for piece in pieces] == [600, 600, 550]
    assert np.array_equal(np.concatenate(pieces), image)
    assert np.array_equal(decode_png(whole), image)


@pytest.mark.parametrize("cuts", [(), (700,), (512, 1024)])
def test_png_and_its_tiles_are_sound_for_a_strict_reader(cuts):
    image = np.random.default_rng(2).integers(0, 256, (1030, 17, 3), np.uint8)
    whole, tiles = encode_with_tiles(image, cuts)
    for png in (whole, *tiles):
        with Image.open(io.BytesIO(png)) as checked:
            checked.verify()
    with Image.open(io.BytesIO(whole)) as read:
        assert np.array_equal(np.asarray(read), image)


def test_tiles_split_no_label():
    marks = [mark("1", Box(50, 90, 120, 110), 20, 94), mark("2", Box(50, 86, 120, 99), 20, 84)]
    assert tile_cuts(250, 100, marks) == (84, 184)


def test_ink_is_the_same_however_long_the_page_is():
    strip = np.random.default_rng(4).integers(0, 256, (700, 20, 3), np.uint8)
    ink = ink_mask(np.concatenate([strip, strip]))
    assert np.array_equal(ink[:699], ink_mask(strip)[:699])
    assert np.array_equal(ink[701:], ink_mask(strip)[1:])


def test_ink_is_glyphs_and_not_flat_colour():
    page = blank()
    page[:40] = (10, 90, 70)
    page[60:62, 50:100] = 0
    ink = ink_mask(page)
    assert ink[60, 50:100].all()
    assert not ink[5:35].any()
    assert not ink[70:].any()
