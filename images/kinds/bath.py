"""Bath towels and bath mats."""

import numpy as np
from numpy.typing import NDArray

from images import textures
from images.colors import shade
from images.geometry import (
    Floats,
    Mesh,
    ball,
    box,
    circle,
    fillet,
    resample,
    rounded_rectangle,
    spline,
    tube,
)
from images.kinds.registry import kind
from images.kinds.shells import closed, outward, shell
from images.kinds.textiles import (
    PIXELS,
    Mark,
    between,
    bound,
    cloth_of,
    laid,
    places,
    tassels,
    textile,
    weave,
)
from images.spec import Product
from images.surfaces import Surface, plain, wood

_WIDTH = 0.6
_BAR_HEIGHT = 0.68
_FRONT, _BACK = 0.57, 0.45
"""How far a towel hangs down on both sides of its bar."""
_LENGTH = _FRONT + _BACK + 0.06
_WEAVES = {"loop": (1, 2), "waffle": (24, 44), "ribbed": (30, 1)}
"""Weave -> how often it repeats over width and length."""


@kind("bath_towel", view=(-80, 9))
def bath_towel(product: Product) -> list[Mesh]:
    """A towel over the bar of a stand; hem and hanger are on the side of the camera."""
    hem, hanger = product.shape["hem"], product.shape["hanger"]
    points = _hanging()
    parts = [laid(points, _terry(product), thickness=0.008)]
    accent = cloth_of(product, product.accent_paint)
    if hem == "fringe":
        roots = resample(points[0], 44) + np.array([0, 0.003, 0.002])
        parts.append(tassels(roots, 0.062, cloth_of(product, product.paint), radius=0.0042))
    match hanger:
        case "none":
            pass
        case "loop":
            parts.append(_loop(points[int(len(points) * 0.16), -1], accent))
        case other:
            raise KeyError(other)
    return [*parts, *_stand()]


def _loop(at: Floats, surface: Surface) -> Mesh:
    """A cord sewn to the side of a towel at a point, to hang it up by."""
    half = [(-0.05, -0.009, 0.03), (0, -0.009, 0.034), (0.048, -0.004, 0.032), (0.074, 0, 0.012)]
    line = np.array([*half, *((x, y, -z) for x, y, z in half[::-1])])
    return tube(spline(line + at, 50), 0.006, surface, sides=12)


def _hanging() -> Floats:
    """Points of a towel, (rows, columns, 3): from its front's lower edge over the bar to its back's."""
    turn = np.radians(np.linspace(180, 0, 15))
    over = np.column_stack([0.02 * np.cos(turn), _BAR_HEIGHT + 0.02 * np.sin(turn)])
    corners = np.vstack([[(-0.02, _BAR_HEIGHT - _FRONT)], over, [(0.02, _BAR_HEIGHT - _BACK)]])
    line = resample(corners, 76)
    x = np.linspace(-_WIDTH / 2, _WIDTH / 2, 49)
    drop = np.clip((_BAR_HEIGHT - line[:, 1:]) / _FRONT, 0, 1)
    folds = 0.011 * np.sin(2 * np.pi * x / 0.23 + 0.6) + 0.006 * np.sin(2 * np.pi * x / 0.11 + 2)
    y = line[:, :1] + np.sign(line[:, :1]) * (0.006 + drop**0.7 * (folds + 0.012))
    z = np.broadcast_to(line[:, 1:], y.shape) - 0.006 * drop * np.cos(2 * np.pi * x / 0.41)
    return np.stack([np.broadcast_to(x * 1.0, y.shape) * (1 + 0.02 * drop), y, z], -1)


