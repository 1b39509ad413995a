"""How long an operation of the browser may take: as long as it likes while a person steps through it."""

import os

PWDEBUG = "PWDEBUG"
"""Playwright's variable: its Inspector holds every operation until a person lets it go on."""
OFF = ("", "0", "false")


def is_inspected() -> bool:
    """Whether Playwright's Inspector is asked for by its variable."""
    return os.environ.get(PWDEBUG, "").lower() not in OFF


def limit_ms(usual_ms: int) -> int:
    """The limit of an operation in ms; 0, which is none, under the Inspector.

    Args:
        usual_ms: the limit where nobody holds it.
    """
    return 0 if is_inspected() else usual_ms
