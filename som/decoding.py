"""PNG to images. Chromium's, encoded for speed, is read here; any other by OpenCV.

Chromium then filters every row by the one above. Rows are unpacked in bands that stay in the processor's
cache: fresh memory of the size of a long page costs more than unpacking it.
Source: PNG specification (third edition), sections 9 and 10.
"""

import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

import cv2
import numpy as np
from isal import igzip_lib
from numpy.typing import NDArray

from som.encoding import PNG_SIGNATURE, RGB_8_BIT

BAND_ROWS = 512
FILTER_UP = 2
"""Each byte of a row is stored as its difference to the byte above."""


def decode_png(data: bytes) -> NDArray[np.uint8]:
    """uint8 (H, W, 3) RGB image of a PNG (or any format that OpenCV reads).

    What Chromium encodes for speed takes a third of OpenCV's time.

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
    rows = np.empty((height, width * 3), np.uint8)
    packed = b"".join(content for name, content in chunks if name == b"IDAT")
    try:
        whole = _unfilter(packed, rows)
    except (igzip_lib.error, EOFError):  # pyright: ignore[reportGeneralTypeIssues] - a class, not as its stub says
        return None
    return rows.reshape(height, width, 3) if whole else None


def _unfilter(packed: bytes, rows: NDArray[np.uint8]) -> bool:
    """Fill ``rows`` (height, bytes of a row).

    False where ``packed`` is not so many rows, each filtered by the one above.
    """
    stride = 1 + rows.shape[1]
    bands = [rows[top : top + BAND_ROWS] for top in range(0, len(rows), BAND_ROWS)]
    unpacker = igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_ZLIB)
    above = np.zeros(rows.shape[1], np.uint8)
    with ThreadPoolExecutor(1) as pool:  # the next band is unpacked while this one is unfiltered
        unpacking = pool.submit(unpacker.decompress, packed, len(bands[0]) * stride)
        for band, following in zip_longest(bands, bands[1:]):
            unpacked = unpacking.result()
            if len(unpacked) != len(band) * stride:
                return False
            if following is not None:
                unpacking = pool.submit(unpacker.decompress, b"", len(following) * stride)
            filtered = np.frombuffer(unpacked, np.uint8).reshape(-1, stride)
            if not np.all(filtered[:, 0] == FILTER_UP):
                return False
            for row, differences in zip(band, filtered[:, 1:], strict=True):
                above = np.add(differences, above, out=row)
    return unpacker.eof or not unpacker.decompress(b"", 1)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each whole chunk of a PNG."""
    place = len(PNG_SIGNATURE)
    while place + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        end = place + 8 + length
        yield data[place + 4 : place + 8], data[place + 8 : end]
        place = end + 4
