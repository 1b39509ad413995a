"""Plates and bowls."""

import numpy as np

from images.geometry import Floats, Mesh, circle, fillet, lathe, regular_polygon, rounded_rectangle, tube
from images.kinds.prints import printed, smooth, trim
from images.kinds.registry import kind
from images.kinds.shells import closed, lobes, shell
from images.spec import Product
from images.surfaces import Surface, main, plain

_POINTS = 192
"""Of an outline."""
_RADIUS = 0.135
_LEAN = 72
"""Degrees by which a plate in its stand is turned up from lying."""


def _plate_outline(name: str) -> Floats:
    match name:
        case "round":
            return circle(_RADIUS, _POINTS)
        case "square":
            return closed(rounded_rectangle(0.245, 0.245, 0.035, 12), _POINTS)
        case "oval":
            return closed(circle(0.165, _POINTS * 4, other_radius=0.112), _POINTS)
        case "octagon":
            corners = regular_polygon(8, _RADIUS * 1.04, turn=22.5)
            looped = fillet(np.vstack([corners[-1:], corners, corners[:1]]), 0.008, 5)[1:-1]
            return closed(looped, _POINTS)
        case other:
            raise KeyError(other)


# Rim -> upper side of the plate from its middle to its edge, (share of the outline, z).
_UPPER_SIDES = {
    "none": [(0, 0.007), (0.5, 0.008), (0.8, 0.016), (0.985, 0.035)],
    "narrow": [(0, 0.007), (0.74, 0.007), (0.81, 0.018), (0.985, 0.021)],
    "wide": [(0, 0.007), (0.5, 0.007), (0.575, 0.019), (0.985, 0.025)],
}
_WELLS = {"none": 0.985, "narrow": 0.76, "wide": 0.52}
"""Rim -> share up to which the face of the plate goes."""


@kind("dinner_plate", view=(-79, 14))
def dinner_plate(product: Product) -> list[Mesh]:
    """A plate in a wire stand, its face to the camera."""
    outline = _plate_outline(product.shape["outline"])
    depth = {"smooth": 0.0, "scalloped": 0.008}[product.shape["edge"]]
    flutes = lobes(24, _POINTS)
    rim = product.shape["rim"]
    upper = fillet(_UPPER_SIDES[rim], [0, 0.012, 0.012, 0], 10)
    edge_height = upper[-1, 1]
    border = _WELLS[rim]
    cut = int(np.searchsorted(upper[:, 0], border))
    well, flange = upper[: cut + 1], upper[cut:]
    base = [(0, 0.003), (0.52, 0.003), (0.54, 0), (0.57, 0), (0.6, 0.003)]
    under = fillet([*base, (0.8, 0.01), (1, edge_height - 0.001)], 0.004, 5)
    lip = [(1, edge_height - 0.001), (1.0, edge_height + 0.0015), (0.985, edge_height)]

    def wall(profile: Floats, surface: Surface, *, flat: bool = False) -> Mesh:
        return shell(profile, outline, surface, flutes=flutes, depth=depth, rise=depth * 0.3, flat=flat)

    edging = trim(product) if product.pattern != "plain" else smooth(product)
    parts = [wall(under, main(product)), wall(fillet(lip, 0.001, 4), edging)]
    if rim == "wide":
        parts += [wall(well[::-1], main(product)), wall(flange[::-1], printed(product, 20, aspect=10))]
        parts.append(wall(_line(well[-1], 0.02), edging))
    else:
        flat = product.pattern != "band"  # a band runs round
        face = printed(product, 6, aspect=float(np.ptp(outline[:, 0]) / np.ptp(outline[:, 1])))
        parts.append(wall(well[::-1], face, flat=flat))
        if len(flange) > 1:
            parts += [wall(flange[::-1], main(product)), wall(_line(well[-1], 0.02), edging)]
    stood = [part.moved(z=-0.013).turned("x", _LEAN).moved(z=_rest(outline)) for part in parts]
    return stood + _stand(outline)


def _line(at: Floats, width: float) -> Floats:
    """A painted line round a plate: a hair above the face."""
    return np.array([[at[0] + width / 2, at[1] + 0.0016], [at[0] - width / 2, at[1] + 0.0006]])


def _rest(outline: Floats) -> float:
    """Height of the middle of a plate in the stand."""
    return float(-outline[:, 1].min() * np.sin(np.radians(_LEAN))) + 0.009


