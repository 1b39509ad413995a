"""Who sits where: labels on the page, with a grid that finds the neighbours of a rectangle at once."""

from collections import defaultdict
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Label = tuple[int, int, int, int]

CELL_PX = 48
"""Side of a grid cell; a label touches four cells at most."""
WORTHWHILE_POINTS = 10.0
"""An exchange of places is looked for from this loss on."""
EXCHANGE_ROUNDS = 2
EXCHANGE_TRIES = 6
"""So many neighbours are asked to move for one label in one round."""
PLACES_PER_BATCH = 16
REACH_PX = 64
"""So far round its best place a label's free spot is looked for at first; then twice as far, and so on."""


class Seats:
    """Labels on the page, none over another; each has K places (N, K, 4) and their points (N, K)."""

    def __init__(
        self, labels: NDArray[np.int32], points: NDArray[np.float32], width: int, height: int
    ) -> None:
        self._labels = labels
        self._points = points
        self._best = points.min(axis=1).tolist()
        self._size = width, height
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._seated: dict[int, Label] = {}
        self._price: dict[int, float] = {}
        self._full: set[tuple[int, int]] = set()
        """Sizes (width, height) of labels for which there is no room left."""

    def take_best(self, index: int) -> None:
        """Seat label ``index`` at its best free place; if none is free, at the nearest free spot.

        If the page has no room left, it stands at its best place, over others.
        """
        for place, points in self._places(index):
            if not self._blockers(place):
                self._sit(index, place, points)
                return
        best, _ = next(self._places(index))
        spot = self._nearest_free(best)
        if spot is None:
            self._seated[index] = best
        else:
            self._sit(index, spot, float(self._points[index].max()))

    def exchange(self) -> None:
        """Let labels with a bad place send one neighbour elsewhere where both together gain."""
        if self._full:
            return
        for _ in range(EXCHANGE_ROUNDS):
            unhappy = [
                index for index in self._seated if self._price[index] > self._best[index] + WORTHWHILE_POINTS
            ]
            if not sum([self._improve(index) for index in unhappy]):
                return

    def labels(self) -> list[Label]:
        """The rectangles of all labels, by index."""
        return [self._seated[index] for index in range(len(self._labels))]

    def _places(self, index: int) -> Iterator[tuple[Label, float]]:
        """All places of label ``index``, best first; the others are ranked only if that one won't do."""
        labels, points = self._labels[index], self._points[index]
        best = int(points.argmin())
        yield tuple(labels[best].tolist()), self._best[index]
        order = np.argsort(points, kind="stable")[1:]
        for start in range(0, len(order), PLACES_PER_BATCH):
            batch = order[start : start + PLACES_PER_BATCH]
            yield from zip(map(tuple, labels[batch].tolist()), points[batch].tolist(), strict=True)

    def _improve(self, index: int) -> bool:
        """Move label ``index`` to a better place, and the one label in the way to its own next best."""
        self._stand_up(index)
        old = self._seated[index]
        tries = 0
        for place, points in self._places(index):
            gain = self._price[index] - points
            if gain <= 0 or tries == EXCHANGE_TRIES:
                break
            blockers = self._blockers(place)
            tries += len(blockers) == 1
            if not blockers or (len(blockers) == 1 and self._give_way(blockers[0], place, gain)):
                self._sit(index, place, points)
                return True
        self._sit(index, old, self._price[index])
        return False

    def _give_way(self, index: int, wanted: Label, gain: float) -> bool:
        """Move label ``index`` off ``wanted`` if that costs less than ``gain``."""
        self._stand_up(index)
        for place, points in self._places(index):
            if points - self._price[index] >= gain:
                break
            if not _overlap(place, wanted) and not self._blockers(place):
                self._sit(index, place, points)
                return True
        self._sit(index, self._seated[index], self._price[index])
        return False

    def _sit(self, index: int, place: Label, points: float) -> None:
        x0, y0, x1, y1 = place
        self._seated[index] = (x0, y0, x1, y1)
        self._price[index] = points
        for cell in _cells(place):
            self._cells[cell].append(index)

    def _stand_up(self, index: int) -> None:
        for cell in _cells(self._seated[index]):
            self._cells[cell].remove(index)

    def _blockers(self, place: Label) -> list[int]:
        near = {index for cell in _cells(place) for index in self._cells.get(cell, ())}
        return [index for index in near if _overlap(place, self._seated[index])]

    def _nearest_free(self, place: Label) -> Label | None:
        """The free spot nearest to ``place`` and as large; None if the page has no room for it."""
        size = place[2] - place[0], place[3] - place[1]
        reach = REACH_PX
        while size not in self._full:
            window = self._window(place, reach)
            spot = self._free_spot(place, window)
            if spot is not None:
                return spot
            if window == (0, 0, *self._size):
                self._full.add(size)
            reach *= 2
        return None

    def _window(self, place: Label, reach: int) -> Label:
        x0, y0, x1, y1 = place
        width, height = self._size
        return max(x0 - reach, 0), max(y0 - reach, 0), min(x1 + reach, width), min(y1 + reach, height)

    def _free_spot(self, place: Label, window: Label) -> Label | None:
        """The spot in ``window`` that is nearest to ``place`` and as large, and where no label is."""
        left, top, right, bottom = window
        width, height = place[2] - place[0], place[3] - place[1]
        if right - left < width or bottom - top < height:
            return None
        taken = np.zeros((bottom - top, right - left), np.uint8)
        for x0, y0, x1, y1 in (self._seated[index] for index in self._blockers(window)):
            taken[max(y0 - top, 0) : y1 - top, max(x0 - left, 0) : x1 - left] = 1
        sums = cv2.integral(taken)
        covered = (
            sums[height:, width:] - sums[height:, :-width] - sums[:-height, width:] + sums[:-height, :-width]
        )
        down, across = np.nonzero(covered == 0)
        if not len(down):
            return None
        nearest = int(np.argmin(np.abs(across + left - place[0]) + np.abs(down + top - place[1])))
        x0, y0 = int(across[nearest]) + left, int(down[nearest]) + top
        return x0, y0, x0 + width, y0 + height


def _cells(place: Label) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = place
    return [
        (across, down)
        for across in range(x0 // CELL_PX, (x1 - 1) // CELL_PX + 1)
        for down in range(y0 // CELL_PX, (y1 - 1) // CELL_PX + 1)
    ]


def _overlap(one: Label, other: Label) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
