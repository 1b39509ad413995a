"""What an agent is: it gets an assignment, then answers each observation with one reply."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from harness.observation import Observation
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
class Reply:
    """One reply of an agent: the raw text, and what it cost."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0


class Agent(Protocol):
    """One agent for one episode."""

    def act(self, observation: Observation) -> Reply:
        """Answer the observation with one action (as text; the harness parses it)."""
        ...


AgentFactory = Callable[[TaskInstance, Assignment], Agent]
"""Makes the agent of an episode. Baselines may read the task; models get the assignment only."""
