"""What is kept and what is given back when a passenger is cancelled: bands of time, flat charges, clerkage.

The bands are rows of ``cancel_bands``, so that a change of the rules is a change of data; they stand here as
the seed writes them. A band holds from its ``min_minutes`` before the departure and below its
``max_minutes``: 72 hours to the minute is still the band of the flat charge.

Source: the railway's specification, section Rules; the bands of April 2026, IRCTC's flat charges.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from sites.kit.forms import RuleError
from sites.kit.money import round_to_quantum
from sites.railsetu.codes import CNF, GENERAL, LADIES, NOSB, RAC, SENIOR, TATKAL, WL

Charge = Literal["flat", "percent", "clerkage", "all"]

FLAT_FROM_H = 72
QUARTER_FROM_H = 24
HALF_FROM_H = 8
QUARTER_PERCENT = 25
HALF_PERCENT = 50
QUEUE_UNTIL_MIN = 30
"""RAC and waiting list can be cancelled until so many minutes before departure."""

FLAT_C: Mapping[str, int] = MappingProxyType(
    {"1A": 275, "EC": 275, "2A": 225, "3A": 200, "CC": 200, "SL": 125}
)
"""₹240, 200, 180 and 120, rounded to the quantum."""
CLERKAGE_C = 75
"""₹60."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of ``cancel_bands``."""

    quota: str
    status: str
    min_minutes: int
    max_minutes: int | None
    charge: Charge
    pct: int = 0

    def holds(self, minutes: int) -> bool:
        """Whether this many minutes before the departure lie in the band."""
        return self.min_minutes <= minutes and (self.max_minutes is None or minutes < self.max_minutes)


@dataclass(frozen=True, slots=True)
class Charges:
    """What the charges of a band come to in a class."""

    flat_c: int
    clerk_c: int


def seed_bands() -> tuple[Band, ...]:
    """The bands of all quotas, as the database is filled with them."""
    return tuple(band for quota in (GENERAL, TATKAL, LADIES, SENIOR) for band in _bands_of(quota))


def load_bands(db: sqlite3.Connection) -> tuple[Band, ...]:
    """The bands that hold."""
    rows = db.execute(
        "SELECT quota, status, min_minutes, max_minutes, charge, pct FROM cancel_bands"
        " ORDER BY quota, status, min_minutes DESC"
    )
    return tuple(Band(*row) for row in rows)


def load_charges(db: sqlite3.Connection, class_code: str) -> Charges:
    """The charges of a class."""
    query = "SELECT flat_c, clerk_c FROM cancel_flat WHERE class = ?"
    return Charges(*db.execute(query, (class_code,)).fetchone())


def deduction(
    bands: Iterable[Band], charges: Charges, *, quota: str, status: str, minutes: int, fare_c: int
) -> int:
    """What is kept of a passenger's fare, at most all of it, so many minutes before the departure.

    Raises:
        RuleError: E_CHARTED, no band holds any more.
    """
    counted_as = CNF if status == NOSB else status
    for band in bands:
        if band.quota == quota and band.status == counted_as and band.holds(minutes):
            return min(_charge_c(band, charges, fare_c), fare_c)
    raise RuleError("E_CHARTED")


def _charge_c(band: Band, charges: Charges, fare_c: int) -> int:
    match band.charge:
        case "flat":
            return charges.flat_c
        case "percent":
            return max(charges.flat_c, round_to_quantum(Fraction(fare_c * band.pct, 100)))
        case "clerkage":
            return charges.clerk_c
        case "all":
            return fare_c


def _bands_of(quota: str) -> tuple[Band, ...]:
    flat, quarter, half = (hours * 60 for hours in (FLAT_FROM_H, QUARTER_FROM_H, HALF_FROM_H))
    if quota == TATKAL:
        confirmed = (Band(quota, CNF, half, None, "all"),)
    else:
        confirmed = (
            Band(quota, CNF, flat, None, "flat"),
            Band(quota, CNF, quarter, flat, "percent", QUARTER_PERCENT),
            Band(quota, CNF, half, quarter, "percent", HALF_PERCENT),
        )
    return (*confirmed, *(Band(quota, status, QUEUE_UNTIL_MIN, None, "clerkage") for status in (RAC, WL)))
