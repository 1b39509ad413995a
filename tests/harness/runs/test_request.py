"""What a command line asks for: what goes together, and what is refused."""

import pytest

from harness.errors import ConfigError
from harness.prompting import Captures
from harness.runs.request import seed_of
from sites.kit.errors import LoWAgentError

BLIND, SEEING = "gpt-oss-20b", "gpt-5.6-luna"
"""Models by name: one takes no images."""


def test_what_is_not_said_has_its_default(request_of):
    request = request_of()
    assert (request.repeats, request.resume, request.final_answer, request.intent_lang) == (
        1,
        False,
        False,
        None,
    )
    assert (request.episode_limits.seconds, request.run_limits.cost_usd) == (None, None)
    assert (request.model_settings, request.prompt, request.agent.history) == (None, None, 3)


def test_what_is_said_is_kept(request_of):
    request = request_of(
        SEEING,
        history=0,
        prompt_lang="native",
        ask_confidence=True,
        context_tokens=8000,
        model_option=[("temperature", "0.5")],
        max_seconds=90.0,
        max_tokens=1000,
        budget_usd=2.5,
        run_seconds=60.0,
    )
    assert (request.agent.history, request.agent.prompt_lang, request.agent.context_tokens) == (
        0,
        "native",
        8000,
    )
    assert request.model_settings.temperature == 0.5
    assert (request.episode_limits.seconds, request.episode_limits.tokens) == (90.0, 1000)
    assert (request.run_limits.cost_usd, request.run_limits.seconds) == (2.5, 60.0)


@pytest.mark.parametrize(
    ("model", "said", "kind"),
    [
        (SEEING, {"engine": "chromium"}, None),
        (SEEING, {}, "text"),
        (SEEING, {"obs": "caption"}, None),
        (BLIND, {"engine": "chromium"}, "text"),
        ("reference", {"engine": "chromium", "subset": "lite"}, "text"),
    ],
)
def test_kinds_are_those_that_the_agent_can_see(request_of, model, said, kind):
    assert request_of(model, **said).kind == kind


@pytest.mark.parametrize(
    ("model", "said", "captures"),
    [
        ("reference", {"engine": "chromium"}, Captures(screenshots=True)),
        ("reference", {}, Captures()),
        (SEEING, {"obs": "html"}, Captures(html=True)),
        (
            SEEING,
            {"obs": "axtree", "engine": "chromium", "kind": "text"},
            Captures(screenshots=True, axtree=True),
        ),
    ],
)
def test_browsers_supply_what_is_shown(request_of, model, said, captures):
    assert request_of(model, **said).captures == captures


@pytest.mark.parametrize(
    ("model", "said", "told"),
    [
        (
            "reference",
            {"obs": "som"},
            "--obs: only agents with a language model have that, and reference has none",
        ),
        ("my:agent", {"history": 0, "model_option": [("a", "b")]}, "--history, --model-option: only agents"),
        (SEEING, {"obs": "som"}, "--engine http renders nothing"),
        (SEEING, {"obs": "som", "engine": "chromium", "screenshot": "off"}, "leave --screenshot off out"),
        (SEEING, {"model_option": [("seed", "1"), ("seed", "2")]}, "given twice, as 1 and as 2"),
        (SEEING, {"model_option": [("colour", "red")]}, "colour"),
        (BLIND, {"kind": "visual", "engine": "chromium"}, "gpt-oss-20b takes no images"),
        (BLIND, {"obs": "screenshot", "engine": "chromium", "kind": "text"}, "takes 0"),
        ("reference", {"subset": "lite", "kind": "visual"}, "--subset lite has only text tasks"),
        (
            "reference",
            {"subset": "lite", "task": ["ministore-001"]},
            "--subset and --task exclude each other",
        ),
        ("reference", {"tracing": "on"}, "--tracing keeps what a browser does, and --engine http has none"),
        ("reference", {"intent_lang": "xx"}, "unknown language 'xx'"),
        ("openai/", {}, "openai/"),
    ],
)
def test_what_does_not_go_together_is_refused(request_of, model, said, told):
    with pytest.raises(LoWAgentError) as refusal:
        request_of(model, **said)
    assert told in str(refusal.value)


def test_resuming_needs_a_folder_and_names_the_latest(request_of, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"add --run-dir$"):
        request_of(resume=True, run_dir=None)
    (tmp_path / "runs" / "yesterday").mkdir(parents=True)
    (tmp_path / "runs" / "yesterday" / "manifest.json").touch()
    with pytest.raises(ConfigError, match="for example --run-dir runs/yesterday"):
        request_of(resume=True, run_dir=None)


@pytest.mark.parametrize("said", ["", " ", "a\0b"])
def test_a_folder_without_a_name_is_refused_and_not_chosen(request_of, said):
    with pytest.raises(ConfigError, match="--run-dir: expected the name of a folder, got"):
        request_of(run_dir=said)


def test_the_address_of_a_server_is_the_models_alone(request_of):
    request = request_of(SEEING, model_option=[("seed", "1")]).with_server("http://127.0.0.1:1234/v1")
    assert request.agent.model_options == {"seed": "1", "server_url": "http://127.0.0.1:1234/v1"}


def test_repeats_draw_otherwise_and_the_first_as_before():
    seeds = [seed_of(7, repeat) for repeat in (1, 2, 3)]
    assert seeds[0] == 7
    assert len(set(seeds)) == 3
    assert seeds == [seed_of(7, repeat) for repeat in (1, 2, 3)]
