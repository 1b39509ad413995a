"""Pillows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, box, grid, merge, ring, spline, superellipse, sweep, tube
from images.kinds.registry import kind
from images.kinds.shells import stud
from images.kinds.textiles import cloth_of, textile, weave
from images.spec import Product
from images.surfaces import Surface, plain

_LEAN = 14
"""Degrees by which a pillow that stands leans back."""
_SIDE = 45
"""Points along a side of a bag."""
_ZIP_TAPE = plain("#33353a", roughness=0.7)
_METAL = plain("#c9ccd0", roughness=0.25, metallic=0.9)


@kind("pillow", view=(-79, 13))
def pillow(product: Product) -> list[Mesh]:
    """A stuffed pillow that stands, its fastener on the side of the camera."""
    body = _BODIES[product.shape["outline"]]()
    repeats = round(6 * body.aspect**0.6)
    cloth = textile(product, weave("smooth", 1, 1), repeats, aspect=body.aspect, contrast=0.12, depth=0.006)
    bag = merge([grid(body.front, cloth), grid(body.back, cloth, flip=True)])
    parts = [bag, *_seam(product, body), *_fastener(product, body.line)]
    turned = [part.turned("x", -_LEAN) for part in parts]
    low = min(part.bounds()[0][2] for part in turned)
    return [part.moved(z=-low) for part in turned]


@dataclass(frozen=True)
class _Body:
    """A stuffed bag in the xz plane; its front looks towards -y."""

    front: Floats
    back: Floats
    """Grids of points (rows, columns, 3): rows from v = 0 upwards, columns from u = 0 rightwards."""
    seam: Floats
    """(n, 3), closed."""
    brim: Floats
    """(n, 3), where a border of flat cloth can be sewn on."""
    line: Floats
    """(n, 6): where the fastener runs on the front, and the direction out of the bag there."""
    aspect: float

    @property
    def brim_closed(self) -> bool:
        """Whether the border goes all the way round."""
        return len(self.brim) == len(self.seam)


def _bag(width: float, height: float, thick: float) -> _Body:
    side = np.linspace(-1, 1, _SIDE)
    a, b = np.meshgrid(side, side)
    bulge = np.maximum((1 - a**2) * (1 - b**2), 0) ** 0.42
    pull = 0.1
    x = a * width / 2 * (1 - pull * (1 - np.abs(b) ** 6) * a**2)
    z = b * height / 2 * (1 - pull * (1 - np.abs(a) ** 6) * b**2)
    # a few creases run from the corners towards the middle
    crease = 0.004 * np.sin(9 * (np.abs(a) - np.abs(b))) * bulge * np.maximum(np.abs(a), np.abs(b)) ** 3
    half = thick / 2 * bulge + 0.001  # the halves do not touch: at a corner their normals would cancel
    front, back = np.stack([x, crease - half, z], -1), np.stack([x, half, z], -1)
    rim = np.vstack([front[0, :-1], front[:-1, -1], front[-1, :0:-1], front[:0:-1, 0]])
    row = int(_SIDE * 0.2)
    inside = slice(4, _SIDE - 4)
    out = grid(front, plain("#808080")).normals.reshape(front.shape)
    line = np.hstack([front[row, inside], out[row, inside]])
    return _Body(front, back, rim, rim, line, width / height)


def _horseshoe() -> _Body:
    """A neck pillow that stands on its two ends; u goes along the arc."""
    count, around = 81, 29
    turn = np.radians(np.linspace(228, -48, count))
    share = np.abs(np.linspace(-1, 1, count))
    size = np.sqrt(np.clip(1 - np.clip((share - 0.8) / 0.2, 0, 1) ** 2, 0, 1))
    radius, deep = 0.072, 0.064
    middle = 0.125 * np.stack([np.cos(turn), np.sin(turn)], -1)
    outward = np.stack([np.cos(turn), np.sin(turn)], -1)
    tilt = np.radians(np.linspace(-90, 90, around))
    plump = 1 + 0.16 * (1 - share)

    def half(sign: float) -> Floats:
        """Rows from the inner to the outer seam."""
        r = (radius * size * plump)[None, :, None] * np.sin(tilt)[:, None, None]
        flat = middle[None] + outward[None] * r
        y = sign * (0.001 + (deep * size * plump)[None, :] * np.cos(tilt)[:, None])
        return np.stack([flat[..., 0], y, flat[..., 1]], -1)

    front, back = half(-1), half(1)
    rim = np.vstack([front[-1], front[0, -2:0:-1]])
    row, columns = int(around * 0.5), slice(6, 34)
    out = grid(front, plain("#808080")).normals.reshape(front.shape)
    line = np.hstack([front[row, columns], out[row, columns]])
    return _Body(front, back, rim, front[-1, 4:-4], line, 2.6)


_BODIES: Mapping[str, Callable[[], _Body]] = MappingProxyType(
    {
        "long": lambda: _bag(0.68, 0.4, 0.17),
        "square": lambda: _bag(0.48, 0.48, 0.17),
        "neck": _horseshoe,
    }
)


def _seam(product: Product, body: _Body) -> list[Mesh]:
    """What runs round the edge of a pillow."""
    rim = body.seam
    match product.shape["edge"]:
        case "plain":
            return [tube(rim, 0.0018, cloth_of(product, shade(product.paint, 0.75)), sides=8, closed=True)]
        case "piped":
            return [tube(rim, 0.0075, cloth_of(product, product.accent_paint), sides=12, closed=True)]
        case "flanged":
            return _flange(product, body.brim, closed=body.brim_closed)
        case other:
            raise KeyError(other)


def _flange(product: Product, rim: Floats, *, closed: bool) -> list[Mesh]:
    """A flat border of cloth with a bound edge, a little wavy."""
    along = np.roll(rim, -1, 0) - np.roll(rim, 1, 0) if closed else np.gradient(rim, axis=0)
    out = np.stack([along[:, 2], 0 * along[:, 1], -along[:, 0]], -1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    if ((rim - rim.mean(0)) * out).sum() < 0:
        out = -out
    wave = 0.004 * np.sin(np.arange(len(rim)) * 2 * np.pi * 14 / len(rim))
    share = np.linspace(-0.1, 1, 7)
    flat = rim[None] + share[:, None, None] * 0.042 * out[None]
    flat[..., 1] += share[:, None] ** 2 * wave
    cloth = cloth_of(product, product.paint)
    edge = flat[-1]
    if closed:
        flat = np.concatenate([flat, flat[:, :1]], 1)
    half = np.array([0, 0.0015, 0])
    accent = cloth_of(product, product.accent_paint)
    return [
        grid(flat - half, cloth),
        grid(flat + half, cloth, flip=True),
        tube(edge, 0.0042, accent, sides=8, closed=closed),
        tube(rim, 0.0028, cloth_of(product, shade(product.paint, 0.7)), sides=8, closed=closed),
    ]


def _fastener(product: Product, line: Floats) -> list[Mesh]:
    """A zip with its slider, or buttons on a placket, along a line with its outward directions, (n, 6)."""
    points, out = line[:, :3], line[:, 3:]
    out = out * np.sign((out[:, 1] < 0) - 0.5)[:, None]  # to the camera's side
    match product.shape["closure"]:
        case "zip":
            path = points + out * 0.001
            teeth = points + out * 0.0034
            start = teeth[int(len(teeth) * 0.72)] - np.array([0, 0.003, 0])
            tab = cloth_of(product, product.accent_paint)
            slider = [
                box(0.012, 0.008, 0.02, _METAL, radius=0.003).turned("y", 90),
                ring(0.006, 0.0018, _METAL, segments=30, sides=8).turned("x", 80).moved(z=-0.012, y=-0.004),
                box(0.011, 0.003, 0.034, tab, radius=0.0014).moved(z=-0.033, y=-0.005),
            ]
            return [
                _strip(path, out, 0.024, _ZIP_TAPE),
                *_beads(teeth, _METAL),
                *(part.moved(*start) for part in slider),
            ]
        case "buttons":
            placket = shade(product.paint, 0.68)
            count = 5
            at = np.linspace(0.1, 0.9, count) * (len(points) - 1)
            index = np.arange(len(points))
            made = [_strip(points + out * 0.001, out, 0.058, cloth_of(product, placket))]
            button = _button(plain(product.accent_paint, roughness=0.3, clearcoat=0.4))
            for k in at:
                place = np.array([np.interp(k, index, (points + out * 0.004)[:, axis]) for axis in range(3)])
                towards = out[round(k)]
                made += [part.transformed(_facing(towards)).moved(*place) for part in button]
            return made
        case other:
            raise KeyError(other)


def _strip(path: Floats, out: Floats, width: float, surface: Surface) -> Mesh:
    """A tape laid on a surface: its middle line and the directions out of it."""
    along = np.gradient(path, axis=0)
    side = np.cross(out, along)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    lift = np.array([0.0, 0.0012, 0.0018, 0.0012, 0.0])
    points = path[None] + np.linspace(-0.5, 0.5, 5)[:, None, None] * width * side[None]
    return grid(points + lift[:, None, None] * out[None], surface)


def _beads(line: Floats, surface: Surface) -> list[Mesh]:
    """The teeth of a zip."""
    fine = spline(line, 140)
    size = np.where(np.arange(140) % 2 == 0, 1.0, 0.45)
    return [sweep(fine, superellipse(0.0085, 0.004, 3, 12), surface, scale=size, up=(0, 1, 0))]


def _button(surface: Surface) -> list[Mesh]:
    """A flat button that looks along +z, with two threads."""
    thread = plain("#efe9dc", roughness=0.8)
    return [
        stud(0.019, 0.006, surface),
        ring(0.0155, 0.002, surface, segments=36, sides=8).moved(z=0.006),
        *(
            box(0.0022, 0.009, 0.0016, thread, radius=0.0006, steps=2).moved(x=x, z=0.0055)
            for x in (-0.003, 0.003)
        ),
    ]


def _facing(towards: Floats) -> Floats:
    """(3, 3) matrix that turns +z to a direction."""
    w = towards / np.linalg.norm(towards)
    u = np.cross([0.0, 0.0, 1.0], w)
    u /= max(float(np.linalg.norm(u)), 1e-9)
    return np.stack([u, np.cross(w, u), w], 1)
