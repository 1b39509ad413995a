"""Cutting boards: a plate of any outline with a hole, and all that is cut or laid into its face as a map."""

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from images import textures
from images.colors import channels, shade
from images.geometry import (
    Floats,
    Mesh,
    arc,
    circle,
    extrude,
    fillet,
    grid,
    merge,
    rounded_rectangle,
    sweep,
)
from images.kinds.prints import trim
from images.kinds.registry import kind
from images.kinds.shells import closed, outward, stud
from images.spec import Product
from images.surfaces import Surface, main, plain

_PIXELS = 512
_THICK, _BEVEL = 0.022, 0.0035
_STEEL = plain("#c6c9cc", roughness=0.22, metallic=0.9)
_POINTS = 80
"""Of an outline; a hole has half as many."""


@kind("cutting_board", view=(-64, 40))
def cutting_board(product: Product) -> list[Mesh]:
    """A board that lies flat, its handle to the right."""
    outline, hole, pull = _plan(product.shape["outline"])
    face = _face(product, outline)
    match product.shape["handle"]:
        case "none":
            return [_plate(outline, None, face)]
        case "hole":
            return [_plate(outline, hole, face)]
        case "bar":
            return [_plate(outline, None, face), *_pull(pull, trim(product))]
        case other:
            raise KeyError(other)


