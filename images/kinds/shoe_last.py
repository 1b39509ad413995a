"""The last that a shoe is built on, and uppers cut from it.

A last is a stack of rounds, each an egg from heel to toe. It is even on both sides; :func:`finished` in
:mod:`images.kinds.shoe_parts` bends it into a foot's curve at the very end. The heel stands at x = 0, the toe
at x = :data:`LENGTH`, the feather line (where the upper meets the sole) on z = 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from images.geometry import Floats, Mesh, grid, resample, spline
from images.surfaces import Surface

LENGTH = 0.285
"""Of every shoe, in metres."""
HALF_COLUMNS = 66
ROWS = 36
_SAMPLES = 260

Opening = Callable[[Floats, Floats, Floats], Floats]
"""x, distance from the middle, z (metres) -> above 0 where there is no upper."""


@dataclass(frozen=True)
class Round:
    """One round of a last. Places along the foot are shares of its length, heights are metres."""

    back: float
    back_z: float
    front: float
    front_z: float
    turn: float
    """Where the sides begin to close towards the front."""
    width: float = 1.0
    """Times the width of the foot there."""
    heel: float = 0.13
    """Length of the heel's rounding."""
    blunt: float = 2.3
    """Shape of the front: 1.5 pointed, 2 an ellipse, 5 square."""


@dataclass(frozen=True)
class Last:
    """Rounds from the feather line upwards."""

    rounds: Sequence[Round]
    half_width: Sequence[tuple[float, float]] = (
        (0, 0.0325),
        (0.15, 0.0335),
        (0.3, 0.0335),
        (0.45, 0.0365),
        (0.6, 0.0425),
        (0.72, 0.0465),
        (0.85, 0.0475),
        (1, 0.0465),
    )
    """(Share of the length, metres) before heel and toe are rounded."""

    def points(self, turn: Floats, height: Floats) -> Floats:
        """Points (rows, columns, 3) of the side y >= 0.

        Args:
            turn: (columns,) 0 at the toe, pi at the heel.
            height: (rows,) 0 at the feather line, 1 at the highest round.
        """
        table = spline(np.array([astuple(r) for r in self.rounds]), 200)
        at = np.clip(height, 0, 1) * (len(table) - 1)
        back, back_z, front, front_z, close, width, heel, blunt = (
            np.interp(at, np.arange(len(table)), column)[:, None] for column in table.T
        )
        along = back + (front - back) * (1 + np.cos(turn)) / 2
        heel_end = 1 - np.clip((along - back) / heel, 0, 1)
        toe_end = np.clip((along - close) / np.maximum(front - close, 1e-6), 0, 1)
        rounded = np.maximum(1 - heel_end**2.3, 0) ** (1 / 2.1) * np.maximum(1 - toe_end**blunt, 0) ** (
            1 / blunt
        )
        shares, metres = np.array(self.half_width).T
        half = np.interp(along, shares, metres) * width * rounded
        z = back_z + (front_z - back_z) * (along - back) / (front - back)
        return np.stack([along * LENGTH, half, z], -1)

    def cut(self, opening: Opening, toe: Opening | None = None) -> "Upper":
        """The upper that is left below an opening for the foot, and above one for the toes."""
        turn = np.linspace(0, np.pi, HALF_COLUMNS + 1)
        whole = self.points(turn, np.linspace(0, 1, _SAMPLES))
        top = _first(opening(*np.moveaxis(whole, -1, 0)), len(whole) - 1)
        low = np.zeros(len(turn))
        if toe is not None:
            low = np.minimum(_first(-toe(*np.moveaxis(whole, -1, 0)), len(whole) - 1), top)
        return Upper(_stretched(whole, low, np.maximum(top, low + 0.2), ROWS))

    def front(self, low: float, high: float, width: float, *, rows: int = 26) -> Floats:
        """A strip (rows, 13, 3) along the front between two heights, ``width`` metres to either side."""
        whole = self.points(np.linspace(0, 1.4, 60), np.linspace(0, 1, _SAMPLES))
        across = np.linspace(0, width, 7)
        made = []
        for height in np.interp(np.linspace(low, high, rows), whole[:, 0, 2], np.arange(_SAMPLES)):
            line_ = whole[round(height)]
            made.append(np.stack([np.interp(across, line_[:, 1], line_[:, k]) for k in range(3)], -1))
        half = np.array(made)
        return np.concatenate([(half * np.array([1, -1, 1]))[:, :0:-1], half], 1)


