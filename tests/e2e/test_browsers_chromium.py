"""What only a real browser can do: crash, be covered, take pictures, record traces."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright

from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.errors import ActionFailed, BrowserError
from tests.tiny_site import START, TinySite, serve_tiny_site

pytestmark = pytest.mark.browser


@pytest.fixture
def home(tiny_site: TinySite) -> Iterator[TinySite]:
    """The tiny site, whose home page a test may replace."""
    before = tiny_site.home
    yield tiny_site
    tiny_site.home = before


def test_a_crash_costs_one_episode(chromium_browser: ChromiumBrowser):
    chromium_browser.start(START)
    assert chromium_browser._page is not None
    with pytest.raises(Error):
        chromium_browser._page.goto("chrome://crash")
    with pytest.raises(BrowserError, match=r"http://tiny\.ur\.localhost/done can't be loaded"):
        chromium_browser.goto("/done")
    assert chromium_browser.start(START).title == "دکان · Tiny"


def test_a_killed_process_is_replaced(chromium_browser: ChromiumBrowser):
    chromium_browser.start(START)
    assert chromium_browser._browser is not None
    chromium_browser._browser.close()
    with pytest.raises(BrowserError):
        chromium_browser.goto("/done")
    assert chromium_browser.start(START).title == "دکان · Tiny"


def test_a_server_that_died_is_an_error_and_its_successor_is_found(playwright: Playwright):
    with serve_tiny_site() as site:
        browser = ChromiumBrowser(site, playwright=playwright)
        browser.start(START)
    with pytest.raises(BrowserError, match=r"/done can't be loaded: .*ERR_CONNECTION_REFUSED"):
        browser.goto("/done")
    with serve_tiny_site() as successor:
        site.port = successor.port
        assert browser.start(START).url == START
    browser.close()


def test_closing_twice_is_fine(tiny_site: TinySite, playwright: Playwright):
    browser = ChromiumBrowser(tiny_site, playwright=playwright)
    browser.close()
    browser.start(START)
    browser.close()
    browser.close()
    with pytest.raises(BrowserError, match=r"call start\(\) first"):
        browser.observe()


def test_a_covered_link_says_by_what(home: TinySite, chromium_browser: ChromiumBrowser):
    cover = "<div id='notice' style='position:fixed;inset:0;background:#fff'>notice</div>"
    home.home = f"<title>covered</title><a href='/done'>under</a>{cover}"
    before = chromium_browser.start(START)
    with pytest.raises(
        ActionFailed, match=r"link 1 can't be clicked: .*id=.notice.*intercepts pointer events"
    ):
        chromium_browser.click(1)
    assert chromium_browser.observe() == before


def test_the_browsers_own_validation_stays_out_of_the_way(
    home: TinySite, chromium_browser: ChromiumBrowser, http_browser: HttpBrowser
):
    home.home = (
        "<form action='/search'><input name='q' required><input name='m' type='email' value='x'></form>"
    )
    home.submissions.clear()
    for browser in (http_browser, chromium_browser):
        browser.start(START)
        browser.fill(1, {})
    assert home.submissions == [("GET", "/search?q=&m=x", "")] * 2


@pytest.mark.parametrize(
    "form",
    [
        "<input name='q' value='a'><button type='button'>no</button>",
        "<input name='q' value='a'><input name='r' value='b'>",
        "<input type='hidden' name='q' value='a'><button disabled name='x' value='1'>no</button>",
        "<p><input name='q' value='a' id='i'></p><button name='go' value='1' formnovalidate>Go</button>",
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_odd_forms_are_submitted_alike(
    home: TinySite,
    chromium_browser: ChromiumBrowser,
    http_browser: HttpBrowser,
    form: str,
    method: str,
):
    home.home = f"<title>odd</title><form action='/search?kept=1' method='{method}'>{form}</form>"
    home.submissions.clear()
    pages = []
    for browser in (http_browser, chromium_browser):
        browser.start(START)
        pages.append(browser.fill(1, {}))
    assert home.submissions[0] == home.submissions[1]
    assert pages[0] == pages[1]


TRICKY_PAGES = [
    "<p>one<p>two<table><tr><td>x</table><form action=/a><table><tr><td><input name=q></table></form>",
    "<ul><li><a href=/1>1<li><a href=/2>2</ul>",
    "<p><a href=/1>1<p>2</a>",
    "<a href=/1>1<a href=/2>2</a></a>",
    "<form action=/a><form action=/b><input name=q></form></form>",
    "<select name=s><option>A<optgroup label=g><option selected>B</select>",
    "<noscript><a href=/n>n</a></noscript><template><a href=/t>t</a></template><a href=/x>x</a>",
    "<b><i>x</b>y</i><p>&amp;lt; &notin; &copy &#x1F6D2; &nbsp;.",
    "<textarea name=t>\n\nx &lt;b> </textarea><pre>\n a\n  b</pre>",
    "<a href='/ক?q=দাম&amp;x=1'>দাম</a><a href='  /y  '>y</a><a href='#top'>top</a><a href>none</a>",
    "<details><summary>s</summary>d</details><dialog open>q</dialog><p hidden>h</p>",
    "<svg><a href=/s><text>s</text></a><title>t</title></svg><math><mi>x</mi></math>",
    "<table><caption>c<tr><th>a<td>b<br>c<tr><td colspan=2>d</table>stray",
    "<label>Q <input name=q value='&quot;x&quot;'></label><input name=p type=password value=s>",
    "a<!-- b -->c<script>document.title = 'scripted'</script><style>x{}</style>d",
]


@pytest.mark.parametrize("markup", TRICKY_PAGES)
def test_tricky_markup_is_read_alike(
    home: TinySite, chromium_browser: ChromiumBrowser, http_browser: HttpBrowser, markup: str
):
    home.home = f"<!doctype html><html><head><meta charset=utf-8></head><body>{markup}</body></html>"
    by_http, by_chromium = http_browser.start(START), chromium_browser.start(START)
    if "<script>" in markup:
        assert by_chromium.title == "scripted"
    else:
        assert by_http.title == by_chromium.title
    assert by_http.text == by_chromium.text
    assert by_http.links == by_chromium.links
    assert by_http.forms == by_chromium.forms


def test_marked_screenshots_bear_the_numbers_of_the_text(tiny_site: TinySite, playwright: Playwright):
    browser = ChromiumBrowser(tiny_site, ChromiumOptions(screenshots=True), playwright=playwright)
    seen = browser.start(START)
    browser.close()
    assert seen.screenshot is not None
    assert seen.screenshot.png.startswith(b"\x89PNG")
    hidden = {link.index for link in seen.links if link.href == "/hidden-away"}
    links = {mark.id for mark in seen.screenshot.marks if mark.kind == "link"}
    assert links == {str(link.index) for link in seen.links if link.index not in hidden}
    forms = {mark.id for mark in seen.screenshot.marks if mark.kind == "form"}
    assert forms == {f"F{form.index}" for form in seen.forms}


def test_a_trace_can_be_kept(tiny_site: TinySite, playwright: Playwright, tmp_path: Path):
    browser = ChromiumBrowser(tiny_site, ChromiumOptions(tracing=True), playwright=playwright)
    browser.start(START)
    browser.click(1)
    browser.save_trace(tmp_path / "trace.zip")
    browser.start(START)
    browser.close()
    assert any(name.endswith(".trace") for name in zipfile.ZipFile(tmp_path / "trace.zip").namelist())


def test_the_build_is_told_before_any_page_is_open(
    tiny_site: TinySite, playwright: Playwright, chromium: Browser
):
    browser = ChromiumBrowser(tiny_site, playwright=playwright)
    assert browser.version == chromium.version
    browser.close()
