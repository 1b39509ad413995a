"""``lowagent tasks list``: tasks as rows of plain values, without building a database."""

from collections.abc import Sequence
from io import StringIO
from typing import get_args

from rich.console import Console
from rich.table import Table

from sites.kit.errors import UnknownNameError
from sites.registry import SITE_NAMES
from tasks import list_templates
from tasks.models import TaskKind

TABLE_WIDTH = 100
COLUMNS = ("id", "site", "kind", "type", "split", "difficulty", "category")


def task_rows(sites: Sequence[str] | None, kind: str | None) -> list[dict[str, str | int]]:
    """One row a task, in the order of the templates.

    Raises:
        UnknownNameError: there is no such site or kind.
        LoWAgentError: a template is malformed.
    """
    if kind is not None and kind not in get_args(TaskKind):
        raise UnknownNameError("kind", kind, get_args(TaskKind))
    pairs = list_templates(sites or SITE_NAMES, kind)  # type: ignore[arg-type]
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


def task_table(rows: Sequence[dict[str, str | int]]) -> str:
    """The rows for a terminal."""
    table = Table(*COLUMNS, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(str(row[column]) for column in COLUMNS))
    console = Console(file=StringIO(), width=TABLE_WIDTH)
    console.print(table)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined]
