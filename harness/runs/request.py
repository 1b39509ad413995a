"""What a command line asks for, checked: a wrong name ends in an error that lists the choices.

pytest's plugin and ``lowagent run`` both read their options here, so the same words mean the same run.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from disruptions import Mode
from harness.agents import make_agent_factory
from harness.agents.protocol import AgentFactory
from harness.errors import ConfigError
from harness.interruptions import DisruptionSetting
from harness.runs.names import check_tasks, kind_of, kinds_of, names_twin
from sites.kit.errors import UnknownNameError
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
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
    """Success rate (0 to 1) below which the command exits with 1."""
    headed: bool
    slow_mo_ms: float
    tracing: Keep
    screenshot: Keep
    """Marked screenshots in the record; off takes none at all."""

    @property
    def disruption_setting(self) -> DisruptionSetting | None:
        """How episodes are interrupted; the run's seed chooses the wordings."""
        return DisruptionSetting(self.disruptions, self.seed) if self.disruptions else None

    @property
    def takes_screenshots(self) -> bool:
        """Whether agents are shown marked screenshots."""
        return self.engine == "chromium" and self.screenshot != "off"

    def make_agents(self) -> AgentFactory:
        """What makes the agent of each episode.

        Raises:
            LoWAgentError: ``model`` names no agent; the message lists the choices.
        """
        return make_agent_factory(self.model, seed=self.seed)


def read_request(given: Mapping[str, Any]) -> RunRequest:
    """The run that a command line asks for.

    Args:
        given: name of each option (`harness.runs.options`) -> its value; also pytest-playwright's ``headed``,
            ``slowmo``, ``tracing`` and ``screenshot``, the latter None where it was not said.

    Raises:
        LoWAgentError: a name is unknown, options exclude each other, or nothing matches.
    """
    blindness = _blindness(given)
    names = tuple(given.get("task") or ())
    twins = bool(given.get("twins")) or any(map(names_twin, names))
    langs = _choose("language", given.get("lang"), LANGUAGES)
    sites = _choose("site", given.get("site"), SITE_NAMES)
    kinds = kinds_of(sites, langs, twins=twins)
    request = RunRequest(
        model=given["model"],
        langs=langs,
        sites=sites,
        tasks=names,
        limit=given.get("limit"),
        kind=given.get("kind") or ("text" if blindness else kind_of(names, kinds)),
        twins=twins,
        disruptions=given.get("disruptions"),
        engine=given["engine"],
        taskset_seed=given["taskset_seed"],
        seed=given["seed"],
        run_dir=Path(given.get("run_dir") or _new_folder(given["model"])).absolute(),
        fail_under=given.get("fail_under"),
        headed=bool(given.get("headed")),
        slow_mo_ms=float(given.get("slowmo") or 0),
        tracing=_keep(given.get("tracing") or "off"),
        screenshot=_keep(given.get("screenshot") or "on"),
    )
    request.make_agents()
    if request.kind == "visual" and blindness:
        raise ConfigError(
            f"{blindness} shows agents no pictures, and visual tasks can't be done without: leave it out"
        )
    check_tasks(names, kinds, request.kind, sites=sites, blindness=blindness)
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


def _blindness(given: Mapping[str, Any]) -> str | None:
    """The option that keeps pictures from agents; None where they see."""
    if given["engine"] == "http":
        return "--engine http"
    return "--screenshot off" if given.get("screenshot") == "off" else None


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
