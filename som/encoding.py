"""Images to PNG: packed once for the whole page and for its tiles, in segments that two threads share.

Deflating is Intel's (the package ``isal``): on screenshots eight times as fast as zlib's level 1, as small.
Rows are handed to it in bands that stay in the processor's cache: fresh memory of the size of a long page
costs more than packing it.
Sources: PNG specification (third edition), section 10; RFC 1950 (zlib), section 8.2 (Adler-32).
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

COMPRESSION_LEVEL = 1
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB_8_BIT = (8, 2, 0, 0, 0)
"""Bit depth, colour type, and the only methods of compression, filtering and interlacing that are used."""
ZLIB_HEADER = b"\x78\x01"
ZLIB_END = b"\x03\x00"
"""An empty last block."""
RAW_DEFLATE = -15
BAND_ROWS = 128
SEGMENT_ROWS = 512
THREADS = 2
ADLER_BASE = 65_521


class _Segment(NamedTuple):
    """Some rows of an image, packed so that they can stand in any stream."""

    packed: bytes
    adler: int
    size: int
    """Bytes before packing."""


def encode_png(image: NDArray[np.uint8]) -> bytes:
    """PNG of a uint8 (H, W, 3) RGB image."""
    whole, _ = encode_with_tiles(image, ())
    return whole


def encode_with_tiles(image: NDArray[np.uint8], cuts: Sequence[int]) -> tuple[bytes, tuple[bytes, ...]]:
    """PNG of a uint8 (H, W, 3) RGB image, and PNGs of the tiles that end at the rows ``cuts``, top to bottom.

    Without cuts there are no tiles. Pixels are packed once, for the whole and for its tiles.
    """
    height, width, channels = image.shape
    rows = image.reshape(height, width * channels)
    edges = list(pairwise((0, *cuts, height)))
    parts = [part for edge in edges for part in _parts(*edge)]
    if len(parts) > 1:
        with ThreadPoolExecutor(THREADS) as pool:
            segments = dict(zip(parts, pool.map(partial(_packed, rows), parts), strict=True))
    else:
        segments = {part: _packed(rows, part) for part in parts}
    tiles = tuple(
        _png(width, bottom - top, [segments[part] for part in _parts(top, bottom)]) for top, bottom in edges
    )
    return (tiles[0], ()) if not cuts else (_png(width, height, list(segments.values())), tiles)


def _parts(top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """First and last row (excluded) of each segment of a tile."""
    return pairwise((*range(top, bottom, SEGMENT_ROWS), bottom))


def _packed(rows: NDArray[np.uint8], part: tuple[int, int]) -> _Segment:
    first, last = part
    band = np.zeros(
        (min(BAND_ROWS, last - first), 1 + rows.shape[1]), np.uint8
    )  # filter 0: bytes as they are
    deflate = isal_zlib.compressobj(COMPRESSION_LEVEL, wbits=RAW_DEFLATE)
    packed, adler = [], zlib.adler32(b"")
    for top in range(first, last, BAND_ROWS):
        filled = band[: last - top]
        filled[:, 1:] = rows[top : top + len(filled)]
        adler = isal_zlib.adler32(filled.data, adler)
        packed.append(deflate.compress(filled.data))
    packed.append(deflate.flush(isal_zlib.Z_FULL_FLUSH))
    return _Segment(b"".join(packed), adler, (last - first) * band.shape[1])


def _png(width: int, height: int, segments: Sequence[_Segment]) -> bytes:
    adler = zlib.adler32(b"")
    for segment in segments:
        adler = _joined_adler(adler, segment.adler, segment.size)
    packed = (ZLIB_HEADER, *(segment.packed for segment in segments), ZLIB_END, struct.pack(">I", adler))
    return b"".join(
        (
            PNG_SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II5B", width, height, *RGB_8_BIT)),
            _chunk(b"IDAT", b"".join(packed)),
            _chunk(b"IEND", b""),
        )
    )


def _joined_adler(first: int, second: int, second_size: int) -> int:
    """The Adler-32 of two texts, one after the other, from that of each."""
    first_high, first_low = divmod(first, 1 << 16)
    second_high, second_low = divmod(second, 1 << 16)
    low = (first_low + second_low - 1) % ADLER_BASE
    high = (first_high + second_high + second_size * (first_low - 1)) % ADLER_BASE
    return high << 16 | low


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = isal_zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
