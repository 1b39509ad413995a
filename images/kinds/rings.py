"""Finger rings on a velvet cone."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from images.geometry import Floats, Mesh, fillet, grid, lathe
from images.kinds.jewels import backing, enamel, engraved, metal, set_gem
from images.kinds.registry import kind
from images.kinds.small_parts import copies, facing, leaned
from images.spec import Product
from images.surfaces import Surface

_RADIUS = 0.0099
"""Inside."""
_HEIGHT = 0.0125
"""Of a ring on the cone."""
_FRONT = -84
"""Where the stones sit, in degrees around the cone."""
_LEAN = 18
_Wave = Callable[[Floats], Floats]


@kind("ring", view=(-78, 22))
def ring(product: Product) -> list[Mesh]:
    """A ring on a cone that leans back, its stones to the front."""
    band, thick = _band(product)
    stones = _stones(product, _RADIUS + thick)
    return leaned([_cone(product), *band, *stones], _LEAN)


def _cone(product: Product) -> Mesh:
    profile = [(0, 0), (0.0118, 0), (0.0116, 0.0008), (0.0078, 0.0215), (0.0038, 0.0248), (0, 0.0252)]
    return lathe(fillet(profile, [0, 0.0004, 0.0006, 0.004, 0.003, 0], 6), backing(product))


def _band(product: Product) -> tuple[list[Mesh], float]:
    """The band, and how thick it is."""
    bare = metal(product)

    def level(turn: Floats) -> Floats:
        return np.zeros_like(turn)

    match product.shape["band"]:
        case "narrow":
            return _hoop(engraved(product, 6, tiles=3), bare, 0.0038, 0.002), 0.002
        case "wide":
            made = _hoop(engraved(product, 4, 2, tiles=3), bare, 0.0104, 0.0017)
            for side in (-1, 1):
                made += _hoop(bare, bare, 0.0014, 0.0023, lift=side * 0.0052)
            return made, 0.0018
        case "double":
            face = engraved(product, 5, tiles=4)
            made = [part for side in (-1, 1) for part in _hoop(face, bare, 0.0035, 0.002, lift=side * 0.0032)]
            pegs = [_peg(product, degrees) for degrees in (-160, -125, -43, -8, 27, 90, 150)]
            return made + pegs, 0.002
        case "twisted":
            waves = 5

            def rise(sign: int) -> _Wave:
                return lambda turn: sign * 0.0027 * np.sin(waves * turn)

            def over(sign: int) -> _Wave:
                return lambda turn: 0.0008 * (1 + sign * np.cos(waves * turn))

            made = _hoop(engraved(product, 5, tiles=4), bare, 0.0036, 0.0016, wave=rise(1), out=over(1))
            made += _hoop(bare, bare, 0.0036, 0.0016, wave=rise(-1), out=over(-1))
            return made, 0.0026
        case other:
            raise KeyError(other)


def _peg(product: Product, degrees: float) -> Mesh:
    """A bead between two bands."""
    bead = lathe([(0, -1), (0.8, -0.9), (1, 0), (0.8, 0.9), (0, 1)], enamel(product), segments=16).scaled(
        0.0011, 0.0011, 0.0016
    )
    turn = np.radians(degrees)
    return bead.moved((_RADIUS + 0.001) * np.cos(turn), (_RADIUS + 0.001) * np.sin(turn), _HEIGHT)


def _hoop(
    face: Surface,
    bare: Surface,
    width: float,
    thick: float,
    *,
    lift: float = 0.0,
    wave: _Wave | None = None,
    out: _Wave | None = None,
) -> list[Mesh]:
    """A band around the cone: its outer side, and its edges and inner side."""
    turn = np.radians(np.linspace(0, 360, 181) + 90)
    z = _HEIGHT + lift + (wave(turn) if wave else np.zeros_like(turn))
    r = _RADIUS + (out(turn) if out else np.zeros_like(turn))
    half = width / 2
    across = np.linspace(-0.9, 0.9, 9)
    outer = np.column_stack([thick * (0.86 + 0.14 * (1 - (across / 0.9) ** 2)), across * half])
    inner = np.array([outer[-1], (thick * 0.6, half), (0, half), (0, -half), (thick * 0.6, -half), outer[0]])
    made = []
    for section, surface in ((outer, face), (fillet(inner, thick * 0.3, 4), bare)):
        radius = r[:, None] + section[None, :, 0]
        points = np.stack(
            [
                radius * np.cos(turn)[:, None],
                radius * np.sin(turn)[:, None],
                z[:, None] + section[None, :, 1],
            ],
            -1,
        )
        u, v = np.meshgrid(np.linspace(0, 1, len(turn)), np.linspace(0, 1, len(section)), indexing="ij")
        made.append(grid(points, surface, uv=np.stack([u, v], -1)))
    return made


def _stones(product: Product, radius: float) -> list[Mesh]:
    color, bare = product.accent_paint, metal(product)
    match product.shape["stone"]:
        case "none":
            sizes: list[float] = []
        case "one":
            sizes = [0.0052]
        case "three":
            sizes = [0.0029, 0.0038, 0.0029]
        case "row":
            sizes = [0.00155] * 9
        case other:
            raise KeyError(other)
    places = np.cumsum([0.0, *((a + b) * 1.06 for a, b in pairwise(sizes))])
    made = []
    for size, along in zip(sizes, places - places.mean() if sizes else [], strict=False):
        turn = np.radians(_FRONT) + along / (radius + 0.6 * size)
        direction = np.array([np.cos(turn), np.sin(turn), 0])
        stone = set_gem(size, color, bare)
        made += copies(stone, facing(direction * (radius - 0.15 * size) + [0, 0, _HEIGHT], direction))
    return made
