"""Suitcases on wheels."""

from dataclasses import dataclass

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, box, lathe, rounded_rectangle, sheet, spline, sweep, tube
from images.kinds.bag_bodies import Body, Cloth, Level, body, cloth
from images.kinds.bag_parts import dashes, loop_handle, panel, standing
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, plain

_WIDTH, _DEPTH, _HEIGHT = 0.42, 0.25, 0.6
_EDGE = 0.05
"""Radius of the edges at top and bottom."""


@dataclass(frozen=True, eq=False)
class _Parts:
    trim: Surface
    dark: Surface
    metal: Surface


@kind("suitcase", view=(-62, 12))
def suitcase(product: Product) -> list[Mesh]:
    """A suitcase that stands upright, its front to the camera."""
    trunk = _shell()
    parts = _Parts(
        trim=plain(product.accent_paint, roughness=0.4, clearcoat=0.2),
        dark=plain("#26272a", roughness=0.5),
        metal=plain("#c6c9cd", roughness=0.22, metallic=0.85),
    )
    skin = cloth(product, trunk.girth, trunk.length, 9)
    made = [
        skin.dress(trunk.mesh(parts.trim)),
        *_relief(product.shape["shell"], trunk, skin),
        *_zip(product, parts),
        *_handles(parts),
    ]
    made += _corners(product.shape["corners"], trunk, parts)
    wheels, lift = _wheels(product.shape["wheels"], parts, shade(product.paint, 0.6))
    return standing([*(part.moved(z=lift) for part in made), *wheels])


def _shell() -> Body:
    turn = np.radians(np.linspace(4, 90, 9))
    levels = []
    for t in turn:
        inset = 2 * _EDGE * (1 - np.sin(t))
        levels.append(Level(_EDGE * (1 - np.cos(t)), _WIDTH - inset, _DEPTH - inset, 9))
    levels += [Level(_HEIGHT - v.z, v.width, v.depth, v.power) for v in levels[::-1]]
    levels = [Level(0, 0.01, 0.01, 9), *levels, Level(_HEIGHT, 0.01, 0.01, 9)]
    return body(levels, rows=72, columns=112, smooth=False)


def _relief(choice: str, trunk: Body, skin: Cloth) -> list[Mesh]:
    """Ribs or pads on front and back."""
    match choice:
        case "smooth":
            return []
        case "ribs_up":
            places = [(x, 0.0, 0.033, 0.47) for x in np.linspace(-0.144, 0.144, 7)]
        case "ribs_across":
            places = [(0.0, z, 0.345, 0.036) for z in np.linspace(-0.214, 0.214, 9)]
        case "grid":
            places = [
                (x, z, 0.068, 0.068)
                for x in (-0.128, -0.043, 0.043, 0.128)
                for z in np.linspace(-0.2, 0.2, 6)
            ]
        case other:
            raise KeyError(other)
    made = []
    for x, z, width, height in places:
        outline = rounded_rectangle(width, height, min(width, height) * 0.3, 4) + np.array(
            [x, z + _HEIGHT / 2]
        )
        made.append(skin.lay(panel(outline, 0.01, skin.surface, trunk.front, puff=0.08, soft=0.6), trunk))
    return [*made, *(part.mirrored("y") for part in made)]


def _zip(product: Product, parts: _Parts) -> list[Mesh]:
    """The seam between the halves: a zip, or on metal cases a frame."""
    outline = rounded_rectangle(_WIDTH + 0.002, _HEIGHT + 0.002, 0.052, 10)
    line = np.column_stack([outline[:, 0], np.zeros(len(outline)), outline[:, 1] + _HEIGHT / 2])
    if product.material == "aluminium":
        frame = rounded_rectangle(0.012, 0.03, 0.004, 3)
        return [sweep(line, frame, parts.metal, closed=True, up=(0, 1, 0))]
    flat = rounded_rectangle(0.005, 0.026, 0.002, 3)
    tape = sweep(line, flat, parts.dark, closed=True, up=(0, 1, 0))
    middle = np.array([0, 0, _HEIGHT / 2])
    out = line + (line - middle) / np.linalg.norm(line - middle, axis=1, keepdims=True) * 0.0035
    teeth = dashes(
        np.vstack([out, out[:1]]), parts.metal, pitch=0.006, width=0.003, across=np.array([0, 0.008, 0])
    )
    lock = box(0.012, 0.03, 0.06, parts.dark, radius=0.004, steps=3).moved(_WIDTH / 2 + 0.004, -0.002, 0.41)
    pulls = [
        box(0.005, 0.012, 0.034, parts.metal, radius=0.002, steps=2).moved(_WIDTH / 2 + 0.008, y, 0.455)
        for y in (-0.009, 0.009)
    ]
    return [tape, teeth, lock, *pulls]


