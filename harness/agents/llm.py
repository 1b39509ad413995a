"""An agent with a language model behind it: each look at a page is one prompt, each completion one reply.

The model is told the task, its last steps and the page (`harness.prompting`); nothing else is remembered. A
prompt that the model finds too long is cut further and sent again; whatever else fails is an error of the
model's service and ends the episode.
"""

from collections.abc import Sequence
from dataclasses import replace

from harness.actions import parse
from harness.agents.protocol import Assignment, Reply, SentPrompt
from harness.agents.settings import AgentSettings
from harness.errors import ActionError, AgentError
from harness.models import ChatModel, Completion, ContextOverflowError, ModelError
from harness.observation import Observation
from harness.prompting import PastStep, PromptWriter, Reader, split_confidence
from harness.records import CallRecord

SHRINKING = 0.75
"""What is left of a prompt that was too long for the model."""
MAX_SHRINKS = 3
NOT_DONE = "(not carried out, as there is no browser)"


class LlmAgent:
    """One agent for one episode."""

    def __init__(
        self, assignment: Assignment, model: ChatModel, settings: AgentSettings, reader: Reader, budget: int
    ) -> None:
        """Put the instructions together.

        Args:
            assignment: the task.
            model: what answers; it may serve other agents as well.
            settings: how the model is asked.
            reader: the model as a reader of prompts.
            budget: tokens that a prompt may take.

        Raises:
            ConfigError: the model can't be asked in this way.
        """
        self._model = model
        self._asks_confidence = settings.ask_confidence
        self._writer = PromptWriter(assignment, settings, reader)
        self._budget = budget
        self._past: list[PastStep] = []

    def act(self, observation: Observation) -> Reply:
        """The model's reply.

        Raises:
            ModelError: the model can't be had, or finds every prompt too long; all calls are kept.
            AgentError: the budget can't hold the instructions and the task.
            ConfigError: the observation lacks what is to be shown.
        """
        self._learn_error(observation)
        completion, prompt = self._ask(observation)
        text, confidence = completion.text, None
        if self._asks_confidence:
            text, confidence = split_confidence(text)
        if self._writer.mode == "none":
            text = _stopping(text)
        if not _stops(text):
            confidence = None
        self._note(observation, text)
        return Reply.of_calls(text, completion.calls, replace(prompt, messages=completion.sent), confidence)

    def remember(self, observation: Observation, reply: Reply) -> None:
        """Take a step that was taken before this agent as one of its own."""
        self._learn_error(observation)
        self._note(observation, reply.text)

    def _learn_error(self, observation: Observation) -> None:
        """The page tells what was wrong with the step before."""
        if self._past:
            self._past[-1] = replace(self._past[-1], error=observation.error)

    def _note(self, observation: Observation, text: str) -> None:
        self._past.append(PastStep(len(self._past) + 1, observation.url, observation.title, text))

    def _ask(self, seen: Observation) -> tuple[Completion, SentPrompt]:
        """The completion with the calls of every try, and the prompt of the last one."""
        calls: list[CallRecord] = []
        for _ in range(MAX_SHRINKS):
            prompt = self._write(seen, calls)
            try:
                return self._complete(prompt, calls), prompt
            except ContextOverflowError as error:
                calls[:] = error.calls
                self._budget = int(SHRINKING * min(self._budget, self._writer.needed_tokens(prompt)))
        prompt = self._write(seen, calls)
        return self._complete(prompt, calls), prompt

    def _complete(self, prompt: SentPrompt, calls: Sequence[CallRecord]) -> Completion:
        """The completion of one try, or its failure, with the calls of the tries before it."""
        try:
            completion = self._model.complete(prompt.messages)
        except ModelError as error:
            error.calls = (*calls, *error.calls)
            raise
        return replace(completion, calls=(*calls, *completion.calls))

    def _write(self, seen: Observation, calls: Sequence[CallRecord]) -> SentPrompt:
        """The prompt; one that can't be made short enough for a model is the model's failure."""
        try:
            return self._writer.write(seen, self._past, self._budget)
        except AgentError as error:
            if not calls:
                raise
            raise ContextOverflowError(f"every prompt is too long for the model: {error}", calls) from error


def _stops(reply: str) -> bool:
    try:
        return parse(reply).kind == "stop"
    except ActionError:
        return False


def _stopping(reply: str) -> str:
    """The one reply without a browser: what does not stop becomes a remark before an empty answer."""
    if _stops(reply):
        return reply
    remark = [f"{NOT_DONE} {line}" for line in reply.split("\n") if line.strip()]
    return "\n".join([*remark, "stop"])
