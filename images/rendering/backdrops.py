"""What a thing stands on, and the light around it: paper in a studio, or a table in a room."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np

from images.geometry import Floats, Mesh, fillet, grid
from images.rendering.environment import Environment, studio
from images.spec import Shot
from images.surfaces import Surface, marble, plain, soft_cloth, wood

ROOMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "apartment": ("wood", "#b98a5a"),
        "lobby": ("stone", "#d5d0c8"),
        "workshop": ("wood", "#77553a"),
        "warehouse": ("concrete", "#8f8d87"),
        "forest": ("wood", "#9a8a74"),
        "city": ("cloth", "#6f7a86"),
    }
)
"""Room -> what its table is made of, and the table's colour."""
_FOLDER = Path(__file__).parent / "rooms"
_FRONT, _SIDE = 12.0, 16.0
"""How far paper and tables reach towards the camera, and to each side."""
_PAPER_BACK, _PAPER_TOP, _PAPER_RADIUS = -2.8, 8.0, 2.2
_TABLE_BACK, _TABLE_THICKNESS = -2.6, 0.12
_MAP_LENGTH = 2.6
"""Length of a table that its map covers once; things are about two long."""


def backdrop(shot: Shot) -> tuple[Environment, Mesh]:
    """The light around and the ground for a shot, turned towards its camera.

    Raises:
        ValueError: the background is neither ``#rrggbb`` nor ``room:NAME`` with a known name.
    """
    kind, _, name = shot.background.partition(":")
    if kind == "room" and name in ROOMS:
        turn = 360 * Random(f"room {shot.seed}").random()
        return _room(name).turned(turn), _turned(_table(name), shot)
    if len(shot.background) == 7 and shot.background.startswith("#"):
        around = studio(key_on_the_left=shot.light in ("left", "soft")).turned(shot.azimuth)
        return around, _turned(_paper(shot.background), shot)
    rooms = ", ".join(f"'room:{name}'" for name in ROOMS)
    raise ValueError(f"background {shot.background!r}: expected '#rrggbb' or one of {rooms}")


def _turned(ground: Mesh, shot: Shot) -> Mesh:
    return ground.turned("z", shot.azimuth)


@cache
def _room(name: str) -> Environment:
    with np.load(_FOLDER / f"{name}.npz") as stored:
        return Environment(stored["light"].astype(np.float32))


@cache
def _paper(color: str) -> Mesh:
    """A sheet that lies under the thing and goes up behind it; the camera is on the side of +x."""
    line = fillet([(_FRONT, 0), (_PAPER_BACK, 0), (_PAPER_BACK, _PAPER_TOP)], _PAPER_RADIUS, 28)
    return _strip(line, plain(color, roughness=0.85))


@cache
def _table(name: str) -> Mesh:
    """A table top whose far edge can be seen."""
    line = fillet([(_FRONT, 0), (_TABLE_BACK, 0), (_TABLE_BACK, -_TABLE_THICKNESS)], 0.03, 6)
    mesh = _strip(line, _top(*ROOMS[name]))
    return replace(mesh, uv=mesh.vertices[:, [1, 0]] / _MAP_LENGTH)


@cache
def _top(material: str, color: str) -> Surface:
    match material:
        case "wood":
            return replace(wood(color, 5), roughness=0.55, clearcoat=0.0)
        case "stone":
            return replace(marble(color, 5), roughness=0.4, clearcoat=0.0)
        case "cloth":
            return soft_cloth(color, 5)
        case _:
            return plain(color, roughness=0.7)


def _strip(line: Floats, surface: Surface) -> Mesh:
    across = np.array([-_SIDE, 0.0, _SIDE])
    points = np.array([[(x, y, z) for y in across] for x, z in line])
    mesh = grid(points, surface)
    return mesh if mesh.normals[0, 2] > 0 else grid(points, surface, flip=True)