def _handles(parts: _Parts) -> list[Mesh]:
    """The telescopic handle, drawn out; a grip on top and one on the right side."""
    made = []
    for x in (-0.085, 0.085):
        made.append(
            tube(
                np.array([(x, 0.075, _HEIGHT - 0.01), (x, 0.075, _HEIGHT + 0.09)]),
                0.0075,
                parts.metal,
                sides=12,
            )
        )
        made.append(
            box(0.034, 0.03, 0.014, parts.dark, radius=0.004, steps=2).moved(x, 0.075, _HEIGHT + 0.003)
        )
    made.append(box(0.21, 0.03, 0.03, parts.dark, radius=0.012, steps=4).moved(0, 0.075, _HEIGHT + 0.1))
    top = loop_handle(0.15, 0.032, _HEIGHT - 0.003, -0.045)
    made.append(sweep(top, rounded_rectangle(0.012, 0.026, 0.005, 4), parts.trim, up=(0, 1, 0)))
    side = spline([(0, 0, -0.085), (0.03, 0, -0.07), (0.036, 0, 0), (0.03, 0, 0.07), (0, 0, 0.085)], 40)
    grip = sweep(
        side + np.array([_WIDTH / 2 - 0.004, -0.055, _HEIGHT * 0.44]),
        rounded_rectangle(0.026, 0.012, 0.005, 4),
        parts.trim,
        up=(1, 0, 0),
    )
    return [*made, grip]


def _corners(choice: str, trunk: Body, parts: _Parts) -> list[Mesh]:
    match choice:
        case "plain":
            return []
        case "caps":
            return _caps(trunk, parts)
        case other:
            raise KeyError(other)


def _caps(trunk: Body, parts: _Parts) -> list[Mesh]:
    """Rounded covers on the corners, with rivets."""
    corner = _DEPTH / 2 / (_WIDTH + _DEPTH)
    made = []
    for u in (corner, 1 - corner):

        def away(v: Floats, u: float = u) -> Floats:
            return np.sqrt(np.maximum(1 - np.minimum(np.abs(v - u) / 0.128, 1) ** 2, 0))

        upper = trunk.part(
            lambda v: _HEIGHT - 0.004 - 0.115 * away(v), u - 0.126, u + 0.126, 0.0045, high=_HEIGHT - 0.001
        )
        made += [sheet(upper[::2, ::-2], parts.trim, thickness=-0.005)]
        lower = upper * np.array([1, 1, -1]) + np.array([0, 0, _HEIGHT])
        made += [sheet(lower[::2, ::2], parts.trim, thickness=-0.005)]
    front = [part.mirrored("y") for part in made]
    rivets = []
    for x in (-1, 1):
        for z in (0.072, _HEIGHT - 0.072):
            y = float(trunk.front(np.array([x * 0.155]), np.array([z]))[0])
            rivets.append(_drum(0.006, 0.004, parts.metal).turned("x", 90).moved(x * 0.155, y - 0.004, z))
    return [*made, *front, *rivets]


def _wheels(choice: str, parts: _Parts, dark_skin: str) -> tuple[list[Mesh], float]:
    """The wheels, and how high the shell stands."""
    shell = plain(dark_skin, roughness=0.45)
    match choice:
        case "four":
            made = []
            for x in (-0.155, 0.155):
                for y in (-0.08, 0.08):
                    made += [part.moved(x, y) for part in _castor(parts, shell)]
            return made, 0.07
        case "two":
            made = []
            for x in (-0.165, 0.165):
                made.append(_wheel(0.036, 0.034, parts.dark).moved(x, 0.1, 0.036))
                made.append(_wheel(0.02, 0.038, parts.metal).moved(x, 0.1, 0.036))
                made.append(box(0.066, 0.1, 0.075, shell, radius=0.022, steps=4).moved(x, 0.088, 0.08))
                made.append(
                    box(0.05, 0.03, 0.05, parts.dark, radius=0.008, steps=3).moved(x * 0.88, -0.085, 0.0255)
                )
            return made, 0.042
        case other:
            raise KeyError(other)


def _drum(radius: float, height: float, surface: Surface) -> Mesh:
    """A closed drum that stands on z = 0, of few triangles."""
    b = min(radius, height) * 0.2
    profile = [(0, 0), (radius - b, 0), (radius, b), (radius, height - b), (radius - b, height), (0, height)]
    return lathe(profile, surface, segments=28)


def _wheel(radius: float, width: float, surface: Surface) -> Mesh:
    return _drum(radius, width, surface).moved(z=-width / 2).turned("y", 90)


def _castor(parts: _Parts, shell: Surface) -> list[Mesh]:
    """A pair of wheels that swivels."""
    made = [_drum(0.035, 0.02, shell).moved(z=0.066)]
    made.append(_drum(0.015, 0.014, parts.metal).moved(z=0.054))
    made.append(box(0.014, 0.046, 0.036, parts.dark, radius=0.006, steps=3).moved(0, 0.004, 0.044))
    for x in (-0.0165, 0.0165):
        made.append(_wheel(0.026, 0.016, parts.dark).moved(x, 0.008, 0.026))
        made.append(_wheel(0.014, 0.018, parts.metal).moved(x, 0.008, 0.026))
    return made
