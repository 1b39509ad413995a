"""Faces of watches as maps: marks of the hours, numerals drawn in strokes, small dials."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from images.colors import channels, shade

_SIZE, _SCALE = 512, 2

Stroke = Sequence[tuple[float, float]]


def _ellipse(x: float, y: float, half_width: float, half_height: float) -> Stroke:
    t = np.linspace(0, 2 * np.pi, 25)
    return [(x + half_width * float(np.cos(a)), y + half_height * float(np.sin(a))) for a in t]


_SIX = [(0.8, 0.04), (0.45, 0.14), (0.16, 0.45), (0.08, 0.72)]

DIGITS: Mapping[str, Sequence[Stroke]] = MappingProxyType(
    {
        "0": [_ellipse(0.5, 0.5, 0.42, 0.5)],
        "1": [[(0.22, 0.24), (0.58, 0), (0.58, 1)]],
        "2": [
            [
                (0.08, 0.28),
                (0.2, 0.06),
                (0.5, 0),
                (0.82, 0.07),
                (0.9, 0.28),
                (0.78, 0.48),
                (0.05, 1),
                (0.95, 1),
            ]
        ],
        "3": [
            [(0.08, 0.1), (0.42, 0), (0.8, 0.06), (0.88, 0.26), (0.74, 0.44), (0.42, 0.48)],
            [(0.42, 0.48), (0.82, 0.55), (0.94, 0.74), (0.8, 0.95), (0.45, 1), (0.05, 0.9)],
        ],
        "4": [[(0.72, 1), (0.72, 0), (0.04, 0.7), (0.98, 0.7)]],
        "5": [
            [(0.88, 0), (0.2, 0), (0.12, 0.44), (0.5, 0.37), (0.85, 0.5)],
            [(0.85, 0.5), (0.93, 0.7), (0.8, 0.93), (0.45, 1), (0.08, 0.9)],
        ],
        "6": [_SIX, _ellipse(0.5, 0.71, 0.42, 0.29)],
        "7": [[(0.05, 0), (0.95, 0), (0.4, 1)]],
        "8": [_ellipse(0.5, 0.24, 0.34, 0.24), _ellipse(0.5, 0.74, 0.43, 0.26)],
        "9": [[(1 - x, 1 - y) for x, y in _SIX], _ellipse(0.5, 0.29, 0.42, 0.29)],
    }
)
"""Digit -> lines in a box of width and height 1, y downwards."""


def draw_number(
    pen: ImageDraw.ImageDraw,
    text: str,
    middle: tuple[float, float],
    height: float,
    color: str,
    *,
    weight: float = 0.15,
) -> None:
    """Digits in strokes, centred on a point; all lengths in pixels, the weight as a share of the height."""
    width, gap = height * 0.56, height * 0.26
    x, y = middle
    left = x - (len(text) * width + (len(text) - 1) * gap) / 2
    thick = max(1, round(height * weight))
    for place, digit in enumerate(text):
        start = left + place * (width + gap)
        for stroke in DIGITS[digit]:
            points = [(start + a * width, y + (b - 0.5) * height) for a, b in stroke]
            pen.line(points, fill=color, width=thick, joint="curve")
            r = thick / 2
            for px, py in (points[0], points[-1]):
                pen.ellipse([px - r, py - r, px + r, py + r], fill=color)


def dial(ground: str, marks: str, hour_marks: str, subdials: str, *, square: bool) -> NDArray[np.uint8]:
    """The face of a watch, (512, 512, 3).

    Args:
        ground: Colour, ``#rrggbb``.
        marks: Colour of the marks.
        hour_marks: Choice of the catalogue: batons, numerals, dots.
        subdials: Choice of the catalogue: none, one, two.
        square: Marks stand along a square, not a circle.

    Raises:
        KeyError: no such choice.
    """
    size = _SIZE * _SCALE
    image = Image.new("RGB", (size, size), ground)
    pen = ImageDraw.Draw(image)
    small = {"none": [], "one": [6], "two": [3, 9]}[subdials]
    draw = {"batons": _baton, "numerals": _numeral, "dots": _dot}[hour_marks]
    _minutes(pen, marks, square=square)
    for hour in range(1, 13):
        if hour not in small or square:
            draw(pen, hour, marks, square)
    for hour in small:
        _small_dial(pen, hour, ground, marks)
    return np.asarray(image.resize((_SIZE, _SIZE), Image.Resampling.LANCZOS))


def _place(turn: float, share: float, *, square: bool) -> tuple[float, float]:
    """Where a mark stands: turn in degrees clockwise from 12, share of the way to the edge."""
    half = _SIZE * _SCALE / 2
    x, y = float(np.sin(np.radians(turn))), float(-np.cos(np.radians(turn)))
    reach = share * half / (max(abs(x), abs(y)) ** 0.85 if square else 1)
    return half + x * reach, half + y * reach


def _minutes(pen: ImageDraw.ImageDraw, color: str, *, square: bool) -> None:
    for minute in range(60):
        ends = [_place(minute * 6, share, square=square) for share in (0.94, 0.97)]
        pen.line(ends, fill=color, width=3 * _SCALE)


def _baton(pen: ImageDraw.ImageDraw, hour: int, color: str, square: bool) -> None:
    thick = (17 if hour % 3 == 0 else 10) * _SCALE
    pen.line([_place(hour * 30, share, square=square) for share in (0.62, 0.88)], fill=color, width=thick)


def _numeral(pen: ImageDraw.ImageDraw, hour: int, color: str, square: bool) -> None:
    x, y = _place(hour * 30, 0.74, square=square)
    draw_number(pen, str(hour), (x, y), 62 * _SCALE, color)


def _dot(pen: ImageDraw.ImageDraw, hour: int, color: str, square: bool) -> None:
    x, y = _place(hour * 30, 0.78, square=square)
    r = (25 if hour % 3 == 0 else 17) * _SCALE
    pen.ellipse([x - r, y - r, x + r, y + r], fill=color)


def _small_dial(pen: ImageDraw.ImageDraw, hour: int, ground: str, color: str) -> None:
    x, y = _place(hour * 30, 0.47, square=False)
    r = 74 * _SCALE
    face = shade(ground, 0.62) if channels(ground).mean() > 0.3 else "#5b5f66"
    pen.ellipse([x - r, y - r, x + r, y + r], fill=face, outline=color, width=7 * _SCALE)
    for step in range(12):
        turn = step * np.pi / 6
        ends = [(x + r * s * np.sin(turn), y - r * s * np.cos(turn)) for s in (0.7, 0.86)]
        pen.line(ends, fill=color, width=4 * _SCALE)
    turn = np.radians(40 + 25 * hour)
    pen.line(
        [(x, y), (x + r * 0.66 * np.sin(turn), y - r * 0.66 * np.cos(turn))], fill=color, width=7 * _SCALE
    )
    pen.ellipse([x - 9 * _SCALE, y - 9 * _SCALE, x + 9 * _SCALE, y + 9 * _SCALE], fill=color)
