"""Where a person acts: at the terminal, by typing actions, or in the headed browser, with their own hands."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from harness.actions import USAGE, Action, format_action
from harness.addresses import site_path
from harness.agents.human import Turn
from harness.agents.protocol import Assignment
from harness.browsers.overlay import Act, Stage
from harness.debugging.console import Console, in_own_direction
from harness.debugging.reading import for_terminal
from harness.debugging.views import BY_HAND, turn_view
from harness.errors import ActionError
from harness.observation import Observation

BACK = "back"
HELP = "?"
PAGE = "p"
QUESTION = "> "
COST = "a line that is none of these, or that fails, costs a step, as a model's does; an empty one is free"
SUFFIXES = {b"\x89PNG": ".png", b"RIFF": ".webp"}


class AtTerminal:
    """Types actions under the numbered page, which may be longer than a screen: what is needed comes last."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def act(self, turn: Turn) -> str | None:
        """What was typed; an empty line is asked for again, and costs nothing."""
        self._show(turn)
        while True:
            typed = self._console.ask(QUESTION).strip()
            if typed == PAGE:
                self._show(turn)
            elif typed == HELP:
                self._console.tell(f"{_help(turn)}\n{_account(turn.assignment)}")
            elif typed == BACK and turn.can_hand_back:
                return None
            elif typed:
                return typed

    def _show(self, turn: Turn) -> None:
        page = for_terminal(replace(turn.seen, error=None))
        self._console.tell("\n".join(["", page, "", _help(turn), *_task_lines(turn)]))


class AtBrowser:
    """Clicks links, fills and sends forms, types addresses; answers in the panel of the overlay."""

    def __init__(self, stage: Stage, console: Console) -> None:
        self._stage = stage
        self._console = console

    def act(self, turn: Turn) -> str | None:
        """What was done; it has not reached the site yet. What is no action is told, and waited on."""
        given = turn.assignment
        self._console.tell(
            f"{given.task_id}-{given.lang}, step {turn.step}: waiting for the browser's window"
        )
        note = BY_HAND if turn.step == 1 or turn.can_hand_back else ""
        while True:
            act = self._stage.next_act(turn_view(turn, note), can_hand_back=turn.can_hand_back)
            if act.kind == "back":
                return None
            try:
                return written_act(act, turn.seen)
            except ActionError as error:
                note = str(error)


def written_act(act: Act, seen: Observation) -> str:
    """What a person did on a page, as the reply of an agent.

    Args:
        act: what they did.
        seen: the page as it was read: fields that still hold what it tells are left out.

    Raises:
        ActionError: no action does this; the text is for the person.
    """
    if act.kind == "click":
        _require_known(act.index, len(seen.links), "link")
        return format_action(Action("click", index=act.index))
    if act.kind == "fill":
        return format_action(_filling(act, seen))
    if act.kind == "goto":
        path = site_path(act.text, seen.url)
        if not path.startswith("/"):
            raise ActionError(
                f"{act.text} lies outside of the site: agents can't go there, and neither can you"
            )
        return format_action(Action("goto", path=path))
    if act.kind == "stop":
        return format_action(Action("stop", answer=act.text.strip()))
    raise ActionError(f"no action does what you did ({act.text}): follow links and send forms")


def _filling(act: Act, seen: Observation) -> Action:
    _require_known(act.index, len(seen.forms), "form")
    if not act.is_first_button:
        raise ActionError("agents can press only the first button of a form: this one can't be recorded")
    before = {field.name: field.value for field in seen.forms[act.index - 1].fields}
    unknown = [name for name, _ in act.values if name not in before]
    if unknown:
        raise ActionError(f"agents see no field {', '.join(unknown)} in this form: it can't be recorded")
    changed = {name: value for name, value in act.values if _lines(value) != _lines(before[name])}
    return Action("fill", index=act.index, fields=changed)


def _require_known(index: int, count: int, what: str) -> None:
    if not 1 <= index <= count:
        raise ActionError(f"this {what} was not there when the page was read: it can't be recorded")


def _lines(value: str) -> str:
    return value.replace("\r\n", "\n")


def _task_lines(turn: Turn) -> Iterator[str]:
    """What became of the last action, how many steps there are, and the sentence."""
    given = turn.assignment
    head = f"{given.task_id}-{given.lang} · step {turn.step} of {given.budget}"
    yield "─" * len(head)
    if turn.seen.error is not None:
        yield f"ERROR: {in_own_direction(turn.seen.error)}"
    yield head
    if turn.step == 1:
        yield _account(given)
        yield from map(str, _written_pictures(given))
    yield in_own_direction(given.intent)


def _help(turn: Turn) -> str:
    back = f" | {BACK}: the agent goes on" if turn.can_hand_back else ""
    return f"{USAGE}\n{COST}\n{PAGE}: the page again | {HELP}: this help, and the account{back}"


def _account(given: Assignment) -> str:
    return f"account: {given.account.username}, password: {given.account.password}"


def _written_pictures(given: Assignment) -> list[Path]:
    """Files of the pictures that go with the sentence: a terminal shows none."""
    if not given.reference_images:
        return []
    folder = Path(tempfile.mkdtemp(prefix="lowagent-"))
    paths: list[Path] = []
    for number, data in enumerate(given.reference_images, 1):
        path = folder / f"{given.task_id}-{number}{SUFFIXES.get(data[:4], '')}"
        path.write_bytes(data)
        paths.append(path)
    return paths
