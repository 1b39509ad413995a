"""What the machine needs for a run, what it has, and how to mend the rest (``lowagent doctor``).

Each need is a check that really tries the thing (Chromium is started, tesseract lists its languages), because
a file on PATH proves little: Ubuntu's ``chromium-browser`` may be a stub, and a Chromium may lack libraries.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from harness.browsers.launch import find_chromium, launch_chromium, named_chromium
from harness.errors import BrowserError, ConfigError
from sites.kit.localization import LANGUAGES

PYTHON_MINIMUM = (3, 11)
DOWNLOAD_LIMIT_S = 900
APT_LIMIT_S = 900
QUESTION_LIMIT_S = 30

DRIVER_LIBRARIES = ("libatomic1", "libstdc++6")
"""Packages of the libraries that Playwright's own Node needs and a minimal Debian lacks."""

Command = tuple[str, ...]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check."""

    name: str
    ok: bool
    found: str
    """What is there, or what exactly is missing."""
    remedy: str = ""
    """The command that mends it; empty when all is well."""


def diagnose() -> tuple[Finding, ...]:
    """Try everything a run needs; changes nothing. Takes a few seconds, because Chromium is started."""
    return (check_python(), check_chromium(), check_tesseract())


def mend(findings: Iterable[Finding], say: Say) -> None:
    """Try to provide what the findings miss, cheapest way first. What it achieved, `diagnose` tells.

    Args:
        findings: outcome of `diagnose`.
        say: is told each command before it runs.
    """
    missing = {finding.name for finding in findings if not finding.ok}
    if "chromium" in missing:
        _mend_chromium(say)
    if "tesseract" in missing:
        _apt_install(_tesseract_packages(), say)


def check_python() -> Finding:
    """Whether this Python is one that the project is tested with."""
    version = ".".join(map(str, sys.version_info[:3]))
    ok = sys.version_info[:2] >= PYTHON_MINIMUM
    return Finding(
        "python", ok, f"{version} ({sys.executable})", "" if ok else "make setup PYTHON=python3.11"
    )


def check_chromium() -> Finding:
    """Whether a Chromium is there and starts, driven by Playwright."""
    remedy = "lowagent doctor --fix"
    complaint = _driver_complaint()
    if complaint:
        install = "sudo apt-get install " + " ".join(DRIVER_LIBRARIES)
        return Finding("chromium", False, f"Playwright does not start: {complaint}", install)
    try:
        named_chromium()
        with sync_playwright() as playwright:
            executable = find_chromium(playwright)
            if executable is None:
                return Finding("chromium", False, "none found", remedy)
            browser = launch_chromium(playwright)
            version = browser.version
            browser.close()
    except (BrowserError, ConfigError) as error:
        return Finding("chromium", False, str(error).splitlines()[0], remedy)
    return Finding("chromium", True, f"{version} ({executable.path}, {executable.source})")


def check_tesseract() -> Finding:
    """Whether tesseract reads the script of every language."""
    program = shutil.which("tesseract")
    needed = ocr_languages()
    remedy = "sudo apt-get install " + " ".join(_tesseract_packages())
    if program is None:
        return Finding("tesseract", False, "not found", remedy)
    listing = _answer((program, "--list-langs"))
    missing = [name for name in needed if name not in listing.split()]
    if missing:
        return Finding("tesseract", False, f"{program} lacks {', '.join(missing)}", remedy)
    return Finding("tesseract", True, f"{_answer((program, '--version')).split()[1]} with {' '.join(needed)}")


def ocr_languages() -> tuple[str, ...]:
    """Tesseract's names of the languages in the language table."""
    return tuple(language.ocr for language in LANGUAGES.values())


def _mend_chromium(say: Say) -> None:
    playwright: Command = (sys.executable, "-m", "playwright")
    if _driver_complaint():
        _apt_install(DRIVER_LIBRARIES, say)
        if check_chromium().ok:
            return
    if _run((*playwright, "install", "chromium"), say, DOWNLOAD_LIMIT_S):
        if check_chromium().ok:
            return
        # The build is there but doesn't start: libraries are missing.
        prefix = _root_prefix()
        if prefix is not None and _run((*prefix, *playwright, "install-deps", "chromium"), say, APT_LIMIT_S):
            return
    _apt_install(("chromium",), say)


def _driver_complaint() -> str:
    """What Playwright's own Node says when it can't start; empty when it can."""
    done = _ask((sys.executable, "-m", "playwright", "--version"))
    return "" if done.returncode == 0 else _complaint(done)


def _apt_install(packages: tuple[str, ...], say: Say) -> None:
    prefix = _root_prefix()
    if shutil.which("apt-get") is None or prefix is None:
        say(f"can't install {' '.join(packages)}: apt-get as root (or sudo without a password) is needed")
        return
    quiet = (*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
    _run((*quiet, "update"), say, APT_LIMIT_S)
    _run((*quiet, "install", "-y", "--no-install-recommends", *packages), say, APT_LIMIT_S)


def _tesseract_packages() -> tuple[str, ...]:
    return ("tesseract-ocr", *(f"tesseract-ocr-{name}" for name in ocr_languages()))


def _root_prefix() -> Command | None:
    """What to put before a command that needs root; None when there is no way without asking a person."""
    if os.geteuid() == 0:
        return ()
    if shutil.which("sudo") and _run(("sudo", "-n", "true"), lambda _: None, QUESTION_LIMIT_S):
        return ("sudo", "-n")
    return None


def _run(command: Command, say: Say, limit_s: float) -> bool:
    """Whether the command ended well within its time; its output is shown only when it did not."""
    say("$ " + " ".join((Path(command[0]).name, *command[1:])))
    try:
        done = subprocess.run(
            command, timeout=limit_s, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except subprocess.TimeoutExpired:
        say(f"  gave up after {limit_s:.0f} s")
        return False
    if done.returncode != 0:
        say("  failed: " + _complaint(done))
    return done.returncode == 0


def _complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The telling line of a failed command's output: the first that speaks of an error, else the last."""
    lines = done.stdout.strip().splitlines() or [f"exit {done.returncode}"]
    return next((line for line in lines if "error" in line.lower()), lines[-1])


def _answer(command: Command) -> str:
    return _ask(command).stdout


def _ask(command: Command) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        timeout=QUESTION_LIMIT_S,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
