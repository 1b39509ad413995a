"""What a command line asks for, checked: a wrong name ends in an error that lists the choices.

pytest's plugin and ``lowagent run`` both read their options here, so the same words mean the same run.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

from disruptions import Mode
from harness.agents import make_agent_factory
from harness.agents.factory import require_agent
from harness.agents.protocol import AgentFactory
from harness.agents.settings import AgentSettings
from harness.debugging.request import StepRequest, read_stepping, wants_window
from harness.episode import Limits
from harness.errors import ConfigError
from harness.interruptions import DisruptionSetting
from harness.models import ModelSettings, is_model_spec, read_settings
from harness.prompting import Captures, needed_captures, prompt_hash, require_images
from harness.runs.names import check_tasks, kind_of, kinds_of, names_twin
from harness.runs.options import options_named
from harness.runs.subsets import SubsetName
from sites.kit.errors import UnknownNameError
from sites.kit.localization import LANGUAGES, get_language
from sites.registry import SITE_NAMES
from tasks.models import TaskKind

ALL = "all"
RUNS_FOLDER = Path("runs")
AGENT_OPTIONS = ("obs", "history", "prompt_lang", "context_tokens", "ask_confidence", "model_option")
"""Options that only agents with a language model have."""

MOST_PICTURES = 2
"""That go with a visual task."""

Engine = Literal["chromium", "http"]
Keep = Literal["on", "off", "on-failure"]
"""When to keep an artefact of an episode; a failure is any outcome but solved."""


@dataclass(frozen=True, slots=True)
class BrowserRequest:
    """How pages are shown."""

    engine: Engine
    headed: bool = False
    slow_mo_ms: float = 0.0
    tracing: Keep = "off"
    screenshot: Keep = "on"
    """Marked screenshots in the record; off takes none at all."""

    @property
    def takes_screenshots(self) -> bool:
        """Whether agents can be shown marked screenshots."""
        return self.engine == "chromium" and self.screenshot != "off"


@dataclass(frozen=True, slots=True)
class RunLimits:
    """When a run begins no more episodes; None is no limit."""

    cost_usd: float | None = None
    """Of all episodes on record, those of earlier starts and attempts too."""
    seconds: float | None = None
    """Since this start."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run as asked for: which tasks, which agent, which browser, and where the record goes."""

    model: str
    langs: tuple[str, ...]
    sites: tuple[str, ...]
    browser: BrowserRequest
    run_dir: Path
    """Absolute."""
    tasks: tuple[str, ...] = ()
    """Task ids (``ministore-017``) or instance ids (``ministore-017-ur``); empty for all."""
    limit: int | None = None
    """Tasks per site and language."""
    subset: SubsetName | None = None
    kind: TaskKind | None = None
    """None for both; text where agents are shown no pictures."""
    twins: bool = False
    """Also the achievable twins of unachievable tasks."""
    repeats: int = 1
    """How often each task is run."""
    disruptions: Mode | None = None
    """How episodes are interrupted; None for not at all."""
    intent_lang: str | None = None
    """Language of all intents; None for that of each site."""
    taskset_seed: int = 0
    """Draws the values in tasks; 0 is the published set."""
    seed: int = 0
    """Seed of agents that draw, and of the wordings of disruptions."""
    agent: AgentSettings = field(default_factory=AgentSettings)
    model_settings: ModelSettings | None = None
    """None for agents without a language model."""
    final_answer: bool = False
    """Whether an answer is asked for once where the steps are spent."""
    episode_limits: Limits = field(default_factory=Limits)
    run_limits: RunLimits = field(default_factory=RunLimits)
    resume: bool = False
    """Go on with the run in ``run_dir``."""
    stepping: StepRequest = field(default_factory=StepRequest)
    """When episodes stop for a person."""
    fail_under: float | None = None
    """Success rate (0 to 1) below which the command exits with 1."""

    @property
    def disruption_setting(self) -> DisruptionSetting | None:
        """How episodes are interrupted; the run's seed chooses the wordings."""
        return DisruptionSetting(self.disruptions, self.seed) if self.disruptions else None

    @property
    def prompt(self) -> str | None:
        """Hash of what models are told; None where there is no model."""
        return prompt_hash(self.agent) if self.model_settings is not None else None

    @property
    def kinds(self) -> tuple[TaskKind, ...]:
        """The kinds of tasks that are run."""
        return get_args(TaskKind) if self.kind is None else (self.kind,)

    @property
    def captures(self) -> Captures:
        """What the browser adds to observations: for the model, and screenshots for the record."""
        found = Captures(screenshots=self.browser.takes_screenshots)
        if self.model_settings is not None:
            for kind in self.kinds:
                found |= needed_captures(self.agent.observe, kind)
        return found

    def with_server(self, url: str) -> "RunRequest":
        """The same run with the address of the model server that was started for it."""
        options = {**self.agent.model_options, "server_url": url}
        return replace(self, agent=replace(self.agent, model_options=options))

    def make_agents(self, repeat: int = 1) -> AgentFactory:
        """What makes the agent of each episode.

        Args:
            repeat: agents that draw do otherwise in each.

        Raises:
            LoWAgentError: ``model`` names no agent; the message lists the choices.
        """
        return make_agent_factory(self.model, seed=seed_of(self.seed, repeat), settings=self.agent)


