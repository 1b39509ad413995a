"""What a command line asks for, checked: a wrong name ends in exit code 4 with the choices.

pytest-playwright's options are read here too: it hands them only to tests that ask for its fixtures, and a
task is no test function.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from disruptions import Mode
from harness.agents import make_agent_factory
from harness.agents.protocol import AgentFactory
from harness.interruptions import DisruptionSetting
from sites.kit.errors import LoWAgentError, UnknownNameError
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
from tasks import list_templates
from tasks.models import TaskKind

ALL = "all"
RUNS_FOLDER = Path("runs")

Engine = Literal["chromium", "http"]
Keep = Literal["on", "off", "on-failure"]
"""When to keep an artefact of an episode; a failure is any outcome but solved."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run as asked for: which tasks, which agent, which browser, and where the record goes."""

    model: str
    langs: tuple[str, ...]
    sites: tuple[str, ...]
    tasks: tuple[str, ...]
    """Task ids (``ministore-017``) or instance ids (``ministore-017-ur``); empty for all."""
    limit: int | None
    """Tasks per site and language."""
    kind: TaskKind | None
    """None for both; text where agents are shown no pictures."""
    twins: bool
    """Also the achievable twins of unachievable tasks."""
    disruptions: Mode | None
    """How episodes are interrupted; None for not at all."""
    engine: Engine
    taskset_seed: int
    """Draws the values in tasks; 0 is the published set."""
    seed: int
    """Seed of agents that draw, and of the wordings of disruptions."""
    run_dir: Path
    """Absolute."""
    fail_under: float | None
    """Success rate (0 to 1) below which pytest exits with 1."""
    headed: bool
    slow_mo_ms: float
    tracing: Keep
    screenshot: Keep
    """Marked screenshots in the record; off takes none at all."""

    @property
    def disruption_setting(self) -> DisruptionSetting | None:
        """How episodes are interrupted; the run's seed chooses the wordings."""
        return DisruptionSetting(self.disruptions, self.seed) if self.disruptions else None

    def make_agents(self) -> AgentFactory:
        """What makes the agent of each episode.

        Raises:
            LoWAgentError: ``model`` names no agent; the message lists the choices.
        """
        return make_agent_factory(self.model, seed=self.seed)


def read_request(config: pytest.Config, run_dir: str | None = None) -> RunRequest:
    """The run that the command line asks for.

    Args:
        config: pytest's; ``--model`` is given.
        run_dir: folder of the record, when another process has chosen it; else the option or a new one.

    Raises:
        pytest.UsageError: a name is unknown, or nothing matches.
    """
    get: Callable[..., Any] = config.getoption
    _refuse_unsupported(get)
    blindness = _blindness(config)
    names = tuple(get("task") or ())
    twins = bool(get("twins")) or any(map(_names_twin, names))
    try:
        langs = _choose("language", get("lang"), LANGUAGES)
        sites = _choose("site", get("site"), SITE_NAMES)
        kinds = _kinds(sites, langs, twins=twins)
        request = RunRequest(
            model=get("model"),
            langs=langs,
            sites=sites,
            tasks=names,
            limit=get("limit"),
            kind=get("kind") or ("text" if blindness else _kind_of(names, kinds)),
            twins=twins,
            disruptions=get("disruptions"),
            engine=get("engine"),
            taskset_seed=get("taskset_seed"),
            seed=get("seed"),
            run_dir=Path(run_dir or get("run_dir") or _new_folder(get("model"))).absolute(),
            fail_under=get("fail_under"),
            headed=bool(get("headed", False)),
            slow_mo_ms=float(get("slowmo", 0)),
            tracing=_keep(get("tracing", "off")),
            screenshot=_screenshot(config),
        )
        request.make_agents()
        _check_tasks(request, kinds, blindness)
    except LoWAgentError as error:
        raise pytest.UsageError(str(error)) from error
    return request


