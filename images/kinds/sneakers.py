"""Sneakers and running shoes."""

from collections.abc import Callable
from functools import cache

import numpy as np

from images.colors import channels, shade
from images.geometry import Floats, Mesh, rounded_rectangle, spline, sweep
from images.kinds.registry import kind
from images.kinds.shoe_last import LENGTH, Last, Round, Upper, line, smooth_max
from images.kinds.shoe_paint import Canvas, contrast, dark, side_mark
from images.kinds.shoe_parts import Layer, collar, finished, laces, outline, sole, thickness, tongue
from images.spec import Product
from images.surfaces import Surface, main, plain

_LAST = Last(
    (
        Round(0.014, 0.000, 0.985, 0.000, 0.70, 0.98, blunt=2.4),
        Round(0.000, 0.016, 1.000, 0.018, 0.70, 1.03, blunt=2.4),
        Round(0.002, 0.034, 0.968, 0.036, 0.58, 1.00, blunt=2.2),
        Round(0.012, 0.052, 0.850, 0.053, 0.36, 0.93, blunt=2.3),
        Round(0.024, 0.068, 0.715, 0.070, 0.26, 0.87, 0.14, 2.4),
        Round(0.032, 0.084, 0.585, 0.088, 0.22, 0.82, 0.16, 2.2),
        Round(0.034, 0.102, 0.480, 0.108, 0.21, 0.82, 0.17, 2.0),
        Round(0.026, 0.130, 0.425, 0.136, 0.20, 0.88, 0.19, 2.0),
        Round(0.016, 0.165, 0.415, 0.172, 0.19, 0.96, 0.20, 2.0),
    )
)
_COLLARS = {
    "low": [
        (0, 0.083),
        (0.012, 0.083),
        (0.045, 0.067),
        (0.08, 0.066),
        (0.105, 0.078),
        (0.122, 0.11),
        (0.132, 0.16),
    ],
    "high": [
        (0, 0.136),
        (0.012, 0.135),
        (0.045, 0.125),
        (0.085, 0.126),
        (0.105, 0.137),
        (0.118, 0.16),
        (0.13, 0.2),
    ],
}
"""Height of a sneaker -> top line behind the laces, (x, z) in metres."""
_THROAT = 0.182
"""Where the laces begin, in metres from the heel."""


def _opening(
    top: list[tuple[float, float]], gap: float = 0.0105
) -> Callable[[Floats, Floats, Floats], Floats]:
    def gone(x: Floats, y: Floats, z: Floats) -> Floats:
        over = z - np.where(x > top[-1][0], 1.0, line(top, x))
        end = np.clip((x - _THROAT + 0.012) / 0.012, 0, 2)
        slot = np.where(x > 0.09, gap * np.sqrt(np.maximum(1 - end**2, 0)) - y - 0.02 * (end >= 1), -0.05)
        return smooth_max(over, slot, 0.006)

    return gone


@cache
def _cut(height: str) -> Upper:
    return _LAST.cut(_opening(_COLLARS[height]))


@kind("sneaker", view=(-66, 22))
def sneaker(product: Product) -> list[Mesh]:
    """A single court shoe, its toe to the right."""
    high = product.shape["height"]
    upper = _cut(high)
    rubber = plain(contrast(product, product.paint), roughness=0.55)
    trim = plain(product.accent_paint, roughness=0.5)
    canvas = Canvas(upper, product.paint)
    canvas.pattern(product, step=0.017)
    _panels(canvas, product, cap=product.shape["toe"], rubber=rubber.color)
    _mark(canvas, product)
    skin = canvas.surface(main(product))
    lining = plain(shade(product.accent_paint, 0.75), roughness=0.9)
    lace = plain(contrast(product, product.paint), roughness=0.85)
    metal = plain("#c9ccd0", roughness=0.3, metallic=0.8)
    count, end, tip = {"low": (5, 0.066, 0.116), "high": (7, 0.093, 0.142)}[high]
    parts = [
        upper.mesh(skin),
        upper.lining(lining),
        collar(upper, [(0, 0.0036), (0.34, 0.0034), (0.45, 0.0016), (1, 0.0014)], lining),
        tongue(_LAST.front(0.068, tip, 0.021), main(product), rise=0.012),
        *laces(upper, list(np.linspace(0.015, end, count)), lace, metal),
    ]
    layers = _cup(product.shape["sole"], rubber.color, trim.color)
    below = sole(outline(_LAST), layers)
    return finished(parts, below, thickness(layers), spring=0.006, sunk=0.006)


