"""Who goes on where a replay ends: the reference, a person, a model, or Playwright's inspector."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.actions import Action, format_action
from harness.addresses import site_path
from harness.agents.dismissal import dismissing_link
from harness.agents.protocol import Agent, AgentFactory, Assignment, Reply
from harness.agents.reference import ReferencePathError, resolve_step
from harness.errors import ConfigError, RecordError
from harness.observation import Observation
from harness.records import EpisodeRecord, StepRecord
from harness.replay.script import ReplayEndedError
from harness.wording import counted
from tasks import StopStep, TaskInstance

PAUSE = "pause"
REFERENCE = "reference"
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Place:
    """How far a reference has come in the steps that were replayed."""

    done: int
    """Steps of the reference that were taken, one after the other."""
    path: str
    """Path and query of the page that the last of them led to; the start's where there is none."""


def steps_to_replay(
    episode: EpisodeRecord, steps: Sequence[StepRecord], until: int | None, then: str | None
) -> Sequence[StepRecord]:
    """The steps that are replayed: all whose reply came, up to a number, without a stop before a hand-over.

    Args:
        episode: the episode on record.
        steps: all its steps.
        until: number of the last step that is asked for; None for the last there is.
        then: who goes on; None for nobody.

    Raises:
        ConfigError: there are not as many steps, or nothing is left for who goes on.
        RecordError: steps are missing in the record.
    """
    replied = steps[: episode.steps]
    if [step.step for step in replied] != list(range(1, episode.steps + 1)):
        raise RecordError(
            f"{episode.episode_id} took {counted(episode.steps, 'step')}, of which {len(replied)} are on"
            " record: it can't be replayed"
        )
    if until is not None and until > len(replied):
        raise ConfigError(f"--until {until}: {episode.episode_id} has {counted(len(replied), 'step')}")
    chosen = replied[:until]
    if then is None:
        return chosen
    if until is None and episode.answer is not None:
        chosen = chosen[:-1]
    if len(chosen) == len(replied):
        raise ConfigError(
            f"--then {then}: {episode.episode_id} is over after {counted(len(replied), 'step')}: add --until"
            " with a smaller number"
        )
    return chosen


def place_of_reference(task: TaskInstance, steps: Sequence[StepRecord], replayed: int) -> Place:
    """How far the reference has come.

    Args:
        task: the task.
        steps: all steps on record.
        replayed: how many of them are replayed.
    """
    done, path = 0, task.start
    for number, step in enumerate(steps[:replayed]):
        if step.on_path and step.error is None:
            done += 1
            after = steps[number + 1 : number + 2]
            path = site_path(after[0].url, after[0].url) if after else path
    return Place(done, path)


def resumed_reference(place: Place) -> AgentFactory:
    """The reference from a place in it; an `AgentFactory`."""

    def make(task: TaskInstance, assignment: Assignment) -> Agent:  # noqa: ARG001 - an AgentFactory
        return _ResumedReference(task, place)

    return make


def paused_in_browser(inspect: Callable[[], None]) -> AgentFactory:
    """Opens Playwright's inspector on the page, and ends the replay when it is left; an `AgentFactory`."""

    def make(task: TaskInstance, assignment: Assignment) -> Agent:  # noqa: ARG001 - an AgentFactory
        return _Inspector(inspect)

    return make


@dataclass(frozen=True, slots=True)
class _Inspector:
    inspect: Callable[[], None]

    def act(self, observation: Observation) -> Reply:  # noqa: ARG002 - an Agent
        self.inspect()
        raise ReplayEndedError("the inspector was left")


class _ResumedReference:
    """Goes back to the page where the reference was left, if its next step is not to be had where it is."""

    def __init__(self, task: TaskInstance, place: Place) -> None:
        self._task = task
        self._place = place
        self._done = place.done
        self._has_gone_back = False

    def act(self, observation: Observation) -> Reply:
        """The next step of the reference, or what leads to it.

        Raises:
            ReferencePathError: the step before failed, or the page lacks what this one names.
        """
        task, number = self._task, self._done
        if observation.error is not None and number > self._place.done:
            raise ReferencePathError(f"reference step {number} of {task.id} failed: {observation.error}")
        dismissal = dismissing_link(observation, task.lang)
        if dismissal is not None:
            return Reply(format_action(Action("click", index=dismissal)))
        step = task.reference[number] if number < len(task.reference) else StopStep()
        try:
            action = resolve_step(step, observation, f"step {number + 1} of {task.id}")
        except ReferencePathError:
            if number > self._place.done or self._has_gone_back:
                raise
            self._has_gone_back = True
            return Reply(format_action(Action("goto", path=self._place.path)))
        self._done += 1
        return Reply(format_action(action))
