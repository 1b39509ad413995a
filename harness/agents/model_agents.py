"""What makes the agents of a language model: one model, opened with the first of them, serves them all."""

from harness.agents.llm import LlmAgent
from harness.agents.protocol import Assignment
from harness.agents.settings import AgentSettings
from harness.models import ChatModel, open_model, read_settings
from harness.prompting import DEFAULT_CAPTIONER, Captioner, Reader, open_captioner
from tasks import TaskInstance


class ModelAgents:
    """An `AgentFactory`; nothing is contacted or loaded before it makes its first agent."""

    def __init__(self, spec: str, settings: AgentSettings) -> None:
        """Read the model's settings.

        Raises:
            UnknownNameError: no such model or option.
            ConfigError: a value that can't be used, or captions without transformers.
        """
        self._spec = spec
        self._settings = settings
        self._options = settings.options_of_model()
        self._model_settings = read_settings(spec, self._options)
        self._captioner: Captioner | None = None
        if settings.observe == "caption":
            self._captioner = open_captioner(settings.captioner or DEFAULT_CAPTIONER)
        self._model: ChatModel | None = None

    def __call__(self, task: TaskInstance, assignment: Assignment) -> LlmAgent:
        """The agent of an episode.

        Args:
            task: left aside: a model knows no more than its assignment.
            assignment: the task as it is told.

        Raises:
            ModelError: the model can't be had.
            ConfigError: it can't be asked in this way.
        """
        del task
        if self._model is None:
            self._model = open_model(self._spec, self._options)
        chosen = self._model_settings
        budget = self._settings.context_tokens or chosen.context_tokens - chosen.max_output_tokens
        reader = Reader(self._model.count_tokens, chosen.image_tokens, chosen.max_images, self._captioner)
        return LlmAgent(assignment, self._model, self._settings, reader, budget)

    def close(self) -> None:
        """Release the model. Safe to call twice."""
        if self._model is not None:
            self._model.close()
            self._model = None
