"""An agent of one's own: the function that ``module:function`` names, and what keeps it from being had."""

from importlib import import_module
from types import ModuleType

from harness.agents.protocol import AgentFactory
from harness.errors import ConfigError, told
from harness.tracebacks import place_of, shown_path

PYTHON_SPEC = "module:function"


def is_python_spec(spec: str) -> bool:
    """Whether a specification has the form ``module:function``."""
    module, colon, function = spec.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), function))


def import_factory(spec: str) -> AgentFactory:
    """The function that makes the agents.

    Args:
        spec: ``module:function``.

    Raises:
        ConfigError: the module is not found, fails as it is imported, or has no such function; the message
            names the line at fault.
    """
    module_name, _, function = spec.partition(":")
    module = _import(module_name, spec)
    try:
        factory: AgentFactory = getattr(module, function)
    except AttributeError:
        file = shown_path(module.__file__) if module.__file__ else module_name
        raise ConfigError(f"model {spec!r}: {file} has no {function!r}: expected {PYTHON_SPEC}") from None
    if not callable(factory):
        raise ConfigError(f"model {spec!r} is no function that takes a task and an assignment")
    return factory


def _import(name: str, spec: str) -> ModuleType:
    try:
        return import_module(name)
    except SyntaxError as error:
        file = shown_path(error.filename) if error.filename else name
        raise ConfigError(
            f"model {spec!r}: {file}:{error.lineno}: {type(error).__name__}: {error.msg}"
        ) from error
    except ModuleNotFoundError as error:
        raise ConfigError(f"model {spec!r}: {_missing(error, name)}") from error
    except (Exception, SystemExit) as error:
        place = place_of(error)
        where = f" ({place})" if place else ""
        raise ConfigError(f"model {spec!r} fails as it is imported: {told(error)}{where}") from error


def _missing(error: ModuleNotFoundError, name: str) -> str:
    missing = error.name or str(error)
    if name == missing or name.startswith(f"{missing}."):
        return (
            f"no module {missing!r} is found: it has to be installed, or to lie in the folder of the project"
            " or in one that PYTHONPATH names"
        )
    place = (place_of(error) or name).partition(",")[0]
    return f"{place} imports {missing!r}, which is not installed: pip install it, or mend the name"
