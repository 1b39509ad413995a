"""Photo frames and mirrors: something flat in a moulding, which leans to the back."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from images import textures
from images.colors import channels, shade
from images.geometry import (
    Floats,
    Mesh,
    arc,
    box,
    circle,
    fillet,
)
from images.kinds.frames import inset, moulding, plate, turned_grain
from images.kinds.inlays import along_edge
from images.kinds.joinery import accent, grounded
from images.kinds.ornaments import printed
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_LEAN = -7
"""Degrees that frames and mirrors lean to the back."""


def _rectangle(width: float, height: float) -> Floats:
    x, z = width / 2, height / 2
    return np.array([(-x, -z), (x, -z), (x, z), (-x, z)])


_PICTURES: Mapping[str, tuple[Floats, bool]] = MappingProxyType(
    {
        "upright": (_rectangle(0.24, 0.32), False),
        "square": (_rectangle(0.28, 0.28), False),
        "wide": (_rectangle(0.36, 0.25), False),
        "oval": (circle(0.13, 96, other_radius=0.165), True),
    }
)
"""Outline of a photo frame -> its outer edge, and whether that is a curve."""
_MOULDINGS: Mapping[str, list[tuple[float, float]]] = MappingProxyType(
    {
        "flat": [(0, 0), (0, 0.016), (0.001, 0.017), (0.035, 0.017), (0.036, 0.016), (0.036, 0.004)],
        "stepped": [
            (0, 0),
            (0, 0.012),
            (0.012, 0.012),
            (0.012, 0.023),
            (0.026, 0.023),
            (0.026, 0.013),
            (0.036, 0.013),
            (0.036, 0.004),
        ],
        "rounded": [
            (0, 0),
            (0, 0.006),
            (0.003, 0.018),
            (0.011, 0.028),
            (0.02, 0.031),
            (0.029, 0.026),
            (0.035, 0.016),
            (0.037, 0.004),
        ],
    }
)
"""Profiles, from the outer edge inwards: (inwards, towards the viewer) in metres."""


@kind("photo_frame", view=(-80, 12))
def photo_frame(product: Product) -> list[Mesh]:
    """A frame with a photograph, on its strut."""
    outline, smooth = _PICTURES[product.shape["outline"]]
    profile = _profile(product.shape["moulding"])
    surface = _engraved(product)
    parts = [moulding(outline, profile, surface, smooth=smooth, period=4 * 0.036)]
    opening = inset(outline, 0.034)
    bead = inset(outline, 0.0345)
    parts.append(
        moulding(
            bead,
            [(0, 0), (0, 0.013), (0.004, 0.013), (0.004, 0)],
            accent(product),
            smooth=smooth,
        )
    )
    match product.shape["mat"]:
        case "none":
            window = opening
        case "white":
            window = _mat(parts, opening, "#f7f6f2")
        case "black":
            window = _mat(parts, opening, "#1d1d20")
        case other:
            raise KeyError(other)
    parts.append(
        plate(
            window,
            Surface(roughness=0.25, clearcoat=0.5, color_map=_photograph()),
            before=0.006,
            whole_map=False,
        )
    )
    back = plate(outline[::-1] * 0.98, plain("#3a3632", roughness=0.9), before=-0.002)
    low = float(outline[:, 1].min())
    strut = box(0.05, 0.004, 0.2, plain("#3a3632", roughness=0.9), radius=0.001, steps=2).moved(z=-0.1)
    strut = strut.turned("x", 21).moved(0, 0.006, low + 0.19)
    lean = [part.moved(z=-low).turned("x", _LEAN) for part in [*parts, back]]
    return grounded([*lean, strut.moved(z=-low).turned("x", _LEAN)])


def _engraved(product: Product) -> Surface:
    """The material with an ornament for mouldings, as many along u as fit; grain along u."""
    repeats = 8 if product.pattern == "lines" else 4
    return printed(product, turned_grain(main(product)), repeats=repeats, aspect=2.0, engraved=True)


def _profile(choice: str) -> Floats:
    corners = _MOULDINGS[choice]
    return fillet(corners, 0.004, 4) if choice == "rounded" else _sharp(corners)


def _sharp(corners: list[tuple[float, float]]) -> Floats:
    """Each corner between two points close to it, so that smooth normals leave the faces flat."""
    return fillet(corners, 0.0009, 3)


def _mat(parts: list[Mesh], opening: Floats, color: str) -> Floats:
    """Adds a board with a bevelled window; returns the window."""
    card = plain(color, roughness=0.85)
    parts.append(plate(opening, card, before=0.0045))
    window = inset(opening, 0.034)
    rim = inset(window, -0.003)
    bevel = [(0, 0), (0, 0.0052), (0.003, 0.0062), (0.0032, 0.0058)]
    parts.append(
        moulding(
            rim,
            bevel,
            plain(shade(color, 0.86) if color > "#8" else "#e8e6e0", roughness=0.8),
            smooth=len(rim) > 8,
        )
    )
    return window


@cache
def _photograph() -> NDArray[np.uint8]:
    """A landscape: sky, three ridges in haze, a lake, a sun; (512, 512, 3)."""
    size = 512
    v, u = np.mgrid[0:size, 0:size] / size
    sky = textures.blend(
        np.full((size, size, 3), channels("#6f9fc9")), channels("#f6dcb0"), np.clip(v * 1.7, 0, 1)
    )
    sun = np.clip(1 - np.hypot((u - 0.68), (v - 0.36)) / 0.055, 0, 1) ** 0.4
    glow = np.clip(1 - np.hypot((u - 0.68), (v - 0.36)) / 0.5, 0, 1) ** 2 * 0.5
    made = textures.blend(textures.blend(sky, channels("#fff3cf"), glow), channels("#fffbe8"), sun)
    for level, (height, color) in enumerate([(0.5, "#8fa6b4"), (0.6, "#587a78"), (0.7, "#2f4f45")]):
        ridge = height - 0.16 * (textures.noise(size, size, 40 + level, cells=3, octaves=5)[200] - 0.4)
        made = textures.blend(made, channels(color), np.clip((v - ridge[None]) * 200, 0, 1))
    lake = np.clip((v - 0.78) * 300, 0, 1)
    ripples = textures.noise(size, size, 77, cells=64, octaves=3, stretch=0.08)
    water = textures.blend(
        np.full((size, size, 3), channels("#7ea3b8")), channels("#e9d3a8"), np.clip(ripples * 1.6 - 0.5, 0, 1)
    )
    return textures.to_bytes(textures.blend(made, water, lake))


_GLASSES: Mapping[str, tuple[Floats, bool]] = MappingProxyType(
    {
        "round": (circle(0.34, 120), True),
        "oval": (circle(0.28, 120, other_radius=0.4), True),
        "square": (_rectangle(0.62, 0.62), False),
        "long": (_rectangle(0.42, 0.92), False),
        "arch": (
            np.vstack([[(-0.27, -0.42), (0.27, -0.42)], arc(0.27, 0, 180, 48) + np.array([0, 0.15])]),
            True,
        ),
    }
)


@kind("wall_mirror", view=(-79, 9))
def wall_mirror(product: Product) -> list[Mesh]:
    """A mirror; its engraving is on the frame, or where that is thin, laid into the rim of the glass."""
    outline, smooth = _GLASSES[product.shape["outline"]]
    paint = accent(product)
    etched: list[Mesh] = []
    match product.shape["frame"]:
        case "thin":
            ground = turned_grain(main(product))
            parts, rim = _frame(outline, (0.018, 0.03), ground, smooth=smooth), 0.016
            etched = along_edge(inset(outline, 0.07), product.pattern, 0.06, paint, smooth=smooth)
        case "wide":
            parts, rim = _frame(outline, (0.085, 0.034), _engraved(product), smooth=smooth), 0.083
        case "double":
            parts = _frame(outline, (0.05, 0.03), _engraved(product), smooth=smooth)
            slender = turned_grain(main(product))
            parts += _frame(inset(outline, 0.085), (0.022, 0.026), slender, smooth=smooth)
            rim = 0.048
        case other:
            raise KeyError(other)
    line = [(0, 0.0), (0, 0.02), (0.006, 0.02), (0.0061, 0.0)]
    parts.append(moulding(inset(outline, rim - 0.001), line, paint, smooth=smooth))
    parts.append(plate(inset(outline, rim - 0.004), _silver(), before=0.01, whole_map=False))
    parts += [part.moved(y=-0.0105) for part in etched]
    parts.append(plate(outline[::-1], plain("#4a4540", roughness=0.9)))
    return grounded([part.turned("x", _LEAN) for part in parts])


def _frame(outline: Floats, size: tuple[float, float], surface: Surface, *, smooth: bool) -> list[Mesh]:
    """A frame of a width and a depth in metres, a little rounded."""
    wide, deep = size
    corners = [
        (0, 0),
        (0, deep * 0.7),
        (wide * 0.14, deep),
        (wide * 0.8, deep * 0.96),
        (wide, deep * 0.6),
        (wide, 0.004),
    ]
    profile = fillet(corners, min(0.006, wide * 0.2), 4)
    return [moulding(outline, profile, surface, smooth=smooth, period=4 * wide)]


@cache
def _silver() -> Surface:
    """A mirror that has something to reflect wherever it stands: a pale room with light falling in aslant."""
    size = 512
    v, u = np.mgrid[0:size, 0:size] / size
    room = textures.blend(
        np.full((size, size, 3), channels("#e3ebf0")), channels("#98a8b3"), np.clip(v * 1.1 - 0.05, 0, 1)
    )
    aslant = u + 0.75 * v
    for middle, half in ((0.62, 0.1), (0.82, 0.035), (1.28, 0.06)):
        beam = np.clip((half - np.abs(aslant - middle)) / 0.012, 0, 1) * 0.5
        room = textures.blend(room, channels("#fbfdff"), beam)
    return Surface(roughness=0.1, metallic=0.35, clearcoat=0.6, color_map=textures.to_bytes(room))
