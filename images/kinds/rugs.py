"""Rugs, which lie flat: one map for the whole of a rug, tassels as geometry."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from images import textures
from images.colors import channels
from images.geometry import Floats, Mesh, circle, extrude, grid, merge, rounded_rectangle, tube
from images.kinds.joinery import grounded
from images.kinds.ornaments import printed
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_RUGS: Mapping[str, Floats] = MappingProxyType(
    {
        "rectangle": rounded_rectangle(2.0, 1.35, 0.02, 3),
        "round": circle(0.85, 96),
        "oval": circle(1.1, 96, other_radius=0.72),
    }
)
_FRINGES: Mapping[str, float] = MappingProxyType({"none": 0.0, "short": 0.075, "long": 0.2})
_BORDERS: Mapping[str, float] = MappingProxyType({"none": 0.0, "narrow": 0.06, "wide": 0.19})
"""Metres."""
_PILE_M = 0.022


@kind("rug", view=(-68, 42))
def rug(product: Product) -> list[Mesh]:
    """A rug with a border and fringes in the second colour."""
    outline = _RUGS[product.shape["outline"]]
    curved = product.shape["outline"] != "rectangle"
    surface = _carpet(product, outline, _BORDERS[product.shape["border"]])
    body = extrude(outline, _PILE_M, surface, bevel=0.009, steps=3).moved(z=_PILE_M / 2)
    rim = np.column_stack([outline * 0.999, np.full(len(outline), 0.009)])
    hem = tube(rim, 0.009, plain(product.accent_paint, roughness=0.9), sides=8, closed=True)
    fringe = _fringe(product, outline, _FRINGES[product.shape["fringe"]], curved=curved)
    return grounded([body, hem, *fringe])


def _carpet(product: Product, outline: Floats, border: float) -> Surface:
    """One map for the whole rug: the pattern, a border at an even distance from the edge, and the pile."""
    wide, deep = np.ptp(outline, axis=0)
    base = printed(product, main(product), repeats=round(wide / 0.16), aspect=wide / deep)
    size = 512
    ground = np.full((size, size, 3), channels(product.paint))
    if base.color_map is not None:
        ground = np.resize(base.color_map, (size, size, 3)) / 255
    if border:
        own = main(product).color_map
        tone = ground * 0 + 1 if own is None else np.resize(own, (size, size, 3)).mean(-1, keepdims=True)
        y, x = (np.mgrid[0:size, 0:size] + 0.5) / size - 0.5
        inwards = _depth(x * wide, -y * deep, outline)
        painted = channels(product.accent_paint) * tone / tone.mean()
        unpainted = channels(product.paint) * tone / tone.mean()
        ground = textures.blend(ground, unpainted, np.clip((border - inwards) / 0.004, 0, 1))
        ground = textures.blend(ground, painted, np.clip((border - 0.02 - inwards) / 0.004, 0, 1))
        if product.pattern == "plain":
            line = np.clip(1 - np.abs(inwards - border - 0.03) / 0.01, 0, 1)
            ground = textures.blend(ground, painted, line)
    pile = textures.noise(size, size, 8, cells=90, octaves=2)
    return Surface(
        roughness=0.95,
        color_map=textures.to_bytes(ground * (0.85 + 0.24 * pile[..., None])),
        bump=pile.astype(np.float32),
        bump_depth=0.01,
    )


def _depth(x: Floats, y: Floats, outline: Floats) -> Floats:
    """Metres that points lie inside the outline; nearly so for ovals."""
    half = outline.max(0)
    if len(outline) < 40:
        return np.minimum(half[0] - np.abs(x), half[1] - np.abs(y))
    radius = np.hypot(x / half[0], y / half[1])
    slope = np.hypot(x / half[0] ** 2, y / half[1] ** 2) / np.maximum(radius, 1e-6)
    return (1 - radius) / np.maximum(slope, 1e-6)


def _fringe(product: Product, outline: Floats, length: float, *, curved: bool) -> list[Mesh]:
    """Tassels: at the two ends of a rectangle, all round a curve."""
    if length == 0:
        return []
    if curved:
        turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
        half = outline.max(0)
        feet = np.stack([half[0] * np.cos(turn), half[1] * np.sin(turn)], -1)
        out = feet / half**2
        out /= np.linalg.norm(out, axis=1, keepdims=True)
    else:
        half = outline.max(0)
        y = np.linspace(-half[1] + 0.015, half[1] - 0.015, 46)
        feet = np.vstack([np.column_stack([np.full(46, s * half[0]), y]) for s in (-1, 1)])
        out = np.repeat([(-1.0, 0.0), (1.0, 0.0)], 46, axis=0)
    yarn = plain(product.accent_paint, roughness=0.95)
    return [_tassels(feet, out, length, yarn)]


def _tassels(feet: Floats, out: Floats, length: float, yarn: Surface) -> Mesh:
    """A knot and a strand, wider at its end and a little astray, at each foot (n, 2)."""
    random = np.random.RandomState(5)
    stray = random.uniform(-0.12, 0.12, len(feet)) * length
    along = np.array([-0.01, 0.012, 0.025, 0.5, 1.0]) * np.array([1, 1, 1, length, length])
    half = np.array([0.011, 0.0125, 0.006, 0.011, 0.016])
    rise = np.array([0.014, 0.016, 0.01, 0.007, 0.003])
    side = np.stack([-out[:, 1], out[:, 0]], -1)
    bent = stray[:, None] * np.array([0, 0, 0, 0.35, 1.0])
    middle = feet[:, None] + out[:, None] * along[None, :, None] + side[:, None] * bent[..., None]
    sides = side[:, None] * half[None, :, None]
    left, right = middle - sides, middle + sides
    flat = np.stack([left, 0.4 * left + 0.6 * middle, 0.4 * right + 0.6 * middle, right], 2)
    heights = rise[None, :, None] * np.array([0, 1, 1, 0])
    points = np.concatenate([flat, np.broadcast_to(heights[..., None], (*flat.shape[:3], 1))], -1)
    return merge([grid(strand, yarn) for strand in points])
