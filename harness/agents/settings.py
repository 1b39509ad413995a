"""What can be chosen about an agent with a language model behind it; baselines have nothing to choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

ObservationMode = Literal["text", "som", "screenshot", "axtree", "html", "caption", "none"]
"""How a page is shown to a model; ``som`` is text with the marked screenshot, ``none`` only the intent."""

PromptLanguage = Literal["en", "native"]
"""The language of the instructions: English, or that of the task."""

OBSERVATION_MODES: tuple[ObservationMode, ...] = get_args(ObservationMode)
PROMPT_LANGUAGES: tuple[PromptLanguage, ...] = get_args(PromptLanguage)
CAPTIONER = "captioner"
"""The one model option that is the agent's."""
DEFAULT_HISTORY = 3


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Settings of a model's agent. All of them are recorded in the manifest, and decide results."""

    observe: ObservationMode | None = None
    """None: ``text`` for text tasks, ``som`` for visual ones."""
    history: int = DEFAULT_HISTORY
    """Earlier steps that are shown again."""
    prompt_lang: PromptLanguage = "en"
    ask_confidence: bool = False
    """Ask for a confidence from 0 to 100 beside the answer."""
    context_tokens: int | None = None
    """Budget of tokens of a prompt; None: the model's context less its output limit."""
    model_options: Mapping[str, str] = field(default_factory=dict)
    """Overrides of the model's settings by their names (`harness.models.ModelSettings`); ``captioner``."""

    @property
    def captioner(self) -> str | None:
        """Name or folder of what describes pictures where they are shown in words; None for the default."""
        return self.model_options.get(CAPTIONER)

    def options_of_model(self) -> dict[str, str]:
        """The overrides that are the model's own."""
        return {name: value for name, value in self.model_options.items() if name != CAPTIONER}
