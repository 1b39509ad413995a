"""Tasks: templates, intents per language, and their instances over a site's database."""

from tasks.english import english_intent
from tasks.errors import TaskError
from tasks.loading import interleave, list_templates, load_instances
from tasks.models import (
    AnswerCheck,
    AnswerType,
    Checks,
    ClickStep,
    FillStep,
    GotoStep,
    ReferenceStep,
    RowAllowance,
    RowCheck,
    StopStep,
    TaskInstance,
)
from tasks.taskset import TASKSET_VERSION, export_lines, taskset_hash, taskset_version

__all__ = [
    "TASKSET_VERSION",
    "AnswerCheck",
    "AnswerType",
    "Checks",
    "ClickStep",
    "FillStep",
    "GotoStep",
    "ReferenceStep",
    "RowAllowance",
    "RowCheck",
    "StopStep",
    "TaskError",
    "TaskInstance",
    "english_intent",
    "export_lines",
    "interleave",
    "list_templates",
    "load_instances",
    "taskset_hash",
    "taskset_version",
]
