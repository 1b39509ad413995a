"""The options that a run adds to pytest's command line.

Plain tests import nothing of a run: this module and the package's hooks stay light, so that a broken site
can't keep the project's own tests from starting.
"""

import pytest

ENGINES = ("chromium", "http")
KINDS = ("text", "visual")
DISRUPTIONS = ("once", "every-click")
NEEDS_MODEL = ("lang", "site", "task", "limit", "kind", "twins", "disruptions", "run_dir", "fail_under")
"""Options that mean nothing without ``--model``."""


def add_options(parser: pytest.Parser) -> None:
    """Add our options to pytest's command line."""
    add = parser.getgroup("lowagent", "LoWAgent: run tasks in place of tests (needs --model)").addoption
    add(
        "--model",
        metavar="SPEC",
        help="agent: reference, noop, na, random, dump, careless or module:function",
    )
    add(
        "--lang",
        metavar="CODE",
        action="append",
        help="language (en, bn, hi, ur, am) or all; repeatable; default all",
    )
    add("--site", metavar="NAME", action="append", help="site; repeatable; default all")
    add(
        "--task",
        metavar="ID",
        action="append",
        help="task, such as ministore-017 or ministore-017-ur; repeatable",
    )
    add(
        "--limit",
        metavar="N",
        type=positive,
        help="at most N tasks per site and language, types and kinds mixed",
    )
    add(
        "--kind",
        choices=KINDS,
        help="only text or only visual tasks; default both, but only text with --engine http or"
        " --screenshot off, because visual tasks need the marked screenshots of Chromium",
    )
    add(
        "--twins",
        action="store_true",
        default=None,
        help="also the achievable twins of unachievable tasks: extras outside of the success rate",
    )
    add(
        "--disruptions",
        choices=DISRUPTIONS,
        help="a cookie notice and an advertisement before pages; every-click: the latter after each click",
    )
    add("--engine", choices=ENGINES, default="chromium", help="browser; default chromium")
    add(
        "--taskset-seed",
        metavar="N",
        type=int,
        default=0,
        help="draws the values in tasks; default 0, the published set",
    )
    add("--seed", metavar="N", type=int, default=0, help="seed of agents that draw; default 0")
    add("--run-dir", metavar="DIR", help="folder of the record; default runs/<time>-<model>")
    add("--fail-under", metavar="RATE", type=rate, help="exit with 1 if the success rate (0 to 1) is lower")


def refuse_without_model(config: pytest.Config) -> None:
    """Refuse options of a run when no agent is named.

    Raises:
        pytest.UsageError: some were given.
    """
    given = [name for name in NEEDS_MODEL if config.getoption(name) is not None]
    if given:
        flags = ", ".join("--" + name.replace("_", "-") for name in given)
        raise pytest.UsageError(f"{flags} given, but no agent: add --model, for example --model reference")


def positive(text: str) -> int:
    """A whole number from 1 up.

    Raises:
        ValueError: it is something else.
    """
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def rate(text: str) -> float:
    """A share from 0 to 1.

    Raises:
        ValueError: it is something else.
    """
    share = float(text)
    if not 0 <= share <= 1:
        raise ValueError(text)
    return share
