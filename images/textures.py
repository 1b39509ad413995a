"""Maps in numpy: grain, weave, and the patterns of the catalogue.

Colours are sRGB bytes (h, w, 3), heights 0 to 1 (h, w).

Row 0 is the top (v = 1). Every map is a function of its arguments: the noise is seeded.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from images.colors import channels

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]


def noise(
    height: int, width: int, seed: int, *, cells: int = 4, octaves: int = 5, stretch: float = 1.0
) -> Floats:
    """Seamless cloudy noise from 0 to 1.

    Args:
        height: Rows.
        width: Columns.
        seed: Of the random lattice.
        cells: Cells of the coarsest layer along the height.
        octaves: Layers, each twice as fine and half as strong.
        stretch: Above 1, finer along the width than along the height.
    """
    random = np.random.RandomState(seed)
    total, weight, amount = np.zeros((height, width)), 1.0, 0.0
    for octave in range(octaves):
        rows = min(cells * 2**octave, height)
        columns = min(max(2, int(rows * stretch)), width)
        lattice = np.pad(random.rand(rows, columns).astype(np.float32), 2, mode="wrap")
        scale_y, scale_x = height / rows, width / columns
        size = (round(lattice.shape[1] * scale_x), round(lattice.shape[0] * scale_y))
        large = np.asarray(Image.fromarray(lattice).resize(size, Image.Resampling.BICUBIC))
        top, left = round(2 * scale_y), round(2 * scale_x)
        total += weight * large[top : top + height, left : left + width]
        amount += weight
        weight /= 2
    return np.clip(total / amount, 0, 1)


def to_bytes(values: Floats) -> Bytes:
    """Numbers from 0 to 1 as bytes."""
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)


def blend(first: Floats, second: Floats, share: Floats) -> Floats:
    """From the first colour to the second, by a share (h, w) of the second."""
    return first * (1 - share[..., None]) + second * share[..., None]


def wood(height: int, width: int, light: str, dark: str, seed: int = 0) -> Bytes:
    """Planed wood; the grain runs along v."""
    x = np.mgrid[0:height, 0:width][1] / height
    waves = noise(height, width, seed + 11, cells=2, octaves=4, stretch=2)
    fibres = noise(height, width, seed + 12, cells=3, octaves=3, stretch=50)
    rings = 0.5 + 0.5 * np.sin((x * 7 + waves * 3.2) * 8.2)
    share = np.clip(0.12 + 0.45 * rings**2 + 0.55 * (fibres - 0.4) + 0.4 * (waves - 0.5), 0, 1)
    return to_bytes(blend(channels(light), channels(dark), share))


def weave_heights(height: int, width: int, threads: int) -> NDArray[np.float32]:
    """Plain weave: threads that go over and under each other."""
    y, x = np.mgrid[0:height, 0:width]
    across, along = x * threads / width, y * threads / height
    over = (across.astype(int) + along.astype(int)) % 2 == 0
    return np.where(over, np.abs(np.sin(np.pi * across)), np.abs(np.sin(np.pi * along))).astype(np.float32)


def woven(
    height: int, width: int, color: str, threads: int, seed: int = 0, *, contrast: float = 0.25
) -> tuple[Bytes, NDArray[np.float32]]:
    """Cloth of one colour, and its heights."""
    heights = weave_heights(height, width, threads)
    clouds = noise(height, width, seed + 5, cells=24, octaves=4)
    light = 1 - contrast + contrast * heights + 0.1 * (clouds - 0.5)
    return to_bytes(channels(color) * light[..., None]), (heights * 0.8 + clouds * 0.2).astype(np.float32)


def felt(height: int, width: int, color: str, seed: int = 0) -> tuple[Bytes, NDArray[np.float32]]:
    """Wool, velvet, suede: a soft nap, and its heights."""
    nap = noise(height, width, seed + 3, cells=64, octaves=3)
    clouds = noise(height, width, seed + 4, cells=5, octaves=3)
    light = 0.86 + 0.2 * (nap - 0.5) + 0.22 * clouds
    return to_bytes(channels(color) * light[..., None]), nap.astype(np.float32)


def pebbles(height: int, width: int, seed: int = 0) -> NDArray[np.float32]:
    """Heights of grained leather: rounded cells."""
    cells = 46
    points = np.random.RandomState(seed + 3).rand(cells, cells, 2)
    y, x = np.mgrid[0:height, 0:width]
    y, x = y * cells / height, x * cells / width
    row, column = y.astype(int), x.astype(int)
    nearest = np.full((height, width), 9.0)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            point = points[(row + down) % cells, (column + right) % cells]
            distance = (row + down + point[..., 0] - y) ** 2 + (column + right + point[..., 1] - x) ** 2
            nearest = np.minimum(nearest, distance)
    return np.clip(1 - np.sqrt(nearest) * 1.1, 0, 1).astype(np.float32)


def veins(height: int, width: int, color: str, seed: int = 0) -> Bytes:
    """Marble: veins in a darker or lighter shade."""
    base = channels(color)
    ridges = 1 - np.abs(noise(height, width, seed + 7, cells=3, octaves=6) - 0.5) * 2
    share = np.clip((ridges - 0.86) * 7, 0, 1) * 0.75
    vein = base * 0.55 if base.mean() > 0.35 else base * 0.4 + 0.55
    return to_bytes(blend(base, vein, share))


# Patterns. Each painter gives how much of the second colour stands at each place, from 0 to 1, over (h, w),
# for an ornament that repeats `across` times along u and `down` times along v.
Painter = Callable[[int, int, int, int], Floats]


def _edge(distance: Floats) -> Floats:
    """1 inside (distance in pixels below 0), 0 outside, soft over one pixel."""
    return np.clip(0.5 - distance, 0, 1)


def _places(height: int, width: int) -> tuple[Floats, Floats]:
    """u, and v from the top, of each pixel."""
    y, x = np.mgrid[0:height, 0:width]
    return (x + 0.5) / width, (y + 0.5) / height


def _stripes(position: Floats, pixels: float, share: float = 0.5) -> Floats:
    """Bars at whole numbers of a position, one of whose units is so many pixels long."""
    return _edge((np.abs(position % 1 - 0.5) - share / 2) * pixels)


def _hstripes(h: int, w: int, _across: int, down: int) -> Floats:
    return _stripes(_places(h, w)[1] * down, h / down)


def _vstripes(h: int, w: int, across: int, _down: int) -> Floats:
    return _stripes(_places(h, w)[0] * across, w / across)


def _diag(h: int, w: int, across: int, down: int) -> Floats:
    u, v = _places(h, w)
    return _stripes(u * across + v * down, min(w / across, h / down) * 0.7)


def _checks(h: int, w: int, across: int, down: int) -> Floats:
    u, v = _places(h, w)
    return ((np.floor(u * across) + np.floor(v * down)) % 2).astype(float)


def _chevron(h: int, w: int, across: int, down: int) -> Floats:
    u, v = _places(h, w)
    return _stripes(v * down + np.abs((u * across) % 1 - 0.5) * 1.2, h / down)


def _waves(h: int, w: int, across: int, down: int) -> Floats:
    u, v = _places(h, w)
    return _stripes(v * down + 0.3 * np.sin(2 * np.pi * u * across), h / down, 0.36)


def _lines(h: int, w: int, _across: int, down: int) -> Floats:
    return _stripes(_places(h, w)[1] * down * 1.5, h / down / 1.5, 0.22)


def _band(h: int, w: int, _across: int, _down: int) -> Floats:
    return _edge((np.abs(_places(h, w)[1] - 0.5) - 0.13) * h)


def _band_top(h: int, w: int, _across: int, _down: int) -> Floats:
    return _edge((_places(h, w)[1] - 0.27) * h)


def _frame(h: int, w: int, _across: int, _down: int) -> Floats:
    u, v = _places(h, w)
    horizontal = np.abs(
        (u * 2) % 1 - 0.5
    )  # twice round, so that a frame faces the camera and another the back
    return _edge(np.abs(np.maximum(horizontal * 0.9, np.abs(v - 0.5)) - 0.34) * h - 0.05 * h)


def _stamped(draw: Callable[[ImageDraw.ImageDraw, float, float, float], None]) -> Painter:
    """A painter that draws one figure in each cell, every second row shifted by half a cell."""

    def paint(h: int, w: int, across: int, down: int) -> Floats:
        scale = 2
        image = Image.new("L", (w * scale, h * scale), 0)
        pen = ImageDraw.Draw(image)
        size = min(w / across, h / down) * scale
        for row in range(down):
            for column in range(-1, across + 1):
                draw(
                    pen,
                    (column + 0.5 + 0.5 * (row % 2)) * w * scale / across,
                    (row + 0.5) * h * scale / down,
                    size,
                )
        return np.asarray(image.resize((w, h), Image.Resampling.LANCZOS)) / 255

    return paint


def _draw_dot(pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    r = size * 0.27
    pen.ellipse([x - r, y - r, x + r, y + r], fill=255)


def _draw_star(pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    radii = [size * 0.4 * (1 if k % 2 == 0 else 0.42) for k in range(10)]
    turns = np.arange(10) * np.pi / 5
    pen.polygon([(x + r * np.sin(t), y - r * np.cos(t)) for r, t in zip(radii, turns, strict=True)], fill=255)


def _draw_flower(pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    r = size * 0.2
    for turn in np.arange(5) * 2 * np.pi / 5:
        cx, cy = x + r * np.sin(turn), y - r * np.cos(turn)
        pen.ellipse([cx - r * 0.66, cy - r * 0.66, cx + r * 0.66, cy + r * 0.66], fill=255)
    pen.ellipse([x - r * 0.45, y - r * 0.45, x + r * 0.45, y + r * 0.45], fill=0)


def _draw_leaf(pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    t = np.linspace(0, np.pi, 16)
    half = size * 0.36
    for tilt in (-0.6, 0.6):
        along, across = -np.cos(t) * half, np.sin(t) * half * 0.34
        outline = np.r_[np.c_[across, along], np.c_[-across[::-1], along[::-1]]]
        c, s = np.cos(tilt), np.sin(tilt)
        turned = outline @ np.array([[c, s], [-s, c]])
        pen.polygon([(x + dx + np.sign(tilt) * half * 0.5, y + dy) for dx, dy in turned], fill=255)


def _draw_diamond(pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    r = size * 0.36
    pen.polygon([(x, y - r * 1.2), (x + r * 0.8, y), (x, y + r * 1.2), (x - r * 0.8, y)], fill=255)


def _inlay_line(h: int, w: int, _across: int, _down: int) -> Floats:
    u, v = _places(h, w)
    inset = np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v))
    return _edge((np.abs(inset - 0.14) - 0.022) * min(h, w))


def _carved_edge(h: int, w: int, across: int, down: int) -> Floats:
    u, v = _places(h, w)
    inset = np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v))
    notches = np.sin(2 * np.pi * (u * across * 3 + v * down * 3)) > 0
    return np.where(notches, _edge((inset - 0.075) * min(h, w)), 0.0)


def _slats(h: int, w: int, across: int, _down: int) -> Floats:
    u = _places(h, w)[0]
    return _stripes(u * across * 1.5, w / across / 1.5, 0.14)


PAINTERS: Mapping[str, Painter] = MappingProxyType(
    {
        "hstripes": _hstripes,
        "vstripes": _vstripes,
        "diag": _diag,
        "dots": _stamped(_draw_dot),
        "checks": _checks,
        "chevron": _chevron,
        "flowers": _stamped(_draw_flower),
        "stars": _stamped(_draw_star),
        "leaves": _stamped(_draw_leaf),
        "waves": _waves,
        "lines": _lines,
        "band": _band,
        "band_middle": _band,
        "band_top": _band_top,
        "frame": _frame,
        "inlay_line": _inlay_line,
        "inlay_diamond": _stamped(_draw_diamond),
        "carved_edge": _carved_edge,
        "slats": _slats,
    }
)
"""Name of a pattern of the catalogue -> painter. "plain" has none."""


def coverage(name: str, height: int, width: int, *, repeats: int = 8, aspect: float = 2.0) -> Floats:
    """Where the ornament of a pattern stands, (height, width) from 0 to 1; all 0 for "plain".

    Args:
        name: Pattern of the catalogue.
        height: Rows of the map.
        width: Columns of the map.
        repeats: Ornaments along u.
        aspect: Width over height of the part that the map is laid on; decides how many rows there are.

    Raises:
        ValueError: no such pattern; the message lists those that there are.
    """
    if name == "plain":
        return np.zeros((height, width))
    if name not in PAINTERS:
        raise ValueError(f"unknown pattern {name!r}: one of plain, {', '.join(sorted(PAINTERS))}")
    return PAINTERS[name](height, width, max(1, repeats), max(2, round(repeats / aspect)))


def pattern(
    name: str, height: int, width: int, ground: str, ornament: str, *, repeats: int = 8, aspect: float = 2.0
) -> Bytes:
    """A pattern of the catalogue painted in two colours, see :func:`coverage`."""
    share = coverage(name, height, width, repeats=repeats, aspect=aspect)
    return to_bytes(blend(channels(ground), channels(ornament), share))
