"""Reading a run record back, also of a run that was killed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from harness.errors import RecordError
from harness.records.models import FORMAT_VERSION, EpisodeRecord, Manifest, StepRecord, episode_name

MANIFEST_FILE = "manifest.json"
EPISODES_FILE = "episodes.jsonl"
STEPS_FILE = "steps.jsonl"

_Line = TypeVar("_Line", EpisodeRecord, StepRecord)


@dataclass(frozen=True, slots=True)
class Run:
    """A run as recorded."""

    run_dir: Path
    manifest: Manifest
    episodes: tuple[EpisodeRecord, ...]
    """The last attempt of each instance and repeat, by site, language, task and repeat."""
    steps: tuple[StepRecord, ...]
    """The steps of these episodes, in order."""
    torn_lines: int = 0
    """Half-written lines that were left out."""
    earlier: tuple[EpisodeRecord, ...] = ()
    """Attempts that were run again, in the order in which they ended: their verdict counts for nothing, but
    they were paid for."""
    unfinished: tuple[StepRecord, ...] = ()
    """Steps of episodes that have no line of their own: whatever wrote them was killed in between."""

    def steps_of(self, episode: EpisodeRecord) -> tuple[StepRecord, ...]:
        """The steps of an episode, in order."""
        return tuple(step for step in self.steps if _identity(step) == _identity(episode))

    def steps_by_episode(self) -> dict[str, tuple[StepRecord, ...]]:
        """Name of each episode that has steps -> its steps, in order."""
        found: dict[str, list[StepRecord]] = {}
        for step in self.steps:
            found.setdefault(episode_name(step.instance_id, step.repeat), []).append(step)
        return {name: tuple(steps) for name, steps in found.items()}

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the episodes that the run was to hold and does not."""
        done = {episode.episode_id for episode in self.episodes}
        return tuple(name for name in self.manifest.episodes if name not in done)


def read_run(run_dir: Path) -> Run:
    """Read a record.

    Raises:
        RecordError: there is no manifest, or a whole line is malformed.
    """
    manifest = read_manifest(run_dir)
    everything, torn_episodes = _read_lines(run_dir / EPISODES_FILE, EpisodeRecord)
    all_steps, torn_steps = _read_lines(run_dir / STEPS_FILE, StepRecord)
    latest = latest_attempts(everything)
    chosen = {_identity(episode) for episode in latest}
    earlier = {_identity(one): one for one in everything if _identity(one) not in chosen}
    steps = tuple(_steps_in_order(step for step in all_steps if _identity(step) in chosen))
    ended = {episode.episode_id for episode in latest}
    unfinished = tuple(
        _steps_in_order(one for one in all_steps if episode_name(one.instance_id, one.repeat) not in ended)
    )
    torn = torn_episodes + torn_steps
    return Run(run_dir, manifest, latest, steps, torn, tuple(earlier.values()), unfinished)


def latest_attempts(episodes: Iterable[EpisodeRecord]) -> tuple[EpisodeRecord, ...]:
    """The last attempt of each instance and repeat, by site, language, task and repeat."""
    latest: dict[str, EpisodeRecord] = {}
    for one in episodes:
        known = latest.get(one.episode_id)
        if known is None or known.attempt <= one.attempt:
            latest[one.episode_id] = one
    return tuple(sorted(latest.values(), key=lambda one: (one.site, one.lang, one.task_id, one.repeat)))


def read_episodes(run_dir: Path) -> tuple[EpisodeRecord, ...]:
    """Every episode on record, in the order in which they ended, earlier attempts included."""
    return _read_lines(run_dir / EPISODES_FILE, EpisodeRecord)[0]


def read_manifest(run_dir: Path) -> Manifest:
    """Read the manifest of a run.

    Raises:
        RecordError: there is none, it is malformed, or the record is of another format.
    """
    path = run_dir / MANIFEST_FILE
    try:
        data = path.read_bytes()
        _require_format(path, _Format.model_validate_json(data).format)
        return Manifest.model_validate_json(data)
    except (FileNotFoundError, NotADirectoryError):
        why = f"{path.name} is missing" if path.parent.is_dir() else "there is no such folder"
        raise RecordError(f"{path.parent} holds no run: {why}") from None
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror}") from error
    except ValidationError as error:
        raise RecordError(f"{path}: {_malformed('the manifest of a run', error)}") from error


class _Format(BaseModel):
    """What a manifest of any format holds."""

    format: int


def _require_format(path: Path, found: int) -> None:
    if found != FORMAT_VERSION:
        raise RecordError(
            f"{path}: expected a record of format {FORMAT_VERSION}, got format {found}: run the tasks again, "
            "or read it with the version of lowagent that wrote it (git_commit in that file)"
        )


def _identity(record: EpisodeRecord | StepRecord) -> tuple[str, int, int]:
    return record.instance_id, record.repeat, record.attempt


def _steps_in_order(steps: Iterable[StepRecord]) -> Iterator[StepRecord]:
    """The steps of each episode as they were last written.

    A writer that was killed before the line of its episode leaves steps behind; its attempt is made again.
    """
    blocks: dict[tuple[str, int, int], list[StepRecord]] = {}
    for step in steps:
        if step.step == 1:
            blocks[_identity(step)] = []
        blocks.setdefault(_identity(step), []).append(step)
    for identity in sorted(blocks):
        yield from sorted(blocks[identity], key=lambda step: step.step)


def _read_lines(path: Path, model: type[_Line]) -> tuple[tuple[_Line, ...], int]:
    """The lines of a file, and how many were torn: not JSON, because a writer was killed."""
    if not path.exists():
        return (), 0
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror}") from error
    lines: list[_Line] = []
    torn = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line:
            continue
        try:
            lines.append(model.model_validate_json(line))
        except ValidationError as error:
            if any(problem["type"] != "json_invalid" for problem in error.errors()):
                what = "an episode" if model is EpisodeRecord else "a step"
                raise RecordError(f"{path}, line {number}: {_malformed(what, error)}") from error
            torn += 1
    return tuple(lines), torn


def _malformed(what: str, error: ValidationError) -> str:
    """What was expected, the first thing that is otherwise, and what to do."""
    first, more = error.errors()[0], error.error_count() - 1
    field = ".".join(map(str, first["loc"]))
    place = f"{field}: " if field else ""
    others = f" (and {more} more)" if more else ""
    return (
        f"expected {what} as this version of lowagent writes it, got: {place}{first['msg']}{others}; "
        "take the file from a copy, or read the run with the version that wrote it"
    )
