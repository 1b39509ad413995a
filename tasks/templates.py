"""Task templates as people write them: one YAML list a site, checked when read.

A template is language-neutral: slots drawn by a query on the site's database, typed checks, and the
reference as steps that name links by href and forms by action path. Sentences stand in
``intents.<lang>.yaml``. Source: LoWAgent paper, section 3.5.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sites.kit.changes import ChangeKind, Value
from sites.kit.strict_yaml import load_yaml
from tasks.errors import TaskError
from tasks.models import AnswerType, Difficulty, Split, TaskKind, TaskType

TASKS_FOLDER = Path(__file__).parent
_M = TypeVar("_M", bound=BaseModel)


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


def read_templates(site: str, folder: Path = TASKS_FOLDER) -> tuple[Template, ...]:
    """The templates of a site, in file order.

    Raises:
        TaskError: the file is missing, isn't a list, an entry doesn't validate, an id occurs twice, or a twin
            has no unachievable task.
    """
    path = folder / site / "templates.yaml"
    entries = read_yaml(path)
    if not isinstance(entries, list):
        raise TaskError(f"{path}: expected a list of templates, got {type(entries).__name__}")
    templates = tuple(validated(Template, entry, path, index) for index, entry in enumerate(entries))
    _no_duplicates([template.id for template in templates], path)
    for template in templates:
        if not template.id.startswith(f"{site}-"):
            raise TaskError(f"{path}: id {template.id!r} must begin with {site}-")
    _twins_have_tasks(templates, path)
    return templates


def read_intents(site: str, lang: str, folder: Path = TASKS_FOLDER) -> Mapping[str, Intent]:
    """Task id -> intent of a site in a language.

    Raises:
        TaskError: the file is missing, isn't a mapping, or an entry doesn't validate.
    """
    path = folder / site / f"intents.{lang}.yaml"
    entries = read_yaml(path)
    if not isinstance(entries, dict):
        raise TaskError(f"{path}: expected a mapping of task id to intent, got {type(entries).__name__}")
    return {str(key): validated(Intent, entry, path, key) for key, entry in entries.items()}


def intent_of(template: Template, intents: Mapping[str, Intent]) -> Intent | None:
    """The intent of a template: a twin without one of its own is asked as its task is. None for none."""
    return intents.get(template.id) or intents.get(template.twin_of or "")


def read_yaml(path: Path) -> object:
    """What a YAML file holds; a key that stands twice in a mapping is an error.

    Raises:
        TaskError: the file is missing or is no YAML.
    """
    try:
        return load_yaml(path.read_text("utf-8"))
    except FileNotFoundError:
        raise TaskError(
            f"{path}: no such file; a site needs templates, an intents file a language, and strays.yaml"
        ) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise TaskError(f"{path}: not valid YAML: {error}") from error


def validated(model: type[_M], entry: object, path: Path, where: object) -> _M:
    """An entry of a file as a model.

    Args:
        model: what it must be.
        entry: what was read.
        path: the file, for the message.
        where: the place in the file, for the message where the entry has no id.

    Raises:
        TaskError: it is something else.
    """
    try:
        return model.model_validate(entry)
    except ValidationError as error:
        label = entry.get("id", where) if isinstance(entry, dict) else where
        problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise TaskError(f"{path}: {label}: {problems}") from error


def _twins_have_tasks(templates: tuple[Template, ...], path: Path) -> None:
    unachievable = {template.id for template in templates if template.type == "unachievable"}
    for template in templates:
        if template.twin_of is not None and template.twin_of not in unachievable:
            raise TaskError(f"{path}: {template.id}: there is no unachievable task {template.twin_of}")


def _no_duplicates(ids: list[str], path: Path) -> None:
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise TaskError(f"{path}: ids used twice: {', '.join(twice)}")
