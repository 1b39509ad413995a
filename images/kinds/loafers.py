"""Loafers."""

from functools import cache
from itertools import pairwise

import numpy as np

from images.colors import channels, shade
from images.geometry import Floats, Mesh, lathe, spline, tube
from images.kinds.registry import kind
from images.kinds.shoe_last import LENGTH, Arch, Last, Round, Upper, line, smooth_max
from images.kinds.shoe_paint import Canvas, Field, contrast, dark
from images.kinds.shoe_parts import (
    Layer,
    band,
    collar,
    finished,
    outline,
    sole,
    straight,
    thickness,
)
from images.spec import Product
from images.surfaces import Surface, main, plain

_TOES = {
    # shape of the front, where it begins, length, height of the toe
    "round": (2.5, 0.70, 0.99, 1.0),
    "pointed": (1.42, 0.56, 1.09, 0.88),
    "square": (6.0, 0.80, 0.975, 0.92),
}


_TOP_LINE = [
    (0, 0.058),
    (0.012, 0.057),
    (0.05, 0.045),
    (0.09, 0.044),
    (0.12, 0.051),
    (0.145, 0.068),
    (0.158, 0.1),
]
"""Behind the vamp, (x, z) in metres."""


@cache
def _last(toe: str) -> Last:
    blunt, turn, front, high = _TOES[toe]
    return Last(
        (
            Round(0.014, 0.000, front - 0.012, 0.000, turn, 0.95, blunt=blunt),
            Round(0.002, 0.014, front, 0.013 * high, turn, 0.99, blunt=blunt),
            Round(0.003, 0.030, front - 0.03, 0.028 * high, turn - 0.09, 0.97, blunt=blunt * 0.96),
            Round(0.010, 0.046, 0.860, 0.042, 0.42, 0.92, blunt=2.3),
            Round(0.018, 0.060, 0.720, 0.056, 0.30, 0.87, 0.14, 2.4),
            Round(0.024, 0.074, 0.600, 0.073, 0.24, 0.84, 0.15, 2.2),
            Round(0.022, 0.095, 0.490, 0.096, 0.22, 0.84, 0.16, 2.0),
        )
    )


@cache
def _cut(toe: str) -> Upper:
    def gone(x: Floats, y: Floats, z: Floats) -> Floats:
        over = z - np.where(x < _TOP_LINE[-1][0], line(_TOP_LINE, x), 1.0)
        end = np.clip((x - 0.11) / 0.058, 0, 2)
        throat = 0.021 * np.sqrt(np.maximum(1 - end**2, 0)) - y - 0.02 * (end >= 1)
        return smooth_max(over, np.where(x > 0.09, throat, -0.05), 0.006)

    return _last(toe).cut(gone)


@cache
def _arch(toe: str) -> Arch:
    return Arch(_last(toe), 0.5, 0.95)


@kind("loafer", view=(-52, 26))
def loafer(product: Product) -> list[Mesh]:
    """A single loafer, its toe to the right."""
    toe = product.shape["toe"]
    upper, arch = _cut(toe), _arch(toe)
    canvas = Canvas(upper, product.paint)
    canvas.pattern(product, step=0.014)
    _apron(canvas, product, toe)
    skin = canvas.surface(main(product))
    trim = plain(product.accent_paint, roughness=0.45)
    edge = upper.contour(lambda p: -_apron_distance(p[..., 0], p[..., 1], toe))
    edge = edge[edge[:, 0] > 0.14]
    seam = np.vstack([edge[::-1] * np.array([1, -1, 1]), edge])
    parts = [
        upper.mesh(skin),
        upper.lining(plain(shade("#c9a77c", 0.8), roughness=0.7)),
        collar(upper, [(0, 0.0021), (1, 0.0021)], trim),
        tube(spline(seam, 120), 0.0016, plain(dark(product.paint), roughness=0.5), sides=8),
        *_front(product, upper, arch, trim),
    ]
    layers, heel = _sole(product)
    loop = outline(_last(toe))
    under = [
        (0, 0.0 if not heel else 0.017),
        (0.26, 0.0 if not heel else 0.016),
        (0.36, 0.011 if heel else 0),
        (0.6, 0),
        (1, 0),
    ]
    below = sole(loop, layers, under=under)
    if heel:
        below += sole(loop[loop[:, 0] < 0.26 * LENGTH], heel)
    return finished(parts, below, thickness(layers, under), spring=0.008, sunk=0.002)


