"""What a report has a row for: a series, one or more runs of the same agent in the same setting.

Who runs one language after the other has several folders and one result. Runs are joined only where
everything on record that decides results is the same and no episode is in both; all others stay apart, with
a row each, and the report tells what differs. Runs with and without disruptions are always two series.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from disruptions import Mode
from harness.metrics import counts
from harness.models.presets import presets
from harness.models.spec import is_model_spec, read_spec
from harness.records import EpisodeRecord, Manifest, Run, latest_attempts
from harness.reporting.published import published
from harness.wording import setting_text
from tasks.models import TaskKind

Group = Literal["closed", "open", "address", "own", "person", "baseline"]
"""What agents are told apart by; ``address``: a model at some server, of which nothing else is known."""
GROUPS: tuple[Group, ...] = get_args(Group)
GROUP_NAMES: dict[Group, str] = {
    "closed": "Closed models",
    "open": "Open models",
    "address": "Models at an address (closed or open is not on record)",
    "own": "Agents of one's own",
    "person": "People",
    "baseline": "Baselines without a model",
}
CODE_FACTS = ("git commit", "version of", "hash of")
"""How names of differences in code and packages begin."""
DISRUPTION_SETTINGS = frozenset({"disruptions", "disruption_seed"})
BEYOND_SERIES = DISRUPTION_SETTINGS | {"model"}
"""Settings by which rows of a report are meant to differ."""
MAY_DIFFER = frozenset({"subset", "repeats", "screenshots"})
"""Settings that choose what is run or kept, and decide no episode."""
UNKNOWN = "unknown"
"""The commit of code that lay in no repository."""
PERSON = "human"
"""The agent that is a person."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that decides results and is not the same in two runs."""

    name: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Series:
    """Runs that count as one."""

    label: str
    """What rows call it; with the name of its folder where several would be called the same."""
    group: Group
    published: str | None
    """The model's name among the published ones."""
    run: Run
    """Its runs as one."""
    parts: tuple[Run, ...]
    """The runs, in the order in which they were given."""

    @property
    def mode(self) -> Mode | None:
        """How it was disrupted; None where it was not."""
        return mode_of(self.run)

    def counted(self, kind: TaskKind | None = None) -> tuple[EpisodeRecord, ...]:
        """Its episodes that count for success rates, of a kind of tasks or of both."""
        return tuple(one for one in self.run.episodes if counts(one) and kind in (None, one.kind))


def in_series(runs: Sequence[Run]) -> list[Series]:
    """Join what belongs together: by group, then in the order of the first run of each."""
    joined: list[list[Run]] = []
    for run in runs:
        place = next((parts for parts in joined if all(_belong_together(run, one) for one in parts)), None)
        if place is None:
            joined.append([run])
        else:
            place.append(run)
    made = [_series(parts) for parts in joined]
    ordered = sorted(made, key=lambda one: GROUPS.index(one.group))
    return [replace(one, label=label) for one, label in zip(ordered, _labels(ordered), strict=True)]


def differences(first: Manifest, second: Manifest) -> list[Difference]:
    """What decides results and differs, by name. Facts of which one side has no record are let pass."""
    one, other = dict(facts(first)), dict(facts(second))
    return [
        Difference(name, one[name], other[name]) for name in one if name in other and one[name] != other[name]
    ]


def disrupted_pairs(series: Iterable[Series]) -> Iterator[tuple[Series, Series]]:
    """(without disruptions, with): same agent and setting otherwise; other code is told of, not left out."""
    everything = list(series)
    for plain in everything:
        for disrupted in everything:
            if plain.mode is None and disrupted.mode is not None and _is_comparable(plain, disrupted):
                yield plain, disrupted


def mode_of(run: Run) -> Mode | None:
    """How a run was disrupted: as its manifest tells, or else its episodes."""
    mode = run.manifest.settings.get("disruptions")
    return next((one.disruption_mode for one in run.episodes), None) if mode is None else _mode(mode)


