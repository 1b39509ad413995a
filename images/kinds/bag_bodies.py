"""Bodies of bags: lofted, printed, with flaps cut from their skin.

A body stands on z = 0, its front looks towards -y, its middle is x = 0. What lies on its front (a pocket, a
seam) is drawn flat in x and z, and takes its y from :meth:`Body.front`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from images import textures
from images.geometry import Floats, Mesh, grid, merge, resample, spline, superellipse
from images.spec import Product
from images.surfaces import Surface, main

TILE = 0.2
"""Metres of a part that one tile of a material's map covers."""
Front = Callable[[Floats, Floats], Floats]
"""x and z -> y of what something is laid on."""


@dataclass(frozen=True)
class Level:
    """A round of a body at one height; all in metres."""

    z: float
    width: float
    depth: float
    power: float = 5.0
    """2 an ellipse, 10 nearly a rectangle."""
    y: float = 0.0
    """Where its middle stands."""


@dataclass(frozen=True, eq=False)
class Body:
    """A lofted body."""

    points: Floats
    """(rows, columns + 1, 3), from the left side over the front and the right side to the back."""

    def mesh(self, surface: Surface) -> Mesh:
        """The skin. u runs over the front from 0 at the left to 1 at the right and back again, v upwards."""
        columns = self.points.shape[1]
        u = 1 - np.abs(1 - 2 * np.arange(columns) / (columns - 1))
        v = self._up / self.length
        uv = np.stack(np.broadcast_arrays(0.002 + 0.996 * u[None], 0.002 + 0.996 * v[:, None]), -1)
        return grid(self.points, surface, uv=uv, flip=True)

    @property
    def girth(self) -> float:
        """Metres from side to side over the front, where it is widest."""
        steps = np.linalg.norm(np.diff(self.points, axis=1), axis=-1).sum(1)
        return float(steps.max()) / 2

    @property
    def length(self) -> float:
        """Metres up the middle of the front, from edge to edge."""
        return float(self._up[-1])

    @property
    def _up(self) -> Floats:
        middle = self.points[:, self.points.shape[1] // 4]
        return np.r_[0, np.cumsum(np.linalg.norm(np.diff(middle, axis=0), axis=1))]

    def printed(self, x: Floats, z: Floats) -> Floats:
        """Places (n, 2), as u and v, of the skin's map behind places before the front."""
        heights = np.maximum.accumulate(self.points[:, self.points.shape[1] // 4, 2])
        return np.column_stack([0.5 + x / self.girth, np.interp(z, heights, self._up) / self.length])

    def front(self, x: Floats, z: Floats) -> Floats:
        """Y of the front at places of any shape; beside the body, that of its side."""
        half = self.points[:, : self.points.shape[1] // 2 + 1]
        heights = half[:, half.shape[1] // 2, 2]
        rising = np.r_[True, np.diff(np.maximum.accumulate(heights)) > 1e-9]
        half, heights = half[rising], heights[rising]
        grid_x = np.linspace(half[..., 0].min(), half[..., 0].max(), 121)
        table = np.array([np.interp(grid_x, row[:, 0], row[:, 1]) for row in half])
        i = np.interp(z, heights, np.arange(len(heights)))
        j = np.interp(x, grid_x, np.arange(len(grid_x)))
        i0, j0 = np.minimum(i.astype(int), len(heights) - 2), np.minimum(j.astype(int), len(grid_x) - 2)
        a, b = i - i0, j - j0
        near = table[i0, j0] * (1 - b) + table[i0, j0 + 1] * b
        far = table[i0 + 1, j0] * (1 - b) + table[i0 + 1, j0 + 1] * b
        return near * (1 - a) + far * a

    def part(
        self,
        low: Callable[[Floats], Floats],
        start: float,
        end: float,
        out: float,
        *,
        high: float | None = None,
    ) -> Floats:
        """A piece of the front and sides moved outwards, (24, 49, 3).

        Args:
            low: Height of its lower edge at places u (0 the left side, 1 the right).
            start: u of its left edge.
            end: u of its right edge.
            out: Metres above the skin.
            high: Height of its upper edge; the body's top if None.
        """
        half = self.points.shape[1] // 2 + 1
        skin = self.points + self.mesh(Surface()).normals.reshape(self.points.shape) * out
        u = np.linspace(start, end, 49)
        columns = u * (half - 1)
        j = np.minimum(columns.astype(int), half - 2)
        share = (columns - j)[None, :, None]
        strip = skin[:, j] * (1 - share) + skin[:, j + 1] * share
        rows = np.arange(len(strip))
        bottom = low(u)
        made = np.empty((24, 49, 3))
        for column in range(49):
            rising = np.maximum.accumulate(strip[:, column, 2])
            first = np.interp(bottom[column], rising, rows)
            last = len(rows) - 1 if high is None else np.interp(high, rising, rows)
            at = np.linspace(first, last, 24)
            made[:, column] = np.stack([np.interp(at, rows, strip[:, column, k]) for k in range(3)], -1)
        return made

    def rib(self, u: float, low: float, high: float, out: float = 0.0) -> Floats:
        """The line (40, 3) up the skin at a place u of the front, between two heights."""
        half = self.points.shape[1] // 2
        column = round(u * half)
        skin = (
            self.points[:, column] + self.mesh(Surface()).normals.reshape(self.points.shape)[:, column] * out
        )
        at = np.interp(np.linspace(low, high, 40), np.maximum.accumulate(skin[:, 2]), np.arange(len(skin)))
        return np.stack([np.interp(at, np.arange(len(skin)), skin[:, k]) for k in range(3)], -1)

    def around(self, z: float, out: float = 0.0) -> Floats:
        """The round (columns, 3) at a height, open, moved outwards."""
        heights = self.points[:, self.points.shape[1] // 4, 2]
        rows = np.maximum.accumulate(heights)
        at = float(np.interp(z, rows, np.arange(len(rows))))
        low = min(int(at), len(rows) - 2)
        loop = self.points[low] * (1 - at + low) + self.points[low + 1] * (at - low)
        outward = loop[:-1] - loop[:-1].mean(0)
        outward[:, 2] = 0
        along = np.roll(loop[:-1], -1, 0) - np.roll(loop[:-1], 1, 0)
        normal = np.column_stack([along[:, 1], -along[:, 0], 0 * along[:, 0]])
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        return loop[:-1] + normal * out


def body(
    levels: Sequence[Level], *, rows: int = 48, columns: int = 96, slack: float = 0.0, smooth: bool = True
) -> Body:
    """A body through levels from the lowest up.

    Args:
        levels: At least two.
        rows: Of the mesh.
        columns: Of the mesh, round the body.
        slack: How far cloth sags and wrinkles, in metres.
        smooth: A curve through the levels, not straight lines.
    """
    table = np.array([(v.z, v.width, v.depth, v.power, v.y) for v in levels])
    heights = table[:, 0]
    table = spline(table, rows) if smooth else resample(table, rows)
    table[:, 0] = np.maximum.accumulate(np.clip(table[:, 0], heights[0], heights[-1]))
    made = []
    for z, width, depth, power, y in table:
        outline = superellipse(max(width, 1e-5), max(depth, 1e-5), max(power, 2), 4 * columns)
        outline = np.roll(outline, -2 * columns, 0)
        outline = resample(np.vstack([outline, outline[:1]]), columns + 1)
        made.append(np.column_stack([outline[:, 0], outline[:, 1] + y, np.full(columns + 1, z)]))
    points = np.array(made)
    if slack:
        t, h = np.linspace(0, 2 * np.pi, columns + 1)[None], np.linspace(0, 1, rows)[:, None]
        fold = np.sin(3 * t + 5 * h) * np.sin(7 * h + 1) + 0.6 * np.sin(8 * t - 9 * h) * np.sin(np.pi * h)
        shrink = 1 + slack * fold * np.sin(np.pi * h) / np.maximum(np.ptp(points[..., 0]), 1e-6) * 2
        points[..., :2] *= shrink[..., None]
    return Body(points)


@dataclass(frozen=True, eq=False)
class Cloth:
    """The material of a bag, printed so that ornaments are as wide as high, and as large on every part."""

    surface: Surface
    width: float
    """Metres that u = 0 to 1 covers on a body."""
    height: float
    """Metres that v = 0 to 1 covers."""
    tiles: tuple[float, float]
    """How often the map repeats over them."""

    def dress(self, mesh: Mesh) -> Mesh:
        """A mesh whose u and v run from 0 to 1 over width and height."""
        return replace(mesh, uv=mesh.uv * np.array(self.tiles), surface=self.surface)

    def lay(self, mesh: Mesh, trunk: Body, axis: int = 0) -> Mesh:
        """A mesh laid before a body's front (or, with axis 1, its side), the print going on."""
        return self.dress(replace(mesh, uv=trunk.printed(mesh.vertices[:, axis], mesh.vertices[:, 2])))


def cloth(product: Product, width: float, height: float, repeats: int, *, tile: float = TILE) -> Cloth:
    """The product's material and pattern for a body, ``repeats`` ornaments over its width (metres)."""
    ground = main(product)
    if product.pattern == "plain":
        return Cloth(ground, width, height, (width / tile, height / tile))
    rows, columns = _map_size(width / height)
    painted = textures.pattern(
        product.pattern,
        rows,
        columns,
        product.paint,
        product.accent_paint,
        repeats=repeats,
        aspect=width / height,
    )
    grain = None
    if ground.bump is not None:
        turns = (-(-2 * rows // 512), -(-2 * columns // 512))
        grain = np.tile(ground.bump[::2, ::2], turns)[:rows, :columns]
        painted = (painted * (0.85 + 0.15 * grain[..., None])).astype(np.uint8)
    return Cloth(replace(ground, color_map=painted, bump=grain), width, height, (1.0, 1.0))


def _map_size(aspect: float) -> tuple[int, int]:
    """Rows and columns of a map whose texels are as wide as high."""
    return (round(1024 / aspect), 1024) if aspect >= 1 else (1024, round(1024 * aspect))


def flap(
    trunk: Body, skin: Cloth, low: Callable[[Floats], Floats], start: float, out: float
) -> tuple[Mesh, Floats]:
    """A printed flap on a body from its top down to an edge, see :meth:`Body.part`; and its edge (n, 3)."""
    end = 1 - start
    sheet_ = trunk.part(low, start, end, out)
    steps = np.r_[0, np.cumsum(np.linalg.norm(np.diff(sheet_[:, 24], axis=0), axis=1))]
    v = trunk.printed(np.zeros(1), sheet_[:1, 24, 2])[0, 1] + steps / trunk.length
    uv = np.stack(np.meshgrid(np.linspace(start, end, sheet_.shape[1]), v), -1)
    edge = np.vstack([sheet_[:0:-1, 0], sheet_[0], sheet_[1:, -1]])
    inner = trunk.part(low, start, end, 0.0)
    inward = np.vstack([inner[:0:-1, 0], inner[0], inner[1:, -1]])
    rim = grid(np.stack([edge, inward]), Surface())
    return skin.dress(merge([grid(sheet_, Surface(), uv=uv, flip=True), rim])), edge
