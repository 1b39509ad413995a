"""Interruptions of an episode: armed before it, followed through it, judged after it.

What stands before a page is decided by `disruptions` alone; the harness asks it after each action what was
shown and what became of it. An interruption that is not dismissed fails the task whatever else holds.
Source: LoWAgent paper, section 3.6 and appendix A.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from disruptions import Control, DisruptionMiddleware, Ending, Kind, Mode
from harness.evaluation import CheckResult
from harness.records import DisruptionRecord, Outcome
from sites.kit.context import SiteConfig
from sites.kit.control import PREFIX, TOKEN_HEADER
from sites.kit.errors import ServerError
from sites.kit.site import Site
from tasks import TaskInstance

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PLANNED = 2
"""Steps that ``once`` adds to the budget: one for the notice, one for the advertisement."""
KIND_NAMES: Mapping[Kind, str] = {"cookie_notice": "cookie notice", "advertisement": "advertisement"}


@dataclass(frozen=True, slots=True)
class DisruptionSetting:
    """How the episodes of a run are interrupted."""

    mode: Mode
    seed: int = 0
    """Seed of the run."""

    def episode_seed(self, task: TaskInstance) -> int:
        """What chooses the wordings in an episode: the same in every language, so that languages compare."""
        digest = hashlib.sha256(f"{self.seed}/{task.id}".encode()).digest()
        return int.from_bytes(digest[:4])

    def stated_budget(self, task: TaskInstance) -> int:
        """What the agent is told: with ``every-click`` each interruption shown adds a step to it."""
        return task.budget + (PLANNED if self.mode == "once" else 0)


@dataclass(frozen=True, slots=True)
class InterruptionState:
    """What has become of an interruption so far."""

    kind: Kind
    requests: int
    ending: Ending | None


class InterruptibleSites(Protocol):
    """Where episodes are interrupted (`harness.environment.Environment`)."""

    def arm(self, site: str, lang: str, mode: Mode, seed: int) -> None:
        """Put interruptions before the pages of a site."""
        ...

    def interruptions(self, site: str, lang: str) -> tuple[InterruptionState, ...]:
        """The interruptions since then."""
        ...


def wrap_site(application: "WSGIApplication", site: Site, config: SiteConfig) -> "WSGIApplication":
    """Put the middleware around a site; it does nothing until it is armed."""
    control = Control(PREFIX, TOKEN_HEADER, config.token)
    return DisruptionMiddleware(application, lang=config.lang, site_name=site.shown_name, control=control)


def allowed_replies(budget: int, mode: Mode | None, shown: int) -> int:
    """Replies that an agent is allowed.

    Args:
        budget: the task's own.
        mode: how the episode is interrupted; None where it is not.
        shown: interruptions that were shown.
    """
    if mode is None:
        return budget
    return budget + (PLANNED if mode == "once" else shown)


def dismissal_checks(shown: Iterable[tuple[Kind, Ending | None]]) -> Iterator[CheckResult]:
    """One check for each kind that was shown: all of it must be dismissed.

    Args:
        shown: (kind, what became of it so far) of each interruption.
    """
    interruptions = tuple(shown)
    for kind, name in KIND_NAMES.items():
        endings = [ending for one, ending in interruptions if one == kind]
        if endings:
            got = next((ending or "active" for ending in endings if ending != "dismissed"), "dismissed")
            yield CheckResult("disruption", f"{name} dismissed", got == "dismissed", "dismissed", got)


def states_from_json(data: Sequence[Mapping[str, object]]) -> tuple[InterruptionState, ...]:
    """What the control endpoint tells.

    Raises:
        ServerError: the data is something else.
    """
    try:
        return tuple(InterruptionState(**entry) for entry in data)  # pyright: ignore[reportArgumentType]
    except TypeError as error:
        raise ServerError(f"the list of interruptions can't be read: {error}") from error


@dataclass(slots=True)
class _Seen:
    """One interruption, with the steps at which something happened to it."""

    state: InterruptionState
    shown_step: int = 0
    """0 while it was not shown."""
    ended_step: int | None = None


@dataclass(slots=True)
class InterruptionWatch:
    """Follows the interruptions of one episode; does nothing in an episode without any."""

    task: TaskInstance
    sites: InterruptibleSites
    setting: DisruptionSetting | None
    on_page: Kind | None = None
    """What the page that the agent sees is, where it is an interruption."""
    _seen: list[_Seen] = field(default_factory=list)

    def arm(self) -> None:
        """Arm the site, after its reset and before its first page."""
        if self.setting is not None:
            seed = self.setting.episode_seed(self.task)
            self.sites.arm(self.task.site, self.task.lang, self.setting.mode, seed)

    def look(self, step: int, *, has_moved: bool = True) -> None:
        """Ask what an action has brought.

        Args:
            step: number of the action, from 1; 0 for the arrival.
            has_moved: whether the agent sees another page than before.
        """
        if self.setting is None:
            return
        states = self.sites.interruptions(self.task.site, self.task.lang)
        known = [seen.state.requests for seen in self._seen] + [0] * len(states)
        self._seen += [_Seen(state) for state in states[len(self._seen) :]]
        for seen, state in zip(self._seen, states, strict=True):
            _note(seen, state, step)
        latest = states[-1]
        if latest.ending is None and latest.requests > known[len(states) - 1]:
            self.on_page = latest.kind
        elif has_moved:
            self.on_page = None

    @property
    def is_away(self) -> bool:
        """Whether an offer was accepted: the agent has left the site, and the episode is over."""
        return any(seen.state.ending == "accepted" for seen in self._seen)

    @property
    def budget(self) -> int:
        """Replies that the agent is allowed."""
        return allowed_replies(self.task.budget, self.setting and self.setting.mode, len(self._shown))

    @property
    def stated_budget(self) -> int:
        """Replies that the agent is told it has."""
        return self.task.budget if self.setting is None else self.setting.stated_budget(self.task)

    def checks(self) -> Iterator[CheckResult]:
        """One check for each kind that was shown: all of it must be dismissed."""
        return dismissal_checks((seen.state.kind, seen.state.ending) for seen in self._shown)

    def records(self, outcome: Outcome, limit: str | None) -> tuple[DisruptionRecord, ...]:
        """What is recorded of each interruption that was shown.

        Args:
            outcome: how the episode ended.
            limit: which limit ended it, if one did.
        """
        cut_off = "error" if outcome == "error" else "limit" if limit is not None else "stopped"
        return tuple(
            DisruptionRecord(
                kind=seen.state.kind,
                shown_step=seen.shown_step,
                ended_step=seen.ended_step,
                ending=seen.state.ending or cut_off,
                requests=seen.state.requests,
            )
            for seen in self._shown
        )

    @property
    def _shown(self) -> list[_Seen]:
        return [seen for seen in self._seen if seen.shown_step]


def _note(seen: _Seen, state: InterruptionState, step: int) -> None:
    seen.state = state
    if not seen.shown_step and state.requests:
        seen.shown_step = step + 1
    if seen.ended_step is None and state.ending is not None:
        seen.ended_step = step
