"""Loudspeakers for a phone."""

import numpy as np

from images.geometry import (
    Floats,
    Mesh,
    arc,
    ball,
    box,
    circle,
    cylinder,
    fillet,
    lathe,
    rounded_rectangle,
    spline,
    superellipse,
    sweep,
    tube,
)
from images.kinds.electronics import DARK, HOLLOW, STEEL, darker, loft, perforated, trim
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import relief, wire_loop
from images.spec import Product
from images.surfaces import Surface, main, patterned, plain

_MESH = "#2a2c30"
"""Colour of a grille in front."""
_RUBBER = plain("#26272a", roughness=0.75)


@kind("speaker", view=(-70, 16))
def speaker(product: Product) -> list[Mesh]:
    """A loudspeaker with its grille to the front."""
    bodies = {"can": _can, "box": _box, "ball": _ball, "arch": _arch}
    body, top, half = bodies[product.shape["body"]](product)
    return grounded([*body, *_handle(product, top, half)])


def _whole(product: Product) -> bool:
    """Whether the grille is all around.

    Raises:
        KeyError: no such grille.
    """
    return {"front": False, "all": True}[product.shape["grille"]]


def _skin(product: Product, repeats: int, aspect: float, holes: tuple[int, int]) -> Surface:
    """The outside with its pattern, drilled all over where the grille is all around."""
    surface = patterned(product, repeats, aspect=aspect)
    return perforated(surface, *holes) if _whole(product) else surface


def _grille(width: float, height: float) -> Surface:
    """A dark mesh for an opening of such a size."""
    pitch = 0.0042
    return perforated(plain(_MESH, roughness=0.5, metallic=0.4), round(width / pitch), round(height / pitch))


def _cone(radius: float, product: Product) -> list[Mesh]:
    """A loudspeaker's cone that faces +z, seen through a wide mesh."""
    rim = wire_loop(circle(radius, 64), radius * 0.085, trim(product), sides=12)
    surround = lathe(
        fillet([(radius, 0), (radius * 0.9, radius * 0.14), (radius * 0.8, 0)], radius * 0.06, 5)[::-1],
        _RUBBER,
        segments=64,
    )
    cone = lathe(
        [(0.0, -radius * 0.2), (radius * 0.3, -radius * 0.2), (radius * 0.8, 0.0)],
        plain("#3b3e44", roughness=0.5),
        segments=64,
    )
    cap = ball(radius * 0.34, STEEL, stretch=(1, 1, 0.45), segments=32).moved(z=-radius * 0.16)
    well = lathe([(0, -radius * 0.22), (radius * 0.8, -radius * 0.02)], HOLLOW, segments=48)
    return [rim, surround, _up(cone), cap, _up(well)]


def _up(mesh: Mesh) -> Mesh:
    return (
        mesh
        if mesh.normals[:, 2].sum() > 0
        else Mesh(mesh.vertices, mesh.faces[:, ::-1], mesh.uv, mesh.surface)
    )


def _buttons(y: float, z: float) -> list[Mesh]:
    """Three keys in a row on the top."""
    key = cylinder(0.0052, 0.0022, _RUBBER, bevel=0.0008)
    return [key.moved(x, y, z - 0.0006) for x in (-0.018, 0, 0.018)]


Body = tuple[list[Mesh], float, float]
"""Parts, height of the top, half the width at the top."""


def _can(product: Product) -> Body:
    """An upright drum."""
    radius, height, edge = 0.05, 0.165, 0.012
    heights = np.linspace(edge, height - edge, 6)
    girth, tall = 2 * np.pi * radius, height - 2 * edge
    wall = lathe([(radius, z) for z in heights], _skin(product, 12, girth / tall, (80, 36)), segments=120)
    shapes = [(0, 0), (radius - 0.006, 0), (radius + 0.001, 0.006), (radius + 0.001, edge)]
    base = lathe(fillet(shapes, [0, 0.003, 0.004, 0], 5), _RUBBER)
    lid_profile = [
        (radius + 0.001, height - edge),
        (radius + 0.001, height - 0.006),
        (radius - 0.007, height),
        (0, height),
    ]
    lid = lathe(fillet(lid_profile, [0, 0.004, 0.004, 0], 5), main(product))
    rings = [
        wire_loop(circle(radius + 0.0008, 96), 0.0016, trim(product)).moved(z=z)
        for z in (edge, height - edge)
    ]
    made = [wall, base, lid, *rings, *_buttons(0, height)]
    if not _whole(product):
        half, low, high = np.radians(46), 0.032, height - 0.034
        made += _on_drum(product, radius + 0.0012, half, low, high)
    return made, height, radius * 0.62


