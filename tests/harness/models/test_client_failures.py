"""Calls that fail, over real HTTP: what is tried again, for how long, and what is kept of it."""

import pytest
from werkzeug import Response

from harness.models import MOST_CHARACTERS, ContextOverflowError, ModelError
from tests.harness.models.servers import PATH, PROMPT, Held, Trickled, chat_completion, json_response

OK = chat_completion()
BUSY = json_response({"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, 429)
HTTP_OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
WHOLE = HTTP_OK + b"Connection: close\r\n\r\n" + b'{"choices": [{"message": {"content": "click 3"}}]}'


def statuses(calls):
    return [call.status for call in calls]


@pytest.mark.parametrize(
    ("response", "status"),
    [
        (BUSY, "rate_limit"),
        (json_response({"error": {"message": "boom"}}, 500), "server_error"),
        (Response("<html>bad gateway</html>", 502), "server_error"),
        (json_response([{"error": {"code": 503, "message": "overloaded"}}], 503), "server_error"),
        (json_response(chat_completion("")), "empty"),
        (json_response({"choices": []}), "empty"),
        (json_response(chat_completion("cli", "length", 3)), "truncated"),
        (Response('{"choices": [{"mess', 200, content_type="application/json"), "truncated"),
        (json_response(chat_completion("", "content_filter")), "content_filter"),
        (json_response({"error": {"message": "no", "code": "content_filter"}}, 400), "content_filter"),
        (Response("<html>hello</html>", 200), "server_error"),
    ],
)
def test_call_that_failed_is_made_again(scripted, client, paper_time, response, status):
    scripted.play(response, OK)
    found = client(scripted.spec).complete(PROMPT)
    assert found.text == "click 3"
    assert statuses(found.calls) == [status, "ok"]
    assert found.calls[0].message
    assert found.calls[1].timing.waited_seconds == pytest.approx(paper_time.naps[0], abs=1e-3)
    assert 0.5 <= paper_time.naps[0] <= 1.0


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_told_at_once_and_not_followed(scripted, client, paper_time, status):
    scripted.play(Response("moved", status, {"Location": PATH}))
    told = rf"bad_request, HTTP {status}: expected an answer, got a redirect to {PATH}\. Give the address"
    with pytest.raises(ModelError, match=told) as raised:
        client(scripted.spec).complete(PROMPT)
    assert statuses(raised.value.calls) == ["bad_request"]
    assert paper_time.naps == []
    assert len(scripted.requests) == 1


def test_a_redirect_to_nowhere_is_told_too(scripted, client):
    scripted.play(Response("", 302))
    with pytest.raises(ModelError, match=r"HTTP 302: no body\. Give the address"):
        client(scripted.spec).complete(PROMPT)


def test_an_answer_without_end_is_the_servers_failure_and_is_paid_for(scripted, client, paper_time):
    scripted.play(chat_completion("a" * (MOST_CHARACTERS + 1), output=250_000))
    told = "server_error: the answer has 1,000,001 characters, more than 1,000,000, though max_tokens=4096"
    with pytest.raises(ModelError, match=told) as raised:
        client(scripted.spec).complete(PROMPT)
    (call,) = raised.value.calls
    assert (call.status, call.output_tokens, paper_time.naps) == ("server_error", 250_000, [])


def test_the_longest_answer_is_one(scripted, client):
    scripted.play(chat_completion("a" * MOST_CHARACTERS, "length", 4096))
    assert len(client(scripted.spec).complete(PROMPT).text) == MOST_CHARACTERS


def test_tokens_of_failed_calls_are_paid_for(scripted, client):
    scripted.play(chat_completion("cli", "length", 3), chat_completion("", "content_filter", 0), OK)
    found = client(scripted.spec, price_in="1", price_out="1").complete(PROMPT)
    assert [call.input_tokens + call.output_tokens for call in found.calls] == [103, 100, 105]
    assert found.cost_usd == pytest.approx(308 / 1e6)


def test_waits_double_and_end(scripted, client, paper_time):
    scripted.play(*[BUSY] * 5)
    with pytest.raises(
        ModelError, match=r"rate_limit, HTTP 429 after 5 calls: slow down\. Run fewer"
    ) as raised:
        client(scripted.spec, max_retries="4").complete(PROMPT)
    assert statuses(raised.value.calls) == ["rate_limit"] * 5
    assert [0.5 <= nap / 2**n <= 1 for n, nap in enumerate(paper_time.naps)] == [True] * 4


def test_no_retries_can_be_asked_for(scripted, client, paper_time):
    scripted.play(BUSY)
    with pytest.raises(ModelError):
        client(scripted.spec, max_retries="0").complete(PROMPT)
    assert paper_time.naps == []


def test_server_that_names_a_wait_is_obeyed(scripted, client, paper_time):
    date = "Sun, 29 Nov 2026 12:01:00 GMT"
    scripted.play(
        json_response({}, 429, {"Retry-After": "20"}), json_response({}, 503, {"Retry-After": date}), OK
    )
    client(scripted.spec).complete(PROMPT)
    first, second = paper_time.naps
    assert 20 <= first <= 22
    assert 60 - first <= second <= 1.1 * (60 - first)


def test_server_that_asks_for_hours_is_not_waited_for(scripted, client, paper_time):
    scripted.play(json_response({"error": {"message": "daily limit"}}, 429, {"Retry-After": "7200"}))
    with pytest.raises(ModelError, match=r"asks to wait 7200 s: run with --resume"):
        client(scripted.spec).complete(PROMPT)
    assert paper_time.naps == []


@pytest.mark.parametrize(
    "answer",
    [chat_completion(""), chat_completion("cli", "length", 3), chat_completion("", "content_filter")],
)
def test_what_the_prompt_itself_brings_is_tried_fewer_times(scripted, client, answer):
    scripted.play(*[answer] * 3)
    with pytest.raises(ModelError) as raised:
        client(scripted.spec).complete(PROMPT)
    assert len(raised.value.calls) == 3


def test_connection_cut_in_the_body_is_made_again(raw_server, client):
    server = raw_server(HTTP_OK + b'Content-Length: 500\r\n\r\n{"choices": [{"mess', WHOLE)
    found = client(server.spec).complete(PROMPT)
    assert statuses(found.calls) == ["connection", "ok"]


@pytest.mark.parametrize("piece", [b"", b"HTTP/1.1 200 OK\r\nContent-Le", b"SSH-2.0-OpenSSH_9.2\r\n"])
def test_connection_cut_before_the_body_is_made_again(raw_server, client, piece):
    found = client(raw_server(piece, WHOLE).spec).complete(PROMPT)
    assert statuses(found.calls) == ["connection", "ok"]


def test_body_without_a_length_that_is_cut_is_truncated(raw_server, client):
    server = raw_server(HTTP_OK + b'Connection: close\r\n\r\n{"choices": [{"mess', WHOLE)
    assert statuses(client(server.spec).complete(PROMPT).calls) == ["truncated", "ok"]


def test_answer_that_does_not_come_is_a_timeout(raw_server, client):
    with pytest.raises(
        ModelError, match=r"timeout: no answer within 0\.2 s\. .*timeout_s=N \(now 0\.2\)"
    ) as raised:
        client(raw_server(Held()).spec, timeout_s="0.2", max_retries="0").complete(PROMPT)
    assert statuses(raised.value.calls) == ["timeout"]


def test_body_that_stops_in_the_middle_is_a_timeout(raw_server, client):
    server = raw_server(Held(HTTP_OK + b'Content-Length: 500\r\n\r\n{"choices": [{"mess'))
    with pytest.raises(ModelError) as raised:
        client(server.spec, timeout_s="0.2", max_retries="0").complete(PROMPT)
    assert statuses(raised.value.calls) == ["timeout"]


@pytest.mark.parametrize("status", [b"200 OK", b"503 Busy"])
def test_body_that_never_ends_is_a_timeout(raw_server, client, status):
    head = b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with pytest.raises(ModelError) as raised:
        client(raw_server(Trickled(head % status)).spec, timeout_s="0.2", max_retries="0").complete(PROMPT)
    assert statuses(raised.value.calls) == ["timeout"]


def test_server_that_is_not_there_is_named(raw_server, client):
    server = raw_server()
    server.close()
    with pytest.raises(ModelError, match=r"no connection after 3 calls: .* up\? Run with --resume") as raised:
        client(server.spec, max_retries="2").complete(PROMPT)
    assert statuses(raised.value.calls) == ["connection"] * 3


def test_the_first_call_that_is_made_again_is_warned_of_once(scripted, client, caplog):
    scripted.play(BUSY, BUSY, OK, BUSY, OK)
    model = client(scripted.spec)
    with caplog.at_level("WARNING"):
        model.complete(PROMPT)
        model.complete(PROMPT)
    (message,) = [record.getMessage() for record in caplog.records]
    assert message.endswith("rate_limit, HTTP 429: slow down; trying again for up to about 47 s")


def test_context_overflow_is_told_apart_and_not_tried_again(scripted, client):
    refusal = {"error": {"message": "This model's maximum context length is 8192 tokens.", "code": 400}}
    scripted.play(json_response(refusal, 400))
    with pytest.raises(ContextOverflowError, match="context_tokens=N") as raised:
        client(scripted.spec).complete(PROMPT)
    assert statuses(raised.value.calls) == ["context_overflow"]


@pytest.mark.parametrize(
    ("status", "code", "advice"),
    [
        (401, "invalid_api_key", "api_key_env=NAME"),
        (403, "forbidden", "may not use scripted"),
        (400, "unsupported_value", "NAME=omit"),
        (413, None, "image_max_side"),
        (422, None, "NAME=omit"),
    ],
)
def test_refusal_is_not_tried_again_and_says_what_to_do(scripted, client, status, code, advice):
    scripted.play(json_response({"error": {"message": "no", "code": code}}, status))
    with pytest.raises(ModelError) as raised:
        client(scripted.spec).complete(PROMPT)
    assert statuses(raised.value.calls) == ["bad_request"]
    assert raised.value.calls[0].http_status == status
    assert advice in str(raised.value)
    assert not isinstance(raised.value, ContextOverflowError)


def test_wrong_name_lists_what_the_server_has(scripted, client, httpserver):
    names = ["scripter", "llama", "scripted-2"]
    httpserver.expect_request("/v1/models").respond_with_json({"data": [{"id": name} for name in names]})
    scripted.play(json_response({"error": {"message": "no such model", "code": "model_not_found"}}, 404))
    with pytest.raises(
        ModelError, match=r"offers scripter, scripted-2 and 1 more$|offers scripted-2, scripter and"
    ):
        client(scripted.spec).complete(PROMPT)


def test_wrong_address_is_named_where_no_models_are_listed(scripted, client):
    scripted.play(Response("not here", 404))
    with pytest.raises(
        ModelError, match=r"Check the name scripted and the address http://127\.0\.0\.1:\d+/v1"
    ):
        client(scripted.spec).complete(PROMPT)


def test_account_without_money_ends_at_once(scripted, client):
    scripted.play(json_response({"error": {"message": "quota", "code": "insufficient_quota"}}, 429))
    with pytest.raises(ModelError, match="no credit or quota") as raised:
        client(scripted.spec).complete(PROMPT)
    assert len(raised.value.calls) == 1


def test_interrupt_is_not_swallowed(scripted, client, paper_time, monkeypatch):
    def interrupted(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(paper_time), "sleep", lambda self, seconds: interrupted(seconds))
    scripted.play(BUSY)
    with pytest.raises(KeyboardInterrupt):
        client(scripted.spec).complete(PROMPT)
