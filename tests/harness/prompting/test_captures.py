import pytest

from harness.agents.settings import OBSERVATION_MODES, ObservationMode
from harness.browsers.chromium import ChromiumOptions
from harness.errors import ConfigError
from harness.prompting import Captures, needed_captures, require_images


def test_what_is_needed_are_options_of_chromium():
    for mode in OBSERVATION_MODES:
        captures = needed_captures(mode, "text")
        options = ChromiumOptions(
            screenshots=captures.screenshots,
            axtree=captures.axtree,
            html=captures.html,
            pictures=captures.pictures,
        )
        assert options.screenshots == (mode in ("som", "screenshot"))


def test_without_a_choice_visual_tasks_are_seen_and_text_tasks_are_not():
    assert needed_captures(None, "visual") == Captures(screenshots=True)
    assert needed_captures(None, "text") == Captures()
    assert needed_captures(None, "visual") | needed_captures("html", "text") == Captures(True, html=True)


@pytest.mark.parametrize("mode", ["som", "screenshot", "axtree"])
def test_what_must_be_rendered_needs_chromium(mode: ObservationMode):
    needed_captures(mode, "text").require("chromium")
    with pytest.raises(ConfigError, match="use --engine chromium"):
        needed_captures(mode, "text").require("http")


@pytest.mark.parametrize("mode", ["text", "html", "caption", "none"])
def test_all_else_goes_without(mode: ObservationMode):
    needed_captures(mode, "text").require("http")


@pytest.mark.parametrize(
    ("mode", "kind", "enough"),
    [
        ("text", "text", 0),
        ("som", "text", 1),
        ("screenshot", "visual", 3),
        (None, "visual", 3),
        ("text", "visual", 2),
        ("caption", "visual", 0),
        ("none", "visual", 2),
    ],
)
def test_a_model_that_takes_too_few_images_is_refused(mode: ObservationMode | None, kind, enough: int):
    require_images(mode, kind, None, pictures=2)
    require_images(mode, kind, enough, pictures=2)
    if enough:
        with pytest.raises(ConfigError, match=f"max_images={enough}"):
            require_images(mode, kind, enough - 1, pictures=2)
