"""Images as a model may be sent them: scaled down to its limit, in a format that it reads.

A provider scales larger images down itself, unseen. Doing it here keeps what the record shows equal to what
the model was shown.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Literal, get_args

from PIL import Image, UnidentifiedImageError

from harness.errors import ConfigError
from harness.models.chat import ImagePart, Message, Part

ImageFormat = Literal["png", "jpeg", "webp"]
IMAGE_FORMATS: tuple[ImageFormat, ...] = get_args(ImageFormat)
_JPEG_QUALITY = 90
_ROUNDING = 1e-6
"""px by which a product of floating point may fall short of a whole number."""
_REMEMBERED = 32
"""Images that are kept scaled: those of a task are sent again in every step."""


@dataclass(frozen=True, slots=True)
class ImageLimit:
    """The largest image that a model is sent."""

    max_side: int
    """Longer side, in px."""
    max_pixels: int
    """Width times height, in px."""

    def fit(self, width: int, height: int) -> tuple[int, int]:
        """The size to scale an image to: the same shape within the limit, and never larger than it is.

        Args:
            width: in px.
            height: in px.
        """
        factor = min(1.0, self.max_side / max(width, height), math.sqrt(self.max_pixels / (width * height)))
        if factor == 1.0:
            return width, height
        return _scaled(width, factor), _scaled(height, factor)


def _scaled(length: int, factor: float) -> int:
    return max(1, math.floor(length * factor + _ROUNDING))


def fit_messages(
    messages: Sequence[Message], limit: ImageLimit, image_format: ImageFormat
) -> tuple[Message, ...]:
    """The messages with their images scaled to the limit and in the format; what fits already stays as it is.

    Raises:
        ConfigError: an image can't be read.
    """
    return tuple(
        replace(message, parts=tuple(_fit_part(part, limit, image_format) for part in message.parts))
        for message in messages
    )


def _fit_part(part: Part, limit: ImageLimit, image_format: ImageFormat) -> Part:
    if not isinstance(part, ImagePart):
        return part
    try:
        return replace(part, data=_fit(part.data, limit, image_format))
    except ConfigError as error:
        raise ConfigError(f"{part.what}: {error}") from error


@lru_cache(maxsize=_REMEMBERED)
def _fit(data: bytes, limit: ImageLimit, image_format: ImageFormat) -> bytes:
    with _open(data) as image:
        size = limit.fit(image.width, image.height)
        if size == image.size and (image.format or "").lower() == image_format:
            return data
        flat = _flat(image)
        scaled = flat if size == image.size else flat.resize(size, Image.Resampling.LANCZOS)
    out = BytesIO()
    scaled.save(out, image_format.upper(), **_saving(image_format))
    return out.getvalue()


def _flat(image: Image.Image) -> Image.Image:
    """RGB; what is transparent shows white, as in a browser."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image.convert("RGB")
    white = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(white, image.convert("RGBA")).convert("RGB")


def _saving(image_format: ImageFormat) -> dict[str, int | bool]:
    return {"png": {"optimize": False}, "jpeg": {"quality": _JPEG_QUALITY}, "webp": {"lossless": True}}[
        image_format
    ]


def _open(data: bytes) -> Image.Image:
    try:
        image = Image.open(BytesIO(data), formats=[name.upper() for name in IMAGE_FORMATS])
        image.load()
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        expected = ", ".join(IMAGE_FORMATS)
        raise ConfigError(f"an image of {len(data)} bytes can't be read: expected {expected}") from error
    return image
