"""Dining chairs: four backs, three seats, with arms or without."""

import numpy as np

from images.geometry import Floats, Mesh, cushion, in_plane, rounded_rectangle, sheet, spline, sweep, tube
from images.kinds.joinery import accent, bar, grounded, leg, plank
from images.kinds.ornaments import printed
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, cloth, jute, main, plain

_SEAT_M = 0.45
_WIDTH, _DEPTH = 0.45, 0.43
_TOP_M = 0.92
_CORD = "#d8bf94"


@kind("dining_chair", view=(-58, 22))
def dining_chair(product: Product) -> list[Mesh]:
    """A chair whose legs are dipped in the second colour; the pattern is on its seat and on its back."""
    frame = main(product)
    parts = _legs(product, frame) + _stretchers(frame) + _seat(product, frame) + _back(product, frame)
    match product.shape["arms"]:
        case "none":
            pass
        case "arms":
            parts += _arms(product, frame)
        case other:
            raise KeyError(other)
    return grounded(parts)


def _legs(product: Product, frame: Surface) -> list[Mesh]:
    x, y = _WIDTH / 2 - 0.03, _DEPTH / 2 - 0.03
    round_legs = product.shape["back"] in ("spindle", "shell")
    made = []
    for sx in (-1, 1):
        for sy, spread in ((-1, 0.015), (1, 0.06)):
            made += leg(
                (sx * (x + 0.02), sy * (y + spread), 0),
                (sx * x, sy * y, _SEAT_M - 0.02),
                frame,
                thickness=(0.024, 0.04),
                square=not round_legs,
                tip=accent(product),
            )
    return made


def _stretchers(frame: Surface) -> list[Mesh]:
    x, y, z = _WIDTH / 2 - 0.018, _DEPTH / 2 - 0.02, 0.2
    sides = [bar((s * x, -y, z), (s * x, y + 0.025, z), frame, thickness=0.02) for s in (-1, 1)]
    return [*sides, bar((-x, 0, z), (x, 0, z), frame, thickness=0.02)]


def _seat(product: Product, frame: Surface) -> list[Mesh]:
    rails = plank(_WIDTH - 0.02, _DEPTH - 0.02, 0.05, frame, grain="x").moved(z=_SEAT_M - 0.035)
    match product.shape["seat"]:
        case "wood":
            top = printed(product, frame, repeats=6, aspect=1.05)
            slab = cushion(
                _WIDTH + 0.03, _DEPTH + 0.02, 0.034, top, radius=0.014, steps=3, puff=-0.3, axes=(2,)
            )
            return [rails, slab.moved(0, -0.005, _SEAT_M + 0.01)]
        case "fabric":
            return [rails, *_pad(product)]
        case "woven":
            return _woven_seat(product, frame)
        case other:
            raise KeyError(other)


def _pad(product: Product) -> list[Mesh]:
    if product.pattern == "plain":
        covering = cloth(product.accent_paint, 1)
    else:
        covering = printed(product, cloth(product.paint, 1), repeats=6, aspect=1.05)
    pad = cushion(_WIDTH + 0.01, _DEPTH, 0.075, covering, radius=0.03, steps=4, puff=0.5, axes=(2,))
    trim = plain(product.accent_paint if product.pattern != "plain" else product.paint, roughness=0.7)
    loop = in_plane(rounded_rectangle(_WIDTH + 0.005, _DEPTH - 0.005, 0.03), "xy", _SEAT_M + 0.008)
    return [pad.moved(z=_SEAT_M + 0.025), tube(loop, 0.005, trim, sides=8, closed=True)]


