"""What a step's record keeps of its model: the prompt as it was sent, and every call."""

from typing import Literal

from harness.records.base import RecordModel

CallStatus = Literal[
    "ok",
    "timeout",
    "connection",
    "rate_limit",
    "server_error",
    "empty",
    "truncated",
    "content_filter",
    "context_overflow",
    "bad_request",
]
"""How a call of a model ended. ``truncated``: cut off before the output limit that was asked for."""


class CallTiming(RecordModel):
    """How long a call took."""

    seconds: float
    """Until it had answered or failed."""
    waited_seconds: float = 0.0
    """Before it was made: backoff, or what the server asked for."""


class CallRecord(RecordModel):
    """One call of a model, failed ones included."""

    status: CallStatus
    """How it ended."""
    http_status: int | None = None
    """Where a server answered."""
    message: str | None = None
    """What was wrong; None where nothing was."""
    finish: str | None = None
    """The server's reason to end: ``stop``, ``length``."""
    input_tokens: int = 0
    """Of the prompt, cached ones included."""
    cached_tokens: int = 0
    """Those of them that the server had in its cache."""
    output_tokens: int = 0
    """Of the answer, reasoning included."""
    reasoning_tokens: int = 0
    """Those of them that were reasoning."""
    cost_usd: float = 0.0
    """By the price table; 0 where the model has no price."""
    timing: CallTiming
    """What differs from run to run."""


class PromptPart(RecordModel):
    """A piece of a message: text, or the image that was sent."""

    text: str | None = None
    """Its text; None for an image."""
    image: str | None = None
    """Path of the image in the run's folder, exactly as it was sent; None for text."""
    what: str | None = None
    """What the image shows."""


class PromptMessage(RecordModel):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    parts: tuple[PromptPart, ...]
    """In order."""


class CutRecord(RecordModel):
    """What was left out of a prompt to keep it within its budget."""

    steps: int = 0
    """Earlier steps that were left out, oldest first."""
    text_tokens: int = 0
    """Tokens cut from the middle of the page's text."""


class PromptRecord(RecordModel):
    """What a model was sent in a step."""

    messages: tuple[PromptMessage, ...]
    """In order."""
    tokens: int
    """Text tokens by the harness's count, before the server's own."""
    cut: CutRecord = CutRecord()
    """What was left out."""
