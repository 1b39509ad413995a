"""What names a pictured thing in words: ``tasks/<site>/giveaways.yaml``.

The sentence of a visual task must not hold any of it, or who reads it needs no picture. Here the list is only
read.
"""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tasks.errors import TaskError
from tasks.reading import read_yaml, validated
from tasks.templates import TASKS_FOLDER


class Giveaway(BaseModel):
    """One property whose words give a thing away."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1)]
    """What it is, in a word or two."""
    query: str
    """Query on the database of the language; its parameters are the columns of ``reference_pictures`` of the
    picture, first columns are the words."""


@cache
def read_giveaways(site: str, folder: Path = TASKS_FOLDER) -> tuple[Giveaway, ...]:
    """The giveaways of a site, in file order.

    Raises:
        TaskError: the file is missing, isn't a list, is empty, or an entry doesn't validate.
    """
    path = folder / site / "giveaways.yaml"
    entries = read_yaml(path)
    if not isinstance(entries, list) or not entries:
        raise TaskError(f"{path}: expected a list of what names a pictured thing in words")
    return tuple(validated(Giveaway, entry, path, index) for index, entry in enumerate(entries))
