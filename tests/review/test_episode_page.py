"""The page of an episode in a real Chromium, from disk: steps, keys, address, marks, phones, gaps."""

import pytest
from playwright.sync_api import Page, expect

from harness.review import write_review
from tests.review.conftest import PHONE
from tests.review.looked_into import ENGLISH, TEXTS, write_blind, write_looked_into

DIRECTIONS = {"ur": ("ur-PK", "rtl"), "am": ("am", "ltr")}
KEYS = (
    *(("j", "2"), ("ArrowRight", "3"), ("k", "2"), ("ArrowLeft", "1"), ("e", "3"), ("d", "4"), ("k", "3")),
    *(("End", "6"), ("j", "6"), ("Home", "1")),
)
"""Pressed one after the other -> the step that is shown then."""
TABS = ("reply", "prompt", "text", "rows", "checks", "cost")


@pytest.fixture(scope="module")
def episodes(tmp_path_factory):
    return write_review(write_looked_into(tmp_path_factory.mktemp("run"))).parent / "episodes"


@pytest.fixture
def show(open_page, episodes):
    """Opens the page of an episode: ``show("ur", "#step=3")``."""

    def show(name, place="", **options) -> Page:
        page = open_page(
            episodes / f"ministore-{name if '-' in name else f'001-{name}'}.html", place, **options
        )
        page.wait_for_function("document.getElementById('place').textContent")
        return page

    return show


def place(page):
    return page.evaluate("location.hash")


def at(page):
    return page.locator(".frame[aria-current=step]").get_attribute("data-step")


def pane(page):
    return page.locator("#panel")


@pytest.mark.parametrize("lang", DIRECTIONS)
def test_the_head_tells_what_was_asked_and_how_it_ended(show, lang):
    page = show(lang)
    intent = page.locator("p.intent")
    expect(intent).to_have_text(TEXTS[lang]["intent"])
    assert (intent.get_attribute("lang"), intent.get_attribute("dir")) == DIRECTIONS[lang]
    expect(page.locator("p.english")).to_have_text(ENGLISH)
    expect(page.locator(".verdict > .outcome")).to_have_text("U not solved")
    expect(page.locator(".reason")).to_have_text("Reason: wrong value")
    expect(page.locator("#others")).to_contain_text("English –")


def test_the_strip_tells_errors_disruptions_rows_and_the_path(show):
    frames = show("ur").locator(".frame")
    expect(frames).to_have_count(6)
    classes = [set(frames.nth(number).get_attribute("class").split()) - {"frame"} for number in range(6)]
    assert classes == [{"disrupted"}, set(), {"failed"}, {"changed", "off"}, {"changed", "off"}, {"changed"}]


def test_keys(show):
    page = show("ur")
    for key, step in KEYS:
        page.keyboard.press(key)
        assert at(page) == step, key
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("first step off the reference path")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    for number, tab in enumerate(TABS, 1):
        page.keyboard.press(str(number))
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")


def test_keys_lead_to_other_episodes(show):
    page = show("am")
    page.keyboard.press("J")
    page.wait_for_url("**/ministore-002-ur.html*")
    page.wait_for_function("document.getElementById('place').textContent == '3 of 3'")
    page.keyboard.press("J")
    expect(page.locator("#toast")).to_have_text("This is the last episode of the run.")
    page.keyboard.press("K")
    page.wait_for_url("**/ministore-001-am.html*")


def test_the_address_holds_step_and_tab(show):
    page = show("ur", "#step=4&tab=rows&view=difference")
    assert at(page) == "4"
    expect(pane(page)).to_contain_text("Changed by this step")
    expect(page.locator(".screen.difference .older")).to_be_visible()
    page.keyboard.press("k")
    page.keyboard.press("3")
    assert place(page) == "#step=3&tab=text&view=difference"
    page.evaluate("location.hash = '#step=2&tab=cost'")
    expect(page.locator("#tab-cost")).to_have_attribute("aria-selected", "true")
    assert at(page) == "2"


