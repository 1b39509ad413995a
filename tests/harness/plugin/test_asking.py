"""A person who leaves a run: what they are told, and what becomes of it."""

import pytest

from harness.plugin.asking import HOW_TO_LEAVE, RunConsole
from harness.records import read_run
from tests.harness.plugin.running import STAND_INS, outcomes
from tests.paper_console import PaperConsole

pytest_plugins = ["pytester"]

ASKED_TWICE = """
def asking(task, agents, browser, environment, *, watcher=None, **given):
    person = agents.person._console
    if person.ask("> ") == "go":
        return run_episode(task, agents, browser, environment, **given)

worker.run_episode = asking
"""


def test_the_first_question_tells_how_to_leave():
    paper = PaperConsole("a", "b")
    console = RunConsole(paper)
    console.tell("page")
    assert [console.ask("> "), console.ask("> ")] == ["a", "b"]
    assert paper.told == ["page", HOW_TO_LEAVE]


def test_the_end_of_the_input_interrupts():
    with pytest.raises(KeyboardInterrupt, match="the input has ended"):
        RunConsole(PaperConsole()).ask("> ")


def test_the_end_of_the_input_ends_the_run_and_keeps_what_was_finished(pytester):
    pytester.makeconftest(STAND_INS + ASKED_TWICE)
    result = pytester.run(
        *pytester._getpytestargs(),
        *("--model=human", "--engine=http", "--lang=ur", "--kind=text", "--run-dir=run"),
        stdin=b"go\n",
    )
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert outcomes(pytester) == {"ministore-001-ur": "solved"}
    assert len(read_run(pytester.path / "run").missing) == 5
    assert result.stdout.str().count(HOW_TO_LEAVE) == 1
    result.stdout.fnmatch_lines(
        ["go on with it: *--resume", "*KeyboardInterrupt: the input has ended: Ctrl-D*"]
    )
