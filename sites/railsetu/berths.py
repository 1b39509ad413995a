"""Coaches and their berths: how they are numbered, which type each is, and which of them a quota has.

Berths are numbered through a coach, bay after bay, and coaches through a train (``B1``, ``B2`` …). The last
coach of a class gives some of its berths to the small quotas: its first berths to ladies, the next lower
berths to senior citizens, the last ones to Tatkal. All other berths of the class are the general quota's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from sites.railsetu.codes import GENERAL, LADIES, SENIOR, TATKAL

COACH_LETTERS: Mapping[str, str] = MappingProxyType(
    {"1A": "H", "2A": "A", "3A": "B", "SL": "S", "CC": "C", "EC": "E"}
)
_BAYS: Mapping[str, tuple[int, tuple[str, ...]]] = MappingProxyType(
    {
        "1A": (12, ("LB", "UB")),
        "2A": (8, ("LB", "UB", "LB", "UB", "SL", "SU")),
        "3A": (8, ("LB", "MB", "UB", "LB", "MB", "UB", "SL", "SU")),
        "SL": (9, ("LB", "MB", "UB", "LB", "MB", "UB", "SL", "SU")),
        "CC": (15, ("WS", "MS", "AS", "AS", "WS")),
        "EC": (13, ("WS", "AS", "AS", "WS")),
    }
)
"""Bays (rows of seats) in a coach, and the types of the berths in one."""
QUOTA_SIZES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "1A": MappingProxyType({}),
        "2A": MappingProxyType({TATKAL: 10, LADIES: 4, SENIOR: 4}),
        "3A": MappingProxyType({TATKAL: 24, LADIES: 6, SENIOR: 6}),
        "SL": MappingProxyType({TATKAL: 36, LADIES: 6, SENIOR: 6}),
        "CC": MappingProxyType({TATKAL: 20}),
        "EC": MappingProxyType({TATKAL: 8}),
    }
)
"""Berths of the small quotas in a class; a quota that is not here does not exist there."""


@dataclass(frozen=True, slots=True)
class Berth:
    """One berth or seat."""

    coach: str
    """``B2``."""
    number: int
    """In its coach, from 1."""
    type: str


@cache
def berths_of(class_code: str, coaches: int) -> tuple[Berth, ...]:
    """All berths of a class, coach after coach."""
    bays, types = _BAYS[class_code]
    letter = COACH_LETTERS[class_code]
    return tuple(
        Berth(f"{letter}{coach}", number, berth_type)
        for coach in range(1, coaches + 1)
        for number, berth_type in enumerate(types * bays, 1)
    )


@cache
def quota_berths(class_code: str, coaches: int, quota: str) -> tuple[Berth, ...]:
    """The berths of a quota in the order of their numbers; none where the class does not have the quota."""
    if not coaches:
        return ()
    everything = berths_of(class_code, coaches)
    last_coach = [berth for berth in everything if berth.coach == everything[-1].coach]
    sizes = QUOTA_SIZES[class_code]
    tatkal_from = len(last_coach) - sizes.get(TATKAL, 0)
    ladies, rest = last_coach[: sizes.get(LADIES, 0)], last_coach[sizes.get(LADIES, 0) : tatkal_from]
    senior = [berth for berth in rest if berth.type == "LB"][: sizes.get(SENIOR, 0)]
    tatkal = last_coach[tatkal_from:]
    parts = {SENIOR: senior, LADIES: ladies, TATKAL: tatkal}
    if quota == GENERAL:
        taken = {*senior, *ladies, *tatkal}
        return tuple(berth for berth in everything if berth not in taken)
    return tuple(parts.get(quota, ()))


def held_berths(held: str, berths: tuple[Berth, ...]) -> frozenset[Berth]:
    """The berths that ``inventory.held`` names: hex, bit i for the i-th berth of the quota."""
    bits = int(held, 16)
    return frozenset(berth for place, berth in enumerate(berths) if bits >> place & 1)
