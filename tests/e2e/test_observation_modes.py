"""What Chromium adds to an observation on request: the same numbers, and nothing of the page changed."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from playwright.sync_api import Playwright

from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.observation import Observation
from tests.tiny_site import START, TinySite

pytestmark = pytest.mark.browser

LANGS = ("ur", "am")
PATHS = (
    "/",
    "/search?cat=kitchen&sort=rating",
    "/p/P0416",
    "/p/P0416/reviews",
    "/cart",
    "/login",
    "/brands",
    "/help/shipping",
)
ALL_CAPTURES = ChromiumOptions(screenshots=True, axtree=True, html=True, pictures=True)
NAMED = re.compile(r'^ *\[(?P<mark>F?\d+)\] (?P<role>\w+)(?: "(?P<name>.*)")?')
FIELD = re.compile(r" field=(\w+)")
WATCH = """() => {
  window.changes = [];
  const watch = new MutationObserver(seen => window.changes.push(...seen.map(change => change.type)));
  watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  for (const name of ['scroll', 'resize', 'focus', 'blur', 'toggle', 'visibilitychange'])
    window.addEventListener(name, () => window.changes.push(name), true);
}"""


@pytest.fixture(scope="module")
def shop() -> Iterator[Environment]:
    with Environment(["ministore"], LANGS) as environment:
        yield environment


@pytest.fixture(scope="module")
def walker(shop: Environment, playwright: Playwright) -> Iterator[ChromiumBrowser]:
    browser = ChromiumBrowser(shop, ChromiumOptions(axtree=True, html=True), playwright=playwright)
    yield browser
    browser.close()


@pytest.fixture
def tiny_browser(tiny_site: TinySite, playwright: Playwright) -> Iterator[ChromiumBrowser]:
    browser = ChromiumBrowser(tiny_site, ALL_CAPTURES, playwright=playwright)
    yield browser
    browser.close()


def words(text: str) -> str:
    return " ".join(text.split())


def named(tree: str) -> dict[str, tuple[str, str]]:
    """Mark -> role and name."""
    found = filter(None, map(NAMED.match, tree.split("\n")))
    return {line["mark"]: (line["role"], line["name"] or "") for line in found}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_number_is_in_the_tree_on_the_element_of_that_name(
    shop: Environment, walker: ChromiumBrowser, lang: str, path: str
):
    shop.reset("ministore", lang)
    seen = walker.start(shop.url("ministore", lang, path))
    assert seen.axtree is not None
    elements = named(seen.axtree)
    assert set(elements) == {str(link.index) for link in seen.links} | {
        f"F{form.index}" for form in seen.forms
    }
    for link in seen.links:
        role, name = elements[str(link.index)]
        assert role == "link"
        assert words(link.text) in words(name)
    assert "not shown on the page" not in seen.axtree
    fields = [field.name for form in seen.forms for field in form.fields]
    assert list(dict.fromkeys(FIELD.findall(seen.axtree))) == list(dict.fromkeys(fields))


def test_the_tree_follows_the_agent_to_the_next_page(shop: Environment, walker: ChromiumBrowser):
    shop.reset("ministore", "ur")
    before = walker.start(shop.url("ministore", "ur", "/"))
    after = walker.click(10)
    assert before.axtree != after.axtree
    assert after.axtree is not None
    assert after.links[9].text in after.axtree


def test_nothing_of_the_page_changes_by_looking(tiny_site: TinySite, tiny_browser: ChromiumBrowser):
    tiny_browser.start(START)
    page = tiny_browser._open_page
    page.evaluate(WATCH)
    before = page.content()
    seen = tiny_browser.observe()
    assert seen.axtree and seen.html and seen.pictures and seen.screenshot
    assert page.content() == before
    assert page.evaluate("window.changes") == []
    assert tiny_site.submissions == []


def test_captures_add_to_the_observation_and_change_nothing_in_it(
    tiny_browser: ChromiumBrowser, chromium_browser: ChromiumBrowser
):
    bare = replace(
        tiny_browser.start(START), axtree=None, html=None, pictures=None, pictured_text="", screenshot=None
    )
    assert bare == chromium_browser.start(START)


def test_what_a_closed_box_hides_stands_at_the_end_and_its_neighbours_keep_their_numbers(
    tiny_browser: ChromiumBrowser,
):
    seen = tiny_browser.start(START)
    hidden = next(link for link in seen.links if link.href == "/hidden-away")
    assert seen.axtree is not None
    tree, _, rest = seen.axtree.partition("not shown on the page:\n")
    assert f'[{hidden.index}] link "اندر"' in rest
    assert f"[{hidden.index}]" not in tree
    assert named(tree)[str(hidden.index + 1)] == ("link", "باہر")


def test_fields_tell_names_values_and_states(tiny_browser: ChromiumBrowser):
    tree = tiny_browser.start(START).axtree or ""
    for line in (
        'textbox "تلاش" field=q value="a~b*c"',
        'combobox "ترتیب" field=sort value="قیمت"',
        'option "قیمت" selected',
        'textbox "تعداد" field=qty value="1"',
        'radio "عام" field=method checked',
        'radio "تیز" field=method',
        'checkbox "تحفہ" field=gift',
        'textbox "نوٹ" field=note value="پہلی دوسری"',
        'button "بھیجیں"',
    ):
        assert line in [said.strip() for said in tree.split("\n")], tree


def test_both_browsers_give_the_same_markup_and_pictures(shop: Environment, playwright: Playwright):
    url = shop.url("ministore", "ur", "/c/home-decor")
    shop.reset("ministore", "ur")
    plain = HttpBrowser(shop, html=True, pictures=True)
    real = ChromiumBrowser(shop, ChromiumOptions(html=True, pictures=True), playwright=playwright)
    seen: list[Observation] = []
    for browser in (plain, real):
        seen.append(browser.start(url))
        browser.close()
    assert seen[0] == seen[1]
    assert seen[0].pictures
    assert [shown.index for shown in seen[0].pictures] == list(range(1, len(seen[0].pictures) + 1))
    assert all(shown.data for shown in seen[0].pictures)
    assert "[picture 1] " in seen[0].pictured_text


def test_a_picture_is_asked_for_once_and_never_outside(tiny_site: TinySite, monkeypatch: pytest.MonkeyPatch):
    home = (
        '<title>x</title><a href="/">home</a><img src="/dot.png" alt="dot"><img src="/gone.png">'
        '<img src="http://example.com/far.png"><img src="/dot.png">'
    )
    monkeypatch.setattr(tiny_site, "home", home)
    tiny_site.pictures.clear()
    browser = HttpBrowser(tiny_site, pictures=True)
    browser.start(START)
    seen = browser.goto("/")
    browser.close()
    assert seen.pictures is not None
    assert [bool(shown.data) for shown in seen.pictures] == [True, False, False, True]
    assert tiny_site.pictures == ["/dot.png"]


def test_markup_bears_the_numbers_of_the_links(shop: Environment, walker: ChromiumBrowser):
    seen = walker.start(shop.url("ministore", "am", "/search?on_sale=1&sort=discount"))
    assert seen.html is not None
    marked = re.findall(r'<a mark="(\d+)" href="([^"]*)"', seen.html)
    assert [(int(mark), unescape(href)) for mark, href in marked] == [
        (link.index, link.href) for link in seen.links
    ]
