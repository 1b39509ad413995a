"""``lowagent tasks lint`` and ``lowagent tasks export``."""

from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.table import Table

from harness.cli.listing import read_kind
from harness.lint import LintReport, Problem, lint
from harness.wording import counted
from sites.kit.localization import LANGUAGES, get_language
from sites.registry import SITE_NAMES
from tasks import export_lines, load_instances, taskset_hash

ALL = "all"
WIDEST = 2_000
"""Columns of text that a line may take: a problem is one line, however long."""


def lint_tasks(
    sites: Sequence[str] | None,
    langs: Sequence[str] | None,
    *,
    seed: int,
    kind: str | None,
    tasks: Sequence[str] | None,
    jobs: int,
    run: bool,
    say: Callable[[str], None],
) -> bool:
    """Lint, and tell what was found, a problem a line.

    Returns:
        Whether nothing was.

    Raises:
        LoWAgentError: a name is unknown, or a site or its tasks can't be made.
    """
    chosen = _languages(langs)
    report = lint(
        tuple(sites or SITE_NAMES),
        chosen,
        seed=seed,
        kind=read_kind(kind),
        tasks=tuple(tasks or ()),
        jobs=jobs,
        run=run,
        say=say,
    )
    if report.problems:
        say(f"\n{problem_table(report.problems)}\n")
    say(_summary(report, chosen, seed))
    return not report.problems


def problem_table(problems: Iterable[Problem]) -> str:
    """The problems for a terminal."""
    table = Table("task", "lang", "rule", "what was seen", box=None, pad_edge=False)
    for problem in problems:
        table.add_row(problem.task, problem.lang, problem.rule, problem.seen)
    console = Console(file=StringIO(), width=WIDEST, markup=False, emoji=False, highlight=False)
    console.print(table)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in lines).rstrip()


def export_tasks(
    sites: Sequence[str] | None,
    lang: str,
    *,
    seed: int,
    kind: str | None,
    twins: bool,
    out: Path,
    say: Callable[[str], None],
) -> None:
    """Write the tasks of a language, a JSON object a line.

    Raises:
        LoWAgentError: a name is unknown, or a site or its tasks can't be made.
    """
    code = get_language(lang).code
    instances = load_instances(tuple(sites or SITE_NAMES), [code], read_kind(kind), seed, twins=twins)
    out.write_text("".join(f"{line}\n" for line in export_lines(instances, seed)), encoding="utf-8")
    say(f"{out}: {counted(len(instances), 'task')}, sha256 {taskset_hash(instances)}")


def _languages(given: Sequence[str] | None) -> tuple[str, ...]:
    """The languages in the order of the table; all for none given, or for ``all``."""
    if not given or ALL in given:
        return tuple(LANGUAGES)
    codes = {get_language(code).code for code in given}
    return tuple(code for code in LANGUAGES if code in codes)


def _summary(report: LintReport, langs: Sequence[str], seed: int) -> str:
    where = f"{counted(report.tasks, 'task')} in {', '.join(langs)}, seed {seed}"
    if not report.problems:
        return f"clean: {where}"
    broken = {problem.task for problem in report.problems}
    return f"problems: {len(report.problems)}, of {counted(len(broken), 'task')}: {where}"
