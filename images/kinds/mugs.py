"""Mugs: the example to follow for other kinds."""

import numpy as np

from images.geometry import Mesh, fillet, lathe, rounded_rectangle, spline, sweep
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import main, material, patterned

_RADIUS = 0.041
_WALLS = {
    "straight": [(0, 0), (0.036, 0), (0.041, 0.005), (0.041, 0.1)],
    "taper": [(0, 0), (0.028, 0), (0.031, 0.005), (0.045, 0.1)],
    "barrel": [(0, 0), (0.031, 0), (0.035, 0.006), (0.047, 0.045), (0.037, 0.1)],
    "tall": [(0, 0), (0.031, 0), (0.034, 0.006), (0.038, 0.125)],
}
"""Shape of the body -> corners of its outer profile, (radius, z) in metres."""


@kind("mug", view=(-72, 20))
def mug(product: Product) -> list[Mesh]:
    """A mug with its handle to the right."""
    corners = _WALLS[product.shape["body"]]
    rim, height = corners[-1]
    outer = fillet(corners, [0, 0.004, 0.006, 0.05, 0][: len(corners)], 10)
    lip = fillet(
        [
            (rim, height),
            (rim - 0.0005, height + 0.002),
            (rim - 0.003, height + 0.002),
            (rim - 0.0035, height),
        ],
        0.0015,
        6,
    )
    cavity = fillet(
        [(rim - 0.0035, height), (corners[2][0] - 0.004, 0.012), (corners[2][0] - 0.012, 0.006), (0, 0.006)],
        0.006,
        10,
    )
    inside = material(product.material, "#f3efe4") if product.material == "porcelain" else main(product)
    body = lathe(outer, patterned(product, 10, aspect=2.6), by_height=True)
    return [
        part.turned("z", -28)
        for part in (body, lathe(np.vstack([lip, cavity]), inside), _handle(product, outer, height))
    ]


def _handle(product: Product, outer: np.ndarray, height: float) -> Mesh:
    def wall(z: float) -> float:
        return float(np.interp(z, outer[:, 1], outer[:, 0])) - 0.004

    top, low = height * 0.84, height * 0.2
    match product.shape["handle"]:
        case "c":
            path = [
                (wall(top), 0, top),
                (0.057, 0, top + 0.004),
                (0.071, 0, height * 0.66),
                (0.071, 0, height * 0.42),
            ]
            path += [(0.055, 0, low + 0.002), (wall(low), 0, low + 0.004)]
        case "d":
            path = [
                (wall(top), 0, top),
                (0.063, 0, top + 0.001),
                (0.07, 0, top - 0.008),
                (0.066, 0, height * 0.5),
            ]
            path += [(0.051, 0, low + 0.006), (wall(low), 0, low)]
        case "ring":
            turn = np.radians(np.linspace(100, -100, 9))
            path = np.column_stack(
                [0.047 + 0.026 * np.cos(turn), 0 * turn, height * 0.52 + 0.03 * np.sin(turn)]
            )
        case other:
            raise KeyError(other)
    return sweep(spline(path, 60), rounded_rectangle(0.015, 0.0085, 0.0042), main(product), up=(0, 1, 0))
