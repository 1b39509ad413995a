"""How fast the index of a large run opens and filters in Chromium, from disk as a person opens it.

The run never took place: its tasks and sentences are real, in all languages, and its outcomes are drawn. What
is timed ends with the second frame that the browser drew after the change.
"""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from harness.bench_figures import Figure, median_figure
from harness.browsers.launch import launch_chromium
from harness.episode_result import EpisodeResult, episode_record
from harness.evaluation import CheckResult, Evaluation
from harness.records import (
    EpisodeRecord,
    EpisodeTiming,
    Outcome,
    Run,
    make_manifest,
)
from harness.review.index_page import write_index
from harness.review.pages import copy_static
from harness.review.site import REVIEW_FOLDER, STATIC
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
from tasks import TaskInstance, load_instances

EPISODES = 1000
SEED = 1
STARTED_AT = "2026-03-16T09:00:00+00:00"
OUTCOMES: tuple[Outcome, ...] = ("solved", "unsolved", "limit", "error")
WEIGHTS = (50, 30, 15, 5)
VIEWPORT = ViewportSize(width=1280, height=900)
TWO_FRAMES = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));"
OPENED = f"async () => {{ {TWO_FRAMES} return performance.now(); }}"
CHANGE = (
    f"async (change) => {{ const began = performance.now(); LWIndex.set(change); {TWO_FRAMES}"
    " return performance.now() - began; }"
)
CLEAR: dict[str, object] = {"q": "", "outcome": "", "lang": None, "reason": None, "sort": "task"}
FILTERS: tuple[dict[str, object], ...] = (
    {"lang": "ur"},
    {"outcome": "U"},
    {"q": "کی"},
    {"lang": "bn", "outcome": "L"},
    {"reason": "wrong item"},
)
VIEWS: tuple[tuple[str, dict[str, object]], ...] = (
    ("sorted by cost", {"sort": "-cost"}),
    ("sorted by disagreement", {"sort": "-differ"}),
    ("matrix, first shown", {"view": "matrix"}),
)


def measure_review() -> Iterator[Figure]:
    """Seconds to write the index, and milliseconds to open, filter and sort it."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = load_instances(SITE_NAMES, tuple(LANGUAGES))[:EPISODES]
        run = drawn_run(Path(folder), tasks)
        review = run.run_dir / REVIEW_FOLDER
        started = time.perf_counter()
        copy_static(review / STATIC)
        index = write_index(run, review)
        seconds = time.perf_counter() - started
        size_mb = sum(file.stat().st_size for file in review.glob("*.*")) / 1e6
        rows = f"{len(run.episodes)} episodes"
        yield Figure("index, written", seconds, "s", f"{rows}, {size_mb:.1f} MB")
        with sync_playwright() as playwright, launch_chromium(playwright) as browser:
            page = browser.new_page(viewport=VIEWPORT)
            opened_ms = [_open(page, index) for _ in range(5)]
            yield median_figure("index, opened", opened_ms, rows)
            changes_ms = [_change(page, change) for one in FILTERS for change in (one, CLEAR)]
            yield median_figure("index, filtered or cleared", changes_ms, rows)
            for name, change in VIEWS:
                yield Figure(f"index, {name}", _change(page, change), "ms", rows)
            changes_ms = [_change(page, change) for one in FILTERS for change in (one, CLEAR)]
            yield median_figure("index, matrix filtered or cleared", changes_ms, rows)


def drawn_run(folder: Path, tasks: Sequence[TaskInstance], repeats: int = 1) -> Run:
    """A run of these tasks that never took place, with drawn outcomes; each is repeated so often."""
    manifest = make_manifest(
        model="drawn", engine="chromium", seed=SEED, instances=tasks, settings={"repeats": repeats}
    )
    english = {task.id: task.intent for task in tasks if task.lang == "en"}
    draw = random.Random(SEED)
    episodes = tuple(
        _episode(task, repeat, english.get(task.id, ""), draw)
        for task in tasks
        for repeat in range(1, repeats + 1)
    )
    return Run(folder, manifest, episodes, ())


def _open(page: Page, index: Path) -> float:
    page.goto("about:blank")
    page.goto(index.as_uri())
    return page.evaluate(OPENED)


def _change(page: Page, change: dict[str, object]) -> float:
    return page.evaluate(CHANGE, change)


def _episode(task: TaskInstance, repeat: int, english: str, draw: random.Random) -> EpisodeRecord:
    outcome = draw.choices(OUTCOMES, WEIGHTS)[0]
    failed = CheckResult(draw.choice(("page", "other_changes")), "drawn", passed=False, expected="", got="")
    result = EpisodeResult(
        instance_id=task.instance_id,
        outcome=outcome,
        steps=draw.randint(1, task.budget),
        answer=task.intent if outcome in ("solved", "unsolved") else None,
        evaluation=Evaluation(() if outcome in ("solved", "error") else (failed,), ()),
        changes=(),
        seconds=draw.uniform(1, 90),
        input_tokens=draw.randint(1_000, 90_000),
        output_tokens=draw.randint(10, 900),
        cost_usd=draw.random() / 10,
        final_url="",
        limit="steps" if outcome == "limit" else None,
        error="HTTP 503 after 5 tries" if outcome == "error" else None,
        error_source="model" if outcome == "error" else None,
    )
    timing = EpisodeTiming(started_at=STARTED_AT, seconds=result.seconds)
    return episode_record(task, 1, result, timing, repeat=repeat, intent_en=english)
