"""Bodies of calls that ended with status 200: answers, and failures in their dress."""

import json

import pytest

from harness.models import read_settings
from harness.models.answers import Answer, read_answer
from harness.models.failures import Failure, Usage

SETTINGS = read_settings("openai/x@http://127.0.0.1:1")
LIMIT = SETTINGS.max_output_tokens


def body(content: object = "click 3", finish="stop", usage=None, **message):
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content, **message},
    }
    return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage})


def used(output=5, **more):
    return {"prompt_tokens": 100, "completion_tokens": output, "total_tokens": 100 + output, **more}


def answer(text, settings=SETTINGS):
    found = read_answer(text, settings)
    assert isinstance(found, Answer)
    return found


def failure(text, settings=SETTINGS):
    found = read_answer(text, settings)
    assert isinstance(found, Failure)
    return found


def test_answer_has_its_text_reason_and_tokens():
    details = {
        "prompt_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 8, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    assert answer(body(usage=used(5, **details))) == Answer("click 3", "stop", Usage(100, 64, 8, 5, 2))


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"prompt_tokens": None, "completion_tokens": None},
        {"prompt_tokens_details": None, "completion_tokens_details": None},
        {"prompt_tokens_details": {"cached_tokens": None}, "completion_tokens_details": {}},
    ],
)
def test_figures_may_be_missing(usage):
    assert answer(body(usage=usage)).usage == Usage()


def test_thoughts_that_only_the_total_counts_are_output():
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 150}
    assert answer(body(usage=usage)).usage == Usage(100, 0, 0, 50, 40)


def test_answer_may_come_in_pieces():
    assert answer(body([{"type": "text", "text": "click"}, {"type": "text", "text": " 3"}])).text == "click 3"


def test_refusal_of_the_model_is_its_own_answer():
    assert answer(body(None, refusal="I can't help with that.")).text == "I can't help with that."


@pytest.mark.parametrize("output", [LIMIT, LIMIT - 1])
def test_answer_that_used_its_tokens_up_is_the_models_own(output):
    assert answer(body("and so", "length", used(output))).finish == "length"


def test_reasoning_that_used_the_tokens_up_leaves_an_empty_answer():
    assert answer(body("", "length", used(LIMIT))).text == ""


def test_server_that_does_not_count_is_believed():
    assert answer(body("and so", "length")).finish == "length"


def test_answer_cut_before_its_tokens_were_used_is_truncated():
    found = failure(body("cli", "length", used(7)))
    assert (found.status, found.usage.output_tokens, found.finish) == ("truncated", 7, "length")
    assert f"7 of {LIMIT}" in found.message


def test_answer_cut_because_the_context_is_full_is_an_overflow():
    small = read_settings("openai/x@http://127.0.0.1:1", {"context_tokens": "5000"})
    usage = {"prompt_tokens": 4000, "completion_tokens": 1000, "total_tokens": 5000}
    found = failure(body("cli", "length", usage), small)
    assert (found.status, found.is_final) == ("context_overflow", True)


def test_answer_one_token_short_because_the_context_is_full_is_an_overflow():
    small = read_settings(
        "openai/x@http://127.0.0.1:1", {"context_tokens": "5000", "max_output_tokens": "16"}
    )
    usage = {"prompt_tokens": 4985, "completion_tokens": 15, "total_tokens": 5000}
    assert failure(body("cli", "length", usage), small).status == "context_overflow"


@pytest.mark.parametrize("text", ["", "  \n", None, []])
def test_answer_without_text_is_empty(text):
    assert failure(body(text, usage=used(1))).status == "empty"


@pytest.mark.parametrize("text", ["", '{"choices": []}', '{"choices": null}', '{"choices": [{}]}', "{}"])
def test_body_without_an_answer_is_empty(text):
    assert failure(text).status == "empty"


@pytest.mark.parametrize(
    "reason", ["content_filter", "content_filter: PROHIBITED_CONTENT", "SAFETY", "RECITATION"]
)
def test_filtered_answer_is_a_failure_even_with_some_text(reason):
    found = failure(body("cli", reason, used(2)))
    assert (found.status, found.finish, found.is_final) == ("content_filter", reason, False)
    assert found.usage.input_tokens == 100


def test_cut_body_is_truncated():
    assert failure(body()[:-20]).status == "truncated"


@pytest.mark.parametrize("text", ["<html>welcome</html>", 'data: {"choices": []}', "ok"])
def test_page_in_place_of_an_answer_hints_at_the_address(text):
    found = failure(text)
    assert found.status == "server_error"
    assert "/v1" in found.message


@pytest.mark.parametrize("text", ["[1, 2]", '"hello"', "5", '{"choices": [{"message": {"content": 5}}]}'])
def test_json_of_another_shape_is_the_servers_fault(text):
    assert failure(text).status == "server_error"


def test_error_with_status_200_is_an_error():
    assert failure('{"error": {"message": "busy", "code": 429}}').status == "rate_limit"


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 100_000])
def test_json_nested_without_end_is_no_answer(text):
    assert failure(text).status in ("server_error", "truncated")


def test_half_a_letter_is_replaced():
    assert answer(body("click 3 \ud800", finish="st\udfffop")).text == "click 3 \ufffd"
    assert answer(body("click 3 😀")).text == "click 3 😀"


def test_no_figure_is_below_nothing():
    usage = {"prompt_tokens": -5, "completion_tokens": -1, "total_tokens": -9}
    details = {"prompt_tokens_details": {"cached_tokens": -7}}
    assert answer(body(usage={**usage, **details})).usage == Usage()
