"""How an episode ended, and the line of a run's record that tells of it."""

from dataclasses import dataclass

from harness.evaluation import Evaluation
from harness.interruptions import DisruptionSetting
from harness.records import (
    CallRecord,
    ChangeRecord,
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    EpisodeTiming,
    ErrorSource,
    Outcome,
    PictureRecord,
)
from sites.kit.changes import RowChange
from tasks import TaskInstance


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """How an episode ended."""

    instance_id: str
    outcome: Outcome
    steps: int
    """Replies of the agent, bad ones included."""
    answer: str | None
    """None where the agent did not stop."""
    evaluation: Evaluation | None
    """None where the outcome is error."""
    changes: tuple[RowChange, ...]
    seconds: float
    input_tokens: int
    output_tokens: int
    cost_usd: float
    final_url: str
    limit: str | None = None
    """Which limit ended it: steps, seconds, tokens or cost; ``person`` where one did."""
    error: str | None = None
    """What failed, where the outcome is error."""
    error_source: ErrorSource | None = None
    """Whose fault it was, where the outcome is error."""
    traceback: str | None = None
    """As Python prints it, where the agent's own program failed."""
    calls: tuple[CallRecord, ...] = ()
    """Calls of a model, failed ones included."""
    confidence: int | None = None
    """0 to 100: how sure the agent said it was of its answer."""
    budget: int | None = None
    """Replies it was allowed; None for the task's own budget."""
    disruptions: tuple[DisruptionRecord, ...] = ()
    """The interruptions that were shown."""
    pictures: tuple[PictureRecord, ...] = ()
    """The pictures that the agent was shown with its task."""
    interventions: int = 0
    """Steps in which a person stepped in."""


def outcome_of(evaluation: Evaluation, limit: str | None) -> Outcome:
    """How an episode that the machine let end has ended.

    At a limit the checks still count; an answer that was due and did not come fails its check.

    Args:
        evaluation: every check, those of disruptions included.
        limit: which limit ended it; None where the agent stopped or left the site.
    """
    if evaluation.solved:
        return "solved"
    return "limit" if limit is not None else "unsolved"


def episode_record(
    task: TaskInstance,
    attempt: int,
    result: EpisodeResult,
    timing: EpisodeTiming,
    disruptions: DisruptionSetting | None = None,
    *,
    repeat: int = 1,
    intent_en: str = "",
) -> EpisodeRecord:
    """The line of a run's record that tells of an episode.

    Args:
        task: the task.
        attempt: 1, or more where it was run again.
        result: how it ended.
        timing: when, and how long it took.
        disruptions: how it was interrupted, if it was.
        repeat: which run of the task it was.
        intent_en: the task's sentence in English.
    """
    evaluation = result.evaluation
    return EpisodeRecord(
        instance_id=task.instance_id,
        task_id=task.id,
        site=task.site,
        lang=task.lang,
        kind=task.kind,
        type=task.type,
        split=task.split,
        twin_of=task.twin_of,
        difficulty=task.difficulty,
        category=task.category,
        reference_steps=len(task.reference),
        intent=task.intent,
        intent_en=intent_en,
        pictures=result.pictures,
        repeat=repeat,
        attempt=attempt,
        outcome=result.outcome,
        steps=result.steps,
        budget=task.budget if result.budget is None else result.budget,
        disruption_mode=disruptions.mode if disruptions else None,
        disruption_seed=disruptions.episode_seed(task) if disruptions else None,
        disruptions=result.disruptions,
        answer=result.answer,
        final_url=result.final_url,
        limit=result.limit,
        interventions=result.interventions,
        error=result.error,
        error_source=result.error_source,
        confidence=result.confidence,
        calls=len(result.calls),
        retries=sum(call.status != "ok" for call in result.calls),
        cached_tokens=sum(call.cached_tokens for call in result.calls),
        reasoning_tokens=sum(call.reasoning_tokens for call in result.calls),
        checks=tuple(map(CheckRecord.of, evaluation.checks if evaluation else ())),
        changes=tuple(map(ChangeRecord.of, result.changes)),
        foreign=tuple(map(ChangeRecord.of, evaluation.foreign if evaluation else ())),
        input_tokens=result.input_tokens,
        output_tokens=result.output_tokens,
        cost_usd=result.cost_usd,
        timing=timing,
    )
