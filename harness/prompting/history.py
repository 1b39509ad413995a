"""Earlier steps as a prompt shows them: where the agent was, what it replied, and what was wrong with it."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from harness.reply_lines import strip_wrapping

SHOWN_REPLY_CHARACTERS = 1_000
"""Of an earlier reply; of a longer one the beginning and the end are shown."""
INDENT = "  "
_CODED_LETTERS = re.compile("(?:%[89A-F][0-9A-F])+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PastStep:
    """A step that is over."""

    number: int
    """From 1."""
    url: str
    title: str
    reply: str
    """As the model wrote it, without its confidence."""
    error: str | None = None
    """What the next observation told of it."""


def describe_step(step: PastStep) -> str:
    """The step as lines: its number and page, then the reply without thoughts and fences, then the error."""
    lines = [f"Step {step.number} at {_path(step.url)} ({step.title})"]
    lines += [INDENT + line.strip() for line in _shown(step.reply).split("\n") if line.strip()]
    if step.error is not None:
        lines.append(f"{INDENT}ERROR: {step.error}")
    return "\n".join(lines) + "\n"


def _shown(reply: str) -> str:
    text = strip_wrapping(reply).strip()
    if len(text) <= SHOWN_REPLY_CHARACTERS:
        return text or "(an empty reply)"
    half = SHOWN_REPLY_CHARACTERS // 2
    return f"{text[:half]} … {text[-half:]}"


def _path(url: str) -> str:
    """Path and query, with the letters that an address only holds in code."""
    address = urlsplit(url)
    path = f"{address.path or '/'}?{address.query}" if address.query else address.path or "/"
    return _CODED_LETTERS.sub(lambda coded: unquote(coded[0]), path)
