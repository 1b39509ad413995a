"""Screenshots for the record: small files in which text stays crisp, written while the episode goes on.

Sizes and times are measured by ``lowagent bench`` (docs/review.md): writing one takes about as long as
drawing the page, and lossless files are up to twice as large.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from harness.records import RunRecorder
from som import encode_png

WEBP_QUALITY = 80
WEBP_METHOD = 2
"""Of 0 (fast) to 6 (small)."""
WEBP_LIMIT_PX = 16_383
"""Longest side of a WebP file."""

Pixels = NDArray[np.uint8]
"""uint8 (H, W, 3) RGB."""


def screenshot_suffix(pixels: Pixels) -> str:
    """``.webp``, or ``.png`` for a page with a side that is longer than WebP allows."""
    return ".png" if max(pixels.shape[:2]) > WEBP_LIMIT_PX else ".webp"


def encode_screenshot(pixels: Pixels) -> bytes:
    """A page as a file in the format of `screenshot_suffix`."""
    if screenshot_suffix(pixels) == ".png":
        return encode_png(pixels)
    buffer = BytesIO()
    Image.fromarray(pixels).save(buffer, "WEBP", quality=WEBP_QUALITY, method=WEBP_METHOD)
    return buffer.getvalue()


class ScreenshotKeeper:
    """Writes the screenshots of one episode, one at a time, in a thread of its own."""

    def __init__(self, recorder: RunRecorder, episode_id: str) -> None:
        """No thread is started yet."""
        self._recorder = recorder
        self._episode_id = episode_id
        self._pool: ThreadPoolExecutor | None = None
        self._pending: Future[None] | None = None
        self._last: tuple[Pixels, str] | None = None

    def keep(self, number: int, pixels: Pixels) -> str:
        """Keep the page of a step; one that looks like the page before it shares its file.

        Returns:
            The path in the run's folder. The file is there after `finish`, or after the next call.

        Raises:
            OSError: the file before could not be written.
        """
        if self._last is None or not np.array_equal(self._last[0], pixels):
            self.finish()
            suffix = screenshot_suffix(pixels)
            path = self._recorder.screenshot_path(self._episode_id, number, suffix)
            self._pool = self._pool or ThreadPoolExecutor(1, "screenshots")
            self._pending = self._pool.submit(self._write, path, pixels)
            self._last = pixels, path
        return self._last[1]

    def finish(self) -> None:
        """Wait until every file is written.

        Raises:
            OSError: one could not be written.
        """
        if self._pending is not None:
            self._pending.result()
            self._pending = None

    def close(self) -> None:
        """End the thread, after what it is doing. Safe to call twice."""
        if self._pool is not None:
            self._pool.shutdown()

    def _write(self, path: str, pixels: Pixels) -> None:
        self._recorder.save_screenshot(path, encode_screenshot(pixels))
