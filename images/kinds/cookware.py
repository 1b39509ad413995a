"""Frying pans and saucepans, with their handles and lids."""

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    ball,
    box,
    circle,
    fillet,
    lathe,
    ring,
    rounded_rectangle,
    spline,
    sweep,
    tube,
)
from images.kinds.prints import printed, smooth, trim
from images.kinds.registry import kind
from images.kinds.shells import closed, shell, stud
from images.spec import Product
from images.surfaces import Surface, material, plain

_POINTS = 160
"""Of an outline."""
_RING = 11
"""Points of a lid's profile in its lower part."""
_STEEL = plain("#c6c9cc", roughness=0.22, metallic=0.9)
_BAKELITE = plain("#1f2022", roughness=0.4)
_COATING = plain("#34363a", roughness=0.45)
_ENAMEL = plain("#f0e8d6", roughness=0.25, clearcoat=0.5)

_LID = plain("#74868a", roughness=0.04, clearcoat=1.0)
"""Glass that mirrors the sky: what lies under a lid is too dark to be seen through it."""

_PANS: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "shallow": (0.135, [(0, 0), (0.82, 0), (0.89, 0.008), (1, 0.05)]),
    "deep": (0.125, [(0, 0), (0.9, 0), (0.98, 0.012), (1, 0.078)]),
    "square": (0.12, [(0, 0), (0.88, 0), (0.95, 0.01), (1, 0.05)]),
}
_POTS: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "straight": (0.1, [(0, 0), (0.92, 0), (0.99, 0.012), (1, 0.118)]),
    "bellied": (0.095, [(0.8, 0), (1.08, 0.022), (1.21, 0.055), (1.14, 0.092), (1, 0.122)]),
    "low": (0.128, [(0, 0), (0.92, 0), (0.99, 0.012), (1, 0.072)]),
}
"""Body -> radius in metres, and its outer profile as (share of the outline, z)."""


@kind("frying_pan", view=(-78, 21))
def frying_pan(product: Product) -> list[Mesh]:
    """A pan whose handle points to the front on the right; the pattern runs round its wall."""
    body = product.shape["body"]
    radius, corners = _PANS[body]
    outline = circle(radius, _POINTS)
    if body == "square":
        outline = closed(rounded_rectangle(2 * radius, 2 * radius, 0.04, 12), _POINTS)
    parts = _vessel(product, outline, fillet(corners, [0, 0.01, 0.02, 0], 8))
    height = corners[-1][1]
    if body == "square":
        parts += [
            box(radius * 1.5, 0.006, 0.004, parts[2].surface, radius=0.002).moved(y=y, z=0.006)
            for y in np.linspace(-0.7, 0.7, 9) * radius
        ]
    match product.shape["handle"]:
        case "long":
            handle = _bar_handle(radius, height)
        case "wood":
            handle = _wooden_handle(radius, height)
        case "loop":
            handle = _loop_handle(radius, height)
        case "two":
            handle = _ears(radius, height - 0.006, smooth(product), thick=0.0075)
        case other:
            raise KeyError(other)
    match product.shape["lid"]:
        case "none":
            lid = []
        case "glass":
            lid = _glass_lid(product, outline, height)
        case "metal":
            lid = _metal_lid(product, outline, height, ring=printed(product, 18, aspect=13))
        case other:
            raise KeyError(other)
    turned = [part.turned("z", -30) for part in handle]
    return [*(part.turned("z", -30 if body == "square" else 0) for part in (*parts, *lid)), *turned]


@kind("saucepan", view=(-70, 18))
def saucepan(product: Product) -> list[Mesh]:
    """A pot with its lid on."""
    radius, corners = _POTS[product.shape["body"]]
    outline = circle(radius, _POINTS)
    if product.shape["body"] == "bellied":
        outer = np.vstack([[(0, 0)], spline(corners, 40)])
    else:
        outer = fillet(corners, [0, 0.012, 0.02, 0], 9)
    height = corners[-1][1]
    parts = _vessel(product, outline, outer)
    match product.shape["handle"]:
        case "two_loops":
            at = height * 0.74
            wall = float(np.interp(at, outer[:, 1], outer[:, 0])) * radius
            surface = smooth(product) if product.material == "cast_iron" else _STEEL
            handle = [part.turned("z", 14) for part in _ears(wall, at, surface, thick=0.0062)]
        case "long":
            handle = [part.turned("z", -14) for part in _bar_handle(radius, height * 0.92)]
        case other:
            raise KeyError(other)
    match product.shape["lid"]:
        case "glass":
            lid = _glass_lid(product, outline, height)
        case "metal":
            lid = _metal_lid(product, outline, height, ring=smooth(product))
        case "knob":
            lid = _stepped_lid(product, outline, height)
        case other:
            raise KeyError(other)
    return [*parts, *handle, *lid]


