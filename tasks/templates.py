"""Task templates as people write them: YAML lists of a site, checked when read.

A template is language-neutral: slots drawn by a query on the site's database, typed checks, and the
reference as steps that name links by href and forms by action path. Text tasks stand in ``templates.yaml``
and their sentences in ``intents.<lang>.yaml``; visual ones, which a site may do without, in ``visual.yaml``
and ``visual_intents.<lang>.yaml``. Source: LoWAgent paper, section 3.5.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sites.kit.changes import ChangeKind, Value
from tasks.errors import TaskError
from tasks.models import AnswerType, Difficulty, Split, TaskKind, TaskType
from tasks.reading import read_yaml, validated

TASKS_FOLDER = Path(__file__).parent
TEMPLATE_FILES: Mapping[TaskKind, str] = {"text": "templates.yaml", "visual": "visual.yaml"}
INTENT_FILES: Mapping[TaskKind, str] = {
    "text": "intents.{lang}.yaml",
    "visual": "visual_intents.{lang}.yaml",
}
MOST_PICTURES = 2
"""Pictures that may go with the sentence of a visual task."""
_VISUAL_ID = re.compile(r"-v\d")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnswerTemplate(_Strict):
    """One answer that the agent has to give."""

    type: AnswerType
    expected: tuple[str, ...] = ()
    """Texts with slots; any of them is right."""
    expected_query: str | None = None
    """Query on the database of the language; each row's first column is right too."""
    excluded: tuple[str, ...] = ()
    """Texts with slots; none of them may stand in the answer."""
    excluded_query: str | None = None
    """Query on the database of the language; first columns are the competing candidates."""


class RowTemplate(_Strict):
    """Rows that must have changed."""

    table: str
    kind: ChangeKind
    where: Mapping[str, Value]
    count: int = Field(default=1, ge=1)


class AllowedTemplate(_Strict):
    """Rows that may change beside the checked ones."""

    table: str
    kind: ChangeKind
    where: Mapping[str, Value] = {}
    columns: tuple[str, ...] = ()


class GotoTemplate(_Strict):
    """Open a path."""

    goto: str


class ClickTemplate(_Strict):
    """Follow the link with this href."""

    click: str


class FillTemplate(_Strict):
    """Fill the form with this action path."""

    fill: str
    fields: Mapping[str, str] = {}


class StopTemplate(_Strict):
    """End, with an answer where one is due."""

    stop: str


StepTemplate = GotoTemplate | ClickTemplate | FillTemplate | StopTemplate


class Template(_Strict):
    """One task of a site."""

    id: Annotated[str, Field(pattern=r"^[a-z]+-v?\d{2,3}t?$")]
    type: TaskType
    kind: TaskKind = "text"
    split: Split
    difficulty: Difficulty
    category: Literal["shopping", "information", "booking", "social"]
    start: str = "/"
    budget: Literal[30, 40]
    slots_query: str | None = None
    """Query with language-neutral columns; one row is chosen by the seed, its columns are the slots."""
    names: Mapping[str, str] = {}
    """Slot -> query on the database of the language, with the chosen slots as parameters; first value."""
    answers: tuple[AnswerTemplate, ...] = ()
    rows: tuple[RowTemplate, ...] = ()
    allowed: tuple[AllowedTemplate, ...] = ()
    exclusive: bool = True
    final_path: str | None = None
    proof: str | None = None
    """Unachievable tasks: the error code that the site gives, or a query that must find nothing."""
    twin_of: str | None = None
    """The unachievable task that this one shows to be achievable with other slots; its id is that one's
    with a ``t`` behind it. Without an intent of its own it is asked in the same sentence."""
    offers_choice: bool = False
    """Whether the sentence offers the answers to choose from ("which of the two"): they may stand in it."""
    pictures: tuple[str, ...] = ()
    """Visual tasks: one or two texts with slots, the paths of the pictures that go with the sentence."""
    few_look_alikes: str | None = None
    """Visual tasks: why the site has few things that look like the pictured one, where it has few."""
    reference: tuple[StepTemplate, ...]

    @model_validator(mode="after")
    def _checks_fit_type(self) -> "Template":
        last = self.reference[-1] if self.reference else None
        if not isinstance(last, StopTemplate):
            raise ValueError("the reference must end with a stop step")
        if self.type == "info" and not self.answers:
            raise ValueError("an info task needs at least one answer")
        if self.type == "state" and not self.rows:
            raise ValueError("a state task needs at least one row check")
        if self.type == "unachievable" and not self.proof:
            raise ValueError("an unachievable task needs its proof")
        return self

    @model_validator(mode="after")
    def _pictures_fit_kind(self) -> "Template":
        is_visual = self.kind == "visual"
        if is_visual != bool(_VISUAL_ID.search(self.id)):
            raise ValueError(
                f"ids of visual tasks, and only theirs, have a v before the number, got {self.id}"
            )
        if is_visual and not 1 <= len(self.pictures) <= MOST_PICTURES:
            raise ValueError(f"a visual task needs one or two pictures, got {len(self.pictures)}")
        if not is_visual and (self.pictures or self.few_look_alikes):
            raise ValueError("pictures and few_look_alikes belong to visual tasks")
        return self

    @model_validator(mode="after")
    def _twin_is_named_for_its_task(self) -> "Template":
        named_for = self.id.removesuffix("t") if self.id.endswith("t") else None
        if self.twin_of != named_for:
            raise ValueError(f"twin_of must be {named_for!r} for the id {self.id}, got {self.twin_of!r}")
        if self.twin_of is not None and self.type == "unachievable":
            raise ValueError("a twin must be achievable")
        return self


