"""What pieces of jewellery share: engraved metal, stones, charms, stands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageFilter

from images import textures
from images.colors import channels, shade
from images.geometry import (
    Floats,
    Mesh,
    ball,
    circle,
    extrude,
    grid,
    lathe,
    merge,
    ring,
    rotation,
    rounded_rectangle,
    star,
)
from images.kinds.small_parts import relief
from images.spec import Product
from images.surfaces import Surface, main, plain

_MAP = 512
"""Pixels along each side of an engraved map."""
HOLLOW = plain("#1a1816", roughness=0.9)
"""Inside of slits and drilled holes."""


def engraved(product: Product, repeats: int, rows: int = 1, *, grooves: int = 0, tiles: float = 1) -> Surface:
    """The product's material with its pattern cut in and filled with enamel of the accent colour.

    Each figure has a rim, dark on light metal and bright on dark, so that it is read where the two are alike.

    Args:
        product: Gives material, colour, pattern and accent.
        repeats: Figures along u.
        rows: Figures along v.
        grooves: Cuts across u, as between the scales of a snake chain.
        tiles: How often the map repeats along u.
    """
    ground = metal(product)
    if product.pattern == "plain" and not grooves:
        return ground
    if product.pattern == "lines":
        rows = max(rows, 2)
    cell = max(24, 1024 // max(repeats, rows))
    share = _figures(product.pattern, repeats, rows, cell)
    rim = np.clip(_resized(share, cell / 14) * 5, 0, 1)
    share = _resized(share, 0)
    bare = channels(ground.color)
    colors = textures.blend(bare, bare * 0.25 if bare.mean() > 0.25 else bare * 0.4 + 0.45, rim)
    colors = colors * (1 - share[..., None]) + channels(product.accent_paint) * share[..., None]
    heights = 1 - rim
    if grooves:
        place = (np.arange(_MAP) + 0.5) / _MAP
        cut = 1 - np.abs(np.sin(np.pi * (place[None] * grooves + np.abs(place[:, None] - 0.5)))) ** 0.5
        colors = colors * (1 - 0.8 * cut[..., None])
        heights = heights * (1 - cut)
    return replace(
        ground,
        color_map=textures.to_bytes(colors),
        bump=heights.astype(np.float32),
        bump_depth=0.004,
        roughness=max(ground.roughness, 0.25),
        metallic=ground.metallic * 0.75,
        uv_scale=(tiles, 1.0),
    )


def _figures(pattern: str, repeats: int, rows: int, cell: int) -> Floats:
    """Where figures stand, each in a square of so many pixels."""
    if pattern == "leaves":  # set apart, so that they don't join to a zigzag once they have rims
        single = textures.coverage(pattern, 2 * cell, cell, repeats=1, aspect=0.5)[:cell]
        small = Image.fromarray(textures.to_bytes(single)).resize((round(cell * 0.74), round(cell * 0.74)))
        leaf = np.zeros((cell, cell))
        edge = (cell - small.width) // 2
        leaf[edge : edge + small.height, edge : edge + small.width] = np.asarray(small) / 255
        line = np.tile(leaf, (1, repeats))
        return np.vstack([np.roll(line, row % 2 * cell // 2, 1) for row in range(rows)])
    # a pattern has at least two rows: a single one is the upper half of two
    whole = max(rows, 2)
    share = textures.coverage(pattern, whole * cell, repeats * cell, repeats=repeats, aspect=repeats / whole)
    return share[: rows * cell]


def _resized(share: Floats, blur: float) -> Floats:
    image = Image.fromarray(textures.to_bytes(share)).filter(ImageFilter.GaussianBlur(blur))
    return np.asarray(image.resize((_MAP, _MAP), Image.Resampling.BOX)) / 255


def metal(product: Product) -> Surface:
    """The product's material in its colour; black metal is polished, so that its edges are seen."""
    if product.color == "black" and product.material != "pearl":
        return plain("#36383d", roughness=0.2, metallic=0.85, clearcoat=0.6)
    return main(product)


def fittings(product: Product) -> Surface:
    """Clasps, rings and wires: the product's metal, gilt with pearls."""
    return plain("#c9a45a", roughness=0.22, metallic=0.9) if product.material == "pearl" else metal(product)


def enamel(product: Product) -> Surface:
    """Small solid parts in the accent colour."""
    return plain(product.accent_paint, roughness=0.12, clearcoat=0.8)


