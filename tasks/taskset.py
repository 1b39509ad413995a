"""Sets of tasks as data: one JSON object a task, and a hash that tells sets apart.

Every line of an export says which set it is of, so that a file needs no header that readers of JSON lines
would have to skip, and a part of a file still tells where it comes from. The same hash stands in the manifest
of a run, so a run can be matched with the file of its tasks.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from tasks.models import ClickStep, FillStep, GotoStep, ReferenceStep, TaskInstance
from tasks.overlays import current_overlay

TASKSET_VERSION = "0.1"
"""Raised when published tasks change so that scores before and after can't be compared."""
STAMP = "taskset"
"""The field of a line that says which set it is of; left out of the hash."""


def taskset_version() -> str:
    """`TASKSET_VERSION`, and the hash of the pictures where they are not the project's own.

    Raises:
        TaskError: ``LOWAGENT_PICTURES`` names no finished overlay.
    """
    overlay = current_overlay()
    return TASKSET_VERSION + (overlay.tag if overlay else "")


def taskset_hash(instances: Iterable[TaskInstance]) -> str:
    """SHA-256 (hex) of tasks in their order: of their records as JSON, keys sorted, one a line."""
    lines = "\n".join(_canonical(task_record(instance)) for instance in instances)
    return hashlib.sha256(lines.encode()).hexdigest()


def export_lines(instances: Sequence[TaskInstance], seed: int) -> Iterator[str]:
    """One JSON object a task, without line ends.

    Args:
        instances: the tasks.
        seed: what drew their slots, for the stamp.
    """
    stamp = {"version": taskset_version(), "seed": seed, "sha256": taskset_hash(instances)}
    for instance in instances:
        yield json.dumps({**task_record(instance), STAMP: stamp}, ensure_ascii=False)


def task_record(instance: TaskInstance) -> dict[str, object]:
    """All that an instance says, as plain values; the steps are written as templates write them."""
    record = {"instance_id": instance.instance_id, **asdict(instance)}
    record["reference"] = [_step(step) for step in instance.reference]
    return record


def _step(step: ReferenceStep) -> dict[str, object]:
    if isinstance(step, GotoStep):
        return {"goto": step.path}
    if isinstance(step, ClickStep):
        return {"click": step.href}
    if isinstance(step, FillStep):
        return {"fill": step.action, "fields": dict(step.fields)}
    return {"stop": step.answer}


def _canonical(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
