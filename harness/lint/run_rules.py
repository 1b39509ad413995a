"""Rules on what running a task showed. All but `reference` are asked only where it could be carried out."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from harness.evaluation import evaluate
from harness.evaluation.rows import describe_change
from harness.lint.problems import StrayTrial, Subject, Trial, is_error_code
from sites.kit.changes import RowChange
from tasks import TaskInstance
from tasks.slots import run_query

NEEDS_NO_RUN = frozenset({"reference"})
"""The rules that are asked even where the reference could not be carried out."""


def reference(_subject: Subject, trial: Trial) -> Iterator[str]:
    """The reference solves the task."""
    if trial.reference.error is not None:
        yield trial.reference.error
    elif trial.reference.outcome != "solved" and trial.reference.evaluation is not None:
        for check in trial.reference.evaluation.checks:
            if not check.passed:
                yield f"{check.name}: expected {check.expected}, got {check.got}"


def baselines(subject: Subject, trial: Trial) -> Iterator[str]:
    """No baseline solves the task, but for ``na``, which solves just the unachievable."""
    for name, result in trial.baselines:
        due = name == "na" and subject.task.type == "unachievable"
        if result.error is not None:
            yield f"{name} ends in an error: {result.error}"
        elif (result.outcome == "solved") != due:
            verb = "does not solve" if due else "solves"
            yield f"{name} {verb} it, answering {(result.answer or '')[:60]!r}"


def last_change(subject: Subject, trial: Trial) -> Iterator[str]:
    """Without its last change the reference fails, whatever it answers and wherever it ends."""
    if not subject.task.checks.rows:
        return
    changes = (*trial.changes, trial.reference.changes)
    before = [one for one, after in pairwise(changes) if one != after]
    if not before:
        yield "the reference changes nothing"
    elif _holds(subject, trial, before[-1]):
        yield f"the task is solved before the last change, by {_described(before[-1])}"


def foreign_change(subject: Subject, trial: Trial) -> Iterator[str]:
    """A change that the task does not ask for fails it, and is named."""
    for stray in trial.strays:
        if stray.error is not None:
            yield f"the stray {stray.name!r} could not be made: {stray.error}"
        elif stray.before == stray.after:
            yield f"the stray {stray.name!r} changed nothing"
        elif not _is_caught(subject, trial, stray):
            new = [change for change in stray.after if change not in stray.before]
            yield f"the stray {stray.name!r} passes: {_described(new)}"


def disruptions(_subject: Subject, trial: Trial) -> Iterator[str]:
    """The reference solves the task behind disruptions too, and meets both; who accepts the offer fails.

    The advertisement comes with the first page load after arrival: who loads none never meets it.
    """
    for name, result in trial.disrupted:
        if result.error is not None:
            yield f"{name} ends in an error: {result.error}"
        elif (result.outcome == "solved") != (name == "reference"):
            verb = "does not solve" if name == "reference" else "solves"
            yield f"{name} {verb} it"
        elif "advertisement" not in {one.kind for one in result.disruptions}:
            yield f"{name} loads no page after arrival, so that no advertisement is met"


def proof(subject: Subject, trial: Trial) -> Iterator[str]:
    """What can't be done is proved: by a code on the reference's last page, or a query that finds nothing.

    A query has to find something for the twin, where its parameters are slots of the twin too: one that
    never finds anything proves nothing.
    """
    evidence = subject.template.proof
    if subject.task.type != "unachievable" or evidence is None:
        return
    if is_error_code(evidence):
        page = trial.pages[-1]
        if f"({evidence})" not in page.text:
            yield f"the reference's last page, {page.url}, does not show {evidence}"
        return
    rows = run_query(subject.connection, evidence, subject.task.slots, subject.task.id)
    if rows:
        yield f"the query of the proof finds {rows[0]}"
    if subject.twin is not None and not _finds_or_cannot_ask(evidence, subject.twin, subject):
        yield "the query of the proof finds nothing for the twin either"


RUN_RULES: Mapping[str, Callable[[Subject, Trial], Iterator[str]]] = {
    "reference": reference,
    "baselines": baselines,
    "last-change": last_change,
    "foreign-change": foreign_change,
    "disruptions": disruptions,
    "proof": proof,
}


def _finds_or_cannot_ask(query: str, twin: TaskInstance, subject: Subject) -> bool:
    """Whether a query finds something for the twin, or has parameters that are no slots of it."""
    if not set(re.findall(r":(\w+)", query)) <= twin.slots.keys():
        return True
    return bool(run_query(subject.connection, query, twin.slots, twin.id))


def _holds(subject: Subject, trial: Trial, changes: tuple[RowChange, ...]) -> bool:
    ended = trial.reference
    return evaluate(subject.task, answer=ended.answer, changes=changes, final_url=ended.final_url).solved


def _is_caught(subject: Subject, trial: Trial, stray: StrayTrial) -> bool:
    ended = trial.reference
    verdict = evaluate(subject.task, answer=ended.answer, changes=stray.after, final_url=ended.final_url)
    new = [change for change in stray.after if change not in stray.before]
    return not verdict.solved and any(change in verdict.foreign for change in new)


def _described(changes: list[RowChange] | tuple[RowChange, ...]) -> str:
    return "; ".join(map(describe_change, changes)) or "nothing"
