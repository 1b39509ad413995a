"""The record: whole lines, whatever kills the writer; and the same but for the time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from harness.errors import RecordError
from harness.records import (
    EpisodeRecord,
    EpisodeTiming,
    RunRecorder,
    StepRecord,
    StepTiming,
    make_manifest,
    read_run,
)

ROOT = Path(__file__).parents[2]
UR_001 = "ministore-001-ur"


def episode(instance_id: str = UR_001, attempt: int = 1, outcome: str = "solved") -> EpisodeRecord:
    return EpisodeRecord(
        instance_id=instance_id,
        task_id=instance_id[:-3],
        site="ministore",
        lang=instance_id[-2:],
        kind="text",
        type="info",
        split="train",
        difficulty="easy",
        category="shopping",
        reference_steps=4,
        intent="کتنا؟\u2028",
        attempt=attempt,
        outcome=outcome,  # type: ignore[arg-type]
        steps=1,
        budget=30,
        answer="12",
        final_url="http://ministore.ur.localhost/",
        limit=None,
        error=None,
        checks=(),
        changes=(),
        foreign=(),
        input_tokens=1,
        output_tokens=2,
        cost_usd=0.1,
        timing=EpisodeTiming(started_at="2026-01-01T00:00:00+00:00", seconds=1.5),
    )


def step(number: int, instance_id: str = UR_001, attempt: int = 1) -> StepRecord:
    return StepRecord(
        instance_id=instance_id,
        attempt=attempt,
        step=number,
        url="http://ministore.ur.localhost/",
        title="گھر",
        status=200,
        observation="x\n" * 1000,
        screenshot=None,
        reply="click 1",
        action="click 1",
        error=None,
        input_tokens=1,
        output_tokens=1,
        cost_usd=0.0,
        timing=StepTiming(agent_seconds=0.1, browser_seconds=0.2),
    )


@pytest.fixture
def recorder(tmp_path: Path, make_task) -> RunRecorder:
    recorder = RunRecorder(tmp_path / "run")
    recorder.write_manifest(make_manifest(model="noop", engine="http", seed=0, instances=[make_task()]))
    return recorder


def test_round_trip(recorder: RunRecorder):
    recorder.write_episode(episode(), [step(1), step(2)])
    run = read_run(recorder.run_dir)
    assert run.episodes == (episode(),)
    assert run.steps == run.steps_of(episode()) == (step(1), step(2))
    assert (run.manifest.model, run.manifest.instances) == ("noop", ("ministore-001-ur",))
    assert (run.missing, run.torn_lines) == ((), 0)


def test_what_was_not_run_is_missing(recorder: RunRecorder):
    assert read_run(recorder.run_dir).missing == ("ministore-001-ur",)


def test_a_torn_last_line_is_dropped_and_appending_goes_on(recorder: RunRecorder):
    recorder.write_episode(episode(), [step(1)])
    with (recorder.run_dir / "episodes.jsonl").open("a", encoding="utf-8") as file:
        file.write(episode("ministore-002-ur").model_dump_json()[:50])
    run = read_run(recorder.run_dir)
    assert ([one.instance_id for one in run.episodes], run.torn_lines) == (["ministore-001-ur"], 1)
    recorder.write_episode(episode("ministore-003-ur"), [])
    run = read_run(recorder.run_dir)
    assert [one.task_id for one in run.episodes] == ["ministore-001", "ministore-003"]


def test_a_line_of_something_else_is_an_error(recorder: RunRecorder):
    (recorder.run_dir / "episodes.jsonl").write_text('{"a": 1}\n', encoding="utf-8")
    with pytest.raises(RecordError, match=r"episodes\.jsonl, line 1"):
        read_run(recorder.run_dir)


@pytest.mark.parametrize(
    ("field", "value"),
    [("instance_id", "../../../index"), ("instance_id", "a#b"), ("instance_id", ""), ("lang", "xx")],
)
def test_names_that_no_file_may_have_and_unknown_languages_are_refused(
    recorder: RunRecorder, field: str, value: str
):
    written = {**json.loads(episode().model_dump_json()), field: value}
    (recorder.run_dir / "episodes.jsonl").write_text(json.dumps(written) + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match=rf"episodes\.jsonl, line 1(?s:.*){field}"):
        read_run(recorder.run_dir)


def test_the_last_attempt_counts(recorder: RunRecorder):
    recorder.write_episode(episode(outcome="error"), [step(1)])
    assert recorder.next_attempt("ministore-001-ur") == 2
    recorder.write_episode(episode(attempt=2), [step(1, attempt=2)])
    run = read_run(recorder.run_dir)
    assert [(one.attempt, one.outcome) for one in run.episodes] == [(2, "solved")]
    assert run.steps == (step(1, attempt=2),)


def test_order_does_not_depend_on_who_was_first(recorder: RunRecorder):
    for instance_id in ("ministore-002-ur", "ministore-001-ur", "ministore-001-am"):
        recorder.write_episode(episode(instance_id), [step(1, instance_id), step(2, instance_id)])
    run = read_run(recorder.run_dir)
    ids = ["ministore-001-am", "ministore-001-ur", "ministore-002-ur"]
    assert [one.instance_id for one in run.episodes] == ids
    assert [one.step for one in run.steps_of(run.episodes[1])] == [1, 2]


def test_attempts_that_were_run_again_are_kept_apart(recorder: RunRecorder):
    recorder.write_episode(episode(outcome="error"), [step(1)])
    recorder.write_episode(episode(attempt=2), [step(1, attempt=2)])
    run = read_run(recorder.run_dir)
    assert [(one.attempt, one.outcome) for one in run.earlier] == [(1, "error")]


def test_an_episode_that_was_written_twice_counts_once(recorder: RunRecorder):
    for answer in ("12", "13"):
        again = EpisodeRecord(**{**episode().model_dump(), "answer": answer})
        recorder.write_episode(again, [step(1)])
    run = read_run(recorder.run_dir)
    assert [one.answer for one in run.episodes] == ["13"]
    assert (len(run.steps), run.earlier) == (1, ())


def test_steps_of_a_writer_that_was_killed_before_its_episode_are_no_part_of_the_next(recorder: RunRecorder):
    left = "".join(f"{step(number).model_dump_json()}\n" for number in (1, 2, 3))
    (recorder.run_dir / "steps.jsonl").write_text(left, encoding="utf-8")
    recorder.write_episode(episode(), [step(1), step(2)])
    run = read_run(recorder.run_dir)
    assert [one.step for one in run.steps_of(episode())] == [1, 2]


def test_repeats_are_episodes_of_their_own(tmp_path: Path, make_task):
    recorder = RunRecorder(tmp_path / "run")
    tasks = [make_task(), make_task(lang="am")]
    settings = {"repeats": 2}
    manifest = make_manifest(model="noop", engine="http", seed=0, instances=tasks, settings=settings)
    recorder.write_manifest(manifest)
    first, second = (EpisodeRecord(**{**episode().model_dump(), "repeat": number}) for number in (1, 2))
    again = StepRecord(**{**step(1).model_dump(), "repeat": 2, "reply": "stop 2"})
    assert recorder.next_attempt(UR_001, 2) == 1
    recorder.write_episode(first, [step(1)])
    recorder.write_episode(second, [again])
    assert (recorder.next_attempt(UR_001), recorder.next_attempt(UR_001, 2)) == (2, 2)
    run = read_run(recorder.run_dir)
    assert [one.episode_id for one in run.episodes] == [UR_001, f"{UR_001}~2"]
    assert run.steps_of(second) == (again,)
    assert run.missing == ("ministore-001-am", "ministore-001-am~2")


def test_a_folder_takes_one_run(recorder: RunRecorder, make_task):
    with pytest.raises(RecordError, match="choose another --run-dir"):
        recorder.write_manifest(make_manifest(model="na", engine="http", seed=0, instances=[make_task()]))


def test_a_folder_without_a_run_is_named(tmp_path: Path):
    with pytest.raises(RecordError, match=r"holds no run: manifest\.json is missing"):
        read_run(tmp_path)


def test_only_timing_differs(make_task):
    manifests = [make_manifest(model="noop", engine="http", seed=0, instances=[make_task()]) for _ in "12"]
    assert manifests[0].model_dump(exclude={"timing"}) == manifests[1].model_dump(exclude={"timing"})


def test_the_digest_tells_tasks_apart(make_task):
    digests = {
        make_manifest(model="noop", engine="http", seed=0, instances=[task]).task_digest
        for task in (make_task(), make_task(lang="bn"), make_task(budget=7))
    }
    assert len(digests) == 3


def test_records_refuse_unknown_fields():
    with pytest.raises(ValidationError, match="surprise"):
        EpisodeRecord.model_validate({**episode().model_dump(), "surprise": 1})


def test_screenshots(recorder: RunRecorder):
    path = recorder.screenshot_path("ministore-001-ur", 3)
    recorder.save_screenshot(path, b"webp")
    assert path == "screenshots/ministore-001-ur/003.webp"
    assert (recorder.run_dir / path).read_bytes() == b"webp"
    long_page = recorder.screenshot_path("ministore-001-ur", 4, ".png")
    recorder.save_screenshot(long_page, b"png")
    recorder.drop_screenshots("ministore-001-ur")
    assert not (recorder.run_dir / path).exists()
    assert not (recorder.run_dir / long_page).exists()


@pytest.mark.parametrize("found", [1, 3])
def test_a_record_of_another_format_is_refused(recorder: RunRecorder, found: int):
    manifest = recorder.run_dir / "manifest.json"
    fields = {**json.loads(manifest.read_text("utf-8")), "format": found, "a_field_of_that_format": 1}
    manifest.write_text(json.dumps(fields), encoding="utf-8")
    with pytest.raises(
        RecordError, match=f"expected a record of format 2, got format {found}: run the tasks"
    ):
        read_run(recorder.run_dir)


@pytest.mark.parametrize(
    ("url", "disruption", "path"),
    [
        ("http://ministore.ur.localhost/p/7?page=2#reviews", None, "/p/7?page=2"),
        ("http://ministore.ur.localhost/p/7", "advertisement", "/p/7"),
        ("http://ministore.ur.localhost/7Zq_kVb2rT0mWcE-uX9aLg", "advertisement", "/…"),
        ("http://ministore.ur.localhost/7Zq_kVb2rT0mWcE-uX9aLg", None, "/7Zq_kVb2rT0mWcE-uX9aLg"),
        ("", None, ""),
    ],
)
def test_the_path_of_a_step_is_the_same_in_every_run(url: str, disruption: str | None, path: str):
    one = StepRecord(**{**step(1).model_dump(), "url": url, "disruption": disruption})
    assert one.path == path


WRITER = """
import sys
from pathlib import Path
from harness.records import EpisodeRecord, RunRecorder, StepRecord

