"""What a run tells: outcomes, exit codes, figures, wrong options; over stand-ins for sites and browsers."""

import pytest

from harness.records import read_run
from tests.harness.plugin.running import RUN, STAND_INS, outcomes

pytest_plugins = ["pytester"]


def test_plain_pytest_runs_the_tests(run):
    result = run()
    result.assert_outcomes(passed=1)
    assert result.ret == 0


def test_model_runs_tasks_and_no_tests(run, pytester):
    result = run(*RUN, "-v")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*templates.yaml::ministore-001-ur SOLVED*", "*6 solved*"])
    result.stdout.no_fnmatch_line("*test_of_the_project*")
    assert outcomes(pytester) == {f"ministore-{number:03}-ur": "solved" for number in range(1, 7)}


def test_collecting_alone_writes_no_record(run, pytester):
    assert run(*RUN, "--collect-only").ret == 0
    assert not (pytester.path / "run").exists()


def test_outcomes_have_words_and_letters_of_their_own(run):
    lines = run(*RUN, "-v", endings="noop").outlines
    words = [line.split()[1] for line in lines if "::ministore" in line and "%" in line]
    assert words == ["SOLVED", "UNSOLVED", "LIMIT", "ERROR", "UNSOLVED", "SOLVED"]
    assert any("SULEUS" in line for line in run(*RUN[:2], "--run-dir=other", endings="noop").outlines)


def test_unsolved_tasks_are_results_and_exit_0(run):
    ids = [f"--task=ministore-{number:03}" for number in (1, 2, 3)]
    result = run(*RUN, *ids, endings="noop")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*1 solved*1 unsolved*1 limit*"])


def test_errors_exit_1_and_tell_what_failed(run, pytester):
    result = run(*RUN, endings="noop")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*ERROR at call of ministore-004-ur*", "the server is gone"])
    result.stdout.no_fnmatch_line("*Traceback*")
    assert len(outcomes(pytester)) == 6


def test_an_error_is_one_line_that_steers_no_terminal(run, monkeypatch):
    monkeypatch.setenv("ERROR", "RuntimeError: \x1b[2J\x1b]0;gone\x07\n" + "further\n" * 1_000)
    output = run(*RUN, "--task=ministore-004", endings="noop").stdout.str()
    assert "\nRuntimeError: ␛[2J␛]0;gone␇ further further" in output
    assert "\x1b" not in output
    assert "…" in output
    assert output.count("further") < 200


def test_what_can_not_be_begun_is_told_without_control_characters(run):
    result = run("--model=\x1b[2Jnobody", "--lang=ur")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "[2Jnobody" in result.stderr.str()
    assert "\x1b" not in result.stderr.str()


@pytest.mark.parametrize(("rate", "code"), [("0.66", 0), ("0.67", 1)])
def test_fail_under_compares_the_success_rate(run, rate, code):
    ids = [f"--task=ministore-{number:03}" for number in (1, 2, 6)]
    result = run(*RUN, *ids, f"--fail-under={rate}", endings="noop")
    assert result.ret == code
    assert ("is under 67.0%" in result.stdout.str()) == bool(code)


def test_errors_are_left_out_of_the_rate(run):
    ids = [f"--task=ministore-{number:03}" for number in (1, 4)]
    result = run(*RUN, *ids, "--fail-under=1", endings="noop")
    result.stdout.fnmatch_lines(["*ministore*ur*1/1*100.0%*20.7-100.0%*1*"])


def test_end_shows_figures_record_and_page(run, pytester):
    result = run("--model=reference", "--lang=ur", "--lang=am", "--run-dir=run", endings="noop")
    result.stdout.fnmatch_lines(
        ["*ministore*ur*2/5*", "*ministore*am*2/5*", "*all*4/10*40.0%*", f"record: {pytester.path}/run"]
    )
    page = next(line for line in result.outlines if line.startswith("look at the episodes: ")).split(": ")[1]
    assert "run.js" in (pytester.path / page).read_text("utf-8")
    assert "ministore-004-ur" in (pytester.path / page).with_name("run.js").read_text("utf-8")


