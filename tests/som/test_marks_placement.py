import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from som import Box, Element, Placement, label_size
from som.ink import BAND_ROWS, POINTS_PER_UNIT, TEXT_PIXEL_UNITS, InkPrices
from som.seats import Seats

WIDTH, HEIGHT = 800, 600


def link(number, x0, y0, width=80, height=20, *, rtl=False):
    return Element(str(number), "link", (Box(x0, y0, x0 + width, y0 + height),), rtl)


def place(*elements, ink=None, width=WIDTH, height=HEIGHT):
    return Placement(elements, width=width, height=height).marks(ink)


def middle(box):
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def inside(box, outer):
    return outer.x0 <= box.x0 and outer.y0 <= box.y0 and box.x1 <= outer.x1 and box.y1 <= outer.y1


@st.composite
def pages(draw):
    count = draw(st.integers(1, 60))
    elements = []
    for index in range(1, count + 1):
        x0, y0 = draw(st.floats(0, WIDTH - 5)), draw(st.floats(0, HEIGHT - 5))
        lines = [
            Box(
                x0,
                min(y0 + 22 * line, HEIGHT - 2),
                min(x0 + draw(st.floats(3, 300)), WIDTH),
                min(y0 + 22 * line + 20, HEIGHT),
            )
            for line in range(draw(st.integers(1, 3)))
        ]
        kind = draw(st.sampled_from(["link", "form"]))
        mark_id = str(index) if kind == "link" else f"F{index}"
        elements.append(Element(mark_id, kind, tuple(lines), draw(st.booleans())))
    return elements


@given(pages(), st.booleans())
@settings(max_examples=40)
def test_labels_never_overlap_and_stay_inside(elements, with_ink):
    ink = np.random.default_rng(len(elements)).random((HEIGHT, WIDTH)) < 0.2 if with_ink else None
    marks = place(*elements, ink=ink)
    assert [mark.id for mark in marks] == [element.id for element in elements]
    for index, mark in enumerate(marks):
        assert inside(mark.label, Box(0, 0, WIDTH, HEIGHT))
        assert (mark.label.width, mark.label.height) == label_size(mark.id)
        assert not any(mark.label.overlaps(other.label) for other in marks[index + 1 :])


@pytest.mark.parametrize("height", [40, BAND_ROWS, BAND_ROWS + 1, 3 * BAND_ROWS - 5])
def test_ink_costs_what_it_covers_wherever_the_page_is_divided(height):
    width = 90
    chance = np.random.default_rng(height)
    ink = chance.random((height, width)) < 0.3
    ink[:6, :6] = False  # what the forms hold has another price
    x0, y0 = chance.integers(0, width, (7, 60)), chance.integers(0, height, (7, 60))
    x1, y1 = x0 + chance.integers(1, 40, (7, 60)), y0 + chance.integers(1, 30, (7, 60))
    labels = np.stack([x0, y0, x1, y1], axis=-1).astype(np.int32)
    forms = [Element(f"F{number}", "form", (Box(0, 0, 5, 5),)) for number in range(7)]
    points = InkPrices(forms, labels, width, height).points(ink)
    covered = [[np.count_nonzero(ink[b:d, a:c]) for a, b, c, d in places] for places in labels.tolist()]
    assert np.array_equal(points, np.array(covered, np.float32) * TEXT_PIXEL_UNITS * POINTS_PER_UNIT)


def test_a_page_without_elements_has_no_marks():
    assert place() == ()


def test_label_stands_outside_at_the_left_level_with_the_line():
    (mark,) = place(link(1, 200, 100))
    assert mark.label.x1 in (199, 200)
    assert middle(mark.label)[1] == pytest.approx(110, abs=1)


def test_label_stands_outside_at_the_right_in_rtl():
    (mark,) = place(link(1, 200, 100, rtl=True))
    assert mark.label.x0 in (280, 281)
    assert middle(mark.label)[1] == pytest.approx(110, abs=1)


def test_mirrored_pages_get_mirrored_labels():
    places = [(100, 100), (300, 104), (40, 180), (2, 300), (600, 300)]
    ltr = place(*(link(n, x, y) for n, (x, y) in enumerate(places, 1)))
    rtl = place(*(link(n, WIDTH - x - 80, y, rtl=True) for n, (x, y) in enumerate(places, 1)))
    for left, right in zip(ltr, rtl, strict=True):
        assert (WIDTH - left.label.x1, left.label.y0) == (right.label.x0, right.label.y0)


def test_wrapped_link_has_one_label_at_its_first_line():
    wrapped = Element("7", "link", (Box(500, 100, 780, 120), Box(20, 126, 140, 146)))
    (mark,) = place(wrapped)
    assert mark.boxes == wrapped.boxes
    assert mark.bbox == Box(20, 100, 780, 146)
    assert mark.label.x1 <= 500
    assert middle(mark.label)[1] == pytest.approx(110, abs=1)


