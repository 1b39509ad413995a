"""A person as the agent: the same pages, the same four actions, the same limits as any other.

What they solve is a human baseline; what they did is a draft of a reference (``lowagent tasks draft``).
"""

from dataclasses import dataclass
from typing import Protocol

from harness.agents.protocol import Assignment, Reply
from harness.errors import AgentError
from harness.observation import Observation
from tasks import TaskInstance


@dataclass(frozen=True, slots=True)
class Turn:
    """A person is asked for one action."""

    assignment: Assignment
    step: int
    """Number of the step, from 1."""
    seen: Observation
    can_hand_back: bool = False
    """Whether there is an agent that may go on."""


class Person(Protocol):
    """Somebody who can be asked."""

    def act(self, turn: Turn) -> str | None:
        """Their action, in the words of any agent; None where they hand back.

        Raises:
            LoWAgentError: nobody is there.
        """
        ...


class HumanAgents:
    """Makes the agent of each episode: all of them are the same person."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, task: TaskInstance, assignment: Assignment) -> "HumanAgent":  # noqa: ARG002 - an AgentFactory
        """The agent of an episode."""
        return HumanAgent(self, assignment)


class HumanAgent:
    """Asks a person for every step."""

    def __init__(self, agents: HumanAgents, assignment: Assignment) -> None:
        self._agents = agents
        self._assignment = assignment
        self._steps = 0

    def remember(self, seen: Observation, reply: Reply) -> None:  # noqa: ARG002 - a person has seen it
        """Count a step that was taken in this one's place."""
        self._steps += 1

    def act(self, observation: Observation) -> Reply:
        """What the person says.

        Raises:
            AgentError: they would hand back to an agent that there is not.
        """
        self._steps += 1
        text = self._agents.person.act(Turn(self._assignment, self._steps, observation))
        if text is None:
            raise AgentError("a person handed back, but no other agent is there: --model human has only them")
        return Reply(text)
