"""What marks cost beside the least that a full-page observation can cost, on pages of three sizes.

The floor is one script that answers the box of every link and form, and one full-page PNG, taken in the
same turn as the marked screenshot, so that other work on the machine slows both. There are two: the PNG as
Playwright's own screenshot encodes it, and as the protocol encodes it when it is asked for speed, from
which marked screenshots are made.
"""

import base64
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import cycle, islice

from playwright.sync_api import CDPSession, Page, sync_playwright

from harness.browsers.launch import launch_chromium
from harness.marking import (
    VIEWPORT_PX,
    PageGeometry,
    capture_options,
    read_geometry,
    take_marked_screenshot,
)

ROUNDS = 15
SIZES = (("small", 30, 2), ("medium", 150, 10), ("large", 600, 40))
"""Name, links, forms."""
TEXTS = (
    ("en", "the price of used cars in the city has changed this year"),
    ("ur", "شہر میں پرانی گاڑیوں کی قیمت اس سال بدل گئی ہے"),
    ("bn", "শহরে পুরানো গাড়ির দাম এই বছর বদলে গেছে"),
)
STYLE = (
    "body{margin:0;padding:16px;font:16px/2 sans-serif}li{display:inline-block;width:300px}"
    "form{border:1px solid #bbb;padding:10px;margin:10px 0}"
)

BOXES = """() => [...document.querySelectorAll("a[href], form")].map((element) => {
  const box = element.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A full-page picture resizes the page for a moment: none pays for the frame that puts it back."""


PEERS_HEADING = (
    "Peers on pages of as many links and forms, ms, measured for this project on a busy machine with two "
    "cores: compare them with the floors of the same table"
)
PEERS = (
    ("floor: one script and Playwright's full-page PNG", "133", "469", "2,622"),
    ("floor: one script and the protocol's fast PNG", "94", "366", "1,562"),
    ("BrowserGym, its own code: observation and marks, viewport alone", "371", "638", "2,251"),
    ("BrowserGym, its own code: the same, full page in a tall viewport", "", "1,100", "6,600"),
    ("VisualWebArena, its rule written again: marks, viewport alone", "270", "699", "1,042"),
)
"""What was measured, and medians of the small, the medium and the large page."""


@dataclass(frozen=True, slots=True)
class MarkingCost:
    """Medians of one page, in milliseconds."""

    name: str
    links: int
    forms: int
    height: int
    """Of the page, CSS px."""
    floor_ms: float
    """One script and Playwright's full-page PNG."""
    fast_floor_ms: float
    """One script and the protocol's full-page PNG, encoded for speed."""
    marked_ms: float
    """A marked full-page screenshot."""


def measure_marking() -> Iterator[MarkingCost]:
    """The costs on a small, a medium and a large page."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        width, height = VIEWPORT_PX
        page = browser.new_page(viewport={"width": width, "height": height})
        for name, links, forms in SIZES:
            page.set_content(page_of(links, forms), wait_until="load")
            yield _measure(page, name, links, forms)
        browser.close()


def page_of(links: int, forms: int) -> str:
    """A page of mixed writing with so many links, in lists between so many forms."""
    texts = islice(cycle(TEXTS), links)
    items = [_item(number, lang, text) for number, (lang, text) in enumerate(texts, 1)]
    share = -(-links // forms)
    sections = [
        f"<ul>{''.join(items[number * share : (number + 1) * share])}</ul>{_form(number)}"
        for number in range(forms)
    ]
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{"".join(sections)}'


def _item(number: int, lang: str, text: str) -> str:
    words = text.split()
    label = " ".join(islice(cycle(words), number % len(words), number % len(words) + 3))
    return f'<li lang="{lang}"><a href="/p/{number}">{escape(label)}</a> {escape(words[0])}</li>'


def _form(number: int) -> str:
    return (
        f'<form action="/f/{number}"><label>q <input name="q"></label> '
        f'<select name="s"><option>1<option>2</select> <button>go</button></form>'
    )


def _measure(page: Page, name: str, links: int, forms: int) -> MarkingCost:
    session = page.context.new_cdp_session(page)
    geometry = read_geometry(page)
    ways: tuple[Callable[[], object], ...] = (
        lambda: (page.evaluate(BOXES), page.screenshot(full_page=True)),
        lambda: (page.evaluate(BOXES), _fast_png(session, geometry)),
        lambda: take_marked_screenshot(page),
    )
    for way in ways:
        way()
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, taken in zip(ways, times, strict=True):
            page.evaluate(TWO_FRAMES)
            started = time.perf_counter()
            way()
            taken.append((time.perf_counter() - started) * 1000)
    floor, fast, marked = map(statistics.median, times)
    session.detach()
    return MarkingCost(name, links, forms, geometry.height, floor, fast, marked)


def _fast_png(session: CDPSession, geometry: PageGeometry) -> bytes:
    return base64.b64decode(session.send("Page.captureScreenshot", capture_options(geometry))["data"])


def peers_table() -> Iterator[str]:
    """Lines of a Markdown table: how others' marks cost, and the floors beside which they were measured."""
    yield "| measured | small | medium | large |"
    yield "|---|---|---|---|"
    for row in PEERS:
        yield f"| {' | '.join(row)} |"


def marking_table(costs: Sequence[MarkingCost]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield "| page | floor, ms | fast floor, ms | marked, ms | over floor | over fast floor |"
    yield "|---|---|---|---|---|---|"
    for cost in costs:
        page = f"{cost.name}: {cost.links} links, {cost.forms} forms, {cost.height:,} px"
        times = f"{cost.floor_ms:,.0f} | {cost.fast_floor_ms:,.0f} | {cost.marked_ms:,.0f}"
        ratios = f"{cost.marked_ms / cost.floor_ms:.2f} | {cost.marked_ms / cost.fast_floor_ms:.2f}"
        yield f"| {page} | {times} | {ratios} |"
