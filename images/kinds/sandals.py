"""Sandals."""

from functools import cache

import numpy as np

from images.colors import shade
from images.geometry import Floats, Mesh, box, cylinder, rounded_rectangle, sheet, tube
from images.kinds.registry import kind
from images.kinds.shoe_last import Arch, Last, Round
from images.kinds.shoe_paint import contrast
from images.kinds.shoe_parts import Layer, band, finished, on_vamp, outline, pair, sole, straight, thickness
from images.spec import Product
from images.surfaces import Surface, material, patterned, plain

_LAST = Last(
    (
        Round(0.012, 0.000, 0.988, 0.000, 0.74, 1.02, blunt=2.5),
        Round(0.004, 0.014, 1.000, 0.014, 0.74, 1.06, blunt=2.5),
        Round(0.008, 0.030, 0.970, 0.030, 0.60, 1.02, blunt=2.3),
        Round(0.020, 0.044, 0.880, 0.044, 0.42, 0.95, blunt=2.5),
        Round(0.030, 0.056, 0.730, 0.056, 0.30, 0.90, 0.14, 2.9),
        Round(0.034, 0.068, 0.590, 0.068, 0.22, 0.86, 0.15, 2.9),
        Round(0.032, 0.079, 0.470, 0.079, 0.16, 0.82, 0.16, 2.8),
    )
)


@cache
def _arch() -> Arch:
    return Arch(_LAST, 0.45, 0.95)


@kind("sandal", view=(-48, 30))
def sandal(product: Product) -> list[Mesh]:
    """A pair of sandals, their toes to the right."""
    straps, places = _straps(product)
    metal = plain("#c9a24a" if product.accent == "gold" else "#c9ccd0", roughness=0.22, metallic=0.85)
    count = {"none": 0, "one": 1, "two": 2}[product.shape["buckle"]]
    upper = list(straps)
    for place in places[:count]:
        upper += _buckle(*place, plain(product.accent_paint, roughness=0.5), metal)
    layers = _layers(product)
    footbed = material("suede", "#b9946a" if product.color not in ("beige", "brown") else "#5b4332")
    below = sole(outline(_LAST, 150), layers, footbed=footbed)
    return pair(finished(upper, below, thickness(layers), spring=0.006), apart=0.064)


def _straps(product: Product) -> tuple[list[Mesh], list[tuple[float, float, float]]]:
    """Straps, and where a buckle may sit: x, width of the strap, its skew."""
    arch = _arch()
    skin = patterned(product, 20, aspect=5)
    edge = plain(shade(product.paint, 0.6), roughness=0.7)
    match product.shape["straps"]:
        case "two":
            spans = [(0.132, 0.172, 0.0), (0.19, 0.236, 0.0)]
        case "three":
            spans = [(0.134, 0.157, 0.0), (0.177, 0.2, 0.0), (0.22, 0.243, 0.0)]
        case "crossed":
            spans = [(0.173, 0.209, 0.034), (0.173, 0.209, -0.034)]
        case other:
            raise KeyError(other)
    made = []
    for rear, front, skew in spans:
        x, sides = straight(rear, front, 1.02, skew=skew)
        out = 0.001 + (0.003 if skew < 0 else 0)
        strap = band(arch, x, sides, skin, out=out, thick=0.0032)
        made.append(strap)
        for row in (0, -1):
            made.append(tube(arch.at(x[row], sides[row], out + 0.0016), 0.0019, edge, sides=6))
        thread = arch.at(x[0] + 0.004, sides[0], out + 0.0034)
        made += _stitched(thread, product)
        made += _stitched(arch.at(x[-1] - 0.004, sides[-1], out + 0.0034), product)
    if product.shape["straps"] == "three":
        made += _sling(skin)
    places = [((rear + front) / 2, front - rear, skew) for rear, front, skew in reversed(spans)]
    return made, places


def _sling(skin: Surface) -> list[Mesh]:
    """A strap round the heel, from the rear strap."""
    turn = np.linspace(0.42, 1, 60) * np.pi
    rows = []
    for height in np.linspace(0.036, 0.054, 5):
        ring = _LAST.points(turn, np.array([height / 0.079]))[0]
        ring[:, 2] = height + 0.008 * np.clip((0.1 - ring[:, 0]) / 0.1, 0, 1)
        rows.append(ring)
    half = np.array(rows)
    whole = np.concatenate([half * np.array([1, -1, 1]), half[:, -2::-1]], 1)
    return [sheet(whole, skin, thickness=-0.003)]


def _stitched(line: Floats, product: Product) -> list[Mesh]:
    thread = plain(contrast(product, product.paint), roughness=0.8)
    return [tube(line[start : start + 2], 0.0006, thread, sides=4, caps=False) for start in range(1, 39, 2)]


def _buckle(x: float, width: float, skew: float, trim: Surface, metal: Surface) -> list[Mesh]:
    """A frame with its pin, and the tail of the strap with its holes."""
    arch, side = _arch(), -0.42
    lift = 0.0042 + (0.003 if skew < 0 else 0)
    frame = rounded_rectangle(width + 0.007, 0.021, 0.004, 4)
    loop = np.column_stack([frame, np.full(len(frame), 0.0035)])
    parts = [
        tube(loop, 0.0017, metal, sides=8, closed=True),
        tube(np.array([[0, -0.0105, 0.0045], [0, 0.0, 0.0056], [0, 0.0125, 0.0048]]), 0.0012, metal, sides=8),
        box(width * 0.86, 0.007, 0.0035, trim, radius=0.001, steps=2).moved(y=0.022, z=0.0022),
    ]
    place = x + skew * side
    made = [on_vamp(part, arch, place, side, out=lift) for part in parts]
    tail = np.linspace(side - 0.06, 0.28, 22)
    half = width * 0.4 * np.minimum(1, np.sqrt(np.clip((0.28 - tail) / 0.1, 0, 1)) + 0.02)
    rows = place + skew * (tail - side) + np.linspace(-1, 1, 5)[:, None] * half[None]
    made.append(band(arch, rows, np.broadcast_to(tail, rows.shape), trim, out=lift, thick=0.0022))
    hole = cylinder(0.0019, 0.0006, plain("#1c1c1e", roughness=0.9))
    for at in (side + 0.32, side + 0.44, side + 0.56):
        made.append(on_vamp(hole, arch, x + skew * at, at, out=lift + 0.0021))
    return made


def _layers(product: Product) -> list[Layer]:
    rubber = plain("#2a2b2e" if product.color not in ("black", "navy") else "#7b5f43", roughness=0.7)
    tread = Layer(rubber, [(0, 0.006), (1, 0.006)], 0.004, lugs=(54, 0.0016))
    cork = plain("#b78d5d" if product.color not in ("beige", "brown") else "#d9bd92", roughness=0.85)
    rim = plain(product.accent_paint, roughness=0.6)
    match product.shape["heel"]:
        case "flat":
            return [
                tread,
                Layer(cork, [(0, 0.015), (1, 0.012)], 0.0035, 0.004),
                Layer(rim, [(0, 0.004), (1, 0.004)], 0.005),
            ]
        case "wedge":
            rise = [(0, 0.066), (0.2, 0.06), (0.45, 0.038), (0.72, 0.015), (1, 0.012)]
            return [
                tread,
                Layer(cork, rise, 0.003, 0.004, grooves=3),
                Layer(rim, [(0, 0.004), (1, 0.004)], 0.005),
            ]
        case other:
            raise KeyError(other)
