"""What runs the episodes of one process: its sites, its browser, and the record that all processes share."""

import os
import sys
from contextlib import ExitStack

from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.doctor import check_chromium
from harness.environment import Environment
from harness.episode import run_episode
from harness.episode_result import EpisodeResult
from harness.errors import ConfigError
from harness.pictures import require_site_pictures
from harness.plugin.request import Keep, RunRequest
from harness.records import RunRecorder, make_manifest
from tasks import TaskInstance

TRACES_FOLDER = "traces"
DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY"}


def start_record(request: RunRequest, tasks: list[TaskInstance]) -> None:
    """Write the manifest of a run.

    Raises:
        ConfigError: the run needs a Chromium, or a display, and there is none.
        TaskError: the run has visual tasks, and the pictures that sites show have not been made.
        RecordError: the folder holds a run already.
    """
    require_site_pictures(tasks)
    versions = {"chromium": _chromium_version(request)} if request.engine == "chromium" else {}
    manifest = make_manifest(
        model=request.model,
        engine=request.engine,
        seed=request.seed,
        taskset_seed=request.taskset_seed,
        instances=tasks,
        settings={"screenshots": _takes_screenshots(request), "disruptions": request.disruptions},
        versions=versions,
    )
    RunRecorder(request.run_dir).write_manifest(manifest)


class Worker:
    """Runs episodes one after another. Sites and browser start with the first."""

    def __init__(self, request: RunRequest) -> None:
        self._request = request
        self._agents = request.make_agents()
        self._stack = ExitStack()
        self._environment: Environment | None = None
        self._browser: ChromiumBrowser | HttpBrowser | None = None

    def run(self, task: TaskInstance) -> EpisodeResult:
        """Run the episode of a task, and keep the artefacts that were asked for."""
        environment, browser = self._started()
        recorder = RunRecorder(self._request.run_dir)
        result = run_episode(
            task,
            self._agents,
            browser,
            environment,
            recorder=recorder,
            disruptions=self._request.disruption_setting,
        )
        solved = result.outcome == "solved"
        if isinstance(browser, ChromiumBrowser) and _keeps(self._request.tracing, solved):
            browser.save_trace(self._request.run_dir / TRACES_FOLDER / f"{task.instance_id}.zip")
        if not _keeps(self._request.screenshot, solved):
            recorder.drop_screenshots(task.instance_id)
        return result

    def close(self) -> None:
        """End browser and sites. Safe to call twice."""
        self._stack.close()
        self._environment = self._browser = None

    def _started(self) -> tuple[Environment, ChromiumBrowser | HttpBrowser]:
        if self._environment is None or self._browser is None:
            self._environment = self._stack.enter_context(
                Environment(self._request.sites, self._request.langs)
            )
            self._browser = _make_browser(self._request, self._environment)
            self._stack.callback(self._browser.close)
        return self._environment, self._browser


def _chromium_version(request: RunRequest) -> str:
    finding = check_chromium()
    if not finding.ok:
        raise ConfigError(f"Chromium: {finding.found}; run `lowagent doctor --fix`, or use --engine http")
    if request.headed and sys.platform == "linux" and not DISPLAYS & os.environ.keys():
        raise ConfigError(
            "--headed needs a display, and DISPLAY is not set: leave it out, or try xvfb-run pytest …"
        )
    return finding.found.split()[0]


def _make_browser(request: RunRequest, environment: Environment) -> ChromiumBrowser | HttpBrowser:
    if request.engine == "http":
        return HttpBrowser(environment)
    return ChromiumBrowser(
        environment,
        ChromiumOptions(
            screenshots=_takes_screenshots(request),
            headed=request.headed,
            slow_mo_ms=request.slow_mo_ms,
            tracing=request.tracing != "off",
        ),
    )


def _takes_screenshots(request: RunRequest) -> bool:
    return request.engine == "chromium" and request.screenshot != "off"


def _keeps(keep: Keep, solved: bool) -> bool:
    return keep == "on" or (keep == "on-failure" and not solved)
