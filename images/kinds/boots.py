"""Boots, from the ankle to below the knee."""

from dataclasses import replace
from functools import cache

import numpy as np

from images.geometry import Floats, Mesh, box, ring, rounded_rectangle, spline, sweep
from images.kinds.registry import kind
from images.kinds.shoe_last import LENGTH, Last, Opening, Round, Upper, smooth_max
from images.kinds.shoe_paint import Canvas, contrast, dark
from images.kinds.shoe_parts import Heights, Layer, collar, finished, laces, outline, sole, thickness, tongue
from images.spec import Product
from images.surfaces import Surface, main, plain

_LAST = Last(
    (
        Round(0.014, 0.000, 0.985, 0.000, 0.68, 0.97, blunt=2.3),
        Round(0.000, 0.016, 1.000, 0.018, 0.68, 1.01, blunt=2.3),
        Round(0.002, 0.034, 0.968, 0.036, 0.56, 0.98, blunt=2.2),
        Round(0.010, 0.052, 0.850, 0.053, 0.38, 0.93, blunt=2.3),
        Round(0.020, 0.068, 0.715, 0.070, 0.28, 0.88, 0.14, 2.4),
        Round(0.026, 0.086, 0.585, 0.090, 0.24, 0.86, 0.16, 2.2),
        Round(0.024, 0.108, 0.490, 0.112, 0.22, 0.88, 0.18, 2.0),
        Round(0.010, 0.140, 0.440, 0.144, 0.21, 0.98, 0.20, 2.0),
        Round(-0.008, 0.180, 0.430, 0.184, 0.20, 1.08, 0.21, 2.0),
        Round(-0.034, 0.230, 0.435, 0.234, 0.20, 1.22, 0.23, 2.0),
        Round(-0.060, 0.290, 0.445, 0.294, 0.19, 1.38, 0.25, 2.0),
        Round(-0.066, 0.345, 0.452, 0.349, 0.19, 1.46, 0.26, 2.0),
        Round(-0.062, 0.400, 0.455, 0.404, 0.19, 1.48, 0.26, 2.0),
    )
)
_TOPS = {"ankle": 0.122, "middle": 0.205, "high": 0.345}
"""Shaft -> height of its top over the feather line, in metres."""
_THROAT = 0.178
_SIDE = 0.3
"""Where zips and elastic are, as a share of the length: seen from the front too."""


@kind("boot", view=(-60, 16))
def boot(product: Product) -> list[Mesh]:
    """A single boot, its toe to the right."""
    top = _TOPS[product.shape["shaft"]]
    closure = product.shape["closure"]
    upper = _cut(top, slot=closure == "laces")
    skin = main(product)
    if product.material == "rubber":
        skin = replace(skin, roughness=0.3, clearcoat=0.3)
    canvas = Canvas(upper, product.paint)
    canvas.pattern(product, step=0.022 if top < 0.2 else 0.028)
    _seams(canvas, product)
    lining = plain(dark(product.accent_paint), roughness=0.9)
    metal = plain(
        "#b9a06a" if product.color in ("brown", "beige", "maroon") else "#c9ccd0",
        roughness=0.3,
        metallic=0.85,
    )
    match closure:
        case "laces":
            parts = _laced(upper, top, product, metal)
        case "zip":
            parts = _zipped(canvas, upper, top, product)
        case "pull":
            parts = _pulled(canvas, upper, top, product)
        case other:
            raise KeyError(other)
    parts += [
        upper.mesh(canvas.surface(skin)),
        upper.lining(lining),
        collar(
            upper,
            [(0, 0.0032), (0.4, 0.0032), (0.47, 0.002), (1, 0.0015)],
            plain(product.accent_paint, roughness=0.6),
        ),
    ]
    layers, under, heel = _sole(product.shape["sole"], product)
    loop = outline(_LAST)
    below = sole(loop, layers, under=under)
    if heel:
        below += sole(loop[loop[:, 0] < 0.27 * LENGTH], heel)
    return finished(parts, below, thickness(layers, under), spring=0.008, sunk=0.002)


