"""Wallets and purses."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from images.colors import channels, shade
from images.geometry import Floats, Mesh, ball, box, cylinder, extrude, rounded_rectangle
from images.kinds.bag_bodies import Cloth, cloth
from images.kinds.bag_parts import dashes, metal_of, ribbon, standing, zip_
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, plain

_HEIGHT = 0.092
_THICK = 0.0095


@dataclass(frozen=True, eq=False)
class _Leaf:
    """One side of a wallet as it stands: built flat, its outer side towards -y, its left edge at x = 0."""

    width: float
    place: tuple[float, float]
    """x and y of its left edge."""
    turn: float
    """Degrees about that edge."""

    def put(self, parts: list[Mesh]) -> list[Mesh]:
        """Flat parts where the leaf stands."""
        x, y = self.place
        return [part.turned("z", self.turn).moved(x, y) for part in parts]


@kind("wallet", view=(-78, 20))
def wallet(product: Product) -> list[Mesh]:
    """A wallet that stands, its outer side to the camera."""
    leaves, chosen = _leaves(product.shape["fold"])
    skin = cloth(
        product,
        leaves[0].width,
        _HEIGHT,
        {"two": 6, "three": 5, "long": 10}[product.shape["fold"]],
        tile=0.07,
    )
    edge = plain(shade(product.paint, 0.5), roughness=0.55)
    made: list[Mesh] = []
    for number, leaf in enumerate(leaves):
        flat = [*_cover(leaf.width, skin, edge), *_contents(leaf.width, number), *_edge(product, leaf.width)]
        made += leaf.put(flat)
    made += leaves[chosen].put(_closure(product, leaves[chosen].width))
    made += _spines(product.shape["fold"], leaves, edge)
    lean = 10 if product.shape["fold"] == "long" else 0
    return standing([part.turned("x", -lean) for part in made])


def _leaves(fold: str) -> tuple[list[_Leaf], int]:
    """The leaves from the left, and which of them has the closure."""
    match fold:
        case "two":
            width, angle = 0.104, 27
            along = width * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            return [_Leaf(width, (-along[0], along[1]), -angle), _Leaf(width, (0.0, 0.0), angle)], 1
        case "three":
            width, angle = 0.08, 36
            along = width * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            return [
                _Leaf(width, (-1.5 * along[0], 0.0), angle),
                _Leaf(width, (-0.5 * along[0], along[1]), -angle),
                _Leaf(width, (0.5 * along[0], 0.0), angle),
            ], 1
        case "long":
            return [_Leaf(0.196, (-0.098, 0.0), 0)], 0
        case other:
            raise KeyError(other)


def _cover(width: float, skin: Cloth, edge: Surface) -> list[Mesh]:
    """Two leathers with a dark edge between them."""
    outline = rounded_rectangle(width, _HEIGHT, 0.008, 5)
    middle = np.array([width / 2, _HEIGHT / 2])
    made = []
    for depth, y, surface in ((0.0032, -0.0032, None), (_THICK - 0.005, 0.0, edge), (0.0026, 0.0032, None)):
        shrink = 1.0 if surface is None else 0.988
        solid = extrude(outline * shrink, depth, edge, bevel=0.0008, steps=3)
        solid = solid.moved(middle[0], middle[1]).turned("x", 90).moved(y=y)
        made.append(skin.dress(solid) if surface is None else solid)
    return made


def _contents(width: float, number: int) -> list[Mesh]:
    """Edges of notes and cards that look out at the top."""
    paper = plain("#d9d2b8", roughness=0.8)
    card = plain(("#b9483a", "#3d6fa8", "#d2b04a")[number % 3], roughness=0.35)
    return [
        box(width * 0.86, 0.0012, 0.02, paper, radius=0.0005, steps=2).moved(
            width * 0.5, 0.001, _HEIGHT - 0.0055
        ),
        box(min(width * 0.7, 0.084), 0.001, 0.02, card, radius=0.0005, steps=2).moved(
            width * 0.46, -0.0008, _HEIGHT - 0.008
        ),
    ]


def _edge(product: Product, width: float) -> list[Mesh]:
    match product.shape["edge"]:
        case "plain":
            return []
        case "stitched":
            bright = channels(product.paint).mean() > 0.5
            thread = plain("#2b2c2f" if bright else "#f2efe7", roughness=0.8)
            outline = rounded_rectangle(width - 0.0085, _HEIGHT - 0.0085, 0.005, 5)
            loop = np.vstack([outline, outline[:1]]) + np.array([width / 2, _HEIGHT / 2])
            line = np.column_stack([loop[:, 0], np.full(len(loop), -0.0049), loop[:, 1]])
            return [dashes(line, thread, pitch=0.0042, share=0.66, width=0.0013)]
        case other:
            raise KeyError(other)


def _closure(product: Product, width: float) -> list[Mesh]:
    trim = plain(product.accent_paint, roughness=0.45)
    metal = metal_of(product)
    match product.shape["closure"]:
        case "none":
            return []
        case "snap":
            return _snap(width, trim, metal, from_top=product.shape["fold"] == "long")
        case "zip":
            x = np.linspace(width * 0.1, width * 0.9, 30)
            line = np.column_stack([x, np.full(30, -0.005), np.full(30, _HEIGHT * 0.7)])
            border = rounded_rectangle(width * 0.8 + 0.012, 0.0155, 0.003, 3) + np.array(
                [width / 2, _HEIGHT * 0.7]
            )
            welt = extrude(border, 0.0016, trim, bevel=0.0005, steps=2).turned("x", 90).moved(y=-0.0052)
            small = zip_(line, (0, -1, 0), plain("#1f2023", roughness=0.9), metal, width=0.0105)
            return [welt, *(part.moved(y=-0.001) for part in small)]
        case other:
            raise KeyError(other)


def _snap(width: float, trim: Surface, metal: Surface, *, from_top: bool) -> list[Mesh]:
    """A tab with a press stud, over the top or round the right edge."""
    if from_top:
        x, z = width / 2, _HEIGHT * 0.42
        points = [(x, 0.006, _HEIGHT - 0.012), (x, 0.005, _HEIGHT + 0.001), (x, 0, _HEIGHT + 0.0028)]
        points += [(x, -0.0046, _HEIGHT + 0.0008), (x, -0.0052, _HEIGHT - 0.006), (x, -0.0052, z - 0.012)]
    else:
        x, z = width * 0.6, _HEIGHT * 0.5
        points = [(width - 0.012, 0.006, z), (width + 0.001, 0.005, z), (width + 0.0028, 0, z)]
        points += [(width + 0.0008, -0.0046, z), (width - 0.006, -0.0052, z), (x - 0.013, -0.0052, z)]
    corners = np.array(points)
    line = np.vstack([np.linspace(a, b, 6)[:-1] for a, b in pairwise(corners)] + [corners[-1:]])
    middle = np.array([x, 0, z])
    normals: Floats = line - middle
    normals[:, 0 if from_top else 2] = 0
    normals[line[:, 1] < -0.004] = (0, -1, 0)
    normals[line[:, 1] > 0.004] = (0, 1, 0)
    tab = ribbon(line, normals, 0.026, trim, thickness=0.0022)
    end = cylinder(0.013, 0.0022, trim, bevel=0.0004).turned("x", 90)
    tip = (x, -0.0052, z - 0.012) if from_top else (x - 0.013, -0.0052, z)
    stud = (tip[0], tip[1] - 0.002, tip[2])
    return [
        tab,
        end.moved(*tip),
        cylinder(0.0078, 0.002, metal, bevel=0.0006).turned("x", 90).moved(*stud),
        ball(0.0056, metal, stretch=(1, 0.5, 1), segments=20).moved(stud[0], stud[1] - 0.0018, stud[2]),
    ]


def _spines(fold: str, leaves: list[_Leaf], edge: Surface) -> list[Mesh]:
    """Rounded leather at the folds."""
    if fold == "long":
        return []
    made = []
    for leaf in leaves[1:]:
        bar = cylinder(_THICK * 0.52, _HEIGHT - 0.004, edge, bevel=0.001)
        made.append(bar.moved(leaf.place[0], leaf.place[1], 0.002))
    return made
