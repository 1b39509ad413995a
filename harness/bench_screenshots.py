"""What screenshots for the record cost: size and time of some ways to write them, on pages of a site."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from harness.bench_figures import Figure
from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.environment import Environment
from harness.screenshots import WEBP_METHOD, WEBP_QUALITY, encode_screenshot

Pixels = NDArray[np.uint8]


def measure_screenshots(site: str, lang: str, pages: Sequence[str]) -> Iterator[Figure]:
    """KB of an unmarked screenshot of a page, and how long it takes to write.

    Args:
        site: name of the site.
        lang: language that the pages are read in.
        pages: their paths.
    """
    pictures = list(_pictures(site, lang, pages))
    height = statistics.mean(len(picture) for picture in pictures)
    detail = f"{len(pictures)} pages, {height:,.0f} px high on average"
    for name, encode in _encodings().items():
        started = time.perf_counter()
        sizes = [encode(picture) for picture in pictures]
        each_ms = (time.perf_counter() - started) / len(pictures) * 1000
        worst = f"at most {max(sizes) / 1000:,.0f} kB; {each_ms:,.0f} ms each; {detail}"
        yield Figure(f"screenshot, {name}", statistics.mean(sizes) / 1000, "kB", worst)


def _encodings() -> Mapping[str, Callable[[Pixels], int]]:
    """Name -> bytes of a picture so written; what the record uses comes first."""
    kept = f"WebP quality {WEBP_QUALITY}, method {WEBP_METHOD} (kept)"
    return {
        kept: lambda picture: len(encode_screenshot(picture)),
        "WebP quality 80, method 0": partial(_webp_size, quality=80, method=0),
        "WebP quality 80, method 4": partial(_webp_size, quality=80, method=4),
        "WebP quality 90, method 2": partial(_webp_size, quality=90, method=2),
        "WebP lossless, method 2": partial(_webp_size, lossless=True, quality=60, method=2),
        "WebP lossless, fastest": partial(_webp_size, lossless=True, quality=0, method=0),
    }


def _webp_size(picture: Pixels, **settings: object) -> int:
    buffer = BytesIO()
    Image.fromarray(picture).save(buffer, "WEBP", **settings)
    return len(buffer.getvalue())


def _pictures(site: str, lang: str, pages: Sequence[str]) -> Iterator[Pixels]:
    with Environment([site], [lang]) as environment:
        environment.reset(site, lang)
        browser = ChromiumBrowser(environment, ChromiumOptions(screenshots=True))
        with closing(browser):
            browser.start(environment.url(site, lang))
            for page in pages:
                shot = browser.goto(page).screenshot
                if shot is not None and shot.unmarked is not None:
                    yield shot.unmarked
