"""The seeing baseline: what it cuts out of a page, what it takes it for, and how it walks."""

import cv2
import numpy as np
import pytest

from harness.agents import ReferencePathError
from harness.agents.sift import best_match, product_pictures
from harness.agents.sight import describe, scores
from harness.observation import Link, Observation, Screenshot
from som import Box, Mark

WIDTH, HEIGHT = 240, 180


def picture(color, shape, *, background=(225, 225, 228), turn=0.0):
    """A thing of a colour on a plain ground: a disc, a bar or a cross, with a dark seam."""
    pixels = np.full((HEIGHT, WIDTH, 3), background, np.uint8)
    centre = (WIDTH // 2, HEIGHT // 2)
    match shape:
        case "disc":
            cv2.circle(pixels, centre, 60, color, -1)
        case "bar":
            corners = cv2.boxPoints((centre, (150, 50), turn)).astype(np.int32)
            cv2.fillPoly(pixels, [corners], color)
        case "cross":
            for angle in (turn, turn + 90):
                cv2.fillPoly(pixels, [cv2.boxPoints((centre, (130, 34), angle)).astype(np.int32)], color)
    cv2.circle(pixels, centre, 12, (30, 30, 30), 3)
    return pixels


THINGS = {
    "P0001": picture((40, 40, 200), "disc"),
    "P0002": picture((200, 90, 40), "disc"),
    "P0003": picture((40, 40, 200), "bar"),
    "P0004": picture((40, 40, 200), "cross"),
}


@pytest.mark.parametrize(
    ("product", "seen"),
    [
        ("P0001", picture((38, 42, 180), "disc", background=(150, 190, 200))),
        ("P0002", picture((190, 95, 50), "disc", background=(120, 120, 120))),
        ("P0003", picture((38, 42, 180), "bar", background=(150, 190, 200), turn=8)),
        ("P0004", picture((38, 42, 180), "cross", background=(150, 190, 200), turn=8)),
    ],
)
def test_a_thing_is_found_before_another_ground_in_other_light(product, seen):
    assert best_match(describe(seen), {name: describe(one) for name, one in THINGS.items()}) == product


def test_nothing_seen_is_nothing_found():
    assert best_match(describe(THINGS["P0001"]), {}) is None
    assert len(scores(describe(THINGS["P0001"]), [])) == 0


def test_bytes_that_are_no_picture_are_refused():
    with pytest.raises(ValueError, match="expected a picture"):
        describe(b"not a picture")


def test_an_encoded_picture_looks_like_its_pixels():
    _, encoded = cv2.imencode(".png", THINGS["P0003"])
    one, other = describe(encoded.tobytes()), describe(THINGS["P0003"])
    assert np.array_equal(one.colors, other.colors)


def page(links, marks, pixels):
    _, png = cv2.imencode(".png", pixels)
    shot = Screenshot(png.tobytes(), pixels.shape[1], pixels.shape[0], tuple(marks)) if marks else None
    return Observation("http://shop.localhost/search", "t", "", tuple(links), (), screenshot=shot)


def mark(number, box):
    return Mark(
        id=str(number), kind="link", boxes=(box,), bbox=box, label=Box(box.x0, box.y0, box.x0 + 9, box.y0 + 9)
    )


def test_pictures_are_cut_from_the_links_of_products_that_have_one():
    pixels = np.full((400, 600, 3), 255, np.uint8)
    pixels[20 : 20 + HEIGHT, 30 : 30 + WIDTH] = THINGS["P0003"]
    links = [Link(1, "a thing", "/p/P0003"), Link(2, "only words", "/p/P0001"), Link(3, "other", "/cart")]
    marks = [
        mark(1, Box(30, 20, 30 + WIDTH, 260)),
        mark(2, Box(300, 20, 400, 40)),
        mark(3, Box(300, 60, 500, 300)),
    ]
    found = product_pictures(page(links, marks, pixels))
    assert list(found) == ["P0003"]
    assert np.array_equal(found["P0003"].colors, describe(THINGS["P0003"]).colors)


def test_without_a_screenshot_it_says_what_it_needs():
    with pytest.raises(ReferencePathError, match="--engine chromium"):
        product_pictures(page([], [], np.zeros((1, 1, 3), np.uint8)))