def _woven_seat(product: Product, frame: Surface) -> list[Mesh]:
    """Cord plaited over four rails that stay to be seen at the corners."""
    cord = printed(product, jute(_CORD, 2), repeats=6, aspect=1.05)
    mat = cushion(_WIDTH - 0.03, _DEPTH - 0.03, 0.05, cord, radius=0.02, steps=4, puff=-0.4, axes=(2,))
    rails = []
    for s in (-1, 1):
        ends = ((s * _WIDTH / 2, -_DEPTH / 2 - 0.012), (s * _WIDTH / 2, _DEPTH / 2 + 0.012))
        rails.append(bar((*ends[0], _SEAT_M), (*ends[1], _SEAT_M), frame, thickness=0.036))
    for s in (-1, 1):
        y = s * (_DEPTH / 2 - 0.005)
        rails.append(bar((-_WIDTH / 2, y, _SEAT_M), (_WIDTH / 2, y, _SEAT_M), frame, thickness=0.034))
    return [mat.moved(z=_SEAT_M + 0.005), *rails, *_cords(_SEAT_M + 0.024)]


def _cords(z: float) -> list[Mesh]:
    """Strands that run to the middle from the four corners, as in seats of rush."""
    strand = plain("#b3945f", roughness=0.8)
    x, y = _WIDTH / 2 - 0.03, _DEPTH / 2 - 0.03
    return [
        tube([(sx * x, sy * y, z), (0, 0, z - 0.006)], 0.0035, strand, sides=6)
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]


def _lean(z: float | Floats) -> Floats:
    """How far to the back the back stands at a height."""
    return (
        np.asarray(np.interp(z, [_SEAT_M - 0.1, _SEAT_M, 0.68, _TOP_M], [0, 0, 0.035, 0.11]))
        + _DEPTH / 2
        - 0.025
    )


def _curve(x: float | Floats) -> Floats:
    """How far the middle of the back lies behind its posts."""
    return 0.024 * (1 - (2 * np.asarray(x) / _WIDTH) ** 2)


def _back(product: Product, frame: Surface) -> list[Mesh]:
    face = printed(product, frame, repeats=9, aspect=4.0)
    match product.shape["back"]:
        case "slat":
            slats = [_upright(x, (0.5, 0.86), (0.052, 0.012), frame) for x in np.linspace(-0.12, 0.12, 4)]
            return [*_posts(frame), _rail(0.87, 0.1, face), _rail(0.53, 0.045, frame), *slats]
        case "ladder":
            rails = [_rail(z, 0.06, face) for z in np.linspace(0.575, 0.875, 4)]
            return [*_posts(frame), *rails]
        case "spindle":
            return _hoop(product, frame)
        case "shell":
            return _shell(product, frame)
        case other:
            raise KeyError(other)


def _posts(frame: Surface) -> list[Mesh]:
    made = []
    z = np.linspace(_SEAT_M - 0.06, _TOP_M + 0.015, 24)
    for s in (-1, 1):
        line = np.column_stack([np.full(24, s * (_WIDTH / 2 - 0.024)), _lean(z), z])
        section = rounded_rectangle(0.036, 0.032, 0.009, 4)
        made.append(sweep(line, section, frame, up=(0, 1, 0), scale=np.linspace(1, 0.85, 24)))
    return made


def _rail(z: float, height: float, surface: Surface) -> Mesh:
    """A curved board across the back; its map runs along it."""
    x = np.linspace(-_WIDTH / 2 + 0.03, _WIDTH / 2 - 0.03, 21)
    line = np.column_stack([x, _lean(z) + _curve(x), np.full(21, z)])
    mesh = sweep(line, rounded_rectangle(0.02, height, 0.007, 4), surface)
    return mesh.mapped("x", "z")


def _upright(x: float, span: tuple[float, float], section: tuple[float, float], surface: Surface) -> Mesh:
    z = np.linspace(*span, 12)
    line = np.column_stack([np.full(12, x), _lean(z) + _curve(x), z])
    return sweep(line, rounded_rectangle(*section, min(section) * 0.45, 3), surface, up=(0, 1, 0))