def test_marks_and_target_are_drawn_where_they_were(show):
    page = show("ur", "#step=2&tab=text")
    image = page.locator(".screen > img").bounding_box()
    box = page.locator('g[data-mark="F1"] .box').bounding_box()
    scale = image["width"] / 800
    assert abs(box["x"] - image["x"] - 100 * scale) < 3
    assert abs(box["width"] - 300 * scale) < 4
    target = page.locator(".mark.target")
    expect(target).to_have_attribute("data-mark", "F1")
    link = page.locator('g[data-mark="1"]')
    assert link.evaluate("node => getComputedStyle(node).opacity") == "1"
    page.keyboard.press("m")
    assert page.locator('g[data-mark="1"]').evaluate("node => getComputedStyle(node).opacity") == "0"
    assert target.evaluate("node => getComputedStyle(node).opacity") == "1"
    page.keyboard.press("t")
    assert page.locator(".mark.target").evaluate("node => getComputedStyle(node).opacity") == "0"


def test_the_target_is_brought_into_sight(show):
    page = show("ur", "#step=4")
    expect(page.locator(".mark.target")).to_have_attribute("data-mark", "2")
    page.wait_for_function("document.querySelector('.stage').scrollTop > 0")
    stage, box = page.locator(".stage").bounding_box(), page.locator(".mark.target .box").first.bounding_box()
    assert stage["y"] <= box["y"] <= stage["y"] + stage["height"]


def test_an_entry_lights_its_mark_and_a_mark_its_entries(show):
    page = show("ur", "#step=2&tab=text")
    page.locator('.entry[data-mark="2"]').hover()
    expect(page.locator('g[data-mark="2"]')).to_have_class("mark link lit")
    expect(page.locator('g[data-mark="1"].lit')).to_have_count(0)
    page.locator('.token[data-mark="F1"]').hover()
    expect(page.locator('g[data-mark="F1"]')).to_have_class("mark form target lit")
    page.locator('g[data-mark="1"] text').hover()
    expect(page.locator('.entry[data-mark="1"]')).to_have_class("entry lit")
    expect(page.locator('.token[data-mark="1"]')).to_have_class("token lit")


def test_search_finds_steps_and_goes_through_them(show):
    page = show("ur")
    page.keyboard.press("/")
    page.keyboard.type("search?q")
    expect(page.locator("#hits")).to_have_text("in 2 of 6 steps")
    assert page.locator(".frame.pale").evaluate_all("nodes => nodes.map((node) => node.dataset.step)") == [
        "1",
        "2",
        "5",
        "6",
    ]
    page.keyboard.press("Enter")
    assert (at(page), place(page)) == ("3", "#step=3&tab=text")
    page.keyboard.press("Enter")
    assert at(page) == "4"
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert at(page) == "5"


@pytest.mark.parametrize("lang", DIRECTIONS)
@pytest.mark.parametrize("tab", TABS)
def test_a_phone_shows_everything_without_scrolling_sideways(show, lang, tab):
    page = show(lang, f"#step=4&tab={tab}", size=PHONE)
    line = page.locator(".top .brand").bounding_box(), page.locator(".top .help-button").bounding_box()
    assert line[0] and line[1] and abs(line[0]["y"] - line[1]["y"]) < 10
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator("summary", has_text="Facts and commands").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_commands_name_the_step(show):
    page = show("ur", "#step=4")
    page.locator("summary", has_text="Facts and commands").click()
    expect(page.locator("#replay")).to_contain_text("#ministore-001-ur' --until 4")
    page.keyboard.press("j")
    expect(page.locator("#replay")).to_contain_text("--until 5")
    page.locator("dt", has_text="Replay to here").locator("xpath=..").get_by_role("button").click()
    expect(page.locator("button.copy", has_text="Copied")).to_have_count(1)
    page.get_by_role("button", name="Copy: run again").click()
    expect(page.locator("#copies .copy", has_text="Copied")).to_have_count(1)