def _terry(product: Product) -> Surface:
    """The cloth of a towel, its hem at v = 0 (and at v = 1)."""
    name = product.shape["weave"]
    heights = weave(name, *_WEAVES[name])
    away = np.minimum(places()[1], 1 - places()[1]) * _LENGTH
    edge = between(away, -1, 0.018)
    line = between(away, 0.018, 0.023)
    dark = shade(product.paint, 0.55)
    match product.shape["hem"]:
        case "plain":
            flat, marks = edge, [Mark(line, dark)]
        case "band":
            flat = between(away, 0.05, 0.13)
            marks = [Mark(line, dark), Mark(flat, product.accent_paint)]
            lines = between(away, 0.066, 0.071) + between(away, 0.109, 0.114)
            marks.append(Mark(lines, product.paint))
        case "fringe":
            flat, marks = between(away, -1, 0.03), [Mark(between(away, 0.024, 0.032), dark)]
        case other:
            raise KeyError(other)
    heights = heights * (1 - flat) + 0.8 * flat
    return textile(product, heights, 5, aspect=_WIDTH / _LENGTH, contrast=0.42, depth=0.02, marks=marks)


def _stand() -> list[Mesh]:
    """A frame of black steel on two feet, with a bar of wood."""
    steel, bar = plain("#2b2c2e", roughness=0.4, metallic=0.5), wood("#b98a57")
    half = _WIDTH / 2 + 0.06
    parts = [tube([(-half, 0, _BAR_HEIGHT), (half, 0, _BAR_HEIGHT)], 0.013, bar, sides=20)]
    for x in (-half, half):
        post = [(x, 0, 0.012), (x, 0, _BAR_HEIGHT + 0.015)]
        parts.append(tube(post, 0.008, steel))
        parts.append(ball(0.014, steel, segments=24).moved(x, 0, _BAR_HEIGHT + 0.012))
        parts.append(box(0.022, 0.26, 0.014, steel, radius=0.005).moved(x, 0, 0.007))
    parts.append(tube([(-half, 0.1, 0.009), (half, 0.1, 0.009)], 0.006, steel))
    return parts


_POINTS = 160


@kind("bath_mat", view=(-72, 36))
def bath_mat(product: Product) -> list[Mesh]:
    """A mat that lies flat."""
    outline = _mat_outline(product.shape["outline"])
    pile = product.shape["pile"]
    thick = {"loop": 0.02, "shag": 0.012, "flat": 0.009}[pile]
    face = _mat_face(product, outline, pile)
    inner = np.linspace(0, 0.985, 60 if pile == "loop" else 8)
    rim = fillet([(1, 0), (1, thick), (0.985, thick)], thick * 0.4, 6)
    profile = np.vstack([rim, np.column_stack([inner[-2::-1], np.full(len(inner) - 1, thick)])])
    body = shell(profile, outline, face, flat=True)
    color = product.accent_paint if product.shape["border"] == "one" else shade(product.paint, 0.8)
    edge = np.column_stack([outline - outward(outline) * 0.002, np.full(len(outline), thick * 0.5)])
    parts = [body]
    if pile == "shag":
        parts = [body, _shag(outline, thick, face)]
    elif pile == "loop":
        parts = [_knotted(body, face, thick)]
    if pile != "shag":
        parts.append(bound(edge, cloth_of(product, color), width=thick * 1.0, thick=0.012, closed=True))
    return parts


def _mat_outline(name: str) -> Floats:
    match name:
        case "rectangle":
            return closed(rounded_rectangle(0.74, 0.48, 0.035, 10), _POINTS)
        case "round":
            return circle(0.32, _POINTS)
        case "half":
            turn = np.radians(np.linspace(180, 360, 60))
            bow = np.column_stack([0.4 * np.cos(turn), 0.46 * np.sin(turn)])
            line = fillet(np.vstack([[(0, 0)], bow, [(0, 0)]]), 0.012, 5)
            return closed(line, _POINTS) + np.array([0, 0.2])
        case other:
            raise KeyError(other)


