"""From the name of a model on the command line to agents that share it."""

import pytest

from harness.agents import AgentSettings, close_agents, make_agent_factory
from harness.errors import ConfigError
from harness.extraction import extract
from harness.models import ModelError, TextPart
from sites.kit.errors import UnknownNameError
from tests.paper_model import PaperModel, assignment, text_of

SPEC = "openai/tiny@http://127.0.0.1:1/v1"
PAGE = extract(f"<p>{'word ' * 9_000}</p>", "http://ministore.ur.localhost/")


class Opened(PaperModel):
    """Remembers whether it was closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Opened]:
    """The models that were opened, none of which is contacted."""
    models: list[Opened] = []

    def open_model(spec: str, options: object) -> Opened:
        models.append(Opened(["stop 1"] * 9))
        return models[-1]

    monkeypatch.setattr("harness.agents.model_agents.open_model", open_model)
    return models


def test_one_model_opened_with_the_first_agent_serves_all_and_is_closed_once(opened: list[Opened], make_task):
    factory = make_agent_factory(SPEC)
    assert opened == []
    for _ in range(3):
        assert factory(make_task(), assignment()).act(PAGE).text == "stop 1"
    assert len(opened) == 1
    close_agents(factory)
    close_agents(factory)
    assert opened[0].closed == 1
    factory(make_task(), assignment()).act(PAGE)
    assert len(opened) == 2


def test_a_prompt_takes_what_the_model_s_context_leaves(opened: list[Opened], make_task):
    options = {"context_tokens": "6000", "max_output_tokens": "1000"}
    factory = make_agent_factory(SPEC, settings=AgentSettings(model_options=options))
    prompt = factory(make_task(), assignment()).act(PAGE).prompt
    assert prompt is not None
    assert 4_500 < prompt.tokens <= 5_000
    assert prompt.cut.text_tokens > 0


def test_a_budget_of_one_s_own_comes_first(opened: list[Opened], make_task):
    factory = make_agent_factory(SPEC, settings=AgentSettings(context_tokens=3_000))
    prompt = factory(make_task(), assignment()).act(PAGE).prompt
    assert prompt is not None
    assert 2_500 < prompt.tokens <= 3_000


def test_the_settings_reach_the_prompt(opened: list[Opened], make_task):
    settings = AgentSettings(observe="none", prompt_lang="native", ask_confidence=True)
    factory = make_agent_factory(SPEC, settings=settings)
    factory(make_task(), assignment()).act(PAGE)
    system, user = opened[0].sent[0]
    assert "براؤزر نہیں" in text_of((system,))
    assert "`confidence: N`" in text_of((system,))
    assert isinstance(user.parts[-1], TextPart)
    assert "word" not in text_of((user,))


def test_the_captioner_is_no_option_of_the_model():
    settings = AgentSettings(model_options={"captioner": "some/blip", "seed": "4"})
    assert settings.captioner == "some/blip"
    assert settings.options_of_model() == {"seed": "4"}
    make_agent_factory(SPEC, settings=settings)


def test_captions_without_transformers_are_refused_before_the_run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("harness.prompting.captions.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"lowagent\[hf\]"):
        make_agent_factory(SPEC, settings=AgentSettings(observe="caption"))


def test_unknown_options_of_a_model_are_told_before_the_run():
    with pytest.raises((UnknownNameError, ConfigError), match="temprature"):
        make_agent_factory(SPEC, settings=AgentSettings(model_options={"temprature": "1"}))


def test_a_model_that_can_not_be_opened_is_the_model_s_fault(make_task, monkeypatch: pytest.MonkeyPatch):
    def fail(spec: str, options: object) -> None:
        raise ModelError("no server")

    monkeypatch.setattr("harness.agents.model_agents.open_model", fail)
    with pytest.raises(ModelError, match="no server"):
        make_agent_factory(SPEC)(make_task(), assignment())


def test_baselines_have_nothing_to_close():
    close_agents(make_agent_factory("noop"))
