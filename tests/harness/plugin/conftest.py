"""Runs of pytest within the tests."""

import pytest

from harness.records import versions
from harness.runs import names, plan, start, worker
from tests.harness.plugin.running import STAND_INS

REPLACED = (
    (names, "list_templates"),
    (plan, "load_instances"),
    (versions, "git_commit"),
    (start, "check_chromium"),
    (start, "require_site_pictures"),
    (start, "hashes_now"),
    (worker, "FactsWatch"),
    (worker, "run_episode"),
    (worker, "Environment"),
    (worker, "HttpBrowser"),
    (worker, "ChromiumBrowser"),
)
"""What the stand-ins replace, to be put back where pytest runs in this process."""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest in a folder of its own, with stand-ins; returns its result.

    Without workers it runs in this process, which is much faster.
    """
    pytester.makeconftest(STAND_INS)
    pytester.makepyfile(test_project="def test_of_the_project(): pass")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    # It refuses a test within a test, which is what a run in this process is to it.
    monkeypatch.setattr("pytest_playwright.pytest_playwright._soft_scope", None)
    for module, name in REPLACED:
        monkeypatch.setattr(module, name, getattr(module, name))

    def call(*arguments, endings="reference", engine="http", apart=False):
        monkeypatch.setenv("ENDINGS", endings)
        given = [] if engine is None else [f"--engine={engine}"]
        apart = apart or any(argument.startswith("-n") for argument in arguments)
        start_pytest = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return start_pytest("-p", "no:cacheprovider", *given, *arguments)

    return call