def _mat_face(product: Product, outline: Floats, pile: str) -> Surface:
    """The map that lies over a mat from above."""
    u, v = places()
    low, extent = outline.min(0), np.ptp(outline, axis=0)
    aspect = float(extent[0] / extent[1])
    match pile:
        case "loop":
            heights = textures.pebbles(PIXELS, PIXELS, 2).astype(float)
        case "shag":
            heights = textures.noise(PIXELS, PIXELS, 2, cells=40, octaves=3)
        case "flat":
            heights = np.abs(np.sin(np.pi * v * 44)) ** 0.6 * (0.7 + 0.3 * np.abs(np.sin(np.pi * u * 44)))
        case other:
            raise KeyError(other)
    x, y = u * extent[0] + low[0], v * extent[1] + low[1]
    match product.shape["border"]:
        case "none":
            marks = []
        case "one":
            away = _distance(x, y, outline)
            marks = [Mark(between(away, -1, 0.085), product.paint)]
            marks.append(Mark(between(away, 0.028, 0.066), product.accent_paint))
        case other:
            raise KeyError(other)
    repeats = round(extent[0] / 0.105)
    contrast = {"loop": 0.3, "shag": 0.25, "flat": 0.35}[pile]
    return textile(product, heights, repeats, aspect=aspect, contrast=contrast, depth=0.02, marks=marks)


def _distance(x: Floats, y: Floats, outline: Floats) -> Floats:
    """How far points inside an outline are from it, in metres; measured on every fourth pixel."""
    step = 4
    some = np.stack([x[::step, ::step], y[::step, ::step]], -1)
    near: Floats = np.full(some.shape[:2], 9.0)
    for point in outline:
        near = np.minimum(near, ((some - point) ** 2).sum(-1))
    return np.repeat(np.repeat(np.sqrt(near), step, 0), step, 1)


def _knotted(body: Mesh, face: Surface, thick: float) -> Mesh:
    """The body with its loops standing up."""
    assert face.bump is not None
    rows = ((1 - body.uv[:, 1]) * (PIXELS - 1)).astype(int).clip(0, PIXELS - 1)
    columns = (body.uv[:, 0] * (PIXELS - 1)).astype(int).clip(0, PIXELS - 1)
    lift = face.bump[rows, columns] * 0.008 * (body.vertices[:, 2] >= thick * 0.99)
    return Mesh(body.vertices + np.column_stack([0 * lift, 0 * lift, lift]), body.faces, body.uv, face)


def _shag(outline: Floats, thick: float, face: Surface) -> Mesh:
    """Thousands of bent strands; each takes its colour from the map where it is rooted."""
    random = np.random.RandomState(7)
    low, extent = outline.min(0), np.ptp(outline, axis=0)
    step = 0.0072
    x, y = np.meshgrid(
        np.arange(low[0], low[0] + extent[0], step), np.arange(low[1], low[1] + extent[1], step)
    )
    roots = np.column_stack([x.ravel(), y.ravel()]) + random.uniform(-0.5, 0.5, (x.size, 2)) * step
    roots = roots[_inside(roots, outline)]
    count = len(roots)
    turn = random.uniform(0, 2 * np.pi, count)
    lean = np.stack([np.cos(turn), np.sin(turn)], -1) * random.uniform(0.3, 1.0, (count, 1))
    side = np.stack([-np.sin(turn), np.cos(turn)], -1) * 0.0036
    length = random.uniform(0.026, 0.036, (count, 1))
    rungs = []
    for share, width in ((0.0, 0.8), (0.45, 1.0), (0.8, 0.8), (1.0, 0.15)):
        middle = roots + lean * length * 0.75 * share**1.6
        z = thick - 0.004 + length[:, 0] * (share - 0.28 * share**2)
        rungs += [np.column_stack([middle + s * side * width, z]) for s in (-1, 1)]
    vertices = np.stack(rungs, 1)
    strip = np.array([[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4], [4, 5, 7], [4, 7, 6]])
    faces = (strip[None] + 8 * np.arange(count)[:, None, None]).reshape(-1, 3)
    uv = np.repeat((roots - low) / extent, 8, 0)
    return Mesh(vertices.reshape(-1, 3), faces, uv, face)


def _inside(points: Floats, outline: Floats) -> NDArray[np.bool_]:
    """Whether points (n, 2) lie in a convex counter-clockwise outline."""
    along = np.roll(outline, -1, 0) - outline
    off = points[:, None] - outline[None]
    left = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0] >= 0
    return np.all(left, axis=1)
