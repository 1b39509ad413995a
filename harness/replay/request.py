"""What ``pytest --replay`` asks for: which episodes of which runs, how far, and who goes on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.debugging.request import require_one_process, wants_window
from harness.errors import ConfigError, RecordError
from harness.models import require_model
from harness.records import EpisodeRecord, Manifest, Run, StepRecord, read_run
from harness.records.addressing import episode_address, find_episode, read_episode_address
from harness.records.reader import MANIFEST_FILE
from harness.replay.handover import HUMAN, PAUSE, REFERENCE, steps_to_replay
from harness.runs.options import OPTIONS, STEP_OPTIONS
from harness.runs.request import AGENT_OPTIONS, RunRequest, read_request
from harness.runs.start import chromium_version

NOBODY = "noop"
"""Names the agent of a replay that nobody goes on with; it is never made."""
OF_THE_WATCHER = ("headed", "slowmo", *(option.name for option in STEP_OPTIONS))
"""Options of who looks on."""


@dataclass(frozen=True, slots=True)
class RecordedEpisode:
    """An episode on record that is to be replayed."""

    run_dir: Path
    manifest: Manifest
    episode: EpisodeRecord
    steps: tuple[StepRecord, ...]
    """All of its steps, in order."""
    replayed: int
    """How many of them are replayed."""

    @property
    def address(self) -> str:
        """``RUN_DIR#ministore-017-ur``."""
        return episode_address(self.run_dir, self.episode.episode_id)

    @property
    def is_whole(self) -> bool:
        """Whether it is replayed to a verdict: an agent or model that failed can't be had again."""
        return self.replayed == self.episode.steps and self.episode.error_source not in ("agent", "model")


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Replays as asked for."""

    episodes: tuple[RecordedEpisode, ...]
    """In the order in which they were named, those of a run by site, language and task."""
    then: str | None
    """Who goes on: ``reference``, ``human``, ``pause`` or a model; None for nobody."""
    given: Mapping[str, Any]
    """The options that a replay does not take from the record."""

    @property
    def model(self) -> str | None:
        """The agent that goes on, where it is made as that of a run is."""
        return None if self.then in (None, PAUSE, REFERENCE) else self.then

    def require_means(self) -> None:
        """Refuse what this machine can't do.

        Raises:
            ConfigError: there is no Chromium, no display for its window, or no key for who goes on.
        """
        for run_dir in dict.fromkeys(one.run_dir for one in self.episodes):
            request = self.run_request(run_dir)
            if request.browser.engine == "chromium":
                chromium_version(request)
            if request.model_settings is not None:
                require_model(request.model_settings)

    def run_request(self, run_dir: Path) -> RunRequest:
        """The run that the replays of a run's episodes are, with engine, seeds and limits of its manifest.

        Args:
            run_dir: folder of the run.

        Raises:
            LoWAgentError: the engine has not what these replays need, or nobody has the name of who goes on.
        """
        mine = [one for one in self.episodes if one.run_dir == run_dir]
        kinds = {one.episode.kind for one in mine}
        options = {
            **self.given,
            **_recorded_options(run_dir, mine[0].manifest),
            "model": self.model or NOBODY,
            "kind": kinds.pop() if self.model is not None and len(kinds) == 1 else None,
        }
        request = read_request(options)
        unseen = [one.address for one in mine if self.model and one.episode.kind not in request.kinds]
        if unseen:
            raise ConfigError(f"--then {self.then} can't see the pictures that {unseen[0]} needs")
        return request


def read_replay_request(given: Mapping[str, Any], processes: int | None = None) -> ReplayRequest:
    """The replays that a command line asks for.

    Args:
        given: name of each option (`harness.runs.options`) -> its value, None where it was not said; also
            pytest-playwright's ``headed``, ``slowmo``, ``tracing`` and ``screenshot``.
        processes: how many replay beside this one; None or 0 where this one does.

    Raises:
        ConfigError: an option says what the record says, ``--then`` can't be done, or not by several.
        RecordError: there is no such run, or it can't be read.
    """
    then = given.get("then")
    kept = OF_THE_WATCHER if then in (None, PAUSE, REFERENCE, HUMAN) else (*OF_THE_WATCHER, *AGENT_OPTIONS)
    _refuse_others(given, kept)
    episodes: list[RecordedEpisode] = []
    for text in given["replay"]:
        episodes += _recorded(text, given.get("until"), then)
    request = ReplayRequest(tuple(episodes), then, {name: given.get(name) for name in kept})
    if then == PAUSE:
        _refuse_pause(request)
    for run_dir in dict.fromkeys(one.run_dir for one in episodes):
        run = request.run_request(run_dir)
        require_one_process(then or NOBODY, run.stepping, headed=run.browser.headed, processes=processes)
    return request


def _refuse_others(given: Mapping[str, Any], kept: Sequence[str]) -> None:
    """Refuse what a replay takes from the record."""
    defaults = {option.name: option.default for option in OPTIONS} | {"tracing": "off", "screenshot": None}
    own = {"replay", "until", "then", *kept}
    said = [
        name
        for name, default in defaults.items()
        if name not in own and given.get(name) not in (None, False, default)
    ]
    if said:
        flags = ", ".join("--" + name.replace("_", "-") for name in said)
        raise ConfigError(
            f"{flags} with --replay: tasks, engine, seeds and limits are those of the record; leave it out"
        )


def _refuse_pause(request: ReplayRequest) -> None:
    if not wants_window(request.given):
        raise ConfigError("--then pause opens Playwright's inspector in a window: add --headed")
    over_http = [one.address for one in request.episodes if one.manifest.engine == "http"]
    if over_http:
        raise ConfigError(f"--then pause needs a browser, and {over_http[0]} was run with --engine http")


def _recorded(text: str, until: int | None, then: str | None) -> Iterator[RecordedEpisode]:
    """The episode of an address, or all of a run."""
    if (Path(text) / MANIFEST_FILE).is_file():
        run = read_run(Path(text).absolute())
        if not run.episodes:
            raise ConfigError(f"--replay {text}: no episode of this run has ended")
        names = [episode.episode_id for episode in run.episodes]
    else:
        folder, name = read_episode_address(text)
        run, names = read_run(folder.absolute()), [name]
    steps = run.steps_by_episode()
    for name in names:
        yield _recorded_episode(run, find_episode(run, name), steps.get(name, ()), until, then)


def _recorded_episode(
    run: Run, episode: EpisodeRecord, steps: tuple[StepRecord, ...], until: int | None, then: str | None
) -> RecordedEpisode:
    replayed = len(steps_to_replay(episode, steps, until, then))
    return RecordedEpisode(run.run_dir, run.manifest, episode, steps, replayed)


def _recorded_options(run_dir: Path, manifest: Manifest) -> dict[str, Any]:
    """What the command line of the run said that decides how an episode goes.

    Raises:
        RecordError: it is nothing that could be said to this version.
    """
    settings = manifest.settings
    options: dict[str, Any] = {
        "site": manifest.sites,
        "lang": manifest.langs,
        "engine": manifest.engine,
        "seed": manifest.seed,
        "taskset_seed": manifest.taskset_seed,
        "screenshot": "on" if settings.get("screenshots") else "off",
        **{
            name: settings.get(name)
            for name in ("disruptions", "intent_lang", "final_answer", "max_seconds", "max_tokens")
        },
    }
    for option in OPTIONS:
        value = options.get(option.name)
        if option.choices and value is not None and value not in option.choices:
            raise RecordError(
                f"{run_dir / MANIFEST_FILE}: {option.name} is {value!r}, and this version knows"
                f" {' and '.join(option.choices)}: replay it with the code of its run, commit"
                f" {manifest.git_commit}"
            )
    return options
