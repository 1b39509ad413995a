"""A person beside a run: who is asked, where, and what of an episode they see.

One process only: several would share one terminal, and open a window each.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from harness.agents.human import HumanAgents, Person
from harness.agents.protocol import Agent, AgentFactory, Assignment
from harness.browsers import Browser
from harness.browsers.chromium import ChromiumBrowser
from harness.browsers.overlay import Stage
from harness.debugging.clock import StoppableClock
from harness.debugging.console import Console, Terminal
from harness.debugging.people import AtBrowser, AtTerminal
from harness.debugging.protocol import Watcher
from harness.debugging.request import StepRequest
from harness.debugging.stepping import SteppedAgent, Stepper
from tasks import TaskInstance


@dataclass(frozen=True, slots=True)
class Watched:
    """An episode that somebody may look on at."""

    agents: AgentFactory
    watcher: Watcher | None
    """None where nobody does."""
    clock: Callable[[], float]
    """Of the episode: it stands still while a person is asked what is to be done."""


@dataclass(frozen=True, slots=True)
class Debugger:
    """Brings a person and the episodes of a process together."""

    console: Console = field(default_factory=Terminal)

    def watch(
        self,
        agents: AgentFactory,
        browser: Browser,
        stepping: StepRequest,
        *,
        headed: bool = False,
        slow_mo_ms: float = 0.0,
    ) -> Watched:
        """What an episode is run with.

        Args:
            agents: what makes its agent.
            browser: where it is run.
            stepping: when it stops for a person.
            headed: whether the browser shows a window.
            slow_mo_ms: how long each action is shown there before it is done.
        """
        person = self.introduce(agents, browser, headed=headed)
        stage = _stage_of(browser) if headed else None
        if isinstance(agents, HumanAgents) and not stepping.asks:
            return Watched(agents, None, time.monotonic)
        if stage is None and not stepping.asks:
            return Watched(agents, None, time.monotonic)
        clock = StoppableClock()
        stepper = Stepper(stepping, self.console, person, clock, stage, slow_mo_ms)
        return Watched(_stepped(agents, stepper), stepper, clock)

    def introduce(self, agents: AgentFactory, browser: Browser, *, headed: bool = False) -> Person:
        """The person, who acts in the window where there is one; agents that are people become this one."""
        stage = _stage_of(browser) if headed else None
        person = AtTerminal(self.console) if stage is None else AtBrowser(stage, self.console)
        if isinstance(agents, HumanAgents):
            agents.person = person
        return person


def _stage_of(browser: Browser) -> Stage | None:
    """Where the overlay is drawn; None over http."""
    return browser.stage if isinstance(browser, ChromiumBrowser) else None


def _stepped(agents: AgentFactory, stepper: Stepper) -> AgentFactory:
    def make(task: TaskInstance, assignment: Assignment) -> Agent:
        stepper.assignment = assignment
        return SteppedAgent(agents(task, assignment), stepper)

    return make
