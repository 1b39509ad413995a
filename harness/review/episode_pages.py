"""The pages of episodes, and the data of each as a script, which the page of two episodes reads too."""

from collections.abc import Sequence
from pathlib import Path

from harness.records import EpisodeRecord, Run, StepRecord
from harness.review.index_rows import page_name, reason_of
from harness.review.index_view import run_view
from harness.review.pages import write_data, write_page
from harness.review.views import EpisodeView
from sites.kit.localization import get_language

EPISODES_FOLDER = "episodes"


def write_episode_pages(run: Run, folder: Path, episodes: Sequence[EpisodeRecord]) -> None:
    """Write the pages of these episodes.

    Args:
        run: the run.
        folder: its folder of review pages.
        episodes: those of the run whose pages are to be written.
    """
    steps = run.steps_by_episode()
    view = run_view(run)
    for episode in episodes:
        own = steps.get(episode.episode_id, ())
        page = folder / EPISODES_FOLDER / f"{page_name(episode.episode_id)}.html"
        write_page(
            "episode.html",
            page,
            root="../",
            run=view,
            episode=EpisodeView.of(episode, own, run.run_dir),
            previous=None,
            next=None,
        )
        target = f"(window.LW_EPISODES ??= {{}})[{episode.episode_id!r}]"
        write_data(page.with_suffix(".js"), target, _data(episode, own))


def _data(episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, object]:
    language = get_language(episode.lang)
    return {
        "id": episode.episode_id,
        "task": episode.task_id,
        "lang": episode.lang,
        "html_lang": language.html_lang,
        "dir": language.direction,
        "intent": episode.intent,
        "intent_en": getattr(episode, "intent_en", ""),
        "outcome": episode.outcome,
        "reason": reason_of(episode, steps),
        "answer": episode.answer,
        "steps": [
            {
                "step": step.step,
                "path": step.url.split("/", 3)[-1],
                "url": step.url,
                "title": step.title,
                "status": step.status,
                "screenshot": step.screenshot,
                "marks": [],
                "target": None,
                "reply": step.reply,
                "action": step.action,
                "error": step.error,
                "observation": step.observation,
                "disruption": step.disruption,
                "rows": [],
                "on_path": None,
                "seconds": step.timing.agent_seconds + step.timing.browser_seconds,
            }
            for step in steps
        ],
    }
