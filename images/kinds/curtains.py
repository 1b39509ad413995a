"""Curtains, which hang in folds from a rod, as a pair that is open in the middle."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from images.geometry import Floats, Mesh, ball, grid, ring, tube
from images.kinds.joinery import CHROME, accent, grounded, tiled
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, patterned, plain

_ROD_M = 1.62
"""Height of the rod."""
_ROD_HALF_M = 0.98
_TIE_M = 0.66
"""Height at which a curtain is tied back."""
_PANEL_M = 0.74
"""Width of a panel that hangs straight."""
_FULLNESS = 1.5
"""Width of the cloth over that of the panel."""
_FOLDS = 6
_TOPS: Mapping[str, float] = MappingProxyType({"eyelets": 0.05, "pleats": -0.045, "tabs": -0.06})
"""Heading -> metres of the top edge above the rod."""
_DEPTHS: Mapping[str, float] = MappingProxyType({"eyelets": 0.05, "pleats": 0.036, "tabs": 0.03})
"""Heading -> half the depth of the folds in metres."""


@dataclass(frozen=True)
class _Drape:
    """A panel of cloth in folds."""

    points: Floats
    """(rows, columns, 3); the first row is the hem, the first column the left edge."""
    tile: tuple[float, float]
    """Metres of cloth that a map covers."""

    def cloth(self, fabric: Surface) -> Mesh:
        """The cloth itself."""
        across = np.linspace(0, _PANEL_M * _FULLNESS / self.tile[0], self.points.shape[1])
        uv = np.stack(np.meshgrid(across, self.points[:, 0, 2] / self.tile[1]), -1)
        return grid(self.points, fabric, uv=uv, flip=True)

    def crests(self) -> Floats:
        """Points of the top edge where it comes nearest to the viewer, (n, 3)."""
        edge = self.points[-1]
        y = edge[:, 1]
        return edge[np.flatnonzero((y[1:-1] < y[:-2]) & (y[1:-1] <= y[2:])) + 1]


@kind("curtain", view=(-83, 6))
def curtain(product: Product) -> list[Mesh]:
    """A pair of curtains on a rod, open in the middle."""
    gathered = product.shape["tieback"] != "none"
    fabric = patterned(product, 4, aspect=2.0)
    tile = (0.3 if product.pattern == "plain" else 0.6, 0.3)
    parts = _rod()
    for side in (-1, 1):
        drape = _Drape(_folds(product.shape["heading"], side, gathered=gathered), tile)
        parts += [drape.cloth(fabric), *_heading(product, drape, fabric), *_hem(product, drape)]
        parts += _tieback(product, side)
    return grounded(parts)


def _rod() -> list[Mesh]:
    wood = plain("#4b3526", roughness=0.4, clearcoat=0.3)
    pole = tube([(x, 0, _ROD_M) for x in (-_ROD_HALF_M, 0, _ROD_HALF_M)], 0.018, wood)
    knob = ball(0.044, wood, stretch=(1.1, 1, 1), segments=24)
    return [pole, *(knob.moved(s * (_ROD_HALF_M + 0.03), 0, _ROD_M) for s in (-1, 1))]


def _folds(heading: str, side: int, *, gathered: bool) -> Floats:
    """Points of a panel that hangs from the rod at the left (-1) or right (1), (rows, columns, 3)."""
    top, deep = _ROD_M + _TOPS[heading], _DEPTHS[heading]
    u, z = np.meshgrid(np.linspace(0, 1, 121), np.linspace(0.012, top, 49))
    share = z / top
    narrow = _narrowed(z, top) if gathered else np.ones_like(z)
    x = side * (_ROD_HALF_M - 0.04 - u * _PANEL_M * narrow)
    swing = np.sin(2 * np.pi * _FOLDS * u) * deep * (1 - 0.25 * share) * np.where(narrow < 0.5, 0.75, 1.0)
    if heading == "pleats":
        pinched = np.sign(swing) * np.abs(swing / deep) ** 0.6 * deep
        swing = swing * (1 - share**6) + pinched * 0.75 * share**6
    swing = swing + 0.008 * np.sin(2 * np.pi * (2.3 * u + 0.6 * share))
    points = np.stack([x, swing - 0.004, z], -1)
    return points if side < 0 else points[:, ::-1]


def _narrowed(z: Floats, top: float) -> Floats:
    """Width of a gathered panel at a height, over that of a straight one."""
    pinch = np.exp(-(((z - _TIE_M) / 0.24) ** 2))
    below = np.clip((_TIE_M - z) / _TIE_M, 0, 1)
    above = np.clip((z - _TIE_M) / (top - _TIE_M), 0, 1)
    return np.where(z > _TIE_M, 0.3 + 0.7 * above**1.25, 0.3 + 0.34 * below**0.8) - 0.04 * pinch


def _heading(product: Product, drape: _Drape, fabric: Surface) -> list[Mesh]:
    match product.shape["heading"]:
        case "eyelets":
            return _eyelets(drape)
        case "pleats":
            return _hooks(product, drape)
        case "tabs":
            return _loops(drape, fabric)
        case other:
            raise KeyError(other)


def _on_rod(radius: float, thickness: float) -> Mesh:
    """A ring through which the rod goes, at the origin."""
    return ring(radius, thickness, CHROME, segments=24, sides=8).turned("y", 90).turned("z", 24)


def _eyelets(drape: _Drape) -> list[Mesh]:
    """Large rings in the cloth, wherever it crosses the rod."""
    eyelet, edge = _on_rod(0.033, 0.008), drape.points[-1]
    at = (np.arange(2 * _FOLDS) + 0.5) / (2 * _FOLDS) * (len(edge) - 1)
    return [eyelet.moved(x, y * 0.5, _ROD_M) for x, y, _ in edge[np.round(at).astype(int)]]


def _hooks(product: Product, drape: _Drape) -> list[Mesh]:
    """Rings on the rod, and under each a pinched pleat with a button."""
    hook = _on_rod(0.034, 0.0055)
    button = ball(0.018, accent(product), stretch=(1, 0.7, 1), segments=14)
    made = []
    for x, y, z in drape.crests():
        made += [hook.moved(x, 0, _ROD_M - 0.014), button.moved(x, y - 0.004, z - 0.1)]
    return made


def _loops(drape: _Drape, fabric: Surface) -> list[Mesh]:
    """Bands of the same cloth laid over the rod."""
    turn = np.radians(np.linspace(-90, 270, 25))
    y = 0.024 * np.cos(turn)
    made = []
    for x, _, z in drape.crests():
        heights = np.where(np.sin(turn) > -0.3, _ROD_M + 0.024 * np.sin(turn), z - 0.03)
        points = np.stack([np.column_stack([np.full(25, x + dx), y, heights]) for dx in (-0.036, 0.036)])
        made.append(tiled(grid(points, fabric, flip=True), drape.tile))
    return made


def _hem(product: Product, drape: _Drape) -> list[Mesh]:
    trim = plain(product.accent_paint, roughness=0.9)
    match product.shape["hem"]:
        case "straight":
            return []
        case "band":
            low = drape.points[:, 0, 2] < 0.24
            return [grid(drape.points[low] - np.array([0, 0.0035, 0]), trim, flip=True)]
        case "fringe":
            edge = drape.points[0]
            braid = grid(np.stack([edge + np.array([0, -0.004, z]) for z in (0.1, 0.13)]), trim, flip=True)
            hang = np.array([(0, -0.006, 0.11), (0.001, -0.007, 0.04), (0, -0.004, -0.01)])
            return [braid, *(tube(foot + hang, 0.0065, trim, sides=5) for foot in edge[1:-1:2])]
        case other:
            raise KeyError(other)


def _tieback(product: Product, side: int) -> list[Mesh]:
    half = _PANEL_M * 0.27 / 2
    middle = side * (_ROD_HALF_M - 0.04 - half)
    match product.shape["tieback"]:
        case "none":
            return []
        case "cord":
            return _cord(middle, half + 0.02, accent(product))
        case "cloth":
            return _sash(middle, half + 0.02, accent(product, roughness=0.85))
        case other:
            raise KeyError(other)


def _belt(middle: float, half: float, count: int) -> Floats:
    """A loop round a gathered panel, higher at the outer end, (count, 3)."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    rise = 0.03 * np.cos(turn) * np.sign(middle)
    return np.column_stack([middle + half * np.cos(turn), 0.075 * np.sin(turn), _TIE_M + rise])


