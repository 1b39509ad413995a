"""Which tasks a run takes: languages, kinds, twins, limits, repeats; over stand-ins."""

import pytest

from harness.records import read_run
from tasks import TASKSET_VERSION
from tests.harness.plugin.running import RUN, STAND_INS, collected

pytest_plugins = ["pytester"]


def test_ids_end_in_task_and_language(run):
    result = run(*RUN, "--collect-only", "-q", "--lang=am", "--task=ministore-003")
    nodes = [line for line in result.outlines if "::" in line]
    assert [node.rpartition("::")[2] for node in nodes] == ["ministore-003-ur", "ministore-003-am"]


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


def test_all_stands_for_every_language(run):
    result = run("--model=reference", "--lang=all", "--task=ministore-001", "--collect-only", "-q")
    names = [line.rpartition("-")[2] for line in result.outlines if "::" in line]
    assert names == ["en", "bn", "hi", "ur", "am"]


def test_repeats_are_items_of_their_own(run, pytester):
    result = run(*RUN, "--repeats=2", "--task=ministore-001", "--task=ministore-002", "-v")
    names = ["ministore-001-ur", "ministore-002-ur", "ministore-001-ur~2", "ministore-002-ur~2"]
    result.stdout.fnmatch_lines([f"*::{name} SOLVED*" for name in names])
    assert sorted(one.episode_id for one in read_run(pytester.path / "run").episodes) == sorted(names)