def _choose(what: str, given: Sequence[str] | None, choices: Iterable[str]) -> tuple[str, ...]:
    """The given names in the order of the choices; all for none given, or for ``all``."""
    known = tuple(choices)
    for name in given or ():
        if name not in (*known, ALL):
            raise UnknownNameError(what, name, (*known, ALL))
    if not given or ALL in given:
        return known
    return tuple(name for name in known if name in given)


def _names_twin(name: str) -> bool:
    """Whether a task or instance is named whose id ends in the ``t`` of twins."""
    return "-".join(name.split("-")[:2]).endswith("t")


def _check_tasks(request: RunRequest, kinds: Mapping[str, TaskKind], blindness: str | None) -> None:
    """There are such tasks, and the run can show what they need.

    Args:
        request: the run.
        kinds: name of every task and instance -> its kind.
        blindness: the option that keeps pictures from agents, if there is one.
    """
    if request.kind == "visual" and blindness:
        raise pytest.UsageError(_blind(blindness, "visual tasks"))
    known = [name for name, kind in kinds.items() if request.kind in (None, kind)]
    if not known:
        raise pytest.UsageError(f"no {request.kind} tasks at {', '.join(request.sites)}: leave out --kind")
    for name in request.tasks:
        if name not in kinds:
            raise UnknownNameError("task", name, [one for one in known if one.count("-") == 1])
        if name not in known and blindness:
            raise pytest.UsageError(_blind(blindness, f"the visual task {name}"))
        if name not in known:
            raise pytest.UsageError(f"{name} is no {request.kind} task: leave out --kind")


def _kinds(sites: Sequence[str], langs: Sequence[str], *, twins: bool) -> dict[str, TaskKind]:
    """Name of every task (``ministore-017``) and instance (``ministore-017-ur``) -> its kind."""
    templates = [template for _, template in list_templates(sites, twins=twins)]
    return {name: one.kind for one in templates for name in (one.id, *(f"{one.id}-{lang}" for lang in langs))}


def _kind_of(names: Sequence[str], kinds: Mapping[str, TaskKind]) -> TaskKind | None:
    """The kind of all the tasks that are named; None where there is none, or no single one."""
    found: set[TaskKind | None] = {kinds.get(name) for name in names}
    return found.pop() if len(found) == 1 else None


def _blindness(config: pytest.Config) -> str | None:
    """The option that keeps pictures from agents; None where they see."""
    if config.getoption("engine") == "http":
        return "--engine http"
    return "--screenshot off" if _screenshot(config) == "off" else None


def _blind(option: str, what: str) -> str:
    return f"{option} shows agents no pictures, and {what} can't be done without: leave it out"


def _refuse_unsupported(get: Callable[..., Any]) -> None:
    """Options of pytest-playwright that would be ignored in silence."""
    if get("video", "off") != "off":
        raise pytest.UsageError("tasks have no --video: use --tracing, whose film shows each step")
    for name in set(get("browser", None) or ()) - {"chromium"}:
        raise pytest.UsageError(f"tasks don't run in {name}: leave --browser out, or use --engine http")


def _screenshot(config: pytest.Config) -> Keep:
    """Off is pytest-playwright's default; tasks keep what the agent saw unless off was said."""
    said = any(argument.partition("=")[0] == "--screenshot" for argument in config.invocation_params.args)
    return _keep(str(config.getoption("screenshot"))) if said else "on"


def _keep(value: str) -> Keep:
    """pytest-playwright says ``retain-on-failure`` for traces and ``only-on-failure`` for screenshots."""
    if value.endswith("-on-failure"):
        return "on-failure"
    return "on" if value == "on" else "off"


def _new_folder(model: str) -> Path:
    """``runs/20260316-090000-reference``; a number follows where two runs start in the same second."""
    name = "".join(letter if letter.isalnum() else "-" for letter in model)
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{name}"
    folder, number = RUNS_FOLDER / stem, 2
    while folder.exists():
        folder, number = RUNS_FOLDER / f"{stem}-{number}", number + 1
    return folder
