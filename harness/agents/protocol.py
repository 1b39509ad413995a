"""What an agent is: it gets an assignment, then answers each observation with one reply."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

from harness.models import Message
from harness.observation import Observation
from harness.records import CallRecord, CutRecord
from sites.kit.site import Account
from tasks import TaskInstance


@dataclass(frozen=True, slots=True)
class Assignment:
    """All that an agent may know of its task: never the checks, never the reference."""

    task_id: str
    site: str
    lang: str
    intent: str
    account: Account
    budget: int
    reference_images: tuple[bytes, ...] = ()
    """PNG or WebP; only for visual tasks."""


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """What a model was sent for a reply."""

    messages: tuple[Message, ...]
    """As sent: images scaled to the model's limit."""
    tokens: int
    """Text tokens by the harness's count."""
    cut: CutRecord
    """What was left out to keep within the budget of tokens."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of an agent: the raw text, and what it cost."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    calls: tuple[CallRecord, ...] = ()
    """Calls of a model that it took, failed ones included; their sums are the three figures above."""
    prompt: SentPrompt | None = None
    """What that model was sent."""
    confidence: int | None = None
    """0 to 100: how sure the agent says it is of its answer; only beside a stop."""

    @classmethod
    def of_calls(
        cls,
        text: str,
        calls: tuple[CallRecord, ...],
        prompt: SentPrompt | None = None,
        confidence: int | None = None,
    ) -> Self:
        """A reply whose cost is the sum of its calls."""
        return cls(
            text,
            input_tokens=sum(call.input_tokens for call in calls),
            output_tokens=sum(call.output_tokens for call in calls),
            cost_usd=sum(call.cost_usd for call in calls),
            calls=calls,
            prompt=prompt,
            confidence=confidence,
        )


class Agent(Protocol):
    """One agent for one episode."""

    def act(self, observation: Observation) -> Reply:
        """Answer the observation with one action (as text; the harness parses it)."""
        ...


AgentFactory = Callable[[TaskInstance, Assignment], Agent]
"""Makes the agent of an episode. Baselines may read the task; models get the assignment only."""
