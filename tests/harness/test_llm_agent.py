from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from harness.agents.llm import LlmAgent
from harness.agents.protocol import Agent, Assignment, Reply
from harness.episode import run_episode
from harness.errors import AgentError, ConfigError
from harness.extraction import extract
from harness.models import ContextOverflowError, ModelError
from harness.observation import Observation
from harness.records import RunRecorder, StepRecord
from tasks import TaskInstance
from tests.paper_model import PaperModel, agent, assignment, call, picture, text_of

URL = "http://ministore.ur.localhost/"
PAGE = extract('<title>گھر</title><p>خوش آمدید</p><a href="/cart">کارٹ</a>', URL)


def factory_of(model: PaperModel) -> Callable[[TaskInstance, Assignment], Agent]:
    def make(task: TaskInstance, told: Assignment) -> LlmAgent:
        return agent(model, told)

    return make


def test_the_model_answers_and_its_calls_are_counted():
    model = PaperModel(["click 1"])
    reply = agent(model).act(PAGE)
    assert reply.text == "click 1"
    assert (reply.input_tokens, reply.output_tokens) == (10, 2)
    assert reply.prompt is not None
    assert reply.prompt.messages == model.sent[0]
    assert reply.prompt.tokens >= model.count_tokens(text_of(model.sent[0]))


def test_earlier_steps_are_told_again_and_the_last_error_stands_above_the_page():
    model = PaperModel(["click 9", "goto /cart", "stop"])
    actor = agent(model, history=2)
    actor.act(PAGE)
    actor.act(replace(PAGE, error="there is no link 9: the page has links 1 to 1"))
    actor.act(PAGE)
    second, third = text_of(model.sent[1]), text_of(model.sent[2])
    assert "Step 2 of 30" in second
    assert (
        "EARLIER STEPS:\nStep 1 at / (گھر)\n  click 9\n\nCURRENT PAGE:\nERROR: there is no link 9" in second
    )
    assert "Step 1 at / (گھر)\n  click 9\n  ERROR: there is no link 9" in third
    assert "Step 2 at / (گھر)\n  goto /cart\n\nCURRENT PAGE:\nURL:" in third


def test_steps_of_another_are_told_as_its_own():
    replies = ["click 9", "goto /cart", "stop"]
    own, other = PaperModel([*replies]), PaperModel(["stop"])
    pages = [PAGE, replace(PAGE, error="there is no link 9: the page has links 1 to 1"), PAGE]
    actor, successor = agent(own, history=2), agent(other, history=2)
    for page in pages:
        actor.act(page)
    for page, reply in zip(pages[:2], replies, strict=False):
        successor.remember(page, Reply(reply))
    successor.act(pages[2])
    assert text_of(other.sent[0]) == text_of(own.sent[2])


def test_only_as_many_steps_are_told_as_were_asked_for():
    model = PaperModel(["goto /a", "goto /b", "goto /c", "stop"])
    actor = agent(model, history=1)
    for _ in range(4):
        actor.act(PAGE)
    told = text_of(model.sent[3])
    assert "goto /c" in told
    assert "  goto /b" not in told


def test_without_history_no_step_is_told_and_none_is_promised():
    model = PaperModel(["goto /a", "stop"])
    actor = agent(model, history=0)
    actor.act(PAGE)
    actor.act(PAGE)
    assert "EARLIER STEPS" not in text_of(model.sent[1])


@pytest.mark.parametrize(
    ("reply", "text", "confidence"),
    [
        ("stop ۱۲\nconfidence: ۸۰", "stop ۱۲", 80),
        ("stop 12", "stop 12", None),
        ("click 1\nconfidence: 80", "click 1", None),
    ],
)
def test_confidence_is_taken_out_of_a_reply_that_stops(reply: str, text: str, confidence: int | None):
    answered = agent(PaperModel([reply]), ask_confidence=True).act(PAGE)
    assert (answered.text, answered.confidence) == (text, confidence)


def test_unasked_confidence_is_part_of_the_answer():
    answered = agent(PaperModel(["stop 12\nconfidence: 80"])).act(PAGE)
    assert (answered.text, answered.confidence) == ("stop 12\nconfidence: 80", None)


@pytest.mark.parametrize("reply", ["stop 12", "It is 12.\nstop 12"])
def test_without_a_browser_a_stop_is_the_reply(reply: str):
    model = PaperModel([reply])
    assert agent(model, observe="none").act(PAGE).text == reply
    assert "خوش آمدید" not in text_of(model.sent[0])


