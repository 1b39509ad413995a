"""Who may travel in the Tatkal, ladies and senior citizens quotas, and for which runs Tatkal is open.

Source: the railway's specification, section Rules, after IRCTC's rules.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from sites.kit.clock import SITE_NOW
from sites.kit.forms import RuleError
from sites.railsetu.codes import GENERAL, LADIES, SENIOR, TATKAL
from sites.railsetu.passengers import Passenger

TATKAL_MAX_PASSENGERS = 4
TATKAL_OPENS = "08:00"
"""On the day before the run."""
BOYS_BELOW_AGE = 12
"""Boys younger than this travel in the ladies quota."""
SENIOR_MAX_PASSENGERS = 2
SENIOR_MEN_AGE = 60
SENIOR_WOMEN_AGE = 58
SENIOR_LONE_WOMAN_AGE = 45


def tatkal_run_date() -> date:
    """The one day whose runs Tatkal is open for now."""
    return SITE_NOW.date() + timedelta(days=1)


def check_quota(quota: str, passengers: Sequence[Passenger], run_date: date) -> None:
    """Refuse passengers and runs that the quota is not for.

    Raises:
        RuleError: E_TQ_DATE with the ``date`` that is open, E_TQ_MAX with the ``limit``, E_LD and E_SS with
            their ages, or E_QUOTA.
    """
    if quota == TATKAL:
        check_tatkal_run(run_date)
        if len(passengers) > TATKAL_MAX_PASSENGERS:
            raise RuleError("E_TQ_MAX", limit=TATKAL_MAX_PASSENGERS)
    elif quota == LADIES:
        if not all(_travels_with_ladies(passenger) for passenger in passengers):
            raise RuleError("E_LD", age=BOYS_BELOW_AGE)
    elif quota == SENIOR:
        if not _are_seniors(passengers):
            raise RuleError(
                "E_SS",
                limit=SENIOR_MAX_PASSENGERS,
                men=SENIOR_MEN_AGE,
                women=SENIOR_WOMEN_AGE,
                alone=SENIOR_LONE_WOMAN_AGE,
            )
    elif quota != GENERAL:
        raise RuleError("E_QUOTA", field="quota")


def check_tatkal_run(run_date: date) -> None:
    """Refuse a run for which Tatkal is not open.

    Raises:
        RuleError: E_TQ_DATE with the ``date`` of the runs that are.
    """
    if run_date != tatkal_run_date():
        raise RuleError("E_TQ_DATE", field="quota", date=tatkal_run_date().isoformat())


def _travels_with_ladies(passenger: Passenger) -> bool:
    return passenger.gender == "F" or (passenger.gender == "M" and passenger.age < BOYS_BELOW_AGE)


def _are_seniors(passengers: Sequence[Passenger]) -> bool:
    if len(passengers) > SENIOR_MAX_PASSENGERS:
        return False
    if len(passengers) == 1 and passengers[0].gender == "F":
        return passengers[0].age >= SENIOR_LONE_WOMAN_AGE
    return all(passenger.age >= _senior_age(passenger) for passenger in passengers)


def _senior_age(passenger: Passenger) -> int:
    return SENIOR_WOMEN_AGE if passenger.gender == "F" else SENIOR_MEN_AGE
