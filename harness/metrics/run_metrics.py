"""Every figure of a run, computed from its record alone; what the report prints and ``--json`` writes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from pathlib import Path

from harness.metrics.breakdowns import Breakdown, breakdowns
from harness.metrics.calibration import Calibration, calibration
from harness.metrics.conduct import Conduct, conduct
from harness.metrics.counts import RunCounts, Usage, run_counts, usage
from harness.metrics.failures import FAILURE_KINDS, FailureKind, first_failure
from harness.metrics.paired import PairedDifference
from harness.metrics.rates import ALL, Share, Tally, by_language, counts, in_groups, tally
from harness.metrics.repeats import PassRate, pass_rates
from harness.metrics.verdicts import is_completed, is_constrained_success, is_preserved
from harness.records import EpisodeRecord, ErrorSource, Outcome, Run, StepRecord
from tasks.models import TaskKind

Plain = Mapping[str, "Plain"] | Sequence["Plain"] | str | int | float | bool | None
"""What JSON can hold."""


@dataclass(frozen=True, slots=True)
class GroupTally:
    """The success of a site in a language, by kind of task."""

    site: str
    lang: str
    kind: TaskKind
    tally: Tally


@dataclass(frozen=True, slots=True)
class EpisodeVerdict:
    """What was found out about one episode."""

    instance_id: str
    repeat: int
    outcome: Outcome
    error_source: ErrorSource | None
    completed: bool
    preserved: bool
    constrained: bool
    failure: FailureKind | None
    """None for what was solved or ended in an error."""


@dataclass(frozen=True, slots=True)
class RunMetrics:
    """The figures of a run. Mappings by language have ``all`` too where there are several languages."""

    run_dir: Path
    model: str
    engine: str
    counts: RunCounts
    total: Tally
    groups: tuple[GroupTally, ...]
    conduct: Mapping[str, Conduct]
    """By language, as are the mappings below. Errors and twins are left out of all but ``usage``."""
    failures: Mapping[str, Mapping[FailureKind, int]]
    """Kind of first failure -> episodes that were not solved; in order of precedence."""
    breakdowns: tuple[Breakdown, ...]
    pass_rates: Mapping[str, tuple[PassRate, ...]]
    """pass^1 to pass^K; empty where each task was run once."""
    calibration: Mapping[str, Calibration]
    """Only languages in which a confidence was given."""
    usage: Mapping[str, Usage]
    episodes: tuple[EpisodeVerdict, ...]
    """Every episode on record, twins and errors too."""

    @property
    def all_failures(self) -> Mapping[FailureKind, int]:
        """``failures`` of all languages together."""
        return tuple(self.failures.values())[-1] if self.failures else {}


def run_metrics(run: Run) -> RunMetrics:
    """The figures of a run."""
    steps = run.steps_by_episode()
    verdicts = {one.episode_id: _verdict(one, steps.get(one.episode_id, ())) for one in run.episodes}
    counted = by_language(filter(counts, run.episodes))
    rates = {lang: tuple(pass_rates(group)) for lang, group in counted.items()}
    earlier = in_groups(run.earlier)
    again = by_language(run.earlier)
    sure = {lang: found for lang, group in counted.items() if (found := calibration(group)) is not None}
    return RunMetrics(
        run_dir=run.run_dir,
        model=run.manifest.model,
        engine=run.manifest.engine,
        counts=run_counts(run),
        total=tally(run.episodes, run.earlier),
        groups=tuple(
            GroupTally(*names, tally(group, earlier.get(names, ())))
            for names, group in in_groups(run.episodes).items()
        ),
        conduct={
            lang: conduct(group, chain.from_iterable(steps.get(one.episode_id, ()) for one in group))
            for lang, group in counted.items()
        },
        failures={
            lang: _count_failures(verdicts[one.episode_id].failure for one in group)
            for lang, group in counted.items()
        },
        breakdowns=tuple(breakdowns(filter(counts, run.episodes))),
        pass_rates=rates if any(len(found) > 1 for found in rates.values()) else {},
        calibration=sure,
        usage={
            lang: usage(group, run.earlier if lang == ALL else again.get(lang, ()))
            for lang, group in by_language(run.episodes).items()
        },
        episodes=tuple(verdicts.values()),
    )


def to_plain(value: object) -> Plain:
    """Figures as JSON can hold them: shares with their rate, tallies and differences with intervals."""
    if isinstance(value, Share):
        return {"count": value.count, "of": value.of, "rate": value.rate}
    if isinstance(value, PairedDifference):
        shares = {"first": to_plain(value.first), "second": to_plain(value.second)}
        return {
            **{field.name: getattr(value, field.name) for field in fields(value)},
            **shares,
            "difference": value.difference,
            "interval_95": list(value.interval),
            "p_value": value.p_value,
        }
    if is_dataclass(value) and not isinstance(value, type):
        plain = {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
        if isinstance(value, Tally):
            plain |= {"rate": value.rate, "interval_95": list(value.interval)}
        return plain
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def _verdict(episode: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeVerdict:
    return EpisodeVerdict(
        instance_id=episode.instance_id,
        repeat=episode.repeat,
        outcome=episode.outcome,
        error_source=episode.error_source,
        completed=is_completed(episode),
        preserved=is_preserved(episode),
        constrained=is_constrained_success(episode),
        failure=first_failure(episode, steps),
    )


def _count_failures(failures: Iterable[FailureKind | None]) -> dict[FailureKind, int]:
    found = list(failures)
    return {kind: found.count(kind) for kind in FAILURE_KINDS if kind in found}