def _panels(canvas: Canvas, product: Product, *, cap: str, rubber: str) -> None:
    """Toe cap, heel counter, the border of the laces."""
    accent, thread = product.accent_paint, contrast(product, product.paint)
    heel = canvas.x - 0.045 - 0.3 * (canvas.z - 0.03)
    canvas.fill(heel, accent, height=0.7)
    canvas.seam(heel)
    canvas.stitches(heel + 0.0028, canvas.z, dark(accent))
    front = 0.099 - canvas.x - 0.35 * (canvas.z - 0.06)
    border = np.maximum(canvas.down - 0.0155, front)
    canvas.fill(border, product.paint, height=0.68)
    canvas.seam(border)
    canvas.stitches(border + 0.0025, canvas.x + canvas.z, thread)
    toe = 0.82 * LENGTH - canvas.x - 4 * canvas.y**2
    match cap:
        case "plain":
            canvas.seam(toe)
            canvas.stitches(toe + 0.0028, canvas.y + canvas.z, thread)
        case "cap":
            canvas.fill(toe - 0.0035, accent, height=0.7)
            canvas.fill(toe, rubber, height=0.85)
        case other:
            raise KeyError(other)


def _mark(canvas: Canvas, product: Product) -> None:
    shape = side_mark(canvas, product.shape["side_mark"])
    if shape is None:
        return
    canvas.fill(shape - (0.0042 if product.pattern == "plain" else 0.0105), product.paint, height=0.55)
    canvas.fill(shape, product.accent_paint, height=0.8)
    canvas.seam(shape - 0.0006, width=0.0005)


def _cup(choice: str, rubber: str, accent: str) -> list[Layer]:
    white, stripe = plain(rubber, roughness=0.6), plain(accent, roughness=0.5)
    match choice:
        case "thin":
            return [
                Layer(stripe, [(0, 0.004), (1, 0.004)], 0.0035, lugs=(60, 0.001)),
                Layer(white, [(0, 0.016), (1, 0.013)], 0.0035, 0.003),
            ]
        case "thick":
            return [
                Layer(white, [(0, 0.007), (1, 0.007)], 0.006, lugs=(60, 0.0022)),
                Layer(white, [(0, 0.024), (1, 0.02)], 0.005, 0.004, grooves=3),
                Layer(stripe, [(0, 0.0045), (1, 0.0045)], 0.0052, 0.005),
                Layer(white, [(0, 0.009), (1, 0.008)], 0.004, 0.0035),
            ]
        case other:
            raise KeyError(other)


_RUNNING_LAST = Last(
    (
        Round(0.016, 0.000, 0.985, 0.000, 0.66, 0.97, blunt=2.2),
        Round(0.000, 0.016, 1.000, 0.016, 0.66, 1.02, blunt=2.2),
        Round(0.003, 0.034, 0.960, 0.033, 0.52, 0.98, blunt=2.1),
        Round(0.014, 0.052, 0.835, 0.050, 0.34, 0.92, blunt=2.2),
        Round(0.026, 0.068, 0.705, 0.067, 0.26, 0.86, 0.14, 2.4),
        Round(0.028, 0.084, 0.580, 0.086, 0.22, 0.81, 0.16, 2.2),
        Round(0.016, 0.102, 0.480, 0.108, 0.21, 0.80, 0.17, 2.0),
        Round(0.000, 0.130, 0.430, 0.136, 0.20, 0.84, 0.19, 2.0),
    )
)
_RUNNING_COLLAR = [
    (0, 0.096),
    (0.012, 0.092),
    (0.045, 0.068),
    (0.08, 0.066),
    (0.105, 0.078),
    (0.122, 0.11),
    (0.132, 0.16),
]


@cache
def _running_cut() -> Upper:
    return _RUNNING_LAST.cut(_opening(_RUNNING_COLLAR, gap=0.0095))


@kind("running_shoe", view=(-66, 20))
def running_shoe(product: Product) -> list[Mesh]:
    """A single running shoe, its toe to the right."""
    upper = _running_cut()
    foam = plain(contrast(product, product.paint), roughness=0.6)
    accent = plain(product.accent_paint, roughness=0.5)
    canvas = Canvas(upper, product.paint)
    canvas.pattern(product, step=0.015)
    _overlays(canvas, product)
    _mark(canvas, product)
    lining = plain(shade(product.accent_paint, 0.7), roughness=0.9)
    lace = plain(contrast(product, product.paint), roughness=0.85)
    metal = plain("#3a3c40", roughness=0.4)
    parts = [
        upper.mesh(canvas.surface(main(product))),
        upper.lining(lining),
        collar(upper, [(0, 0.0046), (0.3, 0.0044), (0.43, 0.0016), (1, 0.0012)], lining),
        tongue(_RUNNING_LAST.front(0.064, 0.118, 0.02), accent, rise=0.014),
        *laces(upper, list(np.linspace(0.015, 0.07, 6)), lace, metal),
        *_heel_tab(upper, product.shape["heel"], accent),
    ]
    layers = _foam(product.shape["sole"], foam.color, product)
    below = sole(outline(_RUNNING_LAST), layers)
    return finished(parts, below, thickness(layers), spring=0.015, sunk=0.004)


