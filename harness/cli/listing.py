"""``lowagent tasks list``: tasks as rows of plain values, without building a database."""

from collections.abc import Sequence
from io import StringIO
from typing import get_args

from rich.console import Console
from rich.table import Table

from harness.runs.subsets import SubsetName, subset_ids
from sites.kit.errors import UnknownNameError
from sites.registry import SITE_NAMES
from tasks import list_templates
from tasks.models import TaskKind

TABLE_WIDTH = 100
COLUMNS = ("id", "site", "kind", "type", "split", "difficulty", "category")


def task_rows(
    sites: Sequence[str] | None, kind: str | None, subset: str | None = None
) -> list[dict[str, str | int]]:
    """One row a task, in the order of the templates.

    Raises:
        UnknownNameError: there is no such site, kind or subset.
        LoWAgentError: a template is malformed.
    """
    pairs = list_templates(sites or SITE_NAMES, read_kind(kind))
    if subset is not None:
        ids = subset_ids(read_subset(subset), sites or SITE_NAMES)
        pairs = [(site, template) for site, template in pairs if template.id in ids]
    return [
        {
            "id": template.id,
            "site": site,
            "kind": template.kind,
            "type": template.type,
            "split": template.split,
            "difficulty": template.difficulty,
            "category": template.category,
            "start": template.start,
            "budget": template.budget,
        }
        for site, template in pairs
    ]


def read_kind(given: str | None) -> TaskKind | None:
    """The kind of tasks that is asked for; None for both.

    Raises:
        UnknownNameError: there is no such kind.
    """
    match given:
        case None | "text" | "visual":
            return given
    raise UnknownNameError("kind", given, get_args(TaskKind))


def read_subset(given: str) -> SubsetName:
    """The subset that is asked for.

    Raises:
        UnknownNameError: there is no such subset.
    """
    for name in get_args(SubsetName):
        if name == given:
            return name
    raise UnknownNameError("subset", given, get_args(SubsetName))


def task_table(rows: Sequence[dict[str, str | int]]) -> str:
    """The rows for a terminal."""
    table = Table(*COLUMNS, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(str(row[column]) for column in COLUMNS))
    console = Console(file=StringIO(), width=TABLE_WIDTH)
    console.print(table)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined]
