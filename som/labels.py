"""What a label looks like: white digits on a solid cell, for a form a cell with an F before them.

The F stands in a cell of its own because OCR always reads the digits alone, and "F1" as one word often
not; the digits of both kinds look the same. Measured: DejaVu Sans Bold at 12 px is read in 130 of 130
labels, at 14 px in 42 of 44, Noto Sans Bold at 12 px in 41 of 44; a padding of 2 px above and below
reads as well as 3 px and hides less.
Source: `docs/marks.md`.
"""

import math
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from som.geometry import Box, Mark, MarkKind

FONT_SIZE_PX = 12
PAD_X_PX = 3
PAD_Y_PX = 2
PAPER: dict[MarkKind, tuple[int, int, int]] = {"link": (140, 0, 56), "form": (0, 40, 150)}
"""Colour of the label of each kind (RGB): crimson links, blue forms. Dark, because OCR loses up to a third
of the labels in a middle grey when the crop gets a white border."""
WHITE = (255, 255, 255)
PREFIX = "F"


@cache
def label_size(mark_id: str) -> tuple[int, int]:
    """Width and height of the label of "3" or "F3", in image px."""
    prefix, digits = _split(mark_id)
    return _cell_width(prefix) + _cell_width(digits), _cell_height()


def digits_box(mark: Mark) -> Box:
    """The part of the mark's label that holds the digits (all of it for a link): what OCR reads."""
    return mark.label._replace(x0=mark.label.x0 + _cell_width(_split(mark.id)[0]))


@lru_cache(maxsize=4096)
def label_image(mark_id: str, kind: MarkKind) -> NDArray[np.uint8]:
    """The label as uint8 (H, W, 3) RGB pixels; the caller must not write to it."""
    prefix, digits = _split(mark_id)
    width, height = label_size(mark_id)
    image = Image.new("RGB", (width, height), PAPER[kind])
    draw = ImageDraw.Draw(image)
    split = _cell_width(prefix)
    if prefix:
        draw.rectangle((1, 1, split - 1, height - 2), fill=WHITE)
        draw.text((PAD_X_PX, height - PAD_Y_PX), prefix, PAPER[kind], _font(), anchor="ls")
    draw.text((split + PAD_X_PX, height - PAD_Y_PX), digits, WHITE, _font(), anchor="ls")
    pixels = np.asarray(image)
    pixels.flags.writeable = False
    return pixels


def _split(mark_id: str) -> tuple[str, str]:
    return (PREFIX, mark_id[1:]) if mark_id.startswith(PREFIX) else ("", mark_id)


@cache
def _font() -> ImageFont.FreeTypeFont:
    font = (files("som") / "fonts" / "DejaVuSans-Bold.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(font), FONT_SIZE_PX, layout_engine=ImageFont.Layout.BASIC)


def _cell_width(text: str) -> int:
    return math.ceil(_font().getlength(text)) + 2 * PAD_X_PX if text else 0


@cache
def _cell_height() -> int:
    return math.ceil(-_font().getbbox("0", anchor="ls")[1]) + 2 * PAD_Y_PX
