"""Small runs for tests of the report: names of folders, models and outcomes, and nothing else."""

from pathlib import Path
from typing import Any

from harness.records import CheckRecord, EpisodeRecord, Outcome, Run
from tasks import AnswerCheck
from tests.episode_records import make_record, make_run

MARKS: dict[str, Outcome] = {"S": "solved", "u": "unsolved", "L": "limit", "E": "error"}


def episodes(outcomes: dict[str, str], **changes: Any) -> list[EpisodeRecord]:
    """Language -> a letter a task (S, u, L, E): episodes of tasks 1, 2, …; a point leaves one out."""
    return [
        make_record(number, MARKS[letter], lang=lang, **_ending(letter), **changes)
        for lang, letters in outcomes.items()
        for number, letter in enumerate(letters, 1)
        if letter != "."
    ]


def run_of(outcomes: dict[str, str], *, name: str = "run", mode: str | None = None, **changes: Any) -> Run:
    """A run of `episodes`; `changes` replace fields of the manifest."""
    made = make_run(
        *episodes(outcomes, disruption_mode=mode),
        **{"settings": {"disruptions": mode, "repeats": 1}, **changes},
    )
    return Run(Path("somewhere/runs") / name, made.manifest, made.episodes, made.steps)


def _ending(letter: str) -> dict[str, Any]:
    """What else is on record of an episode that ended so."""
    if letter == "E":
        return {"error": "gone", "error_source": "machine"}
    check = AnswerCheck("number", ("12",), ("15",))
    checks = (
        CheckRecord(
            kind="answer", name="answer", passed=letter == "S", expected="12", got="", task_check=check
        ),
    )
    if letter == "L":
        return {"limit": "steps", "checks": checks}
    return {"answer": "12" if letter == "S" else "13", "checks": checks}