def backing(product: Product) -> Surface:
    """Velvet of stands and cards, dark under light things and light under dark ones."""
    light = float(channels(product.paint) @ np.array([0.3, 0.59, 0.11])) > 0.44
    return plain("#474c57" if light else "#e7e1d6", roughness=0.95)


def gem(radius: float, color: str, *, stretch: tuple[float, float] = (1, 1), sides: int = 8) -> list[Mesh]:
    """A brilliant whose girdle lies at z = 0, its table upwards; facets in three shades."""
    step = np.pi / sides
    at = np.arange(sides) * 2 * step

    def around(size: float, turn: float, z: float) -> Floats:
        return np.column_stack([size * np.cos(at + turn), size * np.sin(at + turn), np.full(sides, z)])

    table, middle, girdle = around(0.56, 0, 0.36), around(0.84, step, 0.2), around(1.0, 0, 0.02)
    nxt = np.roll(np.arange(sides), -1)
    top = np.broadcast_to([0, 0, 0.36], table.shape)
    tip = np.broadcast_to([0, 0, -0.5], table.shape)
    edge = around(1.0, step, 0.0)
    facets = {
        1.0: [(top, table, table[nxt])],
        1.45: [(table, middle, table[nxt]), (girdle, edge, middle)],
        0.62: [(table, girdle, middle), (edge, girdle[nxt], middle)],
        0.8: [(middle, girdle[nxt], table[nxt]), (tip, edge, girdle), (tip, girdle[nxt], edge)],
    }
    scale = np.array([radius * stretch[0], radius * stretch[1], radius])
    return [
        _faceted(
            np.concatenate([np.stack(corners, 1) for corners in triangles]) * scale,
            plain(shade(_lifted(color), factor), roughness=0.06, metallic=0.35, clearcoat=1.0),
        )
        for factor, triangles in facets.items()
    ]


def _lifted(color: str) -> str:
    """The colour, not so dark that facets could not be told apart."""
    return "#" + "".join(f"{round(max(c, 0.14) * 255):02x}" for c in channels(color))


def _faceted(triangles: Floats, surface: Surface) -> Mesh:
    """Flat triangles, (n, 3, 3) corners."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-15)
    corners = triangles.reshape(-1, 3)
    faces = np.arange(len(corners)).reshape(-1, 3)
    return Mesh(corners, faces, np.zeros((len(corners), 2)), surface, np.repeat(normals, 3, 0))


def set_gem(radius: float, color: str, plating: Surface, *, prongs: int = 4) -> list[Mesh]:
    """A brilliant in a collet with prongs that stands on z = 0, about 0.95 radius high."""
    collet = lathe(
        [(0, 0), (radius * 0.62, 0), (radius * 1.02, radius * 0.5), (radius * 0.86, radius * 0.52)],
        plating,
        segments=24,
    )
    claw = ball(radius * 0.17, plating, stretch=(1, 1, 1.6), segments=8)
    turn = np.pi / 4 + np.arange(prongs) * 2 * np.pi / prongs
    claws = [claw.moved(radius * 0.94 * np.cos(t), radius * 0.94 * np.sin(t), radius * 0.6) for t in turn]
    return [merge([collet, *claws]), *(part.moved(z=radius * 0.58) for part in gem(radius, color))]


def jump_ring(radius: float, wire: float, plating: Surface) -> Mesh:
    """A small round ring in the yz plane about the origin."""
    return ring(radius, wire, plating, segments=20, sides=8).turned("y", 90)


def coin(radius: float, face: Surface, plating: Surface) -> list[Mesh]:
    """A medal that hangs from the origin towards -y and faces +z; its face fills the map."""
    hang = radius * 1.32
    rim = ring(radius, radius * 0.1, plating, segments=48, sides=10)
    plate = relief(circle(radius, 48), radius * 0.1, face, fullness=4, base=radius * 0.04)
    back = relief(circle(radius, 32), radius * 0.02, plating, base=radius * 0.02).turned("x", 180)
    return [
        plate.moved(y=-hang),
        merge([rim, back]).moved(y=-hang),
        jump_ring(radius * 0.24, radius * 0.075, plating).moved(y=-radius * 0.12),
    ]


def drop_outline(width: float, length: float, count: int = 48) -> Floats:
    """A pear that ends in a point upwards, its bulge around the origin."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False) + np.pi / 2
    x, y = np.cos(t), np.sin(t)
    narrow = np.where(y > 0, (1 - np.maximum(y, 0)) ** 0.45 * (1 + 0.9 * np.maximum(y, 0)), 1.0)
    bottom = length - width / 2
    return np.column_stack([x * narrow * width / 2, np.where(y > 0, y * bottom, y * width / 2)])


