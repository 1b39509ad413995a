"""pytest as a run: tasks in place of tests, outcomes in place of passed and failed, figures at the end.

With ``-n`` pytest-xdist starts workers that collect the same episodes and run a share of them, each with
sites and a browser of its own. The controller begins the run, tells its workers what is to be run, and reads
the record at the end.
"""

import sys
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.debugging.captured import terminal_under
from harness.debugging.request import require_one_process
from harness.debugging.session import Debugger
from harness.errors import LoWAgentError
from harness.plugin.asking import RunConsole
from harness.plugin.items import END_ATTRIBUTE, STATE, RunDirectory, RunState, TaskItem
from harness.plugin.live import LivePlugin
from harness.plugin.options import given_options, refuse_paths
from harness.plugin.told import usage_error
from harness.records import OUTCOME_LETTERS, read_episodes, read_manifest, read_run
from harness.runs.facts import RunChangedError
from harness.runs.limits import LimitWatch
from harness.runs.notices import notices_told
from harness.runs.plan import PlannedEpisode, chosen_tasks, plan_episodes
from harness.runs.progress import EpisodeEnd
from harness.runs.request import RunRequest, read_request
from harness.runs.start import BegunRun, begin_run, model_server
from harness.runs.telling import closing_lines, is_under, opening_lines
from harness.runs.worker import Worker
from tasks import TaskInstance, taskset_hash

JOIN_KEY = "lowagent"
"""Key by which the controller tells its workers what they join."""
NOT_RUN = "not run"
LETTERS = {**OUTCOME_LETTERS, NOT_RUN: "-"}
COLOURS = {"solved": "green", "unsolved": "yellow", "limit": "yellow", "error": "red", NOT_RUN: "yellow"}


