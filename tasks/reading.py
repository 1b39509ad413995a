"""Task files as they are read: YAML, and entries that are checked.

A message names the file, the task, the field, what was expected and what came.
"""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sites.kit.strict_yaml import load_yaml
from tasks.errors import TaskError

MOST_SHOWN = 80
"""Characters of what came that a message repeats."""
STEP_FORMS = "a step: goto, click, fill with fields, or stop"
_M = TypeVar("_M", bound=BaseModel)


def read_yaml(path: Path) -> object:
    """What a YAML file holds; a key that stands twice in a mapping is an error.

    Raises:
        TaskError: the file is missing or is no YAML; the message names the line.
    """
    try:
        return load_yaml(path.read_text("utf-8"))
    except FileNotFoundError:
        raise TaskError(
            f"{path}: no such file; a site needs templates, an intents file a language, and strays.yaml, "
            "and where it has visual.yaml also visual_intents a language"
        ) from None
    except UnicodeDecodeError as error:
        raise TaskError(f"{path}: not valid YAML: byte {error.start} is no UTF-8") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        what = ", ".join(filter(None, (error.context, error.problem)))
        raise TaskError(f"{path}{line}: not valid YAML: {what}") from error
    except yaml.YAMLError as error:
        what = getattr(error, "reason", error)
        raise TaskError(f"{path}: not valid YAML: {what}") from error


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
        problems = "; ".join(dict.fromkeys(_problems(model, entry, error.errors())))
        raise TaskError(f"{path}: {label}: {problems}") from error


def _problems(model: type[BaseModel], entry: object, errors: Sequence[ErrorDetails]) -> Iterator[str]:
    for error in errors:
        loc = error["loc"]
        if len(loc) > 2 and str(loc[2]).endswith("Template"):  # one of several forms: all complain
            yield f"{loc[0]}.{loc[1]}: expected {STEP_FORMS}; got {_shown(_at(entry, loc[:2]))}"
            continue
        field = ".".join(map(str, loc))
        what = _what(model, error)
        yield f"{field}: {what}" if field else what


def _what(model: type[BaseModel], error: ErrorDetails) -> str:
    """What is wrong with a field, or with the whole entry."""
    match error["type"]:
        case "model_type" if not error["loc"]:
            needed = ", ".join(model.model_fields)
            return f"expected a mapping with fields of {needed}; got {_shown(error['input'])}"
        case "model_type" | "dict_type":
            return f"expected a mapping; got {_shown(error['input'])}"
        case "extra_forbidden":
            fields = model.model_fields if len(error["loc"]) == 1 else ()
            close = get_close_matches(str(error["loc"][-1]), fields, n=1)
            return f"there is no such field{f', did you mean {close[0]}?' if close else ''}"
        case "missing":
            return "the field is missing"
        case "value_error":
            return error["msg"].removeprefix("Value error, ")
    expected = error["msg"].removeprefix("Input should be ").replace("String should match", "a text of the")
    return f"expected {expected}; got {_shown(error['input'])}"


def _at(entry: object, loc: Sequence[int | str]) -> object:
    for key in loc:
        entry = entry[key]  # type: ignore[index] - pydantic has been there
    return entry


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
