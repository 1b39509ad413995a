"""Tasks: templates, intents per language, and their instances over a site's database."""

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

__all__ = [
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
    "interleave",
    "list_templates",
    "load_instances",
]
