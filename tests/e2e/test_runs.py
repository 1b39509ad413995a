"""Runs of agents as a person starts them: the real shop, real records, real kills."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from harness.records import read_run
from harness.review import write_review

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


def start(*arguments, program="pytest", interrupt=signal.SIG_DFL):
    """A command of the project, as the leader of a process group; `interrupt`: what SIGINT does at first."""
    return subprocess.Popen(
        [PROGRAMS / program, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, interrupt),  # noqa: PLW1509 - no threads here
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


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
def test_chromium_run_leaves_a_marked_screenshot_of_every_step(tmp_path):
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
        assert (tmp_path / "run" / step.screenshot).read_bytes().startswith(b"\x89PNG")
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
        "-v", "--lang=en", "--lang=ur", "--model=reference", "--engine=http", f"--run-dir={tmp_path / 'run'}"
    )
    finished = 0
    with process:
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
    assert "Without an episode on record" in write_review(tmp_path / "run").read_text("utf-8")


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


@pytest.mark.parametrize(
    ("interrupt", "number"),
    [(signal.SIG_DFL, signal.SIGINT), (signal.SIG_DFL, signal.SIGTERM), (signal.SIG_IGN, signal.SIGINT)],
    ids=["Ctrl-C", "SIGTERM", "Ctrl-C in the background"],
)
def test_serve_shows_a_site_to_a_person_until_interrupted(interrupt, number):
    command = ("serve", "--lang=ur", "--site=ministore", "--port=0")
    with start(*command, program="lowagent", interrupt=interrupt) as process:
        address = process.stdout.readline().split()[1]
        with urllib.request.urlopen(address) as response:
            page = response.read().decode()
        process.stdout.readline()  # how to stop it: it listens to signals from here on
        os.killpg(process.pid, number)
        process.communicate()
    assert 'dir="rtl"' in page
    assert process.returncode == 0


def test_site_build_prints_the_path_of_the_database():
    with start("site", "build", "ministore", "--lang=bn", program="lowagent") as process:
        output, _ = process.communicate()
    assert process.returncode == 0, output
    assert Path(output.strip()).read_bytes().startswith(b"SQLite format 3")


@pytest.mark.browser
def test_mark_writes_the_screenshot_and_its_marks(tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<title>t</title><p><a href="/x">a link</a><form action="/y"><button>go</button></form>')
    out, marks = tmp_path / "marked.png", tmp_path / "marks.json"
    with start("mark", page, f"--out={out}", f"--json={marks}", program="lowagent") as process:
        output, _ = process.communicate()
    assert process.returncode == 0, output
    assert out.read_bytes().startswith(b"\x89PNG")
    assert {"1", "F1"} <= {mark["id"] for mark in json.loads(marks.read_text("utf-8"))}