def _apron_distance(x: Field, y: Field, toe: str) -> Field:
    """Below 0 on the raised panel of the vamp."""
    reach = {"round": 0.236, "pointed": 0.25, "square": 0.24}[toe]
    power = {"round": 2.4, "pointed": 1.7, "square": 4.0}[toe]
    ahead = np.clip((x - 0.15) / (reach - 0.15), 0, 3)
    return ((np.abs(y) / 0.0295) ** power + ahead**power) ** (1 / power) * 0.03 - 0.03


def _apron(canvas: Canvas, product: Product, toe: str) -> None:
    apron = _apron_distance(canvas.x, canvas.y, toe)
    front = 0.12 - canvas.x
    canvas.fill(np.maximum(apron, front), product.paint, height=0.6)
    thread = contrast(product, product.paint)
    around = np.arctan2(canvas.y, canvas.x - 0.15)
    gathers = np.maximum(np.abs(apron - 0.0035) - 0.003, np.abs((around * 16) % 1 - 0.5) * 0.004 - 0.0007)
    canvas.fill(np.maximum(gathers, 0.186 - canvas.x), dark(product.paint), height=0.2)
    canvas.stitches(apron + 0.0036, around * 0.06, thread, front)
    canvas.stitches(canvas.down - 0.0052, canvas.x, thread)
    heel = canvas.x - 0.035 - 0.35 * canvas.z
    canvas.seam(heel)
    canvas.stitches(heel + 0.0028, canvas.z, thread)


def _front(product: Product, upper: Upper, arch: Arch, trim: Surface) -> list[Mesh]:
    match product.shape["front"]:
        case "plain":
            return []
        case "strap":
            return _strap(product, arch, trim)
        case "tassel":
            return _tassels(arch, trim) + _lacing(upper, trim)
        case "fringe":
            return _fringe(arch, trim)
        case other:
            raise KeyError(other)


def _strap(product: Product, arch: Arch, trim: Surface) -> list[Mesh]:
    """A saddle strap with a slit for a coin."""
    x, sides = straight(0.164, 0.196, 0.95)
    x = x + 0.007 * np.cos(sides * np.pi / 2) * (1 - 2 * np.linspace(0, 1, len(x))[:, None]) * 0.8
    made = [band(arch, x, sides, trim, out=0.0006, thick=0.0024)]
    slit = np.linspace(-0.2, 0.2, 13)
    rows = 0.18 + 0.0048 * np.linspace(-1, 1, 5)[:, None] * np.sqrt(np.maximum(1 - (slit / 0.21) ** 2, 0.02))
    dark_ = plain("#17181a", roughness=0.9)
    made.append(band(arch, rows, np.broadcast_to(slit, rows.shape), dark_, out=0.0028, thick=0.0008))
    thread = plain("#f2efe7" if channels(product.accent_paint).mean() < 0.6 else "#3a3b3f", roughness=0.8)
    for rear in (True, False):
        row = x[0] + 0.0028 if rear else x[-1] - 0.0028
        for start in np.linspace(-0.88, 0.85, 30):
            places = np.linspace(start, start + 0.036, 3)
            line_ = arch.at(np.interp(places, sides[0], row), places, 0.0033)
            made.append(tube(line_, 0.0005, thread, sides=4, caps=False))
    return made


def _tassels(arch: Arch, trim: Surface) -> list[Mesh]:
    """Two tassels that lie on the vamp, and the cord that they hang from."""
    made = []
    knot = arch.at(np.array([0.171]), np.array([0.0]))[0] + np.array([0, 0, 0.006])
    for side in (-1, 1):
        places = np.array([0.0, 0.12, 0.2, 0.27]) * side
        cord = arch.at(np.array([0.172, 0.176, 0.182, 0.188]), places, 0.004)
        made.append(tube(spline(np.vstack([knot[None], cord[1:]]), 16), 0.0019, trim, sides=8))
        root, tip = arch.at(np.array([0.188, 0.226]), np.array([0.27, 0.36]) * side, 0.0045)
        made += _tassel(root, tip, trim)
    for bend in (-1, 1):
        loop = knot + np.array(
            [
                (0, 0, 0),
                (0.003, bend * 0.007, 0.004),
                (0.001, bend * 0.017, 0.001),
                (-0.004, bend * 0.009, 0.001),
                (0, 0, 0),
            ]
        )
        made.append(tube(spline(loop, 24), 0.0019, trim, sides=8))
    return made