def _vessel(product: Product, outline: Floats, outer: Floats) -> list[Mesh]:
    """Outside, rim and inside of a pot from its outer profile."""
    radius, height = float(outline.max()), float(outer[-1, 1])
    rim = float(outer[-1, 0])
    thick = 0.004 / radius
    lip = [(rim, height), (rim + thick, height + 0.002), (rim, height + 0.004), (rim - thick, height + 0.001)]
    wall = outer[outer[:, 1] > 0.006]
    cavity = np.vstack([wall[::-1] - [thick, 0], [(0.0, 0.006)]])
    if product.material == "stainless_steel":
        inside = _STEEL
    elif product.material == "cast_iron" and product.color != "black":
        inside = _ENAMEL
    else:
        inside = _COATING
    painted = printed(product, 16, aspect=2 * np.pi * radius / height)
    return [
        shell(outer, outline, painted, along=outer[:, 1] / height),
        shell(fillet(lip, 0.002, 5), outline, smooth(product)),
        shell(cavity, outline, inside),
    ]


def _bar_handle(radius: float, height: float) -> list[Mesh]:
    """A long flat grip with a steel bracket, and a ring to hang it up; along +x."""
    start, z = radius - 0.002, height - 0.012
    bracket = spline([(start, 0, z), (start + 0.02, 0, z + 0.002), (start + 0.045, 0, z + 0.013)], 14)
    grip = spline(
        [
            (start + 0.036, 0, z + 0.010),
            (start + 0.075, 0, z + 0.022),
            (start + 0.12, 0, z + 0.028),
            (start + 0.152, 0, z + 0.026),
        ],
        30,
    )
    swell = np.interp(np.linspace(0, 1, 30), [0, 0.06, 0.5, 0.94, 1], [0.62, 0.78, 1, 0.95, 0.7])
    section = rounded_rectangle(0.024, 0.014, 0.0065)
    end = ring(0.0095, 0.0028, _STEEL, segments=40, sides=10)
    return [
        sweep(bracket, rounded_rectangle(0.018, 0.008, 0.003), _STEEL),
        sweep(grip, section, _BAKELITE, scale=swell),
        end.moved(start + 0.161, 0, z + 0.026),
        *_rivets(radius, z),
    ]


def _wooden_handle(radius: float, height: float) -> list[Mesh]:
    """A turned wooden grip in a steel ferrule, along +x."""
    start, z = radius - 0.002, height - 0.012
    wood = material("oak", "#a56f3f")
    profile = [
        (0, 0),
        (0.0095, 0),
        (0.0115, 0.02),
        (0.0135, 0.07),
        (0.0105, 0.095),
        (0.0145, 0.125),
        (0, 0.136),
    ]
    grip = lathe(fillet(profile, [0, 0.002, 0.02, 0.03, 0.02, 0.012, 0], 8), wood, segments=40)
    ferrule = stud(0.0115, 0.03, _STEEL)
    knob = ball(0.004, _STEEL, segments=20).moved(z=0.136)
    at = (start + 0.04, 0, z + 0.011)
    stem = spline([(start, 0, z), (start + 0.018, 0, z + 0.002), (start + 0.05, 0, z + 0.014)], 14)
    return [
        sweep(stem, rounded_rectangle(0.015, 0.009, 0.003), _STEEL),
        *(part.turned("y", 74).moved(*at) for part in (ferrule, grip.moved(z=0.026), knob.moved(z=0.026))),
        *_rivets(radius, z),
    ]


def _loop_handle(radius: float, height: float) -> list[Mesh]:
    """A long loop of thick wire, along +x."""
    start, z = radius - 0.003, height - 0.014
    half = [(start, 0.016, z), (start + 0.05, 0.014, z + 0.014), (start + 0.13, 0.019, z + 0.028)]
    tip = [(start + 0.162, 0.012, z + 0.03)]
    line = [*half, *tip, *((x, -y, h) for x, y, h in (*tip, *half[::-1]))]
    plate = box(0.004, 0.052, 0.018, _STEEL, radius=0.0018).moved(start + 0.003, 0, z)
    return [tube(spline(line, 80), 0.0046, _STEEL, sides=14), plate, *_rivets(radius, z, spread=0.021)]


