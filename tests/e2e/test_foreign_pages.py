"""``lowagent mark`` on pages that nobody here wrote: hostile, broken, endless ones too."""

import json
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.foreign_pages import mark_target
from harness.marking import MarkError, read_geometry, take_marked_screenshot
from harness.observation import Screenshot
from som import decode_png

pytestmark = pytest.mark.browser

BODY = '<a href="/1">one</a> <form><button>go</button></form>'
LIES = """
for (const name of ["map", "filter", "push", "join", Symbol.iterator]) Array.prototype[name] = () => [];
for (const kind of [Array, String, Number, Object]) kind.prototype.toJSON = () => "own";
Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, right: 9, bottom: 9 });
Element.prototype.checkVisibility = () => false;
Document.prototype.querySelectorAll = () => [];
window.getComputedStyle = () => ({});
window.Map = window.Promise = window.Reflect = window.JSON = window.setTimeout = null;
"""


def markup(body: str, script: str = "", head: str = "") -> str:
    return f'<!doctype html><meta charset="utf-8"><title>t</title>{head}<body>{body}<script>{script}</script>'


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1000, "height": 700})
    yield context.new_page()
    context.close()


@pytest.fixture
def marked(tmp_path: Path) -> Callable[[str], Screenshot]:
    """Marks a page; Playwright runs once a thread, and the tests' own runs in this one."""

    def mark(text: str) -> Screenshot:
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        (tmp_path / "next.html").write_text(markup("<a href=/n>next</a>"), encoding="utf-8")
        with ThreadPoolExecutor() as pool:
            names = tmp_path / "page.html", tmp_path / "new" / "marked.png", tmp_path / "new" / "marks.json"
            return pool.submit(mark_target, str(names[0]), *names[1:]).result()

    return mark


def test_picture_and_marks_are_written(tmp_path: Path, marked: Callable[[str], Screenshot]) -> None:
    screenshot = marked(
        f'<body dir="rtl" style="margin:40px"><meta charset="utf-8"><a href="/1">ایک</a>{BODY[19:]}'
    )
    out, marks_json = tmp_path / "new" / "marked.png", tmp_path / "new" / "marks.json"
    records = json.loads(marks_json.read_text(encoding="utf-8"))
    assert decode_png(out.read_bytes()).shape == (screenshot.height, screenshot.width, 3)
    assert [record["id"] for record in records] == ["1", "F1"]
    assert [record["kind"] for record in records] == ["link", "form"]
    for record in records:
        assert len(record["bbox"]) == len(record["label"]) == len(record["boxes"][0]) == 4
    assert records[0]["label"][0] >= records[0]["bbox"][2] - 1


@pytest.mark.parametrize("target", ["no/such/page.html", "ftp://localhost/x", "chrome://version", "."])
def test_other_targets_are_told_from_pages(tmp_path: Path, target: str) -> None:
    with pytest.raises(MarkError, match=r"neither a file nor an address.*http, https, file"):
        mark_target(target, tmp_path / "a.png", tmp_path / "a.json")
    assert not list(tmp_path.iterdir())


def test_picture_and_marks_need_files_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(MarkError, match="name two files"):
        mark_target("page.html", tmp_path / "a", tmp_path / "b" / ".." / "a")


def test_scripts_of_the_page_do_not_touch_the_measuring(page: Page) -> None:
    page.set_content(markup(BODY))
    expected = read_geometry(page)
    page.set_content(markup(BODY, LIES))
    assert read_geometry(page, settle_ms=60_000, foreign=True) == expected


def test_a_page_may_forbid_scripts(marked: Callable[[str], Screenshot]) -> None:
    policy = "default-src 'none'; sandbox; require-trusted-types-for 'script'"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    assert len(marked(markup(BODY, head=head)).marks) == 2


def test_the_page_that_is_gone_on_to_is_marked(marked: Callable[[str], Screenshot]) -> None:
    screenshot = marked(markup(BODY, "addEventListener('load', () => { location.href = 'next.html' })"))
    assert [mark.id for mark in screenshot.marks] == ["1"]


def test_a_page_that_always_goes_on_is_an_error(
    marked: Callable[[str], Screenshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.foreign_pages.LOOK_TIMEOUT_S", 1.0)
    with pytest.raises(MarkError, match=r"can't be marked: it (went on|gave no answer)"):
        marked(markup(BODY, head='<meta http-equiv="refresh" content="0">'))


def test_scripts_that_never_rest_are_an_error(
    marked: Callable[[str], Screenshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.foreign_pages.LOOK_TIMEOUT_S", 0.5)
    with pytest.raises(MarkError, match=r"no answer in 0\.5 s"):
        marked(markup(BODY, "addEventListener('load', () => setTimeout(() => { for (;;); }))"))


def test_pictures_that_never_come_are_not_waited_for_without_end(
    marked: Callable[[str], Screenshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.foreign_pages.LOAD_TIMEOUT_MS", 100)
    monkeypatch.setattr("harness.marking.SETTLE_TIMEOUT_MS", 100)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        picture = f'<img src="http://127.0.0.1:{silent.getsockname()[1]}/" alt="">'
        assert len(marked(markup(BODY + picture)).marks) == 2


def test_a_page_too_large_for_a_picture_is_an_error(page: Page) -> None:
    page.set_content(markup('<div style="height:3000000px"></div>'))
    with pytest.raises(MarkError, match=r"1,000 x 3,000,\d{3} px: a picture can have"):
        take_marked_screenshot(page, foreign=True)
