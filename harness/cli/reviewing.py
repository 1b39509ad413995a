"""``lowagent review``: the pages of a run, opened from disk, or served while it goes on."""

import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

from harness.review import write_review
from harness.review.serve import LiveReview, serve_review

HAS_SCREEN_ANYWAY = frozenset({"darwin", "win32"})


def review_run(
    run_dir: Path, *, against: Path | None, serve: bool, port: int, opens: bool, say: Callable[[str], None]
) -> None:
    """Write the pages of a run, tell where they are, and open them.

    Args:
        run_dir: folder of the run.
        against: folder of a second run to compare it with.
        serve: also serve them, written again while the record grows, until Ctrl-C.
        port: for that; 0 for a free one.
        opens: whether a browser is to show them.
        say: prints a line.

    Raises:
        LoWAgentError: a folder holds no readable run, or the port is taken.
    """
    if not serve:
        index = write_review(run_dir, against)
        say(str(index))
        if opens:
            show_in_browser(index.resolve().as_uri(), say)
        return
    with serve_review(LiveReview(run_dir, against, say), port) as address:
        say(address)
        if opens:
            show_in_browser(address, say)
        stopped = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
        say("The pages load again when the record grows. Stop with Ctrl-C.")
        stopped.wait()
        say("")


def animate_episode(address: str, out: Path | None, say: Callable[[str], None]) -> None:
    """Write an episode as an animated picture, and tell where it is.

    Args:
        address: ``RUN_DIR#EPISODE``.
        out: the file; None for one beside the episode's page.
        say: prints a line.

    Raises:
        LoWAgentError: there is no such episode, or no Chromium.
    """
    from harness.review.animation import write_animation  # noqa: PLC0415 - it needs Playwright

    path = write_animation(address, out)
    say(f"{path} ({path.stat().st_size / 1024:,.0f} KB)")


def show_in_browser(address: str, say: Callable[[str], None]) -> None:
    """Show a page in the person's browser, if this machine has a screen."""
    has_screen = (
        sys.platform in HAS_SCREEN_ANYWAY or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if not has_screen:
        say("This machine has no screen (DISPLAY is not set): open that page in a browser yourself.")
    elif not webbrowser.open(address):
        say("No browser was found: open that page yourself.")
