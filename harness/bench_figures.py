"""A line of the benchmark."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the benchmark."""

    name: str
    value: float
    unit: str
    detail: str = ""


def median_figure(name: str, times_ms: Sequence[float], detail: str) -> Figure:
    """The median of times, with what 95 % of them keep within."""
    worst = sorted(times_ms)[int(len(times_ms) * 0.95)]
    return Figure(name, statistics.median(times_ms), "ms", f"95 % within {worst:,.1f} ms; {detail}")