def _stand(outline: Floats) -> list[Mesh]:
    """Two wire feet that hold a plate from below and behind, and a bar between them."""
    wire = plain("#2c2b2a", roughness=0.35, metallic=0.6)
    lean = np.radians(_LEAN)
    up, back = np.array([np.cos(lean), np.sin(lean)]), np.array([np.sin(lean), -np.cos(lean)])
    foot = np.array([outline[:, 1].min() * np.cos(lean), 0.009])

    def behind(distance: float) -> Floats:
        return foot + up * distance + back * 0.018

    reach = -outline[:, 1].min()
    easel = [
        foot - back * 0.05 + np.array([0, 0.022]),
        foot - back * 0.042,
        behind(0),
        behind(reach * 1.1),
    ]
    easel[1][1] = easel[2][1] = 0.0045
    leg = np.array([behind(reach * 1.05), behind(reach * 1.05)])
    leg[1] += [0.075, 0]
    leg[1, 1] = 0.003
    parts = []
    for x in (-0.055, 0.055):
        for line in (easel, leg):
            path = np.array([(x, y, z) for y, z in line])
            parts.append(tube(fillet(path, 0.012, 8), 0.003, wire, sides=10))
    for y, z in (easel[2], leg[1]):
        parts.append(tube([(-0.055, y, z), (0.055, y, z)], 0.003, wire, sides=10))
    return parts


_BOWLS: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "shallow": (0.15, [(0, 0), (0.42, 0), (0.8, 0.028), (1, 0.058)]),
    "deep": (0.115, [(0, 0), (0.42, 0), (0.85, 0.03), (0.98, 0.075), (1, 0.12)]),
    "flared": (0.13, [(0, 0), (0.42, 0), (0.52, 0.05), (0.7, 0.1), (1, 0.122)]),
    "square": (0.118, [(0, 0), (0.6, 0), (0.84, 0.03), (1, 0.1)]),
}
"""Body -> radius in metres, and its outer profile as (share of the outline, z)."""


@kind("serving_bowl", view=(-72, 18))
def serving_bowl(product: Product) -> list[Mesh]:
    """A bowl with its pattern round the outside; a shallow one, which shows little of that, has it inside."""
    body = product.shape["body"]
    radius, corners = _BOWLS[body]
    outline = circle(radius, _POINTS)
    if body == "square":
        outline = closed(rounded_rectangle(2 * radius, 2 * radius, radius * 0.36, 12), _POINTS)
    depth = {"smooth": 0.0, "scalloped": 0.016}[product.shape["edge"]]
    flutes = lobes(14, _POINTS)
    outer = fillet(corners, [0, 0.012, 0.04, 0.05, 0][: len(corners)], 10)
    height = outer[-1, 1]
    thick = 0.006 / radius
    lip = fillet(
        [(1, height), (1, height + 0.003), (1 - thick, height + 0.003), (1 - thick, height)], 0.002, 5
    )
    inner = [(x - thick, z + 0.007) for x, z in corners[1:-1]]
    cavity = fillet([(1 - thick, height), *inner[::-1], (0, 0.007)], 0.03, 10)

    def wall(profile: Floats, surface: Surface, *, by_height: bool = False, flat: bool = False) -> Mesh:
        along = profile[:, 1] / height if by_height else None
        return shell(
            profile, outline, surface, flutes=flutes, depth=depth, rise=depth * 0.55, along=along, flat=flat
        )

    edging = trim(product) if product.pattern != "plain" else smooth(product)
    if body == "shallow":
        flat = product.pattern != "band"  # a band runs round
        outside, inside = smooth(product), printed(product, 7, aspect=1)
    else:
        flat = True  # as wood is carved from a block
        outside, inside = printed(product, 12, aspect=2 * np.pi * radius / height * 0.85), main(product)
        if product.material == "ceramic" and product.pattern != "plain":
            inside = plain("#f1ece0", roughness=0.25, clearcoat=0.6)
    parts = [wall(outer, outside, by_height=True), wall(lip, edging), wall(cavity, inside, flat=flat)]
    foot, lift = _foot(product.shape["foot"], corners[1][0], outline, smooth(product), edging)
    return [part.turned("z", 20) for part in (*(part.moved(z=lift) for part in parts), *foot)]


def _foot(
    name: str, base: float, outline: Floats, surface: Surface, edging: Surface
) -> tuple[list[Mesh], float]:
    """A bowl's foot and how high it lifts it; ``base`` is the share of the outline that rests on it."""
    radius = float(outline.max())
    match name:
        case "none":
            return [], 0.0
        case "ring":
            low = base * 1.14
            profile = [(low - 0.1, 0), (low, 0), (low, 0.014), (base * 0.98, 0.02)]
            return [shell(fillet(profile, 0.003, 5), outline, surface)], 0.016
        case "tall":
            low, waist = radius * 0.62, radius * 0.2
            profile = [(0, 0), (low, 0), (low, 0.007), (waist, 0.02), (waist * 0.92, 0.045)]
            profile += [(radius * base * 0.95, 0.062)]
            collar = [(waist * 0.9, 0.036), (waist * 1.4, 0.041), (waist * 0.9, 0.046)]
            return [
                lathe(fillet(profile, [0, 0.003, 0.006, 0.02, 0.02, 0], 8), surface),
                lathe(fillet(collar, 0.003, 5), edging),
            ], 0.058
        case other:
            raise KeyError(other)
