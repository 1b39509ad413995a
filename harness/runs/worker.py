"""What runs the episodes of one process: its sites, its browser, and the record that all processes share."""

from contextlib import ExitStack, suppress

from harness.agents import close_agents
from harness.agents.protocol import AgentFactory
from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.browsers.http import HttpBrowser
from harness.browsers.traces import trace_path
from harness.debugging.session import Debugger
from harness.environment import Environment
from harness.episode import run_episode
from harness.episode_result import EpisodeResult
from harness.errors import BrowserError
from harness.records import Manifest, RunRecorder
from harness.runs.facts import FactsWatch
from harness.runs.plan import PlannedEpisode
from harness.runs.request import Keep, RunRequest
from tasks import english_intent


class Worker:
    """Runs episodes one after another. Sites, browser and agents start with the first."""

    def __init__(self, request: RunRequest, manifest: Manifest, debugger: Debugger | None = None) -> None:
        """Nothing is started.

        Args:
            request: the run.
            manifest: what it was begun with.
            debugger: where a person is asked; None for the terminal of this process.
        """
        self._request = request
        self._manifest = manifest
        self._debugger = debugger or Debugger()
        self._stack = ExitStack()
        self._environment: Environment | None = None
        self._browser: ChromiumBrowser | HttpBrowser | None = None
        self._watch: FactsWatch | None = None
        self._agents: dict[int, AgentFactory] = {}

    def run(self, planned: PlannedEpisode) -> EpisodeResult:
        """Run an episode, and keep the artefacts that were asked for.

        Raises:
            RunChangedError: what decides results is not as it was when the run began; nothing was run.
        """
        environment, browser = self._started()
        request, recorder = self._request, RunRecorder(self._request.run_dir)
        recorder.drop_screenshots(planned.name)
        recorder.drop_traceback(planned.name)
        watched = self._debugger.watch(
            self._agents_of(planned.repeat),
            browser,
            request.stepping,
            headed=request.browser.headed,
            slow_mo_ms=request.browser.slow_mo_ms,
        )
        result = run_episode(
            planned.task,
            watched.agents,
            browser,
            environment,
            recorder=recorder,
            repeat=planned.repeat,
            attempt=planned.attempt,
            limits=request.episode_limits,
            disruptions=request.disruption_setting,
            final_answer=request.final_answer,
            intent_en=english_intent(planned.task, request.taskset_seed),
            watcher=watched.watcher,
            clock=watched.clock,
        )
        solved = result.outcome == "solved"
        if isinstance(browser, ChromiumBrowser) and _keeps(request.browser.tracing, solved):
            browser.save_trace(trace_path(request.run_dir, planned.name))
        if not _keeps(request.browser.screenshot, solved):
            recorder.drop_screenshots(planned.name)
        return result

    def close(self) -> None:
        """End browser, sites and models. Safe to call twice."""
        self._stack.close()
        self._environment = self._browser = self._watch = None
        self._agents.clear()

    def _started(self) -> tuple[Environment, ChromiumBrowser | HttpBrowser]:
        if self._watch is None:
            self._watch = FactsWatch(self._manifest, prompt=self._request.prompt)
        else:
            self._watch.check()
        if self._environment is None or self._browser is None:
            self._environment = self._stack.enter_context(
                Environment(self._request.sites, self._request.langs)
            )
            self._browser = make_browser(self._request, self._environment)
            self._stack.callback(self._browser.close)
            _compare_build(self._browser, self._watch)
        return self._environment, self._browser

    def _agents_of(self, repeat: int) -> AgentFactory:
        """A model is the same in each repeat, and is there once; agents that draw are not."""
        key = 1 if self._request.model_settings is not None else repeat
        if key not in self._agents:
            self._agents[key] = self._request.make_agents(key)
            self._stack.callback(close_agents, self._agents[key])
        return self._agents[key]


def make_browser(request: RunRequest, environment: Environment) -> ChromiumBrowser | HttpBrowser:
    """The browser that a run asks for, on the sites of an environment; nothing is started."""
    asked, captures = request.browser, request.captures
    if asked.engine == "http":
        return HttpBrowser(environment, html=captures.html, pictures=captures.pictures)
    return ChromiumBrowser(
        environment,
        ChromiumOptions(
            screenshots=captures.screenshots,
            axtree=captures.axtree,
            html=captures.html,
            pictures=captures.pictures,
            headed=asked.headed,
            slow_mo_ms=asked.slow_mo_ms,
            tracing=asked.tracing != "off",
        ),
    )


def _compare_build(browser: ChromiumBrowser | HttpBrowser, watch: FactsWatch) -> None:
    """Refuse a browser of another build; one that does not start is the episode's own error."""
    if isinstance(browser, ChromiumBrowser):
        with suppress(BrowserError):
            watch.check_browser(browser.version)


def _keeps(keep: Keep, solved: bool) -> bool:
    return keep == "on" or (keep == "on-failure" and not solved)