@dataclass(frozen=True, eq=False)
class Upper:
    """A cut upper."""

    half: Floats
    """(rows, columns, 3) of the side y >= 0, from the feather line up, from the toe to the heel."""

    @property
    def top(self) -> Floats:
        """The top line, (columns, 3)."""
        return self.half[-1]

    @property
    def along(self) -> Floats:
        """(columns,) from 0 at the toe to 1 at the heel, by length a third of the way up."""
        steps = _lengths(self.half[len(self.half) // 3])
        return steps / steps[-1]

    def mesh(self, surface: Surface) -> Mesh:
        """Both sides; u from 0 at the toe to 1 at the heel on either, v from the feather line up."""
        inner = (0.002, 0.998)  # maps repeat: keep away from the far edge
        u, v = np.meshgrid(np.interp(_both(self.along), (0, 1), inner), np.linspace(*inner, len(self.half)))
        return grid(both_sides(self.half), surface, uv=np.stack([u, v], -1))

    def lining(self, surface: Surface, thickness: float = 0.003) -> Mesh:
        """The inside, seen through the opening."""
        points = both_sides(self.half[np.r_[0 : len(self.half) - 1 : 2, len(self.half) - 1]])
        outer = grid(points, surface)
        inner = outer.vertices - outer.normals * thickness
        inner[:, 2] = np.maximum(inner[:, 2], 0.0015)
        return grid(inner.reshape(points.shape), surface, flip=True)

    def edge(self, distance: float, down: float) -> Floats:
        """A point (3,) of the side y >= 0, so far along the top line from its foremost point and below it."""
        column = float(np.interp(distance, _lengths(self.top), np.arange(self.half.shape[1])))
        low = min(int(column), self.half.shape[1] - 2)
        share = column - low
        line_ = (self.half[:, low] * (1 - share) + self.half[:, low + 1] * share)[::-1]
        return np.array([np.interp(down, _lengths(line_), line_[:, k]) for k in range(3)])

    def reach(self, z: float) -> float:
        """How far along the top line from its foremost point it first rises to a height, in metres."""
        return float(_lengths(self.top)[np.argmax(self.top[:, 2] > z)])

    def side(self, x: float, z: float) -> Floats:
        """The point (3,) of the side y >= 0 seen at x and z from beside the foot, to within a cell."""
        flat = self.half.reshape(-1, 3)
        nearest = flat[np.argmin((flat[:, 0] - x) ** 2 + (flat[:, 2] - z) ** 2)]
        return np.array([x, nearest[1], z])

    def contour(self, distance: Callable[[Floats], NDArray[np.floating[Any]]]) -> Floats:
        """Where a function of points (..., 3) rises through 0 on the way up: (n, 3) from the toe, y >= 0."""
        value = distance(self.half)
        rises = (value[:-1] <= 0) & (value[1:] > 0)
        columns = np.flatnonzero(rises.any(0))
        rows = np.argmax(rises, 0)[columns]
        before, after = value[rows, columns], value[rows + 1, columns]
        share = (-before / (after - before))[:, None]
        return self.half[rows, columns] * (1 - share) + self.half[rows + 1, columns] * share


class Arch:
    """The vamp as a height field from side to side: where straps lie."""

    def __init__(self, last: Last, start: float = 0.42, end: float = 0.96) -> None:
        whole = last.points(np.linspace(0, np.pi * 0.8, 160), np.linspace(0, 0.85, _SAMPLES))
        self._places = np.linspace(start, end, 60) * LENGTH
        self._sections = np.array([_section(whole, x) for x in self._places])

    def at(self, x: Floats, side: Floats, out: float = 0.0) -> Floats:
        """Points (..., 3) of the vamp.

        Args:
            x: Metres from the heel.
            side: By length, from -1 at the feather line of the side y < 0 over 0 on the ridge to 1.
            out: Metres above the vamp.
        """
        count = self._sections.shape[1] - 1
        row = np.interp(x, self._places, np.arange(len(self._places)))
        column = np.clip(np.abs(side), 0, 1) * count
        i, j = np.minimum(row.astype(int), len(self._places) - 2), np.minimum(column.astype(int), count - 1)
        a, b = (row - i)[..., None], (column - j)[..., None]
        t = self._sections
        flat = (t[i, j] * (1 - a) + t[i + 1, j] * a) * (1 - b) + (
            t[i, j + 1] * (1 - a) + t[i + 1, j + 1] * a
        ) * b
        step = t[i, np.minimum(j + 2, count)] - t[i, np.maximum(j - 1, 0)]
        normal = np.stack([-step[..., 1], step[..., 0]], -1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
        flat = flat + normal * out
        return np.stack([x, flat[..., 0] * np.where(side < 0, -1, 1), flat[..., 1]], -1)


def both_sides(half: Floats) -> Floats:
    """A closed round (rows, 2 columns - 1, 3): toe, side y <= 0, heel, side y >= 0, toe."""
    mirrored = half * np.array([1.0, -1.0, 1.0])
    return np.concatenate([mirrored, half[:, -2::-1]], 1)


def _both(values: Floats) -> Floats:
    return np.r_[values, values[-2::-1]]


def _lengths(points: Floats) -> Floats:
    return np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]


def _first(value: Floats, last: int) -> Floats:
    """The (fraction of a) row of each column at which a value first rises above 0; the last where none."""
    gone = value > 0
    row = np.where(gone.any(0), np.argmax(gone, 0), last)
    columns = np.arange(value.shape[1])
    below, above = value[np.maximum(row - 1, 0), columns], value[row, columns]
    inside = (above > 0) & (row > 0)
    return np.where(inside, row - above / np.maximum(above - below, 1e-12), row)


def _section(whole: Floats, x: float) -> Floats:
    """The cut (40, 2) of a last across x: y and z from the ridge to the feather line, at equal distances."""
    reached = whole[..., 0] >= x
    columns = np.flatnonzero(reached[0])
    rows = np.minimum(reached.sum(0)[columns], len(whole) - 1)
    first, second = whole[rows - 1, columns], whole[rows, columns]
    share = np.clip((first[:, 0] - x) / np.maximum(first[:, 0] - second[:, 0], 1e-12), 0, 1)[:, None]
    cut = (first * (1 - share) + second * share)[:, 1:]
    feather = np.array([[np.interp(-x, -whole[0, :, 0], whole[0, :, 1]), 0.0]])
    return resample(np.vstack([cut, feather]), 40)


def _stretched(whole: Floats, low: Floats, top: Floats, rows: int) -> Floats:
    """Each column of a grid between two fractions of its rows, at equal distances."""
    made = np.empty((rows, whole.shape[1], 3))
    index = np.arange(len(whole))
    for column, (start, end) in enumerate(zip(low, top, strict=True)):
        at = np.linspace(start, end, 4 * rows)
        part = np.stack([np.interp(at, index, whole[:, column, k]) for k in range(3)], -1)
        steps = _lengths(part)
        wanted = np.linspace(0, steps[-1], rows)
        made[:, column] = np.stack([np.interp(wanted, steps, part[:, k]) for k in range(3)], -1)
    return made


def smooth_max(first: Floats, second: Floats, radius: float) -> Floats:
    """The larger of two, with the corner between them rounded."""
    return (first + second + np.sqrt((first - second) ** 2 + radius**2)) / 2


def line(points: Sequence[tuple[float, float]], at: Floats) -> Floats:
    """A smooth curve through points, ends held, at places (Catmull-Rom on the points' own spacing)."""
    curve = spline(points, 40 * len(points))
    return np.interp(at, curve[:, 0], curve[:, 1])
