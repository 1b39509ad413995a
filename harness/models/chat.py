"""A conversation with a model: messages of text and images in, one completion out, every call on record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from harness.records import CallRecord
from sites.kit.errors import LoWAgentError

Role = Literal["system", "user", "assistant"]
MOST_CHARACTERS = 1_000_000
"""Of an answer: more than any model writes within its output limit."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of text."""

    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """An image, as it is to be sent."""

    data: bytes
    """PNG, JPEG or WebP."""
    what: str
    """What it shows, for records: ``screenshot``, ``reference 1``."""


Part = TextPart | ImagePart


@dataclass(frozen=True, slots=True)
class Message:
    """One message."""

    role: Role
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered, and every call that it took."""

    text: str
    calls: tuple[CallRecord, ...]
    """In order; the last one brought ``text``, those before it failed and were retried."""
    sent: tuple[Message, ...]
    """The messages as sent: images scaled to the model's limit."""

    @property
    def cost_usd(self) -> float:
        """Sum over the calls."""
        return sum(call.cost_usd for call in self.calls)


class ModelError(LoWAgentError):
    """A model that could not be had, after all retries: infrastructure, never the agent's fault."""

    def __init__(self, message: str, calls: Sequence[CallRecord] = ()) -> None:
        super().__init__(message)
        self.calls = tuple(calls)
        """Every call that was made, each with its failure: they may have been paid for."""


class ContextOverflowError(ModelError):
    """The prompt is longer than the model's context; a shorter one may pass."""


class ChatModel(Protocol):
    """A model that answers conversations."""

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's answer.

        Raises:
            ContextOverflowError: the prompt is too long.
            ModelError: the model can't be had.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of a text: the model's own count where it can be had cheaply, else an upper estimate."""
        ...

    def close(self) -> None:
        """Release connections, processes and memory that this object started. Safe to call twice."""
        ...
