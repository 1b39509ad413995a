"""Finds the lines of a reply that begin with a verb, under the markdown, labels and tags around it.

Folding works character by character, so that offsets hold and what follows the verb is kept exactly as typed.
"""

import re
from dataclasses import dataclass

INVISIBLE = "\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
"""Zero-width and direction signs, as the inside of a character class of a regular expression."""

_VERBS = "|".join(rf"[{INVISIBLE}]*".join(verb) for verb in ("goto", "click", "fill", "stop"))
_DECORATION = rf"[\s{INVISIBLE}*_`>#~•·-]*"
_NUMBERING = r"(?:\(?\d{1,2}[.)])?"
_LABELS = (
    r"(?:(?:next|final|my|the)\s+)?(?:action|step|command|move|output|response|answer|reply)",
    "কাজ|পদক্ষেপ|অ্যাকশন|উত্তর|क्रिया|कार्रवाई|कदम|एक्शन|उत्तर|عمل|ایکشن|قدم|جواب|ድርጊት|እርምጃ|መልስ",
)
_LABEL = rf"(?:(?:{'|'.join(_LABELS)})\s*\d*\s*[*_`]*\s*:)?"
_JOINING_WORD = r"(?:(?:and\s+then|then|and|or|next|now|first|finally),?\s+)?"
_HEAD = re.compile(
    rf"(?P<open>{_DECORATION}{_NUMBERING}{_DECORATION}{_LABEL}{_DECORATION}){_JOINING_WORD}"
    rf"(?P<verb>{_VERBS})(?!\w)[*_`]*\s*:?",
    re.IGNORECASE,
)
_THOUGHT = re.compile(r"\A.*</think(?:ing)?>|<think(?:ing)?>.*\Z", re.DOTALL | re.IGNORECASE)
_FENCE_LINE = re.compile(r"[ \t]*(?:```|~~~)[ \t]*\w*[ \t]*")
_TAG = re.compile(r"</?(?:action|command|output|response)>", re.IGNORECASE)
_WIDTHS = {0xFF01 + offset: 0x21 + offset for offset in range(0x5E)} | {0x3000: 0x20, 0x00A0: 0x20}


@dataclass(frozen=True, slots=True)
class Head:
    """A line that begins with a verb."""

    verb: str
    """Lower case."""
    rest: str
    """What follows the verb (and a colon) on the line, as typed, without the closing half of markdown around
    it.
    """
    line: str
    """The whole line, for messages."""


def strip_wrapping(reply: str) -> str:
    """The reply without thoughts, code fence lines and tags around the action; line feeds only."""
    text = _THOUGHT.sub("\n", reply)
    text = _TAG.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line for line in text.split("\n") if not _FENCE_LINE.fullmatch(line))


def match_head(line: str) -> Head | None:
    """The verb that the line begins with, or None for a line of prose."""
    match = _HEAD.match(fold_width(line))
    if match is None:
        return None
    rest = line[match.end() :].rstrip()
    opened = set(match["open"]) & set("*_`")
    while rest and rest[-1] in opened:
        rest = rest[:-1].rstrip()
    if line[match.end() : match.end() + 1] == "(" and rest.endswith(")"):
        rest = rest[1:-1]
    verb = re.sub(rf"[{INVISIBLE}]", "", match["verb"]).lower()
    return Head(verb=verb, rest=rest, line=line.strip())


def fold_width(text: str) -> str:
    """Full-width forms as ASCII and no-break spaces as spaces, one character for one."""
    return text.translate(_WIDTHS)
