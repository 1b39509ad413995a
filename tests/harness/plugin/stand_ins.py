"""Stand-ins for sites, tasks and browsers: the conftest.py of the folders in which these runs begin."""

import os
from pathlib import Path
from types import SimpleNamespace

from harness.episode_result import EpisodeResult, episode_record
from harness.evaluation import CheckResult, Evaluation
from harness.records import EpisodeTiming, Outcome, episode_name, versions
from harness.runs import names, plan, start, worker
from tasks import Checks, StopStep, TaskInstance

TYPES = {1: "info", 2: "info", 3: "state", 4: "state", 5: "unachievable", 6: "unachievable"}
SEEN = {"v01": "info", "v02": "unachievable"}
ENDINGS: dict[str, dict[int, Outcome]] = {
    "reference": dict.fromkeys(TYPES, "solved"),
    "noop": {1: "solved", 2: "unsolved", 3: "limit", 4: "error", 5: "unsolved", 6: "solved"},
}


def task(number, type, lang, twin=False):
    name, seen = f"ministore-{number}", number.startswith("v")
    return TaskInstance(
        id=name + "t" * twin,
        twin_of=name if twin else None,
        site="ministore",
        lang=lang,
        kind="visual" if seen else "text",
        type="info" if twin else type,
        split="test",
        difficulty="easy",
        category="shopping",
        intent=f"intent {number}",
        start="/",
        budget=30,
        slots={},
        checks=Checks(),
        reference=(StopStep(),),
    )


def load_instances(sites, langs, kind=None, seed=0, *, twins=False, intent_lang=None):
    Path("seed.txt").write_text(str(seed))
    Path("kind.txt").write_text(repr(kind))
    types = ({f"{number:03}": type for number, type in TYPES.items()} if kind != "visual" else {}) | (
        SEEN if kind != "text" else {}
    )
    return [
        task(number, type, lang, twin)
        for lang in langs
        if "ministore" in sites
        for number, type in types.items()
        for twin in (False, True)
        if not twin or (twins and type == "unachievable")
    ]


def run_episode(task, agents, browser, environment, *, recorder, disruptions, repeat, attempt, **_):
    Path("disruptions.txt").write_text(str(disruptions and (disruptions.mode, disruptions.seed)))
    outcome = ENDINGS[os.environ.get("ENDINGS", "reference")][int(task.id.removesuffix("t")[-1])]
    check = CheckResult("answer", "answer", outcome == "solved", "12", "")
    limit = "steps" if outcome == "limit" else None
    error = os.environ.get("ERROR", "the server is gone") if outcome == "error" else None
    result = EpisodeResult(
        task.instance_id, outcome, 3, "", Evaluation((check,), ()), (), 1.5, 10, 20, 0.01, "", limit, error
    )
    recorder.save_screenshot(recorder.screenshot_path(episode_name(task.instance_id, repeat), 1), b"webp")
    timing = EpisodeTiming(started_at="2026-03-16T09:00:00+00:00", seconds=1.5)
    recorder.write_episode(episode_record(task, attempt, result, timing, repeat=repeat), [])
    with Path("environments.txt").open("a") as file:
        file.write(f"{environment.name}\n")
    return result


class Environment:
    def __init__(self, sites, langs):
        self.name = os.environ.get("PYTEST_XDIST_WORKER", "single")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with Path("closed.txt").open("a") as file:
            file.write(f"{self.name}\n")


names.list_templates = lambda sites, kind=None, *, twins=False: [
    ("ministore", SimpleNamespace(id=one.id, kind=one.kind))
    for one in load_instances(sites, ["ur"], kind, twins=twins)
]
plan.load_instances = load_instances
worker.run_episode = run_episode
worker.Environment = Environment
worker.HttpBrowser = lambda environment, **_: SimpleNamespace(close=lambda: None)
worker.ChromiumBrowser = type(
    "ChromiumBrowser", (), {"__init__": lambda *_: None, "close": lambda *_: None, "version": "156"}
)
start.check_chromium = lambda: SimpleNamespace(ok=True, found="156")
start.require_site_pictures = lambda tasks: None
versions.git_commit = lambda: "commit"
start.hashes_now = lambda sites, prompt: {"code": os.environ.get("CODE", "1")}
worker.FactsWatch = lambda manifest, prompt: SimpleNamespace(check=lambda: None, check_browser=lambda _: None)
