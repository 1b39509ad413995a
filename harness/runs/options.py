"""The options of a run, declared once: pytest's and those of ``lowagent run`` are both made from this table.

This module stays light, because plain tests import it too: a broken site can't keep the project's own tests
from starting.
"""

from collections.abc import Callable
from dataclasses import dataclass

ENGINES = ("chromium", "http")
KINDS = ("text", "visual")
DISRUPTIONS = ("once", "every-click")


@dataclass(frozen=True, slots=True)
class RunOption:
    """One option."""

    name: str
    """As Python writes it: ``run_dir`` for ``--run-dir``."""
    help: str
    metavar: str | None = None
    read: Callable[[str], object] = str
    """From what was typed to the value; ValueError tells what was expected."""
    choices: tuple[str, ...] = ()
    default: object = None
    is_flag: bool = False
    is_repeatable: bool = False

    @property
    def flag(self) -> str:
        """As it is typed."""
        return "--" + self.name.replace("_", "-")


def positive(text: str) -> int:
    """A whole number from 1 up.

    Raises:
        ValueError: it is something else.
    """
    return _whole(text, 1)


def natural(text: str) -> int:
    """A whole number from 0 up.

    Raises:
        ValueError: it is something else.
    """
    return _whole(text, 0)


def rate(text: str) -> float:
    """A share from 0 to 1.

    Raises:
        ValueError: it is something else.
    """
    share = _number(text)
    if not 0 <= share <= 1:
        raise ValueError(f"expected a number from 0 to 1, got {text}")
    return share


def _whole(text: str, least: int) -> int:
    number = int(text) if text.strip().lstrip("-").isdecimal() else None
    if number is None or number < least:
        raise ValueError(f"expected a whole number from {least} up, got {text}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"expected a number, got {text}") from None


OPTIONS = (
    RunOption(
        "model", "agent: reference, noop, na, random, dump, careless, sift or module:function", metavar="SPEC"
    ),
    RunOption(
        "lang",
        "language (en, bn, hi, ur, am) or all; repeatable; default all",
        metavar="CODE",
        is_repeatable=True,
    ),
    RunOption("site", "site; repeatable; default all", metavar="NAME", is_repeatable=True),
    RunOption(
        "task",
        "task, such as ministore-017 or ministore-017-ur; repeatable",
        metavar="ID",
        is_repeatable=True,
    ),
    RunOption(
        "limit",
        "at most N tasks per site and language, types and kinds mixed",
        metavar="N",
        read=positive,
    ),
    RunOption(
        "kind",
        "only text or only visual tasks; default both, but only text with --engine http or"
        " --screenshot off, because visual tasks need the marked screenshots of Chromium",
        choices=KINDS,
    ),
    RunOption(
        "twins",
        "also the achievable twins of unachievable tasks: extras outside of the success rate",
        is_flag=True,
    ),
    RunOption(
        "disruptions",
        "a cookie notice and an advertisement before pages; every-click: the latter after each click",
        choices=DISRUPTIONS,
    ),
    RunOption("engine", "browser; default chromium", choices=ENGINES, default="chromium"),
    RunOption(
        "taskset_seed",
        "draws the values in tasks; default 0, the published set",
        metavar="N",
        read=natural,
        default=0,
    ),
    RunOption("seed", "seed of agents that draw; default 0", metavar="N", read=natural, default=0),
    RunOption("run_dir", "folder of the record; default runs/<time>-<model>", metavar="DIR"),
    RunOption("fail_under", "exit with 1 if the success rate (0 to 1) is lower", metavar="RATE", read=rate),
)
"""In the order in which help shows them."""

NEEDS_MODEL = tuple(one for one in OPTIONS if one.default is None and one.name != "model")
"""Options that mean nothing without ``--model``; what has a default can't be told from what was typed."""
