"""Fixed parts of the task set, for when all of it costs too much.

``lite`` is ten text tasks of each site. Seats go to types in proportion to their numbers, but at least one to
each, then within a type to difficulties likewise without that floor (largest remainders, ties to the one that
comes first: info, state, unachievable; easy, medium, hard). A seat is taken by the task whose hash of
``lite/<id>`` is smallest, so that a new task changes the choice of its own kind and difficulty only.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar, get_args

from tasks import list_templates
from tasks.models import Difficulty, TaskType
from tasks.templates import Template

SubsetName = Literal["lite"]
LITE_TASKS = 10
"""Of each site."""

_Group = TypeVar("_Group", bound=str)


def subset_ids(name: SubsetName, sites: Iterable[str]) -> frozenset[str]:
    """Ids of the tasks of a subset.

    Raises:
        LoWAgentError: a template is malformed.
    """
    return frozenset(
        chosen
        for site in sites
        for chosen in choose(name, [template for _, template in list_templates([site], "text")])
    )


def choose(name: SubsetName, templates: Sequence[Template]) -> list[str]:
    """Ids of the templates of one site that are chosen, by type, difficulty and hash."""
    chosen: list[str] = []
    by_type = _grouped(templates, "type", get_args(TaskType))
    for type_, seats in shares({one: len(group) for one, group in by_type.items()}, LITE_TASKS, 1).items():
        by_difficulty = _grouped(by_type[type_], "difficulty", get_args(Difficulty))
        counts = {one: len(group) for one, group in by_difficulty.items()}
        for difficulty, places in shares(counts, seats).items():
            ids = sorted(
                (template.id for template in by_difficulty[difficulty]), key=lambda id_: _order(name, id_)
            )
            chosen += ids[:places]
    return chosen


def shares(counts: Mapping[_Group, int], seats: int, least: int = 0) -> dict[_Group, int]:
    """Seats of each group in proportion to its count, by largest remainders; never more than the count.

    Args:
        counts: group -> how many it has.
        seats: how many there are; all of the groups if they have fewer.
        least: what a group gets at least, if it has as many.
    """
    floor = {group: min(least, count) for group, count in counts.items()}
    total = sum(counts.values())
    left = min(seats, total) - sum(floor.values())
    exact = {group: seats * count / total if total else 0.0 for group, count in counts.items()}
    given = dict(floor)
    for _ in range(max(0, left)):
        open_ = [group for group in counts if given[group] < counts[group]]
        group = max(open_, key=lambda one: exact[one] - given[one])
        given[group] += 1
    return given


def _grouped(
    templates: Iterable[Template], field: str, names: Iterable[_Group]
) -> dict[_Group, list[Template]]:
    items = list(templates)
    groups = {name: [one for one in items if getattr(one, field) == name] for name in names}
    return {name: group for name, group in groups.items() if group}


def _order(name: SubsetName, task_id: str) -> str:
    return hashlib.sha256(f"{name}/{task_id}".encode()).hexdigest()
