"""Counts of tokens: estimates beside real counts, and a server that is asked."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models import ModelError
from harness.models.tokens import estimated_tokens
from tests.harness.models.servers import json_response

COUNTED = [
    json.loads(line)
    for line in (Path(__file__).parent / "token_counts.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Made by ``python tests/harness/models/make_token_counts.py`` (its docstring tells how)."""
LANGUAGES = ("en", "bn", "hi", "ur", "am")
TOKENIZERS = ("gemma3", "llama3", "gpt-oss", "qwen3")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_estimate_is_an_upper_bound_in_every_language(lang, tokenizer):
    texts = [line for line in COUNTED if line["lang"] == lang]
    assert len(texts) >= 12
    short = [line["text"] for line in texts if estimated_tokens(line["text"]) < line["tokens"][tokenizer]]
    assert short == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_estimate_of_pages_is_close_to_the_worst_tokenizer(lang):
    pages = [line for line in COUNTED if line["lang"] == lang and line["kind"] == "page"]
    worst = sum(max(line["tokens"].values()) for line in pages)
    assert worst <= sum(estimated_tokens(line["text"]) for line in pages) <= 1.75 * worst


@given(st.text())
def test_bytes_bound_the_estimate(text):
    assert estimated_tokens(text) <= len(text.encode("utf-8")) + 1


@given(st.text(), st.text())
def test_parts_are_at_least_the_whole(one, other):
    assert estimated_tokens(one + other) <= estimated_tokens(one) + estimated_tokens(other)


def test_nothing_is_no_token():
    assert estimated_tokens("") == 0


def test_vllm_is_asked_for_its_own_count_once_a_text(httpserver, client):
    asked = []

    def count(request):
        asked.append(request.get_json())
        return json_response({"count": 7, "max_model_len": 4096, "tokens": [1] * 7})

    httpserver.expect_request("/tokenize", method="POST").respond_with_handler(count)
    model = client(f"vllm/tiny@http://127.0.0.1:{httpserver.port}")
    assert [model.count_tokens("ሰላም"), model.count_tokens("ሰላም"), model.count_tokens("")] == [7, 7, 0]
    assert asked == [{"model": "tiny", "prompt": "ሰላም", "add_special_tokens": False}]


def test_server_without_counts_is_asked_once_and_estimated_from_then_on(httpserver, client):
    httpserver.expect_oneshot_request("/tokenize").respond_with_data("", 404)
    model = client(f"vllm/tiny@http://127.0.0.1:{httpserver.port}")
    assert model.count_tokens("ሰላም") == estimated_tokens("ሰላም")
    assert model.count_tokens("salam") == estimated_tokens("salam")
    assert len(httpserver.log) == 1


@pytest.mark.parametrize(
    "answer", [json_response({}, 500), json_response({"no": "count"}), json_response([])]
)
def test_server_whose_count_cannot_be_had_is_an_error(httpserver, client, answer):
    httpserver.expect_request("/tokenize").respond_with_handler(lambda request: answer)
    with pytest.raises(ModelError, match="tokens can't be counted at"):
        client(f"vllm/tiny@http://127.0.0.1:{httpserver.port}").count_tokens("salam")


def test_other_servers_are_not_asked(httpserver, client):
    model = client(f"openai/x@http://127.0.0.1:{httpserver.port}")
    assert model.count_tokens("salam") == estimated_tokens("salam")
    assert httpserver.log == []
