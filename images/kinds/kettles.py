"""Kettles."""

from collections.abc import Sequence

import numpy as np

from images.geometry import Floats, Mesh, ball, circle, fillet, lathe, ring, spline, sweep, tube
from images.kinds.prints import printed, smooth, trim
from images.kinds.registry import kind
from images.kinds.shells import stud
from images.spec import Product
from images.surfaces import Surface, plain

_STEEL = plain("#c6c9cc", roughness=0.22, metallic=0.9)
_BAKELITE = plain("#1f2022", roughness=0.4)
_INSIDE = plain("#17181a", roughness=0.7)


@kind("kettle", view=(-84, 13))
def kettle(product: Product) -> list[Mesh]:
    """A kettle with its spout to the right and its lid closed; the pattern runs round the body."""
    outer = _wall(product.shape["body"])
    mouth, top = float(outer[-1, 0]), float(outer[-1, 1])
    girth = 2 * np.pi * float(outer[:, 0].max())
    body = lathe(outer, printed(product, 14, aspect=girth / top), by_height=True)
    base = stud(float(outer[1, 0]) + 0.004, 0.007, _BAKELITE, segments=96)
    lid = [
        (0, top),
        (mouth + 0.002, top),
        (mouth + 0.002, top + 0.003),
        (mouth * 0.6, top + 0.012),
        (0, top + 0.015),
    ]
    parts = [body.moved(z=0.006), base, lathe(fillet(lid, 0.004, 6), smooth(product)).moved(z=0.006)]
    parts.append(ring(mouth + 0.0025, 0.0025, _STEEL, sides=10).moved(z=top + 0.006))
    knob = ball(0.0125, trim(product), stretch=(1, 1, 0.85)).moved(z=top + 0.036)
    parts += [stud(0.005, 0.014, _STEEL).moved(z=top + 0.018), knob]
    parts += [
        part.moved(z=0.006) for part in (*_spout(product, outer), *_handle(product.shape["handle"], outer))
    ]
    return [part.turned("z", 4) for part in parts]


def _wall(name: str) -> Floats:
    """Outer profile of the body, (radius, z) in metres."""
    match name:
        case "cone":
            return fillet([(0, 0), (0.094, 0), (0.098, 0.012), (0.049, 0.165)], [0, 0.006, 0.012, 0], 8)
        case "ball":
            turn = np.radians(np.linspace(-56, 58, 40))
            curve = np.stack([0.099 * np.cos(turn), 0.082 * np.sin(turn)], -1)
            return np.vstack([[(0, 0)], curve - [0, curve[0, 1]]])
        case "column":
            return fillet(
                [(0, 0), (0.076, 0), (0.078, 0.006), (0.078, 0.15), (0.05, 0.166)],
                [0, 0.003, 0.004, 0.016, 0],
                8,
            )
        case other:
            raise KeyError(other)


def _radius(outer: Floats, z: float) -> float:
    return float(np.interp(z, outer[1:, 1], outer[1:, 0]))


def _spout(product: Product, outer: Floats) -> list[Mesh]:
    top = float(outer[-1, 1])
    surface = smooth(product)
    match product.shape["spout"]:
        case "short":
            z = top * 0.62
            x = _radius(outer, z)
            line = [(x - 0.02, 0, z - 0.012), (x + 0.02, 0, z + 0.016), (x + 0.05, 0, z + 0.043)]
            return _pipe(line, circle(0.0175, 24), [1.35, 1.05, 0.85], surface)
        case "gooseneck":
            z = top * 0.2
            x = _radius(outer, z)
            line = [(x - 0.015, 0, z), (x + 0.03, 0, z + 0.006), (x + 0.052, 0, top * 0.52)]
            line += [(x + 0.05, 0, top * 0.86), (x + 0.075, 0, top * 1.08), (x + 0.108, 0, top * 1.04)]
            return _pipe(line, circle(0.0085, 20), [2.0, 1.5, 1.0, 0.85, 0.8, 0.75], surface)
        case "beak":
            z = top * 0.82
            x = _radius(outer, z)
            line = [(x - 0.04, 0, z - 0.03), (x + 0.008, 0, z - 0.004), (x + 0.046, 0, z + 0.026)]
            section = circle(0.03, 28, other_radius=0.04)
            return _pipe(line, section, [1.35, 0.9, 0.24], surface)
        case other:
            raise KeyError(other)


