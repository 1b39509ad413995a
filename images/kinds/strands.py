"""Chains of jewellery along a line on a body: links, ropes, snakes, beads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from images.geometry import Floats, Mesh, ball, circle, grid, lathe, rounded_rectangle, tube
from images.kinds.jewels import enamel, engraved, fittings, metal
from images.kinds.small_parts import Places, copies, relief, wire_loop
from images.spec import Product


@dataclass(frozen=True, eq=False)
class Strand:
    """A line on a body, and which way its outer side looks."""

    points: Floats
    """(n, 3), at equal distances."""
    out: Floats
    """(n, 3), unit length."""
    closed: bool = False

    @classmethod
    def along(cls, points: ArrayLike, out: ArrayLike, *, closed: bool = False, count: int = 400) -> "Strand":
        """A strand of so many points on a given line."""
        line, normals = np.asarray(points, float), np.asarray(out, float)
        if closed:
            line, normals = np.vstack([line, line[:1]]), np.vstack([normals, normals[:1]])
        length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
        at = np.linspace(0, length[-1], count, endpoint=not closed)
        made = [np.stack([np.interp(at, length, a[:, k]) for k in range(3)], -1) for a in (line, normals)]
        return cls(made[0], made[1] / np.linalg.norm(made[1], axis=1, keepdims=True), closed)

    @property
    def length(self) -> float:
        """In metres."""
        line = np.vstack([self.points, self.points[:1]]) if self.closed else self.points
        return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())

    def at(self, share: ArrayLike) -> Places:
        """Places, from 0 to 1: x runs along it, z outwards."""
        where = np.asarray(share, float)
        line, out = self.points, self.out
        if self.closed:
            line, out, where = np.vstack([line, line[:1]]), np.vstack([out, out[:1]]), where % 1
            tangents = np.roll(self.points, -1, 0) - np.roll(self.points, 1, 0)
            tangents = np.vstack([tangents, tangents[:1]])
        else:
            tangents = np.gradient(line, axis=0)
        index = where * (len(line) - 1)
        steps = np.arange(len(line))
        point, x, z = (
            np.stack([np.interp(index, steps, a[:, k]) for k in range(3)], -1) for a in (line, tangents, out)
        )
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        z -= x * (x * z).sum(1, keepdims=True)
        z /= np.linalg.norm(z, axis=1, keepdims=True)
        return Places(point, np.stack([x, np.cross(z, x), z], -1))

    def shares(self, pitch: float, *, multiple: int = 1, odd: bool = False) -> Floats:
        """Places about a pitch in metres apart, a multiple of a number; an odd one has a middle."""
        count = max(multiple, round(self.length / pitch / multiple) * multiple)
        count += odd and count % 2 == 0
        return (np.arange(count) + 0.5) / count


def links(product: Product, strand: Strand, width: float) -> list[Mesh]:
    """Oval links, and an engraved plate after every third."""
    bare, wire = metal(product), width * 0.14
    share = strand.shares(width * 1.06, multiple=4)
    order = np.arange(len(share)) % 4
    link = wire_loop(rounded_rectangle(width * 1.5, width * 0.92, width * 0.46, 5), wire, bare)
    outline = rounded_rectangle(width * 1.75, width * 1.12, width * 0.4, 6)
    plate = relief(outline, width * 0.12, engraved(product, 2), fullness=5, base=width * 0.16)
    edge = wire_loop(outline, width * 0.09, bare).moved(z=width * 0.14)
    places = strand.at(share)
    open_links = places[order != 1]
    turned = np.where(order[order != 1] == 3, -28, 28)
    made = copies([link], open_links.lifted(width * 0.2).rolled(turned))
    made += copies([plate, edge], places[order == 1].lifted(width * 0.12))
    studs = share[order == 3]
    return made + copies(
        [ball(width * 0.3, enamel(product), segments=16)], strand.at(studs).lifted(width * 0.3)
    )


def rope(product: Product, strand: Strand, width: float) -> list[Mesh]:
    """Three twisted bars (or strings of seed pearls) through engraved barrels."""
    turns = max(3, round(strand.length / (width * 2.3)))
    made = []
    for start in range(3):
        if product.material == "pearl":
            spiral = _spiral(strand, width * 0.3, turns, start / 3, round(strand.length / width * 2.4))
            seed = ball(width * 0.24, metal(product), segments=10)
            made += copies([seed], Places(spiral, np.broadcast_to(np.eye(3), (len(spiral), 3, 3))))
        else:
            spiral = _spiral(strand, width * 0.26, turns, start / 3, turns * 14)
            made.append(tube(spiral, width * 0.27, metal(product), sides=9, closed=strand.closed))
    return made + barrels(product, strand, width, strand.shares(width * 8, odd=True))


def _spiral(strand: Strand, radius: float, turns: int, start: float, count: int) -> Floats:
    share = np.linspace(0, 1, count, endpoint=not strand.closed)
    places, turn = strand.at(share), 2 * np.pi * (share * turns + start)
    around = np.cos(turn)[:, None] * places.axes[..., 1] + (1 + np.sin(turn))[:, None] * places.axes[..., 2]
    return places.points + radius * around


def barrels(product: Product, strand: Strand, width: float, share: Floats) -> list[Mesh]:
    """Engraved barrels with collars in the accent colour, threaded on a strand."""
    half, radius = width * 1.2, width * 0.72
    profile = [(radius * 0.86, -half), (radius, -half * 0.6), (radius * 1.04, 0), (radius, half * 0.6)]
    profile.append((radius * 0.86, half))
    barrel = lathe(profile, engraved(product, 5, 2), segments=32).turned("y", 90)
    collar = lathe(
        [(0, -0.2), (0.8, -0.2), (1, 0), (0.8, 0.2), (0, 0.2)], enamel(product), segments=24
    ).scaled(radius * 1.05)
    collars = [collar.turned("y", 90).moved(x=side * half) for side in (-1, 1)]
    return copies([barrel, *collars], strand.at(share).lifted(width * 0.3))


def snake(product: Product, strand: Strand, width: float) -> list[Mesh]:
    """A smooth ribbon of small scales, the ornament all along."""
    surface = engraved(product, 3, grooves=12, tiles=round(strand.length / (width * 3.6)))
    half, thick = width * 0.66, width * 0.32
    section = np.vstack([[(-half, 0)], _dome(half, thick), [(half, 0)]])
    count = 240
    share = np.linspace(0, 1, count)
    if strand.closed:
        share[-1] = 1 - 1e-9
    places = strand.at(share)
    points = places.points[:, None] + (
        section[None, :, :1] * places.axes[:, None, :, 1] + section[None, :, 1:] * places.axes[:, None, :, 2]
    )
    v = (section[:, 0] / half + 1) / 2
    uv = np.stack(np.meshgrid(share, v, indexing="ij"), -1)
    ribbon = grid(points, surface, uv=uv)
    outwards = (ribbon.normals * np.repeat(places.axes[..., 2], len(section), 0)).sum()
    ribbon = ribbon if outwards > 0 else grid(points, surface, uv=uv, flip=True)
    edges = [
        tube(points[:, side] + places.axes[..., 2] * thick * 0.35, thick * 0.42, fittings(product), sides=8)
        for side in (1, -2)
    ]
    return [ribbon, *edges]


def _dome(half: float, thick: float) -> Floats:
    t = np.radians(np.linspace(170, 10, 11))
    return np.column_stack([half * np.cos(t), thick * (0.45 + 0.55 * np.sin(t))])


def beads(product: Product, strand: Strand, width: float) -> list[Mesh]:
    """Round beads, every fourth a large engraved one between discs in the accent colour."""
    share = strand.shares(width * 1.22, multiple=4)
    order = np.arange(len(share)) % 4
    small = ball(width * 0.58, metal(product), segments=20)
    large = ball(width * 0.8, engraved(product, 4, 2), segments=28).turned("x", -90)
    disc = lathe(
        [(0, -0.2), (0.75, -0.2), (1, 0), (0.75, 0.2), (0, 0.2)], enamel(product), segments=20
    ).scaled(width * 0.5)
    big = strand.at(share[order == 1])
    made = copies([small], strand.at(share[order != 1]).lifted(width * 0.5))
    made += copies(
        [large, *(disc.turned("y", 90).moved(x=s * width * 0.72) for s in (-1, 1))], big.lifted(width * 0.5)
    )
    cord = tube(
        strand.points + strand.out * width * 0.5,
        width * 0.12,
        fittings(product),
        sides=6,
        closed=strand.closed,
    )
    return [*made, cord]


def chain(product: Product, style: str, strand: Strand, width: float) -> list[Mesh]:
    """A chain of a style of the catalogue that lies on a strand, so many metres wide.

    Raises:
        KeyError: no such style.
    """
    return {"links": links, "rope": rope, "snake": snake, "beads": beads}[style](product, strand, width)


def clasp(product: Product, strand: Strand, width: float) -> list[Mesh]:
    """A round lock with its trigger where a strand begins."""
    bare = fittings(product)
    lock = [
        wire_loop(circle(width * 0.62, 24), width * 0.17, bare),
        ball(width * 0.2, bare, segments=12).moved(y=width * 0.7),
    ]
    return copies(lock, strand.at([0.0]).lifted(width * 0.42))
