import os
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from images.workers import work

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """A module that spawned processes can import."""
    folder = tmp_path_factory.mktemp("functions")
    (folder / "functions_for_workers.py").write_text(
        "import os\n"
        "def halved(number):\n"
        "    if number == 7: os._exit(3)\n"
        "    if number % 2: raise ValueError(f'{number} is odd')\n"
        "    return number // 2, os.environ.get('PREPARED')\n"
        "def prepare(): os.environ['PREPARED'] = 'yes'\n"
    )
    sys.path.insert(0, str(folder))
    yield import_module("functions_for_workers")
    sys.path.remove(str(folder))


def test_every_item_comes_back_once(functions):
    outcomes = list(work(functions.halved, range(0, 20, 2), workers=2, prepare=functions.prepare))
    assert sorted(outcome.item for outcome in outcomes) == list(range(0, 20, 2))
    assert all(outcome.result == (outcome.item // 2, "yes") for outcome in outcomes)


def test_errors_are_told_and_the_others_are_done(functions):
    outcomes = {outcome.item: outcome for outcome in work(functions.halved, [2, 3, 4], workers=1)}
    assert outcomes[3].error == "ValueError: 3 is odd"
    assert "halved" in outcomes[3].trace
    assert outcomes[2].error is None
    assert outcomes[4].error is None


def test_a_worker_that_dies_is_replaced(functions):
    outcomes = {outcome.item: outcome for outcome in work(functions.halved, [7, 2, 7, 4], workers=1)}
    assert outcomes[7].error == "the worker ended with exit code 3"
    assert outcomes[4].result == (2, None)


def test_nothing_to_do_starts_nothing(functions):
    assert list(work(functions.halved, [], workers=0)) == []


def test_workers_end_when_their_parent_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, signal\n"
        "from images.workers import work\n"
        "def pid(_): return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    for outcome in work(pid, [1, 2], workers=1):\n"
        "        print(outcome.result, flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # the worker holds the other end of the output too: a worker that lives on runs into the timeout
    done = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert len(done.stdout.split()) == 1
