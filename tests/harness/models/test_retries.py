"""How long is waited before a call is made again."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models.retries import LONGEST_BACKOFF_S, after_s, backoff_s, retry_after_s

NOW = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)


@given(st.integers(1, 10_000), st.floats(0, 100), st.integers())
def test_backoff_doubles_within_its_jitter_and_its_bound(retry, base, seed):
    wait = backoff_s(retry, base, Random(seed))
    full = min(LONGEST_BACKOFF_S, base * 2.0 ** min(retry - 1, 32))
    assert full / 2 <= wait <= full


def test_backoff_differs_between_workers():
    assert backoff_s(3, 1, Random(1)) != backoff_s(3, 1, Random(2))


@given(st.floats(0, 1000), st.integers())
def test_named_wait_is_never_cut_short(asked, seed):
    assert asked <= after_s(asked, Random(seed)) <= asked * 1.1 + 1e-9


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry-after": "12"}, 12),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "-3"}, 0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Sun, 29 Nov 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Sun, 29 Nov 2026 11:59:00 GMT"}, 0),
        ({"retry-after": "Sun, 29 Nov 2026 14:00:10 +0200"}, 10),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Sun, 29 Nov 2026 12:00:30 +99999999999999999999"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_as_seconds_and_as_a_date(headers, expected):
    assert retry_after_s(headers, "", NOW) == expected


def test_date_counts_from_the_clock_that_is_given():
    header = {"retry-after": "Sun, 29 Nov 2026 12:00:30 GMT"}
    assert retry_after_s(header, "", NOW + timedelta(seconds=20)) == 10


@pytest.mark.parametrize("is_list", [True, False])
def test_wait_in_the_body_of_googles_servers_is_read(is_list):
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "33.5s"}
    body = {"error": {"code": 429, "details": [{"@type": "x"}, info]}}
    assert retry_after_s({}, json.dumps([body] if is_list else body), NOW) == 33.5


@pytest.mark.parametrize(
    "body", ["", "[]", "[1]", "null", '{"error": "x"}', '{"error": {"details": [5]}}', "{"]
)
def test_body_without_a_wait_names_none(body):
    assert retry_after_s({}, body, NOW) is None
