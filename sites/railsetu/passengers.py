"""A passenger as typed into a form, and when what was typed is refused.

What one field can tell the form refuses itself; here are all rules, also those about several fields and about
the passengers of a ticket together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sites.kit.forms import RuleError
from sites.kit.localization import normalize
from sites.railsetu.codes import (
    AGES,
    CHILD_AGES,
    CLASS_PREFERENCES,
    MAX_PASSENGERS,
    NAME_LENGTH,
    NO_PREFERENCE,
)


@dataclass(frozen=True, slots=True)
class Passenger:
    """One passenger of a ticket that is not booked yet."""

    name: str
    age: int
    gender: str
    berth_pref: str = NO_PREFERENCE
    child_no_berth: bool = False


def check_name(name: str, *, field: str | None = None) -> None:
    """Refuse a name that is too short or long, or holds digits of any script.

    Raises:
        RuleError: E_LENGTH with ``minimum`` and ``maximum``, or E_FORMAT.
    """
    shortest, longest = NAME_LENGTH
    if not shortest <= len(name) <= longest:
        raise RuleError("E_LENGTH", field=field, minimum=shortest, maximum=longest)
    if any(char.isdigit() for char in name):
        raise RuleError("E_FORMAT", field=field)


def check_passengers(passengers: Sequence[Passenger], class_code: str) -> None:
    """Refuse what can't travel together on one ticket; the n-th passenger's fields are named ``p{n}_name`` ….

    Raises:
        RuleError: E_NO_PAX, E_MAX_PAX, E_LENGTH, E_FORMAT, E_RANGE, E_BERTH, E_CHILD_AGE, E_DUP_PAX or
            E_CHILD_ALONE.
    """
    if not passengers:
        raise RuleError("E_NO_PAX")
    if len(passengers) > MAX_PASSENGERS:
        raise RuleError("E_MAX_PAX", limit=MAX_PASSENGERS)
    for n, passenger in enumerate(passengers, 1):
        _check_one(n, passenger, class_code)
    _check_nobody_twice(passengers)
    if all(passenger.child_no_berth for passenger in passengers):
        raise RuleError("E_CHILD_ALONE")


def _check_one(n: int, passenger: Passenger, class_code: str) -> None:
    check_name(passenger.name, field=f"p{n}_name")
    if not AGES[0] <= passenger.age <= AGES[1]:
        raise RuleError("E_RANGE", field=f"p{n}_age")
    if passenger.berth_pref not in CLASS_PREFERENCES[class_code]:
        raise RuleError("E_BERTH", field=f"p{n}_berth")
    if passenger.child_no_berth and not CHILD_AGES[0] <= passenger.age <= CHILD_AGES[1]:
        first, last = CHILD_AGES
        raise RuleError("E_CHILD_AGE", field=f"p{n}_child_no_berth", first=first, last=last)


def _check_nobody_twice(passengers: Sequence[Passenger]) -> None:
    seen: set[tuple[str, int, str]] = set()
    for n, passenger in enumerate(passengers, 1):
        identity = (normalize(passenger.name), passenger.age, passenger.gender)
        if identity in seen:
            raise RuleError("E_DUP_PAX", field=f"p{n}_name")
        seen.add(identity)
