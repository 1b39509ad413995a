"""From templates to a report: order, filters, processes, and what is said on the command line."""

import json

import pytest
from typer.testing import CliRunner

from harness.cli.linting import problem_table
from harness.cli.main import app
from harness.errors import ConfigError
from harness.lint import Problem, lint, linter
from harness.lint.places import Findings, fill_templates, judge
from tasks.templates import Intent, Template
from tests.harness.lint.conftest import TEMPLATE


@pytest.fixture
def found(monkeypatch):
    """Stands for running tasks; tests set the problems of a language."""
    problems: dict[str, tuple[Problem, ...]] = {}

    def lint_place(site, lang, *, seed, kind, tasks, run):
        return Findings(problems.get(lang, ()) if site == "ministore" else (), {})

    monkeypatch.setattr(linter, "lint_place", lint_place)
    return problems


def test_problems_come_in_the_order_of_tasks_languages_and_rules(found):
    def problem(number, lang, rule):
        return Problem(f"ministore-{number:03}", lang, rule, "?")

    found["am"] = (problem(8, "am", "proof"), problem(1, "am", "proof"), problem(1, "am", "budget"))
    found["en"] = (problem(8, "en", "filled"), problem(8, "en", "baselines"))
    report = lint(["ministore"], ["en", "am"])
    assert [(one.task[-1], one.lang, one.rule) for one in report.problems] == [
        ("1", "am", "budget"),
        ("1", "am", "proof"),
        ("8", "en", "filled"),
        ("8", "en", "baselines"),
        ("8", "am", "proof"),
    ]


def test_a_task_comes_with_its_twin(found):
    assert lint(["ministore"], ["en"], tasks=["ministore-069"]).tasks == 2
    assert lint(["ministore"], ["en"], tasks=["ministore-069t"]).tasks == 1
    with pytest.raises(ConfigError, match="ministore-999"):
        lint(["ministore"], ["en"], tasks=["ministore-999"])


def test_a_site_without_a_chosen_task_is_left_out(found):
    lines = []
    lint(["ministore", "railsetu"], ["en"], tasks=["ministore-069"], say=lines.append)
    assert [line.partition(":")[0] for line in lines] == ["ministore en"]


def test_templates_that_are_no_tasks_are_named(shop):
    good, lost = (
        Template.model_validate(TEMPLATE),
        Template.model_validate(TEMPLATE | {"id": "ministore-002"}),
    )
    empty = {
        "id": "ministore-003",
        "slots_query": "SELECT id AS pid, 1 AS stock FROM products WHERE stock > 99",
    }
    templates = [good, lost, Template.model_validate(TEMPLATE | empty)]
    intents = {"ministore-001": Intent(intent="{P}?"), "ministore-003": Intent(intent="{P}?")}
    subjects, problems = fill_templates(templates, intents, "ministore", "en", shop, seed=0)
    assert [subject.task.intent for subject in subjects] == ["Blue mug?"]
    assert [(problem.task, problem.rule) for problem in problems] == [
        ("ministore-002", "filled"),
        ("ministore-003", "filled"),
    ]
    assert problems[0].seen == "there is no intent"
    assert "slots_query gives no row" in problems[1].seen


def test_a_subject_knows_its_twin(shop):
    never = TEMPLATE | {"type": "unachievable", "proof": "E_X", "answers": []}
    twin = TEMPLATE | {"id": "ministore-001t", "twin_of": "ministore-001"}
    templates = [Template.model_validate(one) for one in (never, twin)]
    (one, other), _ = fill_templates(
        templates, {"ministore-001": Intent(intent="{P}?")}, "ministore", "en", shop, seed=0
    )
    assert one.twin == other.task
    assert other.twin is None


def test_a_rule_that_can_not_be_asked_is_a_problem(impossible, make_trial):
    template = impossible.template.model_copy(update={"proof": "SELECT 1 FROM nowhere"})
    subject = type(impossible)(
        template, impossible.intent, impossible.task, impossible.task, impossible.connection
    )
    problems = {one.rule: one.seen for one in judge(subject, make_trial(subject, "N/A"))}
    assert "no such table: nowhere" in problems["proof"]


def test_a_reference_that_fails_is_one_problem(order, make_trial):
    problems = list(judge(order, make_trial(order, error="no link\n to /p/P1")))
    assert problems == [Problem("ministore-001", "en", "reference", "no link to /p/P1")]


def test_without_a_run_a_task_is_still_read(make_subject):
    given_away = make_subject("Are 12 of “{P}” left?")
    assert [problem.rule for problem in judge(given_away, None)] == ["answer-in-intent"]


def test_a_problem_is_one_line_however_long():
    table = problem_table([Problem("ministore-001", "ur", "proof", "[b]" + "long " * 300)])
    assert len(table.splitlines()) == 2
    assert "[b]long" in table


def test_the_command_fails_where_there_are_problems(found):
    found["ur"] = (Problem("ministore-001", "ur", "proof", "it can be done"),)
    call = CliRunner().invoke
    clean = call(app, ["tasks", "lint", "--lang", "am", "--task", "ministore-001"])
    assert (clean.exit_code, clean.stdout.splitlines()[-1]) == (0, "clean: 1 task in am, seed 0")
    broken = call(app, ["tasks", "lint", "--lang", "all", "--seed", "7", "--task", "ministore-001"])
    assert broken.exit_code == 1
    assert ["ministore-001", "ur", "proof", "it", "can", "be", "done"] in [
        line.split() for line in broken.stdout.splitlines()
    ]
    assert broken.stdout.endswith("problems: 1, of 1 task: 1 task in en, bn, hi, ur, am, seed 7\n")


def test_tasks_are_exported_with_the_hash_of_their_set(tmp_path):
    out = tmp_path / "tasks.jsonl"
    command = ["tasks", "export", "--lang", "ur", "--kind", "text", "--seed", "7", "--out", str(out)]
    result = CliRunner().invoke(app, command)
    records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert result.exit_code == 0, result.output
    assert len(records) >= 15
    assert {(record["lang"], record["kind"]) for record in records} == {("ur", "text")}
    assert {record["taskset"]["seed"] for record in records} == {7}
    assert not any(record["twin_of"] for record in records)
    assert result.stdout == f"{out}: {len(records)} tasks, sha256 {records[0]['taskset']['sha256']}\n"
