"""The overlay of a headed browser: nothing that agents see holds it, and hands on the page become actions.

Without a display: the same code draws in a headless Chromium, where nobody looks.
"""

from collections.abc import Callable, Iterator
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from harness.agents import make_agent_factory
from harness.agents.human import Turn
from harness.agents.protocol import Assignment, Reply
from harness.agents.reference import ReferenceAgent
from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.overlay import Act, Panel, View
from harness.debugging.clock import StoppableClock
from harness.debugging.people import AtBrowser, AtTerminal, written_act
from harness.debugging.protocol import Moment
from harness.debugging.request import StepRequest
from harness.debugging.session import Debugger
from harness.debugging.stepping import Stepper
from harness.environment import Environment
from harness.episode import run_episode
from harness.errors import ActionError, BrowserError
from harness.records import RunRecorder, StepRecord
from harness.records.reader import STEPS_FILE
from sites.kit.site import Account
from tasks import load_instances
from tests.paper_console import PaperConsole
from tests.tiny_site import START

pytestmark = pytest.mark.browser

PANEL = Panel("tiny-1-ur · step 1 of 9", "سب سے سستا لیمپ", "ur", "rtl", "LW Nastaliq", reply="click 2")
PIERCED = {"depth": -1, "pierce": True}
WHEN_SHOWN = """
() => new MutationObserver((changes, watching) => {
    if (!changes.some((change) => change.addedNodes.length)) return;
    watching.disconnect();
    console.log("overlay");
  })
  .observe(document.documentElement, {childList: true})
"""


@pytest.fixture(scope="module")
def marked(tiny_site, playwright) -> Iterator[ChromiumBrowser]:
    """A browser whose observations carry marked screenshots."""
    browser = ChromiumBrowser(tiny_site, ChromiumOptions(screenshots=True), playwright=playwright)
    yield browser
    browser.close()


@pytest.fixture
def by_hand(chromium_browser):
    """Open the start page, do something on it once the overlay stands, and give what was made of it."""

    def act(do: Callable[[Page], object], *, can_hand_back: bool = False) -> Act:
        chromium_browser.start(START)
        page = chromium_browser.stage._page()
        when_shown(page, do)
        return chromium_browser.stage.next_act(View(PANEL), can_hand_back=can_hand_back)

    return act


def when_shown(page: Page, do: Callable[[Page], object]) -> None:
    """Do something whenever the overlay was put up; what fails closes the page: nobody waits for it."""

    def act(message):
        if message.text != "overlay":
            return
        try:
            do(page)
        except Exception:
            page.close()
            raise

    page.set_default_timeout(10_000)
    page.on("console", act)
    page.evaluate(WHEN_SHOWN)


def view_of(seen, target="1"):
    return View(PANEL, seen.screenshot.marks, target)


def test_looks_are_byte_equal_with_and_without_the_overlay(marked):
    def looks(do: Callable[[object], object]):
        first = marked.start(START)
        do(first)
        again = marked.observe()
        do(again)
        return first, again, marked.goto("/done")

    plain = looks(lambda seen: None)
    shown = looks(lambda seen: marked.stage.show(view_of(seen)))
    assert shown == plain
    assert [seen.screenshot.png for seen in shown] == [seen.screenshot.png for seen in plain]


def test_the_overlay_is_seen_and_scripts_of_the_page_find_nothing_of_it(marked):
    seen = marked.start(START)
    page = marked.stage._page()
    before = Image.open(BytesIO(page.screenshot()))
    marked.stage.show(view_of(seen))
    after = Image.open(BytesIO(page.screenshot()))
    assert np.any(np.asarray(before) != np.asarray(after))
    assert page.evaluate("() => document.querySelector('lowagent-overlay').shadowRoot") is None
    assert page.evaluate("() => [typeof lowagent, document.body.innerText.includes('step 1 of 9')]") == [
        "undefined",
        False,
    ]
    marked.stage.hide()
    assert np.array_equal(np.asarray(before), np.asarray(Image.open(BytesIO(page.screenshot()))))


def test_the_target_is_scrolled_into_view_and_the_page_back(marked, tiny_site, monkeypatch):
    monkeypatch.setattr(tiny_site, "home", "<p style='height: 3000px'>x</p><a href='/done'>end</a>")
    seen = marked.start(START)
    page = marked.stage._page()
    marked.stage.show(view_of(seen))
    assert page.evaluate("scrollY") > 0
    marked.stage.hide()
    assert page.evaluate("scrollY") == 0


