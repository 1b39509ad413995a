"""The reference finds what it names; the baselines understand nothing."""

import re
import sys

import pytest

from harness.actions import parse
from harness.agents import ReferencePathError, make_agent_factory
from harness.agents.factory import require_agent
from harness.agents.protocol import Assignment
from harness.episode import run_episode
from harness.errors import ConfigError
from harness.extraction import extract
from sites.kit.site import Account
from tasks import ClickStep, FillStep, GotoStep, StopStep

ASSIGNMENT = Assignment("ministore-001", "ministore", "ur", "?", Account("nadia", "mini2026"), 5)
PAGE = extract(
    '<a href="/p/1">one</a><a href="/p/2?x=1">two</a>'
    '<form action="/search"><input name="q"><button>go</button></form>'
    '<form method="post" action="/cart/7?next=/"><input name="qty"><button>ok</button></form>'
    '<form method="post" action="/search"><input name="wish"><button>ask</button></form>',
    "http://ministore.ur.localhost/",
)


@pytest.mark.parametrize(
    ("step", "reply"),
    [
        (GotoStep("/cart"), "goto /cart"),
        (ClickStep("/p/2?x=1"), "click 2"),
        (FillStep("/search", {"q": "نیلا مگ"}), "fill 1 q=نیلا مگ"),
        (FillStep("/cart/7", {"qty": "2"}), "fill 2 qty=2"),
        (FillStep("/cart/7?next=/", {}), "fill 2"),
        (FillStep("/search", {"wish": "1"}), "fill 3 wish=1"),
        (FillStep("/search", {"colour": "1"}), "fill 1 colour=1"),
        (StopStep("12"), "stop 12"),
        (StopStep(), "stop"),
    ],
)
def test_reference_steps(make_task, step, reply: str):
    agent = make_agent_factory("reference")(make_task(reference=(step,)), ASSIGNMENT)
    assert parse(agent.act(PAGE).text) == parse(reply)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (ClickStep("/p/3"), r"no link to /p/3; its links lead to /p/1, /p/2\?x=1"),
        (FillStep("/order", {}), r"no form for /order; its forms: /search, /cart/7"),
    ],
)
def test_a_reference_that_does_not_fit_is_named(make_task, step, message: str):
    agent = make_agent_factory("reference")(make_task(reference=(step,)), ASSIGNMENT)
    with pytest.raises(ReferencePathError, match=f"step 1 of ministore-001: .*{message}"):
        agent.act(PAGE)


def test_a_reference_stops_where_it_ends(make_task):
    agent = make_agent_factory("reference")(make_task(reference=()), ASSIGNMENT)
    assert agent.act(PAGE).text == "stop"


def test_a_broken_reference_ends_in_an_error(make_task, paper_browser, world):
    task = make_task(reference=(GotoStep("/nowhere"), StopStep("12")))
    result = run_episode(task, make_agent_factory("reference"), paper_browser, world)
    assert result.outcome == "error"
    assert "reference step 1 of ministore-001 failed: /nowhere can't be opened" in (result.error or "")


REFERENCE = (ClickStep("/cart"), FillStep("/place", {}), StopStep("12"))


@pytest.mark.parametrize(
    ("spec", "ending"),
    [
        ("reference", ("solved", 3, "12")),
        ("noop", ("unsolved", 1, "")),
        ("na", ("unsolved", 1, "N/A")),
    ],
)
def test_agents_at_work(make_task, paper_browser, order_checks, spec: str, ending: tuple[str, int, str]):
    task = make_task(reference=REFERENCE, checks=order_checks)
    result = run_episode(task, make_agent_factory(spec), paper_browser, paper_browser.world)
    assert (result.outcome, result.steps, result.answer) == ending


def test_dump_reads_what_the_reference_reads_and_changes_nothing(make_task, paper_browser, world):
    reference = (ClickStep("/cart"), FillStep("/place", {}), GotoStep("/"), FillStep("/search", {"q": "x"}))
    result = run_episode(make_task(reference=reference), make_agent_factory("dump"), paper_browser, world)
    assert world.changed == ()
    assert result.steps == 4
    assert "total 12" in (result.answer or "")
    assert "found P0001" in (result.answer or "")


