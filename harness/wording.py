"""Figures and settings in words, as whoever reads a terminal or a page would say them."""

from harness.records import Setting

NOT_SET = "not set"


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
