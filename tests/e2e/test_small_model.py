"""A real language model drives real episodes, from the page to the table of cost and tokens.

It solves next to nothing; what is shown is that no part of the way was made for a scripted service.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from harness.records import read_run
from sites.kit.localization import LANGUAGES
from tests.small_model import MODEL, missing, serve_small_model

ROOT = Path(__file__).resolve().parents[2]
PYTEST = Path(sys.executable).with_name("pytest")
PRICES = {"price_in": 0.1, "price_cached": 0.05, "price_out": 0.2}
"""Dollars a million tokens, so that there is a cost to add up."""

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture(scope="module")
def small_model(tmp_path_factory):
    """Base URL of the model, in a process of its own."""
    with serve_small_model(tmp_path_factory.mktemp("small_model") / "log.txt") as url:
        yield url


def run(url, folder, *arguments):
    """Output of a run in which nothing failed."""
    prices = [f"--model-option={name}={value}" for name, value in PRICES.items()]
    command = [
        PYTEST,
        "-p",
        "no:cacheprovider",
        f"--model=openai/{MODEL}@{url}",
        "--site=ministore",
        "--engine=http",
        f"--run-dir={folder}",
        "--model-option=timeout_s=600",
        "--model-option=temperature=0",
        *prices,
        *arguments,
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return output


def check_record(folder, episodes):
    """Every episode has an outcome that counts, and every step what the model said and what it took."""
    record = read_run(folder)
    assert Counter(one.lang for one in record.episodes) == episodes
    assert {one.outcome for one in record.episodes} <= {"solved", "unsolved", "limit"}
    assert record.steps
    for step in record.steps:
        assert step.prompt is not None and step.prompt.tokens > 0
        assert step.calls[-1].status == "ok"
        assert step.calls[-1].input_tokens > 0 and step.calls[-1].output_tokens > 0
    for one in record.episodes:
        assert one.cost_usd == pytest.approx(sum(step.cost_usd for step in record.steps_of(one)))
        assert one.cost_usd > 0
    return record


def test_real_model_acts_once(small_model, tmp_path):
    output = run(
        small_model,
        tmp_path / "run",
        "--lang=en",
        "--limit=1",
        "--max-tokens=1",
        "--context-tokens=1500",
        "--model-option=max_output_tokens=16",
    )
    record = check_record(tmp_path / "run", {"en": 1})
    assert [one.steps for one in record.episodes] == [1]
    assert [one.limit for one in record.episodes] in (["tokens"], [None])
    assert "$" in output


@pytest.mark.slow
def test_real_model_completes_ten_episodes_a_language(small_model, tmp_path):
    output = run(
        small_model,
        tmp_path / "run",
        "--lang=all",
        "--limit=10",
        "--max-tokens=5000",
        "--context-tokens=2500",
        "--model-option=max_output_tokens=32",
    )
    record = check_record(tmp_path / "run", dict.fromkeys(LANGUAGES, 10))
    assert max(one.steps for one in record.episodes) > 1
    rows = {line.split()[1]: line for line in output.splitlines() if line.split()[:1] == ["ministore"]}
    assert rows.keys() == LANGUAGES.keys()
    assert all("$" in row for row in rows.values())
