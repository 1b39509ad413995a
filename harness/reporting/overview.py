"""What a report is about, and what has to be known before its figures are compared.

Whatever makes two rows less than comparable is said before the first figure: episodes that are missing or
ended in an error, other tasks, other values in them, other code, a person who stepped in.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from harness.metrics import run_counts
from harness.records import Manifest, Run
from harness.reporting.grid import NONE, Cell, Grid, Row
from harness.reporting.published import published
from harness.reporting.series import BEYOND_SERIES, GROUP_NAMES, Series, differences, facts
from harness.reporting.success_grids import languages_of, mode_name
from harness.wording import counted
from tasks.models import TaskKind

SHORT = 12
"""Signs of a hash or a commit that are shown."""
NAMED = 5
"""Episodes that a notice names."""


def notices(series: Sequence[Series]) -> Iterator[str]:
    """What has to be known, the most weighty first."""
    for one in series:
        for run in one.parts:
            yield from _run_notices(run)
    yield from _task_notices(series)
    yield from _comparison_notices(series)
    for one in series:
        if len(one.parts) > 1:
            folders = ", ".join(run.run_dir.name for run in one.parts)
            yield f"{one.label} is several runs of one setting, counted as one: {folders}."
    source = published().source
    yield (
        f"Rows and columns called published are figures of “{source.title}” ({source.identifier},"
        f" {source.published}): {source.tasks}. These runs are over other tasks, written to the same"
        " specification, so the two tell where a model stands, and not whether it became better or worse."
    )


def runs_grid(series: Sequence[Series]) -> Grid:
    """A row a run: what it is, and how much of it is there."""
    rows: list[Row] = []
    for one in series:
        for run in one.parts:
            found = run_counts(run)
            rows.append(
                Row.of(
                    run.run_dir.name,
                    one.label,
                    GROUP_NAMES[one.group],
                    run.manifest.engine,
                    mode_name(one.mode),
                    ", ".join(run.manifest.sites),
                    " ".join(lang.upper() for lang in languages_of(run.episodes)),
                    Cell(f"{found.attempted}/{found.planned}", values={"": found.attempted}),
                    Cell(str(found.scored), values={"": found.scored}),
                    Cell(str(found.unscored), values={"": found.unscored}),
                )
            )
    names = ("run", "called", "group", "engine", "setting", "sites", "languages")
    return Grid("runs", "The runs", names, ("recorded", "scored", "errors"), tuple(rows))


def settings_grid(series: Sequence[Series]) -> Grid | None:
    """What decides results and is not the same in all series, besides model and disruptions.

    Returns:
        None where nothing differs.
    """
    tables = [dict(facts(one.run.manifest)) for one in series]
    names = dict.fromkeys(name for table in tables for name in table)
    rows = [
        Row.of(name, *(_short(table.get(name, NONE), name) for table in tables))
        for name in names
        if name not in BEYOND_SERIES and len({table.get(name) for table in tables}) > 1
    ]
    if not rows:
        return None
    labels = tuple(f"{one.label}, {mode_name(one.mode)}" for one in series)
    note = "Only what is not the same everywhere; - where a run has no record of it."
    return Grid("settings", "What differs between the runs", ("setting", *labels), (), tuple(rows), note)


def _run_notices(run: Run) -> Iterator[str]:
    name = run.run_dir.name
    found = run_counts(run)
    if run.missing:
        yield (
            f"{name} is not finished: {len(run.missing)} of {counted(found.planned, 'episode')} missing"
            f" ({_named(run.missing)}). Its figures are over those that are there."
        )
    if found.unscored:
        told = ", ".join(f"{source} {number}" for source, number in found.errors.items() if number)
        yield (
            f"{name}: {counted(found.unscored, 'episode')} ended in an error, left out of every rate"
            f"{f' (by source: {told})' if told else ''}."
        )
    if run.torn_lines:
        yield f"{name}: {counted(run.torn_lines, 'half-written line')} left out of its record."
    helped = [one.episode_id for one in run.episodes if one.interventions]
    if helped:
        yield f"{name}: a person stepped in in {counted(len(helped), 'episode')} ({_named(helped)})."
    manifest = run.manifest
    if manifest.taskset_seed:
        yield (
            f"{name} has other values in its tasks than the published set"
            f" (--taskset-seed {manifest.taskset_seed})."
        )
    if manifest.repeats > 1:
        yield (
            f"{name} did each task {manifest.repeats} times. Rates are over all of them; where tasks are"
            " compared in pairs, the first that counts is taken."
        )
    if (manifest.git_commit or "").endswith("-dirty"):
        yield f"{name} was run by code that differs from its commit."


def _task_notices(series: Sequence[Series]) -> Iterator[str]:
    for kind in get_args(TaskKind):
        yield from _other_tasks(series, kind)
    for one in series:
        by_lang = {
            lang: {episode.task_id for episode in one.counted() if episode.lang == lang}
            for lang in languages_of(one.counted())
        }
        if len({frozenset(found) for found in by_lang.values()}) > 1:
            numbers = ", ".join(f"{lang.upper()} {len(found)}" for lang, found in by_lang.items())
            yield (
                f"{one.label} ({mode_name(one.mode)}) did not do the same tasks in all languages: {numbers}."
                " Differences to English are over the tasks that both have."
            )


def _other_tasks(series: Sequence[Series], kind: TaskKind) -> Iterator[str]:
    tasks = [
        (one, found)
        for one in series
        if (found := frozenset(episode.instance_id for episode in one.counted(kind)))
    ]
    if not tasks:
        return
    usual = Counter(found for _, found in tasks).most_common(1)[0][0]
    others = [
        f"{one.label} ({mode_name(one.mode)}) has {len(found)}" for one, found in tasks if found != usual
    ]
    if others:
        shared = frozenset.intersection(*(found for _, found in tasks))
        yield (
            f"Not all rows of {kind} tasks are over the same tasks. Counted in tasks times languages the"
            f" usual number is {len(usual)}; {', '.join(others)}. All have {len(shared)} of them in common."
            " Rates over other tasks do not compare; differences are over common tasks alone."
        )


def _comparison_notices(series: Sequence[Series]) -> Iterator[str]:
    if len(series) < 2:
        return
    first = series[0].run.manifest
    names = sorted({name for one in series[1:] for name in _other(first, one.run.manifest)})
    if names:
        yield (
            "The rows are not all of one setting besides model and disruptions. It differs in:"
            f" {', '.join(names)} (table “What differs between the runs”)."
        )
    for number, one in enumerate(series):
        for other in series[number + 1 :]:
            shared = {episode.episode_id for episode in one.run.episodes}
            shared &= {episode.episode_id for episode in other.run.episodes}
            same = not differences(one.run.manifest, other.run.manifest) and one.mode == other.mode
            if shared and same:
                yield (
                    f"{one.label} and {other.label} hold the same episodes in the same setting"
                    f" (in both: {len(shared)}): they have rows of their own."
                )


def _other(first: Manifest, second: Manifest) -> list[str]:
    return [found.name for found in differences(first, second) if found.name not in BEYOND_SERIES]


def _named(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _short(value: str, name: str) -> str:
    return value[:SHORT] if name.startswith(("hash of", "git commit")) else value
