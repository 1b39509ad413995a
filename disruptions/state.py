"""What stands before the pages of a site in one episode: a state machine without WSGI and without texts.

An episode's cookie notice is active from the start. Once it is closed, the page that was asked for is
revealed; the page load after that gets an advertisement. While one is active it is the answer to every
page, under links that are new on every visit: only the links of the latest visit do anything, and a link that
has been shown never comes back. A redirect shows nothing and goes out; what counts is the page that it leads
to, if that is one of the site. GET requests are judged after the site has answered, because only the answer
tells a page from a picture; other methods are judged before, so that nothing is carried out from a page that
nobody saw.

Source: LoWAgent paper, section 3.6 and appendix A; caption of figure 4 for ``every-click``.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

Mode = Literal["once", "every-click"]
"""``once``: a notice and one advertisement. ``every-click``: the advertisement comes back at each later page
load from a link or form of the site."""
Kind = Literal["cookie_notice", "advertisement"]
Ending = Literal["dismissed", "accepted"]

MODES: tuple[Mode, ...] = ("once", "every-click")
TOKEN_BYTES = 16
"""128 bits."""
HOME = "/"


@dataclass(slots=True)
class Interruption:
    """One cookie notice or advertisement, and what became of it."""

    kind: Kind
    target: str
    """Path and query of the page that it stands before."""
    requests: int = 0
    """Page requests that it has cost: each time it was shown, and the click that ended it."""
    ending: Ending | None = None
    """None while it is active."""


@dataclass(frozen=True, slots=True)
class Show:
    """Answer with the page of an interruption."""

    number: int
    """Which interruption of the episode, from 0."""
    kind: Kind
    dismiss: str
    """Path of the link that dismisses it."""
    accept: str | None
    """Path of the link that accepts the offer; None for a cookie notice."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Send the browser to a page of the site."""

    target: str
    """Path and query."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Answer with the page outside of the site that an accepted offer has led to."""

    number: int
    """Whose offer was accepted."""


Answer = Show | GoTo | Leave


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """What matters of the site's own answer to a GET request."""

    is_page: bool
    """Fonts, styles and pictures are none."""
    moved_to: str | None = None
    """Path and query that it redirects to; the whole address where that leads off the site."""


@dataclass(slots=True)
class _Links:
    """The links of the latest visit."""

    dismiss: str
    accept: str | None = None


def new_token() -> str:
    """A random path segment that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass(slots=True)
class Disruptions:
    """The interruptions of one episode. Safe to use from several threads."""

    mode: Mode
    make_token: Callable[[], str] = new_token
    interruptions: list[Interruption] = field(
        default_factory=lambda: [Interruption("cookie_notice", target=HOME)]
    )
    _links: _Links | None = None
    _revealing: str | None = None
    """The page that the last dismissal leads to, while it has not been seen."""
    _shown: dict[str, str] = field(default_factory=dict)
    """Every link ever shown -> the page that its visit stood before."""
    _lock: Lock = field(default_factory=Lock)

    @property
    def active(self) -> Interruption | None:
        """The interruption that stands before every page now."""
        latest = self.interruptions[-1]
        return latest if latest.ending is None else None

    @property
    def is_away(self) -> bool:
        """Whether an offer was accepted, which has led away from the site for good."""
        return self.interruptions[-1].ending == "accepted"

    def before_get(self, target: str) -> Answer | None:
        """Follow the link of an interruption; None where ``target`` is no such link.

        Args:
            target: path and query that is requested.
        """
        with self._lock:
            if not self.is_away and self.active is not None and self._links is not None:
                if _equal(target, self._links.dismiss):
                    return self._dismiss(self.active)
                if self._links.accept is not None and _equal(target, self._links.accept):
                    return self._accept(self.active)
            if target in self._shown:
                return self._stale(self._shown[target])
            return None

    def after_get(self, target: str, *, from_site: bool, answer: SiteAnswer) -> Answer | None:
        """What to answer in place of the site's answer; None where that goes out.

        Args:
            target: path and query that was requested.
            from_site: whether a link or form of the site led here.
            answer: what the site has answered.
        """
        if not answer.is_page and answer.moved_to is None:
            return None
        with self._lock:
            if self.is_away:
                return self._leave()
            if answer.moved_to is not None:
                if target == self._revealing:
                    self._revealing = answer.moved_to
                return None
            if self.active is not None:
                return self._show(self.active, target)
            is_revealed, self._revealing = target == self._revealing, None
            if is_revealed or not self._is_due(from_site):
                return None
            self.interruptions.append(Interruption("advertisement", target))
            return self._show(self.interruptions[-1], target)

    def before_other(self) -> Answer | None:
        """What to answer to a request of another method; None where the site may carry it out."""
        with self._lock:
            if self.is_away:
                return self._leave()
            if self.active is not None:
                return self._show(self.active, self.active.target)
            return None

    def _is_due(self, from_site: bool) -> bool:
        was_shown = self.interruptions[-1].kind == "advertisement"
        return not was_shown or (self.mode == "every-click" and from_site)

    def _show(self, interruption: Interruption, target: str) -> Show:
        interruption.target = target
        interruption.requests += 1
        accept = self._new_link(target) if interruption.kind == "advertisement" else None
        self._links = _Links(self._new_link(target), accept)
        return Show(len(self.interruptions) - 1, interruption.kind, self._links.dismiss, accept)

    def _new_link(self, target: str) -> str:
        link = f"/{self.make_token()}"
        self._shown[link] = target
        return link

    def _dismiss(self, interruption: Interruption) -> GoTo:
        self._end(interruption, "dismissed")
        self._revealing = interruption.target
        return GoTo(interruption.target)

    def _accept(self, interruption: Interruption) -> Leave:
        self._end(interruption, "accepted")
        return self._leave()

    def _end(self, interruption: Interruption, ending: Ending) -> None:
        interruption.requests += 1
        interruption.ending = ending
        self._links = None

    def _leave(self) -> Leave:
        return Leave(len(self.interruptions) - 1)

    def _stale(self, target: str) -> Answer:
        """An old link does nothing: it stands for the page that its visit stood before."""
        if self.is_away:
            return self._leave()
        if self.active is not None:
            return self._show(self.active, target)
        return GoTo(target)


def _equal(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how far they agree."""
    return hmac.compare_digest(one.encode(), other.encode())
