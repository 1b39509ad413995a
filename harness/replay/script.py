"""The recorded actions of an episode, played to the episode loop as agent and watcher in one.

As agent it replies what was replied; as watcher it compares each page before anything is done with it, and
what each step has brought. The first difference ends the episode.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.agents.protocol import Agent, AgentFactory, Assignment, Reply
from harness.debugging import Decision, Moment, Watcher, as_replied, decide
from harness.errors import LoWAgentError
from harness.observation import Observation
from harness.records import StepRecord
from harness.replay.comparison import Difference, Renaming, compare_page, compare_result
from harness.replies import parse_reply
from tasks import TaskInstance


class ReplayEndedError(LoWAgentError):
    """All that was to be replayed has been. It ends the episode; nothing is wrong."""


class ReplayDiffersError(LoWAgentError):
    """Something did not come again. It ends the episode."""


@dataclass(slots=True)
class Script:
    """Steps to be played; an `AgentFactory`, the agent that it makes, and a `harness.debugging.Watcher`."""

    steps: Sequence[StepRecord]
    """In order; none of them is one whose reply never came."""
    successor: AgentFactory | None = None
    """Who goes on after them; None for nobody."""
    renaming: Renaming = field(default_factory=Renaming)
    difference: Difference | None = None
    """The first, once it was found."""
    compared: int = 0
    """Steps of which everything came again."""
    beside: Watcher | None = None
    """Who looks on besides; they may step in once the steps are over."""
    later: list[StepRecord] = field(default_factory=list)
    """Steps of the successor."""
    is_over: bool = False
    """Whether all steps were played, and nobody goes on any more."""
    _played: list[tuple[Observation, Reply]] = field(default_factory=list)
    _told: tuple[TaskInstance, Assignment] | None = None
    _agent: Agent | None = None

    def __call__(self, task: TaskInstance, assignment: Assignment) -> Agent:
        """The agent of the one episode that is replayed."""
        self._told = task, assignment
        return self

    def act(self, observation: Observation) -> Reply:
        """The next reply on record, or the successor's.

        Raises:
            ReplayDiffersError: the page is not the recorded one.
            ReplayEndedError: there is no next reply, and nobody goes on.
        """
        number = len(self._played)
        if number == len(self.steps):
            return self._go_on(observation)
        recorded = self.steps[number]
        self._refuse(compare_page(recorded, observation, self.renaming))
        reply = Reply(
            self.renaming.apply(recorded.reply),
            input_tokens=recorded.input_tokens,
            output_tokens=recorded.output_tokens,
            cost_usd=recorded.cost_usd,
            confidence=recorded.confidence,
        )
        self._played.append((observation, reply))
        return reply

    def before_action(self, moment: Moment) -> Decision:
        """What was done: the reply's own action, unless a person stepped in then.

        Raises:
            ReplayDiffersError: somebody steps in now.
        """
        decision = decide(self.beside, moment)
        if moment.step > len(self.steps):
            return decision
        recorded = self.steps[moment.step - 1]
        if decision.intervention is not None:
            stepped_in = f"a person stepped in ({decision.intervention})"
            self._refuse(Difference(moment.step, "ending", recorded.action or recorded.reply, stepped_in))
        if recorded.intervention is None:
            return as_replied(moment)
        if recorded.action is None:
            return Decision(None, recorded.error, recorded.intervention)
        action, _ = parse_reply(Reply(self.renaming.apply(recorded.action)))
        return Decision(action, None, recorded.intervention)

    def after_step(self, step: StepRecord) -> None:
        """Compare what a step has brought.

        Raises:
            ReplayDiffersError: it is something else than what was recorded.
        """
        if self.beside is not None:
            self.beside.after_step(step)
        if step.step > len(self.steps):
            self.later.append(step)
            return
        if self.difference is None:
            self._refuse(compare_result(self.steps[step.step - 1], step, self.renaming))
            self.compared = step.step

    def _refuse(self, difference: Difference | None) -> None:
        if difference is not None:
            self.difference = difference
            raise ReplayDiffersError(difference.text())

    def _go_on(self, observation: Observation) -> Reply:
        """The reply of the successor, who is told at first what has been done in its place."""
        if self.successor is None or self._told is None:
            self.is_over = True
            raise ReplayEndedError("the steps of the record are over")
        if self._agent is None:
            self._agent = self.successor(*self._told)
            remember = getattr(self._agent, "remember", None)
            if callable(remember):
                for seen, reply in self._played:
                    remember(seen, reply)
        try:
            return self._agent.act(observation)
        except ReplayEndedError:
            self.is_over = True
            raise
