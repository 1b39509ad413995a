"""Marked screenshots of real pages: what is marked, where, and that looking changes nothing."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route

from harness.extraction import extract
from harness.marking import (
    MarkError,
    capture_page,
    read_elements,
    read_geometry,
    take_marked_screenshot,
)
from som import Box, decode_png

pytestmark = pytest.mark.browser

VIEWPORT_WIDTH, VIEWPORT_HEIGHT = 1000, 700
RED, BLUE = (255, 0, 0), (0, 0, 255)
RED_PICTURE = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'>"
    "<rect width='200' height='100' fill='rgb(255,0,0)'/></svg>"
)
PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='70'/>"


def markup(body: str, *, direction: str = "ltr", style: str = "") -> str:
    return (
        f'<!doctype html><html lang="en" dir="{direction}"><meta charset="utf-8"><title>t</title>'
        f"<style>body{{margin:20px;font:16px/1.6 sans-serif}}{style}</style><body>{body}"
    )


@pytest.fixture(params=[1, 2], ids=["scale 1", "scale 2"])
def scaled_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    yield from open_page(chromium, request.param)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    yield from open_page(chromium, 1)


def open_page(chromium: Browser, scale: int) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT}, device_scale_factor=scale
    )
    yield context.new_page()
    context.close()


def found(image: np.ndarray, colour: tuple[int, int, int]) -> Box:
    rows, columns = np.where(np.abs(image.astype(int) - np.array(colour)).sum(axis=2) < 30)
    return Box(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)


COLOURED = """
<div style="height:1500px;{width}position:relative">
<a href="/r" style="left:10px;top:1200px;background:rgb(255,0,0)"></a>
<a href="/b" style="right:10px;top:40px;background:rgb(0,0,255)"></a></div>
"""


@pytest.mark.parametrize("wide", [False, True], ids=["fits", "overflows"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_boxes_are_where_the_picture_shows_the_links(scaled_page: Page, direction: str, wide: bool) -> None:
    scaled_page.set_content(
        markup(
            COLOURED.format(width="width:1500px;" if wide else ""),
            direction=direction,
            style="a{position:absolute;width:80px;height:30px}",
        )
    )
    scaled_page.evaluate("scrollTo(0, 300)")
    geometry = read_geometry(scaled_page)
    image = capture_page(scaled_page, geometry)
    assert image.shape == (geometry.height, geometry.width, 3)
    assert [element.bbox for element in geometry.elements] == [found(image, RED), found(image, BLUE)]
    assert scaled_page.evaluate("scrollY") == 300


@pytest.mark.parametrize("doctype", ["<!doctype html>", ""], ids=["standards", "quirks"])
@pytest.mark.parametrize("start", ["direction:rtl", "writing-mode:vertical-rl", "writing-mode:vertical-lr"])
def test_boxes_fit_pictures_of_old_and_of_vertical_pages(page: Page, doctype: str, start: str) -> None:
    page.set_content(
        f'{doctype}<body style="{start};margin:20px"><div style="width:1500px;height:1500px"></div>'
        '<a href="/r" style="display:block;width:80px;height:30px;background:rgb(255,0,0)"></a>'
    )
    geometry = read_geometry(page)
    assert not geometry.fits_viewport
    assert [element.bbox for element in geometry.elements] == [found(capture_page(page, geometry), RED)]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_page_that_fits_its_window_is_pictured_like_one_that_does_not(
    scaled_page: Page, direction: str
) -> None:
    body = '<a href="/r">one</a> two <form action="/f"><input name="q"></form>'
    scaled_page.set_content(markup(body, direction=direction))
    geometry = read_geometry(scaled_page)
    assert geometry.fits_viewport
    beyond = replace(geometry, viewport_height=1)
    assert np.array_equal(capture_page(scaled_page, geometry), capture_page(scaled_page, beyond))


def test_numbers_are_those_of_the_text(page: Page) -> None:
    page.set_content(
        markup("""
        <a href="#" hidden>one</a><a>no link</a><a href="/2">two</a><noscript><a href="/x">x</a></noscript>
        <template><a href="/y">y</a></template><form hidden><button>a</button></form>
        <form action="/2"><input name="q"><a href="/3">three</a><button>b</button></form>
        <a style="display:none" href="/4">four</a><a href="/5">five</a>""")
    )
    seen = extract(page.content(), "http://tiny.ur.localhost/")
    boxes = {element.id: element.boxes for element in read_elements(page)}
    assert list(boxes) == ["2", "3", "5", "F2"]
    assert {link.index: link.text for link in seen.links} == {
        1: "one",
        2: "two",
        3: "three",
        4: "four",
        5: "five",
    }
    assert seen.forms[1].action == "/2"


def test_what_can_not_be_seen_has_no_mark(page: Page) -> None:
    page.set_content(
        markup("""
        <a href="/1" style="visibility:hidden">hidden</a><a href="/2" style="opacity:0">clear</a>
        <a href="/3" style="position:absolute;left:-9999px">off</a>
        <a href="/4" style="position:absolute;width:1px;height:1px;overflow:hidden">for screen readers</a>
        <a href="/5"></a>
        <div style="width:200px;overflow:hidden;white-space:nowrap">
          <a href="/6" style="display:inline-block;width:150px">in</a>
          <a href="/7" style="display:inline-block;width:150px">half</a>
          <a href="/8" style="display:inline-block;width:150px">out</a></div>
        <form></form><form><input type="hidden" name="a"></form>""")
    )
    elements = {element.id: element for element in read_elements(page)}
    assert list(elements) == ["6", "7"]
    assert elements["7"].boxes[0].x1 == pytest.approx(220)
    assert elements["7"].bbox.x1 > 300


def test_forms_without_a_box_of_their_own_are_marked_by_their_controls(page: Page) -> None:
    page.set_content(
        markup("""
        <form style="display:contents"><button>one</button></form>
        <form style="height:0"><button style="float:left">two</button></form>""")
    )
    buttons = [page.locator("button").nth(index).bounding_box() for index in range(2)]
    for element, button in zip(read_elements(page), buttons, strict=True):
        assert button is not None
        assert element.boxes[0].x0 == pytest.approx(button["x"], abs=1)
        assert element.boxes[0].width == pytest.approx(button["width"], abs=1)


def test_forms_are_marked_by_controls_that_they_do_not_hold(page: Page) -> None:
    page.set_content(
        markup("""
        <table><form><tr><td><input name="in"><td><button>one</button></tr></form></table>
        <form id="far"></form><p>text <button form="far">two</button></p>
        <table hidden><form><tr><td><button>hidden</button></tr></form></table>""")
    )
    boxes = {element.id: element.bbox for element in read_elements(page)}
    assert list(boxes) == ["F1", "F2"]
    for number, control in [(1, "button >> nth=0"), (2, "button >> nth=1"), (1, "input")]:
        box = page.locator(control).bounding_box()
        assert box is not None
        held = Box(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        assert boxes[f"F{number}"].union(held).width == pytest.approx(boxes[f"F{number}"].width, abs=1)


def test_links_without_a_box_are_marked_by_their_texts(page: Page) -> None:
    page.set_content(
        markup("""
        <style>a{display:contents}</style><p>see <a href="/1">only text</a></p>
        <p><a href="/2">text <b>and more</b></a></p><p style="visibility:hidden"><a href="/3">hidden</a></p>
        <p hidden><a href="/4">hidden</a></p><p><a href="/5"><span style="visibility:hidden">x</span></a></p>
        <a href="/6" style="display:block;height:0;overflow:hidden"><i>x</i></a>""")
    )
    first, second = read_elements(page)
    assert (first.id, second.id) == ("1", "2")
    text = page.locator("b").bounding_box()
    assert text is not None
    (box,) = second.boxes
    assert box.x0 < text["x"] - 20
    assert box.x1 == pytest.approx(text["x"] + text["width"], abs=1)


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ("main{overflow:hidden;height:100px}", ["1"]),
        ("main{overflow-x:clip;height:100px}", ["1", "2"]),
        ("main{contain:paint;height:100px}", ["1"]),
        ("body{overflow:hidden;height:100px}", ["1", "2"]),
        ("html{overflow-x:hidden} body{overflow:hidden;height:100px}", ["1"]),
    ],
)
def test_what_is_cut_off_has_no_mark(page: Page, style: str, seen: list[str]) -> None:
    page.set_content(
        markup(
            '<main><a href="/1">in</a><p style="height:200px"></p><a href="/2">out</a></main>', style=style
        )
    )
    assert [element.id for element in read_elements(page)] == seen


def test_pages_may_call_their_forms_and_fields_as_they_like(page: Page) -> None:
    names = ("body", "documentElement", "fonts", "images", "querySelectorAll", "scrollingElement")
    fields = ("checkVisibility", "elements", "getBoundingClientRect", "offsetParent", "parentElement")
    named = "".join(f'<form name="{name}"><button>go</button></form>' for name in names)
    page.set_content(
        markup(f'{named}<form>{"".join(f"<input name={name}>" for name in fields)}</form><a href="/1">x</a>')
    )
    elements = read_geometry(page, settle_ms=60_000).elements
    assert [element.id for element in elements] == ["1", *(f"F{number}" for number in range(1, 8))]


def test_a_wrapped_link_has_a_box_for_each_line(page: Page) -> None:
    long = "words that go on and on " * 12
    page.set_content(markup(f'<p>before <a href="/1">{long}<b>bold</b></a> after'))
    (element,) = read_elements(page)
    assert len(element.boxes) >= 3
    assert all(
        one.y1 <= two.y1 and one.y0 < two.y0
        for one, two in zip(element.boxes, element.boxes[1:], strict=False)
    )
    screenshot = take_marked_screenshot(page)
    assert len(screenshot.marks) == 1


def test_an_inline_link_round_a_picture_is_outlined_as_the_picture(page: Page) -> None:
    page.set_content(markup(f'<p>see <a href="/1"><img src="{PICTURE}" width="90" height="70" alt=""></a>'))
    (element,) = read_elements(page)
    box = page.locator("a").bounding_box()
    assert box is not None
    assert element.bbox.height == pytest.approx(box["height"], abs=1)
    assert max(part.height for part in element.boxes) >= 70


def test_pages_may_teach_arrays_and_texts_their_own_json(page: Page) -> None:
    body = '<a href="/1">one</a> <form><button>go</button></form>'
    page.set_content(markup(body))
    expected = read_geometry(page)
    page.set_content(
        markup(
            "<script>for (const kind of [Array, String, Number, Object]) "
            'kind.prototype.toJSON = () => "own";</script>' + body
        )
    )
    assert read_geometry(page) == expected


def test_direction_is_that_of_the_text_round_the_link(page: Page) -> None:
    page.set_content(
        markup(
            """
        <p><a href="/1">لاہور</a> <a href="/2"><bdi dir="ltr">A-1</bdi></a></p>
        <p dir="ltr"><a href="/3">three</a></p><a href="/4" dir="ltr" style="display:block">four</a>
        <form><button>go</button></form>""",
            direction="rtl",
        )
    )
    assert {element.id: element.rtl for element in read_elements(page)} == {
        "1": True,
        "2": True,
        "3": False,
        "4": False,
        "F1": True,
    }


LISTENING = """
<script>
  window.heard = [];
  for (const name of ["resize", "scroll", "focus", "visibilitychange"])
    addEventListener(name, () => heard.push(name));
  new MutationObserver(records => heard.push(...records.map(r => r.type)))
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  new ResizeObserver(entries => heard.push("size")).observe(document.getElementById("tall"));
</script>
"""


def test_looking_changes_nothing_and_makes_no_sound(page: Page) -> None:
    page.set_content(
        markup(
            '<div id="tall" style="height:100vh"><ol><li><a href="/1">one</a></ol></div>'
            '<div style="height:2000px"></div><form><input name="q"></form>' + LISTENING
        )
    )
    page.evaluate("() => { scrollTo(0, 400); document.querySelector('input').focus({preventScroll: true}) }")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    before = page.evaluate("[document.documentElement.outerHTML, innerWidth, innerHeight, scrollX, scrollY]")
    page.evaluate("heard.length = 0")
    for foreign in (False, True, False):
        take_marked_screenshot(page, foreign=foreign)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("heard") == []
    assert (
        page.evaluate("[document.documentElement.outerHTML, innerWidth, innerHeight, scrollX, scrollY]")
        == before
    )
    page.evaluate("document.querySelector('li').textContent = 'scripts run again'")
    assert "childList" in page.evaluate("() => new Promise(done => requestAnimationFrame(() => done(heard)))")


def test_overflow_is_an_error_unless_allowed(page: Page) -> None:
    page.set_content(markup('<a href="/1" style="display:block;width:1400px">wide</a>', direction="rtl"))
    with pytest.raises(MarkError, match="1420 px wide in a viewport of 1000 px"):
        take_marked_screenshot(page)
    assert take_marked_screenshot(page, foreign=True).width == 1420


RELEASING = """<script>
function afterFrames(count) {
  if (count) requestAnimationFrame(() => afterFrames(count - 1));
  else fetch("http://localhost/release", { mode: "no-cors" });
}
HTMLImageElement.prototype.addEventListener = function (...all) {
  afterFrames(30);
  return EventTarget.prototype.addEventListener.apply(this, all);
};
</script>"""
"""Lets the server send the picture 30 frames after somebody began to wait for it."""


def test_pictures_are_waited_for_however_slow(page: Page) -> None:
    """The picture is sent only to who waits for it: who looks at once, or after any while, misses it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    def release(route: Route) -> None:
        route.fulfill(body="")
        while held:
            held.pop().fulfill(content_type="image/svg+xml", body=RED_PICTURE)

    page.route("**/slow.svg", hold)
    page.route("**/release", release)
    page.set_content(
        markup(RELEASING + '<img src="http://localhost/slow.svg" width="200" height="100" alt="">'),
        wait_until="commit",
    )
    image = decode_png(take_marked_screenshot(page).png)
    assert found(image, RED) == Box(20, 20, 220, 120)


def test_a_picture_that_fails_is_not_waited_for(page: Page) -> None:
    page.route("**/gone.svg", lambda route: route.abort())
    page.set_content(markup('<img src="http://localhost/gone.svg" width="200" height="100" alt="">'))
    assert read_geometry(page, settle_ms=60_000).height > 0


def test_lazy_pictures_far_below_are_not_waited_for(page: Page) -> None:
    page.set_content(
        markup(
            f'<div style="height:9000px"></div><img loading="lazy" src="{PICTURE}" width="90" height="70">'
        )
    )
    geometry = read_geometry(page, settle_ms=60_000)
    assert geometry.height > 9000


def test_a_very_long_page_comes_whole_and_in_tiles(page: Page) -> None:
    links = "".join(f'<p><a href="/{n}">link {n}</a></p>' for n in range(600))
    page.set_content(markup(links))
    screenshot = take_marked_screenshot(page)
    tiles = [decode_png(tile) for tile in screenshot.tiles]
    assert screenshot.height > 16_000
    assert len(tiles) == 2
    assert max(tile.shape[0] for tile in tiles) <= 16_000
    assert np.array_equal(np.concatenate(tiles), decode_png(screenshot.png))
    assert len(screenshot.marks) == 600
