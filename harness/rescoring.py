"""Scoring a run again from its record and the sites' base databases, without a browser.

The tasks are made anew from the base databases; that they are the same is known from the digest in the
manifest. Of each episode everything that decides its verdict is then found out once more: the answer, the
steps and the limit from its steps, the checks from the answer, the changed rows, the last page and what
became of disruptions, the outcome from these. The labels by which reports group episodes are compared with
the task, and the rows that changed with the base database: what was there before must be there. Whatever
differs from the record is a difference; a record that nobody touched has none.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from disruptions import Ending
from harness.agents.protocol import Reply
from harness.episode_result import outcome_of
from harness.errors import RecordError
from harness.evaluation import evaluate
from harness.evaluation.rows import describe_change
from harness.interruptions import KIND_NAMES, allowed_replies, dismissal_checks
from harness.records import (
    ChangeRecord,
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    Manifest,
    Run,
    StepRecord,
    read_run,
)
from harness.records.reader import STEPS_FILE
from harness.replies import parse_reply
from sites import get_site
from sites.kit.database import build_database
from sites.kit.journal import quoted
from tasks import TaskInstance, list_templates, load_instances, taskset_hash

LABELS = ("site", "lang", "kind", "type", "split", "difficulty", "category", "twin_of", "intent")
"""Fields of an episode's record that repeat what its task says."""
UNKNOWN_LIMIT = "(none that is on record)"
"""Stands for the limit of an episode that neither a stop nor its budget ended."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not in the record as it is found out anew."""

    episode_id: str
    field: str
    """Of the episode's record: ``outcome``, ``checks``."""
    recorded: str
    rescored: str


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What rescoring a run found."""

    run_dir: Path
    rescored: int
    """Episodes with a verdict."""
    unscored: int
    """Episodes that ended in an error, which have none."""
    differences: tuple[Difference, ...]


def rescore(run_dir: Path, *, cache_dir: Path | None = None) -> Rescoring:
    """Score the episodes of a run again.

    Args:
        run_dir: folder of the run.
        cache_dir: where built databases are kept; None for the default.

    Raises:
        RecordError: the folder holds no readable run, its steps are gone, or this code has not the tasks that
            were run.
        LoWAgentError: a database can't be built, or a task can't be loaded.
    """
    run = read_run(run_dir)
    _require_steps(run)
    tasks = tasks_of(run.manifest, cache_dir=cache_dir)
    steps, planned = run.steps_by_episode(), frozenset(run.manifest.episodes)
    differences: list[Difference] = []
    for site, lang in dict.fromkeys((episode.site, episode.lang) for episode in run.episodes):
        path = build_database(get_site(site), lang, cache_dir=cache_dir)
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            for episode in run.episodes:
                if (episode.site, episode.lang) == (site, lang):
                    task = tasks.get(episode.instance_id) if episode.episode_id in planned else None
                    taken = steps.get(episode.episode_id, ())
                    differences += _differences(episode, taken, task, connection)
    unscored = sum(episode.outcome == "error" for episode in run.episodes)
    return Rescoring(run_dir, len(run.episodes) - unscored, unscored, tuple(differences))


def tasks_of(manifest: Manifest, *, cache_dir: Path | None = None) -> dict[str, TaskInstance]:
    """The tasks of a run by instance id, in order.

    Args:
        manifest: the run's.
        cache_dir: where built databases are kept; None for the default.

    Raises:
        RecordError: they are not the tasks that were run.
    """
    intent_lang = manifest.settings.get("intent_lang")
    visual = {template.id for _, template in list_templates(manifest.sites, "visual")}
    has_visual = any(name.rsplit("-", 1)[0] in visual for name in manifest.instances)
    known = {
        task.instance_id: task
        for task in load_instances(
            manifest.sites,
            manifest.langs,
            None if has_visual else "text",
            manifest.taskset_seed,
            twins=True,
            cache_dir=cache_dir,
            intent_lang=None if intent_lang is None else str(intent_lang),
        )
    }
    tasks = {name: known[name] for name in manifest.instances if name in known}
    digest = taskset_hash(tasks.values())
    if digest != manifest.task_digest:
        lost = [name for name in manifest.instances if name not in known]
        missing = f"; there is no {', '.join(lost)} any more" if lost else ""
        raise RecordError(
            f"the tasks of this run have the digest {manifest.task_digest}, those of this code {digest}"
            f"{missing}: rescore with the code of the run, commit {manifest.git_commit}, task set"
            f" {manifest.taskset_version}"
        )
    return tasks


def both_texts(recorded: object, rescored: object) -> tuple[str, str]:
    """Two values of a field of an episode's record for people: of lists only what is not in the other."""
    if not (isinstance(recorded, tuple) and isinstance(rescored, tuple)):
        return _text(recorded), _text(rescored)
    only = [one for one in recorded if one not in rescored], [one for one in rescored if one not in recorded]
    return _text(only[0]), _text(only[1])


def _require_steps(run: Run) -> None:
    """Refuse a record whose steps are gone: without them no verdict can be found out."""
    if not run.steps and any(episode.steps for episode in run.episodes):
        path = run.run_dir / STEPS_FILE
        state = "holds no steps" if path.exists() else "is missing"
        raise RecordError(
            f"{path} {state}, and rescoring reads there what each episode did: put the file back from a copy"
            " of the run, or run the tasks again"
        )


