"""The reference agent: carries out a task's own reference, which proves that the task can be done.

A reference names links by address and forms by the path they submit to; both become numbers on the page at
hand, which is why one reference serves every language. What interrupts it is dismissed first.
"""

from harness.actions import Action, format_action
from harness.addresses import resolve, site_path
from harness.agents.dismissal import dismissing_link
from harness.agents.protocol import Assignment, Reply
from harness.errors import LoWAgentError
from harness.observation import Observation
from tasks import ClickStep, FillStep, GotoStep, ReferenceStep, StopStep, TaskInstance

FIRST_LINK = 1


class ReferencePathError(LoWAgentError):
    """A reference that can't be carried out: a defect of the task or the site, never of an agent."""


class ReferenceAgent:
    """Replies with the steps of the reference, one after the other."""

    def __init__(self, task: TaskInstance, assignment: Assignment) -> None:  # noqa: ARG002 - an AgentFactory
        self._task = task
        self._done = 0

    def act(self, observation: Observation) -> Reply:
        """The next step, or the click that dismisses what stands before it.

        Raises:
            ReferencePathError: the step before failed, or the page lacks what this one names.
        """
        number = self._done
        if observation.error is not None:
            raise ReferencePathError(
                f"reference step {number} of {self._task.id} failed: {observation.error}"
            )
        dismissal = dismissing_link(observation, self._task.lang)
        if dismissal is not None:
            return Reply(format_action(Action("click", index=self._answer_to_interruption(dismissal))))
        self._done += 1
        steps = self._task.reference
        step = steps[number] if number < len(steps) else StopStep()
        return Reply(format_action(resolve_step(step, observation, f"step {number + 1} of {self._task.id}")))

    def _answer_to_interruption(self, dismissal: int) -> int:
        """Which link of an interruption is clicked, given the one that dismisses it."""
        return dismissal


class CarelessAgent(ReferenceAgent):
    """The reference but for one thing: clicks the first link of whatever interrupts it."""

    def _answer_to_interruption(self, dismissal: int) -> int:  # noqa: ARG002 - looks no further
        return FIRST_LINK


def resolve_step(step: ReferenceStep, observation: Observation, where: str = "step") -> Action:
    """The action that carries out a step on a page.

    Args:
        step: a step of a reference.
        observation: the page.
        where: how an error names the step.

    Raises:
        ReferencePathError: the page has no such link or form.
    """
    if isinstance(step, GotoStep):
        return Action("goto", path=step.path)
    if isinstance(step, StopStep):
        return Action("stop", answer=step.answer)
    if isinstance(step, ClickStep):
        return Action("click", index=_link_index(step, observation, where))
    return Action("fill", index=_form_index(step, observation, where), fields=dict(step.fields))


def _link_index(step: ClickStep, observation: Observation, where: str) -> int:
    wanted = _path(step.href, observation)
    for link in observation.links:
        if link.href == wanted:
            return link.index
    hrefs = ", ".join(link.href for link in observation.links)
    raise ReferencePathError(f"{where}: {observation.url} has no link to {wanted}; its links lead to {hrefs}")


def _form_index(step: FillStep, observation: Observation, where: str) -> int:
    """The first form of the action's path that has the fields; a list and its "ask" form share one path."""
    wanted = _path(step.action, observation)
    there = [form for form in observation.forms if wanted in (form.action, form.action.partition("?")[0])]
    for form in there:
        if step.fields.keys() <= {field.name for field in form.fields}:
            return form.index
    if there:
        return there[0].index
    actions = ", ".join(form.action for form in observation.forms)
    raise ReferencePathError(f"{where}: {observation.url} has no form for {wanted}; its forms: {actions}")


def _path(reference: str, observation: Observation) -> str:
    return site_path(resolve(reference, observation.url), observation.url)
