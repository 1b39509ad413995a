"""Runs of agents as a person starts them: the real shop, real records, real kills."""

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from harness.records import read_episodes, read_run
from harness.review import write_review
from tests.e2e.commands import start

MAX_BYTES_A_STEP = 100_000
"""Of screenshots, on average."""


def run(*arguments):
    """Exit code and output of a finished run of tasks."""
    with start("-p", "no:cacheprovider", "--site=ministore", *arguments) as process:
        output, _ = process.communicate()
    return process.returncode, output


def solved(run_dir):
    return {one.task_id for one in read_run(run_dir).episodes if one.outcome == "solved"}


def test_reference_solves_every_text_task_in_every_language(tmp_path):
    code, output = run(
        "--lang=all", "--model=reference", "--engine=http", "--fail-under=1", f"--run-dir={tmp_path / 'run'}"
    )
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert len(record.episodes) == len(record.manifest.instances) == 375
    assert {one.outcome for one in record.episodes} == {"solved"}


@pytest.mark.parametrize("model", ["noop", "random", "dump", "na"])
def test_baselines_solve_nothing_that_can_be_done(model, tmp_path):
    code, output = run(
        "--lang=ur", f"--model={model}", "--engine=http", "--limit=30", f"--run-dir={tmp_path / 'run'}"
    )
    assert code == 0, output
    unachievable = {one.task_id for one in read_run(tmp_path / "run").episodes if one.type == "unachievable"}
    assert unachievable
    assert solved(tmp_path / "run") == (unachievable if model == "na" else set())


@pytest.mark.parametrize(("model", "pairs"), [("reference", "2/2 100%"), ("na", "0/2 0%")])
def test_always_answering_not_available_gets_no_pair_right(model, pairs, tmp_path):
    tasks = ("--task=ministore-068", "--task=ministore-069", "--twins")
    code, output = run(
        "--lang=am", f"--model={model}", "--engine=http", *tasks, f"--run-dir={tmp_path / 'run'}"
    )
    assert code == 0, output
    (row,) = [line for line in output.splitlines() if line.split()[:2] == ["ministore", "am"]]
    assert row.split()[2] == "2/2"
    assert row.endswith(pairs)


@pytest.mark.browser
def test_chromium_run_keeps_a_picture_and_the_marks_of_every_step(tmp_path):
    code, output = run(
        "--lang=ur",
        "--model=reference",
        "--kind=text",
        "--limit=2",
        "--tracing=on",
        "--fail-under=1",
        f"--run-dir={tmp_path / 'run'}",
    )
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert "chromium" in record.manifest.versions
    assert record.steps
    for step in record.steps:
        assert (tmp_path / "run" / step.screenshot).read_bytes().startswith(b"RIFF")
        assert {mark.kind for mark in step.marks} == {"link", "form"}
    kept = {step.screenshot for step in record.steps}
    size = sum((tmp_path / "run" / path).stat().st_size for path in kept)
    assert size / len(record.steps) <= MAX_BYTES_A_STEP
    assert all(one.intent_en and one.intent_en != one.intent for one in record.episodes)
    for one in record.episodes:
        assert (tmp_path / "run" / "traces" / f"{one.instance_id}.zip").stat().st_size > 1000


@pytest.mark.browser
def test_chromium_run_without_screenshots_takes_none(tmp_path):
    code, output = run(
        "--lang=am", "--model=noop", "--limit=1", "--screenshot=off", f"--run-dir={tmp_path / 'run'}"
    )
    assert code == 0, output
    assert [step.screenshot for step in read_run(tmp_path / "run").steps] == [None]


@pytest.mark.browser
def test_missing_chromium_stops_the_run_before_it_begins(tmp_path, monkeypatch):
    monkeypatch.setenv("LOWAGENT_CHROMIUM", "no-such-chromium")
    code, output = run("--lang=ur", "--model=reference", "--kind=text", f"--run-dir={tmp_path / 'run'}")
    assert code == 4
    assert "no-such-chromium" in output
    assert "lowagent doctor --fix" in output
    assert not (tmp_path / "run" / "manifest.json").exists()


def test_workers_solve_the_same_as_one_process(tmp_path):
    code, output = run(
        "--lang=en",
        "--model=reference",
        "--engine=http",
        "--limit=15",
        "-n2",
        "--fail-under=1",
        f"--run-dir={tmp_path / 'run'}",
    )
    assert code == 0, output
    assert len(solved(tmp_path / "run")) == 15


