"""From a template, an intent and a language's database to a task that can be run.

Slots are drawn by (seed, task id) from language-neutral columns, so the target is the same record in
every language; names and amounts are then read from, or written for, the language.
"""

import sqlite3
from collections.abc import Iterable, Mapping

from sites.kit.changes import Value
from tasks.errors import TaskError
from tasks.models import (
    AnswerCheck,
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
from tasks.slots import choose_row, fill_path, fill_text, fill_value, run_query
from tasks.templates import (
    AnswerTemplate,
    ClickTemplate,
    FillTemplate,
    GotoTemplate,
    Intent,
    StepTemplate,
    Template,
)

NOT_AVAILABLE = "N/A"


def instantiate(
    template: Template, intent: Intent, *, site: str, lang: str, connection: sqlite3.Connection, seed: int = 0
) -> TaskInstance:
    """The task of a template in one language.

    Args:
        template: what is asked and how it is checked.
        intent: the sentence in the language, and texts to type.
        site: name of the site.
        lang: language of the intent and of the database.
        connection: the site's built database in that language, untouched; for a visual task with the tables
            of `tasks.pictures`.
        seed: 0 is the published set; another seed draws other slots.

    Raises:
        TaskError: a query fails or finds nothing, or a pattern names an unknown slot.
    """
    slots = _draw_slots(template, intent, lang, connection, seed)
    try:
        return TaskInstance(
            id=template.id,
            site=site,
            lang=lang,
            kind=template.kind,
            type=template.type,
            split=template.split,
            difficulty=template.difficulty,
            category=template.category,
            intent=fill_text(intent.intent.strip(), slots, lang),
            start=fill_path(template.start, slots, lang),
            budget=template.budget,
            slots=slots,
            checks=_checks(template, slots, lang, connection),
            reference=fill_steps(template.reference, slots, lang),
            reference_images=tuple(fill_text(pattern, slots, lang) for pattern in template.pictures),
            twin_of=template.twin_of,
        )
    except TaskError as error:
        raise TaskError(f"{template.id} in {lang}: {error}") from error


def fill_steps(
    steps: Iterable[StepTemplate], slots: Mapping[str, Value], lang: str
) -> tuple[ReferenceStep, ...]:
    """Steps with their slots filled.

    Raises:
        TaskError: a step names an unknown slot.
    """
    return tuple(_step(step, slots, lang) for step in steps)


def _draw_slots(
    template: Template, intent: Intent, lang: str, connection: sqlite3.Connection, seed: int
) -> dict[str, Value]:
    slots: dict[str, Value] = {}
    if template.slots_query:
        slots |= choose_row(connection, template.slots_query, seed, template.id)
    slots |= {name: text.strip() for name, text in intent.texts.items()}
    for name, query in template.names.items():
        rows = run_query(connection, query, slots, template.id)
        if len(rows) != 1:
            raise TaskError(
                f"{template.id} in {lang}: the query of name {name!r} gives {len(rows)} rows, not 1"
            )
        slots[name] = next(iter(rows[0].values()))
    return slots


def _checks(
    template: Template, slots: Mapping[str, Value], lang: str, connection: sqlite3.Connection
) -> Checks:
    answers = tuple(_answer(answer, template, slots, lang, connection) for answer in template.answers)
    if template.type == "unachievable":
        answers = (AnswerCheck("na", (NOT_AVAILABLE,)),)
    return Checks(
        answers=answers,
        rows=tuple(
            RowCheck(row.table, row.kind, _where(row.where, slots, lang), row.count) for row in template.rows
        ),
        allowed=tuple(
            RowAllowance(row.table, row.kind, _where(row.where, slots, lang), row.columns)
            for row in template.allowed
        ),
        exclusive=template.exclusive and template.type != "info",
        final_path=fill_path(template.final_path, slots, lang) if template.final_path else None,
    )


def _answer(
    answer: AnswerTemplate,
    template: Template,
    slots: Mapping[str, Value],
    lang: str,
    connection: sqlite3.Connection,
) -> AnswerCheck:
    def written(patterns: tuple[str, ...], query: str | None) -> tuple[str, ...]:
        texts = [fill_text(pattern, slots, lang) for pattern in patterns]
        if query:
            for row in run_query(connection, query, slots, template.id):
                name, value = next(iter(row.items()))
                texts.append(fill_text(f"{{{name}}}", {name: value}, lang))
        return tuple(dict.fromkeys(texts))

    expected = written(answer.expected, answer.expected_query)
    if not expected:
        raise TaskError("an answer has nothing that it expects")
    excluded = written(answer.excluded, answer.excluded_query)
    return AnswerCheck(answer.type, expected, tuple(text for text in excluded if text not in expected))


def _where(where: Mapping[str, Value], slots: Mapping[str, Value], lang: str) -> dict[str, Value]:
    return {column: fill_value(value, slots, lang) for column, value in where.items()}


def _step(step: StepTemplate, slots: Mapping[str, Value], lang: str) -> ReferenceStep:
    if isinstance(step, GotoTemplate):
        return GotoStep(fill_path(step.goto, slots, lang))
    if isinstance(step, ClickTemplate):
        return ClickStep(fill_path(step.click, slots, lang))
    if isinstance(step, FillTemplate):
        fields = {
            fill_path(name, slots, lang): fill_text(value, slots, lang) for name, value in step.fields.items()
        }
        return FillStep(fill_path(step.fill, slots, lang), fields)
    return StopStep(fill_text(step.stop, slots, lang))