class Intent(_Strict):
    """The sentence of a task in one language, and the texts that the user wants typed."""

    intent: str
    texts: Mapping[str, str] = {}


def read_templates(
    site: str, folder: Path = TASKS_FOLDER, kind: TaskKind | None = None
) -> tuple[Template, ...]:
    """The templates of a site, in file order, text before visual.

    Args:
        site: name of the site.
        folder: where the site's folder of templates and intents lies.
        kind: only text or only visual tasks; None for both. The file of the other is not read.

    Raises:
        TaskError: a file is missing (but that of visual tasks), isn't a list, an entry doesn't validate or is
            of the other kind, an id occurs twice, or a twin has no unachievable task.
    """
    return tuple(
        template
        for one, name in TEMPLATE_FILES.items()
        if kind in (None, one)
        for template in _read_template_file(site, folder / site / name, one)
    )


def read_intents(
    site: str, lang: str, folder: Path = TASKS_FOLDER, kind: TaskKind | None = None
) -> Mapping[str, Intent]:
    """Task id -> intent of a site in a language.

    Args:
        site: name of the site.
        lang: code of the language.
        folder: where the site's folder of templates and intents lies.
        kind: only those of text or only those of visual tasks; None for both.

    Raises:
        TaskError: a file is missing, isn't a mapping, or an entry doesn't validate. A site without visual
            tasks needs no intents for them.
    """
    intents: dict[str, Intent] = {}
    for one, name in INTENT_FILES.items():
        if kind in (None, one):
            path = folder / site / name.format(lang=lang)
            intents |= _read_intent_file(path, folder / site / TEMPLATE_FILES[one], one)
    return intents


def intent_of(template: Template, intents: Mapping[str, Intent]) -> Intent | None:
    """The intent of a template: a twin without one of its own is asked as its task is. None for none."""
    return intents.get(template.id) or intents.get(template.twin_of or "")


def _read_template_file(site: str, path: Path, kind: TaskKind) -> tuple[Template, ...]:
    if kind == "visual" and not path.is_file():
        return ()
    entries = read_yaml(path)
    if not isinstance(entries, list):
        raise TaskError(f"{path}: expected a list of templates, got {type(entries).__name__}")
    templates = tuple(validated(Template, entry, path, index) for index, entry in enumerate(entries))
    _no_duplicates([template.id for template in templates], path)
    for template in templates:
        if not template.id.startswith(f"{site}-"):
            raise TaskError(f"{path}: id {template.id!r} must begin with {site}-")
        if template.kind != kind:
            raise TaskError(f"{path}: {template.id} is a {template.kind} task: only {kind} tasks stand here")
    _twins_have_tasks(templates, path)
    return templates


def _read_intent_file(path: Path, templates: Path, kind: TaskKind) -> dict[str, Intent]:
    if kind == "visual" and not (path.is_file() or templates.is_file()):
        return {}
    entries = read_yaml(path)
    if not isinstance(entries, dict):
        raise TaskError(f"{path}: expected a mapping of task id to intent, got {type(entries).__name__}")
    return {str(key): validated(Intent, entry, path, key) for key, entry in entries.items()}


def _twins_have_tasks(templates: tuple[Template, ...], path: Path) -> None:
    unachievable = {template.id for template in templates if template.type == "unachievable"}
    for template in templates:
        if template.twin_of is not None and template.twin_of not in unachievable:
            raise TaskError(f"{path}: {template.id}: there is no unachievable task {template.twin_of}")


def _no_duplicates(ids: list[str], path: Path) -> None:
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise TaskError(f"{path}: ids used twice: {', '.join(twice)}")
