"""All tasks of some sites in some languages, in a fixed order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from sites import get_site
from sites.kit.database import build_database
from tasks.errors import TaskError
from tasks.instantiation import instantiate
from tasks.models import TaskInstance, TaskKind, TaskType
from tasks.slots import open_for_queries
from tasks.templates import TASKS_FOLDER, Intent, Template, intent_of, read_intents, read_templates


def list_templates(
    sites: Iterable[str], kind: TaskKind | None = None, *, twins: bool = False
) -> list[tuple[str, Template]]:
    """(site, template) of every task, and of the twins if asked for, without building a database."""
    pairs = [(site, template) for site in sites for template in read_templates(get_site(site).name)]
    return [(site, template) for site, template in pairs if _is_wanted(template, kind, twins)]


def load_instances(
    sites: Sequence[str],
    langs: Sequence[str],
    kind: TaskKind | None = None,
    seed: int = 0,
    *,
    twins: bool = False,
    folder: Path = TASKS_FOLDER,
    cache_dir: Path | None = None,
) -> list[TaskInstance]:
    """The tasks of the sites in the languages: by site, then language, then order of the templates.

    Args:
        sites: names of sites.
        langs: codes of languages.
        kind: only text or only visual tasks; None for both.
        seed: 0 is the published set.
        twins: also the achievable twins of unachievable tasks.
        folder: where ``<site>/templates.yaml`` and the intents lie.
        cache_dir: where built databases are kept; None for the default.

    Raises:
        TaskError: a template or intent is malformed or missing, or can't be filled.
    """
    return [
        instance
        for site in sites
        for lang in langs
        for instance in _site_instances(
            site, lang, kind=kind, seed=seed, twins=twins, folder=folder, cache_dir=cache_dir
        )
    ]


def interleave(instances: Iterable[TaskInstance], limit: int | None = None) -> list[TaskInstance]:
    """The same tasks with types alternating (info, state, unachievable, ...), cut after ``limit``."""
    by_type: dict[TaskType, list[TaskInstance]] = {"info": [], "state": [], "unachievable": []}
    for instance in instances:
        by_type[instance.type].append(instance)
    mixed = [task for group in zip_longest(*by_type.values()) for task in group if task is not None]
    return mixed[:limit]


def _site_instances(
    name: str,
    lang: str,
    *,
    kind: TaskKind | None,
    seed: int,
    twins: bool,
    folder: Path,
    cache_dir: Path | None,
) -> Iterator[TaskInstance]:
    templates = read_templates(name, folder)
    intents = read_intents(name, lang, folder)
    _same_ids(templates, intents, folder / name / f"intents.{lang}.yaml")
    database = build_database(get_site(name), lang, cache_dir=cache_dir)
    with closing(open_for_queries(database)) as connection:
        for template in templates:
            intent = intent_of(template, intents)
            if intent is not None and _is_wanted(template, kind, twins):
                yield instantiate(template, intent, site=name, lang=lang, connection=connection, seed=seed)


def _is_wanted(template: Template, kind: TaskKind | None, twins: bool) -> bool:
    return kind in (None, template.kind) and (twins or template.twin_of is None)


def _same_ids(templates: Sequence[Template], intents: Mapping[str, Intent], path: Path) -> None:
    missing = sorted(template.id for template in templates if intent_of(template, intents) is None)
    surplus = sorted(set(intents) - {template.id for template in templates})
    if missing:
        raise TaskError(f"{path}: no intent for {', '.join(missing)}")
    if surplus:
        raise TaskError(f"{path}: intents without a template: {', '.join(surplus)}")
