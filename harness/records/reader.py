"""Reading a run record back, also of a run that was killed."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from harness.errors import RecordError
from harness.records.models import EpisodeRecord, Manifest, StepRecord

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
    """The last attempt of each instance, by site, language and task."""
    steps: tuple[StepRecord, ...]
    """The steps of these episodes, in order."""
    torn_lines: int = 0
    """Half-written lines that were left out."""

    def steps_of(self, episode: EpisodeRecord) -> tuple[StepRecord, ...]:
        """The steps of an episode, in order."""
        key = (episode.instance_id, episode.attempt)
        return tuple(step for step in self.steps if (step.instance_id, step.attempt) == key)

    @property
    def missing(self) -> tuple[str, ...]:
        """Instances that the run was to hold and does not."""
        done = {episode.instance_id for episode in self.episodes}
        return tuple(instance for instance in self.manifest.instances if instance not in done)


def read_run(run_dir: Path) -> Run:
    """Read a record.

    Raises:
        RecordError: there is no manifest, or a whole line is malformed.
    """
    manifest = _read_manifest(run_dir / MANIFEST_FILE)
    all_episodes, torn_episodes = _read_lines(run_dir / EPISODES_FILE, EpisodeRecord)
    all_steps, torn_steps = _read_lines(run_dir / STEPS_FILE, StepRecord)
    latest = {episode.instance_id: episode for episode in all_episodes}
    episodes = sorted(latest.values(), key=lambda one: (one.site, one.lang, one.task_id))
    attempts = {(episode.instance_id, episode.attempt) for episode in episodes}
    steps = {
        (step.instance_id, step.attempt, step.step): step
        for step in all_steps
        if (step.instance_id, step.attempt) in attempts
    }
    ordered = tuple(steps[key] for key in sorted(steps))
    return Run(run_dir, manifest, tuple(episodes), ordered, torn_episodes + torn_steps)


def read_episodes(run_dir: Path) -> tuple[EpisodeRecord, ...]:
    """Every episode on record, in the order in which they ended, earlier attempts included."""
    return _read_lines(run_dir / EPISODES_FILE, EpisodeRecord)[0]


def _read_manifest(path: Path) -> Manifest:
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise RecordError(f"{path.parent} holds no run: {path.name} is missing") from None
    except ValidationError as error:
        raise RecordError(f"{path}: {error}") from error


def _read_lines(path: Path, model: type[_Line]) -> tuple[tuple[_Line, ...], int]:
    """The lines of a file, and how many were torn: not JSON, because a writer was killed."""
    if not path.exists():
        return (), 0
    lines: list[_Line] = []
    torn = 0
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line:
            continue
        try:
            lines.append(model.model_validate_json(line))
        except ValidationError as error:
            if any(problem["type"] != "json_invalid" for problem in error.errors()):
                raise RecordError(f"{path}, line {number}: {error}") from error
            torn += 1
    return tuple(lines), torn
