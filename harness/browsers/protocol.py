"""The two browsers speak one protocol; everything above it can't tell them apart."""

from collections.abc import Mapping
from typing import Protocol

from harness.observation import Observation


class Browser(Protocol):
    """A browser with one fresh context (cookies, history) an episode."""

    name: str

    def start(self, url: str) -> Observation:
        """Drop the old context, open ``url`` in a new one, and look at the page."""
        ...

    def goto(self, path: str) -> Observation:
        """Open a path of the current host, or a full URL of an allowed host.

        Raises:
            ActionFailed: the target is not allowed; the page stays where it was.
            BrowserError: the server is unreachable or answered 5xx.
        """
        ...

    def click(self, index: int) -> Observation:
        """Follow link ``index`` of the page. Raises as `goto`, and ActionFailed for an unknown index."""
        ...

    def fill(self, index: int, fields: Mapping[str, str]) -> Observation:
        """Set the named fields of form ``index`` and submit it; other fields keep their values.

        Raises as `click`, and ActionFailed for an unknown field or option (the message lists the choices).
        """
        ...

    def observe(self) -> Observation:
        """Look at the current page again."""
        ...

    def close(self) -> None:
        """End the browser. Safe to call twice."""
        ...
