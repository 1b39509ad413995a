"""Changes that no task asks for: ``tasks/<site>/strays.yaml``.

The lint makes each of them after the reference of every task, through the site's own forms, and the task must
then fail. Here they are only read and filled.
"""

import sqlite3
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tasks.errors import TaskError
from tasks.instantiation import fill_steps
from tasks.models import ReferenceStep, TaskInstance
from tasks.reading import read_yaml, validated
from tasks.slots import pick, run_query
from tasks.templates import TASKS_FOLDER, StepTemplate


class StrayTemplate(BaseModel):
    """One kind of change."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1)]
    """What it is, in a word or two."""
    slots_query: str
    """Query with language-neutral columns that gives the records to choose from."""
    steps: tuple[StepTemplate, ...]
    """How it is made from any page, whether or not somebody is logged in."""


def read_strays(site: str, folder: Path = TASKS_FOLDER) -> tuple[StrayTemplate, ...]:
    """The strays of a site, in file order.

    Raises:
        TaskError: the file is missing, isn't a list, is empty, or an entry doesn't validate.
    """
    path = folder / site / "strays.yaml"
    entries = read_yaml(path)
    if not isinstance(entries, list) or not entries:
        raise TaskError(f"{path}: expected a list of changes that no task asks for")
    return tuple(validated(StrayTemplate, entry, path, index) for index, entry in enumerate(entries))


def steps_of(
    stray: StrayTemplate, task: TaskInstance, connection: sqlite3.Connection
) -> tuple[ReferenceStep, ...]:
    """The steps that make the change to a record that the task does not name: one a task, in every language.

    Args:
        stray: the change.
        task: the task that must not ask for it.
        connection: the site's database in the language of the task, untouched.

    Raises:
        TaskError: the query fails, or every record that it gives is named by the task.
    """
    named = set(map(str, task.slots.values()))
    rows = [
        row
        for row in run_query(connection, stray.slots_query, {}, task.id)
        if named.isdisjoint(map(str, row.values()))
    ]
    if not rows:
        raise TaskError(f"{task.id}: the stray {stray.name!r} finds no record that the task does not name")
    return fill_steps(stray.steps, pick(rows, f"{stray.name}/{task.id}"), task.lang)
