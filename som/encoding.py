"""Images to PNG and back; long pages in tiles that cut no label.

Deflating is Intel's (the package ``isal``): on screenshots eight times as fast as zlib's level 1, as small.
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
"""Bit depth, colour type, and the only methods of compression, filtering and interlacing that we read."""
FILTER_UP = 2
"""Each byte of a row is stored as its difference to the byte above."""


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

    What Chromium encodes for speed (RGB of 8 bits, every row filtered by the one above) is read here, in a
    third of OpenCV's time.

    Raises:
        ValueError: it is no image.
    """
    image = _decode_fast_png(data)
    if image is not None:
        return image
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise ValueError(f"not an image: {len(data)} bytes that begin with {data[:8]!r}")
    return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB, dst=decoded), np.uint8)


def _decode_fast_png(data: bytes) -> NDArray[np.uint8] | None:
    """None where it is another PNG than Chromium's, or a broken one."""
    chunks = list(_chunks(data)) if data.startswith(PNG_SIGNATURE) else []
    if not chunks or chunks[0][0] != b"IHDR" or {name for name, _ in chunks} != {b"IHDR", b"IDAT", b"IEND"}:
        return None
    width, height, *kind = struct.unpack(">II5B", chunks[0][1])
    if tuple(kind) != RGB_8_BIT:
        return None
    packed = b"".join(content for name, content in chunks if name == b"IDAT")
    size = height * (1 + width * 3)
    try:
        unpacked = zlib.decompress(packed, bufsize=size)
    except zlib.error:
        return None
    if len(unpacked) != size:
        return None
    rows = np.frombuffer(unpacked, np.uint8).reshape(height, -1)
    if not np.all(rows[:, 0] == FILTER_UP):
        return None
    image = rows[:, 1:].copy()
    above = image[0]
    for row in image[1:]:
        above = np.add(row, above, out=row)
    return image.reshape(height, width, 3)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each whole chunk of a PNG."""
    place = len(PNG_SIGNATURE)
    while place + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        end = place + 8 + length
        yield data[place + 4 : place + 8], data[place + 8 : end]
        place = end + 4


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
