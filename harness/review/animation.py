"""An episode as an animated picture: a frame a step, with marks, the action's target and a caption.

Chromium draws the frames, because it alone shapes the scripts as pages show them. WebP keeps text crisp at a
fraction of a GIF's size; a GIF is written where the file's name asks for one.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, Playwright, sync_playwright

from harness.browsers.launch import launch_chromium
from harness.errors import ConfigError
from harness.records import EpisodeRecord, Run, StepRecord, read_run
from harness.records.addressing import find_episode, read_episode_address
from harness.review.episode_data import episode_data
from harness.review.index_rows import page_name
from harness.review.pages import copy_static, write_data, write_page
from sites.kit.localization import get_language

SIZE_PX = (960, 720)
SUFFIXES = (".webp", ".gif")
FRAME_MS = 1_600
READING_MS = 14
"""More for each character of what is said."""
LONGEST_MS = 4_500
END_MS = 4_000
QUALITY = 70
"""Of WebP; text stays crisp."""
GIF_COLOURS = 128
NO_HOSTS = "MAP * ~NOTFOUND"


def write_animation(address: str, out: Path | None = None, *, playwright: Playwright | None = None) -> Path:
    """Write an episode as an animated picture.

    Args:
        address: ``RUN_DIR#EPISODE``.
        out: the file, a .webp or .gif; None for a .webp beside the episode's review page.
        playwright: a running Playwright, of which a thread can have only one; None starts one.

    Returns:
        The file.

    Raises:
        LoWAgentError: there is no such episode, it has no steps, or there is no Chromium.
    """
    folder, name = read_episode_address(address)
    run = read_run(folder)
    episode = find_episode(run, name)
    steps = run.steps_by_episode().get(name, ())
    path = out or folder / "review" / "episodes" / f"{page_name(name)}.webp"
    if path.suffix not in SUFFIXES:
        raise ConfigError(f"an animation is a {' or a '.join(SUFFIXES)} file, got {path}")
    if not steps:
        raise ConfigError(f"{address} has no steps to show: {episode.error or episode.outcome}")
    with open_frames(run, episode, steps, playwright) as page:
        frames = list(_frames(page, len(steps)))
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, frames, [*map(_duration_ms, steps), END_MS])
    return path


@contextmanager
def open_frames(
    run: Run, episode: EpisodeRecord, steps: Sequence[StepRecord], playwright: Playwright | None = None
) -> Iterator[Page]:
    """The page that draws the frames: its ``showStep(number)`` from 0, then ``showEnd()``."""
    language = get_language(episode.lang)
    with TemporaryDirectory(prefix="lowagent-animation-") as made, ExitStack() as stack:
        folder = Path(made)
        copy_static(folder / "static")
        data = {"folder": run.run_dir.absolute().as_uri(), **episode_data(run, episode, steps)}
        write_data(folder / "episode.js", "window.ANIMATION", data)
        write_page(
            "animation.html",
            folder / "frames.html",
            name=episode.episode_id,
            model=run.manifest.model,
            html_lang=language.html_lang,
            dir=language.direction,
            intent=episode.intent,
            intent_en=episode.intent_en,
            pictures=[
                (run.run_dir / picture.copy_path).absolute().as_uri()
                for picture in episode.pictures
                if picture.copy_path is not None
            ],
        )
        started = playwright or stack.enter_context(sync_playwright())
        browser = launch_chromium(started, host_rules=NO_HOSTS)
        stack.callback(browser.close)
        page = browser.new_page(viewport={"width": SIZE_PX[0], "height": SIZE_PX[1]}, color_scheme="light")
        page.goto((folder / "frames.html").as_uri())
        yield page


def _frames(page: Page, count: int) -> Iterator[Image.Image]:
    for number in range(count):
        page.evaluate("number => showStep(number)", number)
        yield _shot(page)
    page.evaluate("showEnd()")
    yield _shot(page)


def _shot(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _duration_ms(step: StepRecord) -> int:
    return min(LONGEST_MS, FRAME_MS + READING_MS * len(f"{step.reply}{step.error or ''}"))


def _write(path: Path, frames: Sequence[Image.Image], durations_ms: Sequence[int]) -> None:
    if path.suffix == ".gif":
        frames = [frame.quantize(GIF_COLOURS, dither=Image.Dither.NONE) for frame in frames]
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=list(durations_ms),
        loop=0,
        quality=QUALITY,
        method=4,
        kmax=1,  # no frame as a change of the one before, which would shine through
    )