def test_links_do_nothing_while_a_person_is_asked_and_work_after(marked):
    seen = marked.start(START)
    page = marked.stage._page()
    marked.stage.show(view_of(seen), hold=True)
    page.click("a[href='/cart']")
    assert page.url == START
    assert marked.stage.is_shown
    marked.stage.release()
    page.click("a[href='/cart']")
    assert page.url == f"{START}cart"
    assert not marked.stage.is_shown


def test_a_click_by_hand_is_a_click_and_has_not_reached_the_site(by_hand, chromium_browser):
    act = by_hand(lambda page: page.locator("a[href]").nth(1).click())
    assert act == Act("click", index=2)
    assert chromium_browser.stage._page().url == START
    assert not chromium_browser.stage.is_shown
    assert written_act(act, chromium_browser.observe()) == "click 2"


def test_a_form_sent_by_hand_is_a_fill_with_what_was_changed(by_hand, chromium_browser, tiny_site):
    tiny_site.submissions.clear()

    def search(page):
        page.locator("form").first.locator("input:not([type=hidden])").first.fill("لیمپ")
        page.locator("form").first.locator("button").first.click()

    act = by_hand(search)
    assert (act.kind, act.index, act.is_first_button) == ("fill", 1, True)
    assert tiny_site.submissions == []
    seen = chromium_browser.start(START)
    name = seen.forms[0].fields[0].name
    assert written_act(act, seen) == f"fill 1 {name}=لیمپ"


def test_an_address_typed_by_hand_is_a_goto(by_hand, chromium_browser):
    act = by_hand(lambda page: page.evaluate("() => { location.href = '/done?x=1' }"))
    assert act.kind == "goto"
    assert chromium_browser.stage._page().url == START
    assert written_act(act, chromium_browser.observe()) == "goto /done?x=1"


def test_an_answer_in_the_panel_is_a_stop(by_hand):
    def answer(page):
        page.mouse.click(*middle_of(page, "INPUT"))
        page.keyboard.insert_text("۱۲ روپے")
        page.keyboard.press("Enter")

    act = by_hand(answer)
    assert act == Act("stop", text="۱۲ روپے")


def test_the_controls_are_handed_back_in_the_panel(by_hand):
    act = by_hand(lambda page: page.mouse.click(*middle_of(page, "BUTTON", 1)), can_hand_back=True)
    assert act == Act("back")


