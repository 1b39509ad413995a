"""What can go wrong with a call, and whether it is worth another try."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from harness.models.bodies import read_json
from harness.models.retries import retry_after_s
from harness.records.calls import CallStatus

_QUOTED_CHARACTERS = 300
_OVERFLOW_CODES = frozenset({"context_length_exceeded", "exceed_context_size_error"})
_OVERFLOW_WORDS = re.compile(
    "|".join(
        (
            r"maximum context length",  # OpenAI, vLLM
            r"longer than the maximum model length",  # vLLM
            r"exceeds? (?:the )?model'?s? maximum",  # vLLM
            r"max_(?:completion_)?tokens must be at least 1, got -",  # vLLM, older
            r"input tokens exceed the configured limit",  # OpenAI
            r"exceeds? the (?:available )?context (?:size|window|length)",  # llama.cpp
            r"input token count .* exceeds the maximum number of tokens",  # Gemini
            r"longer than the model's context length",  # SGLang
        )
    ),
    re.IGNORECASE,
)
"""How servers say that a prompt is too long."""
_FILTER_CODES = re.compile(
    r"content_?(?:filter|policy_violation)|responsibleaipolicyviolation", re.IGNORECASE
)
_NO_MONEY_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_FINAL = frozenset({"bad_request", "context_overflow"})


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the server counted them."""

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    """Of the input, put into the server's cache."""
    output_tokens: int = 0
    reasoning_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that brought no answer."""

    status: CallStatus
    message: str
    """What came."""
    http_status: int | None = None
    code: str | None = None
    """The server's own word for it."""
    finish: str | None = None
    usage: Usage = field(default_factory=Usage)
    """It may have been paid for."""
    retry_after_s: float | None = None
    """What the server asks to wait."""
    is_final: bool = False
    """Another try would fail in the same way."""


def failure_of_status(http_status: int, headers: Mapping[str, str], body: str, now: datetime) -> Failure:
    """The failure behind an HTTP status from 300 up, or behind an error that a body of status 200 holds.

    Args:
        http_status: the status.
        headers: names in lower case.
        body: the body as text.
        now: the time, with zone, for a ``Retry-After`` that is a date.
    """
    error = _read_error(body)
    status = _status(http_status, error)
    is_broke = status == "rate_limit" and bool(_NO_MONEY_CODES & error.codes)
    return Failure(
        status=status,
        message=_redirection(http_status, headers) or error.message or quoted(body) or "no body",
        http_status=http_status,
        code=error.code,
        retry_after_s=retry_after_s(headers, body, now),
        is_final=status in _FINAL or is_broke,
    )


def is_redirect(http_status: int | None) -> bool:
    """Whether a server sends its callers elsewhere."""
    return http_status is not None and 300 <= http_status < 400


def has_error(body: object) -> bool:
    """Whether a JSON body of status 200 is an error."""
    return isinstance(body, dict) and bool(body.get("error")) and not body.get("choices")


def quoted(text: str) -> str:
    """The beginning of a text in one line, for messages."""
    line = " ".join(text.split())
    return line if len(line) <= _QUOTED_CHARACTERS else line[:_QUOTED_CHARACTERS] + "…"


@dataclass(frozen=True, slots=True)
class _Error:
    """The error in a body."""

    message: str = ""
    code: str | None = None
    codes: frozenset[str] = frozenset()
    """Every word for it: code, type, status."""


def _status(http_status: int, error: _Error) -> CallStatus:
    if http_status == 200:  # some gateways put the real status into the body
        http_status = next((int(code) for code in error.codes if re.fullmatch("[45][0-9]{2}", code)), 500)
    if http_status not in (401, 403, 404, 429) and _is_overflow(error):
        return "context_overflow"
    if any(_FILTER_CODES.search(code) for code in error.codes):
        return "content_filter"
    if http_status == 408:
        return "timeout"
    if http_status == 429 or "rate_limit_exceeded" in error.codes:
        return "rate_limit"
    if http_status in (409, 425) or http_status >= 500:
        return "server_error"
    return "bad_request"


def _redirection(http_status: int, headers: Mapping[str, str]) -> str:
    """Where a redirect leads; empty for other answers."""
    address = headers.get("location", "") if is_redirect(http_status) else ""
    return f"expected an answer, got a redirect to {quoted(address)}" if address else ""


def _is_overflow(error: _Error) -> bool:
    return bool(_OVERFLOW_CODES & error.codes) or bool(_OVERFLOW_WORDS.search(error.message))


def _read_error(body: str) -> _Error:
    """OpenAI's ``{"error": {…}}``, in the shapes that compatible servers give it."""
    try:
        found = read_json(body)
    except ValueError:
        return _Error(message=quoted(body))
    if isinstance(found, list) and found:  # Gemini
        found = found[0]
    if not isinstance(found, dict):
        return _Error(message=quoted(body))
    inner = found.get("error", found)
    if not isinstance(inner, dict):
        return _Error(message=quoted(str(inner)))
    words = [str(inner[key]) for key in ("code", "type", "status") if inner.get(key) not in (None, "")]
    message = inner.get("message") or inner.get("detail") or body
    return _Error(quoted(str(message)), words[0] if words else None, frozenset(words))
