"""Success by what a task is: site, kind, type, difficulty, category, length of its reference, its checks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from harness.metrics.rates import Share, by_language
from harness.records import CheckRecord, EpisodeRecord
from tasks.models import AnswerCheck, AnswerType, Difficulty, RowCheck, TaskKind, TaskType

BANDS = ((3, "1-3"), (6, "4-6"), (10, "7-10"), (None, "11+"))
"""(most steps, name): lengths of references, the stop included."""
CHECK_ORDER = (
    *(f"answer: {type_}" for type_ in get_args(AnswerType)),
    *(f"rows {kind}" for kind in ("added", "changed", "removed")),
    "last page",
)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Success of the episodes of one group."""

    dimension: str
    """What is told apart: ``difficulty``."""
    group: str
    """``easy``."""
    by_lang: Mapping[str, Share]
    """Language -> solved of those that count; with ``all`` where there are several languages."""


def breakdowns(episodes: Iterable[EpisodeRecord]) -> list[Breakdown]:
    """Every dimension in which these episodes differ.

    Args:
        episodes: episodes for which `harness.metrics.counts` holds.
    """
    chosen = tuple(episodes)
    found: list[Breakdown] = []
    for dimension, (groups_of, order) in _DIMENSIONS.items():
        names = {name for episode in chosen for name in groups_of(episode)}
        if len(names) > 1:
            found += (
                Breakdown(dimension, name, _success(chosen, name, groups_of))
                for name in sorted(names, key=lambda name: (_place(name, order), name))
            )
    return found


def reference_band(steps: int) -> str:
    """The band of `BANDS` in which a length lies."""
    return next(name for most, name in BANDS if most is None or steps <= most)


def check_names(episode: EpisodeRecord) -> tuple[str, ...]:
    """The kinds of the task's own checks: one episode may be of several."""
    names = (_check_name(check) for check in episode.checks)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def _check_name(check: CheckRecord) -> str | None:
    if isinstance(check.task_check, AnswerCheck):
        return f"answer: {check.task_check.type}"
    if isinstance(check.task_check, RowCheck):
        return f"rows {check.task_check.kind}"
    return "last page" if check.kind == "page" else None


def _success(episodes: Iterable[EpisodeRecord], name: str, groups_of: "_Groups") -> dict[str, Share]:
    group = [episode for episode in episodes if name in groups_of(episode)]
    return {
        lang: Share(sum(one.outcome == "solved" for one in chosen), len(chosen))
        for lang, chosen in by_language(group).items()
    }


def _place(name: str, order: tuple[str, ...]) -> int:
    return order.index(name) if name in order else len(order)


_Groups = Callable[[EpisodeRecord], tuple[str, ...]]
_DIMENSIONS: Mapping[str, tuple[_Groups, tuple[str, ...]]] = {
    "site": (lambda one: (one.site,), ()),
    "kind": (lambda one: (one.kind,), get_args(TaskKind)),
    "type": (lambda one: (one.type,), get_args(TaskType)),
    "difficulty": (lambda one: (one.difficulty,), get_args(Difficulty)),
    "category": (lambda one: (one.category,), ()),
    "reference steps": (
        lambda one: (reference_band(one.reference_steps),),
        tuple(name for _, name in BANDS),
    ),
    "check": (check_names, CHECK_ORDER),
}
"""Dimension -> the groups of an episode, and the order in which groups are shown."""
