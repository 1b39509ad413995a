"""What servers say when a call fails, and what it is taken for."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.models.failures import failure_of_status

NOW = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)
OVERFLOWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "overflows.jsonl").read_text(encoding="utf-8").splitlines()
]


def failure(status: int, body: object = "", headers=None):
    text = body if isinstance(body, str) else json.dumps(body)
    return failure_of_status(status, headers or {}, text, NOW)


def error(message="no", **fields):
    return {"error": {"message": message, **fields}}


@pytest.mark.parametrize("case", OVERFLOWS, ids=lambda case: case["server"])
def test_context_overflow_is_known_in_the_words_of_each_server(case):
    found = failure(case["status"], case["body"])
    assert found.status == "context_overflow"
    assert found.is_final


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (500, "oops", "server_error"),
        (502, "<html>bad gateway</html>", "server_error"),
        (503, [error("The model is overloaded.", code=503, status="UNAVAILABLE")], "server_error"),
        (504, "", "server_error"),
        (529, error("overloaded"), "server_error"),
        (409, error("conflict"), "server_error"),
        (408, error("slow"), "timeout"),
        (429, error("slow down", code="rate_limit_exceeded"), "rate_limit"),
        (429, "", "rate_limit"),
        (400, error("filtered", code="content_filter"), "content_filter"),
        (400, error("not allowed", code="content_policy_violation"), "content_filter"),
        (200, error("upstream", code=502), "server_error"),
        (200, error("slow down", code=429), "rate_limit"),
        (200, error("what", code=400), "bad_request"),
        (200, error("hm"), "server_error"),
    ],
)
def test_failure_that_may_pass_is_no_final_one(status, body, expected):
    found = failure(status, body)
    assert found.status == expected
    assert found.is_final == (expected == "bad_request")
    assert found.http_status == status


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 413, 422, 302])
def test_refusal_is_final(status):
    found = failure(status, error("Unsupported value: 'temperature'", code="unsupported_value"))
    assert (found.status, found.is_final) == ("bad_request", True)
    assert found.message == "Unsupported value: 'temperature'"


def test_account_without_money_is_not_asked_again():
    found = failure(429, error("You exceeded your current quota", code="insufficient_quota"))
    assert (found.status, found.is_final) == ("rate_limit", True)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_refusals_of_keys_and_names_are_not_taken_for_overflows(status):
    assert failure(status, error("no model with a maximum context length of 5")).status == "bad_request"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (error("plain"), "plain"),
        ([error("in a list")], "in a list"),
        ({"object": "error", "message": "without a frame"}, "without a frame"),
        ({"detail": "of FastAPI"}, "of FastAPI"),
        ({"error": "a mere text"}, "a mere text"),
        ("<html>\n  no   JSON </html>", "<html> no JSON </html>"),
        ("", "no body"),
        ("[]", "[]"),
        ("null", "null"),
    ],
)
def test_message_is_found_in_every_shape_of_error(body, message):
    assert failure(500, body).message == message


def test_long_message_is_cut():
    assert len(failure(500, "x" * 10_000).message) <= 301


def test_wait_that_a_server_asks_for_is_kept():
    assert failure(503, "", {"retry-after": "7"}).retry_after_s == 7