def test_bounds_are_reported_as_bbox():
    strip = Box(100, 170, 220, 190)
    (mark,) = place(Element("1", "link", (Box(100, 100, 220, 180),), bounds=strip))
    assert mark.bbox == strip


def test_label_at_the_page_edge_moves_instead_of_being_cut():
    (left,) = place(link(1, 0, 0))
    (right,) = place(link(1, WIDTH - 80, HEIGHT - 20, rtl=True))
    assert left.label.x0 >= 0
    assert left.label.y0 >= 0
    assert right.label.x1 <= WIDTH
    assert right.label.y1 <= HEIGHT


def test_label_leaves_the_ink_of_the_link_before_it():
    ink = np.zeros((HEIGHT, WIDTH), bool)
    ink[102:118, 100:180] = True
    ink[102:118, 184:264] = True
    marks = place(link(1, 100, 100), link(2, 184, 100), ink=ink)
    for mark in marks:
        label = mark.label
        assert not ink[int(label.y0) : int(label.y1), int(label.x0) : int(label.x1)].any()


def test_label_is_never_taken_for_a_neighbours():
    row = [link(n, 100 + 84 * n, 100) for n in range(5)]
    for mark in place(*row):
        x, y = middle(mark.label)
        others = (other.boxes[0] for other in row if other.id != mark.id)
        assert not any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in others)


def test_plain_text_gives_way_before_link_text():
    """Plain text all round, a link's ink above: the label covers text rather than the link."""
    ink = np.ones((HEIGHT, WIDTH), bool)
    above, below = link(1, 200, 100, 60), link(2, 200, 121, 60)
    _, mark = place(above, below, ink=ink)
    assert not mark.label.overlaps(above.boxes[0])
    assert not mark.label.overlaps(below.boxes[0])


def test_label_leaves_the_button_of_a_form_and_goes_to_no_other_form():
    """Three forms in each row of a ruled table, the middle one narrower than its label."""
    ink = np.zeros((HEIGHT, WIDTH), bool)
    forms, words = [], []
    for y0 in range(40, 312, 34):
        ink[y0 - 4 : y0 - 1, :467] = True
        for rule in (264, 376, 420, 466):
            ink[y0 - 4 : y0 + 32, rule - 1 : rule + 2] = True
        for x0, x1 in ((270, 366), (384, 411), (428, 459)):
            forms.append(Element(f"F{len(forms) + 10}", "form", (Box(x0, y0, x1, y0 + 26),)))
            words.append(Box(x1 - 17, y0 + 8, x1 - 9, y0 + 18))
            ink[y0 + 8 : y0 + 18, x1 - 17 : x1 - 9] = True
    for mark, word in zip(place(*forms, ink=ink), words, strict=True):
        label, box = mark.label, mark.bbox
        assert not label.overlaps(word)
        assert max(box.x0 - label.x1, label.x0 - box.x1, box.y0 - label.y1, label.y0 - box.y1) < 12


def test_card_label_goes_to_its_corner_when_cards_stand_close():
    cards = [link(n, 4 + 196 * n, 100 + 246 * row, 190, 240) for row in range(2) for n in range(4)]
    cards = [Element(str(index), "link", card.boxes) for index, card in enumerate(cards, 1)]
    for card, mark in zip(cards, place(*cards), strict=True):
        box = card.boxes[0]
        assert box.x0 - 24 <= mark.label.x0 <= box.x0 + 24
        assert box.y0 - 14 <= mark.label.y0 <= box.y0 + 14


def test_a_crowd_on_one_spot_still_gets_labels_of_its_own():
    marks = place(*(link(n, 300, 300, 30, 12) for n in range(1, 120)))
    labels = [mark.label for mark in marks]
    assert not any(one.overlaps(two) for i, one in enumerate(labels) for two in labels[i + 1 :])


def test_the_last_room_on_a_page_is_found():
    places = np.array([[[10, 0, 25, 13]], [[10, 0, 25, 13]], [[10, 0, 25, 13]]], np.int32)
    seats = Seats(places, np.zeros((3, 1), np.float32), 40, 13)
    for index in range(3):
        seats.take_best(index)
    assert seats.labels() == [(10, 0, 25, 13), (25, 0, 40, 13), (10, 0, 25, 13)]


def test_an_image_too_small_for_its_labels_is_marked_all_the_same():
    marks = place(
        *(link(n, 0, 0, 8, 8) for n in range(1, 6)), width=20, height=16, ink=np.ones((16, 20), bool)
    )
    assert len(marks) == 5
    assert all(mark.label.x0 == 0 or mark.label.x1 <= 20 for mark in marks)


def test_placement_is_the_same_each_time():
    elements = [link(n, 37 * n % 700, 53 * n % 560) for n in range(1, 120)]
    assert place(*elements) == place(*elements)
