"""When a call that failed is made again: waits that double, with jitter, unless the server says how long."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

from harness.models.bodies import read_json

LONGEST_BACKOFF_S = 60.0
LONGEST_RETRY_AFTER_S = 300.0
"""A server that asks for more is not waited for: the call has failed for good."""
_LEAST_SHARE = 0.5
"""Of a backoff, what is waited at least; the rest is drawn, so that workers don't come back together."""
_RETRY_AFTER_JITTER = 0.1
_RETRY_DELAY = re.compile(r"(?P<seconds>[0-9]+(?:\.[0-9]+)?)s")


def backoff_s(retry: int, base_s: float, random: Random) -> float:
    """Seconds before a retry that the server said nothing about.

    Args:
        retry: 1 for the first.
        base_s: before the first, at most; it doubles with each, up to `LONGEST_BACKOFF_S`.
        random: draws the share of it.
    """
    return _full_s(retry, base_s) * random.uniform(_LEAST_SHARE, 1.0)


def expected_wait_s(retries: int, base_s: float) -> float:
    """Seconds that all backoffs together take on average."""
    return sum(_full_s(retry, base_s) for retry in range(1, retries + 1)) * (_LEAST_SHARE + 1.0) / 2


def after_s(asked_s: float, random: Random) -> float:
    """Seconds before a retry that the server named a time for: never less, and up to a tenth more."""
    return asked_s * (1.0 + random.uniform(0.0, _RETRY_AFTER_JITTER))


def retry_after_s(headers: Mapping[str, str], body: str, now: datetime) -> float | None:
    """Seconds that a server asks to wait; None where it doesn't.

    Args:
        headers: names in lower case: ``retry-after-ms``, ``retry-after`` in seconds or as an HTTP date.
        body: where Google's servers say it (``RetryInfo``).
        now: the time, with zone.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000.0
    header = headers.get("retry-after", "")
    found = _seconds(header)
    if found is None:
        found = _until(header, now)
    return _retry_info(body) if found is None else found


def _full_s(retry: int, base_s: float) -> float:
    return min(LONGEST_BACKOFF_S, base_s * 2.0 ** min(retry - 1, 32))


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(text: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())


def _retry_info(body: str) -> float | None:
    try:
        found = read_json(body)
    except ValueError:
        return None
    error = (found[0] if isinstance(found, list) and found else found) or {}
    inner = error.get("error") if isinstance(error, dict) else None
    details = inner.get("details") if isinstance(inner, dict) else None
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        match = _RETRY_DELAY.fullmatch(delay) if isinstance(delay, str) else None
        if match is not None:
            return float(match["seconds"])
    return None