def test_a_picture_that_is_gone_or_the_same_says_so(show):
    page = show("ur", "#step=5")
    expect(page.locator(".stage")).to_contain_text(
        "screenshots/ministore-001-ur/005.webp is not in the run's folder"
    )
    page = show("ur", "#step=3&view=difference")
    expect(page.locator(".stage")).to_have_text("The page looks exactly as it did in step 2.")
    page = show("ur", "#step=1&view=difference")
    expect(page.locator(".stage")).to_have_text("This is the first step: there is no page before it.")
    page = show("ur", "#step=6&view=difference")
    expect(page.locator(".stage")).to_contain_text("Step 5 has no picture to compare with.")


def test_the_image_that_a_model_was_sent(show):
    page = show("ur", "#step=4&view=sent")
    image = page.locator(".sent img")
    expect(image).to_have_attribute("src", "../../sent/0123456789abcdef.png")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 800
    page.keyboard.press("k")
    expect(page.locator(".stage")).to_contain_text("This prompt held no images")


def test_a_run_without_pictures_shows_what_was_read_and_says_why(open_page, tmp_path):
    folder = write_review(write_blind(tmp_path / "run")).parent
    page = open_page(folder / "episodes" / "ministore-001-am.html")
    expect(page.locator(".stage")).to_contain_text("--engine http")
    expect(page.locator(".stage .entry").first).to_contain_text(TEXTS["am"]["link"])
    page.keyboard.press("2")
    expect(pane(page)).to_contain_text("No model is behind this agent")


@pytest.mark.parametrize("tab", TABS)
def test_an_episode_in_error_says_so_in_every_pane(show, tab):
    page = show("002-ur", f"#tab={tab}")
    expect(page.locator(".verdict > .outcome")).to_contain_text("no verdict: the episode broke off")
    expect(page.locator("pre.error").first).to_have_text("BrowserError: /boom answered HTTP 500")
    expect(pane(page)).to_contain_text("BrowserError: /boom answered HTTP 500")
    page.keyboard.press("j")
    expect(page.locator("#toast")).to_have_text("No step is on record.")


def test_an_agent_without_a_model_has_no_sent_image_to_press(open_page, tmp_path):
    folder = write_review(write_blind(tmp_path / "run")).parent
    page = open_page(folder / "episodes" / "ministore-001-am.html")
    expect(page.get_by_role("button", name="Sent image")).to_be_disabled()
    page.keyboard.press("i")
    expect(page.locator("#toast")).to_have_text("No model is behind this agent, so nothing was sent.")
    expect(page.locator(".stage .entry").first).to_be_visible()


def test_marks_and_target_are_off_where_no_page_is_shown(show):
    page = show("ur", "#step=4&view=sent")
    for name in ("Marks", "Target"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Sent image").click()
    expect(page.get_by_role("button", name="Marks")).to_have_attribute("aria-pressed", "true")


def test_a_frame_off_the_path_keeps_its_broken_edge_while_it_is_shown(show):
    page = show("am", "#step=4")
    frame = page.locator(".frame.off[aria-current=step]")
    assert frame.evaluate("one => getComputedStyle(one).outlineStyle") == "dashed"
    edges = frame.evaluate(
        "one => [getComputedStyle(one).outlineColor, getComputedStyle(one).borderTopColor]"
    )
    assert edges[0] != edges[1]


def test_the_legend_of_the_film_strip_is_on_phones_too(show):
    expect(show("am", size=PHONE).locator(".legend .key")).to_have_count(4)
    expect(show("am", size=PHONE).locator(".legend .off")).to_be_visible()


def test_an_error_tells_its_source(show):
    expect(show("002-ur").locator(".reason")).to_have_text("Source: error of the machine")
