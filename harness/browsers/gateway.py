"""How a browser reaches the sites: the one loopback port behind every host name."""

from typing import Protocol


class Gateway(Protocol):
    """Whoever runs the listener (`harness.environment.Environment`)."""

    @property
    def port(self) -> int:
        """The loopback port that serves every host now; it changes when the listener is started again."""
        ...

    def last_error(self, url: str) -> str | None:
        """What the site behind ``url`` last failed with, where it is known."""
        ...


def failure_message(gateway: Gateway, url: str, status: int) -> str:
    """What to say of a page that answered 5xx."""
    cause = gateway.last_error(url)
    return f"{url} answered HTTP {status}" + (f": {cause}" if cause else "")