def _overlays(canvas: Canvas, product: Product) -> None:
    """Welded films: round the toe, at the heel, along the laces; and rows of holes on the toe."""
    accent = product.accent_paint
    guard = (
        canvas.z - 0.015 * np.clip((canvas.x - 0.15) / 0.05, -1, 1) - 0.35 * np.maximum(canvas.x - 0.235, 0)
    )
    heel = canvas.x - 0.03 - 0.028 * np.cos(canvas.z / 0.085 * np.pi) - 0.012
    laces_ = np.maximum(canvas.down - 0.0145, 0.1 - canvas.x - 0.35 * (canvas.z - 0.06))
    for shape, color in ((guard, accent), (heel, accent), (laces_, product.paint)):
        canvas.fill(shape, color, height=0.72)
        canvas.seam(shape, width=0.0005)
    holes = np.hypot(
        (canvas.x / 0.0062) % 1 - 0.5, (canvas.y / 0.0062 + 0.5 * (np.floor(canvas.x / 0.0062) % 2)) % 1 - 0.5
    )
    field = np.maximum(
        np.maximum(0.192 - canvas.x, canvas.x - 0.25), np.maximum(0.036 - canvas.z, 0.0145 - canvas.down)
    )
    canvas.fill(np.maximum(holes * 0.0062 - 0.0013, field), dark(product.paint), height=0.2)


def _foam(choice: str, foam: str, product: Product) -> list[Layer]:
    white = plain(foam, roughness=0.65)
    pale = channels(product.accent_paint).mean() > 0.72
    stripe = plain(product.paint if pale else product.accent_paint, roughness=0.5)
    tread = plain("#2b2c2f", roughness=0.7)
    match choice:
        case "thin":
            return [
                Layer(tread, [(0, 0.004), (1, 0.003)], 0.002, lugs=(44, 0.0022)),
                Layer(white, [(0, 0.017), (0.45, 0.013), (1, 0.009)], 0.004, 0.002, bulge=0.0015),
            ]
        case "thick":
            return [
                Layer(tread, [(0, 0.006), (1, 0.005)], 0.004, lugs=(36, 0.0035)),
                Layer(white, [(0, 0.021), (0.5, 0.02), (1, 0.016)], 0.008, 0.006, bulge=0.003),
                Layer(stripe, [(0, 0.007), (0.5, 0.004), (1, 0.003)], 0.006, 0.006, bulge=0.001),
                Layer(white, [(0, 0.019), (0.5, 0.017), (1, 0.013)], 0.006, 0.003, bulge=0.003),
            ]
        case "wedge":
            return [
                Layer(tread, [(0, 0.005), (1, 0.003)], 0.006, lugs=(36, 0.003)),
                Layer(white, [(0, 0.012), (0.4, 0.009), (1, 0.006)], 0.008, 0.006, bulge=0.001),
                Layer(stripe, [(0, 0.04), (0.25, 0.031), (0.72, 0), (1, 0)], 0.007, 0.0045, grooves=2),
                Layer(white, [(0, 0.009), (0.5, 0.008), (1, 0.006)], 0.004, 0.002),
            ]
        case other:
            raise KeyError(other)


def _heel_tab(upper: Upper, choice: str, surface: Surface) -> list[Mesh]:
    match choice:
        case "plain":
            return []
        case "tab":
            x, _, z = upper.top[-1]
            loop = [(x - 0.0035, 0, z - 0.034), (x - 0.005, 0, z - 0.012), (x - 0.012, 0, z + 0.008)]
            loop += [
                (x - 0.013, 0, z + 0.015),
                (x - 0.004, 0, z + 0.019),
                (x + 0.005, 0, z + 0.008),
                (x + 0.004, 0, z - 0.02),
            ]
            return [
                sweep(spline(loop, 30), rounded_rectangle(0.022, 0.0032, 0.0013, 3), surface, up=(-1, 0, 0))
            ]
        case other:
            raise KeyError(other)