def test_kill_leaves_every_finished_episode_readable(tmp_path):
    process = start(
        "-v",
        "--site=ministore",
        "--lang=en",
        "--lang=ur",
        "--model=reference",
        "--engine=http",
        f"--run-dir={tmp_path / 'run'}",
    )
    finished = 0
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            finished += " SOLVED " in line
            if finished == 3:
                os.killpg(process.pid, signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL
    record = read_run(tmp_path / "run")
    assert 3 <= len(record.episodes) < len(record.manifest.instances)
    assert len(record.episodes) + len(record.missing) == len(record.manifest.instances)
    assert all(len(record.steps_of(one)) == one.steps for one in record.episodes)
    told = f"{len(record.episodes)} of {len(record.manifest.instances)} episodes are on record"
    assert told in write_review(tmp_path / "run").read_text("utf-8")


MORTAL_AGENT = """
import os
import signal
from pathlib import Path

from harness.agents import make_agent_factory

MARK = Path(__file__).with_name("died")


def factory(task, assignment):
    if task.id == "ministore-002" and {again}:
        MARK.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return make_agent_factory("reference")(task, assignment)
"""


@pytest.fixture
def mortal(tmp_path, monkeypatch):
    """An agent whose process is killed in one task: the first time, or each time."""

    def write(again="not MARK.exists()"):
        (tmp_path / "mortal.py").write_text(MORTAL_AGENT.format(again=again))
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        return "--model=mortal:factory"

    return write


def run_apart(*arguments):
    """Exit code and output of a finished ``lowagent run``."""
    with start("run", "--site=ministore", "--engine=http", *arguments, program="lowagent") as process:
        output, _ = process.communicate()
    return process.returncode, output


def written(run_dir):
    """(instance, repeat, attempt) of every episode on record, as often as it was written."""
    return sorted((one.instance_id, one.repeat, one.attempt) for one in read_episodes(run_dir))


def test_both_fronts_leave_equal_records(tmp_path):
    options = ("--lang=am", "--model=random", "--limit=3", "--repeats=2", "--seed=5")
    code, output = run(*options, "--engine=http", f"--run-dir={tmp_path / 'pytest'}")
    assert code == 0, output
    code, output = run_apart(*options, "-n2", f"--run-dir={tmp_path / 'apart'}")
    assert code == 0, output
    records = [read_run(tmp_path / name) for name in ("pytest", "apart")]
    assert len(records[0].episodes) == 6
    first, second = (
        [one.model_dump(exclude={"timing"}) for one in (record.manifest, *record.episodes, *record.steps)]
        for record in records
    )
    assert first == second
    draws = {one.repeat: one.reply for one in records[0].steps if one.instance_id == "ministore-001-am"}
    assert draws[1] != draws[2]


def test_the_episode_of_a_killed_process_is_run_again_once(mortal, tmp_path):
    code, output = run_apart("--lang=ur", mortal(), "--limit=9", "-n2", f"--run-dir={tmp_path / 'run'}")
    assert code == 0, output
    assert written(tmp_path / "run") == [
        (instance, 1, 1) for instance in sorted(read_run(tmp_path / "run").manifest.instances)
    ]
    assert len(solved(tmp_path / "run")) == 9


def test_what_kills_each_process_is_missing_and_named(mortal, tmp_path):
    code, output = run_apart("--lang=ur", mortal("True"), "--limit=6", "-n2", f"--run-dir={tmp_path / 'run'}")
    assert code == 1
    assert "ministore-002-ur is not on record: two workers died while they ran it" in output
    assert "without an episode on record: ministore-002-ur\n" in output
    assert len(solved(tmp_path / "run")) == 5


def go_on(output, *arguments):
    """Exit code and output of the command that a run has told to go on with it."""
    (line,) = [line for line in output.splitlines() if line.startswith("go on with it: ")]
    program, *told = shlex.split(line.removeprefix("go on with it: "))
    with start(*told, *arguments, program=Path(program).name) as process:
        output, _ = process.communicate()
    return process.returncode, output


def test_a_killed_worker_of_pytest_is_named_and_the_run_goes_on(mortal, tmp_path):
    code, output = run(
        "--lang=ur", mortal(), "--engine=http", "--limit=6", "-n2", f"--run-dir={tmp_path / 'run'}"
    )
    assert code == 1
    assert "without an episode on record: ministore-002-ur\n" in output
    code, output = go_on(output)
    assert code == 0, output
    assert "resumed: 5 of 6 episodes kept" in output
    assert len(written(tmp_path / "run")) == len(solved(tmp_path / "run")) == 6


SLOW_AGENT = """
from pathlib import Path
from threading import Event

from harness.agents import make_agent_factory


class Slow:
    def __init__(self, task, assignment):
        self.agent = make_agent_factory("reference")(task, assignment)
        self.is_stuck = {stuck} and task.id == "ministore-033"

    def act(self, seen):
        if self.is_stuck:
            Path(__file__).with_name("stuck").touch()
            Event().wait()
        return self.agent.act(seen)


factory = Slow
"""


PYTEST = ("pytest", "-p", "no:cacheprovider")
FRONTS = {"pytest": PYTEST, "pytest -n2": (*PYTEST, "-n2"), "lowagent run": ("lowagent", "run", "-n2")}


@pytest.fixture
def stopped(tmp_path, monkeypatch):
    """Stops a run half-way with a signal; an agent that waits for ever in one task holds it until then."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def stop(front, number):
        (tmp_path / "slow.py").write_text(SLOW_AGENT.format(stuck=True))
        program, *options = FRONTS[front]
        where = ("--engine=http", "--site=ministore", "--limit=6", f"--run-dir={tmp_path / 'run'}")
        command = (*options, "--lang=en", "--model=slow:factory", *where)
        with start(*command, program=program) as process:
            wait_for_episodes(tmp_path / "run", 2, process)
            wait_until((tmp_path / "stuck").exists, process)
            os.killpg(process.pid, number)
            output, _ = process.communicate()
        (tmp_path / "slow.py").write_text(SLOW_AGENT.format(stuck=False))
        return process.returncode, output, (program, *command)

    return stop


@pytest.mark.parametrize(("front", "code"), [("pytest", 2), ("pytest -n2", 2), ("lowagent run", 130)])
def test_ctrl_c_ends_cleanly_and_tells_the_command_that_goes_on(stopped, tmp_path, front, code):
    returned, output, _ = stopped(front, signal.SIGINT)
    assert returned == code, output
    finished = written(tmp_path / "run")
    assert "ministore-033-en" not in {instance for instance, _, _ in finished}
    assert {one.outcome for one in read_run(tmp_path / "run").episodes} == {"solved"}
    returned, output = go_on(output)
    assert returned == 0, output
    assert set(finished) < set(written(tmp_path / "run"))
    assert len(written(tmp_path / "run")) == len(solved(tmp_path / "run")) == 6


@pytest.mark.parametrize("front", FRONTS)
def test_a_killed_run_loses_nothing_that_was_finished(stopped, tmp_path, front):
    returned, output, (program, *command) = stopped(front, signal.SIGKILL)
    assert returned == -signal.SIGKILL
    finished = written(tmp_path / "run")
    assert {one.outcome for one in read_run(tmp_path / "run").episodes} == {"solved"}
    with start(*command, "--resume", program=program) as process:
        output, _ = process.communicate()
    assert process.returncode == 0, output
    assert set(finished) < set(written(tmp_path / "run"))
    assert len(written(tmp_path / "run")) == len(solved(tmp_path / "run")) == 6


def wait_for_episodes(run_dir, count, process):
    """Until so many are on record; fails where the run ends before."""
    wait_until((run_dir / "manifest.json").exists, process)
    wait_until(lambda: len(read_episodes(run_dir)) >= count, process)


def wait_until(holds, process):
    """Fails where the run ends before."""
    while not holds():
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
            raise AssertionError(process.stdout.read())


def test_agent_of_ones_own_that_fails_costs_its_episode_only(tmp_path, monkeypatch):
    (tmp_path / "my_agents.py").write_text(
        "def factory(task, assignment):\n"
        "    if task.id == 'ministore-001':\n"
        "        raise RuntimeError('my model is gone')\n"
        "    from harness.agents import make_agent_factory\n"
        "    return make_agent_factory('reference')(task, assignment)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code, output = run(
        "--lang=en",
        "--model=my_agents:factory",
        "--engine=http",
        "--limit=3",
        f"--run-dir={tmp_path / 'run'}",
    )
    assert code == 1
    assert "my model is gone" in output
    outcomes = {one.task_id: one.outcome for one in read_run(tmp_path / "run").episodes}
    assert outcomes.pop("ministore-001") == "error"
    assert set(outcomes.values()) == {"solved"}


def test_two_runs_leave_equal_records_but_for_times(tmp_path):
    records = []
    for name in ("first", "second"):
        run("--lang=bn", "--model=random", "--engine=http", "--limit=3", f"--run-dir={tmp_path / name}")
        record = read_run(tmp_path / name)
        records.append([one.model_dump(exclude={"timing"}) for one in (*record.episodes, *record.steps)])
    assert records[0]
    assert records[0] == records[1]
