"""Runs that were cut off, spent their budget or changed, and how they go on; over stand-ins."""

import pytest

from harness.records import read_run
from tests.harness.plugin.running import RUN, STAND_INS, outcomes

pytest_plugins = ["pytester"]


def test_used_run_folder_is_refused_and_kept(run, pytester):
    run(*RUN, endings="noop")
    before = outcomes(pytester)
    again = run(*RUN)
    assert again.ret == 4
    again.stderr.fnmatch_lines(["*add --resume to go on with it, or choose another --run-dir*"])
    assert outcomes(pytester) == before


def test_resuming_keeps_what_is_finished_and_runs_errors_again(run, pytester):
    first = run(*RUN, endings="noop")
    first.stdout.fnmatch_lines(["go on with it: *--model=reference --lang=ur --run-dir=run --resume"])
    again = run(*RUN, "--resume", "-v")
    assert again.ret == 0
    again.stdout.fnmatch_lines(["resumed: 5 of 6 episodes kept", "*::ministore-004-ur SOLVED*", "*1 solved*"])
    again.stdout.no_fnmatch_line("go on with it*")
    record = read_run(pytester.path / "run")
    assert [one.outcome for one in record.episodes] == [
        "solved",
        "unsolved",
        "limit",
        "solved",
        "unsolved",
        "solved",
    ]
    assert [one.attempt for one in record.episodes] == [1, 1, 1, 2, 1, 1]
    assert [one.outcome for one in record.earlier] == ["error"]


def test_resuming_a_complete_run_changes_nothing(run, pytester):
    run(*RUN)
    again = run(*RUN, "--resume", "--fail-under=1")
    assert again.ret == 0
    again.stdout.fnmatch_lines(["resumed: 6 of 6 episodes kept", "*6/6*100.0%*"])
    assert read_run(pytester.path / "run").earlier == ()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (["--model=na"], "model: reference before, na now"),
        (["--seed=3"], "seed: 0 before, 3 now"),
        (
            ["--lang=am"],
            "tasks: 6 before, 12 (with ministore-001-am, ministore-002-am, ministore-003-am, …) now",
        ),
        (["--disruptions=once"], "settings disruptions: not set before, once now"),
        (["--repeats=2"], "settings repeats: 1 before, 2 now"),
        (["--max-tokens=100"], "settings max_tokens: not set before, 100 now"),
    ],
)
def test_a_changed_setting_is_refused_with_its_name(run, pytester, change, named):
    run(*RUN, endings="noop")
    before = outcomes(pytester)
    again = run(*RUN, "--resume", *change)
    assert again.ret == 4
    again.stderr.fnmatch_lines(["*run can't be resumed, because what decides results has changed:"])
    assert f"  {named}\n" in again.stderr.str()
    assert outcomes(pytester) == before


def test_changed_code_is_refused(run, monkeypatch):
    run(*RUN, endings="noop")
    monkeypatch.setenv("CODE", "2")
    again = run(*RUN, "--resume")
    assert again.ret == 4
    again.stderr.fnmatch_lines(["  hash of code: 1 before, 2 now"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--run-dir=nowhere"], "*nowhere holds no run: there is no such folder*"),
        ([], "*--resume needs the folder of the run: add --run-dir*"),
    ],
)
def test_there_must_be_a_run_to_resume(run, arguments, told):
    result = run("--model=reference", "--lang=ur", "--resume", *arguments)
    assert result.ret == 4
    result.stderr.fnmatch_lines([told])


def test_a_spent_budget_begins_no_more_episodes(run, pytester):
    result = run(*RUN, "--budget-usd=0.025", "-v")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*::ministore-003-ur SOLVED*",
            "*::ministore-004-ur NOT RUN*",
            "no more episodes were begun: $0.0300 of $0.025 are spent (--budget-usd)",
            "without an episode on record: ministore-004-ur, ministore-005-ur, ministore-006-ur",
            "go on with it: *--resume",
        ]
    )
    assert len(outcomes(pytester)) == 3
    assert run(*RUN, "--budget-usd=0.025", "--resume").ret == 1
    assert len(outcomes(pytester)) == 3
    assert run(*RUN, "--budget-usd=1", "--resume").ret == 0
    assert len(outcomes(pytester)) == 6


def test_a_run_that_changed_half_way_ends(run, pytester):
    refuse = (
        "def refuse():\n"
        "    raise worker.RunChangedError('hash of code: 1 before, 2 now')\n"
        "worker.FactsWatch = lambda manifest, prompt: SimpleNamespace(check=refuse)\n"
    )
    pytester.makeconftest(
        STAND_INS + "worker.RunChangedError = __import__('harness.runs.facts', fromlist=['x'])"
        ".RunChangedError\n" + refuse
    )
    result = run(*RUN)
    assert result.ret != 0
    result.stdout.fnmatch_lines(
        ["hash of code: 1 before, 2 now", "*without an episode on record: *ministore-006-ur"]
    )
    assert list(outcomes(pytester)) == ["ministore-001-ur"]


def test_ctrl_c_ends_the_run_and_tells_how_to_go_on(run, pytester):
    stop = "    if task.id == 'ministore-003':\n        raise KeyboardInterrupt\n    outcome ="
    pytester.makeconftest(STAND_INS.replace("    outcome =", stop))
    result = run(*RUN, apart=True)
    assert result.ret == 2
    result.stdout.fnmatch_lines(
        ["*2/2*", "without an episode on record: *-003-ur, *", "go on with it: *--resume"]
    )
    assert list(outcomes(pytester)) == ["ministore-001-ur", "ministore-002-ur"]