def _rivets(radius: float, z: float, spread: float = 0.0065) -> list[Mesh]:
    return [
        ball(0.0034, _STEEL, stretch=(0.7, 1, 1), segments=18).moved(radius + 0.001, side * spread, z)
        for side in (-1, 1)
    ]


def _ears(radius: float, height: float, surface: Surface, *, thick: float) -> list[Mesh]:
    """Two short loops, at -x and +x."""
    out = radius + 0.038
    line = [(radius - 0.003, 0.04, height), (out - 0.008, 0.037, height + 0.007)]
    line += [(out, 0.018, height + 0.01), (out, -0.018, height + 0.01)]
    line += [(x, -y, z) for x, y, z in line[1::-1]]
    ear = tube(spline(line, 48), thick, surface, sides=14)
    feet = [box(0.005, 0.022, 0.02, surface, radius=0.002).moved(radius, y, height) for y in (-0.038, 0.038)]
    right = [ear, *feet]
    return [*right, *(part.turned("z", 180) for part in right)]


def _glass_lid(product: Product, outline: Floats, height: float) -> list[Mesh]:
    """A dome of glass in a steel rim with a black knob."""
    radius = float(outline.max())
    rise = 0.3 * radius
    turn = np.radians(np.linspace(2, 90, 22))
    dome = np.stack([0.97 * np.cos(turn), height + 0.006 + rise * np.sin(turn)], -1)
    rim = [(0.94, height), (1.015, height), (1.02, height + 0.008), (0.96, height + 0.012), (0.94, height)]
    top = height + 0.006 + rise
    parts = [shell(dome, outline, _LID)]
    parts.append(shell(fillet(rim, 0.002, 4), outline, _STEEL))
    return parts + _knob(top, _BAKELITE, trim(product), 0.019)


def _metal_lid(product: Product, outline: Floats, height: float, *, ring: Surface) -> list[Mesh]:
    """A domed lid of the pot's own metal with a strap to lift it; its lower part has a surface of its own."""
    radius = float(outline.max())
    rise = 0.26 * radius
    turn = np.radians(np.linspace(4, 90, 22))
    dome = np.stack([0.93 * np.cos(turn), height + 0.006 + rise * np.sin(turn)], -1)
    rim = [(0.94, height + 0.002), (1.02, height + 0.002), (1.02, height + 0.006), (0.92, height + 0.009)]
    top = height + 0.006 + rise
    strap = [
        (-0.032, 0, top - 0.004),
        (-0.028, 0, top + 0.02),
        (0.028, 0, top + 0.02),
        (0.032, 0, top - 0.004),
    ]
    surface = smooth(product)
    return [
        shell(dome[:_RING], outline, ring),
        shell(dome[_RING - 1 :], outline, surface),
        shell(fillet(rim, 0.002, 4), outline, surface),
        sweep(fillet(strap, 0.02, 9), rounded_rectangle(0.017, 0.005, 0.002), _STEEL, up=(1, 0, 0)),
        *(stud(0.011, 0.003, _STEEL).moved(x, 0, top - 0.004) for x in (-0.031, 0.031)),
    ]


def _stepped_lid(product: Product, outline: Floats, height: float) -> list[Mesh]:
    """A flat lid in two steps with a big ball of a knob in the second colour."""
    profile = [(0.94, height + 0.002), (1.03, height + 0.002), (1.03, height + 0.009), (0.8, height + 0.012)]
    profile += [(0.76, height + 0.022), (0.45, height + 0.025), (0.2, height + 0.027), (0, height + 0.027)]
    return [
        shell(fillet(profile, 0.004, 5), outline, smooth(product)),
        stud(0.012, 0.014, _STEEL).moved(z=height + 0.025),
        ball(0.024, trim(product), stretch=(1, 1, 0.9)).moved(z=height + 0.056),
    ]


def _knob(z: float, surface: Surface, accent: Surface, radius: float) -> list[Mesh]:
    foot = stud(radius * 0.8, 0.004, _STEEL).moved(z=z - 0.001)
    profile = [
        (0, 0),
        (radius * 0.45, 0),
        (radius * 0.4, 0.012),
        (radius, 0.02),
        (radius * 0.9, 0.03),
        (0, 0.032),
    ]
    cap = stud(radius * 0.5, 0.0015, accent).moved(z=z + 0.033)
    return [foot, lathe(fillet(profile, 0.005, 6), surface, segments=48).moved(z=z + 0.002), cap]
