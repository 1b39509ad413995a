"""Hammers, laid on the table: the head to the right, the handle to the left."""

from dataclasses import replace

import numpy as np

from images.geometry import Floats, Mesh, ball, box, fillet, lathe, spline
from images.kinds.office_parts import DARK, FORGED, STEEL, limb, overprint, spun, trim
from images.kinds.packs import standing
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain

_LENGTH = 0.27
"""Of the handle, from its tail at x = 0 to the top of the head."""
_HEAD = 0.252
"""Where the middle of the head is."""
_HANDLES = {
    "straight": ([0, 0, 0, 0, 0], [0.0125, 0.0145, 0.013, 0.0125, 0.0115]),
    "curved": ([-0.02, -0.002, 0.011, 0.006, 0], [0.017, 0.0165, 0.0105, 0.014, 0.0115]),
}
"""Shape of the handle -> at equal distances from tail to head: how far it lies aside, half its width."""
_GRIPS = {"none": 0.0, "half": 0.5, "ringed": 0.42}
"""Grip -> share of the handle that it covers from the tail."""


@kind("hammer", view=(-80, 50))
def hammer(product: Product) -> list[Mesh]:
    """A hammer that lies on its side."""
    steel = replace(main(product)) if product.material == "stainless_steel" else FORGED
    parts = [*_handle(product), *_head(product.shape["head"], steel)]
    centred = [part.moved(x=-0.15) for part in parts]
    return standing(spun(centred, 24))


def _handle(product: Product) -> list[Mesh]:
    aside, widths = _HANDLES[product.shape["handle"]]
    covered = _GRIPS[product.shape["grip"]]
    at = np.linspace(0, 1, 5)
    side, width = spline(np.column_stack([at, aside]), 90), spline(np.column_stack([at, widths]), 90)
    x = side[:, 0] * _LENGTH
    line = np.column_stack([x, side[:, 1], 0 * x])
    end = np.sqrt(np.clip(1 - (1 - x / 0.008).clip(0, 1) ** 2, 0.02, 1))
    half = np.column_stack([width[:, 1] * end, (width[:, 1] * 0.78).clip(0.0105) * end])
    visible = np.clip((side[:, 0] - covered) / (0.86 - covered), 0, 1)
    surface = overprint(product, aspect=0.08 / (0.232 * (1 - covered)), repeats=3)
    wood = limb(line, half, surface, along=visible)
    wedge = box(0.002, 0.003, 0.014, STEEL, radius=0.0006).moved(x=_LENGTH)
    return [wood, wedge, *_grip(product, line, half)]


def _grip(product: Product, line: Floats, half: Floats) -> list[Mesh]:
    own = product.material == "rubber"  # a handle that is rubber all over has a sleeve of its own colour
    rubber = plain(product.paint if own else product.accent_paint, roughness=0.72)
    share = line[:, 0] / _LENGTH
    match product.shape["grip"]:
        case "none":
            return []
        case "half":
            part = share < 0.5
            x = line[part, 0]
            swell = 1.16 + 0.05 * np.cos(x * 2 * np.pi / 0.022)
            shaped = line[part] - [0.002, 0, 0]
            sleeve = limb(shaped, half[part] * swell[:, None], rubber, power=2.8)
            rim = shaped[-1] + np.array([[-0.003, 0, 0], [0, 0, 0], [0.003, 0, 0]])
            collar = limb(
                rim, np.array([[1.22], [1.3], [1.22]]) * half[part][-1], trim(product) if own else DARK
            )
            return [sleeve, collar]
        case "ringed":
            made = []
            for middle in (0.024, 0.041, 0.058, 0.075, 0.092, 0.109):
                x = middle + np.linspace(-0.007, 0.007, 13)
                bulge = 0.97 + 0.3 * np.sqrt(np.clip(1 - ((x - middle) / 0.0072) ** 2, 0, 1))
                path = np.column_stack([x, np.interp(x, line[:, 0], line[:, 1]), 0 * x])
                around = np.column_stack([np.interp(x, line[:, 0], half[:, k]) for k in (0, 1)])
                made.append(limb(path, around * bulge[:, None], trim(product)))
            return made
        case other:
            raise KeyError(other)


def _poll(length: float, radius: float, surface: Surface) -> list[Mesh]:
    """The striking face on a neck, towards -y from y = 0."""
    neck = [(radius * 0.9, 0), (radius * 0.68, length * 0.35), (radius * 0.7, length * 0.5)]
    face = [(radius, length * 0.62), (radius, length * 0.94), (radius * 0.88, length), (0, length)]
    profile = fillet([*neck, *face], 0.003, 5)
    shine = lathe([(radius * 0.84, length + 0.0003), (0, length + 0.0006)], STEEL, segments=48)
    return [part.turned("x", 90) for part in (lathe(profile, surface, segments=48), shine)]


def _head(name: str, steel: Surface) -> list[Mesh]:
    match name:
        case "claw":
            eye = box(0.03, 0.036, 0.03, steel, radius=0.006)
            parts = [eye, *(part.moved(y=-0.015) for part in _poll(0.042, 0.0155, steel)), *_claw(steel)]
        case "ball":
            eye = box(0.03, 0.036, 0.03, steel, radius=0.008)
            neck = lathe(fillet([(0.0145, 0), (0.009, 0.01), (0.0125, 0.022), (0, 0.022)], 0.003, 5), steel)
            peen = ball(0.0182, steel).moved(y=0.045)
            poll = [part.moved(y=-0.015) for part in _poll(0.04, 0.0165, steel)]
            parts = [eye, neck.turned("x", -90).moved(y=0.014), peen, *poll]
        case "square":
            block = box(0.042, 0.11, 0.04, steel, radius=0.0045)
            faces = [
                box(0.034, 0.002, 0.032, STEEL, radius=0.0008).moved(y=side * 0.0552) for side in (-1, 1)
            ]
            parts = [
                block,
                *faces,
                *(box(0.0424, 0.003, 0.0404, DARK, radius=0.001).moved(y=y) for y in (-0.04, 0.04)),
            ]
        case other:
            raise KeyError(other)
    return [part.moved(x=_HEAD) for part in parts]


def _claw(steel: Surface) -> list[Mesh]:
    """Two prongs that part and bend towards the handle."""
    share = np.linspace(0, 1, 40)
    made = []
    for side in (-1, 1):
        y = 0.01 + 0.062 * share
        x = 0.004 - 0.04 * share**2.2
        z = side * (0.0074 + 0.0035 * share)
        half = np.column_stack([0.0125 - 0.0095 * share**0.9, 0.0072 - 0.0022 * share])
        # a limb runs along x: the prong is built so and then turned to run along y
        bent = limb(np.column_stack([y, -x, z]), half, steel, power=3.2, sides=28)
        made.append(bent.turned("z", 90))
    return made
