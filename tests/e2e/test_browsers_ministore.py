"""On every page that the references of Ministore visit, in every language, both browsers see the same."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

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
from tasks import StopStep, TaskInstance, load_instances

pytestmark = pytest.mark.browser

SITE = "ministore"


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
            stack.enter_context(Environment([SITE], list(LANGUAGES))) for _ in ("http", "chromium")
        )
        text_browser, browser = HttpBrowser(by_http), ChromiumBrowser(by_chromium, playwright=playwright)
        stack.callback(text_browser.close)
        stack.callback(browser.close)
        yield Walk(by_http, text_browser), Walk(by_chromium, browser)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_references_look_alike_and_hold(walks: tuple[Walk, Walk], lang: str):
    """Each language walks its fifth of the text tasks, so that together they walk all."""
    turn = list(LANGUAGES).index(lang)
    walk_both(walks, load_instances([SITE], [lang], "text")[turn :: len(LANGUAGES)])


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_references_look_alike_and_hold(walks: tuple[Walk, Walk], lang: str):
    """Those of visual tasks too: a reference needs no eyes."""
    walk_both(walks, load_instances([SITE], [lang], twins=True))


def walk_both(walks: tuple[Walk, Walk], tasks: Sequence[TaskInstance]):
    by_http, by_chromium = walks
    for task in tasks:
        seen = by_http.start(task)
        assert seen == by_chromium.start(task), task.id
        for step in task.reference:
            if isinstance(step, StopStep):
                break
            action = resolve_step(step, seen, task.id)
            seen = by_http.do(action)
            assert seen == by_chromium.do(action), f"{task.id}: {step}"
        changes = by_http.changes(task)
        assert changes == by_chromium.changes(task), task.id
        answer = next((step.answer for step in task.reference if isinstance(step, StopStep)), "")
        verdict = evaluate(task, answer=answer, changes=changes, final_url=seen.url)
        assert verdict.solved, f"{task.id}: {[check for check in verdict.checks if not check.passed]}"
