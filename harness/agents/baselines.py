"""Baselines: agents that understand nothing, and must therefore solve nothing but by luck.

``noop`` stops at once, ``na`` answers N/A, ``random`` acts at random, ``dump`` reads the pages that the
reference reads and answers with everything on them. A task that one of them solves (but ``na`` an
unachievable one) is a broken task.
"""

import hashlib
import random

from harness.actions import Action, format_action
from harness.agents.protocol import Assignment, Reply
from harness.agents.reference import ReferencePathError, resolve_step
from harness.errors import ActionError
from harness.observation import Field, Form, Observation
from tasks import FillStep, StopStep, TaskInstance

RANDOM_STOP_RATE = 0.05
RANDOM_FORM_RATE = 0.25
DUMP_LIMIT = 100_000
"""Characters of a dump."""
LOGIN_PATH = "/login"
"""Where accounts of every site are entered: a form that changes nothing."""


class NoopAgent:
    """Stops at once, without an answer."""

    def __init__(self, task: TaskInstance, assignment: Assignment) -> None:
        """Ignores both."""

    def act(self, observation: Observation) -> Reply:  # noqa: ARG002 - looks at nothing
        """Stop."""
        return Reply("stop")


class NotAchievableAgent:
    """Answers N/A to everything."""

    def __init__(self, task: TaskInstance, assignment: Assignment) -> None:
        """Ignores both."""

    def act(self, observation: Observation) -> Reply:  # noqa: ARG002 - looks at nothing
        """Stop with N/A."""
        return Reply("stop N/A")


class RandomAgent:
    """Follows links, fills forms with their options and words of the page, and stops with such a word."""

    def __init__(self, assignment: Assignment, seed: int) -> None:
        """Draws depend on the run's seed, the task and the language, and on nothing else."""
        key = f"{seed}/{assignment.task_id}/{assignment.lang}"
        self._random = random.Random(hashlib.sha256(key.encode()).digest())

    def act(self, observation: Observation) -> Reply:
        """Some action that the page offers."""
        draw = self._random.random()
        if draw < RANDOM_STOP_RATE or not (observation.links or observation.forms):
            return _reply(Action("stop", answer=self._word(observation)))
        if observation.forms and (draw < RANDOM_STOP_RATE + RANDOM_FORM_RATE or not observation.links):
            return _reply(self._filling(self._random.choice(observation.forms), observation))
        return _reply(Action("click", index=self._random.choice(observation.links).index))

    def _filling(self, form: Form, observation: Observation) -> Action:
        chosen = [field for field in form.fields if self._random.random() < 0.5]
        return Action(
            "fill",
            index=form.index,
            fields={field.name: self._value(field, observation) for field in chosen},
        )

    def _value(self, field: Field, observation: Observation) -> str:
        if field.options:
            return self._random.choice(field.options).value
        return self._random.choice("01") if field.kind == "checkbox" else self._word(observation)

    def _word(self, observation: Observation) -> str:
        words = [word for word in observation.text.split() if not set(word) & set(";=")]
        return self._random.choice(words) if words else "1"


class DumpAgent:
    """Opens what the reference opens, submits nothing that changes anything, answers with all the text."""

    def __init__(self, task: TaskInstance, assignment: Assignment) -> None:
        self._steps = [step for step in task.reference if not isinstance(step, StopStep)]
        self._budget = assignment.budget
        self._seen: list[str] = []

    def act(self, observation: Observation) -> Reply:
        """The next page, or everything."""
        self._seen.append(observation.text)
        while self._steps and len(self._seen) < self._budget:
            action = self._next(observation)
            if action is not None:
                return _reply(action)
        return Reply(f"stop {' '.join(' '.join(self._seen).split())[:DUMP_LIMIT]}")

    def _next(self, observation: Observation) -> Action | None:
        """The action of the next step, None where the page does not offer it or it would change something."""
        step = self._steps.pop(0)
        try:
            action = resolve_step(step, observation)
        except ReferencePathError:
            return None
        if isinstance(step, FillStep) and _changes(observation.forms[action.index - 1]):
            return None
        return action


def _changes(form: Form) -> bool:
    return form.method == "post" and form.action.partition("?")[0] != LOGIN_PATH


def _reply(action: Action) -> Reply:
    try:
        return Reply(format_action(action))
    except ActionError:
        return Reply("stop")