def test_disruptions_are_armed_with_the_seed_of_the_run_and_recorded(run, pytester):
    run(*RUN, "--disruptions=every-click", "--seed=3", "--task=ministore-001")
    assert (pytester.path / "disruptions.txt").read_text() == "('every-click', 3)"
    assert read_run(pytester.path / "run").manifest.settings["disruptions"] == "every-click"
    run("--model=reference", "--run-dir=plain", "--task=ministore-001")
    assert (pytester.path / "disruptions.txt").read_text() == "None"
    assert read_run(pytester.path / "plain").manifest.settings["disruptions"] is None


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        (["--model=reference", "--lang=xx"], "en, bn, hi, ur, am, all"),
        (
            ["--model=clever"],
            "expected an agent (reference, noop, na, random, dump, careless, sift, human), a language model",
        ),
        (["--model=reference", "--site=amazon"], "ministore"),
        (
            ["--model=reference", "--task=ministore-999", "--engine=chromium"],
            "there are ministore-001 to ministore-006 and ministore-v01 to ministore-v02",
        ),
        (["--model=reference", "--task=railsetu-001", "--site=ministore"], "add --site railsetu"),
        (["--model=reference", "--task=ministore-001-xx"], "there is no language xx, but en, bn, hi, ur, am"),
        (["--model=reference", "--task=ministre-03"], "the closest are ministore-003, "),
        (
            ["--model=reference", "--lang=ur", "--task=ministore-001-am"],
            "a task in am, but --lang says ur: add --lang am",
        ),
        (
            ["--modle=reference", "--langauge=hi"],
            "--lang in place of --langauge? --model in place of --modle?",
        ),
        (["--model=reference", "--seed=-1"], "expected a whole number from 0 up, got -1"),
        (["--model=reference", "--taskset-seed=-1"], "expected a whole number from 0 up, got -1"),
        (["--model=reference", "-n", "-2"], "-n takes a number of workers from 0 up, or auto; got -2"),
        (["--model=reference", "--kind=audio"], "text"),
        (["--model=reference", "--engine=lynx"], "chromium"),
        (["--model=reference", "--disruptions=often"], "every-click"),
        (["--model=reference", "--limit=0"], "--limit"),
        (["--model=reference", "--fail-under=40"], "--fail-under"),
        (["--model=reference", "--kind=visual", "--engine=http"], "--engine http shows agents no pictures"),
        (["--model=reference", "--kind=visual", "--screenshot=off"], "--screenshot off shows agents no"),
        (["--model=reference", "--task=ministore-v01", "--engine=http"], "visual task ministore-v01 can't"),
        (["--model=reference", "--task=ministore-v01", "--kind=text"], "ministore-v01 is no text task"),
        (["--model=reference", "--task=ministore-001", "--kind=visual"], "ministore-001 is no visual task"),
        (["--model=reference", "test_project.py"], "--task"),
        (["--lang=ur"], "--model reference"),
        (["--run-dir=run"], "--model reference"),
        (["--twins"], "--twins given"),
        (["--disruptions=once"], "--disruptions given"),
        (["--model=no_such_module:f"], "no_such_module"),
        (["--model=reference", "--video=on"], "--tracing"),
        (["--model=reference", "--browser=firefox"], "--engine http"),
    ],
)
def test_wrong_options_exit_4_and_list_the_choices(run, arguments, choices):
    result = run(*arguments, engine=None)
    assert result.ret == 4
    assert choices in result.stderr.str()


def test_run_folder_elsewhere_may_exist(run, pytester, tmp_path_factory):
    folder = tmp_path_factory.mktemp("record")
    assert run("--model", "reference", "--lang", "ur", "--run-dir", str(folder)).ret == 0
    assert len(read_run(folder).episodes) == 6


@pytest.mark.parametrize(
    ("option", "kept"), [([], 6), (["--screenshot=on"], 6), (["--screenshot=only-on-failure"], 4)]
)
def test_screenshots_are_kept_as_asked(run, pytester, option, kept):
    run(*RUN, *option, endings="noop")
    assert len(list((pytester.path / "run" / "screenshots").rglob("*.webp"))) == kept


def test_warnings_of_an_agent_lose_no_episode(run, pytester):
    pytester.makeini("[pytest]\nfilterwarnings = error")
    pytester.makeconftest(
        STAND_INS.replace("    outcome =", "    __import__('warnings').warn('old')\n    outcome =")
    )
    assert run(*RUN).ret == 0
