"""The published tasks keep what the lint asks of them, and break where it says they would.

The rules themselves are tested in `tests/harness/lint`; whole runs in `tests/e2e/test_runs.py`.
"""

import os

import pytest

from harness.cli.linting import problem_table
from harness.lint import lint
from sites.kit.localization import LANGUAGES
from tasks import interleave, load_instances

LANGS = tuple(LANGUAGES)
SITE = "ministore"
SAMPLE = 4
"""Text tasks, types mixed; those that can't be done come with their twins."""


def assert_clean(report):
    assert not report.problems, problem_table(report.problems)


@pytest.fixture(scope="module")
def sample():
    return [task.id for task in interleave(load_instances([SITE], ["en"], "text"), SAMPLE)]


@pytest.mark.parametrize("kind", ["text", "visual"])
def test_every_task_reads_well_in_every_language(kind):
    report = lint([SITE], LANGS, kind=kind, run=False)
    assert report.tasks >= 50
    assert_clean(report)


@pytest.mark.parametrize("lang", [lang for lang in LANGS if lang != "en"])
def test_a_sample_is_clean_and_like_the_english_one(lang, sample):
    report = lint([SITE], ["en", lang], tasks=sample)
    assert report.tasks > len(sample)
    assert_clean(report)


def test_processes_find_the_same_as_one(sample):
    said: list[str] = []
    report = lint([SITE], ["am", "bn"], tasks=sample[:2], seed=7, jobs=2, say=said.append)
    assert [line.split(":")[0] for line in said] == ["ministore am", "ministore bn"]
    assert report == lint([SITE], ["am", "bn"], tasks=sample[:2], seed=7)


def test_a_sample_of_visual_tasks_is_clean():
    tasks = [task.id for task in interleave(load_instances([SITE], ["ur"], "visual"), SAMPLE)]
    assert_clean(lint([SITE], ["ur"], tasks=tasks))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
def test_every_task_is_clean_in_every_language(seed):
    assert_clean(lint([SITE], LANGS, seed=seed, jobs=os.cpu_count() or 1))