def _lacing(upper: Upper, trim: Surface) -> list[Mesh]:
    """The cord where it shows, round the top line on either side."""
    made = []
    for start in np.arange(0.03, 0.155, 0.016):
        points = np.array([upper.edge(d, 0.0075) for d in np.linspace(start, start + 0.0105, 5)])
        points[:, 1] += 0.0008 * np.sin(np.linspace(0, np.pi, 5)) ** 0.5
        made += [tube(points * np.array([1, side, 1]), 0.0017, trim, sides=8) for side in (-1, 1)]
    return made


def _tassel(root: Floats, tip: Floats, trim: Surface) -> list[Mesh]:
    ahead = (tip - root) / np.linalg.norm(tip - root)
    side = np.cross([0, 0, 1.0], ahead)
    side /= np.linalg.norm(side)
    up = np.cross(ahead, side)
    cap = lathe(
        [
            (0, 0),
            (0.0034, 0.0004),
            (0.0046, 0.004),
            (0.0042, 0.01),
            (0.0052, 0.0125),
            (0.0042, 0.014),
            (0, 0.014),
        ],
        trim,
        segments=20,
    )
    made = [cap.transformed(np.column_stack([side, up, ahead])).moved(*root)]
    for number in range(15):
        turn = 2 * np.pi * number / 15 * 2
        radius = 0.0015 if number % 3 == 0 else 0.0036
        around = side * np.cos(turn) + up * np.sin(turn) * 0.8
        start = root + ahead * 0.012 + around * radius
        end = root + ahead * (0.031 + 0.002 * np.sin(number * 5.1)) + around * radius * 2.1
        made.append(tube(spline([start, (start + end) / 2 + around * 0.0006, end], 6), 0.0011, trim, sides=6))
    return made


def _fringe(arch: Arch, trim: Surface) -> list[Mesh]:
    """A leather tongue cut into strips, under a cord."""
    made = []
    count = 9
    edges = np.linspace(-0.55, 0.55, count + 1)
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        part = np.linspace(0, 1, 10)[:, None]
        shrink = np.where(part < 0.3, 0.0, 0.016)
        across = np.linspace(left, right, 4)[None]
        sides = middle + (across - middle) * (1 - shrink * 9) + 0.16 * middle * part**2
        x = 0.158 + (0.066 - 0.022 * middle**2 * 4) * part + 0 * sides
        x = x - 0.006 * (np.abs(sides) / 0.55) ** 2
        flap = band(arch, x, sides, trim, out=0.0008, thick=0.0022)
        made.append(flap)
    sides = np.linspace(-0.6, 0.6, 30)
    made.append(tube(arch.at(0.169 - 0.008 * np.abs(sides) ** 2, sides, 0.0042), 0.0022, trim, sides=8))
    return made


def _sole(product: Product) -> tuple[list[Layer], list[Layer]]:
    """Layers under the whole foot, and of the heel."""
    leather = plain("#7a5230" if product.color not in ("brown", "beige") else "#33251c", roughness=0.4)
    black = plain("#232427" if product.color not in ("black", "navy") else "#6b4a30", roughness=0.55)
    trim = plain(product.accent_paint, roughness=0.5)
    match product.shape["sole"]:
        case "thin":
            return [Layer(leather, [(0, 0.0055), (1, 0.005)], 0.003)], [
                Layer(black, [(0, 0.006)], 0.0005),
                Layer(leather, [(0, 0.0115)], 0.0005, 0.0015, grooves=2),
            ]
        case "thick":
            return [
                Layer(black, [(0, 0.028), (0.3, 0.02), (0.5, 0.018), (1, 0.016)], 0.007, lugs=(28, 0.006)),
                Layer(black, [(0, 0.012), (1, 0.01)], 0.0065),
                Layer(trim, [(0, 0.0045), (1, 0.0045)], 0.006),
            ], []
        case other:
            raise KeyError(other)
