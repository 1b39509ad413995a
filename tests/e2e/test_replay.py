"""Replays of real runs of the shop: whole runs come again, and what was changed by hand is found."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from harness.cli.drafting import draft_lines
from harness.records import read_run
from tasks import ClickStep, FillStep, GotoStep, load_instances
from tests.model_server import MODEL, ModelServer
from tests.scripted_replies import write_scripts

ROOT = Path(__file__).resolve().parents[2]
PYTEST = (Path(sys.executable).parent / "pytest", "-p", "no:cacheprovider", "-q")
TASKS = 15


def pytest_run(*arguments):
    """Exit code and output of a pytest of tasks or replays."""
    done = subprocess.run(
        [*PYTEST, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The folder of a run in Urdu, without rendering, in which every click is interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "ur"
    code, output = pytest_run(
        "--lang=ur",
        "--site=ministore",
        "--model=reference",
        "--engine=http",
        f"--limit={TASKS}",
        "--disruptions=every-click",
        "--seed=3",
        "--fail-under=1",
        f"--run-dir={folder}",
    )
    assert code == 0, output
    return folder


def test_a_whole_run_comes_again(recorded):
    code, output = pytest_run(f"--replay={recorded}")
    assert code == 0, output
    assert output.count("and the verdict came again") == TASKS


@pytest.mark.browser
def test_rendered_episodes_come_again(tmp_path):
    folder = tmp_path / "am"
    code, output = pytest_run(
        "--lang=am",
        "--site=ministore",
        "--model=reference",
        "--task=ministore-001",
        "--task=ministore-034",
        "--disruptions=once",
        f"--run-dir={folder}",
    )
    assert code == 0, output
    code, output = pytest_run(f"--replay={folder}")
    assert code == 0, output
    assert output.count("and the verdict came again") == 2


def changed(recorded, folder, name, number, **changes):
    """A copy of a run with one step changed by hand; returns the address of its episode."""
    shutil.copytree(recorded, folder, ignore=shutil.ignore_patterns("review"))
    path = folder / "steps.jsonl"
    steps = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    (step,) = (one for one in steps if (one["instance_id"], one["step"]) == (name, number))
    step |= {key: change(step[key]) for key, change in changes.items()}
    path.write_text("".join(json.dumps(one) + "\n" for one in steps), "utf-8")
    return f"{folder}#{name}"


def test_what_was_changed_by_hand_is_found_at_its_step(recorded, tmp_path):
    longest = max(read_run(recorded).episodes, key=lambda one: (len(one.changes), one.steps))
    name, last = longest.instance_id, longest.steps
    path = changed(recorded, tmp_path / "path", name, 3, url=lambda url: f"{url}nowhere")
    rows = changed(recorded, tmp_path / "rows", name, last, rows=lambda rows: rows[1:])
    text = changed(recorded, tmp_path / "text", name, 6, observation=lambda text: f"{text}one line more\n")
    code, output = pytest_run(*(f"--replay={one}" for one in (path, rows, text)))
    assert code == 1, output
    assert f"{path}: step 3 differs in its path" in output
    assert f"{rows}: step {last} differs in its rows" in output
    assert f"{text}: step 6 differs in its observation" in output
    assert "\n-one line more\n" in output
    assert "3 failed" in output
    code, output = pytest_run(f"--replay={text}", "--until=5")
    assert code == 0, output
    assert "5 steps came again" in output


def test_the_reference_goes_on_from_any_step(recorded):
    longest = max(read_run(recorded).episodes, key=lambda one: one.steps)
    address = f"{recorded}#{longest.instance_id}"
    for step in (1, longest.steps // 2):
        code, output = pytest_run(f"--replay={address}", f"--until={step}", "--then=reference")
        assert code == 0, output
        assert ": solved" in output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--replay=nowhere#ministore-001-ur",), "holds no run"),
        (("--replay=nowhere",), "expected RUN_DIR#EPISODE"),
        (("--until=3",), "--until given, but no record: add --replay"),
        (("--replay=nowhere#ministore-001-ur", "tests"), "--replay takes no path"),
    ],
)
def test_what_cannot_be_replayed_is_told_and_exits_with_4(arguments, told):
    code, output = pytest_run(*arguments)
    assert code == 4, output
    assert told in output


def test_drafts_of_reference_runs_are_the_references(recorded):
    tasks = {task.instance_id: task for task in load_instances(["ministore"], ["ur"], "text")}
    for episode in read_run(recorded).episodes:
        drafted = yaml.safe_load("\n".join(draft_lines(f"{recorded}#{episode.episode_id}")))
        assert drafted["reference"] == [as_written(step) for step in tasks[episode.instance_id].reference]


def as_written(step):
    """A step of a reference as task files write it."""
    if isinstance(step, GotoStep):
        return {"goto": step.path}
    if isinstance(step, ClickStep):
        return {"click": step.href}
    if isinstance(step, FillStep):
        return {"fill": step.action, "fields": dict(step.fields)} if step.fields else {"fill": step.action}
    return {"stop": step.answer}


def test_a_model_goes_on_from_where_a_replay_ends(tmp_path):
    tasks = load_instances(["ministore"], ["ur"], "text")
    task = next(one for one in tasks if one.id == "ministore-034")
    folder, address = tmp_path / "run", f"{tmp_path / 'run'}#{task.instance_id}"
    code, output = pytest_run(
        "--lang=ur",
        "--site=ministore",
        "--model=reference",
        "--engine=http",
        f"--task={task.id}",
        f"--run-dir={folder}",
    )
    assert code == 0, output
    with ModelServer(write_scripts([task])) as server:
        model = f"--then=openai/{MODEL}@{server.url}"
        code, output = pytest_run(f"--replay={address}", "--until=3", model, "--history=2")
    assert code == 0, output
    assert f"{address}: 3 steps came again" in output
    assert f"went on for {len(task.reference) - 3} step" in output
    assert ": solved" in output
    assert server.stats.calls == len(task.reference) - 3
