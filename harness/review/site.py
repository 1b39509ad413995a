"""Writing the review pages of a run: an index, two episodes side by side, and a page an episode."""

from pathlib import Path

from harness.records import read_run
from harness.review.compare import compare
from harness.review.episode_commands import against_command
from harness.review.episode_pages import EPISODES_FOLDER, write_episode_pages
from harness.review.index_page import write_index
from harness.review.index_rows import page_name
from harness.review.pages import copy_static, write_text
from harness.review.stamps import Stamps

REVIEW_FOLDER = "review"
STATIC = "static"
LAST_COMPARISON = "comparison.txt"
"""Holds the command of the last comparison, which pages that are written without one tell."""


def write_review(run_dir: Path, against: Path | None = None) -> Path:
    """Write the pages of a run into its folder, as far as they are not there as they should be.

    Args:
        run_dir: folder of the run, which may still be under way.
        against: folder of a second run that the index compares it with; its pages are written too, because
            the index leads to them.

    Returns:
        The path of the index, to be opened in any browser.

    Raises:
        RecordError: a folder holds no readable run.
    """
    run = read_run(run_dir)
    comparison = None
    folder = run_dir / REVIEW_FOLDER
    if against is not None:
        write_review(against)
        comparison = compare(run, read_run(against), REVIEW_FOLDER)
        write_text(folder / LAST_COMPARISON, f"{against_command(run_dir, against)}\n")
    copy_static(folder / STATIC)
    stamps = Stamps(run, folder)
    pages = {
        one.episode_id: folder / EPISODES_FOLDER / f"{page_name(one.episode_id)}.html" for one in run.episodes
    }
    write_episode_pages(run, folder, stamps.stale(run.episodes, pages))
    stamps.save()
    return write_index(run, folder, comparison, _last_comparison(folder))


def _last_comparison(folder: Path) -> str | None:
    """The command that compares as these pages last did; None where they never did."""
    try:
        return (folder / LAST_COMPARISON).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
