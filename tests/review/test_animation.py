"""An episode as an animated picture: its frames, its captions, its size."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageSequence

from harness.errors import ConfigError
from harness.records import MarkRecord, RunRecorder, read_run
from harness.records.addressing import read_episode_address
from harness.review.animation import SIZE_PX, open_frames, write_animation
from tests.episode_records import make_record, make_run, make_step

TARGET = MarkRecord(index=2, kind="link", boxes=((400, 1500, 600, 1560),), label=(600, 1500, 626, 1516))
OTHER = MarkRecord(index=1, kind="form", boxes=((40, 40, 300, 90),), label=None)


@pytest.fixture
def make_episode(tmp_path):
    """The address of an episode of these steps; those with marks have a tall screenshot."""

    def make(*steps, **changes):
        recorder = RunRecorder(tmp_path / "run")
        lang = changes.get("lang", "ur")
        episode = make_record(
            1, changes.pop("outcome", "solved"), steps=len(steps), intent="کتنے کا ہے؟", **changes
        )
        recorder.write_manifest(make_run(episode).manifest)
        kept = []
        for step in steps:
            path = _keep_screenshot(recorder, step.step) if step.marks else None
            kept.append(step.model_copy(update={"screenshot": path, "instance_id": episode.instance_id}))
        recorder.write_episode(episode, kept)
        return f"{tmp_path / 'run'}#ministore-001-{lang}"

    return make


def _keep_screenshot(recorder, step):
    image = Image.new("RGB", (1280, 2400), "white")
    ImageDraw.Draw(image).rectangle((400, 1500, 600, 1560), fill=(0, 0, 160))
    file = BytesIO()
    image.save(file, "WEBP", quality=80)
    path = recorder.screenshot_path("ministore-001-ur", step)
    recorder.save_screenshot(path, file.getvalue())
    return path


def frames_of(path):
    """Every frame, and how long each is shown in ms."""
    with Image.open(path) as image:
        found = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]
    return [frame for frame, _ in found], [duration for _, duration in found]


@pytest.mark.browser
def test_a_frame_a_step_and_one_for_the_end(make_episode, playwright, tmp_path):
    address = make_episode(
        make_step(1, "click 2", marks=(TARGET, OTHER)),
        make_step(2, None, marks=(TARGET,), reply="میں دیکھتا ہوں " * 30, error="expected one action"),
        make_step(3, "stop ۱۲", marks=(TARGET,)),
        answer="۱۲",
    )
    path = write_animation(address, playwright=playwright)
    assert path == tmp_path / "run" / "review" / "episodes" / "ministore-001-ur.webp"
    frames, durations_ms = frames_of(path)
    assert [frame.size for frame in frames] == [SIZE_PX] * 4
    assert durations_ms[1] > durations_ms[0]
    assert len({frame.tobytes() for frame in frames}) == 4
    assert path.stat().st_size < 200_000


@pytest.mark.browser
def test_the_target_is_in_sight_and_stands_out(make_episode, playwright):
    address = make_episode(make_step(1, "click 2", marks=(TARGET, OTHER)), make_step(2, "stop"))
    (first, *_), _ = frames_of(write_animation(address, playwright=playwright))
    red, green, blue = np.moveaxis(np.asarray(first, dtype=np.int64), 2, 0)
    assert np.any((red > 170) & (green > 80) & (green < 150) & (blue < 60))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("lang", "direction", "font"), [("ur", "rtl", "LW Nastaliq"), ("am", "ltr", "LW Ethiopic")]
)
def test_captions_are_set_in_the_language(make_episode, playwright, lang, direction, font):
    intent = {"ur": "کتنے کا ہے؟", "am": "ዋጋው ስንት ነው?"}[lang]
    address = make_episode(make_step(1, "stop", reply=f"{intent}\nstop"), lang=lang, intent_en="How much?")
    run = read_run(read_episode_address(address)[0])
    episode = run.episodes[0].model_copy(update={"intent": intent})
    with open_frames(run, episode, run.steps, playwright) as page:
        page.evaluate("showStep(0)")
        asked, reply = page.locator(".asked p").first, page.locator(".reply")
        assert [one.evaluate("node => getComputedStyle(node).direction") for one in (asked, reply)] == [
            direction
        ] * 2
        loaded = page.evaluate(
            "[...document.fonts].filter(one => one.status == 'loaded').map(one => one.family)"
        )
        assert font in {name.strip('"') for name in loaded}
        assert page.get_by_text("How much?").is_visible()


@pytest.mark.browser
def test_a_step_without_a_screenshot_shows_its_text_and_says_why(make_episode, playwright):
    text = "URL: x\nTITLE: x\n\nTEXT:\nکل رقم\n\nLINKS:\n\nFORMS:\n"
    address = make_episode(make_step(1, "stop", observation=text))
    run = read_run(read_episode_address(address)[0])
    with open_frames(run, run.episodes[0], run.steps, playwright) as page:
        page.evaluate("showStep(0)")
        assert page.get_by_text("کل رقم").is_visible()
        assert page.get_by_text("This run read pages without drawing them").is_visible()


@pytest.mark.browser
def test_a_gif_is_written_where_its_name_says_so(make_episode, playwright, tmp_path):
    address = make_episode(make_step(1, "stop", marks=(TARGET,)))
    path = write_animation(address, tmp_path / "one.gif", playwright=playwright)
    assert path.read_bytes().startswith(b"GIF89a")
    assert len(frames_of(path)[0]) == 2


def test_what_cannot_be_animated_is_told(make_episode, tmp_path):
    address = make_episode(outcome="error", error="the server is gone")
    with pytest.raises(ConfigError, match="has no steps to show: the server is gone"):
        write_animation(address)
    with pytest.raises(ConfigError, match=r"a \.webp or a \.gif file, got .*one\.png"):
        write_animation(address, tmp_path / "one.png")
