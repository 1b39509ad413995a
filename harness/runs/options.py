"""The options of a run, declared once: pytest's and those of ``lowagent run`` are both made from this table.

This module stays light, because plain tests import it too: a broken site can't keep the project's own tests
from starting.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ENGINES = ("chromium", "http")
KINDS = ("text", "visual")
OBSERVATIONS = ("text", "som", "screenshot", "axtree", "html", "caption", "none")
PROMPT_LANGUAGES = ("en", "native")
SUBSETS = ("lite",)
DISRUPTIONS = ("once", "every-click")
BREAKS = ("error", "disruption", "change")


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
    short: str = ""
    """A short form, if it has one."""
    command_help: str = ""
    """The help of ``lowagent run``, where it offers less than pytest."""

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


def amount(text: str) -> float:
    """A number above 0.

    Raises:
        ValueError: it is something else.
    """
    number = _number(text)
    if not 0 < number < math.inf:
        raise ValueError(f"expected a number above 0, got {text}")
    return number


def setting(text: str) -> tuple[str, str]:
    """A name and a value.

    Raises:
        ValueError: it is something else.
    """
    name, equals, value = text.partition("=")
    if not name.strip() or not equals:
        raise ValueError(f"expected KEY=VALUE, got {text}")
    return name.strip(), value


def _whole(text: str, least: int) -> int:
    number = int(text) if text.strip().isdecimal() else None
    if number is None or number < least:
        raise ValueError(f"expected a whole number from {least} up, got {text}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"expected a number, got {text}") from None


_AGENTS = (
    "agent: a model (openai/NAME, openai/NAME@URL, gemini/NAME, vllm/NAME, hf/NAME, a preset), a baseline"
    " (reference, noop, na, random, dump, careless, sift)"
)
OPTIONS = (
    RunOption(
        "model",
        f"{_AGENTS}, human, or module:function",
        metavar="SPEC",
        command_help=f"{_AGENTS}, or module:function",
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
        "subset",
        "only a fixed part of the text tasks; lite: ten of each site, by type and difficulty",
        choices=SUBSETS,
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
    RunOption("repeats", "run each task K times; default 1", metavar="K", read=positive),
    RunOption(
        "disruptions",
        "a cookie notice and an advertisement before pages; every-click: the latter after each click",
        choices=DISRUPTIONS,
    ),
    RunOption("intent_lang", "give all intents in this language, whatever the site's", metavar="CODE"),
    RunOption("engine", "browser; default chromium", choices=ENGINES, default="chromium"),
    RunOption(
        "taskset_seed",
        "draws the values in tasks; default 0, the published set",
        metavar="N",
        read=natural,
        default=0,
    ),
    RunOption("seed", "seed of agents that draw; default 0", metavar="N", read=natural, default=0),
    RunOption(
        "obs",
        "how a model is shown pages; default text for text tasks, som for visual ones; none: only the intent",
        choices=OBSERVATIONS,
    ),
    RunOption("history", "earlier steps that a model is shown again; default 3", metavar="K", read=natural),
    RunOption("prompt_lang", "language of a model's instructions; default en", choices=PROMPT_LANGUAGES),
    RunOption(
        "context_tokens",
        "budget of tokens of a prompt; default the model's context less its output limit",
        metavar="N",
        read=positive,
    ),
    RunOption("ask_confidence", "ask a model how sure it is of its answer, 0 to 100", is_flag=True),
    RunOption(
        "model_option",
        "a setting of the model (docs/models.md); repeatable",
        metavar="KEY=VALUE",
        read=setting,
        is_repeatable=True,
    ),
    RunOption("final_answer", "ask once for an answer when the steps are spent", is_flag=True),
    RunOption("max_seconds", "limit of an episode", metavar="S", read=amount),
    RunOption("max_tokens", "limit of an episode, prompts and replies together", metavar="N", read=positive),
    RunOption(
        "budget_usd",
        "begin no episode once the run, resumed or not, has cost this much",
        metavar="USD",
        read=amount,
    ),
    RunOption("run_seconds", "begin no episode after this time", metavar="S", read=amount),
    RunOption("run_dir", "folder of the record; default runs/<time>-<model>", metavar="DIR"),
    RunOption(
        "resume", "go on with the run in --run-dir: what is missing, and what ended in error", is_flag=True
    ),
    RunOption("dry_run", "tell how many episodes, and what they may cost, and run nothing", is_flag=True),
    RunOption("fail_under", "exit with 1 if the success rate (0 to 1) is lower", metavar="RATE", read=rate),
)
"""In the order in which help shows them."""

REPLAY_OPTIONS = (
    RunOption(
        "replay",
        "replay a recorded episode (RUN_DIR#ID), or all of a run (RUN_DIR); tells what differs; repeatable",
        metavar="EPISODE",
        is_repeatable=True,
    ),
    RunOption("until", "replay no more than K steps", metavar="K", read=positive),
    RunOption(
        "then",
        "who goes on after the replayed steps: reference, human, pause (Playwright's inspector), or a model"
        " as for --model",
        metavar="SPEC",
    ),
)
"""Those of pytest alone, in place of ``--model``: what is run stands in the record."""

STEP_OPTIONS = (
    RunOption("step", "stop before each action, and ask what to do", is_flag=True),
    RunOption(
        "break_at",
        "stop before the action of step N, and ask; repeatable",
        metavar="N",
        read=positive,
        is_repeatable=True,
    ),
    RunOption(
        "break_on",
        "stop after an error, at an interruption, or once rows have changed, and ask; repeatable",
        choices=BREAKS,
        is_repeatable=True,
    ),
)
"""Those of pytest alone, in one process: a person looks on (docs/debugging.md)."""

BROWSER_OPTIONS = (
    RunOption("headed", "show the browser", is_flag=True),
    RunOption("slowmo", "slow the browser down", metavar="MS", read=amount),
    RunOption("tracing", "keep Playwright traces; default off", choices=("on", "off", "retain-on-failure")),
    RunOption(
        "screenshot",
        "keep pictures of the pages; off takes none; default on",
        choices=("on", "off", "only-on-failure"),
    ),
)
"""Those that pytest has from pytest-playwright, for ``lowagent run``."""

CREW_OPTIONS = (
    RunOption(
        "processes",
        "how many run episodes at once; default 1, with --ray as many as the cluster has processors",
        metavar="N",
        read=positive,
        short="-n",
    ),
    RunOption("ray", "run on the Ray cluster at this address (auto, local, HOST:PORT)", metavar="ADDRESS"),
)
"""Who runs the episodes of ``lowagent run``; pytest has pytest-xdist's ``-n``."""

NEEDS_MODEL = tuple(one for one in OPTIONS if one.default is None and one.name != "model")
"""Options that mean nothing without ``--model``; what has a default can't be told from what was typed."""


def options_named(names: Sequence[str]) -> tuple[RunOption, ...]:
    """The options of these names, in the order of the table."""
    return tuple(option for option in OPTIONS if option.name in names)
