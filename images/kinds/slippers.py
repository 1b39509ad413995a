"""Slippers for the house."""

from functools import cache

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, resample, tube
from images.kinds.registry import kind
from images.kinds.shoe_last import LENGTH, Last, Opening, Round, Upper, both_sides, smooth_max
from images.kinds.shoe_paint import Canvas, contrast
from images.kinds.shoe_parts import Layer, finished, outline, pair, sole, thickness
from images.spec import Product
from images.surfaces import Surface, main, material, plain

_LAST = Last(
    (
        Round(0.012, 0.000, 0.988, 0.000, 0.70, 1.04, blunt=2.4),
        Round(0.000, 0.016, 1.000, 0.018, 0.70, 1.09, blunt=2.4),
        Round(0.002, 0.034, 0.970, 0.036, 0.58, 1.06, blunt=2.3),
        Round(0.010, 0.052, 0.860, 0.054, 0.38, 1.00, blunt=2.5),
        Round(0.020, 0.066, 0.700, 0.068, 0.26, 0.94, 0.14, 2.8),
        Round(0.024, 0.078, 0.560, 0.082, 0.20, 0.92, 0.15, 2.6),
        Round(0.024, 0.092, 0.460, 0.096, 0.18, 0.90, 0.16, 2.4),
    )
)


def _opening(back: str) -> Opening:
    def open_back(x: Floats, y: Floats, z: Floats) -> Floats:
        return 0.375 * LENGTH + 0.62 * z - 4 * y**2 - x

    def closed_back(x: Floats, y: Floats, z: Floats) -> Floats:
        over = z - np.where(x < 0.15, 0.052 - 0.006 * np.sin(np.clip(x / 0.15, 0, 1) * np.pi), 1.0)
        end = np.clip((x - 0.1) / 0.056, 0, 2)
        throat = 0.026 * np.sqrt(np.maximum(1 - end**2, 0)) - y - 0.02 * (end >= 1)
        return smooth_max(over, np.where(x > 0.09, throat, -0.05), 0.01)

    match back:
        case "open":
            return open_back
        case "closed":
            return closed_back
        case other:
            raise KeyError(other)


def _toe_hole(x: Floats, y: Floats, z: Floats) -> Floats:
    """Above 0 where the toes look out."""
    return x - 0.845 * LENGTH + 6 * y**2 - 0.25 * z


@cache
def _cut(back: str, toe: str) -> Upper:
    match toe:
        case "closed":
            hole = None
        case "open":
            hole = _toe_hole
        case other:
            raise KeyError(other)
    return _LAST.cut(_opening(back), hole)