def _hoop(product: Product, frame: Surface) -> list[Mesh]:
    """A bent bow with round spindles, as on a Windsor chair, and a rail across their middle."""
    half = _WIDTH / 2 - 0.02
    flat = spline(
        [
            (-half, _SEAT_M),
            (-half + 0.004, 0.66),
            (-half * 0.78, 0.86),
            (0, _TOP_M + 0.02),
            (half * 0.78, 0.86),
            (half - 0.004, 0.66),
            (half, _SEAT_M),
        ],
        70,
    )
    bow = tube(np.column_stack([flat[:, 0], _lean(flat[:, 1]), flat[:, 1]]), 0.0155, frame, sides=14)
    made = [bow]
    for x in np.linspace(-0.135, 0.135, 7):
        above = flat[:, 1] > 0.6
        order = np.argsort(flat[above, 0])
        top = float(np.interp(x, flat[above, 0][order], flat[above, 1][order]))
        z = np.linspace(_SEAT_M, top, 14)
        line = np.column_stack([np.full(14, x), _lean(z), z])
        thick = np.interp(np.linspace(0, 1, 14), [0, 0.35, 1], [0.75, 1.25, 0.75])
        made.append(tube(line, 0.0075, frame, sides=10, scale=thick))
    face = printed(product, frame, repeats=9, aspect=4.0)
    x = np.linspace(-half * 0.86, half * 0.86, 21)
    crest = np.column_stack([x, _lean(0.79) - 0.012 + 0 * x, 0.79 + 0 * x])
    board = sweep(crest, rounded_rectangle(0.016, 0.085, 0.007, 4), face).mapped("x", "z")
    return [*made, board]


def _shell(product: Product, frame: Surface) -> list[Mesh]:
    """A wide panel bent round the sitter, on two posts."""
    face = printed(product, frame, repeats=8, aspect=1.7)
    u, t = np.meshgrid(np.linspace(-1, 1, 41), np.linspace(0, 1, 25))
    half = _WIDTH / 2 + 0.045
    sides = 1 - 0.16 * np.abs(2 * t - 1) ** 3
    z = 0.56 + 0.39 * t - 0.06 * np.abs(u) ** 2.5 * np.where(t > 0.5, (2 * t - 1) ** 2, 0)
    angle = u * np.radians(62)
    x = half * np.sin(angle) / np.sin(np.radians(62)) * sides
    y = _lean(z) + 0.045 - 0.2 * (1 - np.cos(angle)) / (1 - np.cos(np.radians(62)))
    panel = sheet(np.stack([x, y, z], -1), face, thickness=-0.016)
    rim = tube(np.stack([x, y + 0.008, z], -1)[-1], 0.011, accent(product), sides=10)
    posts = [
        sweep(
            np.column_stack([np.full(8, s * 0.09), _lean(h) + np.interp(h, [_SEAT_M, 0.57], [0, 0.05]), h]),
            rounded_rectangle(0.05, 0.016, 0.006, 3),
            frame,
            up=(0, 1, 0),
        )
        for s in (-1, 1)
        for h in (np.linspace(_SEAT_M - 0.03, 0.72, 8),)
    ]
    return [panel, rim, *posts]


def _arms(product: Product, frame: Surface) -> list[Mesh]:
    made = []
    z, x = 0.655, _WIDTH / 2 + 0.022
    for s in (-1, 1):
        path = [
            (s * (x - 0.03), float(_lean(z)) - 0.005, z + 0.008),
            (s * x, 0.07, z + 0.012),
            (s * (x + 0.012), -0.08, z + 0.004),
            (s * (x + 0.004), -_DEPTH / 2 + 0.045, z - 0.004),
        ]
        section = rounded_rectangle(0.052, 0.026, 0.011, 4)
        made.append(sweep(spline(path, 24), section, frame))
        made += leg(
            (s * (_WIDTH / 2 - 0.005), -_DEPTH / 2 + 0.08, _SEAT_M - 0.03),
            (s * (x + 0.006), -_DEPTH / 2 + 0.075, z - 0.006),
            frame,
            thickness=(0.03, 0.026),
            square=product.shape["back"] not in ("spindle", "shell"),
        )
    return made
