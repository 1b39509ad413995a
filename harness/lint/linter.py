"""Linting: which tasks, in which languages, in how many processes.

A process takes a site in a language at a time, with sites and a browser of its own. Languages are compared at
the end, each with the first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from harness.errors import ConfigError
from harness.lint.language_rules import LANGUAGE_RULES, Facts
from harness.lint.places import FILLED, Findings, lint_place
from harness.lint.problems import Problem
from harness.lint.run_rules import RUN_RULES
from harness.lint.text_rules import TEXT_RULES
from harness.lint.visual_rules import VISUAL_RULES
from harness.runs.names import unknown_task
from harness.wording import counted
from tasks import list_templates
from tasks.models import TaskKind

RULES = (FILLED, *TEXT_RULES, *VISUAL_RULES, *RUN_RULES, *LANGUAGE_RULES)
"""Every rule, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class LintReport:
    """What the lint found."""

    problems: tuple[Problem, ...]
    """By task, language and rule, in the order of templates, of the languages asked for, and of `RULES`."""
    tasks: int
    """How many were linted in each language, twins included."""


def lint(
    sites: Sequence[str],
    langs: Sequence[str],
    *,
    seed: int = 0,
    kind: TaskKind | None = None,
    tasks: Sequence[str] = (),
    jobs: int = 1,
    run: bool = True,
    say: Callable[[str], None] = lambda _line: None,
) -> LintReport:
    """Lint tasks.

    Args:
        sites: names of sites.
        langs: codes of languages; the others are compared with the first.
        seed: what draws the slots; 0 is the published set.
        kind: only text or only visual tasks; None for both.
        tasks: ids; a task comes with its twin. All if empty.
        jobs: how many processes share the languages.
        run: False asks only the rules that need no running.
        say: is told a line for each site and language that is done.

    Raises:
        UnknownNameError: there is no such site or language.
        ConfigError: there is no such task.
        LoWAgentError: a file of templates, intents or strays is malformed, or a site can't be made.
    """
    chosen = _chosen(sites, langs, kind, tasks)
    has_some = [site for site in sites if any(name.startswith(f"{site}-") for name in chosen)]
    places = [(site, lang) for site in has_some for lang in langs]
    named = frozenset(chosen) if tasks else None
    work = partial(_lint_pair, seed=seed, kind=kind, tasks=named, run=run)
    problems: list[Problem] = []
    facts: dict[str, dict[str, Facts]] = {}
    for (site, lang), found in zip(places, _mapped(work, places, jobs), strict=True):
        problems += found.problems
        for task_id, one in found.facts.items():
            facts.setdefault(task_id, {})[lang] = one
        say(f"{site} {lang}: {counted(len(found.facts), 'task')}, problems: {len(found.problems)}")
    problems += [problem for task_id, by_lang in facts.items() for problem in compare(task_id, by_lang)]
    return LintReport(tuple(_ordered(problems, chosen, langs)), len(chosen))


def compare(task_id: str, facts: Mapping[str, Facts]) -> Iterator[Problem]:
    """Where a task differs from itself in the first of its languages."""
    first, *others = facts
    for lang in others:
        for name, rule in LANGUAGE_RULES.items():
            for seen in rule(facts[first], facts[lang]):
                yield Problem(task_id, lang, name, f"{seen} (compared with {first})")


def _chosen(
    sites: Sequence[str], langs: Sequence[str], kind: TaskKind | None, tasks: Sequence[str]
) -> tuple[str, ...]:
    templates = [template for _, template in list_templates(sites, kind, twins=True)]
    known = [template.id for template in templates]
    for name in tasks:
        if name not in known:
            raise ConfigError(unknown_task(name, known, langs))
    return tuple(one.id for one in templates if not tasks or {one.id, one.twin_of} & set(tasks))


def _mapped(
    work: Callable[[tuple[str, str]], Findings], places: Sequence[tuple[str, str]], jobs: int
) -> Iterator[Findings]:
    """The findings in the order of the places, each as soon as it and those before are there."""
    if min(jobs, len(places)) <= 1:
        yield from map(work, places)
        return
    # Not forked: a forked process would share whatever threads and connections the parent holds.
    with ProcessPoolExecutor(min(jobs, len(places)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, places)


def _lint_pair(
    place: tuple[str, str], *, seed: int, kind: TaskKind | None, tasks: frozenset[str] | None, run: bool
) -> Findings:
    return lint_place(*place, seed=seed, kind=kind, tasks=tasks, run=run)


def _ordered(problems: Sequence[Problem], tasks: Sequence[str], langs: Sequence[str]) -> list[Problem]:
    def place(problem: Problem) -> tuple[int, int, int]:
        task = tasks.index(problem.task) if problem.task in tasks else len(tasks)
        return task, langs.index(problem.lang), RULES.index(problem.rule)

    return sorted(problems, key=place)
