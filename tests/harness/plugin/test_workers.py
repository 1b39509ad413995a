"""Runs of several workers; over stand-ins for sites and browsers."""

import pytest

from tests.harness.plugin.running import RUN, STAND_INS, outcomes

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(("option", "count"), [([], 8), (["--screenshot=off"], 6)])
def test_workers_run_the_same_kinds(run, pytester, option, count):
    result = run(*RUN, *option, "-n2", engine="chromium")
    assert result.ret == 0
    assert len(outcomes(pytester)) == count


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


def test_workers_keep_screenshots_as_asked(run, pytester):
    run(*RUN, "-n2", "--screenshot=only-on-failure", endings="noop")
    assert len(list((pytester.path / "run" / "screenshots").rglob("*.webp"))) == 4
