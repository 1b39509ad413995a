"""Cookie notice and advertisement in a real Chromium: history, tabs, forms, looks, and the other browser."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from harness.agents.dismissal import dismissing_link
from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.http import HttpBrowser
from harness.browsers.launch import host_rules_for, launch_chromium
from harness.environment import Environment
from harness.episode import run_episode
from harness.interruptions import DisruptionSetting
from harness.marking import take_marked_screenshot
from harness.observation import Observation
from sites.kit.localization import LANGUAGES
from tests.disrupted_site import Script, serve_disrupted_site
from tests.harness.conftest import TASK

pytestmark = pytest.mark.browser

SITE = "ministore"
UR = f"http://{SITE}.ur.localhost"
WIDTHS = {1280: (0, 5, 6, 15), 800: (6,), 390: (15,)}
"""Width of the window -> seeds, whose wordings are looked at in it."""
SIZES = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
FONTS = "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)"
SECRET_LINK = re.compile(r"/[\w-]{22}(?![\w-])")


@pytest.fixture(scope="module")
def environment() -> Iterator[Environment]:
    with Environment([SITE], list(LANGUAGES)) as made:
        yield made


@pytest.fixture(scope="module")
def browser(playwright: Playwright, environment: Environment) -> Iterator[Browser]:
    started = launch_chromium(playwright, host_rules=host_rules_for(environment.port))
    yield started
    started.close()


@pytest.fixture
def tabs(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        yield context


@pytest.fixture
def arm(environment: Environment):
    def reset_and_arm(lang: str = "ur", mode: str = "once", seed: int = 1) -> None:
        environment.reset(SITE, lang)
        environment.arm(SITE, lang, mode, seed)  # type: ignore[arg-type]

    yield reset_and_arm
    for lang in LANGUAGES:
        environment.reset(SITE, lang)


def stands_before(page: Page) -> str | None:
    """Which interruption a tab shows."""
    if page.locator(".notice-sheet").count():
        return "cookie notice"
    return "advertisement" if page.locator(".offer").count() else None


def links(page: Page) -> list[str]:
    return page.eval_on_selector_all(".sheet a", "links => links.map(link => link.href)")


def click(page: Page, selector: str) -> None:
    """Press the middle of an element, and wait for the page that it leads to."""
    with page.expect_navigation(wait_until="load"):
        page.click(selector, timeout=5_000)


def past_the_notice(page: Page, target: str = "/") -> None:
    page.goto(f"{UR}{target}")
    click(page, ".close")
    assert stands_before(page) is None


def endings(environment: Environment) -> list[tuple[str, str | None]]:
    return [(one.kind, one.ending) for one in environment.interruptions(SITE, "ur")]


def test_reloading_and_going_back_do_not_pass_the_notice(arm, tabs):
    arm()
    page = tabs.new_page()
    page.goto(f"{UR}/brands")
    seen = links(page)
    page.reload()
    assert stands_before(page) == "cookie notice"
    page.goto(f"{UR}/cart")
    page.go_back()
    assert stands_before(page) == "cookie notice"
    assert page.url == f"{UR}/brands"
    assert not set(seen) & set(links(page))
    click(page, ".close")
    assert (stands_before(page), page.url) == (None, f"{UR}/brands")


def test_history_does_not_pass_the_advertisement(arm, tabs, environment):
    arm()
    page = tabs.new_page()
    past_the_notice(page)
    click(page, "a[href='/brands']")
    assert (stands_before(page), page.url) == ("advertisement", f"{UR}/brands")
    page.go_back()
    assert stands_before(page) == "advertisement"
    page.go_forward()
    page.reload()
    assert (stands_before(page), page.url) == ("advertisement", f"{UR}/brands")
    click(page, ".decline a")
    assert (stands_before(page), page.url) == (None, f"{UR}/brands")
    page.go_back()
    assert stands_before(page) is None
    assert endings(environment) == [("cookie_notice", "dismissed"), ("advertisement", "dismissed")]


def test_a_second_tab_is_no_way_round_and_ends_the_links_of_the_first(arm, tabs, environment):
    arm()
    first, second = tabs.new_page(), tabs.new_page()
    first.goto(f"{UR}/brands")
    second.goto(f"{UR}/cart")
    assert stands_before(second) == "cookie notice"
    click(first, ".close")
    assert stands_before(first) == "cookie notice"
    assert endings(environment) == [("cookie_notice", None)]
    click(first, ".close")
    assert (stands_before(first), first.url) == (None, f"{UR}/brands")
    click(second, ".close")
    assert stands_before(second) == "advertisement", "a page load like any other"
    first.goto(f"{UR}/help/shipping")
    assert stands_before(first) == "advertisement"
    click(first, ".decline a")
    assert stands_before(first) is None


def test_installing_leads_away_in_every_tab(arm, tabs, environment):
    arm()
    first, second = tabs.new_page(), tabs.new_page()
    past_the_notice(first)
    first.goto(f"{UR}/brands")
    click(first, ".sheet a >> nth=0")
    assert first.locator(".store").count() == 1
    assert first.locator("a").count() == 0
    second.goto(f"{UR}/")
    first.go_back()
    assert first.locator(".store").count() == second.locator(".store").count() == 1
    assert endings(environment)[-1] == ("advertisement", "accepted")


def log_in(page: Page, environment: Environment) -> None:
    """Log in at the undisturbed shop, then arm it."""
    environment.reset(SITE, "ur")
    page.goto(f"{UR}/login")
    page.fill("#username", "nadia")
    page.fill("#password", "mini2026")
    click(page, "main button")
    environment.arm(SITE, "ur", "once", 1)


def put_into_cart(page: Page) -> None:
    page.fill("#qty", "1")
    click(page, "form[action='/cart/add'] button")


def changed_tables(environment: Environment) -> list[tuple[str, str]]:
    return [(change.table, change.kind) for change in environment.changes(SITE, "ur")]


def test_a_form_sent_before_the_advertisement_is_carried_out_once(tabs, environment):
    page = tabs.new_page()
    log_in(page, environment)
    past_the_notice(page, "/p/P0003")
    put_into_cart(page)
    assert stands_before(page) == "advertisement"
    assert changed_tables(environment) == [("cart_items", "added")]
    address = page.url
    page.reload()
    click(page, ".decline a")
    assert (stands_before(page), page.url) == (None, address)
    assert changed_tables(environment) == [("cart_items", "added")]


def test_a_form_of_another_tab_is_not_carried_out_while_one_is_active(tabs, environment):
    shop, other = tabs.new_page(), tabs.new_page()
    log_in(shop, environment)
    past_the_notice(shop, "/p/P0003")
    other.goto(f"{UR}/brands")
    assert stands_before(other) == "advertisement"
    put_into_cart(shop)
    assert stands_before(shop) == "advertisement"
    assert changed_tables(environment) == []
    click(shop, ".decline a")
    assert (stands_before(shop), shop.url) == (None, f"{UR}/brands"), "the page that was asked for last"


def test_files_are_not_touched(arm, tabs):
    arm()
    page = tabs.new_page()
    types: dict[str, str] = {}
    page.on("response", lambda answer: types.update({answer.url: answer.headers.get("content-type", "")}))
    page.goto(f"{UR}/")
    page.evaluate("document.fonts.ready")
    assert set(page.evaluate(FONTS)) >= {"LW Nastaliq", "LW Latin"}
    assert any(kind.startswith("text/css") for kind in types.values())
    assert any(url.endswith(".woff2") or ".woff2?" in url for url in types)
    click(page, ".close")
    assert page.evaluate("[...document.images].filter(image => !image.naturalWidth).length") == 0


def test_two_workers_do_not_share_an_interruption(arm, environment, browser, playwright):
    arm()
    with Environment([SITE], ["ur"]) as other:
        other.reset(SITE, "ur")
        with closing(HttpBrowser(environment)) as one, closing(HttpBrowser(other)) as two:
            notice = one.start(f"{UR}/")
            assert dismissing_link(notice, "ur") == 1
            assert dismissing_link(two.start(f"{UR}/"), "ur") is None
            other.arm(SITE, "ur", "once", 1)
            assert dismissing_link(two.goto("/"), "ur") == 1
            two.goto(notice.links[0].href)
            assert other.interruptions(SITE, "ur")[0].ending is None
            one.click(1)
            assert environment.interruptions(SITE, "ur")[0].ending == "dismissed"
            assert other.interruptions(SITE, "ur")[0].ending is None


NOTICE, OFFER = 1, 2
"""How many links each has."""


@pytest.mark.parametrize("engine", [HttpBrowser, ChromiumBrowser])
def test_links_and_forms_bring_the_advertisement_back(engine, arm, environment, playwright):
    arm(mode="every-click")
    given = {"playwright": playwright} if engine is ChromiumBrowser else {}
    with closing(engine(environment, **given)) as driver:
        pages = [driver.start(f"{UR}/"), driver.click(1), driver.goto("/brands"), driver.click(2)]
        assert [dismissing_link(page, "ur") for page in pages] == [NOTICE, None, OFFER, None]
        assert dismissing_link(driver.goto("/cart"), "ur") is None
        assert dismissing_link(driver.goto("/brands"), "ur") is None
        assert dismissing_link(driver.click(1), "ur") == OFFER
        assert dismissing_link(driver.click(2), "ur") is None
        assert dismissing_link(driver.fill(1, {"q": "P0003"}), "ur") == OFFER
        page = driver.click(2)
        assert (dismissing_link(page, "ur"), page.url) == (None, f"{UR}/p/P0003")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_browsers_observe_the_same(lang, arm, environment, playwright):
    seen: dict[str, list[Observation]] = {}
    for driver in (HttpBrowser(environment), ChromiumBrowser(environment, playwright=playwright)):
        with closing(driver):
            for seed in (0, 5, 6, 15):
                arm(lang, seed=seed)
                pages = [driver.start(f"http://{SITE}.{lang}.localhost/search?q=P0003&sort=new")]
                pages += [driver.click(1), driver.goto("/help/shipping"), driver.click(1)]
                seen.setdefault(driver.name, []).extend(map(masked, pages))
    assert seen["http"] == seen["chromium"]
    assert len({page.title for page in seen["http"]}) > 4


def masked(page: Observation) -> Observation:
    """The page with its secret links made equal."""
    links = tuple(replace(link, href=SECRET_LINK.sub("/*", link.href)) for link in page.links)
    return replace(page, links=links, url=SECRET_LINK.sub("/*", page.url))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_fit_and_every_link_is_marked_small_and_reachable(lang, arm, browser):
    for width, seeds in WIDTHS.items():
        with browser.new_context(viewport={"width": width, "height": 720}) as context:
            page = context.new_page()
            for seed in seeds:
                arm(lang, seed=seed)
                page.goto(f"http://{SITE}.{lang}.localhost/help/returns")
                check_marks(page, ["1"])
                close = page.locator(".close")
                size = close.evaluate("link => parseFloat(getComputedStyle(link).fontSize)")
                assert size < 13, "as small as real ones are"
                click(page, ".close")
                page.goto(f"http://{SITE}.{lang}.localhost/help/shipping")
                check_marks(page, ["1", "2"])
                click(page, ".decline a")
                assert stands_before(page) is None


def check_marks(page: Page, ids: list[str]) -> None:
    wide, window = page.evaluate(SIZES)
    assert wide == window
    shot = take_marked_screenshot(page)
    assert [mark.id for mark in shot.marks] == ids
    for mark in shot.marks:
        label = mark.label
        assert 0 <= label.x0 < label.x1 <= shot.width
        assert not [box for other in shot.marks for box in other.boxes if overlap(label, box)]


def overlap(one, other) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


def test_a_page_loaded_again_to_undo_a_failure_may_be_interrupted(playwright):
    script = Script("click 1", "goto /out", "click 2", "click 2", "stop 12")
    with (
        serve_disrupted_site() as world,
        closing(ChromiumBrowser(world, playwright=playwright)) as chromium,
    ):
        result = run_episode(TASK, script, chromium, world, disruptions=DisruptionSetting("once"))  # type: ignore[arg-type]
    assert (result.error, result.outcome) == (None, "solved")
    assert script.seen[2].error is not None
    assert len(script.seen[2].links) == 2, "the advertisement, with what went wrong"
    assert [(one.kind, one.shown_step, one.ending) for one in result.disruptions] == [
        ("cookie_notice", 1, "dismissed"),
        ("advertisement", 3, "dismissed"),
    ]


@pytest.mark.parametrize("way_out", ["/out", "/detour"])
@pytest.mark.parametrize("engine", [HttpBrowser, ChromiumBrowser])
def test_an_address_that_leads_off_the_site_is_a_refused_step_behind_an_interruption_too(
    engine, way_out, playwright
):
    script = Script(f"goto {way_out}", "click 1", "click 2", f"goto {way_out}", "click 2", "stop 12")
    given = {"playwright": playwright} if engine is ChromiumBrowser else {}
    with serve_disrupted_site() as world, closing(engine(world, **given)) as driver:
        result = run_episode(TASK, script, driver, world, disruptions=DisruptionSetting("once"))  # type: ignore[arg-type]
    assert (result.error, result.outcome) == (None, "solved")
    assert [bool(seen.error) for seen in script.seen] == [False, True, False, False, True, False]
    assert [(one.kind, one.shown_step, one.ending) for one in result.disruptions] == [
        ("cookie_notice", 1, "dismissed"),
        ("advertisement", 4, "dismissed"),
    ]
