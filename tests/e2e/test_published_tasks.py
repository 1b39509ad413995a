"""What a published task promises, shown by running it (whole runs: `tests/e2e/test_runs.py`)."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from harness.agents import make_agent_factory
from harness.agents.reference import resolve_step
from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.episode import run_episode
from sites import get_site
from sites.kit.database import build_database, canonical
from sites.kit.localization import LANGUAGES
from tasks import ClickStep, FillStep, GotoStep, StopStep, load_instances
from tasks.templates import read_templates

LANGS = tuple(LANGUAGES)
SITE = "ministore"
IGNORED_COLUMNS = {"id", "order_id", "placed_at", "at", "created_at", "added_at", "note"}


@pytest.fixture(scope="module")
def environment():
    with Environment([SITE], LANGS) as made:
        yield made


@pytest.fixture(scope="module")
def http(environment):
    browser = HttpBrowser(environment)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def tasks():
    return {(task.id, task.lang): task for task in load_instances([SITE], LANGS)}


@pytest.fixture
def run(http, environment):
    def run_reference(task):
        return run_episode(task, make_agent_factory("reference"), http, environment)

    return run_reference


def ids(kind):
    return [template.id for template in read_templates(SITE) if template.type == kind]


@pytest.mark.parametrize("task_id", ids("state"))
def test_same_actions_make_the_same_canonical_changes_in_every_language(task_id, tasks, run):
    made = {lang: _neutral(run(tasks[task_id, lang]).changes) for lang in LANGS}
    assert made["en"]
    assert all(changes == made["en"] for changes in made.values())


@pytest.mark.parametrize("task_id", ids("state"))
def test_without_its_last_change_the_reference_fails(task_id, tasks, run):
    task = tasks[task_id, "ur"]
    last = max(
        i
        for i, step in enumerate(task.reference)
        if isinstance(step, FillStep) and "search" not in step.action
    )
    shortened = (*task.reference[:last], StopStep(""))
    assert run(replace(task, reference=shortened)).outcome == "unsolved"


@pytest.mark.parametrize("task_id", ids("state"))
def test_a_foreign_change_fails_the_task_and_is_named(task_id, tasks, run):
    task = tasks[task_id, "hi"]
    stray = _a_product_besides(task)
    beside = (GotoStep(f"/p/{stray}"), FillStep("/cart/add", {}), StopStep(""))
    result = run(replace(task, reference=(*task.reference[:-1], *beside)))
    assert result.outcome == "unsolved"
    assert [change.after["pid"] for change in result.evaluation.foreign] == [stray]


@pytest.mark.parametrize("task_id", ids("unachievable"))
@pytest.mark.parametrize("lang", LANGS)
def test_the_site_proves_what_cannot_be_done(task_id, lang, tasks, http, environment):
    template = next(one for one in read_templates(SITE) if one.id == task_id)
    task = tasks[task_id, lang]
    if template.proof.startswith("E_"):
        environment.reset(SITE, lang)
        observation = http.start(environment.url(SITE, lang, task.start))
        for step in task.reference[:-1]:
            observation = _do(http, step, observation)
        assert f"({template.proof})" in observation.text
        assert environment.changes(SITE, lang) == ()
    else:
        database = build_database(get_site(SITE), lang)
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute(template.proof, dict(task.slots)).fetchall() == []


@pytest.mark.parametrize("task_id", ids("info"))
def test_another_value_is_not_taken_for_the_answer(task_id, tasks, run):
    task = tasks[task_id, "am"]
    for wrong in (*task.checks.answers[0].excluded[:5], "1017", "N/A", ""):
        result = run(replace(task, reference=(*task.reference[:-1], StopStep(wrong))))
        assert result.outcome == "unsolved", wrong


@pytest.mark.parametrize("seed", [1, 7])
def test_references_of_another_seed_solve_too(seed, run):
    for task in load_instances([SITE], ["bn"], seed=seed):
        result = run(task)
        assert result.outcome == "solved", (task.id, task.slots, result.error, result.evaluation)


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGS)
def test_both_browsers_observe_the_same_on_every_page_of_the_references(
    lang, playwright, environment, http, tasks
):
    chromium = ChromiumBrowser(environment, playwright=playwright)
    seen = {"http": [], "chromium": []}
    try:
        for name, browser in (("http", http), ("chromium", chromium)):
            for task in (task for (_, task_lang), task in tasks.items() if task_lang == lang):
                seen[name] += _walk(browser, task, environment)
    finally:
        chromium.close()
    assert len(seen["http"]) > 80
    for one, other in zip(seen["http"], seen["chromium"], strict=True):
        assert one == other


def _walk(browser, task, environment):
    environment.reset(task.site, task.lang)
    observation = browser.start(environment.url(task.site, task.lang, task.start))
    yield replace(observation, screenshot=None)
    for step in task.reference[:-1]:
        observation = _do(browser, step, observation)
        yield replace(observation, screenshot=None)


def _do(browser, step, observation):
    action = resolve_step(step, observation)
    match step:
        case ClickStep():
            return browser.click(action.index)
        case FillStep():
            return browser.fill(action.index, action.fields)
        case GotoStep():
            return browser.goto(action.path)


def _neutral(changes):
    kept = canonical(changes, get_site(SITE))
    return [
        (change.table, change.kind, *(_without_ids(row) for row in (change.before, change.after)))
        for change in kept
    ]


def _without_ids(row):
    return row and {name: value for name, value in row.items() if name not in IGNORED_COLUMNS}


def _a_product_besides(task):
    mentioned = {str(value) for value in task.slots.values()}
    database = build_database(get_site(SITE), task.lang)
    query = (
        "SELECT id FROM products WHERE stock > 20 AND NOT EXISTS"
        " (SELECT 1 FROM product_options WHERE pid = products.id) ORDER BY id"
    )
    with closing(sqlite3.connect(database)) as connection:
        return next(pid for (pid,) in connection.execute(query) if pid not in mentioned)
