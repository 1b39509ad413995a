"""Names of tasks on a command line: which there are, of which kind, and what to say to an unknown one."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from harness.errors import ConfigError
from tasks import list_templates
from tasks.models import TaskKind

CLOSEST = 5
"""Names that an error suggests."""


def kinds_of(sites: Sequence[str], langs: Sequence[str], *, twins: bool) -> dict[str, TaskKind]:
    """Name of every task (``ministore-017``) and instance (``ministore-017-ur``) -> its kind."""
    templates = [template for _, template in list_templates(sites, twins=twins)]
    return {name: one.kind for one in templates for name in (one.id, *(f"{one.id}-{lang}" for lang in langs))}


def kind_of(names: Sequence[str], kinds: Mapping[str, TaskKind]) -> TaskKind | None:
    """The kind of all the tasks that are named; None where there is none, or no single one."""
    found: set[TaskKind | None] = {kinds.get(name) for name in names}
    return found.pop() if len(found) == 1 else None


def names_twin(name: str) -> bool:
    """Whether a task or instance is named whose id ends in the ``t`` of twins."""
    return "-".join(name.split("-")[:2]).endswith("t")


def check_tasks(
    names: Sequence[str],
    kinds: Mapping[str, TaskKind],
    kind: TaskKind | None,
    *,
    sites: Sequence[str],
    blindness: str | None,
) -> None:
    """There are such tasks, and the run can show what they need.

    Args:
        names: tasks and instances that were asked for.
        kinds: name of every task and instance -> its kind.
        kind: the kind that is run; None for both.
        sites: sites that are run.
        blindness: what keeps pictures from agents, as a clause, if anything does.

    Raises:
        ConfigError: there are no such tasks.
    """
    known = [name for name, one in kinds.items() if kind in (None, one)]
    if not known:
        raise ConfigError(f"no {kind} tasks at {', '.join(sites)}: leave out --kind")
    for name in names:
        if name not in kinds:
            raise ConfigError(_unknown(name, known))
        if name not in known and blindness:
            raise ConfigError(f"{blindness}, and the visual task {name} can't be done without: leave it out")
        if name not in known:
            raise ConfigError(f"{name} is no {kind} task: leave out --kind")


def _unknown(name: str, known: Sequence[str]) -> str:
    like = [one for one in known if (one.count("-") == 1) == (name.count("-") == 1)]
    close = get_close_matches(name, like, n=CLOSEST, cutoff=0)
    return f"unknown task {name!r}: the closest are {', '.join(close)}; `lowagent tasks list` lists them all"