class RunPlugin:
    """The hooks of one run; registered only when ``--model`` is given."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the request, and let pytest collect tasks.

        Raises:
            pytest.UsageError: the request can't be met.
        """
        self.config = config
        self.joined: dict[str, Any] | None = getattr(config, "workerinput", {}).get(JOIN_KEY)
        self.request = request_of(config, self.joined)
        self.begun: BegunRun | None = None
        self.resources = ExitStack()
        self.started = time.time() if self.joined is None else self.joined["started"]
        self.is_stopped_by: str | None = None
        """The limit of the run that was reached, if one was."""
        # Not the paths of the templates: pytest would load conftest files around them, and in an installed
        # package, or in a run from another folder, they lie outside of its root.
        config.args = [str(config.rootpath)]
        # The project's tests turn warnings into errors; a library's warning is no reason to lose an episode.
        config.addinivalue_line("filterwarnings", "default")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of xdist what it joins; so do workers that replace one which died."""
        begun = self.begun
        if begun is not None:
            node.workerinput[JOIN_KEY] = {
                "run_dir": str(self.request.run_dir),
                "server_url": begun.request.agent.model_options.get("server_url"),
                "started": self.started,
                "episodes": [(one.name, one.attempt) for one in begun.planned],
            }

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Load the tasks, and begin the run before any worker starts.

        Raises:
            pytest.UsageError: a task, a language file, a model or the folder of the record is unusable.
        """
        try:
            session.config.stash[STATE] = self._state()
        except LoWAgentError as error:
            self.resources.close()
            raise usage_error(error) from error

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The one folder that is collected holds the tasks of the run, wherever their files lie."""
        return RunDirectory.from_parent(parent, path=path) if path == self.config.rootpath else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write how the episode ended into pytest's report."""
        report = yield
        if isinstance(item, TaskItem) and call.when == "call":
            setattr(report, END_ATTRIBUTE, _end_of(item))
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(
        self, report: pytest.CollectReport | pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Outcomes have letters and words of their own."""
        end: dict[str, Any] | None = getattr(report, END_ATTRIBUTE, None)
        if end is None:
            return None
        outcome = end["outcome"]
        return outcome, LETTERS[outcome], (outcome.upper(), {COLOURS[outcome]: True})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a limit of the run was reached."""
        end: dict[str, Any] | None = getattr(report, END_ATTRIBUTE, None)
        if end is not None and end["outcome"] == NOT_RUN:
            self.is_stopped_by = end["limit"]

    def pytest_report_header(self) -> list[str]:
        """What runs."""
        first, *rest = opening_lines(self.request, self.begun)
        return [f"lowagent: {first}", *rest]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close sites and browser; the exit code tells whether the run is complete and good enough."""
        state = session.config.stash.get(STATE, None)
        if state is not None and state.worker is not None:
            state.worker.close()
        self.resources.close()
        if self.begun is None:
            return
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not self.begun.planned:
            session.exitstatus = pytest.ExitCode.OK
        is_bad = self.is_stopped_by is not None or is_under(
            read_run(self.request.run_dir), self.request.fail_under
        )
        if is_bad and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The figures, the folder of the record, the page to look at, and how to go on."""
        if self.begun is None:
            return
        terminalreporter.section("LoWAgent")
        if self.is_stopped_by is not None:
            terminalreporter.write_line(f"no more episodes were begun: {self.is_stopped_by}")
        for line in closing_lines(self.request, command_of(self.config)):
            terminalreporter.write_line(line)

    def _state(self) -> RunState:
        """What the items of this process need; the controller begins the run."""
        if self.joined is not None:
            return self._join(self.joined)
        if self.config.option.collectonly:
            recorded = read_episodes(self.request.run_dir) if self.request.resume else ()
            planned = plan_episodes(chosen_tasks(self.request), self.request.repeats, recorded)
            return RunState(planned, None, None)
        begun = begin_run(self.request)
        request = self.resources.enter_context(model_server(begun))
        self.begun = replace(begun, request=request)
        self.config.pluginmanager.register(LivePlugin(self.config, self.begun), "lowagent-live")
        return self._ready(self.begun)

    def _join(self, joined: dict[str, Any]) -> RunState:
        """Take part in a run that the controller has begun.

        Raises:
            RunChangedError: the tasks are not those of the run.
        """
        manifest = read_manifest(self.request.run_dir)
        tasks = chosen_tasks(self.request)
        if taskset_hash(tasks) != manifest.task_digest:
            raise RunChangedError(
                f"the tasks have changed since {self.request.run_dir} was begun: their hash was"
                f" {manifest.task_digest}, and is {taskset_hash(tasks)}"
            )
        planned = _named(joined["episodes"], tasks, self.request.repeats)
        return self._ready(BegunRun(self.request, manifest, planned))

    def _ready(self, run: BegunRun) -> RunState:
        limits = LimitWatch(run.request.run_limits, run.request.run_dir, started=self.started)
        terminal = terminal_under(self.config)
        self.resources.enter_context(notices_told(terminal.hold))
        debugger = Debugger(RunConsole(terminal))
        return RunState(run.planned, Worker(run.request, run.manifest, debugger), limits)


def request_of(config: pytest.Config, joined: dict[str, Any] | None = None) -> RunRequest:
    """The run that pytest's command line asks for.

    Args:
        config: pytest's; ``--model`` is given.
        joined: what the controller told, in a worker.

    Raises:
        pytest.UsageError: the request can't be met.
    """
    given = given_options(config)
    if joined is None:
        refuse_paths(config, "--model", "it runs tasks, which --task and --site name")
    else:
        given["run_dir"] = joined["run_dir"]
    try:
        request = read_request(given)
        if joined is None:
            require_one_process(
                request.model,
                request.stepping,
                headed=request.browser.headed,
                processes=config.getoption("numprocesses", None),
            )
    except LoWAgentError as error:
        raise usage_error(error) from error
    url = joined["server_url"] if joined is not None else None
    return request.with_server(url) if url else request


def command_of(config: pytest.Config) -> list[str]:
    """The command as it was typed, program and arguments."""
    is_program = Path(sys.argv[0]).name in ("pytest", "py.test")
    program = [sys.argv[0]] if is_program else ["python", "-m", "pytest"]
    return [*program, *map(str, config.invocation_params.args)]


def _end_of(item: TaskItem) -> dict[str, Any]:
    """How an episode ended, in plain values."""
    if item.limit is not None:
        return {"outcome": NOT_RUN, "limit": item.limit}
    if item.result is None:
        return {"outcome": "error"}
    end = EpisodeEnd(item.result.outcome, item.result.cost_usd, item.planned.task.twin_of is not None)
    return {"outcome": end.outcome, "cost_usd": end.cost_usd, "is_twin": end.is_twin}


def _named(
    episodes: Sequence[tuple[str, int]], tasks: Sequence[TaskInstance], repeats: int
) -> tuple[PlannedEpisode, ...]:
    """Episodes by name and attempt."""
    known = {one.name: one for one in plan_episodes(tasks, repeats)}
    return tuple(replace(known[name], attempt=attempt) for name, attempt in episodes)
