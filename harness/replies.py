"""What an agent's reply is taken for, before anything is done with it."""

from harness.actions import Action, format_action, parse
from harness.agents.protocol import Reply
from harness.errors import ActionError, AgentError


def checked_reply(reply: object) -> Reply:
    """The reply itself.

    Raises:
        AgentError: the agent returned something else.
    """
    if isinstance(reply, Reply):
        return reply
    raise AgentError(
        f"an agent's act() must return a harness.agents.protocol.Reply, got {type(reply).__name__}: "
        "wrap the text, as in Reply('stop 12')"
    )


def parse_reply(reply: Reply) -> tuple[Action | None, str | None]:
    """The action, or what was wrong with it."""
    try:
        return parse(reply.text), None
    except ActionError as error:
        return None, str(error)


def written_action(action: Action | None) -> str | None:
    """The action in canonical writing, or as it came where it has none."""
    if action is None:
        return None
    try:
        return format_action(action)
    except ActionError:
        return action.raw