def _mode(value: object) -> Mode | None:
    return next((mode for mode in get_args(Mode) if mode == value), None)


def facts(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """(name, value in words) of everything on record that decides results."""
    for name in ("model", "engine", "seed", "taskset_seed", "taskset_version"):
        yield name, setting_text(getattr(manifest, name))
    for values in (manifest.settings, manifest.agent, manifest.model_settings):
        yield from (
            (name, setting_text(value)) for name, value in sorted(values.items()) if name not in MAY_DIFFER
        )
    yield "git commit", manifest.git_commit or UNKNOWN
    for name, version in sorted(manifest.versions.items()):
        yield f"version of {name}", version
    for name, digest in sorted(manifest.hashes.items()):
        yield f"hash of {name}", digest


def _belong_together(first: Run, second: Run) -> bool:
    names = {episode.episode_id for episode in first.episodes} | set(first.manifest.episodes)
    others = {episode.episode_id for episode in second.episodes} | set(second.manifest.episodes)
    same_mode = mode_of(first) == mode_of(second)
    return same_mode and not names & others and not differences(first.manifest, second.manifest)


def _is_comparable(plain: Series, disrupted: Series) -> bool:
    return all(
        one.name in DISRUPTION_SETTINGS or one.name.startswith(CODE_FACTS)
        for one in differences(plain.run.manifest, disrupted.run.manifest)
    )


def _series(parts: Sequence[Run]) -> Series:
    model = parts[0].manifest.model
    known = published_name(model)
    group: Group = published().access[known] if known is not None else _group(model)
    return Series(_title(model, known), group, known, _as_one(parts), tuple(parts))


def published_name(model: str) -> str | None:
    """Which of the published models a specification names; None where it is another, or no model."""
    if not is_model_spec(model):
        return None
    spec = read_spec(model)
    names = {name: presets()[name].spec.partition("/")[2] for name in published().access}
    asked = spec.name.rpartition("/")[2].lower()
    found = (
        name
        for name, full in names.items()
        if spec.preset == name or asked in (name, full.rpartition("/")[2].lower())
    )
    return next(found, None)


def published_title(name: str) -> str:
    """What a published model is called in tables."""
    return presets()[name].title


def _group(model: str) -> Group:
    if model == PERSON:
        return "person"
    if not is_model_spec(model):
        return "own" if ":" in model else "baseline"
    spec = read_spec(model)
    if spec.provider in ("vllm", "hf"):
        return "open"
    return "closed" if spec.base_url is None else "address"


def _title(model: str, known: str | None) -> str:
    if known is not None:
        return published_title(known)
    return read_spec(model).name if is_model_spec(model) else model


def _as_one(parts: Sequence[Run]) -> Run:
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    manifests = [run.manifest for run in parts]
    manifest = first.manifest.model_copy(
        update={
            name: tuple(dict.fromkeys(item for one in manifests for item in getattr(one, name)))
            for name in ("sites", "langs", "instances")
        }
    )
    return Run(
        run_dir=first.run_dir,
        manifest=manifest,
        episodes=latest_attempts(episode for run in parts for episode in run.episodes),
        steps=tuple(step for run in parts for step in run.steps),
        torn_lines=sum(run.torn_lines for run in parts),
        earlier=tuple(episode for run in parts for episode in run.earlier),
        unfinished=tuple(step for run in parts for step in run.unfinished),
    )


def _labels(series: Sequence[Series]) -> Iterator[str]:
    """A label each; series with and without disruptions may share one, for tables tell them apart."""
    taken: dict[tuple[str, Mode | None], int] = {}
    for one in series:
        twins = [other for other in series if (other.label, other.mode) == (one.label, one.mode)]
        folders = ", ".join(run.run_dir.name for run in one.parts)
        label = f"{one.label} ({folders})" if len(twins) > 1 else one.label
        number = taken[label, one.mode] = taken.get((label, one.mode), 0) + 1
        yield label if number == 1 else f"{label} {number}"
