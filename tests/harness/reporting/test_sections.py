"""The tables of `lowagent report`: what is in them, and that they fit a terminal."""

import json
import shutil
from typing import Any

import pytest

from harness.cli.reporting import WIDTH, make_console, report_on_runs
from harness.errors import RecordError
from harness.metrics import run_metrics
from harness.records import CallRecord, CallTiming, CheckRecord, RunRecorder
from harness.reporting.sections import metric_grids, overview_grid
from harness.reporting.summary import grid_text, summary_lines
from sites.kit.localization import LANGUAGES
from tasks import AnswerCheck
from tests.episode_records import make_record, make_run, make_step


def answer(passed: bool) -> CheckRecord:
    check = AnswerCheck("number", ("12",), ("15",))
    return CheckRecord(kind="answer", name="answer", passed=passed, expected="", got="", task_check=check)


def solved(number, **given):
    return make_record(number, "solved", answer="12", checks=(answer(True),), **given)


def failed(number, text="13", **given):
    return make_record(number, "unsolved", answer=text, checks=(answer(False),), **given)


def sections(*episodes, **given) -> dict[str, list[list[str]]]:
    """Title -> the rows of its table, split at spaces."""
    found = metric_grids(run_metrics(make_run(*episodes, **given)))
    return {grid.title: [line.split() for line in grid_text(grid).splitlines()] for grid in found}


def test_a_plain_run_has_no_tables_of_what_it_does_not_know():
    assert list(sections(solved(1))) == ["Beyond the success rate"]


def test_conduct_by_language():
    rows = sections(solved(1), failed(2), solved(1, lang="am"))["Beyond the success rate"]
    assert [row[:6] for row in rows[-3:]] == [
        ["ur", "2", "50.0%", "50.0%", "100.0%", "50.0%"],
        ["am", "1", "100.0%", "100.0%", "100.0%", "100.0%"],
        ["all", "3", "66.7%", "66.7%", "100.0%", "66.7%"],
    ]


def test_failures_by_language_with_their_shares():
    episodes = [failed(1), failed(2, "15"), failed(3, "15"), failed(4, "15"), failed(1, "15", lang="am")]
    rows = sections(*episodes)["First failure of what was not solved"]
    assert rows[0] == ["kind", "ur", "am", "all"]
    assert rows[2:] == [
        ["wrong", "item", "3", "75%", "1", "100%", "4", "80%"],
        ["wrong", "value", "1", "25%", "-", "1", "20%"],
        ["not", "solved", "4", "1", "5"],
    ]


def test_breakdowns_tell_a_group_that_one_language_has():
    episodes = [solved(1), failed(2, difficulty="hard"), solved(1, lang="am")]
    rows = sections(*episodes)["Solved by what the task is"]
    assert rows[0] == ["by", "solved", "ur", "am", "all"]
    assert rows[2:] == [
        ["difficulty", "easy", "2/2", "100.0%", "100.0%", "100.0%"],
        ["hard", "0/1", "0.0%", "-", "0.0%"],
    ]


def test_repeats_have_pass_rates():
    rows = sections(solved(1), failed(1, repeat=2), solved(2), solved(2, repeat=2))
    table = rows["All of k runs of a task solved (pass^k)"]
    assert table[0] == ["lang", "pass^1", "pass^2", "tasks"]
    assert table[2:] == [["ur", "75.0%", "50.0%", "2"]]


def test_confidences_have_a_calibration():
    found = sections(solved(1, confidence=100), failed(2, confidence=95), failed(3))
    assert found["Confidence against success"][-1] == ["ur", "2", "1", "97.5%", "50.0%", "0.475", "0.451"]
    assert found["Success by confidence"][-1] == ["90-100", "97.5%", "1/2", "50%"]


def test_calls_of_a_model_have_a_table():
    rows = sections(solved(1, calls=3, retries=1, cost_usd=0.5), failed(2, calls=2))["Calls of the model"]
    assert rows[-1] == ["ur", "2", "5", "1", "200", "0", "20", "0", "$0.50", "$0.5000"]


