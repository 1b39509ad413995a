"""The terminal of a process, and the one that pytest holds while it captures."""

import io

import pytest

from harness.debugging.console import NobodyThereError, Terminal

pytest_plugins = ["pytester"]

ASKING = """
import pytest
from harness.debugging.captured import terminal_under

def test_asks(request):
    print("captured before")
    terminal = terminal_under(request.config)
    terminal.tell("shown at once")
    assert terminal.ask("name? ") == "ندیم"
    print("captured after")

def test_nobody(request):
    with pytest.raises(Exception, match="input has ended"):
        terminal_under(request.config).ask("name? ")
"""


def test_it_shows_and_reads_lines(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("ندیم\n"))
    assert Terminal().ask("نام؟ ") == "ندیم"
    Terminal().tell("shown")
    assert capsys.readouterr().out == "نام؟ shown\n"


def test_what_pages_and_agents_say_steers_no_terminal(capsys):
    Terminal().tell("reply: \x1b]0;x\x07\x1b[2J\u202eabc")
    assert capsys.readouterr().out == "reply: ␛]0;x␇␛[2J⟨U+202E⟩abc\n"


def test_bytes_that_are_no_text_are_asked_for_again(monkeypatch, capsys):
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", typed)
    with pytest.raises(NobodyThereError):
        Terminal().ask("> ")
    assert "that was no utf-8 text: type it again" in capsys.readouterr().out


def test_an_input_that_has_ended_says_what_to_do(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(NobodyThereError, match=r"start this in a terminal.*--model human"):
        Terminal().ask("name? ")


@pytest.mark.parametrize("capture", ["fd", "sys", "no"])
def test_pytests_capture_is_lifted_while_a_person_is_asked(pytester, capture):
    pytester.makepyfile(ASKING)
    result = pytester.run(
        *pytester._getpytestargs(), f"--capture={capture}", "-p", "no:cacheprovider", stdin="ندیم\n".encode()
    )
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["shown at once", "name? *"])
    if capture != "no":
        result.stdout.no_fnmatch_line("captured*")
