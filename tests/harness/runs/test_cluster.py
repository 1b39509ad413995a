"""Runs on a Ray cluster of this machine: real actors, one of which is killed in the middle."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.errors import ConfigError
from harness.records import RunRecorder, read_episodes, read_run
from harness.runs.cluster import Parcel, require_ray, unpack
from harness.runs.dispatch import Lost
from tests.episode_records import make_record

ROOT = Path(__file__).parents[3]
AGENT = """
import os
import signal
from pathlib import Path

from harness.agents import make_agent_factory

DEATHS = Path(__file__).with_name("deaths")


def factory(task, assignment):
    if task.id == "ministore-002" and len(DEATHS.read_text() if DEATHS.exists() else "") < {deaths}:
        with DEATHS.open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return make_agent_factory("reference")(task, assignment)
"""

needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="needs Ray: pip install 'lowagent[ray]', or pip install 'ray>=2.50,<3'"
)


@pytest.fixture
def run(tmp_path):
    """Runs an agent that kills so many of its actors, all of them in the same task, on two actors."""

    def call(deaths, *options):
        (tmp_path / "mortal.py").write_text(AGENT.format(deaths=deaths))
        where = ("--site=ministore", "--lang=ur", "--engine=http", f"--run-dir={tmp_path / 'run'}")
        command = (Path(sys.executable).with_name("lowagent"), "run", "--model=mortal:factory", *where)
        done = subprocess.run(
            [*command, "--ray=local", "-n2", *options],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return call


@pytest.mark.slow
@needs_ray
def test_the_episode_of_a_killed_actor_is_run_again_and_nothing_twice(run, tmp_path):
    code, output = run(1, "--limit=12")
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert {one.outcome for one in record.episodes} == {"solved"}
    assert (
        len(record.episodes) == len(read_episodes(tmp_path / "run")) == len(record.manifest.instances) == 12
    )
    assert all(len(record.steps_of(one)) == one.steps for one in record.episodes)


@pytest.mark.slow
@needs_ray
def test_what_kills_each_actor_is_missing_and_the_run_goes_on(run, tmp_path):
    code, output = run(2, "--limit=6")
    assert code == 1
    assert "without an episode on record: ministore-002-ur\n" in output
    code, output = run(2, "--limit=6", "--resume")
    assert code == 0, output
    assert len(read_episodes(tmp_path / "run")) == 6


@pytest.mark.slow
@needs_ray
@pytest.mark.browser
def test_screenshots_come_back_to_the_driver(run, tmp_path):
    code, output = run(0, "--limit=2", "--engine=chromium", "--kind=text", "--tracing=on")
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert record.steps
    assert all((tmp_path / "run" / step.screenshot).read_bytes().startswith(b"RIFF") for step in record.steps)
    assert len(list((tmp_path / "run" / "traces").glob("*.zip"))) == 2


def test_what_an_actor_sends_is_written_whole(tmp_path):
    episode = make_record(1, "solved", repeat=2, attempt=3)
    files = (("screenshots/ministore-001-ur~2/001.webp", b"webp"),)
    parcel = Parcel(Lost("x", ""), files, b"", episode.model_dump_json().encode() + b"\n")
    unpack(parcel, RunRecorder(tmp_path))
    assert read_episodes(tmp_path) == (episode,)
    assert (tmp_path / "screenshots" / "ministore-001-ur~2" / "001.webp").read_bytes() == b"webp"


def test_an_episode_that_is_not_on_record_leaves_none(tmp_path):
    unpack(Parcel(Lost("x", "no port")), RunRecorder(tmp_path))
    assert read_episodes(tmp_path) == ()


def test_without_ray_the_command_that_installs_it_is_told(request_of, monkeypatch):
    monkeypatch.setattr("harness.runs.cluster.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'lowagent\[ray\]'"):
        require_ray(request_of())


def test_a_cluster_needs_the_address_of_a_model_server(request_of, monkeypatch):
    monkeypatch.setattr("harness.runs.cluster.find_spec", lambda name: object())
    with pytest.raises(ConfigError, match="vllm/small@http://HOST:PORT"):
        require_ray(request_of("vllm/small"))
