"""The record of an episode that never took place, for tests of what reads records."""

from typing import Any

from harness.records import EpisodeRecord, EpisodeTiming, Outcome


def make_record(
    number: int,
    outcome: Outcome,
    *,
    lang: str = "ur",
    twin: bool = False,
    seconds: float = 2.0,
    **changes: Any,
) -> EpisodeRecord:
    """An information task of the shop, done in four steps; `changes` replace other fields."""
    original = f"ministore-{number:03}"
    name = f"{original}{'t' * twin}"
    fields: dict[str, Any] = {
        "instance_id": f"{name}-{lang}",
        "task_id": name,
        "twin_of": original if twin else None,
        "site": "ministore",
        "lang": lang,
        "kind": "text",
        "type": "info",
        "split": "test",
        "difficulty": "easy",
        "category": "shopping",
        "reference_steps": 4,
        "intent": "",
        "attempt": 1,
        "outcome": outcome,
        "steps": 4,
        "budget": 30,
        "answer": None,
        "final_url": "",
        "limit": None,
        "error": None,
        "checks": (),
        "changes": (),
        "foreign": (),
        "input_tokens": 100,
        "output_tokens": 10,
        "cost_usd": 0.0,
        "timing": EpisodeTiming(started_at="2026-03-16T09:00:00+00:00", seconds=seconds),
    }
    return EpisodeRecord(**{**fields, **changes})
