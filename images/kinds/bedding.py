"""Bed sheets and quilts, spread over a mattress."""

from functools import cache

import numpy as np

from images import textures
from images.colors import shade
from images.geometry import Floats, Mesh, box, cushion, grid, pillow, tube
from images.kinds.registry import kind
from images.kinds.textiles import PIXELS, Mark, between, cloth_of, places, textile, weave
from images.spec import Product
from images.surfaces import Surface, plain, shade_towards_white

_HALF = (0.52, 0.68)
"""Half width (x) and half length (y) of the mattress in metres."""
_TOP, _BASE = 0.42, 0.13
"""Heights of the mattress's upper and lower side."""
_WHITE = plain("#f2f0ea", roughness=0.85)
_DROP = {"open": 0.24, "elastic": 0.285}
"""Corner of a sheet -> how far it goes down from the edge of the mattress, along the cloth."""
_SEWN = {"narrow": 0.0, "wide": 0.0, "lace": 0.055}
"""Hem -> how much lace is added."""


@kind("bed_sheet", view=(-62, 25))
def bed_sheet(product: Product) -> list[Mesh]:
    """A sheet over a mattress: hanging loosely with free corners, or drawn tight round them by elastic."""
    corner, hem = product.shape["corner"], product.shape["hem"]
    drop = _DROP[corner] - _SEWN[hem]
    reach = np.array(_HALF) + drop
    s, t = np.meshgrid(np.linspace(-reach[0], reach[0], 102), np.linspace(-reach[1], reach[1], 122))
    points = _spread(s, t, corner)
    cloth = _sheet_cloth(product, drop, reach)
    parts = [grid(points[:, ::-1], cloth, uv=_flat(s, t, reach)[:, ::-1])]
    edge = _border(reach)
    if hem == "lace":
        parts += _lace(product, edge, corner)
    elif hem == "wide":
        parts.append(_cord(edge, corner, 0.0035, cloth_of(product, shade(product.paint, 0.6))))
    if corner == "elastic":
        parts.append(_cord(edge * (1 - 0.004), corner, 0.006, cloth_of(product, product.accent_paint)))
    return [*parts, *_mattress(), *_pillows()]


def _sheet_cloth(product: Product, drop: float, reach: Floats) -> Surface:
    """The map of a whole sheet with what runs along its edge."""
    u, v = places()
    away = np.minimum((0.5 - np.abs(u - 0.5)) * 2 * reach[0], (0.5 - np.abs(v - 0.5)) * 2 * reach[1])
    dark = shade(product.paint, 0.6)
    match product.shape["hem"]:
        case "narrow":
            marks = [Mark(between(away, 0.016, 0.022), dark)]
        case "wide":
            lighter = shade_towards_white(product.paint, 0.55)
            marks = [Mark(between(away, -1, 0.085), lighter)]
            marks += [Mark(between(away, low, low + 0.007), dark) for low in (0.06, 0.085)]
        case "lace":
            marks = [Mark(between(away, -1, 0.008), "#f4efe2")]
        case other:
            raise KeyError(other)
    inside = drop + 0.055  # on top, a little inside the edge of the mattress
    match product.shape["border"]:
        case "none":
            lines = []
        case "one":
            lines = [(inside, 0.05)]
        case "two":
            lines = [(inside - 0.01, 0.028), (inside + 0.05, 0.028)]
        case other:
            raise KeyError(other)
    if lines:
        first, last = lines[0][0], lines[-1][0] + lines[-1][1]
        marks.append(Mark(between(away, first - 0.022, last + 0.022), product.paint))
    marks += [Mark(between(away, low, low + wide), product.accent_paint) for low, wide in lines]
    heights = weave("smooth", 1, 1) * 0.5 + 0.5 * textures.noise(PIXELS, PIXELS, 4, cells=5, octaves=4)
    aspect = float(reach[0] / reach[1])
    return textile(product, heights, 9, aspect=aspect, contrast=0.12, depth=0.03, marks=marks)


