"""Who sits where: labels on the page, with a grid that finds the neighbours of a rectangle at once."""

from collections import defaultdict
from collections.abc import Iterator

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

    def take_best(self, index: int) -> None:
        """Seat label ``index`` at its best free place; if none is free, at the nearest free spot."""
        for place, points in self._places(index):
            if not self._blockers(place):
                self._sit(index, place, points)
                return
        self._sit(index, self._nearest_free(index), float(self._points[index].max()))

    def exchange(self) -> None:
        """Let labels with a bad place send one neighbour elsewhere where both together gain."""
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

    def _nearest_free(self, index: int) -> Label:
        """The free spot nearest to the best place, by half labels; that place if the page is full."""
        best, _ = next(self._places(index))
        width, height = best[2] - best[0], best[3] - best[1]
        for across, down in _rings(max(self._size[0] // width, self._size[1] // height) * 2):
            x0, y0 = best[0] + across * width // 2, best[1] + down * height // 2
            spot = (x0, y0, x0 + width, y0 + height)
            inside = x0 >= 0 and y0 >= 0 and spot[2] <= self._size[0] and spot[3] <= self._size[1]
            if inside and not self._blockers(spot):
                return spot
        return best


def _cells(place: Label) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = place
    return [
        (across, down)
        for across in range(x0 // CELL_PX, (x1 - 1) // CELL_PX + 1)
        for down in range(y0 // CELL_PX, (y1 - 1) // CELL_PX + 1)
    ]


def _overlap(one: Label, other: Label) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _rings(count: int) -> Iterator[tuple[int, int]]:
    """Steps (across, down) on square rings round the middle, from the inside."""
    for ring in range(1, count + 1):
        for along in range(-ring, ring + 1):
            yield from ((along, -ring), (along, ring))
            if abs(along) != ring:
                yield from ((-ring, along), (ring, along))
