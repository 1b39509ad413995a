"""Where an agent may go: the host of its task and nowhere else.

An allow-list, asked before a load and again after it, because a redirect may lead elsewhere. Chromium
gladly opens ``file:``, ``data:``, ``chrome:`` and ``view-source:``; https to a host of ours would hang.
"""

from dataclasses import dataclass

from harness.addresses import resolve, take_apart
from harness.errors import ActionFailed
from harness.observation import Form, Link, Observation

MAX_ADDRESS_CHARACTERS = 8_000
"""Of an address that an agent may open; servers and both browsers take as much."""
SHOWN_ADDRESS_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Territory:
    """The one host on which an episode takes place."""

    host: str
    """``ministore.ur.localhost``"""

    @classmethod
    def of(cls, url: str) -> "Territory":
        """The territory of an episode that starts at ``url``.

        Raises:
            ValueError: not an absolute http address.
        """
        return cls(take_apart(url).authority)

    def target(self, reference: str, page: str) -> str:
        """The absolute address to open.

        Args:
            reference: a path or an address, as the agent or the page wrote it.
            page: address of the current page.

        Raises:
            ActionFailed: it lies outside, or is longer than any page's.
        """
        url = resolve(reference, page)
        if len(url) > MAX_ADDRESS_CHARACTERS:
            raise ActionFailed(
                f"an address of {len(url):,} characters can't be opened: at most {MAX_ADDRESS_CHARACTERS:,}"
            )
        if not self.holds(url):
            raise ActionFailed(self.refusal(url))
        return url

    def holds(self, url: str) -> bool:
        """Whether an absolute address lies inside."""
        try:
            address = take_apart(url)
        except ValueError:
            return False
        return address.scheme == "http" and address.authority == self.host

    def refusal(self, url: str) -> str:
        """What the agent is told about an address outside."""
        shown = url if len(url) <= SHOWN_ADDRESS_CHARACTERS else f"{url[:SHOWN_ADDRESS_CHARACTERS]}…"
        return f"{shown} can't be opened: only pages of http://{self.host}/ can, for example `goto /`"


def link_at(observation: Observation, index: int) -> Link:
    """The link that ``click index`` follows.

    Raises:
        ActionFailed: no link has this number.
    """
    if 1 <= index <= len(observation.links):
        return observation.links[index - 1]
    raise ActionFailed(_missing("link", index, len(observation.links)))


def form_at(observation: Observation, index: int) -> Form:
    """The form that ``fill index`` submits.

    Raises:
        ActionFailed: no form has this number.
    """
    if 1 <= index <= len(observation.forms):
        return observation.forms[index - 1]
    raise ActionFailed(_missing("form", index, len(observation.forms)))


def _missing(what: str, index: int, count: int) -> str:
    if count == 0:
        return f"there is no {what} {index}: the page has no {what}s"
    return f"there is no {what} {index}: the page has {what}s 1 to {count}"
