"""Screenshots for the record: small files in which text stays crisp.

Measured in docs/review.md: lossless files are almost three times as large, and take five times as long.
"""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from som import encode_png

WEBP_QUALITY = 80
WEBP_METHOD = 2
"""Of 0 (fast) to 6 (small)."""
WEBP_LIMIT_PX = 16_383
"""Longest side of a WebP file."""


def encode_screenshot(pixels: NDArray[np.uint8]) -> tuple[bytes, str]:
    """A page as a file, and its suffix: WebP, or PNG where a side is longer than WebP allows.

    Args:
        pixels: uint8 (H, W, 3) RGB.
    """
    if max(pixels.shape[:2]) > WEBP_LIMIT_PX:
        return encode_png(pixels), ".png"
    buffer = BytesIO()
    Image.fromarray(pixels).save(buffer, "WEBP", quality=WEBP_QUALITY, method=WEBP_METHOD)
    return buffer.getvalue(), ".webp"
