"""Whether an episode did its task: all checks on the answer, the changed rows and the final page.

Nothing here looks at a browser, a clock or the machine, so that a record can be scored again at any time. A
task without a check is an error, never a success. Source: LoWAgent paper, section 3.7.
"""

from collections.abc import Iterator, Sequence

from harness.addresses import take_apart
from harness.evaluation.answers import matches
from harness.evaluation.results import CheckResult, Evaluation, EvaluationError
from harness.evaluation.rows import check_rows, describe_change, foreign_changes
from sites.kit.changes import RowChange
from tasks import AnswerCheck, TaskInstance

NO_ANSWER = "(no answer)"
NO_PAGE = "(no page)"


def evaluate(
    task: TaskInstance, *, answer: str | None, changes: Sequence[RowChange], final_url: str
) -> Evaluation:
    """Check an episode.

    Args:
        task: the task with its checks.
        answer: what the agent stopped with; None where it did not stop.
        changes: net changed rows, as the site lists them.
        final_url: address of the last page.

    Raises:
        EvaluationError: the task checks nothing, or a check makes no sense.
    """
    checks = task.checks
    if not (checks.answers or checks.rows or checks.final_path):
        raise EvaluationError(f"{task.instance_id} checks nothing: give it an answer, a row or a final page")
    foreign = foreign_changes(changes, checks.rows, checks.allowed)
    return Evaluation(tuple(_results(task, answer, changes, final_url, foreign)), foreign)


def _results(
    task: TaskInstance,
    answer: str | None,
    changes: Sequence[RowChange],
    final_url: str,
    foreign: Sequence[RowChange],
) -> Iterator[CheckResult]:
    for check in task.checks.answers:
        yield _check_answer(check, answer, task.lang)
    for row_check in task.checks.rows:
        yield check_rows(row_check, changes)
    if task.checks.final_path is not None:
        yield _check_final_path(task.checks.final_path, final_url)
    if task.checks.exclusive:
        got = "; ".join(map(describe_change, foreign)) or "none"
        yield CheckResult("other_changes", "no other change", not foreign, "none", got)


def _check_answer(check: AnswerCheck, answer: str | None, lang: str) -> CheckResult:
    expected = f"{check.type}: {' or '.join(check.expected)}"
    if check.excluded:
        expected += f"; none of {', '.join(check.excluded)}"
    passed = answer is not None and matches(
        answer, check.expected, type=check.type, lang=lang, excluded=check.excluded
    )
    return CheckResult("answer", "answer", passed, expected, NO_ANSWER if answer is None else answer, check)


def _check_final_path(expected: str, final_url: str) -> CheckResult:
    path = take_apart(final_url).path if final_url else NO_PAGE
    return CheckResult("page", "final page", path == expected, expected, path)
