"""Stepping through an episode: before an action it stops, and a person says what is done.

Asked at every step (``--step``), at steps of a number (``--break-at``), or where something has happened
(``--break-on``). Whatever a person changes is recorded as what was done, with the agent's reply beside it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from harness.actions import parse
from harness.agents.human import Person, Turn
from harness.agents.protocol import Agent, Assignment, Reply
from harness.browsers.overlay import Stage
from harness.debugging.clock import StoppableClock
from harness.debugging.console import Console, in_latin, in_own_direction
from harness.debugging.protocol import SKIPPED, Decision, Moment, as_replied
from harness.debugging.reading import for_terminal
from harness.debugging.request import StepRequest
from harness.debugging.views import step_view, target_text
from harness.errors import ActionError, BrowserError
from harness.observation import Observation
from harness.records import ChangeRecord, StepRecord
from harness.replies import parse_reply, written_action

KEYS = (
    "Enter do it · p page · e edit · s skip · h by hand · i inspector · t run on · q end and score · ? help"
)
QUESTION = "step> "
EDITED_QUESTION = "action> "
MOST_LINES = 30
"""Of a reply that are told, each of `MOST_COLUMNS` characters at most."""
MOST_COLUMNS = 1_000
ENDED = "a person ended the episode here"
"""What is recorded of the step at which one did."""
HELP = """\
Enter  do what the agent replied (a reply without an action: let it be told so)
p      show the page as the agent saw it, in words
e      do another action in its place
s      do nothing; the agent is told that a person skipped it
h      take over: you act, here or in the browser, until you hand back
i      open Playwright's Inspector on the page (--headed)
t      run on, to the next --break-at or --break-on, or the end of the episode
q      end the episode here, and score what was done"""


@dataclass(slots=True)
class Stepper:
    """Stops an episode, and shows it in a headed browser; a `harness.debugging.Watcher`."""

    request: StepRequest
    console: Console
    person: Person
    """Who acts when a person takes over."""
    clock: StoppableClock
    stage: Stage | None = None
    """The page of a browser with an overlay; None without one."""
    slow_mo_ms: float = 0.0
    """How long an action is shown before it is done."""
    assignment: Assignment | None = None
    """Told by the agent when it is made."""
    is_taken_over: bool = False
    """Whether a person acts in the agent's place."""
    _runs_on: bool = False
    _rows: tuple[ChangeRecord, ...] = ()
    _has_changed: bool = False

    def before_action(self, moment: Moment) -> Decision:
        """What is to be done: what the agent replied, unless a person says otherwise."""
        reason = None if self.is_taken_over else self._reason(moment)
        self._show(moment, hold=reason is not None)
        self._has_changed = False
        if self.is_taken_over:
            decision = Decision(moment.action, moment.error, "by_hand")
        elif reason is None:
            decision = as_replied(moment)
        else:
            with self.clock.stopped():
                decision = self._ask(moment, reason)
            self._require_page(moment, decision)
        if self.stage is not None:
            self.stage.release()
        return decision

    def after_step(self, step: StepRecord) -> None:
        """Note whether rows have changed."""
        self._has_changed = step.rows != self._rows
        self._rows = step.rows

    def reply_by_hand(self, number: int, seen: Observation) -> Reply | None:
        """The reply of the person who has taken over; None once they hand back."""
        if self.assignment is None:
            return None
        with self.clock.stopped():
            text = self.person.act(Turn(self.assignment, number, seen, can_hand_back=True))
        self.is_taken_over = text is not None
        return None if text is None else Reply(text)

    def _reason(self, moment: Moment) -> str | None:
        """Why it stops here, for a person; None where it does not."""
        request = self.request
        if moment.step in request.break_at:
            return "--break-at"
        if "error" in request.break_on and (moment.error or moment.seen.error):
            return "an error"
        if "disruption" in request.break_on and moment.disruption is not None:
            return f"an interruption: {moment.disruption.replace('_', ' ')}"
        if "change" in request.break_on and self._has_changed:
            return "changed rows"
        return "--step" if request.step and not self._runs_on else None

    def _show(self, moment: Moment, *, hold: bool) -> None:
        if self.stage is None or self.assignment is None:
            return
        note = KEYS if hold else ""
        shot = moment.seen.screenshot
        marks = self.stage.marks() if shot is None else shot.marks
        self.stage.show(step_view(moment, self.assignment, marks, note), hold=hold)
        if self.slow_mo_ms and not hold:
            self.stage.wait(self.slow_mo_ms)

    def _require_page(self, moment: Moment, decision: Decision) -> None:
        """Refuse a page that was left meanwhile: what is done next would be done to another one."""
        if self.stage is not None and decision.intervention != "by_hand" and not self.stage.is_shown:
            raise BrowserError(
                f"{moment.seen.url} was left while a question stood, so the episode can't go on: "
                "press h before you act in the window"
            )

    def _ask(self, moment: Moment, reason: str) -> Decision:
        self.console.tell(self._described(moment, reason))
        answers: Mapping[str, Callable[[Moment], Decision | None]] = {
            "": as_replied,
            "p": lambda one: self._show_page(one, reason),
            "e": self._edit,
            "s": lambda _: Decision(None, SKIPPED, "skipped"),
            "h": self._take_over,
            "i": self._inspect,
            "t": self._run_on,
            "q": lambda _: Decision(None, ENDED, "ended"),
            "?": self._help,
        }
        while True:
            key = self.console.ask(QUESTION).strip().lower()
            if key not in answers:
                self.console.tell(f"{in_own_direction(key)} is none of the keys, and nothing was done:")
            decision = answers.get(key, self._help)(moment)
            if decision is not None:
                return decision

    def _show_page(self, moment: Moment, reason: str) -> None:
        """The page, and below it what stood above: pages may be longer than a screen."""
        self.console.tell(f"\n{for_terminal(moment.seen)}\n{self._described(moment, reason)}")

    def _edit(self, moment: Moment) -> Decision | None:
        """Another action; None where it was thought better of."""
        while True:
            typed = self.console.ask(EDITED_QUESTION).strip()
            if not typed:
                return None
            try:
                action = parse(typed)
            except ActionError as error:
                self.console.tell(f"{error} (an empty line leaves the agent's action)")
                continue
            return as_replied(moment) if action == moment.action else Decision(action, None, "edited")

    def _take_over(self, moment: Moment) -> Decision | None:
        self.is_taken_over = True
        reply = self.reply_by_hand(moment.step, moment.seen)
        if reply is None:
            self._show(moment, hold=True)
            return None
        action, error = parse_reply(reply)
        return Decision(action, error, "by_hand")

    def _inspect(self, moment: Moment) -> None:
        if self.stage is None:
            self.console.tell("there is no window to inspect: run with --headed, in Chromium")
            return
        self.stage.inspect()
        self._show(moment, hold=True)

    def _run_on(self, moment: Moment) -> Decision:
        self._runs_on = True
        return as_replied(moment)

    def _help(self, _moment: Moment) -> None:
        self.console.tell(HELP)

    def _described(self, moment: Moment, reason: str) -> str:
        given, seen = self.assignment, moment.seen
        lines = [""]
        if given is not None:
            lines.append(
                f"{given.task_id}-{given.lang} · step {moment.step} of {given.budget}, stopped by {reason}"
            )
            lines.append(f"task:   {in_own_direction(given.intent)}")
        if seen.error is not None:
            lines.append(f"error before: {in_own_direction(seen.error)}")
        lines.append(f"page:   {in_latin(seen.url)} {in_own_direction(seen.title)}")
        lines += [f"reply:  {in_own_direction(line)}" for line in _cut(moment.reply.text)]
        if moment.action is None:
            lines.append(f"action: none ({moment.error})")
        else:
            lines.append(f"action: {in_own_direction(written_action(moment.action) or '')}")
        if said := target_text(moment.action, seen):
            lines.append(f"target: {in_own_direction(said)}")
        return "\n".join([*lines, KEYS])


def _cut(reply: str) -> Iterator[str]:
    """The lines of a reply, as many as leave the question in sight."""
    lines = reply.splitlines() or [""]
    for line in lines[:MOST_LINES]:
        yield line if len(line) <= MOST_COLUMNS else f"{line[: MOST_COLUMNS - 1]}…"
    if len(lines) > MOST_LINES:
        yield f"… and {len(lines) - MOST_LINES} lines more: the record will hold all"


class SteppedAgent:
    """An agent in whose place a person may act."""

    def __init__(self, agent: Agent, stepper: Stepper) -> None:
        self._agent = agent
        self._stepper = stepper
        self._steps = 0

    def act(self, observation: Observation) -> Reply:
        """The agent's reply, or that of the person who has taken over."""
        self._steps += 1
        if self._stepper.is_taken_over:
            reply = self._stepper.reply_by_hand(self._steps, observation)
            if reply is not None:
                return reply
        return self._agent.act(observation)
