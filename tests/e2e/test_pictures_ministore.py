"""Pictures of products reach the marked screenshots, from the folder where the project keeps them."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Playwright

from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from som import decode_png

pytestmark = pytest.mark.browser

SITE, LANG = "ministore", "ur"
PINK = (230, 20, 160)
"""No colour of the shop."""
CARD = "/p/"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    """The shop with a pink picture of every product of which the number is odd."""
    folder = tmp_path / "images" / "catalogue" / SITE
    folder.mkdir(parents=True)
    picture = BytesIO()
    Image.new("RGB", (480, 360), PINK).save(picture, "WEBP", lossless=True)
    for number in range(1, 2566, 2):
        (folder / f"P{number:04}.webp").write_bytes(picture.getvalue())
    monkeypatch.setattr("harness.pictures.PICTURES_ROOT", tmp_path)
    with Environment([SITE], [LANG]) as environment:
        environment.reset(SITE, LANG)
        yield environment


def test_every_picture_of_a_list_is_in_its_screenshot(environment: Environment, playwright: Playwright):
    browser = ChromiumBrowser(environment, ChromiumOptions(screenshots=True), playwright=playwright)
    seen = browser.start(environment.url(SITE, LANG, "/c/kitchen"))
    browser.close()
    cards = {link.index: link.href for link in seen.links if link.href.startswith(CARD)}
    assert len(cards) >= 20
    assert seen.screenshot is not None
    image = decode_png(seen.screenshot.png)
    for mark in seen.screenshot.marks:
        if mark.id.isdecimal() and int(mark.id) in cards:
            odd = int(cards[int(mark.id)].removeprefix("/p/P")) % 2
            assert bool(odd) == (pink_share(image, mark.bbox) > 0.3), cards[int(mark.id)]


def test_text_alone_shows_nothing_of_them(environment: Environment):
    browser = HttpBrowser(environment)
    seen = browser.start(environment.url(SITE, LANG, "/c/kitchen"))
    browser.close()
    names = [link.text for link in seen.links if link.href.startswith(CARD)]
    assert len(names) == len(set(names))
    assert all(seen.text.splitlines().count(name) == 1 for name in names)


def pink_share(image: NDArray[np.uint8], box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = map(int, box)
    part = image[top:bottom, left:right].astype(int)
    return float((np.abs(part - np.array(PINK)).sum(axis=2) < 30).mean())
