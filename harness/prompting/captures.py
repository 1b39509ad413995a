"""What a browser must add to its observations for each way of showing a page to a model."""

from dataclasses import dataclass
from typing import Literal

from harness.agents.settings import ObservationMode
from harness.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Captures:
    """What is captured besides text, links and forms; named like the options of the browsers."""

    screenshots: bool = False
    axtree: bool = False
    html: bool = False
    pictures: bool = False

    def __or__(self, other: "Captures") -> "Captures":
        """All that either has."""
        return Captures(
            self.screenshots or other.screenshots,
            self.axtree or other.axtree,
            self.html or other.html,
            self.pictures or other.pictures,
        )

    def require(self, engine: Literal["chromium", "http"]) -> None:
        """Refuse an engine that can't supply them.

        Raises:
            ConfigError: screenshots or the accessibility tree are needed, and nothing is rendered.
        """
        if engine == "http" and (self.screenshots or self.axtree):
            what = "a marked screenshot" if self.screenshots else "the accessibility tree"
            raise ConfigError(
                f"this way of showing pages needs {what}, and --engine http renders nothing: "
                "use --engine chromium, or --obs text, html, caption or none"
            )


SCREENSHOT_MODES: frozenset[ObservationMode] = frozenset({"som", "screenshot"})
"""In which each prompt shows the page as a picture."""
_NEEDED: dict[ObservationMode, Captures] = {
    "text": Captures(),
    "som": Captures(screenshots=True),
    "screenshot": Captures(screenshots=True),
    "axtree": Captures(axtree=True),
    "html": Captures(html=True),
    "caption": Captures(pictures=True),
    "none": Captures(),
}


def chosen_mode(mode: ObservationMode | None, kind: Literal["text", "visual"]) -> ObservationMode:
    """How pages are shown in tasks of a kind: as chosen, else ``text``, or ``som`` where pictures matter."""
    return mode or ("som" if kind == "visual" else "text")


def needed_captures(mode: ObservationMode | None, kind: Literal["text", "visual"]) -> Captures:
    """What the browser must supply.

    Args:
        mode: as chosen; None for the default of the kind.
        kind: of the tasks.
    """
    return _NEEDED[chosen_mode(mode, kind)]


def require_images(
    mode: ObservationMode | None, kind: Literal["text", "visual"], max_images: int | None, pictures: int = 1
) -> None:
    """Refuse a model that takes fewer images than every prompt of the tasks has.

    Args:
        mode: as chosen; None for the default of the kind.
        kind: of the tasks.
        max_images: that one prompt may hold; None is no limit.
        pictures: those that go with a visual task: one or two.

    Raises:
        ConfigError: it takes fewer.
    """
    shown_as = chosen_mode(mode, kind)
    task_pictures = pictures if kind == "visual" and shown_as != "caption" else 0
    needed = task_pictures + (shown_as in SCREENSHOT_MODES)
    if max_images is not None and needed > max_images:
        raise ConfigError(
            f"{kind} tasks shown as {shown_as} take {needed} images a prompt, and the model takes "
            f"{max_images}: use --obs caption, or --kind text with --obs text, "
            f"or --model-option max_images={needed}"
        )
