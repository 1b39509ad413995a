"""Settings of models: what the paper says, what can be overridden, and what is recorded."""

import json

import pytest

from harness.errors import ConfigError
from harness.models import MAY_CHANGE, ModelSettings, read_settings
from harness.models.options import OPTIONS
from harness.models.presets import presets
from sites.kit.errors import UnknownNameError

PAPER = {
    # preset -> temperature, reasoning effort, thinking budget, dtype
    "gemini-3.1-flash-lite": (None, None, 0, None),
    "gpt-5.6-luna": (None, "none", None, None),
    "gpt-6-luna": (None, "none", None, None),
    "llama-3.2-3b": (0, None, None, "bfloat16"),
    "llama-3.1-8b": (0, None, None, "bfloat16"),
    "gemma3-4b": (0, None, None, "bfloat16"),
    "gemma3-12b": (0, None, None, "bfloat16"),
    "gemma3-27b": (0, None, None, "bfloat16"),
    "gpt-oss-20b": (0, "low", None, "mxfp4"),
}
"""Source: LoWAgent paper, appendix B."""


@pytest.mark.parametrize("name", PAPER)
def test_presets_are_set_as_in_the_paper(name):
    found = read_settings(name)
    assert (found.temperature, found.reasoning_effort, found.thinking_budget, found.dtype) == PAPER[name]
    assert (found.max_output_tokens, found.top_p, found.seed) == (4096, None, None)
    assert found.context_tokens == 128 * 1024
    assert found.preset == name


def test_there_is_a_preset_for_each_model_of_the_paper():
    assert presets().keys() == PAPER.keys()


@pytest.mark.parametrize("name", PAPER)
def test_a_preset_served_elsewhere_asks_for_the_same(name):
    here, there = read_settings(name), read_settings(f"{name}@http://h:8000")
    decisive = ("temperature", "reasoning_effort", "thinking_budget", "max_output_tokens", "image_limit")
    assert [getattr(here, field) for field in decisive] == [getattr(there, field) for field in decisive]
    assert there.url == "http://h:8000/v1"


def test_models_of_the_paper_that_cannot_see_take_no_images():
    blind = {name for name in PAPER if read_settings(name).max_images == 0}
    assert blind == {"llama-3.2-3b", "llama-3.1-8b", "gpt-oss-20b"}


def test_closed_models_sample_as_their_provider_does_and_open_ones_greedily():
    assert read_settings("openai/gpt-6-sol").temperature is None
    assert read_settings("gemini/gemini-3.8-flash").temperature is None
    assert read_settings("openai/x@http://h:1").temperature == 0
    assert read_settings("vllm/x").temperature == 0
    assert read_settings("hf/x").temperature == 0


def test_every_option_can_be_set_and_reaches_its_setting():
    written = {
        "max_output_tokens": ("100", 100),
        "context_tokens": ("9000", 9000),
        "temperature": ("0.7", 0.7),
        "top_p": ("0.9", 0.9),
        "seed": ("7", 7),
        "reasoning_effort": ("low", "low"),
        "dtype": ("float32", "float32"),
        "max_images": ("2", 2),
        "image_max_side": ("1000", 1000),
        "image_max_pixels": ("500000", 500000),
        "image_format": ("jpeg", "jpeg"),
        "image_tokens": ("99", 99),
        "output_limit_field": ("max_tokens", "max_tokens"),
        "name": ("other", "other"),
        "extra": ('{"top_k": 1}', '{"top_k": 1}'),
        "api_key_env": ("MY_KEY", "MY_KEY"),
        "timeout_s": ("5", 5),
        "max_retries": ("0", 0),
        "backoff_s": ("0.5", 0.5),
        "vllm_args": ("--seed 1 --chat-template 'a b'", ("--seed", "1", "--chat-template", "a b")),
        "start_timeout_s": ("60", 60),
        "server_url": ("http://127.0.0.1:9", "http://127.0.0.1:9/v1"),
    }
    found = read_settings("vllm/x", {name: text for name, (text, _) in written.items()})
    assert {name: getattr(found, name) for name in written} == {
        name: value for name, (_, value) in written.items()
    }
    assert read_settings("gemini/x", {"thinking_budget": "-1"}).thinking_budget == -1
    assert read_settings("openai/x", {"image_detail": "original"}).image_detail == "original"
    prices = {"price_in", "price_cached", "price_out"}
    assert written.keys() | {"thinking_budget", "image_detail"} | prices == OPTIONS.keys()


def test_omit_leaves_a_field_to_the_server():
    assert read_settings("vllm/x", {"temperature": "omit"}).temperature is None
    assert read_settings("gpt-6-luna", {"reasoning_effort": "omit"}).reasoning_effort is None


