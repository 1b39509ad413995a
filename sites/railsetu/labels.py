"""The interface's words for the railway's codes: classes, quotas, berths, statuses, weekdays, errors."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from flask_babel import gettext, lazy_gettext, ngettext

from sites.kit.context import current_language
from sites.kit.localization import format_number
from sites.kit.translation import Text
from sites.railsetu.timetable import EVERY_DAY, weekdays

CLASS_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        # Translators: a class of travel; AC is air-conditioned
        "1A": lazy_gettext("AC first class"),
        # Translators: a class of travel, with two berths above each other
        "2A": lazy_gettext("AC two tier"),
        # Translators: a class of travel, with three berths above each other
        "3A": lazy_gettext("AC three tier"),
        # Translators: a class of travel, without air conditioning
        "SL": lazy_gettext("Sleeper class"),
        # Translators: a class of travel, with seats
        "CC": lazy_gettext("AC chair car"),
        # Translators: a class of travel, with better seats
        "EC": lazy_gettext("Executive chair car"),
    }
)
QUOTA_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "GN": lazy_gettext("General quota"),
        # Translators: the name of the quota for tickets bought the day before
        "TQ": lazy_gettext("Tatkal"),
        "LD": lazy_gettext("Ladies quota"),
        "SS": lazy_gettext("Senior citizens quota"),
    }
)
BERTH_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "LB": lazy_gettext("Lower berth"),
        "MB": lazy_gettext("Middle berth"),
        "UB": lazy_gettext("Upper berth"),
        "SL": lazy_gettext("Side lower berth"),
        "SU": lazy_gettext("Side upper berth"),
        "WS": lazy_gettext("Window seat"),
        "MS": lazy_gettext("Middle seat"),
        "AS": lazy_gettext("Aisle seat"),
    }
)
PREFERENCE_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "NONE": lazy_gettext("No preference"),
        **{code: BERTH_TEXTS[code] for code in ("LB", "MB", "UB", "SL", "SU", "WS")},
    }
)
GENDER_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "M": lazy_gettext("Male"),
        "F": lazy_gettext("Female"),
        "T": lazy_gettext("Transgender"),
    }
)
STATUS_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "CNF": lazy_gettext("Confirmed"),
        # Translators: RAC, reservation against cancellation: a seat now, a berth if one becomes free
        "RAC": lazy_gettext("Seat, waiting for a berth"),
        "WL": lazy_gettext("Waiting list"),
        "NOSB": lazy_gettext("Child without a berth"),
        # Translators: status of one passenger
        "CAN": lazy_gettext("Passenger cancelled"),
        # Translators: status of a ticket: not all passengers have the same status
        "PARTIAL": lazy_gettext("Partly confirmed"),
        # Translators: status of a ticket
        "CANCELLED": lazy_gettext("Ticket cancelled"),
        # Translators: status of a ticket whose train has gone
        "FLOWN": lazy_gettext("Journey over"),
    }
)
PAY_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "card": lazy_gettext("Card"),
        "upi": lazy_gettext("UPI"),
        "netbanking": lazy_gettext("Netbanking"),
        "wallet": lazy_gettext("Wallet"),
    }
)
ID_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "none": lazy_gettext("No document"),
        "aadhaar": lazy_gettext("Aadhaar card"),
        "passport": lazy_gettext("Passport"),
        # Translators: the tax number card of India
        "pan": lazy_gettext("PAN card"),
        "voter": lazy_gettext("Voter card"),
        "licence": lazy_gettext("Driving licence"),
    }
)
SORT_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "dep": lazy_gettext("Departure, earliest first"),
        "arr": lazy_gettext("Arrival, earliest first"),
        "duration": lazy_gettext("Duration, shortest first"),
        "fare": lazy_gettext("Fare, lowest first"),
    }
)
LIST_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "all": lazy_gettext("All tickets"),
        "upcoming": lazy_gettext("Upcoming journeys"),
        "past": lazy_gettext("Past journeys"),
        "cancelled": lazy_gettext("Cancelled tickets"),
    }
)
AVAILABILITY_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "CHARTED": lazy_gettext("Chart prepared, booking closed"),
        "NOT_OPEN": lazy_gettext("Not open for booking"),
        "NO_QUOTA": lazy_gettext("Not offered"),
        "NO_RUN": lazy_gettext("Does not run"),
    }
)
"""What stands for an availability that is no code of the railway's own."""
WEEKDAY_TEXTS: tuple[Text, ...] = (
    lazy_gettext("Monday"),
    lazy_gettext("Tuesday"),
    lazy_gettext("Wednesday"),
    lazy_gettext("Thursday"),
    lazy_gettext("Friday"),
    lazy_gettext("Saturday"),
    lazy_gettext("Sunday"),
)
ERROR_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "E_ARP": lazy_gettext("Journeys from %(first)s to %(last)s can be booked."),
        "E_SAME_STATION": lazy_gettext("The journey must end at another station than it begins at."),
        "E_NO_RUN": lazy_gettext("This train does not leave this station on this day."),
        "E_ROUTE": lazy_gettext("This train does not go from the one station to the other."),
        "E_CLASS": lazy_gettext("This train does not have this class."),
        "E_QUOTA": lazy_gettext("This quota is not offered in this class."),
        "E_CHARTED": lazy_gettext("It is too late for this: the chart is prepared or the train leaves soon."),
        "E_NO_PAX": lazy_gettext("Nobody is chosen. Fill in or choose at least one passenger."),
        "E_MAX_PAX": lazy_gettext("One ticket can hold at most %(limit)s passengers."),
        "E_DUP_PAX": lazy_gettext("The same passenger is named twice."),
        "E_CHILD_AGE": lazy_gettext("Only a child aged %(first)s to %(last)s can travel without a berth."),
        "E_CHILD_ALONE": lazy_gettext("A child without a berth must travel with somebody who has one."),
        "E_BERTH": lazy_gettext("This kind of berth does not exist in this class."),
        "E_REGRET": lazy_gettext("There is no room left, not even on the waiting list."),
        "E_NOT_CONFIRMABLE": lazy_gettext("Not everybody would get a confirmed berth, so nothing is booked."),
        "E_TQ_DATE": lazy_gettext("Tatkal tickets are sold only for trains that start on %(date)s."),
        "E_TQ_CLASS": lazy_gettext("Tatkal is not offered in AC first class."),
        "E_TQ_MAX": lazy_gettext("A Tatkal ticket can hold at most %(limit)s passengers."),
        "E_LD": lazy_gettext("The ladies quota is for women and girls, and for boys younger than %(age)s."),
        "E_SS": lazy_gettext(
            "The quota for senior citizens is for at most %(limit)s passengers: men from the age of %(men)s,"
            " women from %(women)s, or one woman alone from %(alone)s."
        ),
        "E_BOARDING": lazy_gettext("The boarding station of this ticket can't be changed in this way."),
        "E_MASTER_FULL": lazy_gettext("At most %(limit)s passengers can be saved."),
    }
)
LABELS: Mapping[str, Mapping[str, Text]] = MappingProxyType(
    {
        "class_texts": CLASS_TEXTS,
        "quota_texts": QUOTA_TEXTS,
        "berth_texts": BERTH_TEXTS,
        "preference_texts": PREFERENCE_TEXTS,
        "gender_texts": GENDER_TEXTS,
        "status_texts": STATUS_TEXTS,
        "pay_texts": PAY_TEXTS,
        "id_texts": ID_TEXTS,
        "availability_texts": AVAILABILITY_TEXTS,
    }
)
"""What templates look the codes up in."""