run_dir, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
episode = EpisodeRecord.model_validate_json(sys.stdin.readline())
step = StepRecord.model_validate_json(sys.stdin.readline())
recorder = RunRecorder(run_dir)
for number in range(first, first + count):
    ids = {"instance_id": f"ministore-{number:06d}-ur", "task_id": f"ministore-{number:06d}"}
    one = StepRecord(**{**step.model_dump(), "instance_id": ids["instance_id"]})
    recorder.write_episode(EpisodeRecord(**{**episode.model_dump(), **ids}), [one])
    print(number, flush=True)
"""


def start_writer(run_dir: Path, first: int, count: int) -> subprocess.Popen[str]:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(run_dir), str(first), str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert writer.stdin
    writer.stdin.write(f"{episode().model_dump_json()}\n{step(1).model_dump_json()}\n")
    writer.stdin.close()
    return writer


def test_workers_do_not_tear_each_others_lines(recorder: RunRecorder):
    writers = [start_writer(recorder.run_dir, 100 * worker, 30) for worker in range(3)]
    for writer in writers:
        assert writer.stdout
        writer.stdout.read()
        writer.stdout.close()
        assert writer.wait() == 0
    run = read_run(recorder.run_dir)
    assert (len(run.episodes), len(run.steps), run.torn_lines) == (90, 90, 0)


def test_kill_minus_nine_loses_no_finished_episode(recorder: RunRecorder):
    writer = start_writer(recorder.run_dir, 0, 1_000_000)
    assert writer.stdout
    finished = [int(writer.stdout.readline()) for _ in range(20)]
    writer.kill()
    writer.wait()
    finished += [int(line) for line in writer.stdout.read().splitlines()]
    writer.stdout.close()
    run = read_run(recorder.run_dir)
    numbers = [int(one.task_id.removeprefix("ministore-")) for one in run.episodes]
    assert numbers[: len(finished)] == finished
    assert all(run.steps_of(one) for one in run.episodes)
