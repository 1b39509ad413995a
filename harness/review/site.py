"""Writing the review pages of a run: an index, a page an episode, and what they need beside them."""

import shutil
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

import sites.kit
from harness.records import Run, StepRecord, read_run
from harness.review.views import EpisodeView, run_view

REVIEW_FOLDER = "review"
STATIC_FOLDER = Path(__file__).parent / "static"
KIT_STATIC_FOLDER = Path(sites.kit.__file__).parent / "static"


def write_review(run_dir: Path) -> Path:
    """Write the pages of a run into its folder.

    Returns:
        The path of the index, to be opened in any browser.

    Raises:
        RecordError: the folder holds no readable run.
    """
    run = read_run(run_dir)
    folder = run_dir / REVIEW_FOLDER
    _copy_static(folder / "static")
    pages = Environment(
        loader=PackageLoader("harness.review"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    view = run_view(run)
    episodes = _episode_views(run)
    for before, episode, after in _with_neighbours(episodes):
        _write(
            pages,
            "episode.html",
            folder / episode.page,
            run=view,
            episode=episode,
            previous=before,
            next=after,
        )
    index = folder / "index.html"
    _write(pages, "index.html", index, run=view, episodes=episodes)
    return index


def _episode_views(run: Run) -> list[EpisodeView]:
    steps: dict[str, list[StepRecord]] = {}
    for step in run.steps:
        steps.setdefault(step.episode_id, []).append(step)
    return [
        EpisodeView.of(episode, steps.get(episode.episode_id, []), run.run_dir) for episode in run.episodes
    ]


def _with_neighbours(
    episodes: list[EpisodeView],
) -> list[tuple[EpisodeView | None, EpisodeView, EpisodeView | None]]:
    return list(zip([None, *episodes], episodes, [*episodes[1:], None], strict=False))


def _copy_static(folder: Path) -> None:
    """The style sheet, and the sites' own fonts: scripts look the same here as in the screenshots."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(STATIC_FOLDER / "review.css", folder)
    shutil.copy(KIT_STATIC_FOLDER / "fonts.css", folder)
    shutil.copytree(KIT_STATIC_FOLDER / "fonts", folder / "fonts", dirs_exist_ok=True)


def _write(pages: Environment, template: str, path: Path, **values: object) -> None:
    path.write_text(pages.get_template(template).render(**values), encoding="utf-8")
