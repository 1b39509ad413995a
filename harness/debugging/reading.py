"""A page as a person reads it in a terminal: the observation that agents get, with its parts isolated.

Terminals that know both directions would else put numbers and paths on the wrong side of Urdu words.
"""

import re

from harness.debugging.console import in_latin, in_own_direction
from harness.extraction import render
from harness.observation import Observation

_NUMBER = re.compile(r"\[F?\d+\]")
_LINK = re.compile(r"(\[\d+\]) (.*) -> (\S+)")
_FORM = re.compile(r"(\[F\d+\] (?:GET|POST) \S+), button: (.*)")
_FIELD = re.compile(r"  (\S+) \((\w+)(?:, (.*))?\) = (.*)")
_HEAD = re.compile(r"(ERROR|TITLE): (.*)")
_SECTIONS = ("TEXT:", "LINKS:", "FORMS:")


def for_terminal(seen: Observation) -> str:
    """The observation as text, a line as long as the page's own."""
    section = ""
    lines: list[str] = []
    for line in render(seen).rstrip("\n").split("\n"):
        section = line if line in _SECTIONS else section
        lines.append(_in_text(line) if section == "TEXT:" and line != section else _in_list(line))
    return "\n".join(lines)


def _in_text(line: str) -> str:
    return in_own_direction(_NUMBER.sub(lambda found: in_latin(found[0]), line)) if line else line


def _in_list(line: str) -> str:
    if link := _LINK.fullmatch(line):
        return f"{in_latin(link[1])} {in_own_direction(link[2])} -> {in_latin(link[3])}"
    if form := _FORM.fullmatch(line):
        return f"{in_latin(form[1])}, button: {in_own_direction(form[2])}"
    if field := _FIELD.fullmatch(line):
        label = f", {in_own_direction(field[3])}" if field[3] else ""
        return f"  {in_latin(field[1])} ({field[2]}{label}) = {in_own_direction(field[4])}"
    if head := _HEAD.fullmatch(line):
        return f"{head[1]}: {in_own_direction(head[2])}"
    return line
