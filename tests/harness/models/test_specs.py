"""What a model may be called on the command line."""

import pytest

from harness.errors import ConfigError
from harness.models import is_model_spec
from harness.models.presets import presets
from harness.models.spec import ModelSpec, read_spec
from sites.kit.errors import UnknownNameError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("openai/gpt-6-luna", ModelSpec("openai", "gpt-6-luna")),
        ("gemini/gemini-3.1-flash-lite", ModelSpec("gemini", "gemini-3.1-flash-lite")),
        ("vllm/google/gemma-3-4b-it", ModelSpec("vllm", "google/gemma-3-4b-it")),
        ("hf//srv/models/mine", ModelSpec("hf", "/srv/models/mine")),
        ("hf/./mine", ModelSpec("hf", "./mine")),
        ("openai/x@http://127.0.0.1:8080", ModelSpec("openai", "x", "http://127.0.0.1:8080/v1")),
        ("openai/x@http://h:1/", ModelSpec("openai", "x", "http://h:1/v1")),
        ("openai/x@https://h/api/v3/", ModelSpec("openai", "x", "https://h/api/v3")),
        ("openai/x@http://[::1]:8080/v1", ModelSpec("openai", "x", "http://[::1]:8080/v1")),
        ("openai/a/b@2@http://h", ModelSpec("openai", "a/b@2", "http://h/v1")),
        ("gpt-6-luna", ModelSpec("openai", "gpt-6-luna", None, "gpt-6-luna")),
        (
            "gemma3-4b@http://h:8000",
            ModelSpec("vllm", "google/gemma-3-4b-it", "http://h:8000/v1", "gemma3-4b"),
        ),
    ],
)
def test_specification_is_taken_apart(text, expected):
    assert read_spec(text) == expected


@pytest.mark.parametrize("text", ["", "luna", "mistral/x", "gpt-6-luna/x", "openai", "@http://h"])
def test_unknown_name_lists_the_forms_and_the_presets(text):
    with pytest.raises(UnknownNameError) as raised:
        read_spec(text)
    assert "openai/NAME@URL" in str(raised.value)
    assert "llama-3.1-8b" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("openai/", "has no name"),
        ("vllm/ ", "has no name"),
        ("hf/mine@http://h:1", "takes no address"),
        ("openai/x@127.0.0.1:8080", "@http://127.0.0.1:8080"),
        ("openai/x@localhost:8080/v1", "@http://localhost:8080/v1"),
        ("openai/x@", "the address after @ is missing"),
        ("openai/x@http://", "is no address"),
        ("openai/x@http://h:99999", "is no address"),
        ("openai/x@http://[::1", "is no address"),
        ("openai/x@https://me:secret@h/v1", "api_key_env"),
        ("openai/x@https://h/v1?key=secret", "api_key_env"),
    ],
)
def test_specification_that_cannot_be_used_says_what_to_write(text, words):
    with pytest.raises(ConfigError, match=words) as raised:
        read_spec(text)
    assert words in str(raised.value)


@pytest.mark.parametrize("text", ["openai/x", "vllm/x", "hf/x", "gemini/x", "openai/", *presets()])
def test_models_are_told_from_agents(text):
    assert is_model_spec(text)
    assert is_model_spec(f"{text}@http://h:1")


@pytest.mark.parametrize("text", ["reference", "my_agents:factory", "", "package.openai:make", "random"])
def test_agents_are_no_models(text):
    assert not is_model_spec(text)
