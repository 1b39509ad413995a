"""From a specification on the command line to what makes the agents."""

from collections.abc import Callable, Mapping
from importlib import import_module

from harness.agents.baselines import DumpAgent, NoopAgent, NotAchievableAgent, RandomAgent
from harness.agents.protocol import Agent, AgentFactory, Assignment
from harness.agents.reference import CarelessAgent, ReferenceAgent
from harness.agents.settings import AgentSettings
from harness.agents.sift import SiftAgent
from harness.errors import ConfigError
from harness.models import is_model_spec, model_choices
from sites.kit.errors import UnknownNameError
from tasks import TaskInstance

PYTHON_SPEC = "module:function"
NO_SETTINGS = AgentSettings()


def make_agent_factory(spec: str, *, seed: int = 0, settings: AgentSettings = NO_SETTINGS) -> AgentFactory:
    """What makes the agent of each episode; `close_agents` releases it.

    Args:
        spec: a name of `AGENTS`, a language model (`harness.models.read_settings`), or ``module:function``
            for an `AgentFactory` of one's own.
        seed: seed of the run, for agents that draw.
        settings: how a language model is asked; other agents have nothing to choose.

    Raises:
        UnknownNameError: no such agent, model or option; the message lists the choices.
        ConfigError: the model can't be asked so, or the module or function can't be imported.
    """
    if spec in AGENTS:
        return AGENTS[spec](seed)
    if is_model_spec(spec):
        from harness.agents.model_agents import ModelAgents  # noqa: PLC0415 - it needs this package

        return ModelAgents(spec, settings)
    module, colon, function = spec.partition(":")
    if not colon:
        raise UnknownNameError("model", spec, (*AGENTS, *model_choices(), PYTHON_SPEC))
    return _import(module, function, spec)


def close_agents(factory: AgentFactory) -> None:
    """Release the model behind the agents of a factory, if there is one. Safe to call twice."""
    close = getattr(factory, "close", None)
    if callable(close):
        close()


def _import(module: str, function: str, spec: str) -> AgentFactory:
    try:
        factory: AgentFactory = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"model {spec!r} can't be imported ({error}): expected {PYTHON_SPEC}; the module has to be"
            " installed, or to lie in the folder of the project or in one that PYTHONPATH names"
        ) from error
    if not callable(factory):
        raise ConfigError(f"model {spec!r} is no function that takes a task and an assignment")
    return factory


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