def _flat(s: Floats, t: Floats, reach: Floats) -> Floats:
    return np.stack([(s / reach[0] + 1) / 2, (t / reach[1] + 1) / 2], -1)


def _spread(s: Floats, t: Floats, corner: str) -> Floats:
    """Where places of a flat cloth, metres from its middle, come to lie; (..., 3)."""
    tight = corner == "elastic"
    round_ = 0.04 if tight else 0.045
    core = np.array(_HALF) - round_
    inner_s, inner_t = np.clip(s, -core[0], core[0]), np.clip(t, -core[1], core[1])
    over = np.stack([s - inner_s, t - inner_t], -1)
    length = np.linalg.norm(over, axis=-1)
    side = over / np.maximum(length, 1e-9)[..., None]
    # a fitted sheet is cut so that its edge stays level round corners; a flat one hangs down there in points
    far = np.abs(over).max(-1) if tight else length
    bend = np.clip(far / round_, 0, np.pi / 2)
    hanging = np.maximum(far - round_ * np.pi / 2, 0)
    out = round_ * np.sin(bend)
    down = round_ * (1 - np.cos(bend)) + hanging
    at_corner = (2 * np.abs(side[..., 0] * side[..., 1])) ** 1.5
    angle = np.arctan2(side[..., 1], side[..., 0])
    if tight:
        low = np.clip((hanging - 0.1) / 0.12, 0, 1)
        pucker = np.sin(angle * 44) * at_corner + 0.5 * np.sin(inner_s * 95 + inner_t * 95) * (1 - at_corner)
        out = out + 0.006 + 0.006 * low * pucker - 0.008 * np.clip((hanging - 0.19) / 0.04, 0, 1) ** 2
    else:
        waves = np.sin(inner_s * 23 + 1) + 0.6 * np.sin(inner_t * 19 + 2) + 0.5 * np.sin(inner_s * 41)
        share = np.clip(hanging / 0.2, 0, 1.4)
        out = out + 0.006 + share * (0.024 + 0.009 * waves * (1 - at_corner)) + 0.05 * at_corner * share
    ripple = 0.0022 * (np.sin(s * 11 + 1.3 * np.sin(t * 5)) + np.sin(t * 13 + 1.7 * np.sin(s * 6)))
    z = _TOP + 0.004 - down + ripple * (length < 1e-6)
    return np.stack([inner_s + side[..., 0] * out, inner_t + side[..., 1] * out, np.maximum(z, 0.006)], -1)


def _border(reach: Floats, count: int = 420) -> Floats:
    """The edge of a flat cloth, counter-clockwise, (count, 2)."""
    corners = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]) * reach
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))]
    at = np.linspace(0, along[-1], count, endpoint=False)
    return np.stack([np.interp(at, along, corners[:, k]) for k in (0, 1)], -1)


def _cord(edge: Floats, corner: str, radius: float, surface: Surface) -> Mesh:
    return tube(_spread(edge[:, 0], edge[:, 1], corner), radius, surface, sides=8, closed=True)


def _lace(product: Product, edge: Floats, corner: str) -> list[Mesh]:
    """A band of lace below the edge, in scallops with holes."""
    scallops = 84
    turn = np.arange(len(edge)) * scallops / len(edge)
    wide = 0.034 + 0.018 * np.abs(np.sin(np.pi * turn))
    reach = edge.max(0)
    grown = np.stack([(reach + share * wide[:, None]) / reach * edge for share in np.linspace(0, 1, 5)])
    grown = np.concatenate([grown, grown[:, :1]], 1)
    points = _spread(grown[..., 0], grown[..., 1], corner)
    u, v = np.meshgrid(np.linspace(0, scallops, len(edge) + 1), np.linspace(1, 0, 5))
    holes = _lace_holes()
    white, dark = "#f8f5ec", shade(product.paint, 0.75)
    colors = textures.blend(_rgb(white), _rgb(dark), holes)
    lace = Surface(
        color=white, roughness=0.85, color_map=textures.to_bytes(colors), bump=(1 - holes).astype(np.float32)
    )
    heading = _cord(edge, corner, 0.0035, plain(white, roughness=0.85))
    return [grid(points, lace, uv=np.stack([u, v], -1)), heading]


