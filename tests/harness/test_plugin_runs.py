"""The plugin over stand-ins for sites and browsers: collection, outcomes, exit codes, records, workers."""

import pytest

from harness.records import read_run, versions
from harness.runs import names, plan, start, worker
from tasks import TASKSET_VERSION

pytest_plugins = ["pytester"]

STAND_INS = """
import os
from pathlib import Path
from types import SimpleNamespace

import harness.records.versions as versions
import harness.runs.names as names
import harness.runs.plan as plan
import harness.runs.start as start
import harness.runs.worker as worker
from harness.episode_result import EpisodeResult, episode_record
from harness.evaluation import CheckResult, Evaluation
from harness.records import EpisodeTiming, episode_name
from tasks import Checks, StopStep, TaskInstance

TYPES = {1: "info", 2: "info", 3: "state", 4: "state", 5: "unachievable", 6: "unachievable"}
SEEN = {"v01": "info", "v02": "unachievable"}
ENDINGS = {"reference": dict.fromkeys(TYPES, "solved"),
           "noop": {1: "solved", 2: "unsolved", 3: "limit", 4: "error", 5: "unsolved", 6: "solved"}}


def task(number, type, lang, twin=False):
    name, seen = f"ministore-{number}", number.startswith("v")
    return TaskInstance(id=name + "t" * twin, twin_of=name if twin else None, site="ministore", lang=lang,
        kind="visual" if seen else "text", type="info" if twin else type, split="test",
        difficulty="easy", category="shopping", intent=f"intent {number}", start="/", budget=30, slots={},
        checks=Checks(), reference=(StopStep(),))


def load_instances(sites, langs, kind=None, seed=0, *, twins=False, intent_lang=None):
    Path("seed.txt").write_text(str(seed))
    Path("kind.txt").write_text(repr(kind))
    types = ({f"{number:03}": type for number, type in TYPES.items()} if kind != "visual" else {}) | (
        SEEN if kind != "text" else {})
    return [
        task(number, type, lang, twin)
        for lang in langs if "ministore" in sites
        for number, type in types.items()
        for twin in (False, True)
        if not twin or twins and type == "unachievable"
    ]


def run_episode(task, agents, browser, environment, *, recorder, disruptions, repeat, attempt, **_):
    Path("disruptions.txt").write_text(str(disruptions and (disruptions.mode, disruptions.seed)))
    outcome = ENDINGS[os.environ.get("ENDINGS", "reference")][int(task.id.removesuffix("t")[-1])]
    check = CheckResult("answer", "answer", outcome == "solved", "12", "")
    limit = "steps" if outcome == "limit" else None
    error = "the server is gone" if outcome == "error" else None
    result = EpisodeResult(
        task.instance_id, outcome, 3, "", Evaluation((check,), ()), (), 1.5, 10, 20, 0.01, "", limit, error)
    recorder.save_screenshot(episode_name(task.instance_id, repeat), 1, b"png")
    timing = EpisodeTiming(started_at="2026-03-16T09:00:00+00:00", seconds=1.5)
    recorder.write_episode(episode_record(task, attempt, result, timing, repeat=repeat), [])
    with Path("environments.txt").open("a") as file:
        file.write(f"{environment.name}\\n")
    return result


class Environment:
    def __init__(self, sites, langs):
        self.name = os.environ.get("PYTEST_XDIST_WORKER", "single")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with Path("closed.txt").open("a") as file:
            file.write(f"{self.name}\\n")


names.list_templates = lambda sites, kind=None, *, twins=False: [
    ("ministore", SimpleNamespace(id=one.id, kind=one.kind))
    for one in load_instances(sites, ["ur"], kind, twins=twins)]
plan.load_instances = load_instances
worker.run_episode = run_episode
worker.Environment = Environment
worker.HttpBrowser = lambda environment, **_: SimpleNamespace(close=lambda: None)
worker.ChromiumBrowser = type("ChromiumBrowser", (), {
    "__init__": lambda *_: None, "close": lambda *_: None, "version": "156"})
start.check_chromium = lambda: SimpleNamespace(ok=True, found="156")
start.require_site_pictures = lambda tasks: None
versions.git_commit = lambda: "commit"
start.hashes_now = lambda sites, prompt: {"code": os.environ.get("CODE", "1")}
worker.FactsWatch = lambda manifest, prompt: SimpleNamespace(check=lambda: None, check_browser=lambda _: None)
"""


