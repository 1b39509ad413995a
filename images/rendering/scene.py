"""What stands before the camera: the thing on its background, the lamp, the light all around, the camera.

Everything is handed to the renderer in the frame of the camera (x right, y up, it looks along -z), so that
the camera is the same for every picture: a renderer that compiles its scenes has to do so only once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from images.geometry import Floats, Mesh
from images.rendering.backdrops import backdrop
from images.spec import Shot

FILL = 0.80
"""Share of the frame's width or height that the thing spans, whichever comes first."""
DIAGONAL = 2.0
"""Every thing is scaled to this diagonal of its bounding box, so that a ring is lit as a sofa is."""
MAPPED_SURFACES = 6
"""Surfaces with maps that a thing may have; the ground may have one more."""
_LAMPS = {
    "left": (-48.0, 3.6, 1.7, 150.0, 1.0),
    "right": (48.0, 3.6, 1.7, 150.0, 1.0),
    "top": (14.0, 5.2, 2.2, 190.0, 0.9),
    "soft": (-30.0, 4.4, 3.6, 120.0, 1.25),
}
"""Light -> the lamp's azimuth from the camera in degrees, height, width, power; factor of the rest."""
_LAMP_DISTANCE = 2.6


@dataclass(frozen=True, eq=False)
class Lamp:
    """A square that shines to one side, in the frame of the camera."""

    corners: Floats
    """(4, 3), counter-clockwise seen from the lit side."""
    radiance: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Scene:
    """All that a renderer needs, in the frame of the camera."""

    meshes: Sequence[Mesh]
    """Thing and background."""
    lamp: Lamp
    surroundings: NDArray[np.float32]
    """(height, width, 3) linear light from all directions; +y is the top row, the middle column is -z."""
    field_of_view: float
    """Horizontal, in degrees."""
    width: int
    height: int
    seed: int


@dataclass(frozen=True, eq=False)
class Camera:
    """Where the camera stands, in the world."""

    eye: Floats
    """(3,)"""
    axes: Floats
    """(3, 3): its right, up and backward direction as rows."""
    field_of_view: float
    aspect: float

    def of(self, points: Floats) -> Floats:
        """World coordinates (n, 3) in the frame of the camera."""
        return (points - self.eye) @ self.axes.T

    def on_frame(self, points: Floats) -> Floats:
        """Where points (n, 3) of the world fall, (n, 2): from -1 to 1 rightwards and upwards in the frame."""
        seen = self.of(points)
        half = np.tan(np.radians(self.field_of_view / 2))
        return seen[:, :2] / -seen[:, 2:] / np.array([half, half / self.aspect])


def compose(meshes: Sequence[Mesh], shot: Shot) -> Scene:
    """Put a thing on its background and light it.

    Raises:
        ValueError: there are no meshes, the background is neither ``#rrggbb`` nor a known room, or more than
        six
            surfaces have maps.
    """
    _few_maps(meshes)
    thing = normalised(meshes)
    camera = fit(np.vstack([mesh.vertices for mesh in thing]), shot)
    around, ground = backdrop(shot)
    world = [*thing, ground]
    lamp, factor = _lamp(shot, camera)
    return Scene(
        meshes=[_seen(mesh, camera) for mesh in world],
        lamp=lamp,
        surroundings=around.seen_by(camera.axes) * factor,
        field_of_view=shot.field_of_view,
        width=shot.width,
        height=shot.height,
        seed=shot.seed,
    )


def normalised(meshes: Sequence[Mesh]) -> list[Mesh]:
    """The meshes scaled to :data:`DIAGONAL`, their box of bounds centred over the origin, standing on z = 0.

    Raises:
        ValueError: there are no meshes, or they have no extent.
    """
    if not meshes:
        raise ValueError("nothing to render: the list of meshes is empty")
    points = np.vstack([mesh.vertices for mesh in meshes])
    low, high = points.min(0), points.max(0)
    diagonal = float(np.linalg.norm(high - low))
    if not np.isfinite(diagonal) or diagonal < 1e-9:
        raise ValueError(f"nothing to render: the meshes extend from {low} to {high}")
    scale = DIAGONAL / diagonal
    x, y, _ = (low + high) / 2
    return [replace(m, vertices=(m.vertices - np.array([x, y, low[2]])) * scale) for m in meshes]


def fit(points: Floats, shot: Shot) -> Camera:
    """The camera from which points (n, 3) span :data:`FILL` of the frame, in its middle."""
    azimuth, elevation = np.radians([shot.azimuth, shot.elevation])
    back = np.array(
        [np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)]
    )
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    axes = np.stack([right, np.cross(back, right), back])
    aspect = shot.width / shot.height
    reach = np.tan(np.radians(shot.field_of_view / 2)) * FILL * np.array([1, 1 / aspect])
    target = (points.min(0) + points.max(0)) / 2
    distance = 1.0
    for _ in range(5):
        seen = (points - target) @ axes.T
        distance = (np.abs(seen[:, :2]) / reach + seen[:, 2:]).max()
        spread = seen[:, :2] / (distance - seen[:, 2:])
        target = target + (spread.min(0) + spread.max(0)) / 2 * distance @ axes[:2]
    seen = (points - target) @ axes.T
    distance = (np.abs(seen[:, :2]) / reach + seen[:, 2:]).max()
    return Camera(target + back * distance, axes, shot.field_of_view, aspect)


def _few_maps(meshes: Sequence[Mesh]) -> None:
    mapped = {id(mesh.surface) for mesh in meshes if mesh.surface.mapped}
    if len(mapped) > MAPPED_SURFACES:
        raise ValueError(
            f"{len(mapped)} surfaces with maps: at most {MAPPED_SURFACES}; let parts share surface objects"
        )


def _seen(mesh: Mesh, camera: Camera) -> Mesh:
    return replace(mesh, vertices=camera.of(mesh.vertices), normals=mesh.normals @ camera.axes.T)


def _lamp(shot: Shot, camera: Camera) -> tuple[Lamp, float]:
    beside, height, width, power, factor = _LAMPS[shot.light]
    azimuth = np.radians(shot.azimuth + beside)
    place = np.array([np.cos(azimuth) * _LAMP_DISTANCE, np.sin(azimuth) * _LAMP_DISTANCE, height])
    ahead = np.array([0, 0, 0.4]) - place
    ahead /= np.linalg.norm(ahead)
    side = np.cross(ahead, [0.0, 0.0, 1.0])
    side *= width / 2 / np.linalg.norm(side)
    up = np.cross(side, ahead)
    corners = place + np.array([side - up, -side - up, -side + up, side + up])
    radiance = power / (np.pi * width**2)
    return Lamp(camera.of(corners), (radiance, radiance, radiance)), factor
