"""What the command line does beside runs: serving, building and marking."""

import json
import os
import signal
import urllib.request
from pathlib import Path

import pytest

from tests.e2e.commands import start


@pytest.mark.parametrize(
    ("interrupt", "number"),
    [(signal.SIG_DFL, signal.SIGINT), (signal.SIG_DFL, signal.SIGTERM), (signal.SIG_IGN, signal.SIGINT)],
    ids=["Ctrl-C", "SIGTERM", "Ctrl-C in the background"],
)
def test_serve_shows_a_site_to_a_person_until_interrupted(interrupt, number):
    command = ("serve", "--lang=ur", "--site=ministore", "--port=0")
    with start(*command, program="lowagent", interrupt=interrupt) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        with urllib.request.urlopen(address) as response:
            page = response.read().decode()
        process.stdout.readline()  # how to stop it: it listens to signals from here on
        os.killpg(process.pid, number)
        process.communicate()
    assert 'dir="rtl"' in page
    assert process.returncode == 0


def test_site_build_prints_the_path_of_the_database():
    with start("site", "build", "ministore", "--lang=bn", program="lowagent") as process:
        output, _ = process.communicate()
    assert process.returncode == 0, output
    assert Path(output.strip()).read_bytes().startswith(b"SQLite format 3")


@pytest.mark.browser
def test_mark_writes_the_screenshot_and_its_marks(tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<title>t</title><p><a href="/x">a link</a><form action="/y"><button>go</button></form>')
    out, marks = tmp_path / "marked.png", tmp_path / "marks.json"
    with start("mark", page, f"--out={out}", f"--json={marks}", program="lowagent") as process:
        output, _ = process.communicate()
    assert process.returncode == 0, output
    assert out.read_bytes().startswith(b"\x89PNG")
    assert {"1", "F1"} <= {mark["id"] for mark in json.loads(marks.read_text("utf-8"))}
