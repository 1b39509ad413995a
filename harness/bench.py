"""``lowagent bench``: what the moving parts cost on this machine, at full size.

Medians, because a machine that does other things too has outliers. The steps are the pages that the
references of the site's text tasks read, so the figures are those of real episodes. The aims stand in
`docs/performance.md`.
"""

import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path

from harness.agents import make_agent_factory
from harness.bench_figures import Figure, median_figure
from harness.bench_marks import PEERS_HEADING, marking_table, measure_marking, peers_table
from harness.bench_review import measure_review
from harness.bench_screenshots import measure_screenshots
from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.browsers.protocol import Browser
from harness.environment import Environment
from harness.episode import run_episode
from sites import get_site
from sites.kit.database import WorkingCopy, build_database
from sites.kit.localization import LANGUAGES
from tasks import ClickStep, GotoStep, TaskInstance, interleave, load_instances

MARKING_HEADING = "Marked full-page screenshots beside the least that one can cost (docs/marks.md)"
ROUNDS = 50
ROWS_A_TABLE = 5
"""Rows of each table that are removed before a reset: more than an episode ever changes."""
PAGES = 20
EPISODES = 15
TABLES_QUERY = """
SELECT name FROM sqlite_schema
WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^' AND name NOT LIKE '^_%' ESCAPE '^'
"""
"""Every table of the site; those of the undo journal begin with an underscore."""


def print_benchmark(site: str, langs: Sequence[str], say: Callable[[str], None]) -> None:
    """Measure, and print a Markdown table line by line.

    Args:
        site: name of the site.
        langs: languages whose databases are built; the first is the one that pages are read in. All if empty.
        say: prints a line.
    """
    chosen = tuple(langs) or tuple(LANGUAGES)
    say(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}")
    say("")
    say("| what | measured | |")
    say("|---|---|---|")
    for figure in chain(
        measure_builds(site, chosen),
        measure_database(site, chosen[0]),
        measure_steps(site, chosen[0]),
        measure_screenshots(site, chosen[0], benchmark_pages(site, chosen[0])),
        measure_review(),
    ):
        say(f"| {figure.name} | {figure.value:,.1f} {figure.unit} | {figure.detail} |")
    for heading, lines in (
        (MARKING_HEADING, marking_table(list(measure_marking()))),
        (PEERS_HEADING, peers_table()),
    ):
        say("")
        say(heading)
        say("")
        for line in lines:
            say(line)


def measure_builds(site: str, langs: Sequence[str]) -> Iterator[Figure]:
    """Seconds to build the database of each language from nothing."""
    for lang in langs:
        with tempfile.TemporaryDirectory() as cache:
            started = time.perf_counter()
            path = build_database(get_site(site), lang, cache_dir=Path(cache))
            seconds = time.perf_counter() - started
            yield Figure(f"database build, {lang}", seconds, "s", f"{path.stat().st_size / 1e6:.1f} MB")


def measure_database(site: str, lang: str) -> Iterator[Figure]:
    """Milliseconds to list changed rows, and to put the database back."""
    base = build_database(get_site(site), lang)
    with tempfile.TemporaryDirectory() as folder:
        copy = WorkingCopy.create(base, Path(folder), get_site(site))
        changes_ms: list[float] = []
        resets_ms: list[float] = []
        rows = 0
        for _ in range(ROUNDS):
            _remove_rows(copy)
            changes_ms.append(_milliseconds(copy.changes))
            rows = len(copy.changes())
            resets_ms.append(_milliseconds(copy.reset))
        copy.close()
    yield median_figure("changed rows", changes_ms, f"{rows} rows")
    yield median_figure("reset", resets_ms, f"{rows} rows")


def measure_steps(site: str, lang: str) -> Iterator[Figure]:
    """Milliseconds a step, and episodes a minute of the reference, in each browser."""
    tasks = _tasks(site, lang)
    with Environment([site], [lang]) as environment:
        environment.reset(site, lang)
        browsers: tuple[tuple[str, Browser], ...] = (
            ("http", HttpBrowser(environment)),
            ("Chromium, no marks", ChromiumBrowser(environment)),
            ("Chromium, marks", ChromiumBrowser(environment, ChromiumOptions(screenshots=True))),
        )
        for name, browser in browsers:
            with closing(browser):
                yield _step(name, browser, environment.url(site, lang), _pages(tasks))
                yield _episodes(name, browser, environment, tasks)


def benchmark_pages(site: str, lang: str) -> list[str]:
    """The pages that steps are measured on."""
    return _pages(_tasks(site, lang))


def _tasks(site: str, lang: str) -> list[TaskInstance]:
    return interleave(load_instances([site], [lang], "text"), EPISODES)


def _step(name: str, browser: Browser, home: str, pages: Sequence[str]) -> Figure:
    browser.start(home)
    times_ms = [_milliseconds(lambda page=page: browser.goto(page)) for page in pages]
    return median_figure(f"step, {name}", times_ms, f"{len(pages)} pages in {home.split('/')[2]}")


def _episodes(name: str, browser: Browser, environment: Environment, tasks: Sequence[TaskInstance]) -> Figure:
    agents = make_agent_factory("reference")
    started = time.perf_counter()
    results = [run_episode(task, agents, browser, environment) for task in tasks]
    minutes = (time.perf_counter() - started) / 60
    solved = sum(result.outcome == "solved" for result in results)
    return Figure(
        f"episodes, {name}", len(results) / minutes, "a minute", f"{solved} of {len(results)} solved"
    )


def _pages(tasks: Sequence[TaskInstance]) -> list[str]:
    """Different pages that the references read by a link or an address, in order."""
    steps = (step for task in tasks for step in task.reference)
    read = (
        step.path if isinstance(step, GotoStep) else step.href
        for step in steps
        if isinstance(step, GotoStep | ClickStep)
    )
    return list(dict.fromkeys(read))[:PAGES]


def _remove_rows(copy: WorkingCopy) -> None:
    with closing(copy.connect()) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for (table,) in connection.execute(TABLES_QUERY).fetchall():
            connection.execute(
                f'DELETE FROM "{table}" WHERE rowid IN (SELECT rowid FROM "{table}" LIMIT {ROWS_A_TABLE})'
            )


def _milliseconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000
