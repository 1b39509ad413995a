"""From a specification on the command line to what makes the agents."""

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches

from harness.agents.baselines import DumpAgent, NoopAgent, NotAchievableAgent, RandomAgent
from harness.agents.own_program import PYTHON_SPEC, import_factory, is_python_spec
from harness.agents.protocol import Agent, AgentFactory, Assignment
from harness.agents.reference import CarelessAgent, ReferenceAgent
from harness.agents.settings import AgentSettings
from harness.agents.sift import SiftAgent
from harness.errors import ConfigError
from harness.models import is_model_spec
from harness.models.presets import presets
from harness.models.spec import PROVIDERS, SPEC_FORMS
from tasks import TaskInstance

NO_SETTINGS = AgentSettings()


def make_agent_factory(spec: str, *, seed: int = 0, settings: AgentSettings = NO_SETTINGS) -> AgentFactory:
    """What makes the agent of each episode; `close_agents` releases it.

    Args:
        spec: a name of `AGENTS`, a language model (`harness.models.read_settings`), or ``module:function``
            for an `AgentFactory` of one's own.
        seed: seed of the run, for agents that draw.
        settings: how a language model is asked; other agents have nothing to choose.

    Raises:
        UnknownNameError: no such provider, preset or option of a model; the message lists the choices.
        ConfigError: no such agent or model, the model can't be asked so, or the module or function can't be
            imported.
    """
    if spec in AGENTS:
        return AGENTS[spec](seed)
    if is_model_spec(spec):
        from harness.agents.model_agents import ModelAgents  # noqa: PLC0415 - it needs this package

        return ModelAgents(spec, settings)
    require_agent(spec)
    return import_factory(spec)


def require_agent(spec: str, *, without: Collection[str] = ()) -> None:
    """Refuse what names no agent; a model or a module is not looked for.

    Args:
        spec: as for `make_agent_factory`.
        without: agents that are not offered.

    Raises:
        ConfigError: it names none; the message has what comes closest, or all that there is.
    """
    if spec in AGENTS or is_model_spec(spec) or is_python_spec(spec):
        return
    agents = [name for name in AGENTS if name not in without]
    close = get_close_matches(spec, (*agents, *presets()))
    provider, slash, name = spec.partition("/")
    if slash:
        close += [f"{one}/{name}" for one in get_close_matches(provider, PROVIDERS)]
    if close:
        raise ConfigError(f"unknown model {spec!r}: did you mean {' or '.join(close)}?")
    raise ConfigError(
        f"unknown model {spec!r}: expected an agent ({', '.join(agents)}), a language model"
        f" ({', '.join(SPEC_FORMS)}), a preset ({', '.join(presets())}), or {PYTHON_SPEC} of your own"
    )


def close_agents(factory: AgentFactory) -> None:
    """Release the model behind the agents of a factory, if there is one. Safe to call twice."""
    close = getattr(factory, "close", None)
    if callable(close):
        close()


def _random_factory(seed: int) -> AgentFactory:
    def make(task: TaskInstance, assignment: Assignment) -> Agent:  # noqa: ARG001 - an AgentFactory
        return RandomAgent(assignment, seed)

    return make


def _human_agents() -> AgentFactory:
    from harness.agents.human import HumanAgents  # noqa: PLC0415 - it needs this package
    from harness.debugging.console import Terminal  # noqa: PLC0415
    from harness.debugging.people import AtTerminal  # noqa: PLC0415

    return HumanAgents(AtTerminal(Terminal()))


AGENTS: Mapping[str, Callable[[int], AgentFactory]] = {
    "reference": lambda _seed: ReferenceAgent,
    "noop": lambda _seed: NoopAgent,
    "na": lambda _seed: NotAchievableAgent,
    "random": _random_factory,
    "dump": lambda _seed: DumpAgent,
    "careless": lambda _seed: CarelessAgent,
    "sift": lambda _seed: SiftAgent,
    "human": lambda _seed: _human_agents(),
}
"""Name -> what makes an agent factory for a seed."""
