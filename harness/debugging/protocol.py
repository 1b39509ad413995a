"""What may look on at an episode and step in: the one hook of the episode loop.

A watcher is asked before each action, and told of each step once it is recorded. Without one an episode runs
as if this module were not there.
"""

from dataclasses import dataclass
from typing import Protocol

from disruptions import Kind
from harness.actions import Action
from harness.agents.protocol import Reply
from harness.observation import Observation
from harness.records import Intervention, StepRecord

PERSON = "person"
"""The limit of an episode that a person ended."""
SKIPPED = "a person skipped this action: it was not carried out"
"""What the agent is told of it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An agent has replied, and nothing has been done yet."""

    step: int
    """Number of the step, from 1."""
    seen: Observation
    """The page that the agent saw."""
    reply: Reply
    """What it replied."""
    action: Action | None
    """The action in it; None where there is none."""
    error: str | None
    """What is wrong with the reply, where it holds no action."""
    disruption: Kind | None = None
    """Which interruption the page is, if it is one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is done in this step."""

    action: Action | None
    """What is carried out; None for nothing."""
    error: str | None
    """What the agent is told was wrong; None where something is carried out."""
    intervention: Intervention | None = None
    """How a person stepped in; None where it is the agent's own step."""


class Watcher(Protocol):
    """Looks on at one episode."""

    def before_action(self, moment: Moment) -> Decision:
        """What is to be done; `as_replied` where the watcher only looks on."""
        ...

    def after_step(self, step: StepRecord) -> None:
        """A step is over, and recorded: also one whose action failed, or whose model could not be had."""
        ...


def as_replied(moment: Moment) -> Decision:
    """What the agent's reply says."""
    return Decision(moment.action, moment.error)


def decide(watcher: Watcher | None, moment: Moment) -> Decision:
    """What is done; the agent's own action where nobody looks on."""
    return as_replied(moment) if watcher is None else watcher.before_action(moment)
