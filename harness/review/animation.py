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

from harness.actions import Action
from harness.agents.protocol import Reply
from harness.browsers.launch import launch_chromium
from harness.errors import ConfigError
from harness.records import EpisodeRecord, Run, StepRecord, read_run
from harness.records.addressing import find_episode, read_episode_address
from harness.replies import parse_reply
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
TEXT_LINES = 14
"""Of a page without a screenshot."""
FAILED_CHECKS = 3
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
        write_data(folder / "episode.js", "window.ANIMATION", _data(run, episode, steps))
        write_page(
            "animation.html",
            folder / "frames.html",
            name=episode.episode_id,
            model=run.manifest.model,
            html_lang=language.html_lang,
            dir=language.direction,
            intent=episode.intent,
            intent_en=episode.intent_en,
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


def _data(run: Run, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, object]:
    language = get_language(episode.lang)
    failed = [check for check in episode.checks if not check.passed]
    return {
        "html_lang": language.html_lang,
        "dir": language.direction,
        "outcome": episode.outcome,
        "answer": episode.answer,
        "failed": [
            f"{check.name}: expected {check.expected}, got {check.got}" for check in failed[:FAILED_CHECKS]
        ],
        "steps": [_step_data(run, step) for step in steps],
    }


def _step_data(run: Run, step: StepRecord) -> dict[str, object]:
    picture = run.run_dir / step.screenshot if step.screenshot else None
    is_there = picture is not None and picture.is_file()
    return {
        "step": step.step,
        "screenshot": picture.absolute().as_uri() if picture is not None and is_there else None,
        "marks": [mark.model_dump(mode="json") for mark in step.marks],
        "target": _target(parse_reply(Reply(step.action))[0]) if step.action else None,
        "text": _text(step.observation),
        "action": step.action,
        "reply": step.reply,
        "error": step.error,
        "changed": len(step.rows),
    }


def _target(action: Action | None) -> tuple[int, str] | None:
    """Number and kind of the mark that an action goes to."""
    if action is None or action.kind not in ("click", "fill"):
        return None
    return action.index, "link" if action.kind == "click" else "form"


def _text(observation: str) -> str:
    """The beginning of what a page shows."""
    text = observation.partition("\nTEXT:\n")[2].partition("\n\nLINKS:")[0]
    return "\n".join(text.splitlines()[:TEXT_LINES])


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
    )