def _rgb(color: str) -> Floats:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)])[None, None] / 255


@cache
def _lace_holes() -> Floats:
    """Where one scallop of lace is open, (PIXELS, PIXELS) from 0 to 1."""
    u, v = places()
    share = np.zeros_like(u)
    flower = [(0.5 + 0.22 * np.sin(a), 0.42 + 0.24 * np.cos(a)) for a in np.arange(6) * np.pi / 3]
    for x, y in [*flower, (0.0, 0.62), (1.0, 0.62)]:
        away = np.hypot((u - x) * 1.0, (v - y) * 1.1)
        share = np.maximum(share, np.clip((0.1 - away) * 40, 0, 1))
    away = np.abs(v - 0.86)
    return np.maximum(share, np.clip((0.05 - away) * 60, 0, 1) * (np.abs((u * 5) % 1 - 0.5) < 0.3))


def _mattress() -> list[Mesh]:
    """A white mattress on a low wooden base."""
    w, d = 2 * _HALF[0] - 0.012, 2 * _HALF[1] - 0.012
    tick = plain("#c9bfa9", roughness=0.9)
    oak = plain("#a98158", roughness=0.5)
    height = _TOP - _BASE - 0.004
    legs = [
        box(0.07, 0.07, 0.08, oak, radius=0.012).moved(x, y, 0.04)
        for x in (0.1 - _HALF[0], _HALF[0] - 0.1)
        for y in (0.1 - _HALF[1], _HALF[1] - 0.1)
    ]
    return [
        box(w, d, height, tick, radius=0.035).moved(z=_BASE + height / 2),
        box(w + 0.02, d + 0.02, 0.06, oak, radius=0.014).moved(z=_BASE - 0.03),
        *legs,
    ]


def _pillows() -> list[Mesh]:
    """Two white pillows at the head, leaning against each other's end."""
    made = []
    for x in (-0.255, 0.255):
        lying = pillow(0.48, 0.34, 0.15, _WHITE, corners=0.08).turned("x", -72)
        made.append(lying.turned("z", 4 * np.sign(x)).moved(x, _HALF[1] - 0.2, _TOP + 0.085))
    return made


_QUILT_DROP = 0.2
_HEAD = 0.36
"""How far below the head end of the mattress a quilt ends."""
_LOFT = 0.034
"""How far a quilt swells between its seams."""


@kind("quilt", view=(-62, 27))
def quilt(product: Product) -> list[Mesh]:
    """A quilt over a made bed, its upper edge below the pillows."""
    reach = np.array(_HALF) + _QUILT_DROP
    head = _HALF[1] - _HEAD
    s, t = np.meshgrid(np.linspace(-reach[0], reach[0], 119), np.linspace(-reach[1], head, 113))
    flat = _spread(s, t, "open")
    puff = _stitching(product.shape["stitching"], s, t)
    rim = np.minimum(np.minimum(reach[0] - np.abs(s), reach[1] + t), head - t)
    swell = 0.012 + _LOFT * puff * np.clip(rim / 0.03, 0, 1) ** 0.5
    base = grid(flat[:, ::-1], _WHITE)
    normals = base.normals.reshape(flat.shape)[:, ::-1]
    points = flat + normals * swell[..., None]
    aspect = float(2 * reach[0] / (reach[1] + head))
    u, v = (s / reach[0] + 1) / 2, (t + reach[1]) / (reach[1] + head)
    cloth = _quilt_cloth(product, aspect, reach, head)
    parts = [grid(points[:, ::-1], cloth, uv=np.stack([u, v], -1)[:, ::-1])]
    edge = np.vstack([points[0, :-1], points[:-1, -1], points[-1, :0:-1], points[:0:-1, 0]])
    parts += _quilt_edge(product, edge, normals)
    covered = cushion(2 * _HALF[0] + 0.01, 2 * _HALF[1] + 0.01, 0.1, _WHITE, radius=0.045, puff=0)
    return [*parts, *_mattress(), covered.moved(z=_TOP - 0.05), *_pillows()]


