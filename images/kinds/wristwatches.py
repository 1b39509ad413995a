"""Wristwatches, closed around a cushion."""

from dataclasses import replace

import numpy as np

from images.colors import channels
from images.geometry import (
    Floats,
    Mesh,
    box,
    circle,
    extrude,
    grid,
    lathe,
    merge,
    rounded_rectangle,
    spline,
    superellipse,
    sweep,
    tube,
)
from images.kinds.dials import dial
from images.kinds.jewels import HOLLOW, backing, enamel, metal
from images.kinds.joinery import grounded
from images.kinds.registry import kind
from images.kinds.small_parts import copies, relief
from images.kinds.strands import Strand
from images.spec import Product
from images.surfaces import Surface, main, patterned, plain

_TILT = 60
"""Degrees that the face leans from lying to upright."""
_STRAP = 0.021
"""Width of the strap."""
_FACE = 0.0078
"""Height of the dial over the back of the case."""
_CORNERS = 120
_METALS = ("stainless_steel", "titanium")


@kind("wristwatch", view=(-76, 16))
def wristwatch(product: Product) -> list[Mesh]:
    """A watch at nine past ten; the strap has the pattern, the dial the accent colour."""
    case = metal(product) if product.material in _METALS else plain("#c9ccd0", roughness=0.2, metallic=0.9)
    strand = _around_cushion()
    band = _links(product, strand) if product.material in _METALS else _strap(product, strand)
    watch = [*_case(product, case), *_dial(product), *_crown(product, case), *band, *_cushion(product)]
    return grounded([part.turned("x", _TILT) for part in watch])


def _outlines(product: Product) -> tuple[Floats, Floats]:
    """Outline of the case and of the dial, of as many corners, each with the first on the right."""
    match product.shape["case"]:
        case "round":
            return circle(0.0212, _CORNERS), circle(0.0176, _CORNERS)
        case "square":
            return _square(0.0378, 0.005), _square(0.0316, 0.0022)
        case "cushion":
            return superellipse(0.0425, 0.0425, 3.4, _CORNERS), circle(0.0168, _CORNERS)
        case other:
            raise KeyError(other)


