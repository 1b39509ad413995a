"""What a model's service is asked and answers, as OpenAI's chat completions write it."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Literal

from PIL import Image

from tests.model_failures import Failure

CHARACTERS_PER_TOKEN = 4
IMAGE_TOKENS = 258
REASONING_TOKENS = 2
"""Of each reply, beside those of its text."""
RETRY_AFTER_S = 1
CUT_OFF_AFTER = 2
"""Characters of a truncated reply: too few for an action."""

UNREADABLE: tuple[Failure, ...] = (
    "no_answer",
    "stalled_body",
    "trickled_body",
    "cut_before_headers",
    "cut_in_body",
)
"""Of these the client never gets a whole body."""
REFUSALS: Mapping[Failure | None, tuple[int, str, str | None]] = {
    "rate_limit_with_wait": (429, "too many requests", "rate_limit_exceeded"),
    "rate_limit": (429, "too many requests", "rate_limit_exceeded"),
    "error_500": (500, "the server had an error", None),
    "error_503": (503, "overloaded, try again later", None),
    "filtered_prompt": (400, "The prompt triggered the content management policy.", "content_filter"),
    "context_overflow": (
        400,
        "This model's maximum context length is 100 tokens. However, your messages resulted in {tokens} "
        "tokens. Please reduce the length of the messages.",
        "context_length_exceeded",
    ),
}
"""Failure -> HTTP status, message, code of the error."""

Json = Mapping[str, Any]
Misuse = Literal["unknown_prompt", "wrong_key", "bad_request"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a request asks, as far as this service cares."""

    text: str
    """Of the last message."""
    pictures: tuple[bytes, ...]
    """Of the last message, in order."""
    tokens: int
    """Of all messages."""

    @classmethod
    def of(cls, request: Json) -> "Prompt":
        """Take a request apart.

        Raises:
            ValueError: it is no request for a chat completion, or a picture in it can't be decoded.
        """
        try:
            parts = [_parts(message["content"]) for message in request["messages"]]
            texts = [[part["text"] for part in one if part["type"] == "text"] for one in parts]
            images = [[_picture(part) for part in one if part["type"] == "image_url"] for one in parts]
            characters = sum(len(text) for one in texts for text in one)
            tokens = characters // CHARACTERS_PER_TOKEN + IMAGE_TOKENS * sum(map(len, images))
            return cls("\n".join(texts[-1]), tuple(images[-1]), tokens)
        except (LookupError, TypeError, binascii.Error) as error:
            raise ValueError(f"no request for a chat completion: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer over HTTP."""

    status: int
    body: Json
    failure: Failure | Misuse | None = None
    """None where the call passes."""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def usage(self) -> Json | None:
        """The usage that a client can read in it, and is billed for."""
        return None if self.failure in UNREADABLE else self.body.get("usage")


def completion(model: str, prompt: Prompt, reply: str, failure: Failure | None = None) -> Answer:
    """The answer to a prompt.

    Args:
        model: name of the model.
        prompt: the prompt.
        reply: what the model has to say.
        failure: how the call fails, if it does.
    """
    if failure in REFUSALS:
        status, message, code = REFUSALS[failure]
        headers = {"Retry-After": str(RETRY_AFTER_S)} if failure == "rate_limit_with_wait" else {}
        return Answer(status, _error(message.format(tokens=prompt.tokens), code), failure, headers)
    text, finish = (reply, "stop") if failure is None else _spoiled(reply, failure)
    return Answer(200, _completion(model, prompt, text, finish), failure)


def refusal(status: int, message: str, why: Misuse) -> Answer:
    """The answer to what should not have been asked."""
    return Answer(status, _error(message, why), why)


def models(name: str) -> Json:
    """The list of models: there is one."""
    return {"object": "list", "data": [{"id": name, "object": "model", "created": 1, "owned_by": "tests"}]}


def describe_picture(picture: bytes) -> str:
    """``PNG 1280x720``.

    Raises:
        ValueError: it can't be decoded.
    """
    try:
        with Image.open(BytesIO(picture)) as image:
            image.load()
            return f"{image.format} {image.width}x{image.height}"
    except OSError as error:
        raise ValueError(f"{len(picture)} bytes are no picture: {error}") from error


def _spoiled(reply: str, failure: Failure) -> tuple[str, str]:
    """The text and the reason to end of a reply that is sent; what is cut or late is a whole one."""
    if failure == "truncated":
        return reply[:CUT_OFF_AFTER], "length"
    if failure in ("empty", "filtered_reply"):
        return "", "stop" if failure == "empty" else "content_filter"
    return reply, "stop"


def _completion(model: str, prompt: Prompt, text: str, finish: str) -> Json:
    output = len(text) // CHARACTERS_PER_TOKEN + 1 + REASONING_TOKENS
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [choice],
        "usage": {
            "prompt_tokens": prompt.tokens,
            "completion_tokens": output,
            "total_tokens": prompt.tokens + output,
            "prompt_tokens_details": {"cached_tokens": prompt.tokens // 2},
            "completion_tokens_details": {"reasoning_tokens": REASONING_TOKENS},
        },
    }


def _error(message: str, code: str | None) -> Json:
    return {"error": {"message": message, "type": "error", "param": None, "code": code}}


def _parts(content: str | list[Json]) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _picture(part: Json) -> bytes:
    head, _, data = part["image_url"]["url"].partition(";base64,")
    if not head.startswith("data:image/"):
        raise ValueError(f"expected a data URL of an image, got {head[:40]!r}")
    return base64.b64decode(data, validate=True)