def seed_of(seed: int, repeat: int) -> int:
    """The seed of agents in a repeat: the run's own in the first, others in the others."""
    if repeat == 1:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed}/repeat {repeat}".encode()).digest()[:4])


def read_request(given: Mapping[str, Any], *, without: Collection[str] = ()) -> RunRequest:
    """The run that a command line asks for.

    Args:
        given: name of each option (`harness.runs.options`) -> its value, None where it was not said; also
            pytest-playwright's ``headed``, ``slowmo``, ``tracing`` and ``screenshot``.
        without: agents that are not offered where a name is unknown.

    Raises:
        LoWAgentError: a name is unknown, options exclude each other, or nothing matches.
    """
    names = tuple(given.get("task") or ())
    twins = bool(given.get("twins")) or any(map(names_twin, names))
    langs = _choose("language", given.get("lang"), LANGUAGES)
    sites = _choose("site", given.get("site"), SITE_NAMES)
    require_agent(given["model"], without=without)
    agent, model_settings = _read_agent(given)
    blindness = _blindness(given, agent, model_settings)
    kinds = kinds_of(sites, langs, twins=twins)
    request = RunRequest(
        model=given["model"],
        langs=langs,
        sites=sites,
        browser=_read_browser(given),
        run_dir=_run_dir(given),
        tasks=names,
        limit=given.get("limit"),
        subset=given.get("subset"),
        kind=_kind(given, blindness) or kind_of(names, kinds),
        twins=twins,
        repeats=given.get("repeats") or 1,
        disruptions=given.get("disruptions"),
        intent_lang=_intent_lang(given.get("intent_lang")),
        taskset_seed=given["taskset_seed"],
        seed=given["seed"],
        agent=agent,
        model_settings=model_settings,
        final_answer=bool(given.get("final_answer")),
        episode_limits=Limits(seconds=given.get("max_seconds"), tokens=given.get("max_tokens")),
        run_limits=RunLimits(cost_usd=given.get("budget_usd"), seconds=given.get("run_seconds")),
        resume=bool(given.get("resume")),
        stepping=read_stepping(given),
        fail_under=given.get("fail_under"),
    )
    _refuse_contradictions(request, blindness)
    check_tasks(names, kinds, request.kind, sites=sites, langs=langs, blindness=blindness)
    if model_settings is None:
        request.make_agents()  # a model may be large: it is made by those who run episodes
    return request


def _read_agent(given: Mapping[str, Any]) -> tuple[AgentSettings, ModelSettings | None]:
    """Settings of the agent and of its model; the latter None where it has none."""
    model = given["model"]
    if not is_model_spec(model):
        said = [option.flag for option in options_named(AGENT_OPTIONS) if _is_said(given.get(option.name))]
        if said:
            raise ConfigError(
                f"{', '.join(said)}: only agents with a language model have that, and {model} has none:"
                " leave it out"
            )
        return AgentSettings(), None
    defaults = AgentSettings()
    agent = AgentSettings(
        observe=given.get("obs"),
        history=defaults.history if given.get("history") is None else given["history"],
        prompt_lang=given.get("prompt_lang") or defaults.prompt_lang,
        ask_confidence=bool(given.get("ask_confidence")),
        context_tokens=given.get("context_tokens"),
        model_options=_model_options(given.get("model_option") or ()),
    )
    return agent, read_settings(model, agent.options_of_model())