REPLACED = (
    (names, "list_templates"),
    (plan, "load_instances"),
    (versions, "git_commit"),
    (start, "check_chromium"),
    (start, "require_site_pictures"),
    (start, "hashes_now"),
    (worker, "FactsWatch"),
    (worker, "run_episode"),
    (worker, "Environment"),
    (worker, "HttpBrowser"),
    (worker, "ChromiumBrowser"),
)
"""What the stand-ins replace, to be put back where pytest runs in this process."""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest in a folder of its own, with stand-ins; returns its result.

    Without workers it runs in this process, which is much faster.
    """
    pytester.makeconftest(STAND_INS)
    pytester.makepyfile(test_project="def test_of_the_project(): pass")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    # It refuses a test within a test, which is what a run in this process is to it.
    monkeypatch.setattr("pytest_playwright.pytest_playwright._soft_scope", None)
    for module, name in REPLACED:
        monkeypatch.setattr(module, name, getattr(module, name))

    def call(*arguments, endings="reference", engine="http", apart=False):
        monkeypatch.setenv("ENDINGS", endings)
        given = [] if engine is None else [f"--engine={engine}"]
        apart = apart or any(argument.startswith("-n") for argument in arguments)
        start_pytest = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return start_pytest("-p", "no:cacheprovider", *given, *arguments)

    return call


def outcomes(pytester):
    return {one.instance_id: one.outcome for one in read_run(pytester.path / "run").episodes}


RUN = ("--model=reference", "--lang=ur", "--run-dir=run")


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


def test_ids_end_in_task_and_language(run):
    result = run(*RUN, "--collect-only", "-q", "--lang=am", "--task=ministore-003")
    nodes = [line for line in result.outlines if "::" in line]
    assert [node.rpartition("::")[2] for node in nodes] == ["ministore-003-ur", "ministore-003-am"]


def test_collecting_alone_writes_no_record(run, pytester):
    assert run(*RUN, "--collect-only").ret == 0
    assert not (pytester.path / "run").exists()


def test_outcomes_have_words_and_letters_of_their_own(run):
    lines = run(*RUN, "-v", endings="noop").outlines
    words = [line.split()[1] for line in lines if "::ministore" in line and "%" in line]
    assert words == ["SOLVED", "UNSOLVED", "LIMIT", "ERROR", "UNSOLVED", "SOLVED"]
    assert any("SuLEuS" in line for line in run(*RUN[:2], "--run-dir=other", endings="noop").outlines)


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
    assert "ministore-004-ur" in (pytester.path / page).read_text("utf-8")


def test_limit_holds_for_each_language_and_mixes_types(run):
    result = run(*RUN, "--lang=am", "--limit=3", "--collect-only", "-q")
    names = [line.rpartition("::")[2] for line in result.outlines if "::" in line]
    mixed = ["ministore-001", "ministore-003", "ministore-005"]
    assert names == [f"{name}-{lang}" for lang in ("ur", "am") for name in mixed]


TEXT, VISUAL = [f"00{number}-ur" for number in range(1, 7)], ["v01-ur", "v02-ur"]


@pytest.mark.parametrize(
    ("engine", "arguments", "names"),
    [
        ("chromium", [], TEXT + VISUAL),
        ("chromium", ["--kind=text"], TEXT),
        ("chromium", ["--kind=visual"], VISUAL),
        ("chromium", ["--screenshot=off"], TEXT),
        ("chromium", ["--screenshot=only-on-failure"], TEXT + VISUAL),
        ("chromium", ["--limit=4"], ["001-ur", "003-ur", "005-ur", "v01-ur"]),
        ("chromium", ["--task=ministore-v02", "--task=ministore-001-ur"], ["001-ur", "v02-ur"]),
        ("chromium", ["--task=ministore-v02t"], ["v02t-ur"]),
        ("http", [], TEXT),
        ("http", ["--kind=text"], TEXT),
    ],
)
def test_visual_tasks_run_where_agents_see(run, engine, arguments, names):
    assert collected(run(*RUN, *arguments, "--collect-only", "-q", engine=engine)) == names


@pytest.mark.parametrize(("option", "count"), [([], 8), (["--screenshot=off"], 6)])
def test_workers_run_the_same_kinds(run, pytester, option, count):
    result = run(*RUN, *option, "-n2", engine="chromium")
    assert result.ret == 0
    assert len(outcomes(pytester)) == count


def test_each_kind_has_its_file(run):
    lines = run(*RUN, "--collect-only", "-q", engine="chromium").outlines
    files = [line.split("::")[1].rpartition("/")[2] for line in lines if "::" in line]
    assert files == ["templates.yaml"] * 6 + ["visual.yaml"] * 2


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["--task=ministore-001"], "'text'"),
        (["--task=ministore-v01-ur"], "'visual'"),
        (["--task=ministore-v01-ur", "--task=ministore-001"], "None"),
    ],
)
def test_tasks_of_one_kind_ask_for_no_other(run, pytester, arguments, asked):
    run(*RUN, *arguments, "--collect-only", engine="chromium")
    assert (pytester.path / "kind.txt").read_text() == asked


def test_a_site_may_have_no_visual_tasks(run, pytester):
    pytester.makeconftest(STAND_INS.replace('SEEN = {"v01": "info", "v02": "unachievable"}', "SEEN = {}"))
    result = run("--model=reference", "--kind=visual", engine="chromium")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*no visual tasks at ministore*"])


def collected(result):
    return [line.rpartition("::ministore-")[2] for line in result.outlines if "::" in line]


def test_twins_are_run_when_asked_for(run, pytester):
    names = collected(run(*RUN, "--twins", "--collect-only", "-q"))
    assert names == [f"{name}-ur" for name in ("001", "002", "003", "004", "005", "005t", "006", "006t")]
    result = run(*RUN, "--twins", endings="noop")
    result.stdout.fnmatch_lines(["*95 % interval*pairs", "*ministore*ur*2/5*1/2 50%"])
    twins = [one.task_id for one in read_run(pytester.path / "run").episodes if one.twin_of]
    assert twins == ["ministore-005t", "ministore-006t"]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--task=ministore-005t"], ["005t-ur"]),
        (["--task=ministore-005t-ur"], ["005t-ur"]),
        (["--task=ministore-005", "--twins"], ["005-ur", "005t-ur"]),
        (["--task=ministore-001", "--task=ministore-005t", "--limit=1"], ["001-ur", "005t-ur"]),
        (["--twins", "--limit=3"], ["001-ur", "003-ur", "005-ur", "005t-ur"]),
    ],
)
def test_a_twin_comes_with_its_task_or_by_its_name(run, arguments, names):
    assert collected(run(*RUN, *arguments, "--collect-only", "-q")) == names


def test_seeds_of_tasks_and_of_agents_are_two(run, pytester):
    run(*RUN, "--taskset-seed=7", "--seed=3")
    manifest = read_run(pytester.path / "run").manifest
    assert (manifest.taskset_seed, manifest.seed, manifest.taskset_version) == (7, 3, TASKSET_VERSION)
    assert (pytester.path / "seed.txt").read_text() == "7"


def test_disruptions_are_armed_with_the_seed_of_the_run_and_recorded(run, pytester):
    run(*RUN, "--disruptions=every-click", "--seed=3", "--task=ministore-001")
    assert (pytester.path / "disruptions.txt").read_text() == "('every-click', 3)"
    assert read_run(pytester.path / "run").manifest.settings["disruptions"] == "every-click"
    run("--model=reference", "--run-dir=plain", "--task=ministore-001")
    assert (pytester.path / "disruptions.txt").read_text() == "None"
    assert read_run(pytester.path / "plain").manifest.settings["disruptions"] is None


def test_all_stands_for_every_language(run):
    result = run("--model=reference", "--lang=all", "--task=ministore-001", "--collect-only", "-q")
    names = [line.rpartition("-")[2] for line in result.outlines if "::" in line]
    assert names == ["en", "bn", "hi", "ur", "am"]


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        (["--model=reference", "--lang=xx"], "en, bn, hi, ur, am, all"),
        (
            ["--model=clever"],
            "choose one of reference, noop, na, random, dump, careless, sift, openai/NAME, ",
        ),
        (["--model=reference", "--site=amazon"], "ministore"),
        (["--model=reference", "--task=ministore-999"], "`lowagent tasks list` lists them all"),
        (["--model=reference", "--task=ministre-03"], "the closest are ministore-003, "),
        (["--model=reference", "--lang=ur", "--task=ministore-001-am"], "closest are ministore-001-ur"),
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
    again.stdout.fnmatch_lines(
        ["resumed: 5 of 6 episodes are kept", "*::ministore-004-ur SOLVED*", "*1 solved*"]
    )
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
    again.stdout.fnmatch_lines(["resumed: 6 of 6 episodes are kept", "*6/6*100.0%*"])
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
        (["--disruptions=once"], "settings disruptions: None before, once now"),
        (["--repeats=2"], "settings repeats: 1 before, 2 now"),
        (["--max-tokens=100"], "settings max_tokens: None before, 100 now"),
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
        (["--run-dir=nowhere"], "*nowhere holds no run: manifest.json is missing*"),
        ([], "*--resume needs the folder of the run: add --run-dir*"),
    ],
)
def test_there_must_be_a_run_to_resume(run, arguments, told):
    result = run("--model=reference", "--lang=ur", "--resume", *arguments)
    assert result.ret == 4
    result.stderr.fnmatch_lines([told])


def test_repeats_are_items_of_their_own(run, pytester):
    result = run(*RUN, "--repeats=2", "--task=ministore-001", "--task=ministore-002", "-v")
    names = ["ministore-001-ur", "ministore-002-ur", "ministore-001-ur~2", "ministore-002-ur~2"]
    result.stdout.fnmatch_lines([f"*::{name} SOLVED*" for name in names])
    assert sorted(one.episode_id for one in read_run(pytester.path / "run").episodes) == sorted(names)


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


def test_run_folder_elsewhere_may_exist(run, pytester, tmp_path_factory):
    folder = tmp_path_factory.mktemp("record")
    assert run("--model", "reference", "--lang", "ur", "--run-dir", str(folder)).ret == 0
    assert len(read_run(folder).episodes) == 6


def test_workers_share_one_record_and_have_sites_of_their_own(run, pytester):
    result = run(*RUN, "--lang=am", "-n2", endings="noop")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*ministore*ur*2/5*", "*ministore*am*2/5*"])
    assert len(outcomes(pytester)) == 12
    used = set((pytester.path / "environments.txt").read_text().split())
    closed = (pytester.path / "closed.txt").read_text().split()
    assert used == {"gw0", "gw1"}
    assert sorted(closed) == sorted(used)


def test_worker_reports_keep_the_words(run):
    result = run(*RUN, "-n2", "-v", endings="noop")
    words = sorted(line.split("%] ")[1].split()[0] for line in result.outlines if "%] " in line)
    assert words == sorted(["SOLVED", "UNSOLVED", "LIMIT", "ERROR", "UNSOLVED", "SOLVED"])


def test_killed_worker_costs_its_episode_only(run, pytester):
    die = "    if task.instance_id == 'ministore-002-ur':\n        os._exit(9)\n    outcome ="
    pytester.makeconftest(STAND_INS.replace("    outcome =", die))
    result = run(*RUN, "-n2")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*5/5*",
            "without an episode on record: ministore-002-ur",
            "go on with it: * -n2 --run-dir=run --resume",
        ]
    )
    assert set(outcomes(pytester).values()) == {"solved"}
    pytester.makeconftest(STAND_INS)
    assert run(*RUN, "-n2", "--resume").ret == 0
    assert len(outcomes(pytester)) == 6


@pytest.mark.parametrize(
    ("option", "kept"), [([], 6), (["--screenshot=on"], 6), (["--screenshot=only-on-failure"], 4)]
)
def test_screenshots_are_kept_as_asked(run, pytester, option, kept):
    run(*RUN, *option, endings="noop")
    assert len(list((pytester.path / "run" / "screenshots").rglob("*.png"))) == kept


def test_workers_keep_screenshots_as_asked(run, pytester):
    run(*RUN, "-n2", "--screenshot=only-on-failure", endings="noop")
    assert len(list((pytester.path / "run" / "screenshots").rglob("*.png"))) == 4


def test_warnings_of_an_agent_lose_no_episode(run, pytester):
    pytester.makeini("[pytest]\nfilterwarnings = error")
    pytester.makeconftest(
        STAND_INS.replace("    outcome =", "    __import__('warnings').warn('old')\n    outcome =")
    )
    assert run(*RUN).ret == 0
