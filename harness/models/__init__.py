"""Language models as services: what is sent, what comes back, what it cost, and what can go wrong.

Nothing here knows of tasks, pages or agents: `harness.agents.llm` writes the prompts.
"""

from harness.models.chat import (
    MOST_CHARACTERS,
    ChatModel,
    Completion,
    ContextOverflowError,
    ImagePart,
    Message,
    ModelError,
    Part,
    TextPart,
)
from harness.models.images import ImageLimit
from harness.models.opening import OpenModel, open_model, require_model
from harness.models.prices import Price, price_of
from harness.models.settings import MAY_CHANGE, ModelSettings, read_settings
from harness.models.spec import is_model_spec
from harness.models.vllm_server import RunningServer, needs_server, start_server

__all__ = [
    "MAY_CHANGE",
    "MOST_CHARACTERS",
    "ChatModel",
    "Completion",
    "ContextOverflowError",
    "ImageLimit",
    "ImagePart",
    "Message",
    "ModelError",
    "ModelSettings",
    "OpenModel",
    "Part",
    "Price",
    "RunningServer",
    "TextPart",
    "is_model_spec",
    "needs_server",
    "open_model",
    "price_of",
    "read_settings",
    "require_model",
    "start_server",
]
