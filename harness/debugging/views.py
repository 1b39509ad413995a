"""What the overlay shows of an agent's step, and of a person's turn."""

import base64
from collections.abc import Sequence
from dataclasses import replace

from harness.actions import Action
from harness.agents.human import Turn
from harness.agents.protocol import Assignment
from harness.browsers.overlay import Panel, View
from harness.debugging.protocol import Moment
from harness.observation import Observation
from harness.replies import written_action
from sites.kit.localization import get_language
from som import Mark

BY_HAND = (
    "You are the agent: follow links, fill and send forms, or type an address of this site. "
    "Write the answer here, and stop."
)
PICTURE_TYPES = {b"\x89PNG": "image/png", b"RIFF": "image/webp"}


def step_view(moment: Moment, assignment: Assignment, marks: Sequence[Mark], note: str = "") -> View:
    """An agent's reply over the page that it saw.

    Args:
        moment: the reply.
        assignment: its task.
        marks: those of the page.
        note: what a person may do now.
    """
    panel = replace(
        _panel(assignment, moment.step),
        reply=moment.reply.text,
        action=written_action(moment.action) or "",
        target_text=target_text(moment.action, moment.seen),
        error=moment.error or "",
        note=note,
    )
    return View(panel, tuple(marks), target_mark(moment.action))


def turn_view(turn: Turn, note: str) -> View:
    """A person's turn: no marks, as they click where they look."""
    given = turn.assignment
    account = f"Account: {given.account.username}, password: {given.account.password}"
    panel = replace(
        _panel(given, turn.step),
        error=turn.seen.error or "",
        note="\n".join(filter(None, (note, account))),
        pictures=tuple(map(_data_address, given.reference_images)),
    )
    return View(panel)


def target_mark(action: Action | None) -> str | None:
    """The mark of what an action acts on: "3" or "F2"."""
    if action is None or action.kind not in ("click", "fill"):
        return None
    return str(action.index) if action.kind == "click" else f"F{action.index}"


def target_text(action: Action | None, seen: Observation) -> str:
    """What that says: the text of a link, or the button of a form; "" where there is none."""
    if action is not None and action.kind == "click" and 1 <= action.index <= len(seen.links):
        link = seen.links[action.index - 1]
        return link.text or link.href
    if action is not None and action.kind == "fill" and 1 <= action.index <= len(seen.forms):
        form = seen.forms[action.index - 1]
        return form.button or form.action
    return ""


def _panel(assignment: Assignment, step: int) -> Panel:
    language = get_language(assignment.lang)
    return Panel(
        head=f"{assignment.task_id}-{assignment.lang} · step {step} of {assignment.budget}",
        intent=assignment.intent,
        lang=language.html_lang,
        dir=language.direction,
        font=language.font,
    )


def _data_address(picture: bytes) -> str:
    kind = PICTURE_TYPES.get(picture[:4], "image/jpeg")
    return f"data:{kind};base64,{base64.b64encode(picture).decode()}"
