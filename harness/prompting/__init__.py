"""What a model is told, and how: instructions, task, last steps and page, within a budget of tokens.

The rules stand in ``docs/agents.md``; `harness.agents.llm` is the agent that asks.
"""

from harness.prompting.captions import DEFAULT_CAPTIONER, Captioner, open_captioner, require_captions
from harness.prompting.captures import Captures, chosen_mode, needed_captures, require_images
from harness.prompting.confidence import split_confidence
from harness.prompting.fingerprint import prompt_hash
from harness.prompting.history import PastStep
from harness.prompting.prompt import PromptWriter, Reader

__all__ = [
    "DEFAULT_CAPTIONER",
    "Captioner",
    "Captures",
    "PastStep",
    "PromptWriter",
    "Reader",
    "chosen_mode",
    "needed_captures",
    "open_captioner",
    "prompt_hash",
    "require_captions",
    "require_images",
    "split_confidence",
]
