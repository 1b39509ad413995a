"""The body of a successful call: an answer, or one of the failures that come with status 200."""

from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import BaseModel, ConfigDict, ValidationError

from harness.models.bodies import read_json
from harness.models.chat import MOST_CHARACTERS
from harness.models.failures import Failure, Usage, failure_of_status, has_error, quoted
from harness.models.settings import ModelSettings

_OK = 200
_EPOCH = datetime.fromtimestamp(0, UTC)
_FILTERED = frozenset({"safety", "recitation", "blocklist", "prohibited_content", "spii", "image_safety"})
"""Reasons to end of Gemini's that some gateways pass on as they are."""
_COUNTING_SLACK = 0.01
"""Share of the limit by which a server's count of a full answer may fall short of it: servers differ on
whether special tokens count."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered."""

    text: str
    finish: str | None
    usage: Usage


class _Model(BaseModel):
    """Parts of a body; what we don't read may be anything."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _InputDetails(_Model):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class _OutputDetails(_Model):
    reasoning_tokens: int | None = None


class _Usage(_Model):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    prompt_tokens_details: _InputDetails | None = None
    completion_tokens_details: _OutputDetails | None = None


class _Piece(_Model):
    text: str | None = None


class _Message(_Model):
    content: str | list[_Piece] | None = None
    refusal: str | None = None


class _Choice(_Model):
    message: _Message | None = None
    finish_reason: str | None = None


class _Body(_Model):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None


def read_answer(body: str, settings: ModelSettings) -> Answer | Failure:
    """The answer in the body of a call that ended with status 200, or why there is none.

    An answer that used up ``max_output_tokens`` is the model's own, however it ends; one that the server
    cut off before that is not, nor one that it let go on far beyond.
    """
    try:
        found = read_json(body)
    except ValueError:
        return _no_json(body)
    if has_error(found):
        return failure_of_status(_OK, {}, body, _EPOCH)
    try:
        read = _Body.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Failure("server_error", f"no chat completion ({where}: {first['msg']}): {quoted(body)}", _OK)
    got = _judge(read, settings)
    return _endless(got, settings) if isinstance(got, Answer) and len(got.text) > MOST_CHARACTERS else got


def _endless(answer: Answer, settings: ModelSettings) -> Failure:
    """The failure of an answer that no output limit has ended: the server's, for it was asked to."""
    message = (
        f"the answer has {len(answer.text):,} characters, more than {MOST_CHARACTERS:,}, though"
        f" {settings.output_limit_field}={settings.max_output_tokens} was asked for"
    )
    return Failure("server_error", message, _OK, None, answer.finish, answer.usage, is_final=True)


def _no_json(body: str) -> Failure:
    if body.lstrip().startswith("{"):
        return Failure("truncated", f"the body is cut: it ends with {quoted(body[-80:])!r}", _OK)
    if not body.strip():
        return Failure("empty", "the body is empty", _OK)
    what = f"expected a chat completion in JSON, got {quoted(body)!r}: does the address end in /v1?"
    return Failure("server_error", what, _OK)


def _judge(body: _Body, settings: ModelSettings) -> Answer | Failure:
    usage = _usage(body.usage)
    choice = body.choices[0] if body.choices else _Choice()
    text, finish = _text(choice.message), choice.finish_reason
    if _is_filtered(finish):
        return Failure(
            "content_filter", f"a filter of the server ended the answer ({finish})", _OK, None, finish, usage
        )
    if finish == "length":
        cut = _cut(usage, settings)
        return Answer(text, finish, usage) if cut is None else cut
    if not text.strip():
        why = "no choices" if not body.choices else f"no text, finish_reason {finish}"
        return Failure("empty", f"the answer is empty: {why}", _OK, None, finish, usage)
    return Answer(text, finish, usage)


def _cut(usage: Usage, settings: ModelSettings) -> Failure | None:
    """The failure of an answer that ended for its length; None where the length is what was asked for."""
    asked, got = settings.max_output_tokens, usage.output_tokens
    if got == 0 or got >= asked:
        return None  # a server that doesn't count is believed
    message = f"the answer was cut after {got} of {asked} tokens"
    if usage.input_tokens + got >= settings.context_tokens - 1:
        what = f"{message}: the context is full"
        return Failure("context_overflow", what, _OK, finish="length", usage=usage, is_final=True)
    if got >= asked - max(1, int(asked * _COUNTING_SLACK)):
        return None
    return Failure("truncated", message, _OK, finish="length", usage=usage)


def _text(message: _Message | None) -> str:
    if message is None:
        return ""
    if isinstance(message.content, list):
        return "".join(piece.text or "" for piece in message.content)
    return message.content or message.refusal or ""


def _is_filtered(finish: str | None) -> bool:
    word = (finish or "").lower()
    return word.startswith("content_filter") or word in _FILTERED


def _usage(usage: _Usage | None) -> Usage:
    """Every figure may be missing. What Gemini thinks is in the total only."""
    if usage is None:
        return Usage()
    inputs, outputs = _count(usage.prompt_tokens), _count(usage.completion_tokens)
    unseen = max(0, _count(usage.total_tokens) - inputs - outputs)
    details_in = usage.prompt_tokens_details or _InputDetails()
    details_out = usage.completion_tokens_details or _OutputDetails()
    return Usage(
        input_tokens=inputs,
        cached_tokens=_count(details_in.cached_tokens),
        written_tokens=_count(details_in.cache_write_tokens),
        output_tokens=outputs + unseen,
        reasoning_tokens=max(_count(details_out.reasoning_tokens), unseen),
    )


def _count(tokens: int | None) -> int:
    """0 where a server says nothing, or less than that: no call may give money back."""
    return max(0, tokens or 0)
