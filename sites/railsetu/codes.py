"""The codes of the railway, the same in every language, and the limits of a booking.

What they mean in words stands in `labels` and on the help pages.
"""

from collections.abc import Mapping
from types import MappingProxyType

CLASSES = ("1A", "2A", "3A", "SL", "CC", "EC")
"""In the order of menus; a train lists its own, the highest first."""
AC_CLASSES = frozenset({"1A", "2A", "3A", "CC", "EC"})
SEAT_CLASSES = frozenset({"CC", "EC"})

GENERAL, TATKAL, LADIES, SENIOR = "GN", "TQ", "LD", "SS"
QUOTAS = (GENERAL, TATKAL, LADIES, SENIOR)

CNF, RAC, WL, NOSB, CAN = "CNF", "RAC", "WL", "NOSB", "CAN"
"""Status of a passenger; NOSB is a child without a berth."""
PARTIAL, CANCELLED, FLOWN = "PARTIAL", "CANCELLED", "FLOWN"
"""Status of a ticket, besides CNF, RAC and WL."""
TICKET_STATUSES = (CNF, RAC, WL, PARTIAL, CANCELLED, FLOWN)

GENDERS = ("M", "F", "T")
NO_PREFERENCE = "NONE"
BERTH_PREFERENCES = (NO_PREFERENCE, "LB", "MB", "UB", "SL", "SU", "WS")
CLASS_PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "1A": (NO_PREFERENCE, "LB", "UB"),
        "2A": (NO_PREFERENCE, "LB", "UB", "SL", "SU"),
        "3A": (NO_PREFERENCE, "LB", "MB", "UB", "SL", "SU"),
        "SL": (NO_PREFERENCE, "LB", "MB", "UB", "SL", "SU"),
        "CC": (NO_PREFERENCE, "WS"),
        "EC": (NO_PREFERENCE, "WS"),
    }
)
"""Which of them can be had in a class."""

PAY_METHODS = ("card", "upi", "netbanking", "wallet")
NO_ID = "none"
ID_TYPES = (NO_ID, "aadhaar", "passport", "pan", "voter", "licence")
TRAIN_TYPES = ("rajdhani", "shatabdi", "vande_bharat", "superfast")

BOOKING_DAYS = 60
"""How many days ahead the last journey lies that can be booked."""
MAX_PASSENGERS = 6
MAX_SAVED_PASSENGERS = 12
NAME_LENGTH = (3, 40)
"""Shortest and longest name, in characters."""
AGES = (5, 120)
CHILD_AGES = (5, 11)
"""First and last year of age at which a passenger may travel without a berth for half the basic fare."""
MOBILE_DIGITS = 10