def heart_outline(width: float, count: int = 48) -> Floats:
    """A heart about the origin."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.column_stack([-x, y + 2.5]) * width / 32


def hung(outline: ArrayLike, height: float, surface: Surface, plating: Surface) -> list[Mesh]:
    """A small puffed plate of an outline that hangs from the origin towards -y."""
    flat = np.asarray(outline, float)
    top = float(flat[np.abs(flat[:, 0]) < np.ptp(flat[:, 0]) * 0.08, 1].max())
    size = np.ptp(flat[:, 0])
    front = relief(flat, height, surface)
    back = front.scaled(1, 1, -1)
    return [
        merge([front, back]).moved(y=-top - size * 0.13),
        jump_ring(size * 0.14, size * 0.045, plating).moved(y=-size * 0.06),
    ]


def bell(radius: float, plating: Surface) -> list[Mesh]:
    """A jingle bell that hangs from the origin towards -y."""
    shell = merge(
        [
            ball(radius, plating, segments=24),
            ring(radius * 0.99, radius * 0.09, plating, segments=24, sides=8),
        ]
    ).turned("x", 90)
    slit = extrude(rounded_rectangle(radius * 1.5, radius * 0.3, radius * 0.14, 4), radius * 0.12, HOLLOW)
    hole = ball(radius * 0.2, HOLLOW, segments=12)
    front = [slit.turned("x", 35).moved(y=-radius * 0.52, z=radius * 0.8)]
    front += [hole.moved(x * radius * 0.7, -radius * 0.46, radius * 0.55) for x in (-1, 1)]
    return [
        shell.moved(y=-radius * 1.3),
        merge(front).moved(y=-radius * 1.3),
        jump_ring(radius * 0.3, radius * 0.1, plating).moved(y=-radius * 0.15),
    ]


def trinkets(product: Product, size: float, face: Surface) -> list[list[Mesh]]:
    """Four different charms that hang from the origin towards -y: medal, drop, heart, star."""
    bare, colored = fittings(product), enamel(product)
    return [
        coin(size * 0.5, face, bare),
        hung(drop_outline(size * 0.62, size), size * 0.2, colored, bare),
        hung(heart_outline(size * 0.95), size * 0.2, bare, bare),
        hung(star(5, size * 0.55, size * 0.26), size * 0.16, colored, bare),
    ]


def plinth(radius: float, tilt: float, surface: Surface) -> list[Mesh]:
    """A drum whose round top leans back by so many degrees, its front edge a sixth of the radius high.

    The middle of the top lies over the origin; :func:`on_plinth` puts things there.
    """
    flat = np.vstack([circle(radius, 72), [(radius, 0)]])
    top = _tilted(np.column_stack([flat, np.zeros(len(flat))]), radius, tilt)
    inner = _tilted(np.column_stack([flat * 0.985, np.full(len(flat), radius * 0.015)]), radius, tilt)
    middle = np.broadcast_to(_tilted(np.array([[0, 0, radius * 0.015]]), radius, tilt), top.shape)
    foot = top * [1, 1, 0]
    side = grid(np.stack([foot, top]), surface, flip=True)
    lid = grid(np.stack([top, inner]), surface, flip=True)
    disc = grid(np.stack([inner, middle]), surface, flip=True)
    return [side, lid, disc]


def on_plinth(parts: Sequence[Mesh], radius: float, tilt: float) -> list[Mesh]:
    """Parts that lie in the xy plane and face +z, laid on a plinth's top."""
    return [part.turned("x", tilt).moved(z=_plinth_middle(radius, tilt) + radius * 0.015) for part in parts]


def _plinth_middle(radius: float, tilt: float) -> float:
    return radius / 6 + radius * float(np.sin(np.radians(tilt)))


def _tilted(points: Floats, radius: float, tilt: float) -> Floats:
    return points @ rotation("x", tilt).T + np.array([0, 0, _plinth_middle(radius, tilt)])
