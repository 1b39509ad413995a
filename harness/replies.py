"""What an agent's reply is taken for, before anything is done with it."""

import math
from dataclasses import replace

from harness.actions import Action, format_action, parse
from harness.agents.protocol import Reply
from harness.control_characters import without_surrogates
from harness.errors import ActionError, AgentError
from harness.models import MOST_CHARACTERS


def checked_reply(reply: object) -> Reply:
    """The reply itself, as a record can hold it: lone surrogates are replaced.

    Raises:
        AgentError: the agent returned something else, or a reply whose text is none or too long, or whose
            figures can't be added up.
    """
    if not isinstance(reply, Reply):
        raise AgentError(
            f"an agent's act() must return a harness.agents.Reply, got {type(reply).__name__}: "
            "wrap the text, as in Reply('stop 12')"
        )
    if not isinstance(reply.text, str):
        raise AgentError(f"Reply.text: expected a str, got {type(reply.text).__name__}")
    if len(reply.text) > MOST_CHARACTERS:
        raise AgentError(
            f"Reply.text: expected at most {MOST_CHARACTERS:,} characters, got {len(reply.text):,}"
        )
    for name in ("input_tokens", "output_tokens"):
        _require_figure(name, getattr(reply, name), int, "a whole number")
    _require_figure("cost_usd", reply.cost_usd, (int, float), "a finite number")
    return replace(reply, text=without_surrogates(reply.text))


def _require_figure(name: str, value: object, types: type | tuple[type, ...], expected: str) -> None:
    if not isinstance(value, types) or not 0 <= value < math.inf:  # type: ignore[operator] - a number by then
        raise AgentError(f"Reply.{name}: expected {expected} from 0 up, got {value!r}")


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