def _on_drum(product: Product, radius: float, half: float, low: float, high: float) -> list[Mesh]:
    """A dark rounded opening on the front of a drum, framed in the accent colour."""
    size = (2 * half * radius, high - low)
    outline = _even(rounded_rectangle(*size, 0.024, 10), 96)
    flat = relief(outline, 0.0006, _grille(*size), fullness=8)
    frame = wire_loop(outline, 0.0018, trim(product))

    def bent(mesh: Mesh) -> Mesh:
        x, y, z = mesh.vertices.T
        turn = x / radius - np.pi / 2
        out = radius + z
        points = np.column_stack([out * np.cos(turn), out * np.sin(turn), y + (low + high) / 2])
        return Mesh(points, mesh.faces, mesh.uv, mesh.surface)

    return [bent(flat), bent(frame)]


def _box(product: Product) -> Body:
    """A lying cuboid with round edges."""
    width, depth, height, radius = 0.2, 0.085, 0.115, 0.014
    outline = rounded_rectangle(width, height, radius, 10)
    body = _tunnel(product, outline, depth, repeats=14, aspect=2 * (width + height) / depth, holes=(120, 20))
    front = _front_of(product, outline, depth, cones=[(-0.05, 0.036), (0.05, 0.036)])
    feet = [
        box(0.02, depth * 0.7, 0.006, _RUBBER, radius=0.002).moved(s * width * 0.36, 0, -0.001)
        for s in (-1, 1)
    ]
    parts = [part.moved(z=height / 2) for part in (*body, *front)]
    return [*parts, *feet, *_buttons(0.012, height)], height, width * 0.34


def _arch(product: Product) -> Body:
    """Flat below and round above, as an old wireless."""
    width, depth, height = 0.165, 0.085, 0.15
    round_ = arc(width / 2, 0, 180, 40) + np.array([0, height / 2 - width / 2])
    low = rounded_rectangle(width, 0.03, 0.008, 6)
    outline = np.vstack([round_, low[12:24] + np.array([0, -height / 2 + 0.015])])
    outline = _even(outline, 88)
    body = _tunnel(product, outline, depth, repeats=12, aspect=0.52 / depth, holes=(110, 20))
    front = _front_of(product, outline, depth, cones=[(0.0, 0.05)])
    knobs = [
        cylinder(0.0085, 0.009, trim(product), bevel=0.0015)
        .turned("x", 90)
        .moved(x, -depth / 2 - 0.0015, -height / 2 + 0.0185)
        for x in (-0.055, 0.055)
    ]
    feet = [
        box(0.02, depth * 0.7, 0.006, _RUBBER, radius=0.002).moved(s * width * 0.34, 0, -0.001)
        for s in (-1, 1)
    ]
    parts = [part.moved(z=height / 2) for part in (*body, *front, *knobs)]
    return [*parts, *feet], height, width * 0.26


def _even(outline: Floats, count: int) -> Floats:
    """A closed outline with so many points at equal distances."""
    closed = np.vstack([outline, outline[:1]])
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
    at = np.linspace(0, along[-1], count, endpoint=False)
    return np.column_stack([np.interp(at, along, closed[:, k]) for k in (0, 1)])


def _tunnel(
    product: Product, outline: Floats, depth: float, *, repeats: int, aspect: float, holes: tuple[int, int]
) -> list[Mesh]:
    """The walls around an outline in the xz plane, open in front, closed behind."""
    surface = _skin(product, repeats, aspect, holes)
    closed = np.vstack([outline, outline[:1]])
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
    inset = [(0.94, -depth / 2), (0.975, -depth / 2), (1.0, -depth / 2 + 0.005), (1.0, depth / 2 - 0.006)]
    inset += [(0.985, depth / 2), (0.9, depth / 2)]
    rings = [
        np.column_stack([outline[:, 0] * k, np.full(len(outline), y), outline[:, 1] * k]) for k, y in inset
    ]
    v = (np.array([y for _, y in inset]) + depth / 2) / depth
    u, v = np.meshgrid(along / along[-1], v)
    wall = loft(rings, surface, uv=np.stack([u, v], -1))
    back = relief(outline * 0.91, 0.001, darker(product), fullness=6).turned("x", 90).turned("z", 180)
    return [wall, back.moved(y=depth / 2 - 0.0004)]