def _plan(name: str) -> tuple[Floats, Floats, float]:
    """Outline, hole to hang it up by, and where along x a bar to lift it stands."""
    slot = closed(rounded_rectangle(0.026, 0.1, 0.013, 10), _POINTS // 2)
    match name:
        case "rectangle":
            return (
                closed(rounded_rectangle(0.39, 0.26, 0.028, 8), _POINTS),
                slot + np.array([0.158, 0]),
                0.163,
            )
        case "round":
            return circle(0.16, _POINTS), slot * [1, 0.8] + np.array([0.118, 0]), 0.122
        case "paddle":
            body, tongue = 0.115, 0.032
            corners = [(0.12, tongue), (0.12, body), (-0.17, body), (-0.17, -body), (0.12, -body)]
            corners += [(0.12, -tongue)]
            line = fillet(
                [(0.235, tongue), *corners, (0.235, -tongue)], [0, 0.035, 0.04, 0.03, 0.03, 0.04, 0.035, 0], 8
            )
            end = arc(tongue, -90, 90, 10) + np.array([0.235, 0])
            return (
                closed(np.vstack([line, end[1:-1]]), _POINTS + 30),
                circle(0.014, 28) + np.array([0.238, 0]),
                -0.145,
            )
        case other:
            raise KeyError(other)


def _plate(outline: Floats, hole: Floats | None, surface: Surface) -> Mesh:
    """The board: two faces and rounded walls, outside and in the hole; one map lies over it from above."""
    rims = [outline] if hole is None else [outline, hole[::-1]]
    inner = [rim - outward(rim) * _BEVEL for rim in rims]
    flat = inner[0] if hole is None else _slit(inner[0], inner[1])
    parts = [extrude(flat, _THICK, surface), *(_wall(rim, surface) for rim in rims)]
    low, extent = outline.min(0), np.ptp(outline, axis=0)
    parts = [replace(part, uv=(part.vertices[:, :2] - low) / extent) for part in parts]
    return merge(parts).moved(z=_THICK / 2)


def _wall(rim: Floats, surface: Surface) -> Mesh:
    """The edge along an outline that has the material on its left."""
    turn = np.linspace(-np.pi / 2, np.pi / 2, 9)
    out = _BEVEL * (np.cos(turn) - 1)
    z = np.sign(turn) * (_THICK / 2 - _BEVEL) + _BEVEL * np.sin(turn)
    points = np.concatenate(
        [
            rim[None] + out[:, None, None] * outward(rim)[None],
            np.broadcast_to(z[:, None, None], (len(z), len(rim), 1)),
        ],
        -1,
    )
    return grid(np.concatenate([points, points[:, :1]], 1), surface, flip=True)


def _slit(outer: Floats, hole: Floats) -> Floats:
    """One polygon of an outline and a clockwise hole in it, joined by a cut too narrow to be seen."""
    gaps = np.linalg.norm(outer[:, None] - hole[None], axis=2)
    i, j = np.unravel_index(int(gaps.argmin()), gaps.shape)
    outer, hole = np.roll(outer, -int(i), 0), np.roll(hole, -int(j), 0)
    ahead = (hole[0] - outer[0]) / np.linalg.norm(hole[0] - outer[0])
    aside = np.array([-ahead[1], ahead[0]]) * 2e-5
    return np.vstack([outer, outer[0] + aside, hole[0] + aside, hole[1:], hole[0]])


def _pull(x: float, surface: Surface) -> list[Mesh]:
    """A bar across the board on two posts."""
    z, half = _THICK + 0.028, 0.062
    bar = np.array([(x, -half - 0.016, z), (x, half + 0.016, z)])
    posts = [stud(0.006, z - _THICK, _STEEL).moved(x, y, _THICK) for y in (-half, half)]
    feet = [stud(0.0115, 0.003, _STEEL).moved(x, y, _THICK) for y in (-half, half)]
    ends = [stud(0.0092, 0.004, _STEEL).turned("x", 90).moved(x, y, z) for y in (-half - 0.014, half + 0.018)]
    return [sweep(bar, circle(0.0085, 24), surface), *posts, *feet, *ends]


def _face(product: Product, outline: Floats) -> Surface:
    """Grain, pattern and juice groove on one map that lies over the board from above."""
    ground = main(product)
    low, extent = outline.min(0), np.ptp(outline, axis=0)
    if ground.color_map is None:
        colors = np.ones((_PIXELS, _PIXELS, 3)) * channels(product.paint)
    else:
        colors = np.rot90(np.resize(ground.color_map, (_PIXELS, _PIXELS, 3))) / 255  # the grain runs along x

    def inside(inset: float) -> Floats:
        """1 where the board is further than that from its edge, (rows, columns)."""
        return _raster(_inset(outline, inset), low, extent)

    share = _ornament(product.pattern, outline, low, extent) * inside(0.0)
    groove = np.zeros((_PIXELS, _PIXELS))
    match product.shape["groove"]:
        case "none":
            pass
        case "ring":
            groove = inside(0.013) - inside(0.023)
        case "side":
            x = (np.arange(_PIXELS) + 0.5) / _PIXELS * extent[0] + low[0]
            trough = ((x > low[0] + 0.022) & (x < low[0] + 0.07)).astype(float)
            groove = inside(0.02) * trough
        case other:
            raise KeyError(other)
    colors = textures.blend(colors, channels(product.accent_paint)[None, None], share)
    groove = _blurred(groove, 2.0)
    # cut wood is darker; the wall of a groove that looks away from the lamp lies in its own shadow
    slope = groove - np.roll(groove, (3, 3), (0, 1))
    dark = channels(shade(product.paint, 0.55))
    colors = textures.blend(colors, dark[None, None], 0.6 * groove)
    colors = np.clip(
        colors * (1 - 0.5 * np.clip(slope, 0, 1) + 0.35 * np.clip(-slope, 0, 1))[..., None], 0, 1
    )
    deep = (1 - groove).astype(np.float32)
    return replace(ground, color_map=textures.to_bytes(colors), bump=deep, bump_depth=0.012)


def _ornament(name: str, outline: Floats, low: Floats, extent: Floats) -> Floats:
    """Where the second colour stands, (rows, columns) from 0 to 1."""
    aspect = float(extent[0] / extent[1])
    match name:
        case "inlay_line":
            line = _raster(_inset(outline, 0.034), low, extent) - _raster(_inset(outline, 0.042), low, extent)
            return np.clip(line, 0, 1)
        case "inlay_diamond":
            size = (_PIXELS, round(_PIXELS * aspect))
            drawn = textures.coverage(name, *size, repeats=6, aspect=aspect)
            return _resized(drawn) * _raster(_inset(outline, 0.034), low, extent)
        case "carved_edge":
            rim = closed(outline, 6 * round(len(outline) * 0.45))
            teeth = np.array([0.0, 0.0, 0.016, 0.016, 0.016, 0.0])
            depth = np.tile(teeth, len(rim) // 6)[:, None]
            return 1 - _raster(rim - outward(rim) * depth, low, extent)
        case "slats":
            across = np.abs((np.arange(_PIXELS) + 0.5) / _PIXELS * 5 % 1 - 0.5)
            strips = np.clip((0.17 - across) * _PIXELS / 5 + 0.5, 0, 1)
            return np.broadcast_to(strips[:, None], (_PIXELS, _PIXELS))
        case _:
            return textures.coverage(name, _PIXELS, _PIXELS, repeats=6, aspect=aspect)


def _inset(outline: Floats, distance: float) -> Floats:
    return outline - outward(outline) * distance


def _raster(outline: Floats, low: Floats, extent: Floats) -> Floats:
    """1 inside an outline, 0 outside, over a box; row 0 is the far side."""
    scale = 3
    image = Image.new("L", (_PIXELS * scale, _PIXELS * scale), 0)
    corners = (outline - low) / extent * [1, -1] + [0, 1]
    ImageDraw.Draw(image).polygon([tuple(p) for p in corners * _PIXELS * scale], fill=255)
    return np.asarray(image.resize((_PIXELS, _PIXELS), Image.Resampling.BOX)) / 255


def _resized(values: Floats) -> Floats:
    return np.asarray(Image.fromarray(textures.to_bytes(values)).resize((_PIXELS, _PIXELS))) / 255


def _blurred(values: Floats, radius: float) -> Floats:
    image = Image.fromarray(textures.to_bytes(values)).filter(ImageFilter.GaussianBlur(radius))
    return np.asarray(image) / 255
