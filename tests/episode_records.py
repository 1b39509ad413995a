"""Records of episodes that never took place, for tests of what reads records."""

from pathlib import Path
from typing import Any

from harness.records import (
    EpisodeRecord,
    EpisodeTiming,
    Manifest,
    ManifestTiming,
    Outcome,
    Run,
    StepRecord,
    StepTiming,
)


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


def make_step(number: int, action: str | None, *, page: str = "home", **changes: Any) -> StepRecord:
    """A step of `make_record`'s task 1 on a page with that text; `changes` replace other fields."""
    error = changes.get("error")
    head = f"ERROR: {error}\n" if error else ""
    fields: dict[str, Any] = {
        "instance_id": "ministore-001-ur",
        "attempt": 1,
        "step": number,
        "url": "http://ministore.ur.localhost/",
        "title": "",
        "status": 200,
        "observation": f"{head}URL: http://ministore.ur.localhost/\n{page}\n",
        "screenshot": None,
        "reply": action or "let me see",
        "action": action,
        "error": None,
        "input_tokens": 25,
        "output_tokens": 2,
        "cost_usd": 0.0,
        "timing": StepTiming(agent_seconds=0.1, browser_seconds=0.1),
    }
    return StepRecord(**{**fields, **changes})


def make_run(
    *episodes: EpisodeRecord,
    steps: tuple[StepRecord, ...] = (),
    earlier: tuple[EpisodeRecord, ...] = (),
    **changes: Any,
) -> Run:
    """A run of these episodes in a folder that is not there; `changes` replace fields of the manifest."""
    fields: dict[str, Any] = {
        "model": "m",
        "engine": "http",
        "sites": ("ministore",),
        "langs": tuple(dict.fromkeys(episode.lang for episode in episodes)),
        "seed": 0,
        "instances": tuple(dict.fromkeys(episode.instance_id for episode in episodes)),
        "task_digest": "0",
        "versions": {},
        "git_commit": None,
        "settings": {"repeats": max((episode.repeat for episode in episodes), default=1)},
        "timing": ManifestTiming(started_at="2026-03-16T09:00:00+00:00"),
    }
    return Run(Path("runs/m"), Manifest(**{**fields, **changes}), episodes, steps, earlier=earlier)
