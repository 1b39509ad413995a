"""Asking a person, in the terminal: what is told, what is asked, and what is typed.

Other programs may hold the terminal, as pytest does while it captures output; they let go of it for as long
as a person is asked. Words of every language are isolated, so that numbers and paths beside them keep their
order.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from harness.control_characters import with_seen_controls, without_surrogates
from harness.errors import LoWAgentError

LEFT_TO_RIGHT, BY_FIRST_LETTER, END = "\u2066", "\u2068", "\u2069"


class NobodyThereError(LoWAgentError):
    """A person was asked, and the input has ended."""


class Console(Protocol):
    """Where a person is asked."""

    def tell(self, text: str) -> None:
        """Show text, which may have several lines."""
        ...

    def ask(self, question: str) -> str:
        """What is typed at a question, without the end of the line.

        Raises:
            NobodyThereError: the input has ended.
        """
        ...


@dataclass(frozen=True, slots=True)
class Terminal:
    """The terminal that this process was started in."""

    hold: Callable[[], AbstractContextManager[object]] = nullcontext
    """While its context is open the terminal is ours."""

    def tell(self, text: str) -> None:
        """Show text; its control characters are seen, and steer no terminal."""
        with self.hold():
            print(with_seen_controls(text), flush=True)

    def ask(self, question: str) -> str:
        """What is typed at a question; bytes that are no text are asked for again, or come as U+FFFD.

        Raises:
            NobodyThereError: the input has ended (Ctrl-D, or a pipe without more lines).
        """
        with self.hold():
            while True:
                try:
                    return without_surrogates(input(question))
                except UnicodeDecodeError as error:
                    print(f"that was no {error.encoding} text: type it again", flush=True)
                except EOFError:
                    print(flush=True)
                    raise NobodyThereError(
                        "a person was asked, and the input has ended: start this in a terminal, "
                        "or leave --step, --break-at, --break-on and --model human out"
                    ) from None


def in_latin(text: str) -> str:
    """Left to right whatever stands around it: for numbers, paths and names of fields."""
    return f"{LEFT_TO_RIGHT}{text}{END}"


def in_own_direction(text: str) -> str:
    """In the direction of its own first letter: for what pages and people say."""
    return f"{BY_FIRST_LETTER}{text}{END}"
