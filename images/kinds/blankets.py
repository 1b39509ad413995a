"""Blankets, folded."""

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, resample, spline, tube
from images.kinds.registry import kind
from images.kinds.textiles import Mark, between, bound, cloth_of, laid, places, tassels, textile, weave
from images.spec import Product
from images.surfaces import Surface, plain

_WIDTH, _DEPTH = 0.46, 0.34
_FOLDS = 3
_FOLD = 0.05
"""Height of one folded layer."""
_CLOTH = 0.013
_FLAP = 0.085
"""How far the uppermost layer hangs over the front."""
_COLUMNS = 41
_WEAVES = {"smooth": (1, 1), "cable": (7, 8), "waffle": (20, 20)}
"""Weave -> how often it repeats over the width and over the uppermost layer."""
_SPAN = _DEPTH + _FLAP + 0.04
"""Length of the uppermost layer from front edge to back."""


@kind("blanket", view=(-80, 27))
def blanket(product: Product) -> list[Mesh]:
    """A folded blanket, its edge hanging over the front."""
    cloth = _cloth(product)
    parts = [_fold(number, cloth) for number in range(_FOLDS)]
    cover = _cover()
    parts.append(laid(cover, cloth, thickness=_CLOTH))
    edge = cover[0] + np.array([0, _CLOTH / 2, 0])
    return [*parts, *_edge(product, edge, cover)]


def _cloth(product: Product) -> Surface:
    """Weave and pattern; v runs over the uppermost layer from its front edge."""
    name = product.shape["weave"]
    heights = weave(name, *_WEAVES[name])
    contrast = {"smooth": 0.15, "cable": 0.5, "waffle": 0.3}[name]
    marks = []
    if product.shape["edge"] == "plain":
        away = places()[1] * _SPAN
        heights = np.where(away < 0.03, 0.8, heights)
        marks = [Mark(between(away, 0.024, 0.03), shade(product.paint, 0.55))]
    return textile(product, heights, 6, aspect=_WIDTH / _SPAN, contrast=contrast, depth=0.025, marks=marks)


def _rows(line: Floats, seed: int) -> Floats:
    """Points (rows, columns, 3) of a cloth with a cross-section (rows, 2) of (y, z); not quite straight."""
    random = np.random.RandomState(seed)
    x = np.linspace(-_WIDTH / 2, _WIDTH / 2, _COLUMNS)
    wave = sum(
        random.uniform(0.5, 1) * np.sin(2 * np.pi * x / p + random.uniform(0, 6)) for p in (0.5, 0.31, 0.17)
    )
    points = np.empty((len(line), _COLUMNS, 3))
    points[..., 0] = x * random.uniform(0.985, 1.0)
    points[..., 1] = line[:, :1] + 0.0015 * wave
    points[..., 2] = line[:, 1:] + 0.0012 * wave * np.clip(line[:, 1:] / 0.02, 0, 1)
    return points


def _fold(number: int, cloth: Surface) -> Mesh:
    """A layer folded round at the front, (back below, front, back above)."""
    low = number * _FOLD
    inner = _FOLD / 2 - 0.001
    turn = np.radians(np.linspace(-90, -270, 22))
    nose = np.column_stack(
        [-_DEPTH / 2 + inner + inner * np.cos(turn), low + _FOLD / 2 + inner * np.sin(turn)]
    )
    nose[:, 0] += np.random.RandomState(number).uniform(-0.004, 0.004)
    back = _DEPTH / 2
    line = np.vstack([[(back, nose[0, 1])], nose, [(back, nose[-1, 1])]])
    return laid(_rows(resample(line, 56), number), cloth, thickness=_CLOTH)


def _cover() -> Floats:
    """The uppermost layer, from its front edge upwards and to the back."""
    top = _FOLDS * _FOLD + _CLOTH
    front = -_DEPTH / 2 - _CLOTH - 0.004
    corners = [(front - 0.006, top - _FLAP - 0.02), (front - 0.003, top - 0.05), (front + 0.006, top - 0.02)]
    corners += [
        (front + 0.026, top - 0.003),
        (front + 0.06, top),
        (0, top + 0.002),
        (_DEPTH / 2 + 0.004, top),
    ]
    return _rows(resample(spline(corners, 120), 60), 9)


def _edge(product: Product, edge: Floats, cover: Floats) -> list[Mesh]:
    """What is sewn to the front edge, points (n, 3) from left to right."""
    accent = product.accent_paint
    match product.shape["edge"]:
        case "plain":
            return []
        case "fringe":
            roots = resample(edge, 34) + np.array([0, 0, 0.004])
            knots = [
                tube(
                    resample(edge, 80) - np.array([0, _CLOTH / 2, -0.008]),
                    0.003,
                    cloth_of(product, accent),
                    sides=8,
                )
            ]
            return [tassels(roots, 0.05, cloth_of(product, product.paint), radius=0.0052), *knots]
        case "satin":
            band = cover[:9] + np.array([0, -0.0035, 0.001])
            satin = plain(accent, roughness=0.24, clearcoat=0.35)
            seam = band[-1] + np.array([0, -0.001, 0])
            low = edge - np.array([0, 0.001, 0])
            return [
                laid(band, satin, thickness=0.004),
                bound(low, satin, width=0.006, thick=_CLOTH + 0.006),
                tube(seam, 0.0013, cloth_of(product, shade(accent, 0.6)), sides=6),
            ]
        case "whip":
            return [*_stitches(cover, cloth_of(product, accent))]
        case other:
            raise KeyError(other)


def _stitches(cover: Floats, surface: Surface) -> list[Mesh]:
    """Thick yarn that goes round the edge, and a line of it that joins the stitches."""
    low, high = cover[0], cover[5]
    count = 24
    at = np.linspace(0, _COLUMNS - 1, count + 1)
    columns = np.arange(_COLUMNS)
    out, back = np.array([0, -0.003, 0]), np.array([0, _CLOTH + 0.002, 0])
    under = np.array([0, _CLOTH / 2, -0.004])
    parts = [tube(high + out, 0.0034, surface, sides=8)]
    for k in at:
        foot = np.array([np.interp(k, columns, low[:, axis]) for axis in range(3)])
        head = np.array([np.interp(k, columns, high[:, axis]) for axis in range(3)])
        line = [head + out, (head + foot) / 2 + out, foot + out, foot + under, foot + back]
        parts.append(tube(spline(line, 14), 0.0036, surface, sides=8))
    return parts
