"""Linting the tasks of one site in one language: the work of one process at a time.

Visual tasks are tried out over HTTP as text ones are: a reference names what it does by address, and the
baselines would understand no picture. What they need pictures for is asked of the files (`visual_rules`).
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import repeat

from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.lint.language_rules import Facts
from harness.lint.problems import Problem, Subject, Trial
from harness.lint.run_rules import NEEDS_NO_RUN, RUN_RULES
from harness.lint.text_rules import TEXT_RULES
from harness.lint.trials import try_out
from harness.lint.visual_rules import VISUAL_RULES
from sites.kit.errors import LoWAgentError
from sites.registry import get_site
from tasks import TaskError, TaskInstance
from tasks.instantiation import instantiate
from tasks.loading import open_database
from tasks.models import TaskKind
from tasks.strays import StrayTemplate, read_strays
from tasks.templates import Intent, Template, intent_of, read_intents, read_templates

FILLED = "filled"
"""The rule that there is a task at all: a template has an intent, and its queries find what they must."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found at a site in a language."""

    problems: tuple[Problem, ...]
    facts: Mapping[str, Facts]
    """By task id: what must be the same in other languages. Tasks that could not be filled are missing."""


def lint_place(
    site: str,
    lang: str,
    *,
    seed: int,
    kind: TaskKind | None = None,
    tasks: Collection[str] | None = None,
    run: bool = True,
) -> Findings:
    """Run the tasks of a site in a language, and ask every rule that looks at one language.

    Args:
        site: name of the site.
        lang: code of the language.
        seed: what draws the slots.
        kind: only text or only visual tasks; None for both.
        tasks: ids; None for all.
        run: False asks only the rules that need no running.

    Raises:
        LoWAgentError: a file of templates, intents or strays is malformed, or the site can't be made.
    """
    templates = [one for one in read_templates(site, kind=kind) if _is_wanted(one.id, tasks)]
    intents, strays = _intents_of(templates, site, lang), read_strays(site)
    facts: dict[str, Facts] = {}
    with closing(open_database(get_site(site), lang, templates)) as connection:
        subjects, problems = fill_templates(templates, intents, site, lang, connection, seed=seed)
        if tasks is None:
            problems += _surplus(templates, intents, lang)
        trials = _tried_out(site, lang, subjects, strays) if run else repeat(None)
        for subject, trial in zip(subjects, trials, strict=False):
            problems += judge(subject, trial)
            facts[subject.task.id] = Facts.of(subject, trial)
    return Findings(tuple(problems), facts)


def fill_templates(
    templates: Iterable[Template],
    intents: Mapping[str, Intent],
    site: str,
    lang: str,
    connection: sqlite3.Connection,
    *,
    seed: int,
) -> tuple[list[Subject], list[Problem]]:
    """The tasks of a site in a language, and those templates that are none."""
    asked: list[tuple[Template, Intent]] = []
    made: dict[str, TaskInstance] = {}
    problems: list[Problem] = []
    for template in templates:
        intent = intent_of(template, intents)
        try:
            if intent is None:
                raise TaskError("there is no intent")
            made[template.id] = instantiate(
                template, intent, site=site, lang=lang, connection=connection, seed=seed
            )
            asked.append((template, intent))
        except TaskError as error:
            problems.append(Problem(template.id, lang, FILLED, _line(str(error))))
    subjects = [
        Subject(template, intent, made[template.id], made.get(f"{template.id}t"), connection)
        for template, intent in asked
    ]
    return subjects, problems


def judge(subject: Subject, trial: Trial | None) -> Iterator[Problem]:
    """The problems of one task in one language; without a trial only those that need no running."""
    visual_rules = VISUAL_RULES if subject.task.kind == "visual" else {}
    for name, text_rule in {**TEXT_RULES, **visual_rules}.items():
        yield from _asked(name, subject.task, lambda rule=text_rule: rule(subject))
    if trial is None:
        return
    for name, run_rule in RUN_RULES.items():
        if trial.reference.error is None or name in NEEDS_NO_RUN:
            yield from _asked(name, subject.task, lambda rule=run_rule: rule(subject, trial))


def _intents_of(templates: Iterable[Template], site: str, lang: str) -> dict[str, Intent]:
    """The intents of the kinds of these templates: who lints text tasks needs no files of visual ones."""
    intents: dict[str, Intent] = {}
    kinds: set[TaskKind] = {template.kind for template in templates}
    for kind in kinds:
        intents |= read_intents(site, lang, kind=kind)
    return intents


def _tried_out(
    site: str, lang: str, subjects: Iterable[Subject], strays: Sequence[StrayTemplate]
) -> Iterator[Trial]:
    with Environment([site], [lang]) as environment, closing(HttpBrowser(environment)) as browser:
        for subject in subjects:
            yield try_out(subject, strays, browser, environment)


def _asked(rule: str, task: TaskInstance, ask: Callable[[], Iterator[str]]) -> Iterator[Problem]:
    """What a rule saw; that it can't be asked is a problem too."""
    try:
        for seen in ask():
            yield Problem(task.id, task.lang, rule, _line(seen))
    except LoWAgentError as error:
        yield Problem(task.id, task.lang, rule, _line(str(error)))


def _surplus(templates: Iterable[Template], intents: Mapping[str, Intent], lang: str) -> Iterator[Problem]:
    for task_id in sorted(intents.keys() - {template.id for template in templates}):
        yield Problem(task_id, lang, FILLED, "an intent without a template")


def _is_wanted(task_id: str, tasks: Collection[str] | None) -> bool:
    return tasks is None or task_id in tasks


def _line(text: str) -> str:
    return " ".join(text.split())
