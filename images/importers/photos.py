"""A photograph as sites show it: the size of rendered pictures, on white, without metadata."""

import io
from pathlib import Path

import PIL
from PIL import Image, ImageOps

WIDTH, HEIGHT = 480, 360
PAPER = (255, 255, 255)
QUALITY, METHOD = 80, 6
RENDERER = f"pillow {PIL.__version__}"
"""What made the file, for the manifest."""


def shown(data: bytes) -> bytes:
    """A WebP file (480 by 360) of a photograph, scaled to fit, the rest white.

    Args:
        data: The photograph's file, of any format that Pillow reads.

    Raises:
        OSError: it is no whole picture.
    """
    try:
        with Image.open(io.BytesIO(data)) as photo:
            photo.draft("RGB", (2 * WIDTH, 2 * HEIGHT))
            upright = ImageOps.exif_transpose(photo).convert("RGBA")
    except (SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise OSError(f"no picture: {error}") from error
    fitting = ImageOps.contain(upright, (WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    sheet.paste(fitting, ((WIDTH - fitting.width) // 2, (HEIGHT - fitting.height) // 2), fitting)
    file = io.BytesIO()
    sheet.save(file, "WEBP", quality=QUALITY, method=METHOD)
    return file.getvalue()


def read_photo(path: Path) -> bytes:
    """The bytes of a photograph's file.

    Raises:
        OSError: it is missing or can't be read.
    """
    return path.read_bytes()
