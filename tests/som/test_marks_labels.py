import numpy as np
import pytest

from som import Box, Mark, digits_box, label_size
from som.labels import PAPER, label_image
from tests.marks_meter import read_digits


def mark_of(mark_id, kind):
    width, height = label_size(mark_id)
    return Mark(mark_id, kind, (), Box(0, 0, 1, 1), Box(0, 0, width, height))


def digits_of(mark_id, kind):
    x0 = int(digits_box(mark_of(mark_id, kind)).x0)
    return label_image(mark_id, kind)[:, x0:]


@pytest.mark.parametrize(
    ("kind", "mark_id"),
    [
        *(("link", str(n)) for n in (1, 7, 8, 11, 17, 30, 38, 71, 93, 111, 638)),
        *(("form", f"F{n}") for n in (1, 5, 17, 40)),
    ],
)
def test_ocr_reads_the_digits(kind, mark_id):
    assert read_digits(digits_of(mark_id, kind)) == mark_id.removeprefix("F")


def test_form_label_has_a_cell_for_its_prefix():
    assert label_size("F3")[0] > label_size("3")[0] + 10
    digits = digits_box(mark_of("F3", "form"))
    assert digits.width == label_size("3")[0]
    prefix = label_image("F3", "form")[2:-2, 2 : int(digits.x0) - 2]
    assert (prefix == 255).mean() > 0.5


def test_kinds_differ_in_colour():
    link, form = label_image("3", "link")[0, 0], label_image("F3", "form")[0, -1]
    assert tuple(link) == PAPER["link"]
    assert tuple(form) == PAPER["form"]
    assert np.abs(link.astype(int) - form.astype(int)).sum() > 150


def test_label_has_the_size_that_placement_reserves():
    for mark_id, kind in (("1", "link"), ("88", "link"), ("1000", "link"), ("F12", "form")):
        height, width, _ = label_image(mark_id, kind).shape
        assert (width, height) == label_size(mark_id)
