"""All tasks of some sites in some languages, in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from sqlite3 import Connection
from typing import get_args

from sites import get_site
from sites.kit.database import build_database
from sites.kit.site import Site
from tasks.errors import TaskError
from tasks.instantiation import instantiate
from tasks.models import TaskInstance, TaskKind, TaskType
from tasks.pictures import add_picture_tables
from tasks.slots import open_for_queries
from tasks.templates import (
    INTENT_FILES,
    TASKS_FOLDER,
    Intent,
    Template,
    intent_of,
    read_intents,
    read_templates,
)


def list_templates(
    sites: Iterable[str], kind: TaskKind | None = None, *, twins: bool = False
) -> list[tuple[str, Template]]:
    """(site, template) of every task, and of the twins if asked for, without building a database."""
    return [
        (site, template)
        for site in sites
        for template in read_templates(get_site(site).name, kind=kind)
        if twins or template.twin_of is None
    ]


def load_instances(
    sites: Sequence[str],
    langs: Sequence[str],
    kind: TaskKind | None = None,
    seed: int = 0,
    *,
    twins: bool = False,
    intent_lang: str | None = None,
    folder: Path = TASKS_FOLDER,
    cache_dir: Path | None = None,
) -> list[TaskInstance]:
    """The tasks of the sites in the languages: by site, language, kind, then order of the templates.

    Args:
        sites: names of sites.
        langs: codes of languages.
        kind: only text or only visual tasks; None for both.
        seed: 0 is the published set.
        twins: also the achievable twins of unachievable tasks.
        intent_lang: the language of the sentences; names, amounts and texts in them, and the checks, stay
            those of the site. None for the site's own language.
        folder: where the templates, intents and lists of pictures lie, in a folder for each site.
        cache_dir: where built databases are kept; None for the default.

    Raises:
        TaskError: a template or intent is malformed or missing, or can't be filled; or visual tasks are asked
            for, and the list of their pictures is missing.
    """
    return [
        instance
        for site in sites
        for lang in langs
        for instance in _site_instances(
            site,
            lang,
            kind=kind,
            seed=seed,
            twins=twins,
            intent_lang=intent_lang or lang,
            folder=folder,
            cache_dir=cache_dir,
        )
    ]


def open_database(
    site: Site,
    lang: str,
    templates: Iterable[Template],
    *,
    folder: Path = TASKS_FOLDER,
    cache_dir: Path | None = None,
) -> Connection:
    """A site's database in a language for the queries of templates: read-only, built where it is missing.

    Where a template is visual, it has the tables of `tasks.pictures` too.

    Raises:
        TaskError: a template is visual, and the list of pictures is missing or malformed.
        LoWAgentError: the database can't be built.
    """
    connection = open_for_queries(build_database(site, lang, cache_dir=cache_dir))
    try:
        if any(template.kind == "visual" for template in templates):
            add_picture_tables(connection, site, folder)
    except TaskError:
        connection.close()
        raise
    return connection


def interleave(instances: Iterable[TaskInstance], limit: int | None = None) -> list[TaskInstance]:
    """The same tasks, types and kinds in turn, cut after ``limit``.

    First come a text task of each type (info, state, unachievable) and a visual one of each, then the next.
    """
    groups: dict[tuple[TaskKind, TaskType], list[TaskInstance]] = {
        (kind, type_): [] for kind in get_args(TaskKind) for type_ in get_args(TaskType)
    }
    for instance in instances:
        groups[instance.kind, instance.type].append(instance)
    mixed = [task for turn in zip_longest(*groups.values()) for task in turn if task is not None]
    return mixed[:limit]


def _site_instances(
    name: str,
    lang: str,
    *,
    kind: TaskKind | None,
    seed: int,
    twins: bool,
    intent_lang: str,
    folder: Path,
    cache_dir: Path | None,
) -> Iterator[TaskInstance]:
    asked = [
        pair
        for one in ((kind,) if kind else get_args(TaskKind))
        for pair in _asked_in(intent_lang, name, lang, one, folder)
        if twins or pair[0].twin_of is None
    ]
    templates = [template for template, _ in asked]
    connection = open_database(get_site(name), lang, templates, folder=folder, cache_dir=cache_dir)
    with closing(connection):
        for template, intent in asked:
            yield instantiate(template, intent, site=name, lang=lang, connection=connection, seed=seed)


def _asked_in(
    intent_lang: str, name: str, lang: str, kind: TaskKind, folder: Path
) -> list[tuple[Template, Intent]]:
    """Each template with its sentence in one language, and its texts in that of the site."""
    pairs = _with_intents(name, lang, kind, folder)
    if intent_lang == lang:
        return pairs
    asked = {template.id: intent for template, intent in _with_intents(name, intent_lang, kind, folder)}
    return [
        (template, own.model_copy(update={"intent": asked[template.id].intent})) for template, own in pairs
    ]


def _with_intents(name: str, lang: str, kind: TaskKind, folder: Path) -> list[tuple[Template, Intent]]:
    """Each template of a kind with its intent; both must be there for each other."""
    templates = read_templates(name, folder, kind)
    intents = read_intents(name, lang, folder, kind)
    pairs = [(template, intent_of(template, intents)) for template in templates]
    path = folder / name / INTENT_FILES[kind].format(lang=lang)
    missing = sorted(template.id for template, intent in pairs if intent is None)
    surplus = sorted(set(intents) - {template.id for template in templates})
    if missing:
        raise TaskError(f"{path}: no intent for {', '.join(missing)}")
    if surplus:
        raise TaskError(f"{path}: intents without a template: {', '.join(surplus)}")
    return [(template, intent) for template, intent in pairs if intent is not None]
