"""Water bottles."""

from dataclasses import replace

import numpy as np

from images.colors import channels, shade
from images.geometry import Floats, Mesh, circle, fillet, lathe, ring, spline, sweep, tube
from images.kinds.prints import printed, smooth, trim
from images.kinds.registry import kind
from images.kinds.shells import stud
from images.spec import Product
from images.surfaces import Surface, plain, shade_towards_white

_STEEL = plain("#c6c9cc", roughness=0.22, metallic=0.9)
_BODIES: dict[str, tuple[float, float, float]] = {
    "classic": (0.036, 0.19, 0.021),
    "slim": (0.029, 0.235, 0.02),
    "wide": (0.047, 0.165, 0.033),
}
"""Body -> radius, height up to the mouth, radius of the mouth, in metres."""


@kind("water_bottle", view=(-72, 10))
def water_bottle(product: Product) -> list[Mesh]:
    """A bottle; the pattern is printed on the wall, or on the sleeve where that covers the wall."""
    radius, height, mouth = _BODIES[product.shape["body"]]
    shoulder = height - 0.032
    corners = [
        (0, 0),
        (radius - 0.003, 0),
        (radius, 0.004),
        (radius, shoulder),
        (mouth, height - 0.006),
        (mouth, height),
    ]
    outer = fillet(corners, [0, 0.002, 0.004, 0.03, 0.006, 0], 12)
    cuts = {"none": (0.006, 0.006), "half": (0.006, shoulder * 0.5), "full": (0.006, shoulder - 0.004)}
    low, high = cuts[product.shape["sleeve"]]
    covered = high > low
    bare_from = high if covered else low
    bare = _between(outer, bare_from, shoulder)
    full = product.shape["sleeve"] == "full"
    wall = (
        smooth(product) if full else printed(product, 8, aspect=2 * np.pi * radius / (shoulder - bare_from))
    )
    parts = [
        lathe(_between(outer, 0, bare_from), smooth(product)),
        lathe(bare, wall, by_height=True),
        lathe(_between(outer, shoulder, height), smooth(product)),
        ring(mouth + 0.0005, 0.0012, _STEEL, sides=10).moved(z=height - 0.003),
    ]
    if covered:
        parts += _sleeve(product, radius, low, high, patterned=full)
    parts += [part.moved(z=height) for part in _cap(product, mouth)]
    return [part.turned("z", -20) for part in parts]


def _between(profile: Floats, low: float, high: float) -> Floats:
    """The part of a rising profile between two heights."""
    z = np.unique(np.r_[low, profile[(profile[:, 1] > low) & (profile[:, 1] < high), 1], high])
    inner = np.column_stack([np.interp(z, profile[1:, 1], profile[1:, 0]), z])
    return np.vstack([profile[:1], inner]) if low == 0 else inner


def _sleeve(product: Product, radius: float, low: float, high: float, *, patterned: bool) -> list[Mesh]:
    """A soft rubber cover with a bead at each edge; ribbed where it has no pattern."""
    color = _other_shade(product.paint)
    thick = 0.0026
    edge = plain(product.accent_paint, roughness=0.6)
    if patterned:
        cover = replace(product, material="rubber")
        aspect = 2 * np.pi * radius / (high - low)
        surface = printed(cover, 8, aspect=aspect)
        surface = replace(
            surface, roughness=0.65, color=color if product.pattern == "plain" else surface.color
        )
        profile = np.array([(radius + thick, low), (radius + thick, high)])
    else:
        surface = plain(color, roughness=0.65)
        z = np.linspace(low, high, 121)
        profile = np.column_stack([radius + thick + 0.0009 * np.sin(z * 2 * np.pi / 0.008), z])
    lips = [[(radius, low - 0.001), profile[0]], [profile[-1], (radius, high + 0.001)]]
    beads = [ring(radius + thick * 0.75, 0.0024, edge, sides=12).moved(z=z) for z in (low + 0.002, high)]
    return [lathe(profile, surface, by_height=True), *(lathe(np.array(lip), surface) for lip in lips), *beads]


def _other_shade(color: str) -> str:
    """Darker, or lighter where it is dark already."""
    return shade(color, 0.6) if channels(color).mean() > 0.3 else shade_towards_white(color, 0.3)


def _cap(product: Product, mouth: float) -> list[Mesh]:
    """The cap on a mouth at z = 0."""
    dark, accent = plain("#26282b", roughness=0.45), trim(product)
    wide = mouth + 0.004
    match product.shape["cap"]:
        case "screw":
            return [
                *_ribbed(wide, 0.026, dark),
                stud(wide * 0.72, 0.002, accent).moved(z=0.0255),
            ]
        case "loop":
            turn = np.radians(np.linspace(-12, 192, 41))
            arch = np.column_stack([wide * 0.86 * np.cos(turn), 0 * turn, 0.018 + 0.036 * np.sin(turn)])
            section = circle(0.0048, 20, other_radius=0.0075)
            return [*_ribbed(wide, 0.016, dark), sweep(arch, section, accent, up=(0, 1, 0))]
        case "straw":
            line = [(-0.002, 0, 0.014), (-0.002, 0, 0.03), (0.004, 0, 0.044), (0.022, 0, 0.052)]
            spout = spline(line, 30)
            cradle = [(0, 0), (wide, 0), (wide, 0.012), (wide * 0.72, 0.02), (0, 0.02)]
            strap = [(-wide - 0.001, 0, 0.006), (-wide - 0.016, 0, 0.004), (-wide - 0.018, 0, -0.02)]
            strap += [(-wide - 0.002, 0, -0.022)]
            return [
                lathe(fillet(cradle, [0, 0.001, 0.004, 0.005, 0], 6), dark),
                tube(spout, 0.0085, accent, sides=20, scale=np.linspace(1.1, 0.8, 30)),
                tube(spout[-2:] + (spout[-1] - spout[-2]) * 0.4, 0.0045, plain("#111213", roughness=0.8)),
                tube(spline(strap, 24), 0.0032, accent, sides=12),
            ]
        case other:
            raise KeyError(other)


def _ribbed(radius: float, height: float, surface: Surface) -> list[Mesh]:
    """A screw cap with ribs to grip."""
    profile = [(0, 0), (radius, 0), (radius, height - 0.002), (radius * 0.95, height), (0, height)]
    cap = lathe(fillet(profile, [0, 0, 0.002, 0.002, 0], 5), surface, segments=288)
    x, y, z = cap.vertices.T
    side = (np.hypot(x, y) > radius * 0.99) & (z < height - 0.002)
    ribs = np.where(side, 1 + 0.025 * np.sign(np.sin(np.arctan2(y, x) * 36)), 1.0)
    return [Mesh(np.column_stack([x * ribs, y * ribs, z]), cap.faces, cap.uv, surface)]
