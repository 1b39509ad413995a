"""All tasks of some sites in some languages, in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from sites import get_site
from sites.kit.database import build_database
from tasks.errors import TaskError
from tasks.instantiation import instantiate
from tasks.models import TaskInstance, TaskKind, TaskType
from tasks.slots import open_for_queries
from tasks.templates import TASKS_FOLDER, Template, read_intents, read_templates


def list_templates(sites: Iterable[str], kind: TaskKind | None = None) -> list[tuple[str, Template]]:
    """(site, template) of every task, without building a database."""
    pairs = [(site, template) for site in sites for template in read_templates(get_site(site).name)]
    return [(site, template) for site, template in pairs if kind in (None, template.kind)]


def load_instances(
    sites: Sequence[str],
    langs: Sequence[str],
    kind: TaskKind | None = None,
    seed: int = 0,
    *,
    folder: Path = TASKS_FOLDER,
    cache_dir: Path | None = None,
) -> list[TaskInstance]:
    """The tasks of the sites in the languages: by site, then language, then order of the templates.

    Args:
        sites: names of sites.
        langs: codes of languages.
        kind: only text or only visual tasks; None for both.
        seed: 0 is the published set.
        folder: where ``<site>/templates.yaml`` and the intents lie.
        cache_dir: where built databases are kept; None for the default.

    Raises:
        TaskError: a template or intent is malformed or missing, or can't be filled.
    """
    return [
        instance
        for site in sites
        for lang in langs
        for instance in _site_instances(site, lang, kind=kind, seed=seed, folder=folder, cache_dir=cache_dir)
    ]


def interleave(instances: Iterable[TaskInstance], limit: int | None = None) -> list[TaskInstance]:
    """The same tasks with types alternating (info, state, unachievable, ...), cut after ``limit``."""
    by_type: dict[TaskType, list[TaskInstance]] = {"info": [], "state": [], "unachievable": []}
    for instance in instances:
        by_type[instance.type].append(instance)
    mixed = [task for group in zip_longest(*by_type.values()) for task in group if task is not None]
    return mixed[:limit]


def _site_instances(
    name: str, lang: str, *, kind: TaskKind | None, seed: int, folder: Path, cache_dir: Path | None
) -> Iterator[TaskInstance]:
    templates = read_templates(name, folder)
    intents = read_intents(name, lang, folder)
    _same_ids({template.id for template in templates}, set(intents), folder / name / f"intents.{lang}.yaml")
    database = build_database(get_site(name), lang, cache_dir=cache_dir)
    with closing(open_for_queries(database)) as connection:
        for template in templates:
            if kind in (None, template.kind):
                yield instantiate(
                    template, intents[template.id], site=name, lang=lang, connection=connection, seed=seed
                )


def _same_ids(templates: set[str], intents: set[str], path: Path) -> None:
    missing, surplus = sorted(templates - intents), sorted(intents - templates)
    if missing:
        raise TaskError(f"{path}: no intent for {', '.join(missing)}")
    if surplus:
        raise TaskError(f"{path}: intents without a template: {', '.join(surplus)}")
