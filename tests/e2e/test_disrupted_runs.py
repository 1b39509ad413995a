"""Whole runs behind disruptions, as a person starts them, on the real sites."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.records import read_run
from harness.reporting.disruptions import interruption_rates
from sites.registry import SITE_NAMES

ROOT = Path(__file__).resolve().parents[2]
PYTEST = Path(sys.executable).with_name("pytest")


def run(folder: Path, *arguments: str, site: str = "ministore") -> tuple[int, str]:
    """Exit code and output of a run of a site's tasks whose record goes to a folder."""
    command = [PYTEST, "-p", "no:cacheprovider", f"--site={site}", f"--run-dir={folder}", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    return done.returncode, done.stdout + done.stderr


def endings(folder: Path) -> set[str]:
    return {one.ending for episode in read_run(folder).episodes for one in episode.disruptions}


@pytest.mark.slow
@pytest.mark.parametrize(("model", "outcome"), [("reference", "solved"), ("careless", "unsolved")])
@pytest.mark.parametrize("site", SITE_NAMES)
def test_every_task_in_every_language(site, model, outcome, tmp_path):
    options = ("--lang=all", f"--model={model}", "--disruptions=once", "--engine=http")
    code, output = run(tmp_path / "run", *options, site=site)
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert len(record.episodes) == len(record.manifest.instances) == 375
    assert {one.outcome for one in record.episodes} == {outcome}
    assert {len(one.disruptions) for one in record.episodes} == {2}


@pytest.mark.parametrize("mode", ["once", "every-click"])
def test_some_tasks_of_each_type(mode, tmp_path):
    common = ("--lang=ur", "--lang=am", "--engine=http", "--limit=9", f"--disruptions={mode}")
    code, output = run(tmp_path / "reference", "--model=reference", "--fail-under=1", *common)
    assert code == 0, output
    assert "advertisement" in output
    assert endings(tmp_path / "reference") == {"dismissed"}
    code, output = run(tmp_path / "careless", "--model=careless", *common)
    assert code == 0, output
    assert {one.outcome for one in read_run(tmp_path / "careless").episodes} == {"unsolved"}
    assert endings(tmp_path / "careless") == {"dismissed", "accepted"}


def test_not_available_solves_nothing_behind_a_notice(tmp_path):
    code, output = run(
        tmp_path / "na", "--lang=hi", "--model=na", "--engine=http", "--limit=9", "--disruptions=once"
    )
    assert code == 0, output
    record = read_run(tmp_path / "na")
    assert {one.type for one in record.episodes} >= {"unachievable"}
    assert {one.outcome for one in record.episodes} == {"unsolved"}
    (rates,) = interruption_rates([record])
    assert (rates.kind, rates.share("stopped")) == ("cookie_notice", 1)


@pytest.mark.browser
def test_two_workers_in_a_real_browser(tmp_path):
    code, output = run(
        tmp_path / "run",
        *("--lang=ur", "--lang=bn", "--model=reference", "--limit=3", "--disruptions=once"),
        *("-n", "2", "--fail-under=1"),
    )
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert len(record.episodes) == 6
    assert {len(one.disruptions) for one in record.episodes} == {2}
    assert {(one.ending, one.requests) for each in record.episodes for one in each.disruptions} == {
        ("dismissed", 2)
    }
