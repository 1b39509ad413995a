"""An episode as the scripts of its page read it: JSON, with paths relative to the run's folder.

Texts that come again in every step, such as a model's instructions, are kept once, in ``texts``.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from harness.actions import parse
from harness.errors import ActionError
from harness.interruptions import KIND_NAMES
from harness.records import (
    CallRecord,
    ChangeRecord,
    EpisodeRecord,
    Intervention,
    PromptRecord,
    Run,
    StepRecord,
)
from harness.review.episode_checks import checks_data
from harness.review.index_rows import reason_of
from sites.kit.localization import get_language

Json = dict[str, object]
ACTION_MARKS = {"click": "link", "fill": "form"}
INTERVENTIONS: Mapping[Intervention, str] = {
    "edited": "A person did this in place of the reply's action.",
    "skipped": "A person skipped the reply's action.",
    "by_hand": "A person did this by hand.",
    "ended": "A person ended the episode here.",
}


class _Texts:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.known.setdefault(text, len(self.known))


def episode_data(run: Run, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> Json:
    """All that the page of an episode shows, as JSON.

    Args:
        run: the run.
        episode: an episode of it.
        steps: its steps, in order.
    """
    texts = _Texts()
    made = [_step(step, run, texts) for step in steps]
    return {
        "id": episode.episode_id,
        "task": episode.task_id,
        "site": episode.site,
        "lang": episode.lang,
        **_language(episode.lang),
        "intent": episode.intent,
        "intent_en": episode.intent_en,
        "outcome": episode.outcome,
        "reason": reason_of(episode, steps),
        "answer": episode.answer,
        "error": episode.error,
        "repeat": episode.repeat,
        "engine": run.manifest.engine,
        "has_model": bool(run.manifest.model_settings),
        "has_reference": bool(episode.reference_steps),
        "is_disrupted": episode.disruption_mode is not None,
        "seconds": episode.timing.seconds,
        "cost": episode.cost_usd,
        "checks": checks_data(episode),
        "changes": rows_data(episode.changes),
        "foreign": rows_data(episode.foreign),
        "texts": list(texts.known),
        "steps": made,
    }


def rows_data(rows: Sequence[ChangeRecord]) -> list[Json]:
    """Changed rows as JSON."""
    return [row.model_dump(mode="json") for row in rows]


def why_no_screenshot(run: Run, step: StepRecord) -> str | None:
    """Why there is no picture of a step's page; None where there is one."""
    if step.screenshot is None:
        if run.manifest.engine == "http":
            return "This run read pages without drawing them (--engine http), so there are no pictures."
        if run.manifest.settings.get("screenshots") is False:
            return "This run took no pictures of pages (--screenshot off)."
        return "No picture of this page was taken."
    if not (run.run_dir / step.screenshot).is_file():
        return (
            f"{step.screenshot} is not in the run's folder: it was removed, or the run kept pictures only of"
            " episodes that were not solved (--screenshot only-on-failure)."
        )
    return None


def _language(code: str) -> Json:
    language = get_language(code)
    return {"html_lang": language.html_lang, "dir": language.direction, "language": language.name}


def _step(step: StepRecord, run: Run, texts: _Texts) -> Json:
    missing = why_no_screenshot(run, step)
    return {
        "step": step.step,
        "path": step.path,
        "url": unquote(step.url),
        "title": step.title,
        "status": step.status,
        "screenshot": None if missing else step.screenshot,
        "no_screenshot": missing,
        "marks": [mark.model_dump(mode="json") for mark in step.marks],
        "target": _target(step.action),
        "reply": step.reply,
        "action": step.action,
        "error": step.error,
        "intervention": INTERVENTIONS[step.intervention] if step.intervention else None,
        "observation": step.observation,
        "disruption": KIND_NAMES[step.disruption] if step.disruption else None,
        "rows": rows_data(step.rows),
        "on_path": step.on_path,
        "prompt": _prompt(step.prompt, run.run_dir, texts) if step.prompt else None,
        "calls": list(map(_call, step.calls)),
        "confidence": step.confidence,
        "agent_seconds": step.timing.agent_seconds,
        "browser_seconds": step.timing.browser_seconds,
        "seconds": round(step.timing.agent_seconds + step.timing.browser_seconds, 3),
        "input_tokens": step.input_tokens,
        "output_tokens": step.output_tokens,
        "cost": step.cost_usd,
    }


def _target(written: str | None) -> tuple[int, str] | None:
    """Number and kind of what an action went to."""
    try:
        action = parse(written) if written is not None else None
    except ActionError:
        return None
    kind = ACTION_MARKS.get(action.kind) if action else None
    return (action.index, kind) if action and kind else None


def _prompt(prompt: PromptRecord, run_dir: Path, texts: _Texts) -> Json:
    return {
        "tokens": prompt.tokens,
        "cut": prompt.cut.model_dump(),
        "messages": [
            {
                "role": message.role,
                "parts": [
                    {"text": texts.number(part.text)}
                    if part.text is not None
                    else {
                        "image": part.image,
                        "what": part.what,
                        "kept": part.image is not None and (run_dir / part.image).is_file(),
                    }
                    for part in message.parts
                ],
            }
            for message in prompt.messages
        ],
    }


def _call(call: CallRecord) -> Json:
    data: Json = call.model_dump(mode="json", exclude={"timing"})
    return {**data, "seconds": call.timing.seconds, "waited": call.timing.waited_seconds}
