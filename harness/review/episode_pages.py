"""The pages of episodes, and the data of each as a script, which the page of two episodes reads too."""

import json
from collections.abc import Sequence
from pathlib import Path

from harness.records import EpisodeRecord, Run
from harness.review.episode_data import episode_data
from harness.review.episode_head import head_view
from harness.review.index_rows import page_name
from harness.review.index_view import run_view
from harness.review.pages import write_data, write_page

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
            "episode.html", page, root="../", run=view, page=page.stem, head=head_view(run, episode, own)
        )
        target = f"(window.LW_EPISODES ??= {{}})[{json.dumps(episode.episode_id)}]"
        write_data(page.with_suffix(".js"), target, episode_data(run, episode, own))