@cache
def _cut(top: float, *, slot: bool) -> Upper:
    return _LAST.cut(_opening(top, slot=slot))


def _opening(top: float, *, slot: bool) -> Opening:
    def gone(x: Floats, y: Floats, z: Floats) -> Floats:
        dip = 0.012 * np.clip((x / LENGTH - 0.02) / 0.4, 0, 1)
        over = z - top - dip
        if not slot:
            return over
        end = np.clip((x - _THROAT + 0.012) / 0.012, 0, 2)
        gap = 0.0095 * np.sqrt(np.maximum(1 - end**2, 0)) - y - 0.02 * (end >= 1)
        return smooth_max(over, np.where(x > 0.3 * LENGTH, gap, -0.05), 0.004)

    return gone


def _seams(canvas: Canvas, product: Product) -> None:
    """The vamp's edge, the counter at the heel, the seam along the sole."""
    thread = contrast(product, product.paint) if product.material != "rubber" else dark(product.paint)
    vamp = np.hypot(canvas.x - 0.43 * LENGTH, (canvas.z - 0.002) * 1.2) - 0.07
    behind = np.maximum(canvas.x - 0.62 * LENGTH, canvas.z - 0.1)
    canvas.seam(vamp, behind)
    canvas.stitches(vamp - 0.0025, canvas.z, thread, behind)
    counter = np.hypot(canvas.x, (canvas.z - 0.005) * 0.85) - 0.046
    canvas.seam(counter)
    canvas.stitches(counter + 0.0025, canvas.x - canvas.z, thread)
    canvas.stitches(canvas.z - 0.006, canvas.x, thread, 0.2 * LENGTH - canvas.x)
    back = canvas.x - canvas.x.min() - 0.001
    canvas.seam(back + 0 * canvas.z, width=0.0004)


def _laced(upper: Upper, top: float, product: Product, metal: Surface) -> list[Mesh]:
    lace = plain(contrast(product, product.paint), roughness=0.85)
    count = {"ankle": 5, "middle": 7, "high": 10}[product.shape["shaft"]]
    eyelets = np.linspace(0.016, upper.reach(top - 0.012), count)
    strip = _LAST.front(0.068, top + 0.012, 0.019, rows=40)
    return [
        *laces(upper, list(eyelets), lace, metal),
        tongue(strip, plain(dark(product.accent_paint), roughness=0.8), rise=0.012),
    ]


def _zipped(canvas: Canvas, upper: Upper, top: float, product: Product) -> list[Mesh]:
    """A zip on either side, from the sole to the top; the puller hangs at its upper end."""
    middle = (_SIDE + 0.07 * np.clip(0.08 - canvas.z, 0, 1) / 0.08) * LENGTH
    tape = np.maximum(np.abs(canvas.x - middle) - 0.0095, 0.012 - canvas.z)
    canvas.fill(tape - 0.003, product.accent_paint, height=0.72)
    canvas.fill(tape, "#1d1e20", height=0.3)
    canvas.seam(tape - 0.003)
    teeth = np.maximum(np.abs(canvas.x - middle) - 0.0036, 0.014 - canvas.z)
    canvas.fill(teeth, "#8f9398", height=0.7)
    canvas.fill(
        np.maximum(teeth, np.abs((canvas.z / 0.0046) % 1 - 0.5) * 0.0046 - 0.0008), "#d5d8db", height=0.95
    )
    silver = plain("#c9ccd0", roughness=0.25, metallic=0.85)
    pull = plain(product.accent_paint, roughness=0.5)
    z = top - 0.012
    made = []
    for side in (-1, 1):
        x, y, _ = upper.side(_SIDE * LENGTH, z)
        made += [
            box(0.011, 0.004, 0.012, silver, radius=0.0018, steps=2).moved(x, side * (y + 0.002), z),
            ring(0.0045, 0.0011, silver, segments=20, sides=6)
            .turned("x", 90)
            .moved(x, side * (y + 0.005), z - 0.009),
            box(0.0085, 0.003, 0.026, pull, radius=0.0014, steps=2).moved(x, side * (y + 0.0055), z - 0.025),
        ]
    return made


