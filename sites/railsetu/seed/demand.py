"""How far each run is booked at the frozen clock: the fuller, the nearer it is and the more liked the train.

Fuller than full means RAC and a waiting list. Only the figures are drawn here; which berths are taken
`sites.railsetu.seed.ledger` decides.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from sites.railsetu.allotment import Inventory
from sites.railsetu.availability import Share
from sites.railsetu.codes import GENERAL, QUOTAS, TATKAL
from sites.railsetu.journeys import first_date, last_date
from sites.railsetu.quotas import tatkal_run_date
from sites.railsetu.seed.network import load_network
from sites.railsetu.seed.randomness import generator

RAC_PER_COACH: Mapping[str, int] = MappingProxyType({"2A": 4, "3A": 6, "SL": 8})
"""General quota only; a class that is not here has no RAC."""
WL_MAX: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        GENERAL: MappingProxyType({"1A": 10, "2A": 40, "3A": 80, "SL": 120, "CC": 60, "EC": 20}),
        TATKAL: MappingProxyType({"2A": 10, "3A": 30, "SL": 40, "CC": 20, "EC": 8}),
    }
)
_FULLNESS_NOW = 1.12
_FULLNESS_LESS_A_DAY = 0.012
_NOISE = 0.18
_QUEUE_PER_OVERFLOW = 2.5
"""People in the queue for each passenger more than the class holds."""
_BUSY_WEEKDAYS = frozenset({4, 6})
_BUSY = 0.08
_CLASS_DIFFERENCE = {"1A": -0.08, "2A": 0.0, "3A": 0.02, "SL": 0.03, "CC": 0.0, "EC": -0.04}
_FIXED: Mapping[tuple[str, str, str, str], float] = MappingProxyType(
    {
        ("12621", "2026-03-20", "3A", GENERAL): 0.86,
    }
)
"""Runs that stories of the test account need: a waiting ticket has a train with room beside it."""


def all_shares() -> Iterator[Share]:
    """Every row of ``inventory``: the runs of all days that can be booked, TQ only where it is open."""
    days = (last_date() - first_date()).days
    for train in load_network().trains:
        for run_date in (first_date() + timedelta(days=day) for day in range(days + 1)):
            if train.runs_on(run_date):
                yield from _shares_of_run(train.no, run_date)


def demand(share: Share) -> Inventory:
    """How far a share is booked at the frozen clock."""
    empty = empty_inventory(share)
    fullness = _FIXED.get(share.key, _fullness(share))
    booked = min(empty.total, max(0, round(fullness * empty.total)))
    queue = max(0, round((fullness - 1) * empty.total * _QUEUE_PER_OVERFLOW))
    rac_used = min(queue, empty.rac_max)
    return Inventory(
        total=empty.total,
        booked=booked,
        rac_used=rac_used,
        rac_max=empty.rac_max,
        wl_used=min(queue - rac_used, empty.wl_max),
        wl_max=empty.wl_max,
    )


def empty_inventory(share: Share) -> Inventory:
    """The counters of a share that nobody has booked yet."""
    coaches = share.train.coaches_of(share.class_code)
    rac_max = RAC_PER_COACH.get(share.class_code, 0) * coaches if share.quota == GENERAL else 0
    wl_max = WL_MAX.get(share.quota, {}).get(share.class_code, 0)
    return Inventory(total=len(share.berths), booked=0, rac_max=rac_max, wl_max=wl_max)


def _shares_of_run(train_no: str, run_date: date) -> Iterator[Share]:
    train = load_network().train(train_no)
    for class_code in train.classes:
        for quota in QUOTAS:
            share = Share(train, run_date, class_code, quota)
            if share.berths and (quota != TATKAL or run_date == tatkal_run_date()):
                yield share


def _fullness(share: Share) -> float:
    """Passengers who want to go, in parts of the berths."""
    rng = generator("demand", *share.key)
    days = (share.run_date - first_date()).days
    if share.quota == TATKAL:
        return rng.uniform(0.3, 1.3)
    if share.quota != GENERAL:
        return 0.9 - 0.01 * days + rng.uniform(-0.35, 0.35)
    liked = load_network().demand[share.train.no] / 100
    busy = _BUSY if share.run_date.weekday() in _BUSY_WEEKDAYS else 0
    rising = _FULLNESS_NOW - _FULLNESS_LESS_A_DAY * days
    return (rising + busy + _CLASS_DIFFERENCE[share.class_code] + rng.uniform(-_NOISE, _NOISE)) * liked