def _cord(middle: float, half: float, paint: Surface) -> list[Mesh]:
    """Two twisted strands with two tassels."""
    core = _belt(middle, half, 90)
    away = core - np.array([middle, 0, _TIE_M])
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    made = []
    for phase in (0.0, np.pi):
        twist = np.linspace(0, 32 * np.pi, 90, endpoint=False)[:, None] + phase
        strand = core + 0.009 * (away * np.cos(twist) + np.sin(twist) * np.array([0, 0, 1.0]))
        made.append(tube(strand, 0.011, paint, sides=8, closed=True))
    for shift, drop in ((-0.026, 0.17), (0.026, 0.22)):
        made += [part.moved(middle + shift, -0.09, _TIE_M) for part in _tassel(drop, paint)]
    return made


def _tassel(drop: float, paint: Surface) -> list[Mesh]:
    """A tassel on a string, so far below the origin."""
    string = tube([(0, 0.008, 0), (0, 0, -drop / 2), (0, 0, -drop)], 0.007, paint, sides=8)
    skirt = tube([(0, 0, -drop - z) for z in (0.01, 0.07, 0.14)], 0.024, paint, scale=[0.75, 1, 1.25])
    return [string, ball(0.025, paint, segments=16).moved(z=-drop), skirt]


def _sash(middle: float, half: float, paint: Surface) -> list[Mesh]:
    """A broad band, widest at the front."""
    core = _belt(middle, half, 60)
    loop = np.vstack([core, core[:1]])
    wide = (0.052 + 0.022 * np.clip(-loop[:, 1] / 0.075, -0.6, 1))[:, None]
    points = np.stack([loop + wide * np.array([0, 0, s]) for s in (-1.0, -0.5, 0.0, 0.5, 1.0)])
    return [grid(points, paint, flip=True)]
