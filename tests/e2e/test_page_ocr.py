"""What a page should say can be read from its pixels, in every language.

The expected words are those of the observation; Tesseract knows nothing but the screenshot. Left out are
numbers, because its models misread native digits (Urdu: three of four), and Nastaliq, of which it reads a
third: Urdu is read in Naskh, from the same document. That Nastaliq is drawn by our own font is tested in
`test_shop_layout`.

``pytest -m slow -rP tests/e2e/test_page_ocr.py`` prints what is read of lists, cart and checkout.
"""

import base64
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from playwright.sync_api import Browser, Page, Playwright

from harness.extraction import extract
from harness.marking import SETTLE_TIMEOUT_MS, capture_page, read_geometry
from sites.kit.localization import LANGUAGES, normalize
from tests.shop_pages import guest_page, member_page, shop_chromium

pytestmark = pytest.mark.browser

PRODUCT = "/p/P0012"
GUEST_PAGES = ("/", "/c/kitchen")
MEMBER_PAGES = ("/cart", "/checkout/review")

POSSIBLE = {"en": 0.93, "bn": 0.85, "hi": 0.90, "ur": 0.81, "am": 0.86}
"""Share of a page's words that Tesseract reads where all of them are there: measured on pages with tables and
forms at 16 px, Urdu in Naskh."""
LEAST_WORDS = 4
"""A block with so many words that stand nowhere else on the page is judged on its own."""
LOST_SHARE = 0.25
"""If fewer of them are read, the block is not on the screen."""

SCALE = 2
BACKGROUND_PX = 61
"""Text is thinner than half of this: the median of so many pixels is its background."""
WORD_EDGES = "()[]{}|.,:;!?·'\"-–/*%፦፣። "
NASKH = Path(__file__).parent / "fonts" / "noto-naskh-arabic-arabic-400-normal.woff2"
EM = 1000


@pytest.fixture(scope="module")
def shop(playwright: Playwright) -> Iterator[Browser]:
    with shop_chromium(playwright) as browser:
        yield browser


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """More threads of Tesseract wait for one another longer than they work."""
    monkeypatch.setenv("OMP_THREAD_LIMIT", "1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_product_page_can_be_read(shop: Browser, lang: str) -> None:
    with guest_page(shop, lang) as page:
        assert_readable(page, lang, PRODUCT)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_front_page_list_cart_and_checkout_can_be_read(shop: Browser, lang: str) -> None:
    with guest_page(shop, lang) as page:
        for path in GUEST_PAGES:
            assert_readable(page, lang, path)
    with member_page(shop, lang) as page:
        for path in MEMBER_PAGES:
            assert_readable(page, lang, path)


@pytest.mark.parametrize(
    ("lang", "fault"),
    [
        ("en", "color: transparent"),
        ("hi", "max-block-size: .6em; overflow: hidden"),
        ("am", "opacity: 0"),
        ("ur", "margin-inline-start: -9999px"),
    ],
    ids=["transparent", "clipped", "clear", "outside"],
)
def test_a_block_that_is_not_seen_is_missed(shop: Browser, lang: str, fault: str) -> None:
    """The description of a product, 20 words of some 400: too few to be missed by their number."""
    with guest_page(shop, lang) as page:
        page.goto(PRODUCT)
        description = page.locator(".stack > section:first-child > p").first.inner_text()
        page.add_style_tag(content=f".stack > section:first-child > p {{ {fault} }}")
        expected, read = expect_and_read(page, lang)
    assert lost_blocks(expected, read) == [description]


def test_a_script_without_a_font_is_missed(shop: Browser) -> None:
    """Boxes for letters, as on a machine that has no font for them and gets none from the site."""
    lang = "bn"
    with guest_page(shop, lang) as page:
        page.goto(PRODUCT)
        letters = {letter for letter in page.inner_text("body") if not letter.isascii()}
        page.add_style_tag(content=font_style("Boxes", font_of_boxes(letters)))
        expected, read = expect_and_read(page, lang)
    assert recall(words(expected), read) < POSSIBLE[lang] / 2


def assert_readable(page: Page, lang: str, path: str) -> None:
    page.goto(path)
    assert page.url.endswith(path)
    expected, read = expect_and_read(page, lang)
    wanted = words(expected)
    share = recall(wanted, read)
    print(f"{lang} {path}: {share:.3f} of {len(wanted)} words")
    least = POSSIBLE[lang] - math.sqrt(POSSIBLE[lang] * (1 - POSSIBLE[lang]) / len(wanted))
    assert share >= least, Counter(wanted) - Counter(read)
    assert lost_blocks(expected, read) == []


def expect_and_read(page: Page, lang: str) -> tuple[str, list[str]]:
    """The text of the observation, and the words that are read from the screenshot."""
    expected = extract(page.content(), page.url).text
    if LANGUAGES[lang].direction == "rtl":
        page.add_style_tag(content=font_style("Naskh", NASKH.read_bytes()))
    geometry = read_geometry(page, settle_ms=SETTLE_TIMEOUT_MS)
    image = capture_page(page, geometry)
    models = "+".join(dict.fromkeys([LANGUAGES[lang].ocr, LANGUAGES["en"].ocr]))
    return expected, words(pytesseract.image_to_string(evened_out(image), lang=models, config="--psm 6"))


def evened_out(image: np.ndarray) -> np.ndarray:
    """Dark text on white wherever there is text, also light on dark; twice as large, grey."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    ink = cv2.bitwise_not(cv2.absdiff(grey, cv2.medianBlur(grey, BACKGROUND_PX)))
    return cv2.resize(ink, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_CUBIC)


def words(text: str) -> list[str]:
    """The words of a text as they are compared, without what is a number or amount."""
    stripped = (word.strip(WORD_EDGES) for word in normalize(text).split())
    return [word for word in stripped if word and (not re.search(r"\d", word) or re.search("[a-z]", word))]


def recall(expected: Iterable[str], read: Iterable[str]) -> float:
    wanted = Counter(expected)
    return (wanted & Counter(read)).total() / wanted.total()


def lost_blocks(expected: str, read: Iterable[str]) -> list[str]:
    """The blocks of which next to none of the words that stand only there was read."""
    times, seen = Counter(words(expected)), set(read)
    lost = []
    for block in expected.splitlines():
        own = [word for word in words(block) if times[word] == 1]
        if len(own) >= LEAST_WORDS and sum(word in seen for word in own) < LOST_SHARE * len(own):
            lost.append(block)
    return lost


def font_style(name: str, font: bytes) -> str:
    """A style sheet that draws all that is not Latin in one font."""
    source = f"url(data:font/otf;base64,{base64.b64encode(font).decode()})"
    return (
        f"@font-face {{ font-family: '{name}'; src: {source} }}"
        f":root, :root * {{ font-family: 'LW Latin', '{name}' !important }}"
    )


def font_of_boxes(letters: Iterable[str]) -> bytes:
    """A TrueType font in which each of the letters is an empty box."""
    pen = TTGlyphPen(None)
    for low, high in ((0, EM), (80, EM - 80)):
        corners = [(low, low), (low, high), (high, high), (high, low)]
        pen.moveTo(corners[0])
        for corner in corners[1:] if low == 0 else corners[:0:-1]:
            pen.lineTo(corner)
        pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", "box"])
    builder.setupCharacterMap(dict.fromkeys(map(ord, letters), "box"))
    builder.setupGlyf({".notdef": box, "box": box})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "box"), (EM, 0)))
    builder.setupHorizontalHeader(ascent=EM, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    return file.getvalue()