def _front_of(
    product: Product, outline: Floats, depth: float, *, cones: list[tuple[float, float]]
) -> list[Mesh]:
    """The front in an outline's frame: a pierced panel like the walls, or a dark one with cones."""
    y = -depth / 2 + 0.0012
    width, height = np.ptp(outline, axis=0)
    if _whole(product):
        repeats = max(4, round(width / 0.028))
        surface = perforated(
            patterned(product, repeats, aspect=width / height), round(width / 0.0042), round(height / 0.0042)
        )
        panel = relief(outline * 0.945, 0.003, surface, fullness=7)
        badge = relief(
            rounded_rectangle(0.026, 0.009, 0.003, 6), 0.0012, trim(product), base=0.0022, fullness=6
        )
        return [part.turned("x", 90).moved(y=y) for part in (panel, badge.moved(y=-height * 0.36))]
    panel = relief(outline * 0.945, 0.001, _grille(width * 0.94, height * 0.94), fullness=8)
    frame = wire_loop(outline * 0.945, 0.0022, trim(product), sides=12)
    parts = [panel, frame.moved(z=0.0008)]
    for x, radius in cones:
        parts += [part.moved(x, height * 0.02, 0.0032) for part in _cone(radius, product)]
    return [part.turned("x", 90).moved(y=y) for part in parts]


def _ball(product: Product) -> Body:
    """A ball on a ring."""
    radius = 0.072
    t = np.radians(np.linspace(-72, 80, 48))
    profile = np.column_stack([radius * np.cos(t), radius * np.sin(t)])
    skin = lathe(profile, _skin(product, 12, 2.0, (86, 42)), segments=96)
    cap = lathe(
        [(radius * np.cos(np.radians(a)), radius * np.sin(np.radians(a))) for a in (80, 84, 88, 90)], DARK
    )
    foot = lathe(fillet([(0, -0.074), (0.034, -0.074), (0.037, -0.068), (0.024, -0.062)], 0.003, 5), _RUBBER)
    made = [
        skin,
        cap,
        foot,
        wire_loop(circle(radius * np.cos(np.radians(80)) * 1.0, 48), 0.0014, trim(product)).moved(
            z=radius * np.sin(np.radians(80))
        ),
    ]
    if not _whole(product):
        angle = np.radians(np.linspace(0, 44, 16))
        dish = lathe(
            np.column_stack([(radius + 0.0015) * np.sin(angle), (radius + 0.0015) * np.cos(angle)])[::-1],
            _grille(0.12, 0.12),
            segments=72,
        )
        flat = dish.mapped("x", "y")
        ring_ = wire_loop(circle((radius + 0.001) * np.sin(angle[-1]), 72), 0.0026, trim(product), sides=12)
        front = [flat, ring_.moved(z=(radius + 0.001) * np.cos(angle[-1]))]
        made += [part.turned("x", 82) for part in front]
    else:
        belt = wire_loop(circle(radius * 1.002, 96), 0.002, trim(product))
        made.append(belt)
    return [part.moved(z=0.074) for part in made], 0.074 + radius, 0.032


def _handle(product: Product, top: float, half: float) -> list[Mesh]:
    """What it is carried by: over the top from side to side."""
    match product.shape["handle"]:
        case "none":
            return []
        case "strap":
            rise = 0.042
            line = spline(
                [
                    (-half, 0, top - 0.006),
                    (-half * 0.92, 0, top + rise * 0.5),
                    (-half * 0.45, 0, top + rise),
                    (half * 0.45, 0, top + rise),
                    (half * 0.92, 0, top + rise * 0.5),
                    (half, 0, top - 0.006),
                ],
                50,
            )
            strap = sweep(line, superellipse(0.019, 0.0032, 4, 20), trim(product), up=(1, 0, 0))
            studs = [box(0.0075, 0.025, 0.012, STEEL, radius=0.0025).moved(s * half, 0, top) for s in (-1, 1)]
            return [strap, *studs]
        case "bar":
            rise = 0.03
            posts = [
                cylinder(0.0062, rise + 0.014, STEEL, bevel=0.001).moved(s * half, 0, top - 0.01)
                for s in (-1, 1)
            ]
            grip = tube(
                [(-half - 0.013, 0, top + rise), (half + 0.013, 0, top + rise)],
                0.0095,
                trim(product),
                sides=28,
            )
            caps = [
                ball(0.0095, trim(product), stretch=(0.5, 1, 1), segments=24).moved(
                    s * (half + 0.013), 0, top + rise
                )
                for s in (-1, 1)
            ]
            return [*posts, grip, *caps]
        case other:
            raise KeyError(other)