def coded(code: str, texts: Mapping[str, Text]) -> str:
    """A code with its meaning, for the options of a form: ``3A, AC three tier``."""
    return f"{code}{current_language().comma}{texts[code]}"


def days_text(mask: int) -> str:
    """The weekdays of a mask (bit 0 is Monday) in words."""
    if mask == EVERY_DAY:
        # Translators: how often a train runs
        return gettext("daily")
    return current_language().comma.join(str(WEEKDAY_TEXTS[day]) for day in weekdays(mask))


def weekday_text(day: date) -> Text:
    """The weekday of a date."""
    return WEEKDAY_TEXTS[day.weekday()]


def duration_text(minutes: int) -> str:
    """A length of time in hours and minutes; what is none is left out."""
    lang = current_language().code
    hours, rest = divmod(minutes, 60)
    told = format_number(rest, lang)
    if not hours:
        # Translators: minutes, abbreviated
        return gettext("%(minutes)s min", minutes=told)
    if not rest:
        # Translators: hours, abbreviated
        return ngettext("%(hours)s h", "%(hours)s h", hours, hours=format_number(hours, lang))
    # Translators: hours and minutes, abbreviated; the plural is that of the hours
    return ngettext(
        "%(hours)s h %(minutes)s min",
        "%(hours)s h %(minutes)s min",
        hours,
        hours=format_number(hours, lang),
        minutes=told,
    )
