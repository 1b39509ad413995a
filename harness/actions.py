"""Turns an agent's reply into exactly one action, or into an error message that the agent can act upon.

A reply is free text; the action stands on a line of its own, and prose around it is ignored. The four
actions: `goto <path>`, `click <n>`, `fill <n> k=v; k2=v2`, `stop <answer>`. Where a reply could be meant in
two ways it is an error, never a guess: a wrong action costs the episode, an error message costs one step.

Choices where a reply is doubtful:

* Markdown, list numbers, labels (`Action:`, `উত্তর:`), code fences and `<action>` tags around an action
  are ignored, and so is everything up to a closing `</think>`. A line that begins with a verb but goes
  on as prose (`Click the cart button.`) is prose, unless the reply holds nothing better.
* `click 3 (Add to cart)`, `click 3 - Add to cart`, `click(3)`, `click [3]`, `click #3`, `click link 3`
  and `click L3` are `click 3`; `fill F3 …` and `fill form 3 …` are `fill 3 …`. `click F3` and `fill L3`
  are errors. Circled digits, number words and superscripts are no index; decimal digits of any script
  and Ethiopic numerals are.
* Two actions are an error, also when they are equal or stand on one line.
* `goto cart` is `goto /cart`. A full address stays whole for a `*.localhost` host (the browser judges
  which hosts are allowed) and loses host and port for this machine's own addresses; any other host or
  scheme is an error. Spaces in a query become %20.
* In `fill`, a piece without `=` continues the value before it (`msg=good; fast delivery`); a field
  named twice, JSON, and fields on further lines are errors.
* Everything after `stop` to the end of the reply is the answer; one pair of quotes or square brackets
  around it is left out.

Source: LoWAgent paper, section 3.3 (the four actions).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from harness.action_fields import parse_fields, write_field
from harness.action_paths import parse_path
from harness.errors import ActionError
from harness.reply_lines import INVISIBLE, Head, fold_width, match_head, strip_wrapping
from sites.kit.localization import parse_ethiopic

ActionKind = Literal["goto", "click", "fill", "stop"]

USAGE = "goto <path> | click <n> | fill <n> name=value; name2=value2 | stop <answer>"
_PLACEHOLDER = re.compile(r"<(?:path|url|n|answer|your answer)>", re.IGNORECASE)
_INDEX = re.compile(
    rf"(?:on\s+)?(?:the\s+)?(?:(?:link|form|number|no\.?)\s+)?[\[(<\"'`*#{INVISIBLE}]*(?P<mark>[LF]?)"
    rf"(?P<index>(?:\d[{INVISIBLE}]*)+|[፩-፼]+)[\])>\"'`*{INVISIBLE}]*",
    re.IGNORECASE,
)
_END_MARKS = re.compile(r"[\s.,;!।۔።]*")
_NOTE = re.compile(r"\s*(?:\(.*\)|\".*\"|[-–—:#/].*)\s*", re.DOTALL)
_ANOTHER_ACTION = re.compile(r"\b(?:click|fill)\W{0,3}[LF]?\d|\bgoto\s+\S|\bstop\b|\bthen\b", re.IGNORECASE)
_FIELD_LINE = re.compile(r"\s*[A-Za-z_][A-Za-z0-9_]*\s*=\s*\S")
_MAX_INDEX_DIGITS = 9
_MARKS = {"click": ("F", "a form", "fill"), "fill": ("L", "a link", "click")}


@dataclass(frozen=True, slots=True)
class Action:
    """One action. ``kind`` says which of the other fields mean something; the rest keep their defaults."""

    kind: ActionKind
    path: str = ""
    """goto: a path that starts with ``/``, or a full address of a ``*.localhost`` host."""
    index: int = 0
    """click: number of the link; fill: number of the form. The environment checks the range."""
    fields: dict[str, str] = field(default_factory=dict)
    """fill: field name -> value as typed. Empty: press the form's button."""
    answer: str = ""
    """stop: the answer as typed; empty for tasks that change state."""
    raw: str = field(default="", compare=False)
    """The whole reply."""


def parse(reply: str) -> Action:
    """The one action of a reply.

    Raises:
        ActionError: no action, more than one, or a malformed one; the text is for the agent.
    """
    found: list[Action] = []
    prose_error: ActionError | None = None
    lines = strip_wrapping(reply).split("\n")
    position = 0
    while position < len(lines):
        head = match_head(lines[position])
        position += 1
        if head is None:
            continue
        try:
            action, used_lines = _PARSERS[head.verb](head, lines[position:], reply)
        except _ProseError as error:
            prose_error = prose_error or ActionError(str(error))
            continue
        found.append(action)
        position += used_lines
    if len(found) > 1:
        kinds = ", ".join(action.kind for action in found)
        raise ActionError(
            f"expected exactly one action, got {len(found)} ({kinds}); reply with one of: {USAGE}"
        )
    if not found:
        raise prose_error or ActionError(_nothing_found(reply))
    return found[0]


