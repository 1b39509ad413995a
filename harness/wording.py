"""Figures, settings and texts of others, as whoever reads a terminal or a page can take them in."""

from harness.control_characters import with_seen_controls
from harness.records import Setting

NOT_SET = "not set"
MOST_SHOWN = 500
"""Characters of a text of unknown length in a line: the record holds all of it."""


def counted(number: int, noun: str) -> str:
    """``1 task``, ``2 tasks``, ``1,200 tasks``.

    Args:
        number: how many there are.
        noun: of one; its plural takes an s.
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def setting_text(value: Setting) -> str:
    """``yes`` and ``no``, ``not set``, or the number or text as it is typed."""
    if value is None:
        return NOT_SET
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def in_one_line(text: str) -> str:
    """A text that an agent, a site or a library has chosen, for a line of a terminal.

    Its control characters are seen and steer nothing, its lines are one, and of a long one the beginning is
    kept.
    """
    line = " ".join(with_seen_controls(text).split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"
