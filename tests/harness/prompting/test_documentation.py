"""docs/agents.md holds what the code does, and its example runs."""

import re
from pathlib import Path

import pytest

from harness.agents import make_agent_factory
from harness.agents.llm import MAX_SHRINKS, SHRINKING
from harness.agents.settings import DEFAULT_HISTORY, OBSERVATION_MODES
from harness.episode import run_episode
from harness.prompting import DEFAULT_CAPTIONER, needed_captures
from harness.prompting.history import SHOWN_REPLY_CHARACTERS
from tests.paper_model import PaperModel, text_of

PAGE = (Path(__file__).parents[3] / "docs" / "agents.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
LINES_OF_EXAMPLE = 30


def test_every_way_of_showing_a_page_is_told_with_what_it_needs():
    rows = {
        mode: needs.strip() for mode, needs in re.findall(r"^\| `(\w+)` \|.*\|(.*)\|$", PAGE, re.MULTILINE)
    }
    assert tuple(rows) == OBSERVATION_MODES
    for mode in OBSERVATION_MODES:
        captures = needed_captures(mode, "text")
        assert (rows[mode] == "Chromium") == (captures.screenshots or captures.axtree)


def test_the_numbers_are_those_of_the_code():
    assert f"`--history K` | how many earlier steps are told again; {DEFAULT_HISTORY} if left out" in PAGE
    assert f"more than {SHOWN_REPLY_CHARACTERS:,} characters" in PAGE
    assert (SHRINKING, MAX_SHRINKS) == (0.75, 3)
    assert "cut to three quarters and sent again, at most three times" in PAGE
    assert f"`{DEFAULT_CAPTIONER}`" in PAGE


def test_the_example_runs(make_task, world, paper_browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert EXAMPLE is not None
    assert EXAMPLE[1].count("\n") <= LINES_OF_EXAMPLE
    (tmp_path / "note_taking_agents.py").write_text(EXAMPLE[1], encoding="utf-8")
    model = PaperModel(["goto /cart", "stop 12"])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("MY_MODEL", "openai/x@http://127.0.0.1:1")
    monkeypatch.setattr("harness.models.open_model", lambda spec: model)
    factory = make_agent_factory("note_taking_agents:factory")
    result = run_episode(make_task(), factory, paper_browser, world)
    assert (result.outcome, result.answer, result.input_tokens) == ("solved", "12", 20)
    assert "total 12" in text_of(model.sent[1])
