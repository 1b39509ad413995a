import json
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.cli.main import app
from harness.doctor import Finding
from harness.errors import ConfigError

COMMAND = Path(sys.executable).with_name("lowagent")


@pytest.fixture
def call():
    runner = CliRunner()
    return lambda *arguments: runner.invoke(app, arguments)


def test_tasks_are_listed_as_objects(call):
    rows = json.loads(call("tasks", "list", "--json").stdout)
    assert len(rows) >= 15
    assert {"id", "site", "kind", "type"} <= rows[0].keys()
    assert all(row["id"].startswith(row["site"]) for row in rows)
    assert {row["type"] for row in rows} == {"info", "state", "unachievable"}


def test_tasks_are_filtered_by_site_and_kind(call):
    everything = json.loads(call("tasks", "list", "--json").stdout)
    text = json.loads(call("tasks", "list", "--site", "ministore", "--kind", "text", "--json").stdout)
    assert text == [row for row in everything if (row["site"], row["kind"]) == ("ministore", "text")]


def test_the_lite_subset_is_fixed(call):
    rows = json.loads(call("tasks", "list", "--site", "ministore", "--subset", "lite", "--json").stdout)
    numbers = ("004", "012", "015", "028", "036", "051", "061", "062", "063", "068")
    assert [row["id"] for row in rows] == [f"ministore-{number}" for number in numbers]
    assert Counter(row["type"] for row in rows) == {"info": 4, "state": 5, "unachievable": 1}
    assert Counter(row["difficulty"] for row in rows) == {"easy": 2, "medium": 5, "hard": 3}


def test_table_of_tasks_has_a_line_a_task(call):
    ids = [row["id"] for row in json.loads(call("tasks", "list", "--json").stdout)]
    lines = call("tasks", "list").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ids


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tasks", "list", "--site", "amazon"], "unknown site 'amazon': choose one of ministore"),
        (["tasks", "list", "--subset", "tiny"], "unknown subset 'tiny': choose one of lite"),
        (["tasks", "list", "--kind", "audio"], "unknown kind 'audio': choose one of text, visual"),
        (["tasks", "lint", "--kind", "audio"], "unknown kind 'audio': choose one of text, visual"),
        (
            ["tasks", "lint", "--task", "ministore-999"],
            "there are ministore-001 to ministore-075 and ministore-v01",
        ),
        (["site", "build", "amazon"], "unknown site 'amazon': choose one of ministore"),
        (
            ["site", "build", "ministore", "--lang", "xx"],
            "unknown language 'xx': choose one of en, bn, hi, ur, am",
        ),
        (["review", "nowhere"], "nowhere holds no run: there is no such folder"),
        (["review", "."], "manifest.json is missing"),
        (["serve", "--lang", "xx", "--port", "0"], "unknown language 'xx'"),
        (["review", "\x1b[2Jnowhere"], "␛[2Jnowhere holds no run"),
    ],
)
def test_mistakes_are_one_line_on_stderr(arguments, message):
    done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("lowagent: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_can_not_be_written_is_a_failure_and_no_misuse():
    out = "/no/such/folder/a.jsonl"
    done = subprocess.run(
        [COMMAND, "tasks", "export", "--kind", "text", "--out", out],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert out in done.stderr


def test_a_taken_port_is_told_with_its_option(call):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = call("serve", "--port", str(taken.getsockname()[1]))
    assert isinstance(result.exception, ConfigError)
    assert "--port N" in str(result.exception)


def test_a_marked_page_is_a_png(call):
    result = call("mark", "page.html", "--out", "marked.jpg")
    assert result.exit_code == 2
    assert "ends in .png" in result.output


def test_unknown_command_is_misuse(call):
    assert call("sell").exit_code == 2


@pytest.fixture
def machine(monkeypatch):
    """Stands for a machine on which only mending helps; notes whether it was mended."""
    state = {"mended": False, "works": True}

    def diagnose():
        ok = state["mended"] and state["works"]
        return (
            Finding("python", True, "3.11"),
            Finding("chromium", ok, "156" if ok else "none found", "" if ok else "lowagent doctor --fix"),
        )

    monkeypatch.setattr("harness.cli.doctoring.diagnose", diagnose)
    monkeypatch.setattr("harness.cli.doctoring.mend", lambda _findings, _say: state.update(mended=True))
    return state


def test_doctor_tells_what_is_missing_and_touches_nothing(call, machine):
    result = call("doctor")
    assert result.exit_code == 1
    assert "MISSING chromium" in result.stdout
    assert "mend it: lowagent doctor --fix" in result.stdout
    assert not machine["mended"]


def test_doctor_mends_and_looks_again(call, machine):
    result = call("doctor", "--fix")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].split() == ["ok", "chromium", "156"]


def test_doctor_admits_that_mending_failed(call, machine):
    machine["works"] = False
    result = call("doctor", "--fix")
    assert result.exit_code == 1
    assert machine["mended"]
