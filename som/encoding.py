"""Images to PNG: fast rather than small, and long pages in tiles that cut no label.

Bands of rows are compressed side by side; deflate streams that end in a full flush join in any order,
so that a long page and its tiles share them. Source: PNG specification (third edition), section 10; RFC 1951.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from som.geometry import Mark

TILE_HEIGHT_PX = 16_000
"""Longest image that common viewers take whole; Chromium's own limit for WebP is 16,383 px."""
BAND_HEIGHT_PX = 512
"""Rows that are compressed as one piece, each piece on a processor of its own."""
COMPRESSION_LEVEL = 1
"""With unfiltered rows 2.5 times as fast as OpenCV's default, and smaller on screenshots."""
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
ZLIB_HEADER, LAST_BLOCK = b"\x78\x01", b"\x03\x00"
ADLER_BASE = 65_521
RGB_8_BIT = (8, 2, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Band:
    """Some rows of an image as PNG wants them: a filter byte 0, then pixels."""

    deflated: bytes
    checksum: int
    """Adler-32 of the ``length`` uncompressed bytes."""
    height: int
    length: int


def encode_png(image: NDArray[np.uint8]) -> bytes:
    """PNG of a uint8 (H, W, 3) RGB image."""
    return encode_png_tiles([image])[0]


def encode_png_tiles(pieces: Sequence[NDArray[np.uint8]]) -> tuple[bytes, tuple[bytes, ...]]:
    """PNG of all pieces one below the other, and a PNG of each; every row is compressed once.

    Args:
        pieces: uint8 (H, W, 3) RGB images of one width, top to bottom.
    """
    with ThreadPoolExecutor() as pool:
        of_pieces = [list(pool.map(_compress, _bands(piece))) for piece in pieces]
    whole = _png([band for bands in of_pieces for band in bands])
    return whole, tuple(map(_png, of_pieces)) if len(pieces) > 1 else (whole,)


def decode_png(data: bytes) -> NDArray[np.uint8]:
    """uint8 (H, W, 3) RGB image of a PNG (or any format that OpenCV reads)."""
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


def _bands(image: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    for top in range(0, image.shape[0], BAND_HEIGHT_PX):
        yield image[top : top + BAND_HEIGHT_PX]


def _compress(pixels: NDArray[np.uint8]) -> _Band:
    """Compress some rows so that the result may follow or precede that of any others."""
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    packer = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    deflated = packer.compress(rows.data) + packer.flush(zlib.Z_FULL_FLUSH)
    return _Band(deflated, zlib.adler32(rows.data), height, rows.size)


def _png(bands: Sequence[_Band]) -> bytes:
    height = sum(band.height for band in bands)
    width = (bands[0].length // bands[0].height - 1) // 3
    checksum = reduce(_join_checksums, bands, 1)
    deflated = b"".join(band.deflated for band in bands)
    return b"".join(
        (
            PNG_SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II5B", width, height, *RGB_8_BIT)),
            _chunk(b"IDAT", ZLIB_HEADER + deflated + LAST_BLOCK + struct.pack(">I", checksum)),
            _chunk(b"IEND", b""),
        )
    )


def _join_checksums(checksum: int, band: _Band) -> int:
    """Adler-32 of bytes followed by the band's, from their checksums alone. Source: RFC 1950, section 9."""
    low = ((checksum & 0xFFFF) + (band.checksum & 0xFFFF) - 1) % ADLER_BASE
    high = (checksum >> 16) + (band.checksum >> 16) + band.length * ((checksum & 0xFFFF) - 1)
    return (high % ADLER_BASE) << 16 | low


def _chunk(name: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + name
        + content
        + struct.pack(">I", zlib.crc32(content, zlib.crc32(name)))
    )
