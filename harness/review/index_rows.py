"""The rows of the index: every episode that a run is to hold, as a page's script reads it.

An episode that is not on record has a row too: its task and language stand in its name, the rest is known
where another language of the task is on record.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from harness.errors import RecordError
from harness.metrics import first_failure
from harness.records import EpisodeRecord, ErrorSource, Run, StepRecord, episode_name
from harness.reporting.summary import FAILURE_NAMES

MISSING = "missing"
"""Stands where an outcome would, for what is not on record."""
SOURCES: Mapping[ErrorSource | None, str] = {
    "model": "error of the model's service",
    "agent": "error of the agent's program",
    "machine": "error of the machine",
    None: "error of unknown source",
}
"""Whose fault an error is, in the words of docs/metrics.md."""
NO_REASON = "nothing on record says why: try lowagent rescore"
NOT_DISRUPTED = "none"
SHOWN_NONE = "none came up"
ANSWER_LETTERS = 240
ERROR_LETTERS = 400
REPEAT_SIGN = "~"

_WORST_FIRST = ("accepted", "error", "stopped", "limit", "dismissed")


@dataclass(frozen=True, slots=True)
class LooseStep:
    """A step on record of an episode that is not: whatever wrote it was killed in between."""

    step: int
    path: str
    action: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One episode."""

    id: str
    page: str
    """Name of its page without suffix."""
    task: str
    site: str
    lang: str
    repeat: int
    outcome: str
    """That of the record, or `MISSING`."""
    reason: str = ""
    """Why it was not solved, in words; for an error, whose fault it is."""
    kind: str = ""
    """text or visual; as all that follows empty or None where no record tells."""
    type: str = ""
    difficulty: str = ""
    intent: str = ""
    intent_en: str = ""
    """The same in English."""
    intent_lang: str = ""
    """Language of ``intent``."""
    answer: str | None = None
    error: str | None = None
    steps: int | None = None
    budget: int | None = None
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    """US dollars."""
    disruption: str = ""
    """What became of its disruptions: the worst ending, `NOT_DISRUPTED`, or `SHOWN_NONE`."""
    attempt: int | None = None
    disagreement: float | None = None
    """Share of the pairs of languages of the task whose outcomes differ, 0 to 1; None without a pair."""
    pictures: tuple[str, ...] = ()
    """Those that went with the intent; relative to the run's folder."""
    interventions: int = 0
    """Steps in which a person stepped in."""
    loose_steps: tuple[LooseStep, ...] = ()


def index_rows(run: Run) -> tuple[IndexRow, ...]:
    """A row for every episode that the run holds, or is to hold, by site, task, language and repeat."""
    steps = run.steps_by_episode()
    by_task: dict[str, EpisodeRecord] = {}
    for episode in run.episodes:
        by_task.setdefault(episode.task_id, episode)
    differing = disagreements(run.episodes)
    loose: dict[str, list[LooseStep]] = {}
    for step in run.unfinished:
        one = LooseStep(step.step, step.path, step.action, step.error)
        loose.setdefault(episode_name(step.instance_id, step.repeat), []).append(one)
    rows = [
        *(
            _row_of(one, steps.get(one.episode_id, ()), differing.get(one.task_id), run)
            for one in run.episodes
        ),
        *(_missing_row(name, by_task, differing, loose.get(name, ())) for name in run.missing),
    ]
    languages = {lang: place for place, lang in enumerate(run.manifest.langs)}
    return tuple(sorted(rows, key=lambda row: (row.site, row.task, languages.get(row.lang, 99), row.repeat)))


def disagreements(episodes: Iterable[EpisodeRecord]) -> dict[str, float]:
    """Task -> share of its pairs of languages whose outcomes differ.

    Errors are no verdicts, so they agree with nothing and differ from nothing. Where a task was run several
    times, a pair differs by the share of its repeats that do. A task without a pair is left out.
    """
    outcomes: dict[tuple[str, int], list[str]] = {}
    for episode in episodes:
        if episode.outcome != "error":
            outcomes.setdefault((episode.task_id, episode.repeat), []).append(episode.outcome)
    differing: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for (task, _), found in outcomes.items():
        differing[task] += sum(one != other for one, other in combinations(found, 2))
        pairs[task] += comb(len(found), 2)
    return {task: round(differing[task] / pairs[task], 3) for task in pairs if pairs[task]}


def reason_of(episode: EpisodeRecord, steps: Sequence[StepRecord]) -> str:
    """Why an episode was not solved, in the words of a report; empty for a solved one."""
    if episode.outcome == "error":
        return SOURCES[episode.error_source]
    try:
        failure = first_failure(episode, steps)
    except RecordError:
        return NO_REASON
    return FAILURE_NAMES[failure] if failure else ""


def page_name(episode_id: str) -> str:
    """Name of an episode's page without its suffix: a repeat's ``~`` is no letter for the name of a file."""
    return episode_id.replace(REPEAT_SIGN, "_")


def _row_of(
    episode: EpisodeRecord, steps: Sequence[StepRecord], disagreement: float | None, run: Run
) -> IndexRow:
    return IndexRow(
        id=episode.episode_id,
        page=page_name(episode.episode_id),
        task=episode.task_id,
        site=episode.site,
        lang=episode.lang,
        repeat=episode.repeat,
        outcome=episode.outcome,
        reason=reason_of(episode, steps),
        kind=episode.kind,
        type=episode.type,
        difficulty=episode.difficulty,
        intent=episode.intent,
        intent_en=episode.intent_en,
        intent_lang=str(run.manifest.settings.get("intent_lang") or episode.lang),
        answer=_shortened(episode.answer, ANSWER_LETTERS),
        error=_shortened(episode.error, ERROR_LETTERS),
        steps=episode.steps,
        budget=episode.budget,
        seconds=round(episode.timing.seconds, 1),
        tokens=episode.input_tokens + episode.output_tokens,
        cost=round(episode.cost_usd, 6),
        disruption=_disruption(episode),
        attempt=episode.attempt,
        interventions=episode.interventions,
        disagreement=disagreement,
        pictures=tuple(
            picture.copy_path
            for picture in episode.pictures
            if picture.copy_path and (run.run_dir / picture.copy_path).is_file()
        ),
    )


def _missing_row(
    name: str,
    by_task: Mapping[str, EpisodeRecord],
    differing: Mapping[str, float],
    loose: Sequence[LooseStep],
) -> IndexRow:
    instance, _, repeat = name.partition(REPEAT_SIGN)
    task, _, lang = instance.rpartition("-")
    known = by_task.get(task)
    return IndexRow(
        id=name,
        page=page_name(name),
        task=task,
        site=task.rpartition("-")[0],
        lang=lang,
        repeat=int(repeat or 1),
        outcome=MISSING,
        kind=known.kind if known else "",
        type=known.type if known else "",
        difficulty=known.difficulty if known else "",
        intent=known.intent_en if known else "",
        intent_en=known.intent_en if known else "",
        intent_lang="en",
        disagreement=differing.get(task),
        loose_steps=tuple(loose),
    )


def _disruption(episode: EpisodeRecord) -> str:
    if episode.disruption_mode is None:
        return NOT_DISRUPTED
    endings = {record.ending for record in episode.disruptions}
    return next((ending for ending in _WORST_FIRST if ending in endings), SHOWN_NONE)


def _shortened(text: str | None, letters: int) -> str | None:
    return text if text is None or len(text) <= letters else f"{text[: letters - 1]}…"
