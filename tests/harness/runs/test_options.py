"""The table of options: fronts have all of it, documents tell of all of it, and it agrees with the code."""

from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from disruptions import MODES
from harness.agents.settings import OBSERVATION_MODES, PROMPT_LANGUAGES
from harness.cli.main import app
from harness.debugging.request import BreakOn
from harness.runs import options
from harness.runs.options import (
    BROWSER_OPTIONS,
    CREW_OPTIONS,
    OPTIONS,
    REPLAY_OPTIONS,
    STEP_OPTIONS,
    amount,
    natural,
    positive,
    rate,
    setting,
)
from harness.runs.subsets import SubsetName
from tasks.models import TaskKind

DOCUMENT = Path(__file__).parents[3] / "docs" / "running.md"


def test_choices_are_those_of_the_code():
    assert get_args(TaskKind) == options.KINDS
    assert options.DISRUPTIONS == MODES
    assert options.OBSERVATIONS == OBSERVATION_MODES
    assert options.PROMPT_LANGUAGES == PROMPT_LANGUAGES
    assert get_args(BreakOn) == options.BREAKS
    assert get_args(SubsetName) == options.SUBSETS


@pytest.mark.parametrize(
    "option", (*OPTIONS, *CREW_OPTIONS, *BROWSER_OPTIONS), ids=lambda option: option.name
)
def test_every_option_is_documented(option):
    assert f"`{option.short or option.flag}" in DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize("option", (*REPLAY_OPTIONS, *STEP_OPTIONS), ids=lambda option: option.name)
def test_every_option_of_replays_and_of_stepping_is_documented(option):
    value = option.metavar or r"\|".join(option.choices)
    assert f"`{option.flag} {value}".rstrip() + "`" in DOCUMENT.with_name("debugging.md").read_text("utf-8")


def test_pytest_has_every_option(pytestconfig):
    for option in (*OPTIONS, *REPLAY_OPTIONS, *STEP_OPTIONS):
        assert pytestconfig.getoption(option.name) == option.default


def test_the_command_reads_what_was_typed(monkeypatch):
    got = {}
    monkeypatch.setattr("harness.cli.running.run_agents", lambda given: got.update(given) or 0)
    typed = "run --model m --lang ur --lang am --limit 3 --twins --model-option a=b --model-option c=1=2 -n 2"
    assert CliRunner().invoke(app, typed.split()).exit_code == 0
    assert {name: got[name] for name in ("model", "lang", "limit", "twins", "processes")} == {
        "model": "m",
        "lang": ["ur", "am"],
        "limit": 3,
        "twins": True,
        "processes": 2,
    }
    assert got["model_option"] == [("a", "b"), ("c", "1=2")]
    assert (got["engine"], got["seed"], got["kind"], got["resume"]) == ("chromium", 0, None, False)


def test_the_command_offers_no_person_for_it_refuses_one():
    call = CliRunner().invoke
    told = call(app, ["run", "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    assert "careless, sift), or module:function" in " ".join(told.split())
    assert "human" not in told
    refused = call(app, ["run", "--model", "human", "--engine", "http"])
    assert (refused.exit_code, "type pytest in place of lowagent run" in refused.output) == (2, True)
    (ours,) = (option for option in OPTIONS if option.name == "model")
    assert "human" in ours.help


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--limit 0", "expected a whole number from 1 up, got 0"),
        ("--kind audio", "'audio' is not one of text, visual"),
        ("--fail-under 40", "expected a number from 0 to 1, got 40"),
        ("--model-option temperature", "expected KEY=VALUE, got temperature"),
    ],
)
def test_the_command_says_what_it_expected(typed, told):
    result = CliRunner().invoke(app, ["run", "--model", "noop", *typed.split()], env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert told in result.output


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (positive, "7", 7),
        (natural, "0", 0),
        (rate, "0.4", 0.4),
        (amount, "2.5", 2.5),
        (setting, 'extra={"a": 1}', ("extra", '{"a": 1}')),
        (setting, "top_p=", ("top_p", "")),
    ],
)
def test_values_are_read(read, text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (positive, "0"),
        (positive, "-2"),
        (positive, "--2"),
        (positive, "1.5"),
        (positive, "²"),
        (natural, "-1"),
        (rate, "1.01"),
        (rate, "nan"),
        (rate, "half"),
        (amount, "0"),
        (amount, "inf"),
        (amount, "nan"),
        (setting, "=1"),
    ],
)
def test_other_values_are_refused_with_what_came(read, text):
    with pytest.raises(ValueError, match=f"expected .*{text}"):
        read(text)