@kind("slipper", view=(-48, 30))
def slipper(product: Product) -> list[Mesh]:
    """A pair of slippers, their toes to the right."""
    shape = product.shape
    upper = _cut(shape["back"], shape["toe"])
    canvas = Canvas(upper, product.paint)
    canvas.pattern(product, step=0.022)
    if shape["back"] == "closed":
        heel = canvas.x - 0.04 - 0.3 * canvas.z
        canvas.seam(heel)
        canvas.stitches(heel + 0.0028, canvas.z, contrast(product, product.paint))
    inside = plain(shade(product.accent_paint, 0.92), roughness=0.95)
    skin = main(product)
    parts = [upper.mesh(canvas.surface(skin)), upper.lining(inside, 0.004), *_trim(product, upper)]
    if shape["toe"] == "open":
        front = both_sides(upper.half[:1])[0]
        front = front[
            np.abs(np.arange(len(front)) - len(front) // 2) > len(front) // 2 - _lifted(upper.half[0])
        ]
        front = np.roll(front, len(front) // 2, 0)
        parts.append(tube(resample(front, 50), 0.0026, plain(product.accent_paint, roughness=0.8), sides=10))
    layers = _layers(product)
    below = sole(outline(_LAST, 140), layers, footbed=material("wool", shade(product.accent_paint, 0.95)))
    return pair(finished(parts, below, thickness(layers), spring=0.005, sunk=0.0015), apart=0.066)


def _lifted(row: Floats) -> int:
    """How many points from the toe on a line stays off the sole."""
    return int(np.argmax(row[:, 2] < 0.002)) or len(row)


def _rim(upper: Upper) -> tuple[Floats, bool]:
    """The top line as far as it is off the sole, and whether it closes."""
    loop = both_sides(upper.half[-1:])[0]
    off = loop[:, 2] > 0.006
    if off.all():
        return resample(loop, 141)[:-1], True
    start = len(loop) - int(np.argmax(~off[::-1]))
    path = np.vstack([loop[start:-1], loop[: int(np.argmax(~off))]])
    return resample(path, 90), False


def _trim(product: Product, upper: Upper) -> list[Mesh]:
    line, closed = _rim(upper)
    match product.shape["trim"]:
        case "none":
            return [
                tube(line, 0.0026, plain(shade(product.paint, 0.72), roughness=0.85), sides=10, closed=closed)
            ]
        case "band":
            return _band(line, plain(product.accent_paint, roughness=0.8), closed=closed)
        case "fur":
            return _fur(line, closed=closed)
        case other:
            raise KeyError(other)


def _band(line: Floats, surface: Surface, *, closed: bool) -> list[Mesh]:
    """A broad padded border with ribs."""
    ribs = 1 + 0.1 * np.sin(np.arange(len(line)) * np.pi * 0.8)
    return [tube(line, 0.0085, surface, sides=14, closed=closed, scale=ribs)]


def _fur(line: Floats, *, closed: bool) -> list[Mesh]:
    """A roll with hairs on it."""
    random = np.random.RandomState(5)
    core = tube(
        line,
        0.0095,
        plain("#e9dfcc", roughness=1.0),
        sides=10,
        closed=closed,
        scale=1 + 0.12 * random.rand(len(line)),
    )
    count = 2600
    return [core, _hairs(core, count, random)]


def _hairs(core: Mesh, count: int, random: np.random.RandomState) -> Mesh:
    """Thin pointed blades that stand on a mesh in all directions."""
    pick = random.randint(0, len(core.vertices), count)
    root, normal = core.vertices[pick], core.normals[pick]
    lean = normal + 0.75 * random.randn(count, 3)
    lean[:, 2] -= 0.15
    lean /= np.linalg.norm(lean, axis=1, keepdims=True)
    wide = np.cross(lean, random.randn(count, 3))
    wide /= np.linalg.norm(wide, axis=1, keepdims=True)
    root = root + 0.002 * random.randn(count, 3)
    length = 0.006 + 0.006 * random.rand(count, 1)
    tip = root + lean * length
    vertices = np.concatenate([root - wide * 0.0007, root + wide * 0.0007, tip])
    index = np.arange(count)
    faces = np.stack([index, index + count, index + 2 * count], -1)
    return Mesh(
        vertices, faces, np.zeros((3 * count, 2)), core.surface, np.concatenate([normal, normal, normal])
    )


def _layers(product: Product) -> list[Layer]:
    rubber = plain("#3a3b3f" if product.color not in ("black", "grey") else "#a58a66", roughness=0.75)
    foam = plain("#efe8da" if product.color not in ("cream", "beige") else "#8d7a63", roughness=0.8)
    rim = plain(product.accent_paint, roughness=0.8)
    match product.shape["sole"]:
        case "thin":
            return [
                Layer(rubber, [(0, 0.006), (1, 0.006)], 0.0025),
                Layer(rim, [(0, 0.0045), (1, 0.0045)], 0.004),
            ]
        case "thick":
            return [
                Layer(rubber, [(0, 0.007), (1, 0.006)], 0.005, lugs=(48, 0.002)),
                Layer(foam, [(0, 0.026), (1, 0.02)], 0.006, 0.004, bulge=0.002, grooves=2),
                Layer(rim, [(0, 0.0045), (1, 0.0045)], 0.005),
            ]
        case other:
            raise KeyError(other)