def format_action(action: Action) -> str:
    """The action as a reply; `parse` gives it back.

    Raises:
        ActionError: no reply means this action (a field name with `=` in it, an answer that holds an action).
    """
    for text in _writings(action):
        try:
            if parse(text) == action:
                return text
        except ActionError:
            continue
    raise ActionError(f"this action can't be written as a reply: {action!r}")


class _ProseError(Exception):
    """The line begins with a verb, but is more likely prose than an action."""


def _parse_goto(head: Head, _following: list[str], reply: str) -> tuple[Action, int]:
    rest = head.rest.strip()
    if not rest or _PLACEHOLDER.fullmatch(rest):
        raise _ProseError(f"goto needs a path, such as `goto /cart`; got {head.line!r}")
    if _ANOTHER_ACTION.search(rest):
        raise ActionError(f"expected one action on the line, got {head.line!r}; write only `goto <path>`")
    if re.match(r"[^\s/:?]+\s", rest):
        raise _ProseError(f"goto takes one path without spaces, such as `goto /cart`; got {head.line!r}")
    return Action("goto", path=parse_path(rest), raw=reply), 0


def _parse_click(head: Head, _following: list[str], reply: str) -> tuple[Action, int]:
    index, rest = _parse_index(head)
    if not _is_note(rest):
        raise ActionError(f"click takes one link number and no more, such as `click 3`; got {head.line!r}")
    return Action("click", index=index, raw=reply), 0


def _parse_fill(head: Head, following: list[str], reply: str) -> tuple[Action, int]:
    index, rest = _parse_index(head)
    rest = re.sub(r"^\s*[,:]?", "", rest, count=1)
    if "=" not in fold_width(rest) and _is_note(rest):
        fields, used_lines = {}, 0
    else:
        fields, used_lines = parse_fields("\n".join([rest, *following]))
    later = next((line for line in following[used_lines:] if line.strip()), "")
    if _FIELD_LINE.match(later):
        raise ActionError(f"write all fields on the line of `fill`, with `;` between; got a line {later!r}")
    return Action("fill", index=index, fields=fields, raw=reply), used_lines


def _parse_stop(head: Head, following: list[str], reply: str) -> tuple[Action, int]:
    answer = "\n".join([head.rest, *following]).strip()
    if _PLACEHOLDER.fullmatch(answer):
        raise ActionError(f"write the answer itself after `stop`, not the placeholder {answer!r}")
    if not answer.strip(".।۔። "):
        answer = ""
    return Action("stop", answer=_unwrap_answer(answer), raw=reply), 0


_PARSERS: dict[str, Callable[[Head, list[str], str], tuple[Action, int]]] = {
    "goto": _parse_goto,
    "click": _parse_click,
    "fill": _parse_fill,
    "stop": _parse_stop,
}


def _parse_index(head: Head) -> tuple[int, str]:
    rest = head.rest.lstrip()
    match = _INDEX.match(fold_width(rest))
    if match is None:
        raise _ProseError(
            f"{head.verb} needs a number of the page, such as `{head.verb} 3`; got {head.line!r}"
        )
    digits = re.sub(rf"[{INVISIBLE}]", "", match["index"])
    wrong_mark, target, other_verb = _MARKS[head.verb]
    if match["mark"].upper() == wrong_mark:
        name = f"{wrong_mark}{digits}"
        raise ActionError(f"{name} is {target}: use `{other_verb} {digits}`; got {head.line!r}")
    if len(digits) > _MAX_INDEX_DIGITS:
        raise ActionError(f"{head.verb}: no page has an element with a number that long; got {head.line!r}")
    ethiopic = parse_ethiopic(digits)
    return int(digits) if ethiopic is None else ethiopic, rest[match.end() :]


def _is_note(rest: str) -> bool:
    """Whether what follows a number changes nothing: end marks, or a remark in brackets or after a dash."""
    if _END_MARKS.fullmatch(rest):
        return True
    has_letter = any(char.isalpha() for char in rest)
    return has_letter and bool(_NOTE.fullmatch(rest)) and not _ANOTHER_ACTION.search(rest)


def _unwrap_answer(answer: str) -> str:
    for opening, closing in ('""', "''", "“”", "‘’", "``", "[]"):
        inner = answer[1:-1]
        if len(answer) > 1 and answer[0] == opening and answer[-1] == closing:
            return answer if opening in inner or closing in inner else inner.strip()
    return answer


def _nothing_found(reply: str) -> str:
    shown = " ".join(reply.split())
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    got = f"got {shown!r}" if shown else "the reply is empty"
    return f"expected one action on a line of its own ({USAGE}); {got}"


def _writings(action: Action) -> tuple[str, ...]:
    if action.kind == "goto":
        return (f"goto {action.path}",)
    if action.kind == "click":
        return (f"click {action.index}",)
    if action.kind == "fill":
        fields = "; ".join(write_field(name, value) for name, value in action.fields.items())
        return (f"fill {action.index} {fields}".rstrip(),)
    answer = action.answer
    return (f"stop {answer}".rstrip(), f'stop "{answer}"', f"stop '{answer}'", f"stop “{answer}”")