def _stitching(name: str, s: Floats, t: Floats) -> Floats:
    """How full a quilt is at each place, 0 on a seam and 1 between seams."""
    pitch = 0.165
    match name:
        case "squares":
            full = np.abs(np.sin(np.pi * s / pitch)) * np.abs(np.sin(np.pi * t / pitch))
        case "diamonds":
            a, b = (s + t * 0.75) / pitch / 1.25, (s - t * 0.75) / pitch / 1.25
            full = np.abs(np.sin(np.pi * a)) * np.abs(np.sin(np.pi * b))
        case "channels":
            full = np.abs(np.sin(np.pi * t / 0.13))
        case "waves":
            full = np.abs(np.sin(np.pi * (t + 0.05 * np.sin(2 * np.pi * s / 0.38)) / 0.13))
        case other:
            raise KeyError(other)
    return full**0.5


def _quilt_cloth(product: Product, aspect: float, reach: Floats, head: float) -> Surface:
    u, v = places()
    s, t = (2 * u - 1) * reach[0], v * (reach[1] + head) - reach[1]
    puff = _stitching(product.shape["stitching"], s, t)
    seam = Mark(np.clip((0.3 - puff) / 0.14, 0, 1) * 0.75, shade(product.paint, 0.5))
    heights = np.clip(puff * 0.85 + 0.15 * textures.noise(PIXELS, PIXELS, 4, cells=16, octaves=3), 0, 1)
    return textile(product, heights, 9, aspect=aspect, contrast=0.22, depth=0.03, marks=[seam])


def _quilt_edge(product: Product, edge: Floats, normals: Floats) -> list[Mesh]:
    """What runs round a quilt; ``edge`` (n, 3) is closed and counter-clockwise seen from above."""
    match product.shape["edge"]:
        case "plain":
            return [tube(edge, 0.011, cloth_of(product, shade(product.paint, 0.92)), sides=10, closed=True)]
        case "piped":
            return [tube(edge, 0.017, cloth_of(product, product.accent_paint), sides=12, closed=True)]
        case "frill":
            return _frill(product, edge, normals)
        case other:
            raise KeyError(other)


def _frill(product: Product, edge: Floats, normals: Floats) -> list[Mesh]:
    """A gathered strip round the edge, in the second colour."""
    out = np.vstack([normals[0, :-1], normals[:-1, -1], normals[-1, :0:-1], normals[:0:-1, 0]])
    along = np.roll(edge, -1, 0) - np.roll(edge, 1, 0)
    away = np.cross(along, out)
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    steps = np.linalg.norm(np.roll(edge, -1, 0) - edge, axis=1)
    turn = np.cumsum(steps) / 0.062 * 2 * np.pi
    share = np.linspace(0, 1, 7)[:, None, None]
    ruffle = np.stack([edge + 0 * s[0] for s in share])
    ruffle = ruffle + share * (0.085 * away) + share**1.3 * 0.018 * (np.sin(turn)[:, None] + 0.35) * out
    ruffle = np.concatenate([ruffle, ruffle[:, :1]], 1)
    ruffle[..., 2] = np.maximum(ruffle[..., 2], 0.004)
    cloth = cloth_of(product, product.accent_paint)
    return [grid(ruffle, cloth), tube(edge, 0.008, cloth, sides=8, closed=True)]
