"""When an episode stops for a person, as a command line asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from harness.browsers.timeouts import is_inspected
from harness.errors import ConfigError

HUMAN = "human"
"""The agent that is a person."""

BreakOn = Literal["error", "disruption", "change"]


@dataclass(frozen=True, slots=True)
class StepRequest:
    """When an episode stops for a person."""

    step: bool = False
    """Before each action."""
    break_at: tuple[int, ...] = ()
    """Before the action of these steps, from 1."""
    break_on: tuple[BreakOn, ...] = ()
    """Where the last action or this reply is wrong, the page is an interruption, or rows have changed."""

    @property
    def asks(self) -> bool:
        """Whether it may stop at all."""
        return self.step or bool(self.break_at) or bool(self.break_on)


def read_stepping(given: Mapping[str, Any]) -> StepRequest:
    """When episodes stop.

    Args:
        given: name of each option (`harness.runs.options`) -> its value, None where it was not said.
    """
    return StepRequest(
        step=bool(given.get("step")),
        break_at=tuple(given.get("break_at") or ()),
        break_on=tuple(given.get("break_on") or ()),
    )


def wants_window(given: Mapping[str, Any]) -> bool:
    """Whether the browser is to show a window: asked for, or by Playwright's variable."""
    return bool(given.get("headed")) or is_inspected()


def require_one_process(model: str, stepping: StepRequest, *, headed: bool, processes: int | None) -> None:
    """Refuse several processes where one person looks on.

    Args:
        model: specification of the agent.
        stepping: when episodes stop.
        headed: whether the browser shows a window.
        processes: how many run episodes beside this one; None or 0 where this one does.

    Raises:
        ConfigError: there are some, and a person looks on.
    """
    reasons = {
        f"--model {HUMAN}": model == HUMAN,
        "--step": stepping.step,
        "--break-at": bool(stepping.break_at),
        "--break-on": bool(stepping.break_on),
        "--headed (or PWDEBUG)": headed,
    }
    found = [name for name, holds in reasons.items() if holds]
    if found and processes:
        raise ConfigError(
            f"{', '.join(found)}: one person looks on, at one terminal and one window, so one process runs"
            f" everything, and -n {processes} was given: leave -n out, or give -n 0"
        )
