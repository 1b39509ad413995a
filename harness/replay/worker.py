"""Replaying episodes: the sites and the browser of their run, and an agent that is their script."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from harness.agents import close_agents
from harness.agents.protocol import AgentFactory
from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.protocol import Browser
from harness.debugging.session import Debugger
from harness.environment import Environment
from harness.episode import run_episode
from harness.episode_result import EpisodeResult, episode_record
from harness.errors import RecordError
from harness.models import needs_server, start_server
from harness.records import EpisodeTiming, StepRecord
from harness.replay.comparison import Difference, compare_verdict
from harness.replay.handover import PAUSE, REFERENCE, paused_in_browser, place_of_reference, resumed_reference
from harness.replay.request import RecordedEpisode, ReplayRequest
from harness.replay.script import Script
from harness.runs.request import RunRequest
from harness.runs.worker import make_browser
from tasks import TaskInstance, load_instances

LABELS = ("intent", "kind", "type", "twin_of")
"""Fields of an episode's record that tell whether a task is the one that was run."""
NO_TIMING = EpisodeTiming(started_at="", seconds=0.0)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay has found."""

    recorded: RecordedEpisode
    difference: Difference | None
    compared: int
    """Steps of which everything came again."""
    has_verdict: bool
    """Whether the verdict was compared: only where the whole episode was replayed, and it had one."""
    later: tuple[StepRecord, ...] = ()
    """Steps of who went on."""
    result: EpisodeResult | None = None
    """How the episode ended after they went on; None where nobody did."""
    failure: str | None = None
    """What failed while they went on."""


class ReplayWorker:
    """Replays the episodes of one run, one after another. Sites and browser start with the first."""

    def __init__(self, asked: ReplayRequest, run_dir: Path, debugger: Debugger | None = None) -> None:
        """Nothing is started.

        Args:
            asked: all replays that were asked for.
            run_dir: folder of the run.
            debugger: where a person is asked; None for the terminal of this process.

        Raises:
            LoWAgentError: as for `ReplayRequest.run_request`.
        """
        self._asked = asked
        self._request = asked.run_request(run_dir)
        self._debugger = debugger or Debugger()
        self._stack = ExitStack()
        self._started: tuple[Environment, Browser] | None = None
        self._tasks: dict[tuple[str, str], dict[str, TaskInstance]] = {}
        self._model_agents: AgentFactory | None = None

    def replay(self, recorded: RecordedEpisode) -> Replay:
        """Replay an episode, up to the first difference.

        Raises:
            RecordError: its task is no longer what it was.
            LoWAgentError: the task, or who goes on, can't be had.
        """
        task = self._task(recorded)
        environment, browser = self._start()
        successor = self._successor(recorded, task, browser)
        script = Script(recorded.steps[: recorded.replayed], successor)
        request, episode = self._request, recorded.episode
        watched = self._debugger.watch(
            script,
            browser,
            request.stepping,
            headed=request.browser.headed,
            slow_mo_ms=request.browser.slow_mo_ms,
        )
        script.beside = watched.watcher
        result = run_episode(
            task,
            watched.agents,
            browser,
            environment,
            repeat=episode.repeat,
            attempt=episode.attempt,
            limits=request.episode_limits,
            disruptions=request.disruption_setting,
            final_answer=request.final_answer,
            clock=_clock(script, recorded, request) if successor is None else watched.clock,
            watcher=script,
        )
        has_verdict = recorded.is_whole and script.difference is None
        return Replay(
            recorded,
            script.difference or self._end_difference(script, recorded, task, result),
            script.compared,
            has_verdict,
            tuple(script.later),
            result if successor is not None else None,
            result.error if successor is not None and not script.is_over else None,
        )

    def close(self) -> None:
        """End browser, sites and models. Safe to call twice."""
        self._stack.close()
        self._started = self._model_agents = None

    def _end_difference(
        self, script: Script, recorded: RecordedEpisode, task: TaskInstance, result: EpisodeResult
    ) -> Difference | None:
        """What differs after the last step that was compared."""
        if recorded.is_whole:
            came = episode_record(
                task,
                recorded.episode.attempt,
                result,
                NO_TIMING,
                self._request.disruption_setting,
                repeat=recorded.episode.repeat,
            )
            return compare_verdict(recorded.episode, came, script.renaming)
        if script.is_over or (script.compared == recorded.replayed and script.successor is not None):
            return None
        ending = result.error or f"the episode ended as {result.outcome}"
        went_on = "the step was taken"
        return Difference(script.compared + 1, "ending", went_on, ending)

    def _task(self, recorded: RecordedEpisode) -> TaskInstance:
        episode, request = recorded.episode, self._request
        place = episode.site, episode.lang
        if place not in self._tasks:
            instances = load_instances(
                [episode.site],
                [episode.lang],
                "text" if all(one.episode.kind == "text" for one in self._asked.episodes) else None,
                request.taskset_seed,
                twins=True,
                intent_lang=request.intent_lang,
            )
            self._tasks[place] = {task.instance_id: task for task in instances}
        task = self._tasks[place].get(episode.instance_id)
        if task is None:
            raise RecordError(f"{recorded.address}: there is no such task any more; {_own_code(recorded)}")
        for name in LABELS:
            before, now = getattr(episode, name), getattr(task, name)
            if before != now:
                raise RecordError(
                    f"{recorded.address}: its task has changed since: {name} was {before!r}, and is {now!r};"
                    f" {_own_code(recorded)}"
                )
        return task

    def _start(self) -> tuple[Environment, Browser]:
        if self._started is None:
            request = self._request
            environment = self._stack.enter_context(Environment(request.sites, request.langs))
            browser = make_browser(request, environment)
            self._stack.callback(browser.close)
            self._started = environment, browser
        return self._started

    def _successor(
        self, recorded: RecordedEpisode, task: TaskInstance, browser: Browser
    ) -> AgentFactory | None:
        """Who goes on after the replayed steps; None for nobody."""
        if self._asked.then is None:
            return None
        if self._asked.then == REFERENCE:
            return resumed_reference(place_of_reference(task, recorded.steps, recorded.replayed))
        if self._asked.then == PAUSE and isinstance(browser, ChromiumBrowser):
            return paused_in_browser(browser.stage.inspect)
        if self._model_agents is None:
            self._model_agents = self._served().make_agents(recorded.episode.repeat)
            self._stack.callback(close_agents, self._model_agents)
        self._debugger.introduce(self._model_agents, browser, headed=self._request.browser.headed)
        return self._model_agents

    def _served(self) -> RunRequest:
        """The request with the address of its model's server, which is started if there is to be one."""
        settings = self._request.model_settings
        if settings is None or not needs_server(settings):
            return self._request
        server = start_server(settings)
        self._stack.callback(server.close)
        return self._request.with_server(server.url)


def _clock(script: Script, recorded: RecordedEpisode, request: RunRequest) -> Callable[[], float]:
    """A clock by which no time passes, but that which ended the recorded episode."""

    def seconds() -> float:
        is_spent = script.compared == len(recorded.steps) and recorded.episode.limit == "seconds"
        return request.episode_limits.seconds or 0.0 if is_spent else 0.0

    return seconds


def _own_code(recorded: RecordedEpisode) -> str:
    return f"replay it with the code of its run, commit {recorded.manifest.git_commit}"
