"""What a model would have to reply to solve tasks: the reference's actions, found again from a prompt alone.

The reference is run once over http, and each of its replies is written down. A prompt is known again by the
sentence of its task, by the line ``Step N of BUDGET``, and, where several visual tasks share a sentence, by
the pictures that came with it. Nothing is remembered between prompts, so any number of episodes may be under
way at once, and any of them may be begun again.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image

from harness.agents import Agent, Assignment, Reply
from harness.agents.reference import ReferenceAgent
from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.episode import run_episode
from harness.errors import LoWAgentError
from harness.interruptions import DisruptionSetting
from harness.observation import Observation
from tasks import TaskInstance

THUMBNAIL_PX = 24
"""Side of the square that a picture is shrunk to: what scaling and JPEG do to it then no longer shows."""

Thumbnail = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]


class UnknownPromptError(LoWAgentError):
    """A prompt that belongs to no task, or to no step of it."""


@dataclass(frozen=True, slots=True)
class Script:
    """The replies that solve one task in one language."""

    instance_id: str
    intent: str
    budget: int
    """As the agent was told."""
    replies: tuple[str, ...]
    pictures: tuple[bytes, ...] = ()
    """Those that go with the sentence, in order."""

    def difference(self, seen: Sequence[bytes]) -> float:
        """How much its pictures differ from the first of those seen: mean RGB difference of each, summed."""
        if len(seen) < len(self.pictures):
            return float("inf")
        pairs = zip(self.pictures, seen, strict=False)
        return sum(float(np.abs(_thumbnail(own) - _thumbnail(other)).mean()) for own, other in pairs)


def write_scripts(
    tasks: Iterable[TaskInstance], disruptions: DisruptionSetting | None = None
) -> list[Script]:
    """Run the reference over http, and write down what it replies.

    Args:
        tasks: the tasks; visual ones too, as the reference needs no eyes.
        disruptions: how the episodes of the run will be interrupted.

    Raises:
        LoWAgentError: the reference does not solve one of them.
    """
    wanted = list(tasks)
    sites, langs = {task.site for task in wanted}, {task.lang for task in wanted}
    with Environment(sorted(sites), sorted(langs)) as environment:
        browser = HttpBrowser(environment)
        scripts = [_write_script(task, browser, environment, disruptions) for task in wanted]
        browser.close()
    return scripts


def find_reply(scripts: Iterable[Script], text: str, pictures: Sequence[bytes] = ()) -> tuple[Script, str]:
    """The script that a prompt belongs to, and the reply that it is due.

    Args:
        scripts: those that may be asked for.
        text: of the last message of the prompt.
        pictures: of the same message, those that go with the sentence first.

    Raises:
        UnknownPromptError: no script has that sentence and that step, or several do.
    """
    script = _find_script(scripts, text, pictures)
    steps = set(re.findall(rf"Step (\d+) of {script.budget}\b", text))
    if len(steps) != 1:
        raise UnknownPromptError(
            f"expected one line `Step N of {script.budget}` in a prompt of {script.instance_id}, "
            f"got {sorted(steps) or 'none'}"
        )
    step = int(steps.pop())
    if not 1 <= step <= len(script.replies):
        raise UnknownPromptError(
            f"step {step} of {script.instance_id}: the reference takes {len(script.replies)}, "
            "so a reply before it was not carried out as it was meant"
        )
    return script, script.replies[step - 1]


def _find_script(scripts: Iterable[Script], text: str, pictures: Sequence[bytes]) -> Script:
    there = [script for script in scripts if script.intent in text]
    longest = max((len(script.intent) for script in there), default=0)
    candidates = [script for script in there if len(script.intent) == longest]
    if not candidates:
        raise UnknownPromptError(f"no known sentence of a task in this prompt: {text[:200]!r}")
    if len(candidates) == 1:
        return candidates[0]
    if len(pictures) < min(len(script.pictures) for script in candidates) or not pictures:
        names = ", ".join(script.instance_id for script in candidates)
        raise UnknownPromptError(f"{names} share a sentence, and {len(pictures)} pictures came with it")
    return min(candidates, key=lambda script: script.difference(pictures))


def _write_script(
    task: TaskInstance, browser: HttpBrowser, environment: Environment, disruptions: DisruptionSetting | None
) -> Script:
    replies: list[str] = []
    assignments: list[Assignment] = []

    def listen(task: TaskInstance, assignment: Assignment) -> Agent:
        assignments.append(assignment)
        return _Overheard(ReferenceAgent(task, assignment), replies)

    result = run_episode(task, listen, browser, environment, disruptions=disruptions)
    if result.outcome != "solved":
        raise LoWAgentError(
            f"the reference does not solve {task.instance_id}: {result.outcome}, {result.error}; "
            f"run `lowagent tasks lint --task {task.id}`"
        )
    (told,) = assignments
    return Script(task.instance_id, task.intent, told.budget, tuple(replies), told.reference_images)


@dataclass(frozen=True, slots=True)
class _Overheard:
    """An agent whose replies are written down."""

    agent: Agent
    replies: list[str]

    def act(self, observation: Observation) -> Reply:
        """The agent's reply."""
        reply = self.agent.act(observation)
        self.replies.append(reply.text)
        return reply


def _thumbnail(picture: bytes) -> Thumbnail:
    with Image.open(BytesIO(picture)) as image:
        shrunk = image.convert("RGB").resize((THUMBNAIL_PX, THUMBNAIL_PX), Image.Resampling.BOX)
    return np.asarray(shrunk, dtype=np.float64)
