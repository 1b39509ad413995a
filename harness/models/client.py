"""A model behind a server that speaks OpenAI's protocol: calls, retries, and a record of each.

The ``openai`` client sends and receives; its own retries are off, because every call that was made belongs
into the record, failed ones included. This module is imported only when a model is opened: the client is
heavy. What a failure means is decided in `harness.models.failures` and
`harness.models.answers`, how long to wait in `harness.models.retries`.
"""

import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    DefaultHttpxClient,
    OpenAI,
    OpenAIError,
    Timeout,
)

from harness.errors import ConfigError
from harness.models.advice import advice_of
from harness.models.answers import Answer, read_answer
from harness.models.chat import Completion, ContextOverflowError, ImagePart, Message, ModelError
from harness.models.deadlines import watch_deadline
from harness.models.failures import Failure, failure_of_status
from harness.models.images import fit_messages
from harness.models.keys import NO_KEY, read_key
from harness.models.prices import UNKNOWN, warn_of_unknown_price
from harness.models.requests import Json, request_body
from harness.models.retries import LONGEST_RETRY_AFTER_S, after_s, backoff_s, expected_wait_s
from harness.models.settings import DEFAULT_URLS, ModelSettings, is_own_machine
from harness.models.tokenizing import TokenCounter
from harness.records.calls import CallRecord, CallStatus, CallTiming

