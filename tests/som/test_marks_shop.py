"""Marks on the shop's pages, pictures and all: the meter, OCR of every label, and pages left as they are.

``pytest -m slow -rP tests/som/test_marks_shop.py`` measures fifty pages a language and prints the figures.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser, Page, Playwright

from harness.marking import take_marked_screenshot
from sites.kit.localization import LANGUAGES
from som import Box, Mark, decode_png, encode_png
from tests.marks_meter import MarksScore, misread_labels, score_marks
from tests.shop_pages import PAGES, guest_page, member_page, shop_chromium

pytestmark = pytest.mark.browser

SAMPLE = ("/c/shoes", "/wishlist")
"""Cards with pictures, and many small forms."""
LEAST_READ = 0.995
"""Share of labels of which OCR reads the digits right."""
STATE = "[document.documentElement.outerHTML, innerWidth, innerHeight, scrollX, scrollY]"
WATCH = """() => {
  window.mutations = 0;
  new MutationObserver(records => mutations += records.length)
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
}"""
MUTATIONS = "() => new Promise(done => requestAnimationFrame(() => done(mutations)))"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found on one page."""

    path: str
    score: MarksScore
    misread: dict[str, str]

    @property
    def labels(self) -> int:
        return self.score.links + self.score.forms


@pytest.fixture(scope="module")
def shop(playwright: Playwright) -> Iterator[Browser]:
    with shop_chromium(playwright) as browser:
        yield browser


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_of_the_shop_are_read_and_hide_no_link(shop: Browser, lang: str) -> None:
    assert_good(measure(shop, lang, SAMPLE))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_of_fifty_pages_are_read_and_hide_no_link(shop: Browser, lang: str) -> None:
    assert len(set(PAGES)) == 50
    assert_good(measure(shop, lang, PAGES))


def test_the_meter_sees_labels_that_hide_links_or_leave_the_image(shop: Browser) -> None:
    """Each label lies on the first letters of its link, the first one over the edge, the last one twice."""
    with guest_page(shop, "en") as page:
        page.goto("/help/shipping")
        screenshot = take_marked_screenshot(page)
        marks = [replace(mark, label=over_the_start(mark)) for mark in screenshot.marks]
        marks[0] = replace(marks[0], label=Box(-1, *marks[0].label[1:]))
        score = score_marks(page, replace(screenshot, marks=(*marks, marks[-1])))
    assert len(score.lost) > score.links / 2
    assert score.cut == (marks[0].id,)
    assert score.overlapping == (marks[-1].id,)


def test_a_label_that_is_half_covered_is_misread(shop: Browser) -> None:
    with guest_page(shop, "en") as page:
        page.goto("/help/shipping")
        screenshot = take_marked_screenshot(page)
    image = decode_png(screenshot.png)
    x0, y0, x1, y1 = map(int, screenshot.marks[9].label)
    image[y0 + 6 : y1, x0:x1] = 255
    misread = misread_labels(replace(screenshot, png=encode_png(image)))
    assert list(misread) == ["10"]


def over_the_start(mark: Mark) -> Box:
    x0, y0 = mark.bbox.x0, (mark.bbox.y0 + mark.bbox.y1 - mark.label.height) / 2
    return Box(x0, y0, x0 + mark.label.width, y0 + mark.label.height)


def measure(browser: Browser, lang: str, paths: Sequence[str]) -> list[Measured]:
    with member_page(browser, lang) as page:
        return [measure_page(page, path) for path in paths]


def measure_page(page: Page, path: str) -> Measured:
    page.goto(path)
    page.evaluate(WATCH)
    before = page.evaluate(STATE)
    screenshot = take_marked_screenshot(page)
    assert page.evaluate(MUTATIONS) == 0, path
    assert page.evaluate(STATE) == before, path
    return Measured(path, score_marks(page, screenshot), misread_labels(screenshot))


def assert_good(pages: Sequence[Measured]) -> None:
    labels = sum(page.labels for page in pages)
    links = sum(page.score.links for page in pages)
    misread = {page.path: page.misread for page in pages if page.misread}
    wrong = sum(map(len, misread.values()))
    strayed = sum(len(page.score.strayed) for page in pages)
    lost = sum(len(page.score.lost) for page in pages)
    print(f"{len(pages)} pages, {links} links, {labels - links} forms; {wrong} of {labels} labels misread,")
    print(f"{strayed} with their middle in another box, {lost} links that lose a tenth of their ink")
    for page in pages:
        page.score.assert_good(page.path)
    assert wrong <= (1 - LEAST_READ) * labels, misread
