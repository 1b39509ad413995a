"""pytest as a run: tasks in place of tests, outcomes in place of passed and failed, figures at the end.

With ``-n`` pytest-xdist starts workers that collect the same tasks and run a share of them, each with sites
and a browser of its own. The controller chooses the folder of the record, and reads it at the end.
"""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from harness.disruption_report import interruption_rates, render_rates
from harness.plugin.items import TASKS, WORKER, RunDirectory, TaskItem
from harness.plugin.options import given_options
from harness.records import read_run
from harness.report import render_table, tally
from harness.review import write_review
from harness.runs.plan import chosen_tasks
from harness.runs.request import read_request
from harness.runs.start import start_record
from harness.runs.worker import Worker
from sites.kit.errors import LoWAgentError

RUN_DIR_KEY = "lowagent_run_dir"
"""Key by which the controller tells its workers the folder of the record."""
OUTCOME_ATTRIBUTE = "lowagent_outcome"
"""Attribute of a report that holds the episode's outcome; xdist carries it to the controller."""
LETTERS = {"solved": "S", "unsolved": "u", "limit": "L", "error": "E"}
COLOURS = {"solved": "green", "unsolved": "yellow", "limit": "yellow", "error": "red"}


class RunPlugin:
    """The hooks of one run; registered only when ``--model`` is given."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the request, and let pytest collect tasks.

        Raises:
            pytest.UsageError: the request can't be met.
        """
        workerinput: dict[str, str] | None = getattr(config, "workerinput", None)
        self.is_controller = workerinput is None
        if self.is_controller:
            _refuse_paths(config)
        given = given_options(config)
        if workerinput is not None:
            given["run_dir"] = workerinput[RUN_DIR_KEY]
        try:
            self.request = read_request(given)
        except LoWAgentError as error:
            raise pytest.UsageError(str(error)) from error
        self.config = config
        # Not the paths of the templates: pytest would load conftest files around them, and in an installed
        # package, or in a run from another folder, they lie outside of its root.
        config.args = [str(config.rootpath)]
        # The project's tests turn warnings into errors; a library's warning is no reason to lose an episode.
        config.addinivalue_line("filterwarnings", "default")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: object) -> None:
        """Tell a worker of xdist where the record is."""
        node.workerinput[RUN_DIR_KEY] = str(self.request.run_dir)  # type: ignore[attr-defined]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Load the tasks, and open the record before any worker starts.

        Raises:
            pytest.UsageError: a task, a language file or the folder of the record is unusable.
        """
        config = session.config
        try:
            chosen = chosen_tasks(self.request)
            if self.is_controller and not config.option.collectonly:
                start_record(self.request, chosen)
        except LoWAgentError as error:
            raise pytest.UsageError(str(error)) from error
        config.stash[TASKS] = chosen
        config.stash[WORKER] = Worker(self.request)

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The one folder that is collected holds the tasks of the run, wherever their files lie."""
        return RunDirectory.from_parent(parent, path=path) if path == self.config.rootpath else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write the outcome of the episode into pytest's report."""
        report = yield
        if isinstance(item, TaskItem) and call.when == "call":
            setattr(report, OUTCOME_ATTRIBUTE, item.outcome or "error")
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(
        self, report: pytest.CollectReport | pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Outcomes have letters and words of their own."""
        outcome = getattr(report, OUTCOME_ATTRIBUTE, None)
        if outcome is None:
            return None
        return outcome, LETTERS[outcome], (outcome.upper(), {COLOURS[outcome]: True})

    def pytest_report_header(self) -> list[str]:
        """What runs."""
        request = self.request
        places = f"{', '.join(request.sites)} ({', '.join(request.langs)})"
        return [
            f"lowagent: {request.model} in {request.engine} at {places}",
            f"record: {request.run_dir}",
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close sites and browser; fail the session if the success rate is lower than asked for."""
        worker = session.config.stash.get(WORKER, None)
        if worker is not None:
            worker.close()
        if self.is_controller and self._is_under() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The figures, the folder of the record, and the page to look at."""
        if not self._has_record():
            return
        terminalreporter.section("LoWAgent")
        for line in self._summary():
            terminalreporter.write_line(line)

    def _summary(self) -> Iterator[str]:
        record = read_run(self.request.run_dir)
        yield render_table(record.episodes)
        yield ""
        if rates := interruption_rates([record]):
            yield render_rates(rates)
            yield f"the drop: lowagent report RUN-WITHOUT-DISRUPTIONS {self.request.run_dir}"
            yield ""
        if record.missing:
            yield f"without an episode on record: {', '.join(record.missing)}"
        if self._is_under():
            rate = tally(record.episodes).rate
            yield f"success rate {_percent(rate)} is under {_percent(self.request.fail_under)}"
        yield f"record: {self.request.run_dir}"
        yield f"look at the episodes: {write_review(self.request.run_dir)}"

    def _is_under(self) -> bool:
        limit = self.request.fail_under
        if limit is None or not self._has_record():
            return False
        rate = tally(read_run(self.request.run_dir).episodes).rate
        return rate is None or rate < limit

    def _has_record(self) -> bool:
        return (self.request.run_dir / "manifest.json").is_file()


def _refuse_paths(config: pytest.Config) -> None:
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        raise pytest.UsageError(
            f"--model runs tasks and takes no path, got {' '.join(config.args)}: use --task or --site"
        )


def _percent(rate: float | None) -> str:
    return "of nothing" if rate is None else f"{rate:.1%}"
