"""Language models as services: what is sent, what comes back, what it cost, and what can go wrong.

Nothing here knows of tasks, pages or agents: `harness.agents.llm` writes the prompts.
"""

from harness.models.chat import (
    ChatModel,
    Completion,
    ContextOverflowError,
    ImagePart,
    Message,
    ModelError,
    Part,
    TextPart,
)

__all__ = [
    "ChatModel",
    "Completion",
    "ContextOverflowError",
    "ImagePart",
    "Message",
    "ModelError",
    "Part",
    "TextPart",
]