def _is_said(value: object) -> bool:
    return value is not None and value is not False


def _model_options(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    options: dict[str, str] = {}
    for name, value in pairs:
        if options.setdefault(name, value) != value:
            raise ConfigError(f"--model-option {name} is given twice, as {options[name]} and as {value}")
    return options


def _read_browser(given: Mapping[str, Any]) -> BrowserRequest:
    return BrowserRequest(
        engine=given["engine"],
        headed=wants_window(given),
        slow_mo_ms=float(given.get("slowmo") or 0),
        tracing=_keep(given.get("tracing") or "off"),
        screenshot=_keep(given.get("screenshot") or "on"),
    )


def _kind(given: Mapping[str, Any], blindness: str | None) -> TaskKind | None:
    if given.get("subset") and given.get("kind") == "visual":
        raise ConfigError(f"--subset {given['subset']} has only text tasks: leave --kind visual out")
    return given.get("kind") or ("text" if blindness or given.get("subset") else None)


def _intent_lang(given: str | None) -> str | None:
    return get_language(given).code if given is not None else None


def _refuse_contradictions(request: RunRequest, blindness: str | None) -> None:
    if request.kind == "visual" and blindness:
        raise ConfigError(f"{blindness}, and visual tasks can't be done without")
    if request.browser.engine == "http" and request.browser.tracing != "off":
        raise ConfigError(
            "--tracing keeps what a browser does, and --engine http has none: leave one of the two out"
        )
    if request.subset and request.tasks:
        raise ConfigError("--subset and --task exclude each other: leave one out")
    if request.model_settings is not None:
        request.captures.require(request.browser.engine)
        if request.captures.screenshots and not request.browser.takes_screenshots:
            raise ConfigError(f"--obs {request.agent.observe} needs screenshots: leave --screenshot off out")
        for kind in request.kinds:
            require_images(request.agent.observe, kind, request.model_settings.max_images, MOST_PICTURES)


def _choose(what: str, given: Sequence[str] | None, choices: Iterable[str]) -> tuple[str, ...]:
    """The given names in the order of the choices; all for none given, or for ``all``."""
    known = tuple(choices)
    for name in given or ():
        if name not in (*known, ALL):
            raise UnknownNameError(what, name, (*known, ALL))
    if not given or ALL in given:
        return known
    return tuple(name for name in known if name in given)


def _blindness(given: Mapping[str, Any], agent: AgentSettings, model: ModelSettings | None) -> str | None:
    """What keeps pictures from agents, as a clause; None where they see, or are told in words."""
    if agent.observe == "caption":
        return None
    if given["engine"] == "http":
        return "--engine http shows agents no pictures"
    if given.get("screenshot") == "off":
        return "--screenshot off shows agents no pictures"
    return f"{model.spec} takes no images" if model is not None and model.max_images == 0 else None


def _keep(value: str) -> Keep:
    """pytest-playwright says ``retain-on-failure`` for traces and ``only-on-failure`` for screenshots."""
    if value.endswith("-on-failure"):
        return "on-failure"
    return "on" if value == "on" else "off"


def _run_dir(given: Mapping[str, Any]) -> Path:
    if (said := given.get("run_dir")) is not None:
        if not said.strip() or "\0" in said:
            raise ConfigError(
                f"--run-dir: expected the name of a folder, got {said!r}; left out, it is runs/…"
            )
        return Path(said).absolute()
    if given.get("resume"):
        latest = max(RUNS_FOLDER.glob("*/manifest.json"), key=lambda path: path.stat().st_mtime, default=None)
        example = f", for example --run-dir {latest.parent}" if latest else ""
        raise ConfigError(f"--resume needs the folder of the run: add --run-dir{example}")
    return _new_folder(given["model"]).absolute()


def _new_folder(model: str) -> Path:
    """``runs/20260316-090000-reference``; a number follows where two runs start in the same second."""
    name = "".join(letter if letter.isalnum() else "-" for letter in model)
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{name}"
    folder, number = RUNS_FOLDER / stem, 2
    while folder.exists():
        folder, number = RUNS_FOLDER / f"{stem}-{number}", number + 1
    return folder
