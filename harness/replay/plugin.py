"""pytest as a replay: ``pytest --replay RUN_DIR#EPISODE``, one item an episode."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from harness.debugging.captured import terminal_under
from harness.debugging.session import Debugger
from harness.errors import LoWAgentError
from harness.plugin.options import given_options, refuse_paths
from harness.plugin.told import ToldFailure, ToldItem
from harness.records.reader import EPISODES_FILE
from harness.replay.request import RecordedEpisode, ReplayRequest, read_replay_request
from harness.replay.telling import changed_facts, difference_lines, replay_lines
from harness.replay.worker import Replay, ReplayWorker

REPLAYS = pytest.StashKey["ReplayPlugin"]()
TOLD_ATTRIBUTE = "lowagent_replay"
"""Attribute of a report that tells of a replay in lines; xdist carries it to the controller."""


class ReplayFailed(ToldFailure):
    """Something differs from the record, or who went on has failed."""


class ReplayPlugin:
    """The hooks of replays; registered only when ``--replay`` is given."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the request, and let pytest collect episodes.

        Raises:
            pytest.UsageError: the request can't be met.
        """
        self.config = config
        refuse_paths(config, "--replay", "name episodes as RUN_DIR#EPISODE after it")
        given = given_options(config)
        try:
            self.request: ReplayRequest = read_replay_request(given, config.getoption("numprocesses", None))
        except LoWAgentError as error:
            raise pytest.UsageError(str(error)) from error
        self._told: list[str] = []
        self._worker: ReplayWorker | None = None
        self._run_dir: Path | None = None
        config.stash[REPLAYS] = self
        config.args = [str(config.rootpath)]
        # The project's tests turn warnings into errors; here a library's warning says nothing of a replay.
        config.addinivalue_line("filterwarnings", "default")

    def worker_of(self, recorded: RecordedEpisode) -> ReplayWorker:
        """What replays the episodes of a run; that of the run before is ended."""
        if self._worker is None or self._run_dir != recorded.run_dir:
            self._close()
            self._worker = ReplayWorker(self.request, recorded.run_dir, Debugger(terminal_under(self.config)))
            self._run_dir = recorded.run_dir
        return self._worker

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Look for browser and model before anything is replayed.

        Raises:
            pytest.UsageError: there is none.
        """
        try:
            self.request.require_means()
        except LoWAgentError as error:
            raise pytest.UsageError(str(error)) from error

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The one folder that is collected holds the episodes, wherever their records lie."""
        return ReplayDirectory.from_parent(parent, path=path) if path == self.config.rootpath else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write into pytest's report what came again."""
        report = yield
        if isinstance(item, ReplayItem) and call.when == "call" and item.replay is not None:
            setattr(report, TOLD_ATTRIBUTE, list(replay_lines(item.replay, self.request.then)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a report tells for the end."""
        self._told += getattr(report, TOLD_ATTRIBUTE, ())

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Close sites and browser."""
        self._close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What came again, and what has changed since the records where something did not."""
        terminalreporter.section("LoWAgent")
        for line in self._told:
            terminalreporter.write_line(line)
        if terminalreporter.stats.get("failed"):
            for line in changed_facts(self.request):
                terminalreporter.write_line(line)

    def _close(self) -> None:
        if self._worker is not None:
            self._worker.close()
        self._worker = None


class ReplayDirectory(pytest.Directory):
    """The runs whose episodes are replayed, whatever folder pytest was started in."""

    def collect(self) -> Iterator["EpisodesFile"]:
        """The file of each run that lists its episodes."""
        episodes = self.config.stash[REPLAYS].request.episodes
        for run_dir in dict.fromkeys(one.run_dir for one in episodes):
            path = run_dir / EPISODES_FILE
            yield EpisodesFile.from_parent(self, path=path, name=f"{run_dir.name}/{EPISODES_FILE}")


class EpisodesFile(pytest.File):
    """The episodes of a run that are replayed."""

    def collect(self) -> Iterator["ReplayItem"]:
        """One item an episode."""
        for recorded in self.config.stash[REPLAYS].request.episodes:
            if recorded.run_dir == self.path.parent:
                yield ReplayItem.from_parent(self, name=recorded.episode.episode_id, recorded=recorded)


class ReplayItem(ToldItem):
    """The replay of one episode."""

    def __init__(self, *, recorded: RecordedEpisode, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.recorded = recorded
        self.replay: Replay | None = None
        """None while it has not ended."""

    def runtest(self) -> None:
        """Replay the episode.

        Raises:
            ReplayFailed: something differs, can't be had, or who went on has failed.
        """
        try:
            self.replay = self.config.stash[REPLAYS].worker_of(self.recorded).replay(self.recorded)
        except LoWAgentError as error:
            raise ReplayFailed(str(error)) from error
        if self.replay.difference is not None:
            raise ReplayFailed("\n".join(difference_lines(self.replay, self.replay.difference)))
        if self.replay.failure is not None:
            raise ReplayFailed(f"{self.recorded.address}: who went on has failed: {self.replay.failure}")