def _pipe(
    line: Sequence[tuple[float, float, float]], section: Floats, sizes: list[float], surface: Surface
) -> list[Mesh]:
    """A spout that gets narrower, and the dark opening at its end."""
    path = spline(line, 48)
    size = np.interp(np.linspace(0, 1, 48), np.linspace(0, 1, len(sizes)), sizes)
    ahead = (path[-1] - path[-2]) / np.linalg.norm(path[-1] - path[-2])
    lip = path[-1] - ahead * 0.003 + ahead * np.array([[0], [0.0035]])
    hole = path[-1] - ahead * 0.003 + ahead * np.array([[0], [0.0038]])
    return [
        sweep(path, section, surface, scale=size),
        sweep(lip, section * size[-1] * 1.12, surface),
        sweep(hole, section * size[-1] * 0.82, _INSIDE),
    ]


def _handle(name: str, outer: Floats) -> list[Mesh]:
    top = float(outer[-1, 1])
    match name:
        case "top":
            # a bar that rises behind the lid and reaches over it, its end free
            z = top * 0.86
            x = -_radius(outer, z)
            corners = [(x + 0.006, 0, z), (x - 0.006, 0, top + 0.064), (0.052, 0, top + 0.072)]
            bar = fillet(corners, [0, 0.03, 0], 14)
            grip = np.array([(-0.035, 0, top + 0.0683), (0.056, 0, top + 0.0722)])
            return [
                sweep(bar, circle(0.0065, 20, other_radius=0.01), _STEEL, up=(1, 0, 0)),
                sweep(grip, circle(0.0125, 24, other_radius=0.0115), _BAKELITE),
                ball(0.012, _BAKELITE, segments=24).moved(0.056, 0, top + 0.0722),
                ball(0.012, _BAKELITE, segments=24).moved(-0.035, 0, top + 0.0683),
            ]
        case "side":
            low, high = top * 0.25, top * 0.84
            near, far = -_radius(outer, high), -_radius(outer, low)
            out = min(near, far) - 0.048
            line = [(near + 0.004, 0, high), (near - 0.03, 0, high + 0.012), (out, 0, high - 0.018)]
            line += [(out - 0.002, 0, (low + high) / 2), (out + 0.012, 0, low + 0.008), (far + 0.004, 0, low)]
            swell = np.interp(np.linspace(0, 1, 60), [0, 0.2, 0.5, 0.85, 1], [0.8, 1, 1.15, 0.95, 0.8])
            section = circle(0.0105, 22, other_radius=0.0085)
            return [sweep(spline(line, 60), section, _BAKELITE, scale=swell, up=(0, 1, 0))]
        case "arched":
            # a bail of wire from side to side, high over the lid, with a grip in its middle
            z = top * 0.84
            x = _radius(outer, z)
            turn = np.radians(np.linspace(180, 0, 61))
            arch = np.column_stack([(x + 0.006) * np.cos(turn), 0 * turn, z + 0.138 * np.sin(turn)])
            middle = arch[16:45]
            swell = np.interp(
                np.linspace(0, 1, len(middle)), [0, 0.08, 0.5, 0.92, 1], [0.6, 0.85, 1.1, 0.85, 0.6]
            )
            hinges = [
                ball(0.0085, _STEEL, segments=24).moved(side * (x + 0.002), 0, z - 0.001) for side in (-1, 1)
            ]
            return [
                tube(arch, 0.004, _STEEL, sides=12),
                sweep(middle, circle(0.0115, 22), _BAKELITE, scale=swell, up=(0, 1, 0)),
                *hinges,
            ]
        case other:
            raise KeyError(other)
