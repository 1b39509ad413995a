"""On the pages that references of published tasks visit, in every language, both browsers see the same."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TypeVar

import pytest
from playwright.sync_api import Playwright

from harness.actions import Action
from harness.agents.reference import resolve_step
from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.http import HttpBrowser
from harness.browsers.protocol import Browser
from harness.environment import Environment
from harness.evaluation import evaluate
from harness.observation import Observation
from sites.kit.changes import RowChange
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
from tasks import StopStep, TaskInstance, load_instances

pytestmark = pytest.mark.browser

Seen = TypeVar("Seen")


class Walk:
    """One browser on sites of its own, so that the two don't share a cart."""

    def __init__(self, environment: Environment, browser: Browser) -> None:
        self.environment = environment
        self.browser = browser

    def start(self, task: TaskInstance) -> Observation:
        self.environment.reset(task.site, task.lang)
        return self.browser.start(self.environment.url(task.site, task.lang, task.start))

    def do(self, action: Action) -> Observation:
        if action.kind == "goto":
            return self.browser.goto(action.path)
        if action.kind == "click":
            return self.browser.click(action.index)
        return self.browser.fill(action.index, action.fields)

    def changes(self, task: TaskInstance) -> tuple[RowChange, ...]:
        return self.environment.changes(task.site, task.lang)


@pytest.fixture(scope="module")
def walks(playwright: Playwright) -> Iterator[tuple[Walk, Walk]]:
    with ExitStack() as stack:
        by_http, by_chromium = (
            stack.enter_context(Environment(SITE_NAMES, list(LANGUAGES))) for _ in ("http", "chromium")
        )
        text_browser, browser = HttpBrowser(by_http), ChromiumBrowser(by_chromium, playwright=playwright)
        stack.callback(text_browser.close)
        stack.callback(browser.close)
        yield Walk(by_http, text_browser), Walk(by_chromium, browser)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("site", SITE_NAMES)
def test_the_references_hold_over_http(walks: tuple[Walk, Walk], site: str, lang: str):
    """Each language walks its fifth of a site's text tasks, so that together they walk all."""
    walk(walks[:1], dealt(load_instances([site], [lang], "text"), lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_references_look_alike_and_hold(walks: tuple[Walk, Walk], lang: str):
    """As many tasks however many sites there are: rendering takes its time."""
    walk(walks, dealt(load_instances(SITE_NAMES, [lang], "text"), lang)[:: len(SITE_NAMES)])


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("site", SITE_NAMES)
def test_all_references_look_alike_and_hold(walks: tuple[Walk, Walk], site: str, lang: str):
    """Those of visual tasks too: a reference needs no eyes."""
    walk(walks, load_instances([site], [lang], twins=True))


def dealt(tasks: Sequence[TaskInstance], lang: str) -> Sequence[TaskInstance]:
    """The share of a language when tasks are dealt out among all languages."""
    return tasks[list(LANGUAGES).index(lang) :: len(LANGUAGES)]


def walk(walks: Sequence[Walk], tasks: Sequence[TaskInstance]):
    """Follow the references in all browsers side by side."""
    for task in tasks:
        seen = same([each.start(task) for each in walks], task.id)
        for step in task.reference:
            if isinstance(step, StopStep):
                break
            action = resolve_step(step, seen, task.id)
            seen = same([each.do(action) for each in walks], f"{task.id}: {step}")
        changes = same([each.changes(task) for each in walks], task.id)
        answer = next((step.answer for step in task.reference if isinstance(step, StopStep)), "")
        verdict = evaluate(task, answer=answer, changes=changes, final_url=seen.url)
        assert verdict.solved, f"{task.id}: {[check for check in verdict.checks if not check.passed]}"


def same(found: Sequence[Seen], where: str) -> Seen:
    """What each found, which must be one and the same."""
    first, *others = found
    for other in others:
        assert first == other, where
    return first
