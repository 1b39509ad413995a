"""The published tasks keep what the lint asks of them, and break where it says they would.

The rules themselves are tested in `tests/harness/lint`; whole runs in `tests/e2e/test_runs.py`.
"""

import os

import pytest

from harness.cli.linting import problem_table
from harness.lint import LintReport, lint
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
from tasks import interleave, list_templates, load_instances

LANGS = tuple(LANGUAGES)
SAMPLE = 4
"""Tasks of one kind, types mixed; those that can't be done come with their twins."""
KINDS = [(site, kind) for site in SITE_NAMES for kind in ("text", "visual") if list_templates([site], kind)]
"""What is published: not every site has visual tasks."""


def assert_clean(report: LintReport) -> None:
    assert not report.problems, problem_table(report.problems)


def sample(site: str, kind: str = "text") -> list[str]:
    return [task.id for task in interleave(load_instances([site], ["en"], kind), SAMPLE)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("site", "kind"), KINDS)
def test_every_task_reads_well_in_every_language(site, kind):
    report = lint([site], LANGS, kind=kind, run=False)
    assert report.tasks >= 50
    assert_clean(report)


@pytest.mark.parametrize("site", SITE_NAMES)
def test_a_sample_is_clean_and_like_the_english_one(site):
    tasks = sample(site)
    report = lint([site], LANGS, tasks=tasks)
    assert report.tasks > len(tasks)
    assert_clean(report)


def test_processes_find_the_same_as_one():
    site, said = SITE_NAMES[0], []
    tasks = sample(site)[:2]
    report = lint([site], ["am", "bn"], tasks=tasks, seed=7, jobs=2, say=said.append)
    assert [line.split(":")[0] for line in said] == [f"{site} am", f"{site} bn"]
    assert report == lint([site], ["am", "bn"], tasks=tasks, seed=7)


@pytest.mark.parametrize("site", [site for site, kind in KINDS if kind == "visual"])
def test_a_sample_of_visual_tasks_is_clean(site):
    assert_clean(lint([site], ["ur"], tasks=sample(site, "visual")))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
def test_every_task_is_clean_in_every_language(seed):
    assert_clean(lint(SITE_NAMES, LANGS, seed=seed, jobs=os.cpu_count() or 1))
