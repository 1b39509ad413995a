"""A model's own word on how sure it is: the last line ``confidence: 80``, which is no part of the answer.

It is taken out before the reply is carried out and graded. Digits of any script count. What is no number from
0 to 100 is taken out as well, and means that nothing was said.
"""

import re

from harness.reply_lines import INVISIBLE, fold_width
from sites.kit.localization import parse_ethiopic

_BLANK = rf"[ \t{INVISIBLE}]*"
_DECORATION = rf"[ \t{INVISIBLE}*_`]*"
_NUMBER = (
    rf"{_DECORATION}(?:\d+|[፩-፼]+){_BLANK}[%٪]?(?:{_BLANK}/{_BLANK}\d+)?{_DECORATION}[.।۔።]?{_DECORATION}"
)
_CLOSING = r"(?=\s*(?:\s*(?:</\w+>|```|~~~))*\s*\Z)"
"""What may stand after the last line: tags and code fences, which `harness.actions` takes off."""
_WORD = rf"(?:\A|\n)[ \t{INVISIBLE}*_`>-]*confidence\b"
_LINE = re.compile(
    rf"{_WORD}(?P<said>(?:{_DECORATION}[:=])?{_NUMBER})(?:(?=\n|\Z)|{_CLOSING})", re.IGNORECASE
)
"""A line of its own, wherever it stands."""
_TAIL = re.compile(
    rf"[ \t,;|({INVISIBLE}]+confidence{_DECORATION}(?P<said>[:=]{_NUMBER})\)?{_CLOSING}", re.IGNORECASE
)
"""The end of the line of the action."""
_UNREADABLE = re.compile(rf"{_WORD}(?P<said>{_DECORATION}[:=][^\n]*?)[ \t]*{_CLOSING}", re.IGNORECASE)
_FIGURE = re.compile(r"\d+|[፩-፼]+")
HIGHEST = 100


def split_confidence(reply: str) -> tuple[str, int | None]:
    """The reply without its word on confidence, and that word.

    Args:
        reply: as the model wrote it.

    Returns:
        What is to be carried out and graded, character for character; and 0 to 100, None where nothing
        that can be read was said.
    """
    folded = fold_width(reply)
    for pattern, is_readable in ((_LINE, True), (_TAIL, True), (_UNREADABLE, False)):
        found = pattern.search(folded)
        if found is not None:
            kept = reply[: found.start()] + reply[found.end() :]
            return kept, _read(found["said"]) if is_readable else None
    return reply, None


def _read(said: str) -> int | None:
    match = _FIGURE.search(said)
    if match is None:
        return None
    ethiopic = parse_ethiopic(match[0])
    number = int(match[0]) if ethiopic is None else ethiopic
    return number if number <= HIGHEST else None
