"""The error tree of the project. It lives in the lowest room, because every other room may raise from it.

A message says what was expected, what came, where, and what to do next.
"""


class LoWAgentError(Exception):
    """Anything the project reports on purpose."""


class UnknownNameError(LoWAgentError):
    """A name that is not one of a known set; the message lists the choices."""

    def __init__(self, what: str, name: str, choices: object) -> None:
        self.name = name
        self.choices = tuple(choices)  # type: ignore[arg-type]
        listed = ", ".join(str(choice) for choice in self.choices)
        super().__init__(f"unknown {what} {name!r}: choose one of {listed}")


class ContentError(LoWAgentError):
    """A language file, template or catalogue that is missing, malformed or incomplete."""


class BuildError(LoWAgentError):
    """A site's database can't be built."""


class ServerError(LoWAgentError):
    """The listener can't start, died, or a control endpoint refused."""
