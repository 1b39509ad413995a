"""What a run tells at its end: above all the command that goes on with it."""

from pathlib import Path

import pytest

from harness.records import RunRecorder, make_manifest
from harness.runs.dispatch import Ended, Lost, Stopped
from harness.runs.progress import EpisodeEnd
from harness.runs.telling import closing_lines, event_line, resume_command
from tests.episode_records import make_record


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["pytest", "--lang", "ur"], "pytest --lang ur --run-dir=/runs/x --resume"),
        (["pytest", "--run-dir", "mine", "-v"], "pytest -v --run-dir=mine --resume"),
        (["pytest", "--run-dir=my run", "--resume"], "pytest '--run-dir=my run' --resume"),
        (
            ["lowagent", "run", "--model-option", 'extra={"a": 1}'],
            "lowagent run --model-option 'extra={\"a\": 1}' --run-dir=/runs/x --resume",
        ),
    ],
)
def test_the_command_can_be_typed_as_it_is(typed, told):
    assert resume_command(typed, Path("/runs/x")) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Ended("ministore-001-ur", EpisodeEnd("solved", 0.0, False), None), None),
        (
            Ended("ministore-001-ur", EpisodeEnd("error", 0.0, False), "RuntimeError: \x1b[2J\nno more"),
            "ministore-001-ur ERROR RuntimeError: ␛[2J no more",
        ),
        (Lost("ministore-001-ur", "exit\ncode 1"), "ministore-001-ur is not on record: exit code 1"),
        (Stopped("$1 is spent"), "no more episodes are begun: $1 is spent"),
    ],
)
def test_what_becomes_of_an_episode_is_one_line(event, told):
    assert event_line(event) == told


@pytest.fixture
def end_of(request_of, make_task):
    """The last lines of a run of two tasks."""

    def tell(*episodes, **said):
        request = request_of(**said)
        recorder = RunRecorder(request.run_dir)
        tasks = [make_task(), make_task(id="ministore-002")]
        recorder.write_manifest(make_manifest(model="reference", engine="http", seed=0, instances=tasks))
        for one in episodes:
            recorder.write_episode(one, [])
        return list(closing_lines(request, ["pytest"]))

    return tell


def test_a_complete_run_tells_no_way_to_go_on(end_of):
    lines = end_of(make_record(1, "solved"), make_record(2, "solved"))
    assert not any("--resume" in line for line in lines)


def test_pages_that_can_not_be_written_hide_no_figures(end_of, monkeypatch):
    def full(run_dir):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("harness.runs.telling.write_review", full)
    text = "\n".join(end_of(make_record(1, "solved"), make_record(2, "solved")))
    assert "attempted 2, scored 2" in text
    assert "No space left on device): make room, then lowagent review " in text


def test_what_is_missing_is_named_with_the_way_to_go_on(end_of):
    lines = end_of(make_record(1, "solved"))
    assert "without an episode on record: ministore-002-ur" in lines
    assert lines[-1].startswith("go on with it: pytest --run-dir=")


def test_errors_can_be_run_again(end_of):
    lines = end_of(make_record(1, "solved"), make_record(2, "error", error="gone", error_source="model"))
    assert lines[-1].startswith("go on with it: pytest")


@pytest.mark.parametrize(("outcome", "told"), [("solved", False), ("error", True)])
def test_a_rate_that_is_too_low_is_told(end_of, outcome, told):
    lines = end_of(make_record(1, outcome), make_record(2, outcome), fail_under=0.5)
    assert ("success rate of nothing is under 50.0%" in lines) == told


def test_the_end_names_the_traceback_of_an_agents_program(request_of, end_of):
    RunRecorder(folder := request_of().run_dir).save_traceback("ministore-001-ur", "KeyError")
    told = f"where the agent's own program failed (1): {folder / 'tracebacks' / 'ministore-001-ur.txt'}"
    assert told in end_of(make_record(1, "error"))