def test_option_that_does_not_exist_lists_those_of_the_model():
    with pytest.raises(UnknownNameError) as raised:
        read_settings("openai/x", {"temprature": "0"})
    assert "temperature" in str(raised.value)
    assert "vllm_args" not in str(raised.value)


@pytest.mark.parametrize(
    ("spec", "option"),
    [
        ("openai/x", "dtype"),
        ("openai/x", "thinking_budget"),
        ("hf/x", "timeout_s"),
        ("gemini/x", "vllm_args"),
        ("openai/x@http://h:1", "server_url"),
    ],
)
def test_option_that_means_nothing_for_the_model_is_refused(spec, option):
    with pytest.raises(ConfigError, match=f"{option} means nothing for"):
        read_settings(spec, {option: "auto"})


def test_flags_of_a_server_that_is_not_ours_are_refused():
    with pytest.raises(ConfigError, match="set it there"):
        read_settings("vllm/x@http://h:1", {"dtype": "float16"})


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("max_output_tokens", "0"),
        ("max_output_tokens", "4k"),
        ("max_output_tokens", "٤٠"),
        ("temperature", "none"),
        ("temperature", "nan"),
        ("temperature", "2.5"),
        ("top_p", "1.1"),
        ("seed", "-1"),
        ("reasoning_effort", "off"),
        ("image_format", "gif"),
        ("max_images", "-1"),
        ("timeout_s", "0"),
        ("timeout_s", "inf"),
        ("extra", "top_k=1"),
        ("extra", "[1]"),
        ("extra", '{"stream": true}'),
        ("extra", '{"max_tokens": 5}'),
        ("api_key_env", "sk-123"),
        ("name", " "),
        ("price_in", "-1"),
    ],
)
def test_value_of_another_form_says_what_was_expected(option, text):
    with pytest.raises(ConfigError) as raised:
        read_settings("openai/x", {option: text})
    assert f"option {option}={text!r}" in str(raised.value)
    assert OPTIONS[option].expected in str(raised.value)


def test_prompt_needs_room_beside_the_answer():
    with pytest.raises(ConfigError, match="leaves no room"):
        read_settings("openai/x", {"context_tokens": "4096"})


def test_two_ways_to_limit_thinking_exclude_each_other():
    with pytest.raises(ConfigError, match="exclude each other"):
        read_settings("gemini-3.1-flash-lite", {"reasoning_effort": "low"})


def test_mxfp4_is_not_for_transformers():
    with pytest.raises(ConfigError, match="vllm/openai/gpt-oss-20b"):
        read_settings("hf/openai/gpt-oss-20b", {"dtype": "mxfp4"})


def test_key_of_a_provider_goes_to_nobody_else():
    assert read_settings("openai/x").api_key_env == "OPENAI_API_KEY"
    assert read_settings("openai/x@https://api.openai.com/v1").api_key_env == "OPENAI_API_KEY"
    assert read_settings("openai/x@https://example.org/v1").api_key_env is None
    assert read_settings("gpt-6-luna@https://example.org/v1").api_key_env is None
    assert read_settings("gemini/x").api_key_env == "GEMINI_API_KEY"
    assert read_settings("gemini/x@https://example.org/v1").api_key_env is None
    assert read_settings("openai/x@https://example.org/v1", {"api_key_env": "MINE"}).api_key_env == "MINE"


@pytest.mark.parametrize(
    "spec", [*PAPER, "openai/x@http://127.0.0.1:1", "hf/./x", "vllm/x", "vllm/x@http://h:1"]
)
def test_record_is_plain_and_tells_what_can_be_chosen(spec):
    found = read_settings(spec).recorded()
    assert json.loads(json.dumps(found)) == found
    assert {"temperature", "max_output_tokens", "context_tokens", "image_max_side", "price"} <= found.keys()
    assert not {"api_key_env", "server_url"} & found.keys()


def test_record_of_a_vllm_server_does_not_depend_on_its_port():
    options = {"server_url": "http://127.0.0.1:4001"}
    assert read_settings("vllm/x", options).recorded() == read_settings("vllm/x").recorded()


def test_patience_is_recorded_but_decides_nothing():
    def decisive(settings: ModelSettings):
        return {name: value for name, value in settings.recorded().items() if name not in MAY_CHANGE}

    patient = read_settings("vllm/x", {"timeout_s": "900", "max_retries": "20", "start_timeout_s": "9"})
    assert patient.recorded()["timeout_s"] == 900
    assert decisive(patient) == decisive(read_settings("vllm/x"))
    assert decisive(read_settings("vllm/x", {"seed": "1"})) != decisive(read_settings("vllm/x"))