_FEW_RETRIES: Mapping[CallStatus, int] = {"empty": 2, "truncated": 2, "content_filter": 2}
"""Failures that the same prompt mostly brings again: fewer tries than `ModelSettings.max_retries`."""
_CONNECT_TIMEOUT_S = 10.0
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Machinery:
    """What a client takes from the machine, but for timeouts of connections; tests put their own in."""

    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    """Seconds that only grow."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """With zone; for waits that servers name as a date."""
    random: Random = field(default_factory=Random)
    """Draws the jitter of waits; nothing that is recorded of an answer depends on it."""


class EndpointModel:
    """A `ChatModel` behind a server."""

    def __init__(
        self,
        settings: ModelSettings,
        *,
        environ: Mapping[str, str] | None = None,
        machinery: Machinery | None = None,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        """Prepare the client; nothing is contacted.

        Args:
            settings: with an address (`ModelSettings.url`).
            environ: where the key is looked up; the process's environment if None.
            machinery: sleep, clocks and chance.
            on_close: what else ends with this model, such as its server.

        Raises:
            ConfigError: the variable of the key is not set, or there is no address.
        """
        self.settings = settings
        self._key = read_key(settings, os.environ if environ is None else environ)
        self._machinery = machinery or Machinery()
        self._client = _open_client(settings, self._key)
        self._counter = TokenCounter(settings, self._key)
        self._on_close = on_close
        self._has_told = False

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's answer, after as many retries as it takes and the settings allow.

        Raises:
            ContextOverflowError: the prompt is too long.
            ModelError: the model can't be had, or can't see as many images.
        """
        self._refuse_images(messages)
        if self.settings.price.source == UNKNOWN:
            warn_of_unknown_price(self.settings.spec)
        sent = fit_messages(messages, self.settings.image_limit, self.settings.image_format)
        body = request_body(sent, self.settings)
        calls: list[CallRecord] = []
        failed: Counter[CallStatus] = Counter()
        wait_s = 0.0
        while True:
            started = self._machinery.clock()
            got = self._call(body)
            seconds = self._machinery.clock() - started
            calls.append(self._record(got, seconds, wait_s))
            if isinstance(got, Answer):
                return Completion(got.text, tuple(calls), sent)
            failed[got.status] += 1
            if self._is_final(got, failed):
                raise self._error(got, calls)
            wait_s = self._wait_s(got, failed.total())
            self._tell_of(got, wait_s)
            self._machinery.sleep(wait_s)

    def count_tokens(self, text: str) -> int:
        """Tokens of a text: vLLM's own count, else an upper estimate (`harness.models.tokens`).

        Raises:
            ModelError: the vLLM server can't be asked.
        """
        return self._counter.count(text)

    def close(self) -> None:
        """Close the connections, and end the server that was started for this model."""
        self._client.close()
        self._counter.close()
        if self._on_close is not None:
            self._on_close()

    def _call(self, body: Json) -> Answer | Failure:
        create = self._client.chat.completions.with_raw_response.create
        try:
            # Everything goes through extra_body: the client's own arguments differ from version to version.
            response = create(model=self.settings.name, messages=[], extra_body=body)
            text = response.http_response.text
        except APITimeoutError:
            return Failure("timeout", f"no answer within {self.settings.timeout_s:g} s")
        except APIConnectionError as error:
            return Failure("connection", self._redact(str(error.__cause__ or error)))
        except APIStatusError as error:
            return self._failure_of(error)
        return read_answer(text, self.settings)

    def _failure_of(self, error: APIStatusError) -> Failure:
        headers = {name.lower(): self._redact(value) for name, value in error.response.headers.items()}
        text = self._redact(error.response.text)
        return failure_of_status(error.status_code, headers, text, self._machinery.now())

    def _record(self, got: Answer | Failure, seconds: float, wait_s: float) -> CallRecord:
        usage, failure = got.usage, got if isinstance(got, Failure) else None
        return CallRecord(
            status="ok" if failure is None else failure.status,
            http_status=200 if failure is None else failure.http_status,
            message=None if failure is None else failure.message,
            finish=got.finish,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            reasoning_tokens=usage.reasoning_tokens,
            cost_usd=self.settings.price.cost_usd(
                input_tokens=usage.input_tokens,
                cached_tokens=usage.cached_tokens,
                output_tokens=usage.output_tokens,
                written_tokens=usage.written_tokens,
            ),
            timing=CallTiming(seconds=round(seconds, 3), waited_seconds=round(wait_s, 3)),
        )

    def _is_final(self, failure: Failure, failed: Mapping[CallStatus, int]) -> bool:
        if failure.is_final or (failure.retry_after_s or 0.0) > LONGEST_RETRY_AFTER_S:
            return True
        most = self.settings.max_retries
        few = min(most, _FEW_RETRIES.get(failure.status, most))
        return sum(failed.values()) > most or failed[failure.status] > few

    def _wait_s(self, failure: Failure, retry: int) -> float:
        if failure.retry_after_s is not None:
            return after_s(failure.retry_after_s, self._machinery.random)
        return backoff_s(retry, self.settings.backoff_s, self._machinery.random)

    def _tell_of(self, failure: Failure, wait_s: float) -> None:
        """Warn of the first call of this model that is made again: until it works, a run seems to stand."""
        level = logging.INFO if self._has_told else logging.WARNING
        self._has_told = True
        longest_s = self._longest_wait_s(failure.status) if failure.retry_after_s is None else wait_s
        what = f"{_words(failure)}: {failure.message}"
        _LOG.log(
            level,
            "%s at %s: %s; trying again for up to about %.0f s",
            self.settings.spec.partition("@")[0],
            self.settings.url,
            what,
            longest_s,
        )

    def _longest_wait_s(self, status: CallStatus) -> float:
        retries = min(self.settings.max_retries, _FEW_RETRIES.get(status, self.settings.max_retries))
        return expected_wait_s(retries, self.settings.backoff_s)

    def _error(self, failure: Failure, calls: Sequence[CallRecord]) -> ModelError:
        tries = f" after {len(calls)} calls" if len(calls) > 1 else ""
        what = f"{self.settings.spec}: {_words(failure)}{tries}: {failure.message}"
        message = f"{what}. {advice_of(failure, self.settings, self._offered_models)}"
        if failure.status == "context_overflow":
            return ContextOverflowError(message, calls)
        return ModelError(message, calls)

    def _offered_models(self) -> tuple[str, ...]:
        """Names of the models that the server offers; empty where it doesn't tell."""
        try:
            return tuple(model.id for model in self._client.models.list(timeout=_CONNECT_TIMEOUT_S).data)
        except (OpenAIError, ValueError, AttributeError, TypeError):
            return ()

    def _refuse_images(self, messages: Sequence[Message]) -> None:
        count = sum(isinstance(part, ImagePart) for message in messages for part in message.parts)
        if count > self.settings.max_images:
            raise ModelError(
                f"{self.settings.spec} takes max_images={self.settings.max_images} images in a prompt, got"
                f" {count}: choose a model that sees, --obs text, or --model-option max_images={count}"
            )

    def _redact(self, text: str) -> str:
        return text.replace(self._key, "***") if self._key not in ("", NO_KEY) else text


def _words(failure: Failure) -> str:
    """``no connection``, ``rate_limit, HTTP 429``."""
    status = "no connection" if failure.status == "connection" else failure.status
    return f"{status}, HTTP {failure.http_status}" if failure.http_status not in (None, 200) else status


def _open_client(settings: ModelSettings, key: str) -> OpenAI:
    if settings.url is None:
        raise ConfigError(f"{settings.spec} has no address: expected {settings.provider}/NAME@URL")
    timeout = Timeout(settings.timeout_s, connect=min(_CONNECT_TIMEOUT_S, settings.timeout_s))
    # A proxy of the environment is never asked for an address of this machine.
    # No redirect is followed: prompts go to the address that was given, or nowhere.
    transport = DefaultHttpxClient(
        trust_env=not is_own_machine(settings.url), timeout=timeout, follow_redirects=False
    )
    watch_deadline(transport, settings.timeout_s)
    client = OpenAI(base_url=settings.url, api_key=key, max_retries=0, http_client=transport, timeout=timeout)
    if settings.url != DEFAULT_URLS["openai"]:
        client.organization = client.project = None  # OpenAI's, from the environment: nobody else's business
    return client