def _pulled(canvas: Canvas, upper: Upper, top: float, product: Product) -> list[Mesh]:
    """Elastic on either side, and a loop at the back to pull by."""
    deep = 0.045 if top < 0.2 else top - 0.1
    part = np.clip((canvas.z - deep) / (top - deep), 0, 1)
    gore = np.abs(canvas.x - (_SIDE - 0.04) * LENGTH) - 0.012 - 0.012 * part**0.8
    gore = np.maximum(gore, deep - canvas.z + 60 * (canvas.x - (_SIDE - 0.04) * LENGTH) ** 2)
    canvas.fill(gore, product.accent_paint, height=0.35)
    ribs = np.abs((canvas.x / 0.0036) % 1 - 0.5) * 0.0036 - 0.0007
    canvas.fill(np.maximum(gore, ribs), dark(product.accent_paint), height=0.1)
    canvas.seam(gore)
    canvas.stitches(gore - 0.0026, canvas.z + canvas.x, contrast(product, product.paint))
    strap = plain(product.accent_paint, roughness=0.6)
    x, _, z = upper.top[-1]
    front = upper.top[0]
    made = []
    for place, out in (((x, z), -1), ((front[0], front[2]), 1)):
        loop = [
            (0.002, -0.04),
            (0.004, -0.012),
            (0.008, 0.008),
            (0.006, 0.021),
            (-0.003, 0.02),
            (-0.006, 0.002),
            (-0.005, -0.022),
        ]
        path = [(place[0] + out * a, 0, place[1] + b) for a, b in loop]
        made.append(sweep(spline(path, 30), rounded_rectangle(0.02, 0.003, 0.0014, 3), strap, up=(out, 0, 0)))
    return made


def _sole(choice: str, product: Product) -> tuple[list[Layer], Heights, list[Layer]]:
    """Layers under the whole foot, the height of their lower side over the ground, layers of the heel."""
    tread = plain("#27282b" if product.color != "black" else "#3a3b3f", roughness=0.65)
    leather = plain("#8a5f3c" if product.color not in ("brown", "beige") else "#3a2a20", roughness=0.45)
    welt = plain(product.accent_paint, roughness=0.5)
    match choice:
        case "flat":
            return (
                [
                    Layer(tread, [(0, 0.009), (1, 0.007)], 0.003),
                    Layer(welt, [(0, 0.004), (1, 0.004)], 0.0045),
                ],
                [(0, 0)],
                [],
            )
        case "block":
            under = [(0, 0.052), (0.24, 0.05), (0.34, 0.04), (0.5, 0.014), (0.64, 0.0015), (0.72, 0), (1, 0)]
            heel = [
                Layer(tread, [(0, 0.006)], -0.001),
                Layer(leather, [(0, 0.0455)], -0.001, 0.001, grooves=3),
            ]
            return (
                [
                    Layer(leather, [(0, 0.005), (1, 0.005)], 0.003),
                    Layer(welt, [(0, 0.003), (1, 0.003)], 0.004),
                ],
                under,
                heel,
            )
        case "lug":
            under = [(0, 0.012), (0.27, 0.012), (0.36, 0.004), (0.42, 0), (1, 0)]
            heel = [Layer(tread, [(0, 0.0125)], 0.005, lugs=(7, 0.006))]
            return (
                [
                    Layer(tread, [(0, 0.016), (1, 0.016)], 0.006, lugs=(30, 0.0065)),
                    Layer(tread, [(0, 0.011), (1, 0.01)], 0.006, 0.005),
                    Layer(welt, [(0, 0.0045), (1, 0.0045)], 0.006),
                ],
                under,
                heel,
            )
        case other:
            raise KeyError(other)
