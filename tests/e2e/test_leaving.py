"""A person leaves a run with Ctrl-C, which a terminal sends to every process of the run at once."""

import os
import signal
import subprocess

import pytest

from harness.plugin.asking import HOW_TO_LEAVE
from harness.records import read_run
from tests.e2e.commands import ROOT, start
from tests.e2e.windowless import WAITING

pytestmark = pytest.mark.browser

TASKS = ("--site=ministore", "--lang=hi", "--kind=text", "--limit=3", "-p", "no:cacheprovider")


def leave(moment, *arguments):
    """Exit code and output of a run that gets Ctrl-C where a line holds ``moment``."""
    told = []
    with start(*TASKS, *arguments, stdin=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.append(line)
            if moment in line:
                os.killpg(process.pid, signal.SIGINT)
                break
        told += process.stdout
    return process.returncode, "".join(told)


def test_ctrl_c_while_the_window_is_waited_for_ends_the_run_and_records_nothing_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    run_dir = f"--run-dir={tmp_path / 'run'}"
    code, output = leave(WAITING, "-s", "-p", "tests.e2e.windowless", "--model=human", "--headed", run_dir)
    assert code == pytest.ExitCode.INTERRUPTED, output
    assert len(read_run(tmp_path / "run").missing) == 3
    assert "go on with it: " in output
    assert "never awaited" not in output


def test_ctrl_c_at_a_question_leaves_no_complaint_of_the_browser(tmp_path):
    code, output = leave(HOW_TO_LEAVE, "--model=human", f"--run-dir={tmp_path / 'run'}")
    assert code == pytest.ExitCode.INTERRUPTED, output
    assert len(read_run(tmp_path / "run").missing) == 3
    assert "never retrieved" not in output
    assert output.splitlines()[-1].startswith("=")
