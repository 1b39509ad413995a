"""Rules on a task alone: its answers, its names, its budget, its twin."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping

from harness.evaluation.answers import matches
from harness.lint.problems import Subject
from harness.lint.words import spaced_words
from sites.kit.changes import Value
from sites.kit.localization import normalize
from tasks import AnswerCheck, AnswerType
from tasks.slots import slot_names

BUDGET_SHARE = 0.6
"""Of the budget, that a reference may use: an agent that does not know the site needs more steps. Ours."""
NO_ANSWERS = ("", "N/A")
CLOSED_TYPES: frozenset[AnswerType] = frozenset({"na", "yesno"})
"""Their answers come from the kind of question, not from the site."""
_NAME_QUERY = re.compile(
    r"SELECT (?P<column>\w+) FROM (?P<table>\w+) WHERE (?P<key>\w+) = :(?P<slot>\w+)", re.IGNORECASE
)


def own_answer(subject: Subject) -> Iterator[str]:
    """Every accepted answer passes its check; no excluded one does, alone or beside it, nor does none."""
    for check in subject.task.checks.answers:
        for text in _accepted(check):
            if not _passes(check, text, subject):
                yield f"{text!r} is expected, and its own check refuses it"
        for text in check.excluded:
            if _passes(check, text, subject):
                yield f"{text!r} is excluded, and passes"
            elif _passes(check, f"{_accepted(check)[0]}, {text}", subject):
                yield f"{text!r} is excluded, and passes beside {_accepted(check)[0]!r}"
        for text in NO_ANSWERS if check.type != "na" else ():
            if _passes(check, text, subject):
                yield f"{text!r} is no answer, and passes"


def answer_in_intent(subject: Subject) -> Iterator[str]:
    """The sentence does not give its answer away, unless it offers the answers to choose from."""
    if subject.template.offers_choice:
        return
    sentence = subject.task.intent
    words = spaced_words(sentence)
    for check in subject.task.checks.answers:
        if check.type in CLOSED_TYPES:
            continue
        lenient = AnswerCheck(check.type, check.expected)
        given = [text for text in check.expected if spaced_words(text) in words]
        if given or _passes(lenient, sentence, subject):
            yield f"{' or '.join(map(repr, given or check.expected))} stands in the intent: {sentence}"


def unique_name(subject: Subject) -> Iterator[str]:
    """A record that the sentence names has its name alone, among those that the rest of the sentence fits."""
    said = slot_names(subject.intent.intent)
    for name, query in subject.template.names.items():
        place = _NAME_QUERY.fullmatch(" ".join(query.split()).rstrip("; "))
        if name in said and place is not None:
            known = _known_keys(subject, said - {name}) - {place["slot"]}
            count = _namesakes(subject, place, name, known)
            if count != 1:
                called = f"{{{name}}} is {subject.task.slots[name]!r}"
                yield f"{called}: {count} rows of {place['table']} are called so"


def budget(subject: Subject) -> Iterator[str]:
    """The reference leaves 40 % of the budget."""
    steps, limit = len(subject.task.reference), subject.task.budget
    if steps > BUDGET_SHARE * limit:
        yield f"{steps} steps of {limit}: at most {BUDGET_SHARE:.0%} are allowed"


def twin(subject: Subject) -> Iterator[str]:
    """An unachievable task has an achievable twin with other values."""
    if subject.task.type != "unachievable":
        return
    if subject.twin is None:
        yield f"no achievable twin: there is no task {subject.task.id}t"
    elif subject.twin.slots == subject.task.slots:
        yield f"{subject.twin.id} has the same slots"


TEXT_RULES: Mapping[str, Callable[[Subject], Iterator[str]]] = {
    "own-answer": own_answer,
    "answer-in-intent": answer_in_intent,
    "unique-name": unique_name,
    "budget": budget,
    "twin": twin,
}


def _accepted(check: AnswerCheck) -> tuple[str, ...]:
    """Answers that must pass: any of the expected texts, or all of them where they make a set."""
    return (", ".join(check.expected),) if check.type == "set" else check.expected


def _passes(check: AnswerCheck, answer: str, subject: Subject) -> bool:
    return matches(answer, check.expected, type=check.type, lang=subject.task.lang, excluded=check.excluded)


def _known_keys(subject: Subject, said: frozenset[str]) -> frozenset[str]:
    """The slots that a reader knows from the sentence: those it says, and the keys of records it names."""
    keys = (
        re.findall(r":(\w+)", subject.template.names[name]) for name in said & subject.template.names.keys()
    )
    return (said | frozenset().union(*keys)) & subject.neutral_slots


def _namesakes(subject: Subject, place: re.Match[str], name: str, known: frozenset[str]) -> int:
    """How many rows have the name of the target, and agree with it in the columns that are known slots."""
    slots, cursor = subject.task.slots, subject.connection.cursor()
    cursor.row_factory = sqlite3.Row
    rows = [dict(row) for row in cursor.execute(f"SELECT * FROM {place['table']}")]
    target = next(row for row in rows if row[place["key"]] == slots[place["slot"]])
    shared = {column: target[column] for column in known & target.keys() if target[column] == slots[column]}
    wanted = normalize(str(slots[name]))
    return sum(normalize(str(row[place["column"]])) == wanted for row in rows if _agrees(row, shared))


def _agrees(row: Mapping[str, Value], values: Mapping[str, Value]) -> bool:
    return all(row[column] == value for column, value in values.items())