def test_random_depends_on_seed_task_and_language_alone(make_task):
    def replies(seed: int, assignment: Assignment = ASSIGNMENT) -> list[str]:
        agent = make_agent_factory("random", seed=seed)(make_task(), assignment)
        return [agent.act(PAGE).text for _ in range(20)]

    other = Assignment("ministore-001", "ministore", "bn", "?", ASSIGNMENT.account, 5)
    assert replies(1) == replies(1)
    assert len({tuple(replies(1)), tuple(replies(2)), tuple(replies(1, other))}) == 3
    assert {parse(reply).kind for reply in replies(1) + replies(2) + replies(3)} >= {"click", "fill"}


def test_random_copes_with_an_empty_page(make_task):
    agent = make_agent_factory("random")(make_task(), ASSIGNMENT)
    assert parse(agent.act(extract("", PAGE.url)).text).kind == "stop"


def test_an_agent_of_ones_own(monkeypatch, tmp_path, make_task):
    (tmp_path / "my_agent_module.py").write_text(
        "from harness.agents import Reply\n"
        "class Mine:\n    def __init__(self, task, assignment): pass\n"
        "    def act(self, observation): return Reply('stop mine')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    agent = make_agent_factory("my_agent_module:Mine")(make_task(), ASSIGNMENT)
    assert agent.act(PAGE).text == "stop mine"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("refrence", "did you mean reference?"),
        ("gpt-oss", "did you mean gpt-oss-20b?"),
        ("opnai/x@http://127.0.0.1:9", "did you mean openai/x@http://127.0.0.1:9?"),
        (
            "gpt",
            "expected an agent (reference, noop, na, random, dump, careless, sift, human), a language",
        ),
        ("gpt", "module:function of your own"),
    ],
)
def test_an_unknown_agent_is_told_what_comes_closest_or_all_choices(spec, told):
    with pytest.raises(ConfigError, match=re.escape(told)):
        make_agent_factory(spec)


@pytest.mark.parametrize("spec", ["hum", "zzz"])
def test_an_agent_that_is_not_offered_is_not_suggested(spec):
    with pytest.raises(ConfigError, match=r"^((?!human).)*$"):
        require_agent(spec, without=("human",))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def factory(task, assignment)\n    pass\n", "own_agents.py:1: SyntaxError: expected ':'"),
        ("\nimport no_such_package\n", "own_agents.py:2 imports 'no_such_package', which is not installed"),
        ("KEY = {}['key']\n", "fails as it is imported: KeyError: 'key' (own_agents.py:1, in <module>)"),
        ("raise SystemExit(3)\n", "fails as it is imported: SystemExit: 3 (own_agents.py:1, in <module>)"),
        ("from harness import nothing\n", "(own_agents.py:1, in <module>)"),
        ("factory = 3\n", "is no function that takes a task and an assignment"),
        ("", "own_agents.py has no 'factory'"),
    ],
)
def test_what_is_wrong_with_a_module_of_ones_own_is_one_line_with_its_place(
    monkeypatch, tmp_path, text, told
):
    (tmp_path / "own_agents.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "own_agents", raising=False)
    with pytest.raises(ConfigError, match=f"^.*{re.escape(told)}.*$"):
        make_agent_factory("own_agents:factory")


def test_a_module_that_is_not_there_says_where_it_may_lie():
    with pytest.raises(ConfigError, match=r"no module 'no_such_module' is found: .*PYTHONPATH"):
        make_agent_factory("no_such_module.part:agent")


@pytest.mark.parametrize(
    "spec", ["no_such_module:agent", "harness.agents:no_such", "harness.agents.factory:PYTHON_SPEC"]
)
def test_what_can_not_be_imported_is_named(spec: str):
    with pytest.raises(ConfigError, match=spec):
        make_agent_factory(spec)
