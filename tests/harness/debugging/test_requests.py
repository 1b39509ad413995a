"""What a command line may ask for: one process where a person looks on."""

from types import SimpleNamespace

import pytest

from harness.browsers.timeouts import limit_ms
from harness.cli.running import run_agents
from harness.debugging.request import StepRequest, read_stepping, require_one_process, wants_window
from harness.errors import ConfigError
from harness.runs import start
from harness.runs.options import OPTIONS
from harness.runs.request import BrowserRequest, RunRequest

pytest_plugins = ["pytester"]
ASKED = {"step": True, "break_at": [2, 7], "break_on": ["change"]}


def test_options_are_read():
    assert read_stepping({}) == StepRequest()
    assert not read_stepping({}).asks
    assert read_stepping(ASKED) == StepRequest(True, (2, 7), ("change",))


@pytest.mark.parametrize("processes", [None, 0])
def test_one_process_may_be_looked_on_at(processes):
    require_one_process("human", read_stepping(ASKED), headed=True, processes=processes)


@pytest.mark.parametrize(
    ("model", "stepping", "headed", "named"),
    [
        ("human", StepRequest(), False, "--model human"),
        ("noop", StepRequest(step=True), False, "--step"),
        ("noop", StepRequest(break_at=(1,)), False, "--break-at"),
        ("noop", StepRequest(break_on=("error",)), False, "--break-on"),
        ("noop", StepRequest(), True, "--headed"),
    ],
)
def test_several_are_refused_by_name(model, stepping, headed, named):
    with pytest.raises(ConfigError, match=rf"{named}.*-n 4 was given: leave -n out, or give -n 0"):
        require_one_process(model, stepping, headed=headed, processes=4)
    require_one_process("noop", StepRequest(), headed=False, processes=4)


@pytest.mark.parametrize(("value", "wanted"), [("1", True), ("console", True), ("0", False), ("", False)])
def test_playwrights_own_variable_asks_for_a_window(value, wanted, monkeypatch):
    monkeypatch.setenv("PWDEBUG", value)
    assert wants_window({}) is wanted
    assert wants_window({"headed": True})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--model=reference", "--engine=http", "--step", "-n2"), "*--step: one person*and -n 2 was given*"),
        (("--model=human", "--engine=http", "-n1"), "*--model human: one person*leave -n out, or give -n 0*"),
        (("--break-on=change", "--step"), "*--step, --break-on given, but no agent: add --model*"),
        (("--model=noop", "--break-at=0"), "*expected a whole number from 1 up, got 0*"),
        (("--model=noop", "--break-on=noise"), "*invalid choice: 'noise'*"),
    ],
)
def test_pytest_refuses_in_words(pytester, monkeypatch, given, told):
    # It refuses a test within a test, which is what a run in this process is to it.
    monkeypatch.setattr("pytest_playwright.pytest_playwright._soft_scope", None)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", *given)
    assert result.ret == 4
    result.stderr.fnmatch_lines([told])


def test_a_window_without_a_display_is_refused_with_the_command_that_brings_one(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(start, "check_chromium", lambda: SimpleNamespace(ok=True, found="156.0 (system)"))
    asked = RunRequest("noop", ("ur",), ("ministore",), BrowserRequest("chromium", headed=True), tmp_path)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", "")
    with pytest.raises(ConfigError, match=r"neither DISPLAY nor WAYLAND_DISPLAY is set.*xvfb-run -a pytest"):
        start.chromium_version(asked)
    monkeypatch.setenv("DISPLAY", ":0")
    assert start.chromium_version(asked) == "156.0"


@pytest.mark.parametrize(("value", "limit"), [("1", 0), ("", 500)])
def test_under_the_inspector_no_operation_runs_out_of_time(value, limit, monkeypatch):
    monkeypatch.setenv("PWDEBUG", value)
    assert limit_ms(500) == limit


def test_lowagent_run_has_no_terminal_for_a_person(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    given = {option.name: option.default for option in OPTIONS}
    given |= {"model": "human", "engine": "http", "processes": None, "ray": None}
    assert run_agents(given) == 2
    assert "type pytest in place of lowagent run" in capsys.readouterr().err
