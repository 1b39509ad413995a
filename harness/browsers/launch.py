"""Finding and starting Chromium, with the flags that keep it quiet, offline and the same on every machine.

The idea to keep in mind: Chromium never resolves a name. Every host of ours is mapped to the listener's port
by ``--host-resolver-rules``, and every other host to nothing, so that an agent can't leave the machine and no
URL ever shows a port.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from harness.errors import BrowserError, ConfigError

CHROMIUM_VARIABLE = "LOWAGENT_CHROMIUM"
EXECUTABLE_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
QUIET_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
STEADY_PIXELS_FLAGS = (
    "--disable-lcd-text",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)
WINDOW_FLAGS = ('--gaia-config-contents={"api_keys":{"GOOGLE_API_KEY":"dummytoken"}}',)
"""Of a window that covers no link with an offer to translate the page.

Chromium makes none where it has no key for Google's services, and this value stands for none: distributions
give theirs a key, and no feature or switch of its own turns the offer off any more.
Source: Chromium, google_apis/google_api_keys.cc.
"""
LAUNCH_TIMEOUT_MS = 60_000
NO_DISPLAY = "without having a XServer running"
"""How Playwright says so."""


@dataclass(frozen=True, slots=True)
class ChromiumExecutable:
    """A Chromium that was found, and who provided it."""

    path: Path
    source: Literal["environment", "playwright", "system"]
    """``LOWAGENT_CHROMIUM``, Playwright's own build, or a program on PATH."""


def launch_chromium(
    playwright: Playwright, *, headed: bool = False, host_rules: str | None = None, slow_mo_ms: float = 0
) -> Browser:
    """Start Chromium.

    Args:
        playwright: a running Playwright.
        headed: show a window.
        host_rules: value of ``--host-resolver-rules`` (see `host_rules_for`); None leaves names alone.
        slow_mo_ms: pause after each operation, for watching.

    Raises:
        BrowserError: no Chromium is installed, or it does not start.
    """
    chromium = find_chromium(playwright)
    if chromium is None:
        raise BrowserError(
            "no Chromium found: neither Playwright's own build nor "
            f"{', '.join(EXECUTABLE_NAMES)} on PATH; run `lowagent doctor --fix`, or set {CHROMIUM_VARIABLE}"
        )
    try:
        return playwright.chromium.launch(
            executable_path=None if chromium.source == "playwright" else chromium.path,
            headless=not headed,
            args=_flags(host_rules, headed=headed),
            slow_mo=slow_mo_ms,
            timeout=LAUNCH_TIMEOUT_MS,
            handle_sigint=False,  # Ctrl-C in a terminal reaches the driver too: who started it closes it
        )
    except Error as error:
        if headed and NO_DISPLAY in error.message:
            raise BrowserError(display_advice("none answers where DISPLAY says")) from error
        raise BrowserError(f"{chromium.path} does not start: {error.message}") from error


def display_advice(found: str) -> str:
    """What to do where a window can't be shown.

    Args:
        found: what was found in place of a display, as a clause.
    """
    return (
        f"a window needs a display, and {found}: leave --headed (and PWDEBUG) out, or bring a display along, "
        "as in: xvfb-run -a pytest …"
    )


def find_chromium(playwright: Playwright | None = None) -> ChromiumExecutable | None:
    """The Chromium that `launch_chromium` would start, or None.

    ``LOWAGENT_CHROMIUM`` wins; then Playwright's own build; then the first known name on PATH.

    Args:
        playwright: a running Playwright; without it one is started for the question (about half a second).

    Raises:
        ConfigError: ``LOWAGENT_CHROMIUM`` names no program.
    """
    named = named_chromium()
    if named is not None:
        return named
    own = _playwright_build(playwright)
    if own.is_file():
        return ChromiumExecutable(own, "playwright")
    found = next(filter(None, map(shutil.which, EXECUTABLE_NAMES)), None)
    return ChromiumExecutable(Path(found), "system") if found else None


def named_chromium() -> ChromiumExecutable | None:
    """The Chromium that ``LOWAGENT_CHROMIUM`` names; None where it names none.

    Raises:
        ConfigError: there is no such program.
    """
    named = os.environ.get(CHROMIUM_VARIABLE)
    if not named:
        return None
    path = shutil.which(named)
    if path is None:
        raise ConfigError(f"{CHROMIUM_VARIABLE}={named}: no such program; correct the path or unset it")
    return ChromiumExecutable(Path(path), "environment")


def host_rules_for(port: int) -> str:
    """Resolver rules: every ``*.localhost`` is 127.0.0.1:port, and nothing else exists."""
    return f"MAP *.localhost 127.0.0.1:{port}, MAP * ~NOTFOUND"


def _playwright_build(playwright: Playwright | None) -> Path:
    if playwright is not None:
        return Path(playwright.chromium.executable_path)
    with sync_playwright() as started:
        return Path(started.chromium.executable_path)


def _flags(host_rules: str | None, *, headed: bool) -> list[str]:
    flags = [*QUIET_FLAGS, *STEADY_PIXELS_FLAGS]
    if headed:
        flags += WINDOW_FLAGS
    if host_rules is not None:
        flags.append(f"--host-resolver-rules={host_rules}")
    return flags