@pytest.mark.parametrize("reply", ["click 1", "**click 1**\nfill 1 q=x", "12", ""])
def test_without_a_browser_nothing_else_is_ever_carried_out(
    reply: str, make_task: Callable[..., TaskInstance], world, paper_browser
):
    model = PaperModel([reply])
    result = run_episode(
        make_task(), lambda _, told: agent(model, told, observe="none"), paper_browser, world
    )
    assert (result.outcome, result.steps, result.answer) == ("unsolved", 1, "")
    assert result.final_url == URL


def test_a_prompt_that_overflows_is_cut_and_sent_again_and_every_call_is_kept():
    words = " ".join(f"word{number}" for number in range(3000))
    page = extract(f'<p>{words}</p><a href="/cart">cart</a>', URL)
    model = PaperModel(["click 1"], context_tokens=4_700)
    reply = agent(model).act(page)
    assert [made.status for made in reply.calls] == ["context_overflow", "context_overflow", "ok"]
    assert reply.input_tokens == 7 + 7 + 10
    assert reply.prompt is not None
    assert reply.prompt.cut.text_tokens > 0
    assert "tokens of the page left out …]" in text_of(reply.prompt.messages)


def test_once_cut_later_prompts_are_as_short_from_the_start():
    page = extract(f"<p>{'word ' * 6000}</p>", URL)
    model = PaperModel(["goto /a", "goto /b"], context_tokens=5_000)
    actor = agent(model)
    actor.act(page)
    assert [made.status for made in actor.act(page).calls] == ["ok"]


def test_a_model_that_finds_everything_too_long_ends_in_its_own_error_with_all_calls():
    page = extract(f"<p>{'word ' * 9000}</p>", URL)
    with pytest.raises(ContextOverflowError) as caught:
        agent(PaperModel([], context_tokens=1_000)).act(page)
    assert [made.status for made in caught.value.calls] == ["context_overflow"] * 4


def test_a_page_that_can_not_be_cut_further_is_the_model_s_error_too():
    with pytest.raises(ContextOverflowError, match="every prompt is too long") as caught:
        agent(PaperModel([], context_tokens=10)).act(PAGE)
    assert [made.status for made in caught.value.calls] == ["context_overflow"]


def test_a_failure_after_an_overflow_keeps_the_calls_before_it():
    model = PaperModel([ModelError("gone", [call("server_error")])])
    overflow = ContextOverflowError("too long", [call("context_overflow")])
    model.replies.insert(0, overflow)
    page = extract(f"<p>{'word ' * 900}</p>", URL)
    with pytest.raises(ModelError, match="gone") as caught:
        agent(model).act(page)
    assert [made.status for made in caught.value.calls] == ["context_overflow", "server_error"]


def test_a_budget_that_can_not_hold_the_task_is_told():
    with pytest.raises(AgentError, match="raise --context-tokens"):
        agent(PaperModel(["stop"]), budget=100).act(PAGE)


def test_an_observation_without_what_is_to_be_shown_is_told():
    with pytest.raises(ConfigError, match="needed_captures"):
        agent(PaperModel(["stop"]), observe="axtree").act(PAGE)


def test_an_address_that_holds_no_page_is_shown_as_text_in_every_mode():
    seen = Observation(f"{URL}dot.png", "", "(image/png)", (), ())
    for mode in ("text", "som", "screenshot", "axtree", "html"):
        model = PaperModel(["stop"])
        agent(model, observe=mode).act(seen)
        assert "(image/png)" in text_of(model.sent[0])


def test_an_episode_records_prompt_calls_and_confidence(
    make_task: Callable[..., TaskInstance], world, paper_browser, tmp_path: Path
):
    model = PaperModel(["goto /cart", "stop 12\nconfidence: 90"])
    recorder = RunRecorder(tmp_path)
    result = run_episode(
        make_task(),
        lambda _, told: agent(model, told, ask_confidence=True),
        paper_browser,
        world,
        recorder=recorder,
    )
    assert (result.outcome, result.confidence, result.input_tokens) == ("solved", 90, 20)
    steps = [
        StepRecord.model_validate_json(line) for line in (tmp_path / "steps.jsonl").read_bytes().splitlines()
    ]
    assert [step.confidence for step in steps] == [None, 90]
    kept = steps[1].prompt
    assert kept is not None
    assert "Step 2 of 5" in (kept.messages[1].parts[0].text or "")
    assert [made.status for made in steps[1].calls] == ["ok"]


def test_the_pictures_of_a_task_come_before_its_page():
    model = PaperModel(["stop"])
    told = assignment(reference_images=(picture("red"), picture("blue")))
    agent(model, told, observe="text").act(PAGE)
    parts = model.sent[0][1].parts
    assert [getattr(part, "what", "text") for part in parts] == [
        "text",
        "reference 1",
        "text",
        "reference 2",
        "text",
    ]
