"""What runs the episodes of one process: its sites, its browser, and the record that all processes share."""

from contextlib import ExitStack

from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.episode import run_episode
from harness.episode_result import EpisodeResult
from harness.records import RunRecorder
from harness.runs.request import Keep, RunRequest
from tasks import TaskInstance

TRACES_FOLDER = "traces"


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


def _make_browser(request: RunRequest, environment: Environment) -> ChromiumBrowser | HttpBrowser:
    if request.engine == "http":
        return HttpBrowser(environment)
    return ChromiumBrowser(
        environment,
        ChromiumOptions(
            screenshots=request.takes_screenshots,
            headed=request.headed,
            slow_mo_ms=request.slow_mo_ms,
            tracing=request.tracing != "off",
        ),
    )


def _keeps(keep: Keep, solved: bool) -> bool:
    return keep == "on" or (keep == "on-failure" and not solved)