def _square(width: float, radius: float) -> Floats:
    corners = rounded_rectangle(width, width, radius, _CORNERS // 4)
    return np.roll(corners, _CORNERS // 8, 0)


def _case(product: Product, surface: Surface) -> list[Mesh]:
    outer, inner = _outlines(product)
    rings = [
        (outer * 0.9, 0.0),
        (outer * 0.985, 0.001),
        (outer, 0.0022),
        (outer, 0.0066),
        (outer * 0.985, 0.0074),
        (inner * 1.12, 0.0088),
        (inner * 1.1, 0.0096),
        (inner * 1.05, 0.0099),
        (inner * 1.005, 0.0097),
        (inner, 0.0094),
        (inner, _FACE - 0.0002),
    ]
    body = grid(_closed([np.column_stack([flat, np.full(_CORNERS, z)]) for flat, z in rings]), surface)
    if body.normals[len(body.normals) // 3] @ body.vertices[len(body.normals) // 3] < 0:
        body = grid(
            _closed([np.column_stack([flat, np.full(_CORNERS, z)]) for flat, z in rings]), surface, flip=True
        )
    reach = float(outer[:, 1].max())
    horn = spline(
        [(reach * 0.78, 0.0046), (reach * 1.0, 0.0047), (reach * 1.11, 0.0032), (reach * 1.15, 0.0008)], 16
    )
    lug = sweep(
        np.column_stack([0 * horn[:, 0], horn]), rounded_rectangle(0.0042, 0.0056, 0.0014, 3), surface
    )
    lugs = [
        (lug if end > 0 else lug.turned("z", 180)).moved(side * (_STRAP / 2 + 0.0006))
        for side in (-1, 1)
        for end in (-1, 1)
    ]
    return [body, *lugs]


def _closed(rings: list[Floats]) -> Floats:
    return np.stack([np.vstack([r, r[:1]]) for r in rings])


def _dial(product: Product) -> list[Mesh]:
    ground = product.accent_paint
    light = float(channels(ground).mean()) > 0.42
    ink = "#17181b" if light else "#f3f0e6"
    face = Surface(
        roughness=0.65,
        color_map=dial(
            ground,
            ink,
            product.shape["hour_marks"],
            product.shape["subdial"],
            square=product.shape["case"] == "square",
        ),
    )
    _, inner = _outlines(product)
    reach = float(inner[:, 0].max())
    hands = plain(ink, roughness=0.2, metallic=0.3, clearcoat=0.5)
    pointer = plain("#d9822b" if product.accent in ("red", "gold") else "#c8281e", roughness=0.3)
    made = [relief(inner, 0.0, face, base=_FACE)]
    for turn, length, width, height, surface in (
        (304.5, 0.56, 0.0024, 0.0003, hands),
        (54.0, 0.84, 0.0018, 0.0008, hands),
        (210.0, 0.88, 0.0006, 0.0013, pointer),
    ):
        outline = [
            (-width / 2, -0.004),
            (width / 2, -0.004),
            (width * 0.3, reach * length),
            (-width * 0.3, reach * length),
        ]
        made.append(extrude(outline, 0.0003, surface).turned("z", -turn).moved(z=_FACE + height))
    pin = lathe([(0.0014, 0), (0.0014, 0.0016), (0.001, 0.0019), (0, 0.0019)], hands, segments=24)
    return [*made, pin.moved(z=_FACE)]


def _crown(product: Product, surface: Surface) -> list[Mesh]:
    """A fluted knob on the right."""
    turn = np.linspace(0, 2 * np.pi, 97)
    flutes = 1 + 0.06 * np.cos(turn * 16)
    shares, heights = np.array([0, 0.9, 1, 1, 0.9, 0]), np.array([0, 0, 0.0004, 0.003, 0.0036, 0.0036])
    radius = 0.0029 * shares[:, None] * flutes
    points = np.stack(
        [np.broadcast_to(heights[:, None], radius.shape), radius * np.cos(turn), radius * np.sin(turn)], -1
    )
    knob = grid(points, surface)
    if (knob.normals[:, 1:] * knob.vertices[:, 1:]).sum() < 0:
        knob = grid(points, surface, flip=True)
    edge = float(_outlines(product)[0][:, 0].max())
    stem = tube([(edge - 0.002, 0, 0.0045), (edge + 0.001, 0, 0.0045)], 0.0016, surface)
    return [knob.moved(x=edge + 0.0004, z=0.0045), stem]


def _around_cushion() -> Strand:
    """The strap's outer side, from the upper lugs over the back of the cushion to the lower ones."""
    turn = np.radians(np.linspace(58, -238, 161))
    power = 2 / 2.7
    c, s = np.cos(turn), np.sin(turn)
    y = 0.0355 * np.sign(c) * np.abs(c) ** power
    z = 0.0235 * np.sign(s) * np.abs(s) ** power
    line = np.column_stack([0 * y, y, z - 0.0195])
    along = np.gradient(line, axis=0)
    out = np.column_stack([0 * y, -along[:, 2], along[:, 1]])
    out *= np.sign((out * (line + np.array([0, 0, 0.0195]))).sum(1, keepdims=True))
    return Strand.along(line, out)


def _strap(product: Product, strand: Strand) -> list[Mesh]:
    """Leather with stitches in the accent colour, or silicone with a raised edge."""
    surface = main(product)
    share = np.linspace(0, 1, 97)
    places = strand.at(share)
    body = sweep(
        places.points - places.axes[..., 2] * 0.0014,
        rounded_rectangle(0.0026, _STRAP, 0.0012, 4),
        surface,
        up=(1, 0, 0),
    )
    across = np.linspace(-1, 1, 7)
    points = (
        places.points[:, None]
        + across[None, :, None] * _STRAP * 0.455 * places.axes[:, None, :, 1]
        + (0.0007 * (1 - 0.6 * across**2))[None, :, None] * places.axes[:, None, :, 2]
    )
    u, v = np.meshgrid(share, (across + 1) / 2, indexing="ij")
    face = _up(points, patterned(product, 16, aspect=6.0), np.stack([u, v], -1), places.axes[..., 2])
    made = [body, face]
    lines = (-1, 1)
    if product.material == "leather":
        stitch = box(0.0024, 0.0008, 0.0007, enamel(product), radius=0.0003, steps=3)
        rows = [stitch.moved(y=side * _STRAP * 0.425) for side in lines]
        made += copies([merge(rows)], strand.at(strand.shares(0.0036)).lifted(0.0004))
    else:
        made += [
            tube(places.points + side * _STRAP * 0.47 * places.axes[..., 1], 0.0009, surface, sides=8)
            for side in lines
        ]
        hole = lathe([(0.0011, 0), (0.0011, 0.0002), (0, 0.0002)], HOLLOW, segments=16)
        made += copies([hole], strand.at([0.71, 0.77, 0.83]).lifted(0.0007))
    return made


def _links(product: Product, strand: Strand) -> list[Mesh]:
    """Rows of three bricks; the pattern runs over all of them."""
    surface = patterned(product, 16, aspect=6.0, base=metal(product))
    pitch = 0.0052
    share = strand.shares(pitch)
    places = strand.at(share)
    made = []
    for middle, width, half in ((-0.335, 0.32, 0.5), (0.0, 0.335, 0.0), (0.335, 0.32, 0.5)):
        brick = box(pitch * 0.93, _STRAP * width, 0.003, surface, radius=0.0007, steps=3)
        row = copies(
            [brick.moved(y=_STRAP * middle)],
            strand.at(np.clip(share + half / len(share), 0, 1)).lifted(-0.0006),
        )[0]
        along = (share + half / len(share))[:, None] + brick.vertices[:, 0] / strand.length
        v = brick.vertices[:, 1] / _STRAP + middle + 0.5
        uv = np.column_stack([along.ravel(), np.tile(v, len(share))])
        made.append(replace(row, uv=uv))
    pins = box(pitch * 0.5, _STRAP * 0.9, 0.0018, HOLLOW, radius=0.0002, steps=2)
    return [*made, *copies([pins], places.lifted(-0.001))]


def _up(points: Floats, surface: Surface, uv: Floats, out: Floats) -> Mesh:
    """A sheet whose outer side looks the way that is given for each row."""
    sheet = grid(points, surface, uv=uv)
    if (sheet.normals.reshape(points.shape) * out[:, None]).sum() < 0:
        return grid(points, surface, uv=uv, flip=True)
    return sheet


def _cushion(product: Product) -> list[Mesh]:
    """A soft roll inside the strap."""
    velvet = backing(product)
    outline = superellipse(0.0675, 0.043, 2.7, 64)
    width, steps = 0.035, np.sin(np.radians(np.linspace(-90, 90, 17)))
    size = 0.66 + 0.34 * np.sqrt(1 - np.abs(steps) ** 4)
    rings = [
        np.column_stack([np.full(64, s * width / 2), outline * k]) for s, k in zip(steps, size, strict=True)
    ]
    rings = [rings[0] * [1, 0, 0], *rings, rings[-1] * [1, 0, 0]]
    roll = grid(_closed(rings), velvet)
    if (roll.normals[:, 1:] * roll.vertices[:, 1:]).sum() < 0:
        roll = grid(_closed(rings), velvet, flip=True)
    return [roll.moved(z=-0.0205)]
