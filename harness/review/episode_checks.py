"""Checks as their page shows them: what was expected and found, as it stands and as it was compared."""

from collections.abc import Iterable

from harness.evaluation.answer_reading import read
from harness.records import ChangeRecord, CheckRecord, EpisodeRecord
from sites.kit.changes import Value
from sites.kit.localization import normalize
from tasks.models import AnswerCheck, RowCheck

Compared = dict[str, str | None]
"""``raw``: as it stands. ``normal``: as it is compared; None where that is the same."""

KIND_NAMES = {
    "answer": "Answer",
    "rows": "Rows of the database",
    "page": "Last page",
    "other_changes": "Nothing else changed",
    "disruption": "Disruption",
}


def checks_data(episode: EpisodeRecord) -> list[dict[str, object]]:
    """Every check of an episode, as JSON."""
    return [_check(check, episode) for check in episode.checks]


def _check(check: CheckRecord, episode: EpisodeRecord) -> dict[str, object]:
    asked = check.task_check
    data: dict[str, object] = {
        "kind": KIND_NAMES[check.kind],
        "name": check.name,
        "passed": check.passed,
        "rule": check.name if check.kind == "disruption" else None,
        "expected": [_compared(check.expected)],
        "excluded": [],
        "got": [_compared(check.got)],
    }
    if isinstance(asked, AnswerCheck):
        got = [] if episode.answer is None else [_read(episode.answer, episode.lang)]
        return data | {
            "rule": f"{asked.type}: {'all of these' if asked.type == 'set' else 'one of these'}",
            "expected": [_read(text, episode.lang) for text in asked.expected],
            "excluded": [_read(text, episode.lang) for text in asked.excluded],
            "got": got,
        }
    if isinstance(asked, RowCheck):
        return data | {
            "rule": f"{asked.count} {asked.kind} in {asked.table}",
            "expected": [_column(name, value) for name, value in asked.where.items()],
            "got": [_compared(check.got), *_columns(asked, episode.changes)],
        }
    return data


def _columns(check: RowCheck, changes: Iterable[ChangeRecord]) -> list[Compared]:
    """What rows of the table and kind hold where the check looks."""
    found: list[Compared] = []
    for change in changes:
        if (change.table, change.kind) == (check.table, check.kind):
            row = (change.before if change.kind == "removed" else change.after) or {}
            found += [_column(name, row.get(name)) for name in check.where]
    return found


def _column(name: str, value: Value) -> Compared:
    text = "NULL" if value is None else str(value)
    normal = normalize(value) if isinstance(value, str) else text
    return {"name": name, "raw": text, "normal": None if normal == text else normal}


def _read(text: str, lang: str) -> Compared:
    key = read(text, lang).key
    return {"raw": text, "normal": None if key == text else key}


def _compared(text: str) -> Compared:
    return {"raw": text, "normal": None}
