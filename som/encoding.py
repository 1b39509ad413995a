"""Images to PNG and back; long pages in tiles that cut no label.

Deflate is Intel's (the package ``isal``): on screenshots eight times as fast as zlib's level 1, and as small.
Source: PNG specification (third edition), section 10.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

from som.geometry import Mark

TILE_HEIGHT_PX = 16_000
"""Longest image that common viewers take whole; Chromium's own limit for WebP is 16,383 px."""
COMPRESSION_LEVEL = 1
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB_8_BIT = (8, 2, 0, 0, 0)


def encode_png(image: NDArray[np.uint8]) -> bytes:
    """PNG of a uint8 (H, W, 3) RGB image."""
    height, width, channels = image.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)
    rows[:, 1:] = image.reshape(height, -1)
    return b"".join(
        (
            PNG_SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II5B", width, height, *RGB_8_BIT)),
            _chunk(b"IDAT", isal_zlib.compress(rows.data, COMPRESSION_LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def decode_png(data: bytes) -> NDArray[np.uint8]:
    """uint8 (H, W, 3) RGB image of a PNG (or any format that OpenCV reads).

    Raises:
        ValueError: it is no image.
    """
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"not an image: {len(data)} bytes that begin with {data[:8]!r}")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB, dst=image), np.uint8)


def tiles(
    image: NDArray[np.uint8], max_height: int = TILE_HEIGHT_PX, marks: Sequence[Mark] = ()
) -> tuple[NDArray[np.uint8], ...]:
    """Cut a long image into pieces of at most ``max_height`` px, top to bottom; views, not copies.

    A cut moves up where it would split the label of one of ``marks``. A short image is one tile.
    """
    edges = [0, *_cuts(image.shape[0], max_height, marks), image.shape[0]]
    return tuple(image[top:bottom] for top, bottom in pairwise(edges))


def _cuts(height: int, max_height: int, marks: Sequence[Mark]) -> Iterator[int]:
    cut = 0
    while height - cut > max_height:
        cut = _above_labels(cut, cut + max_height, marks)
        yield cut


def _above_labels(top: int, wanted: int, marks: Sequence[Mark]) -> int:
    """The lowest row in (top, wanted] that splits no label; ``wanted`` if there is none."""
    cut = wanted
    while split := [mark.label.y0 for mark in marks if mark.label.y0 < cut < mark.label.y1]:
        cut = int(min(split))
        if cut <= top:
            return wanted
    return cut


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
