"""Rules that compare a task in two languages: the same sentence, the same target, the same change."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from harness.evaluation.rows import describe_change
from harness.lint.problems import Subject, Trial
from sites.kit.changes import RowChange, Value
from sites.kit.database import canonical
from sites.registry import get_site
from tasks.slots import slot_names


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a task must be the same in every language."""

    said: frozenset[str]
    """Slots that the sentence names."""
    texts: frozenset[str]
    """Names of the texts that are given with the sentence."""
    slots: Mapping[str, Value]
    """Those that are drawn from the database."""
    changes: tuple[RowChange, ...] | None
    """What the reference changed, without the columns that differ by language; None where it failed or was
    not run."""

    @classmethod
    def of(cls, subject: Subject, trial: Trial | None) -> "Facts":
        """The facts of a task, and of its run."""
        reference = None if trial is None else trial.reference
        changes = None if reference is None or reference.error is not None else reference.changes
        return cls(
            said=slot_names(subject.intent.intent),
            texts=frozenset(subject.intent.texts),
            slots={name: subject.task.slots[name] for name in sorted(subject.neutral_slots)},
            changes=None if changes is None else canonical(changes, get_site(subject.task.site)),
        )


def same_sentence(first: Facts, other: Facts) -> Iterator[str]:
    """The sentences name the same slots, and come with the same texts."""
    if first.said != other.said:
        yield f"the intent names {_listed(other.said)}, not {_listed(first.said)}"
    if first.texts != other.texts:
        yield f"the texts are {_listed(other.texts)}, not {_listed(first.texts)}"


def same_target(first: Facts, other: Facts) -> Iterator[str]:
    """The same records are drawn."""
    for name in sorted(first.slots.keys() | other.slots.keys()):
        one, two = first.slots.get(name), other.slots.get(name)
        if one != two:
            yield f"{name} is {two!r}, not {one!r}"


def same_change(first: Facts, other: Facts) -> Iterator[str]:
    """The same actions change the same rows, the text that the user types aside."""
    if first.changes is None or other.changes is None:
        return
    for change in other.changes:
        if change not in first.changes:
            yield f"not changed so in the first language: {describe_change(change)}"
    for change in first.changes:
        if change not in other.changes:
            yield f"changed only in the first language: {describe_change(change)}"


LANGUAGE_RULES: Mapping[str, Callable[[Facts, Facts], Iterator[str]]] = {
    "same-sentence": same_sentence,
    "same-target": same_target,
    "same-change": same_change,
}


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"
