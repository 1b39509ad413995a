"""A run beside a second one: which settings differ, and who solved what."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import quote

from harness.metrics import PairedDifference, by_language, counts, instance_of, paired_difference
from harness.records import EpisodeRecord, Manifest, Run
from harness.review.index_rows import IndexRow, index_rows

Relation = Literal["both", "this", "other", "neither", "unpaired"]
"""Who solved an episode. ``unpaired``: one side has no verdict on it, by an error or for want of a record."""

RELATIONS: tuple[Relation, ...] = get_args(Relation)
ABSENT = "not set"
"""Stands where a side has no such setting."""
SAME_TASKS = ("tasks: seed", "tasks: version")
"""Where one of these differs, the same name may stand for another task."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting in which two runs differ."""

    name: str
    this: str
    other: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A second run, as the first one's index shows it."""

    name: str
    model: str
    folder: str
    """From the first run's review folder to the second's as an address, with "/" at the end."""
    run_folder: str
    """From the first run's folder to the second's as an address, with "/" at the end."""
    differences: tuple[Difference, ...]
    other_tasks: bool
    """Whether the same names may stand for other tasks, so that nothing can be compared."""
    relations: Mapping[str, Relation]
    """Every episode that either run is to hold -> who solved it."""
    pairs: Mapping[str, PairedDifference]
    """Language, or all of them -> the scored episodes that both have, the second run first."""
    rows: tuple[IndexRow, ...]
    """Of the second run."""


def compare(this: Run, other: Run, review_folder: str) -> Comparison:
    """A run beside another.

    Args:
        this: the run whose index is written.
        other: the one that it is compared with.
        review_folder: name of the folder of review pages in both.
    """
    differing = differences(this.manifest, other.manifest)
    planned = (*this.manifest.episodes, *other.manifest.episodes)
    away = quote(Path(os.path.relpath(other.run_dir.resolve(), this.run_dir.resolve())).as_posix())
    return Comparison(
        name=other.run_dir.resolve().name,
        model=other.manifest.model,
        folder=f"../{away}/{review_folder}/",
        run_folder=f"{away}/",
        differences=differing,
        other_tasks=any(one.name in SAME_TASKS for one in differing),
        relations={**dict.fromkeys(planned, "unpaired"), **relations(this.episodes, other.episodes)},
        pairs=_pairs(this, other),
        rows=index_rows(other),
    )


def relations(this: Sequence[EpisodeRecord], other: Sequence[EpisodeRecord]) -> dict[str, Relation]:
    """Every episode that is on record in either run -> who solved it."""
    ours, theirs = _verdicts(this), _verdicts(other)
    return {
        name: _relation(ours.get(name), theirs.get(name))
        for name in dict.fromkeys(one.episode_id for one in (*this, *other))
    }


def differences(this: Manifest, other: Manifest) -> tuple[Difference, ...]:
    """The settings in which two runs differ, those of the agent first, hashes of files last.

    When they began, and which of the tasks they hold, is left out.
    """
    ours, theirs = dict(_settings(this)), dict(_settings(other))
    return tuple(
        Difference(name, ours.get(name, ABSENT), theirs.get(name, ABSENT))
        for name in {**ours, **theirs}
        if ours.get(name, ABSENT) != theirs.get(name, ABSENT)
    )


def _pairs(this: Run, other: Run) -> dict[str, PairedDifference]:
    ours, theirs = (by_language(filter(counts, run.episodes)) for run in (this, other))
    return {
        lang: paired_difference(theirs.get(lang, ()), episodes, instance_of)
        for lang, episodes in ours.items()
    }


def _verdicts(episodes: Sequence[EpisodeRecord]) -> dict[str, bool]:
    return {one.episode_id: one.outcome == "solved" for one in episodes if one.outcome != "error"}


def _relation(this: bool | None, other: bool | None) -> Relation:
    if this is None or other is None:
        return "unpaired"
    if this == other:
        return "both" if this else "neither"
    return "this" if this else "other"


def _settings(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Name -> value of all that decides results."""
    yield "model", manifest.model
    yield "engine", manifest.engine
    yield "seed", str(manifest.seed)
    yield SAME_TASKS[0], str(manifest.taskset_seed)
    yield SAME_TASKS[1], str(manifest.taskset_version)
    groups: Sequence[tuple[str, Mapping[str, object]]] = (
        ("", manifest.settings),
        ("agent: ", manifest.agent),
        ("model: ", manifest.model_settings),
        ("version of ", manifest.versions),
        ("hash of ", manifest.hashes),
    )
    for prefix, values in groups:
        for name, value in values.items():
            if value is not None:
                yield f"{prefix}{name}", str(value)
    yield "commit", manifest.git_commit or ABSENT
