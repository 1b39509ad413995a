"""Both browsers do the same, send the same and show the same."""

import pytest

from harness.browsers.protocol import Browser
from harness.errors import ActionFailed, BrowserError
from harness.form_encoding import encode_form
from tests.tiny_site import START, TinySite

pytestmark = pytest.mark.browser


def test_both_observe_the_same_home_page(chromium_browser: Browser, http_browser: Browser):
    seen = http_browser.start(START)
    assert seen == chromium_browser.start(START)
    assert seen.title == "دکان · Tiny"
    assert [link.text for link in seen.links[:4]] == ["گھر", "ٹوکری (۲)", "فہرست", "نیلا مگ"]
    assert seen.links[2].href == "/list?page=2"
    assert "نیلا مگ | ۱۲۰ روپے" in seen.text.splitlines()


FILLINGS = [
    (1, {}),
    (1, {"q": "ক ~*'()!-._% &+=\"<>\\^`{|}", "sort": "نئے"}),
    (1, {"q": "", "sort": "new"}),
    (2, {}),
    (2, {"qty": "۳", "method": "تیز", "gift": "1"}),
    (2, {"method": "express", "gift": "تحفہ", "note": "نیا نوٹ"}),
    (4, {}),
]


@pytest.mark.parametrize(("form", "fields"), FILLINGS)
def test_both_submit_the_same(
    chromium_browser: Browser, http_browser: Browser, tiny_site: TinySite, form: int, fields: dict[str, str]
):
    tiny_site.submissions.clear()
    tiny_site.referers.clear()
    pages = []
    for browser in (http_browser, chromium_browser):
        browser.start(START)
        pages.append(browser.fill(form, fields))
    by_http, by_chromium = tiny_site.submissions
    assert by_http == by_chromium
    assert pages[0] == pages[1]
    assert tiny_site.referers == [START, START]


def test_textareas_send_crlf(browser_on_tiny_site: Browser, tiny_site: TinySite):
    browser_on_tiny_site.start(START)
    tiny_site.submissions.clear()
    page = browser_on_tiny_site.fill(2, {})
    assert page.url == f"{START}done"
    entries = [("pid", "P0001"), ("qty", "1"), ("method", "standard"), ("note", "پہلی\nدوسری"), ("go", "1")]
    assert tiny_site.submissions == [("POST", "/order", encode_form(entries))]
    assert "%0D%0A" in tiny_site.submissions[0][2]


def test_click_follows_the_link(browser_on_tiny_site: Browser):
    assert browser_on_tiny_site.start(START).url == START
    assert browser_on_tiny_site.click(4).status == 404
    assert browser_on_tiny_site.observe().url == f"{START}p/1"


def test_a_link_in_closed_details_can_be_followed(browser_on_tiny_site: Browser):
    page = browser_on_tiny_site.start(START)
    index = next(link.index for link in page.links if link.href == "/hidden-away")
    assert browser_on_tiny_site.click(index).url == f"{START}hidden-away"


@pytest.mark.parametrize(
    "target",
    [
        "http://example.com/",
        "//example.com/",
        "/\\example.com/",
        "https://tiny.ur.localhost/",
        "http://tiny.en.localhost/",
        "http://tiny.ur.localhost:81/",
        "http://nadia@tiny.ur.localhost/",
        "file:///etc/passwd",
        "data:text/html,hi",
        "javascript:alert(1)",
        "chrome://version",
        "view-source:http://tiny.ur.localhost/",
        "/out",
        "/english",
        "/file",
    ],
)
def test_no_way_out(browser_on_tiny_site: Browser, target: str):
    before = browser_on_tiny_site.start(START)
    with pytest.raises(ActionFailed, match=r"http://tiny\.ur\.localhost/"):
        browser_on_tiny_site.goto(target)
    assert browser_on_tiny_site.observe() == before
    assert browser_on_tiny_site.goto("/done").title == "done"


@pytest.mark.parametrize("text", ["باہر", "دور", "خط", "English", "file"])
def test_no_link_leads_out(browser_on_tiny_site: Browser, text: str):
    before = browser_on_tiny_site.start(START)
    index = next(link.index for link in before.links if link.text == text)
    with pytest.raises(ActionFailed):
        browser_on_tiny_site.click(index)
    assert browser_on_tiny_site.observe() == before


@pytest.mark.parametrize(
    ("form", "fields", "message"),
    [
        (9, {}, "the page has forms 1 to 4"),
        (0, {}, "there is no form 0"),
        (2, {"size": "M"}, "its fields are qty, method, gift, note"),
        (3, {"id": "5"}, "presses its button"),
        (1, {"sort": "rating"}, r"choose one of new \(نئے\), price \(قیمت\)"),
        (2, {"method": "slow"}, r"choose one of standard \(عام\), express \(تیز\)"),
        (2, {"gift": "maybe"}, "give 1 to tick it or 0 to clear it"),
        (2, {"qty": "12345"}, "at most 4 characters, got 5"),
    ],
)
def test_what_a_form_refuses(
    browser_on_tiny_site: Browser, tiny_site: TinySite, form: int, fields: dict[str, str], message: str
):
    before = browser_on_tiny_site.start(START)
    tiny_site.submissions.clear()
    with pytest.raises(ActionFailed, match=message):
        browser_on_tiny_site.fill(form, fields)
    assert tiny_site.submissions == []
    assert browser_on_tiny_site.observe() == before


def test_unknown_link(browser_on_tiny_site: Browser):
    browser_on_tiny_site.start(START)
    with pytest.raises(ActionFailed, match="there is no link 99: the page has links 1 to"):
        browser_on_tiny_site.click(99)


def test_a_failing_page_is_named_with_its_cause(browser_on_tiny_site: Browser, tiny_site: TinySite):
    browser_on_tiny_site.start(START)
    tiny_site.causes[f"{START}boom"] = "ZeroDivisionError: division by zero"
    with pytest.raises(BrowserError, match=r"tiny\.ur\.localhost/boom answered HTTP 500: ZeroDivisionError"):
        browser_on_tiny_site.goto("/boom")


def test_a_redirect_loop_ends(browser_on_tiny_site: Browser):
    browser_on_tiny_site.start(START)
    with pytest.raises(BrowserError, match="/loop"):
        browser_on_tiny_site.goto("/loop")


def test_each_episode_has_its_own_cookies(browser_on_tiny_site: Browser):
    browser_on_tiny_site.start(f"{START}visits")
    assert browser_on_tiny_site.goto("/visits").text == "2"
    assert browser_on_tiny_site.start(f"{START}visits").text == "1"


def test_other_content_is_named(chromium_browser: Browser, http_browser: Browser):
    for browser in (chromium_browser, http_browser):
        browser.start(START)
        page = browser.goto("/dot.png")
        assert (page.text, page.links, page.forms) == ("(image/png)", (), ())


def test_pictures_are_fetched_for_the_screen_alone(http_browser: Browser, tiny_site: TinySite):
    tiny_site.pictures.clear()
    assert "<img" in tiny_site.home
    http_browser.start(START)
    http_browser.goto("/")
    assert tiny_site.pictures == []