def middle_of(page: Page, tag: str, number: int = 0) -> tuple[float, float]:
    """The middle of an element of the panel, in CSS px of the viewport; only the protocol sees it."""
    session = page.context.new_cdp_session(page)
    nodes = [session.send("DOM.getDocument", PIERCED)["root"]]
    found = []
    while nodes:
        node = nodes.pop(0)
        if node["nodeName"] == "LOWAGENT-OVERLAY":
            nodes = []
            found = list(inside(node, tag))
        nodes += node.get("children", [])
    box = session.send("DOM.getBoxModel", {"backendNodeId": found[number]["backendNodeId"]})["model"]
    x0, y0, _, _, x1, y1, _, _ = box["border"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def inside(node, tag):
    for child in (*node.get("shadowRoots", ()), *node.get("children", ())):
        if child["nodeName"] == tag:
            yield child
        yield from inside(child, tag)


def test_what_no_action_does_is_told_and_waited_on(chromium_browser):
    """First another host, then a link: one reply."""
    chromium_browser.start(START)
    stage = chromium_browser.stage
    done = []

    def do(page):
        done.append(1)
        if len(done) == 1:
            page.evaluate(WHEN_SHOWN)
            page.evaluate("() => { location.href = 'http://tiny.en.localhost/done' }")
        else:
            page.locator("a[href]").first.click()

    when_shown(stage._page(), do)
    given = Assignment("tiny-1", "ministore", "ur", "کیا؟", Account("nadia", "x"), 9)
    assert (
        AtBrowser(stage, PaperConsole()).act(Turn(given, 1, chromium_browser._current.observation))
        == "click 1"
    )
    assert len(done) == 2


def test_a_closed_window_is_an_error_that_says_so(tiny_site, playwright):
    browser = ChromiumBrowser(tiny_site, playwright=playwright)
    browser.start(START)
    when_shown(browser.stage._page(), lambda page: page.close())
    with pytest.raises(BrowserError, match="window is gone"):
        browser.stage.next_act(View(PANEL))
    browser.close()


def test_what_is_no_action_says_why(chromium_browser):
    seen = chromium_browser.start(START)
    for act, why in (
        (Act("click", index=0), "was not there"),
        (Act("fill", index=1, is_first_button=False), "only the first button"),
        (Act("fill", index=1, values=(("nowhere", "1"),)), "no field nowhere"),
        (Act("goto", text="http://example.com/"), "outside of the site"),
        (Act("none", text="POST /x"), "no action does what you did"),
    ):
        with pytest.raises(ActionError, match=why):
            written_act(act, seen)


def test_a_stepped_episode_in_chromium_is_recorded_as_what_was_done(playwright):
    """The reference in Urdu with an overlay at every step; the person edits its last answer."""
    task = next(one for one in load_instances(["ministore"], ["ur"], "text", 0) if one.type == "info")
    console = PaperConsole(*[""] * (len(task.reference) - 1), "e", "stop 1")
    with Environment(["ministore"], ["ur"]) as environment:
        browser = ChromiumBrowser(environment, ChromiumOptions(screenshots=True), playwright=playwright)

        watched = Debugger(console).watch(ReferenceAgent, browser, StepRequest(step=True), headed=True)
        result = run_episode(
            task, watched.agents, browser, environment, watcher=watched.watcher, clock=watched.clock
        )
        browser.close()
    assert (result.outcome, result.answer, result.interventions) == ("unsolved", "1", 1)
    assert sum("stopped by --step" in text for text in console.told) == len(task.reference)


def test_a_person_does_an_episode_in_the_window(playwright, monkeypatch, tmp_path):
    """A link, a form and an answer, each by mouse and keys of the page: three steps of an episode."""
    task = next(one for one in load_instances(["ministore"], ["ur"], "text", 0) if one.type == "info")
    with Environment(["ministore"], ["ur"]) as environment:
        browser = ChromiumBrowser(environment, playwright=playwright)

        def follow(page):
            page.locator("a[href^='/search?on_sale=1']").first.click()

        def search(page):
            page.locator("main form input[name=q]").fill("لیمپ")
            page.locator("main form button").first.click()

        def answer(page):
            page.mouse.click(*middle_of(page, "INPUT"))
            page.keyboard.insert_text("P0001")
            page.mouse.click(*middle_of(page, "BUTTON"))

        acts = iter((follow, search, answer))

        def act(page):
            next(acts)(page)

        start = browser.start

        def start_and_act(url):
            seen = start(url)
            page = browser.stage._page()
            when_shown(page, act)
            page.add_init_script(f"addEventListener('DOMContentLoaded', {WHEN_SHOWN})")
            return seen

        monkeypatch.setattr(browser, "start", start_and_act)
        agents = make_agent_factory("human")
        watched = Debugger(PaperConsole()).watch(agents, browser, StepRequest(), headed=True)
        recorder = RunRecorder(tmp_path)
        result = run_episode(task, watched.agents, browser, environment, recorder=recorder)
        browser.close()
    steps = [StepRecord.model_validate_json(one) for one in (tmp_path / STEPS_FILE).read_bytes().splitlines()]
    assert result.error is None
    assert [step.path for step in steps][:2] == ["/", "/search?on_sale=1&sort=discount"]
    assert steps[1].action == "fill 1 q=لیمپ"
    assert steps[2].path.startswith("/search?q=%D9%84")
    assert (result.answer, result.steps, result.interventions) == ("P0001", 3, 0)


def test_marks_are_measured_where_agents_are_shown_none(chromium_browser, marked):
    seen = marked.start(START)
    chromium_browser.start(START)
    measured = chromium_browser.stage.marks()
    assert [(mark.id, mark.boxes) for mark in measured] == [
        (mark.id, mark.boxes) for mark in seen.screenshot.marks
    ]


def test_a_page_left_while_a_question_stands_ends_the_episode_in_an_error(chromium_browser):
    seen = chromium_browser.start(START)

    class Leaving(PaperConsole):
        def ask(self, question):
            chromium_browser.stage._page().goto(f"{START}done")
            return ""

    person, stage = AtTerminal(PaperConsole()), chromium_browser.stage
    stepper = Stepper(StepRequest(step=True), Leaving(), person, StoppableClock(), stage)
    stepper.assignment = Assignment("tiny-1", "ministore", "ur", "کیا؟", Account("nadia", "x"), 9)
    with pytest.raises(BrowserError, match="was left while a question stood"):
        stepper.before_action(Moment(1, seen, Reply("stop"), None, "none"))