def test_runs_stand_side_by_side():
    runs = [run_metrics(make_run(solved(1), failed(1, lang="am"))), run_metrics(make_run(failed(1)))]
    rows = [line.split() for line in grid_text(overview_grid(runs)).splitlines()]
    assert rows[0] == ["run", "model", "engine", "ur", "am", "all", "cost"]
    assert [row[3:] for row in rows[2:]] == [
        ["100.0%", "0.0%", "50.0%", "$0.00"],
        ["0.0%", "-", "0.0%", "$0.00"],
    ]


def test_the_end_of_a_run_is_one_table_and_two_lines():
    run = make_run(
        solved(1),
        failed(2),
        failed(3, "15"),
        failed(4),
        make_record(5, "error", attempt=2, error_source="model"),
        earlier=(make_record(5, "error", cost_usd=0.25),),
    )
    table, blank, counts, failures = summary_lines(run)
    assert table.splitlines()[-1].split()[2:4] == ["1/4", "25.0%"]
    assert table.splitlines()[-1].endswith("$0.25")
    assert blank == ""
    assert counts == "attempted 5, scored 4, unscored 1, retried 1, broken off 2; errors by source: model 1"
    assert failures == "not solved: wrong value 2, wrong item 1"


def test_a_run_that_solves_all_it_was_to_says_no_more():
    *_, counts = summary_lines(make_run(solved(1)))
    assert counts == "attempted 1, scored 1, unscored 0, retried 0, broken off 0"
    *_, counts = summary_lines(make_run(solved(1), instances=("ministore-001-ur", "ministore-002-ur")))
    assert counts.startswith("planned 2, attempted 1, ")


@pytest.fixture
def big_run(tmp_path):
    """Every table, in five languages, with the figures of a long run."""
    recorder = RunRecorder(tmp_path / "20260316-090000-gemini-3.1-flash-lite")
    figures: dict[str, Any] = {
        "calls": 3_000,
        "retries": 1_000,
        "input_tokens": 19_000_000,
        "cached_tokens": 9_000_000,
        "output_tokens": 1_000_000,
        "reasoning_tokens": 1_000_000,
        "cost_usd": 123.45,
    }
    episodes = [
        make(number, lang=lang, repeat=repeat, confidence=number, difficulty=difficulty, **figures)
        for lang in LANGUAGES
        for repeat in (1, 2, 3)
        for make, number, difficulty in ((solved, 1, "easy"), (failed, 2, "hard"))
    ]
    run = make_run(
        *episodes,
        model="gemini/gemini-3.1-flash-lite@http://127.0.0.1:8000/v1beta/openai",
        agent={"observe": "som", "history": 3, "ask_confidence": True, "context_tokens": None},
    )
    recorder.write_manifest(run.manifest)
    call = CallRecord(status="ok", timing=CallTiming(seconds=1))
    for episode in episodes:
        step = make_step(1, "stop 12", instance_id=episode.instance_id, repeat=episode.repeat, calls=(call,))
        recorder.write_episode(episode, [step])
    return recorder.run_dir


def test_every_table_fits_a_terminal(big_run, capsys):
    again = shutil.copytree(big_run, big_run.with_name(f"{big_run.name}-again"))
    report_on_runs([big_run, again], make_console())
    lines = capsys.readouterr().out.splitlines()
    titles = [line for line in lines if line.strip()]
    assert "Calls of the model" in titles
    assert "observe som, history 3, ask_confidence yes" in titles
    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if "…" in line]


def test_a_run_that_is_given_twice_is_refused(big_run):
    with pytest.raises(RecordError, match="is given twice"):
        report_on_runs([big_run, big_run / "."], make_console())


def test_every_figure_is_written_as_json(big_run, tmp_path, capsys):
    report_on_runs([big_run], make_console(), tmp_path / "figures.json")
    assert capsys.readouterr().out.splitlines()[-1].startswith("every figure: ")
    found = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert found.keys() == {"runs", "disruptions", "drops", "pair", "english"}
    (run,) = found["runs"]
    assert run["manifest"]["agent"]["ask_confidence"] is True
    assert run["manifest"]["agent"]["context_tokens"] is None
    assert run["figures"]["pass_rates"]["all"][2] == {"k": 3, "rate": 0.5, "tasks": 10}
    assert run["figures"]["failures"]["am"] == {"wrong_value": 3}
    assert run["figures"]["total"]["solved"] == 15
    assert len(run["figures"]["episodes"]) == 30
