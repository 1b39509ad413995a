"""Names of tasks on a command line: which there are, of which kind, and what to say to an unknown one."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from harness.errors import ConfigError
from sites.kit.localization import LANGUAGES
from sites.registry import SITE_NAMES
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
    langs: Sequence[str],
    blindness: str | None,
) -> None:
    """There are such tasks, and the run can show what they need.

    Args:
        names: tasks and instances that were asked for.
        kinds: name of every task and instance -> its kind.
        kind: the kind that is run; None for both.
        sites: sites that are run.
        langs: languages that are run.
        blindness: what keeps pictures from agents, as a clause, if anything does.

    Raises:
        ConfigError: there are no such tasks.
    """
    known = [name for name, one in kinds.items() if kind in (None, one)]
    if not known:
        raise ConfigError(f"no {kind} tasks at {', '.join(sites)}: leave out --kind")
    for name in names:
        if name not in kinds:
            site = name.partition("-")[0]
            if site in SITE_NAMES and site not in sites:
                raise ConfigError(f"{name} is no task of {', '.join(sites)}: add --site {site}")
            raise ConfigError(unknown_task(name, [one for one in known if one.count("-") == 1], langs))
        if name not in known and blindness:
            raise ConfigError(f"{blindness}, and the visual task {name} can't be done without: leave it out")
        if name not in known:
            raise ConfigError(f"{name} is no {kind} task: leave out --kind")


def unknown_task(name: str, known: Sequence[str], langs: Sequence[str]) -> str:
    """What to say to the name of no task that can be run.

    Args:
        name: as it was typed.
        known: ids of the tasks that there are (``ministore-017``), in order.
        langs: languages that were asked for.
    """
    stem, _, lang = name.rpartition("-")
    if stem in known and lang in LANGUAGES:
        if lang in langs:
            return f"expected a task without its language, got {name}: give {stem}, and --lang {lang}"
        return f"{name} is a task in {lang}, but --lang says {', '.join(langs)}: add --lang {lang}"
    if stem in known:
        return f"unknown task {name!r}: there is no language {lang}, but {', '.join(LANGUAGES)}"
    if ranges := _ranges(name.partition("-")[0], known):
        return f"unknown task {name!r}: there are {' and '.join(ranges)}"
    close = get_close_matches(name, known, n=CLOSEST, cutoff=0)
    return f"unknown task {name!r}: the closest are {', '.join(close)}; `lowagent tasks list` lists them all"


def _ranges(site: str, known: Sequence[str]) -> list[str]:
    """The first and the last task of a site, of both kinds; none where it has no tasks here."""
    ids = [one for one in known if one.startswith(f"{site}-") and not names_twin(one)]
    kinds = ([one for one in ids if ("-v" in one) is is_visual] for is_visual in (False, True))
    return [f"{some[0]} to {some[-1]}" for some in kinds if some]