def _differences(
    episode: EpisodeRecord,
    steps: Sequence[StepRecord],
    task: TaskInstance | None,
    connection: sqlite3.Connection,
) -> Iterator[Difference]:
    name = episode.episode_id
    if task is None:
        yield Difference(name, "episode_id", name, "not in the manifest")
        return
    found = _labels(task) | (
        _unscored(episode) if episode.outcome == "error" else _scored(episode, task, steps)
    )
    for field, value in found.items():
        recorded = getattr(episode, field)
        if recorded != value:
            yield Difference(name, field, *both_texts(recorded, value))
    for change in episode.changes:
        if not _fits(change, connection):
            yield Difference(name, "changes", _text(change), "no such row in the base database")


def _labels(task: TaskInstance) -> dict[str, object]:
    return {
        "task_id": task.id,
        "reference_steps": len(task.reference),
        **{name: getattr(task, name) for name in LABELS},
    }


def _unscored(episode: EpisodeRecord) -> dict[str, object]:
    """An error says what failed and has no verdict."""
    return {"error": episode.error or "(what failed)", "checks": (), "foreign": ()}


def _scored(episode: EpisodeRecord, task: TaskInstance, steps: Sequence[StepRecord]) -> dict[str, object]:
    actions = [parse_reply(Reply(step.reply))[0] for step in steps]
    stops = [action.answer for action in actions if action is not None and action.kind == "stop"]
    answer = stops[-1] if stops else None
    budget = allowed_replies(task.budget, episode.disruption_mode, len(episode.disruptions))
    limit = _limit(episode, budget, replies=len(steps) - len(stops), has_stopped=bool(stops))
    final_url = steps[-1].url if stops else episode.final_url
    changes = [record.to_change() for record in episode.changes]
    own = evaluate(task, answer=answer, changes=changes, final_url=final_url)
    dismissals = dismissal_checks((one.kind, _ended(one)) for one in episode.disruptions)
    evaluation = replace(own, checks=(*own.checks, *dismissals))
    return {
        "error": None,
        "steps": len(steps),
        "budget": budget,
        "answer": answer,
        "limit": limit,
        "final_url": final_url,
        "disruptions": tuple(_disruptions(episode, steps, limit)),
        "checks": tuple(map(CheckRecord.of, evaluation.checks)),
        "foreign": tuple(map(ChangeRecord.of, evaluation.foreign)),
        "outcome": outcome_of(evaluation, limit),
    }


def _limit(episode: EpisodeRecord, budget: int, *, replies: int, has_stopped: bool) -> str | None:
    """The limit that ended an episode: none if the agent did, the steps if they were used up.

    Clocks and prices can't be read again: other limits are believed where something must have ended it.

    Args:
        episode: the episode.
        budget: replies that it was allowed.
        replies: those that were no stop.
        has_stopped: whether there was a stop.
    """
    if any(one.ending == "accepted" for one in episode.disruptions):
        return None
    if replies >= budget:
        return "steps"
    if has_stopped:
        return None
    return UNKNOWN_LIMIT if episode.limit in (None, "steps") else episode.limit


def _ended(record: DisruptionRecord) -> Ending | None:
    """What the agent did about an interruption, if it did anything."""
    return record.ending if record.ending in ("dismissed", "accepted") else None


def _disruptions(
    episode: EpisodeRecord, steps: Sequence[StepRecord], limit: str | None
) -> Iterator[DisruptionRecord]:
    """The interruptions on record that fit the steps, and those that only the steps tell of."""
    for record in episode.disruptions:
        cut_off = "limit" if limit is not None else "stopped"
        ending = cut_off if record.ended_step is None else record.ending
        page = steps[record.shown_step - 1] if record.shown_step <= len(steps) else None
        if page is None or page.disruption == record.kind:
            yield record.model_copy(update={"ending": ending})
    for step in steps:
        if step.disruption is not None and not any(_covers(one, step) for one in episode.disruptions):
            yield DisruptionRecord(
                kind=step.disruption, shown_step=step.step, ended_step=None, ending="stopped", requests=1
            )


def _covers(record: DisruptionRecord, step: StepRecord) -> bool:
    last = step.step if record.ended_step is None else record.ended_step
    return record.kind == step.disruption and record.shown_step <= step.step <= last


def _fits(change: ChangeRecord, connection: sqlite3.Connection) -> bool:
    """Whether the base database holds the row that was there before the change, where there was one."""
    if change.before is None:
        return True
    conditions = " AND ".join(f"{quoted(column)} IS ?" for column in change.before)
    query = f"SELECT 1 FROM {quoted(change.table)} WHERE {conditions}"
    try:
        return connection.execute(query, tuple(change.before.values())).fetchone() is not None
    except sqlite3.OperationalError:
        return False


def _text(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(_text, value)) or "nothing"
    if isinstance(value, CheckRecord):
        verdict = "holds" if value.passed else "fails"
        return f"{value.name} {verdict} (expected {value.expected}, got {value.got})"
    if isinstance(value, ChangeRecord):
        return describe_change(value.to_change())
    if isinstance(value, DisruptionRecord):
        return f"{KIND_NAMES[value.kind]} of step {value.shown_step} {value.ending}"
    return "none" if value is None else str(value)
