"""Errors of the harness: an agent's mistakes (told to the agent) and infrastructure (ends the episode)."""

from harness.control_characters import without_surrogates
from sites.kit.errors import LoWAgentError

MOST_TOLD = 20_000
"""Characters of a message that is kept whole."""


class ActionError(LoWAgentError):
    """A reply that is not exactly one well-formed action. The text is shown to the agent."""


class ActionFailed(LoWAgentError):  # noqa: N818 - it is an outcome of an action, told to the agent
    """A well-formed action that the page can't carry out. The text is shown to the agent."""


class BrowserError(LoWAgentError):
    """Infrastructure: the page can't be had (server gone, HTTP 5xx, crash); the outcome is error."""


class AgentError(LoWAgentError):
    """An agent's program that does not keep to the protocol. The episode's outcome is error."""


class ConfigError(LoWAgentError):
    """A setting that can't be used; pytest exits with 4."""


class RecordError(LoWAgentError):
    """A run record that can't be read."""


def told(error: BaseException) -> str:
    """An exception as records hold it: its name and its message, of a very long one the beginning."""
    try:
        message = str(error)
    except Exception as failure:
        message = f"its message can't be had: {type(failure).__name__}"
    kept = message if len(message) <= MOST_TOLD else f"{message[:MOST_TOLD]}…"
    return without_surrogates(f"{type(error).__name__}: {kept}")
