"""The forms of the railway, declared once: names are the same in every language."""

from collections.abc import Mapping, Sequence

from flask_babel import gettext, lazy_gettext

from sites.kit.context import get_db
from sites.kit.forms import (
    CheckField,
    Choice,
    ChoiceField,
    DateField,
    DigitsField,
    Field,
    FormSpec,
    IntField,
    TextField,
)
from sites.kit.translation import Text
from sites.railsetu.codes import (
    AGES,
    CLASS_PREFERENCES,
    CLASSES,
    GENERAL,
    MAX_PASSENGERS,
    MOBILE_DIGITS,
    NAME_LENGTH,
    NO_ID,
    NO_PREFERENCE,
    QUOTAS,
)
from sites.railsetu.journeys import Leg
from sites.railsetu.labels import (
    CLASS_TEXTS,
    GENDER_TEXTS,
    ID_TEXTS,
    LIST_TEXTS,
    PAY_TEXTS,
    PREFERENCE_TEXTS,
    QUOTA_TEXTS,
    SORT_TEXTS,
    coded,
)
from sites.railsetu.pnrs import PNR_DIGITS
from sites.railsetu.queries import station_names
from sites.railsetu.timetable import Stop, Train

ANY_CLASS = "any"
SLOTS = range(1, MAX_PASSENGERS + 1)
"""The numbered places of a booking's form."""


def _choices(texts: Mapping[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(code, text) for code, text in texts.items())


def _station_choices(codes: Sequence[str]) -> tuple[Choice, ...]:
    names = station_names(get_db())
    return tuple(Choice(code, f"{names[code]} ({code})") for code in codes)


def _all_stations() -> tuple[Choice, ...]:
    return _station_choices(list(station_names(get_db())))


def _class_choices(codes: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(code, coded(code, CLASS_TEXTS)) for code in codes)


def _all_classes() -> tuple[Choice, ...]:
    return (Choice(ANY_CLASS, gettext("Any class")), *_class_choices(CLASSES))


def _quotas() -> tuple[Choice, ...]:
    return tuple(Choice(code, coded(code, QUOTA_TEXTS)) for code in QUOTAS)


_FROM, _TO = lazy_gettext("From"), lazy_gettext("To")
_DATE = DateField(name="date", label=lazy_gettext("Date of departure"))
_QUOTA = ChoiceField(
    name="quota", label=lazy_gettext("Quota"), choices=_quotas, required=False, initial=GENERAL
)

_STATIONS = (
    ChoiceField(name="from", label=_FROM, choices=_all_stations),
    ChoiceField(name="to", label=_TO, choices=_all_stations),
)

SEARCH = FormSpec(
    *_STATIONS,
    _DATE,
    ChoiceField(
        name="class",
        label=lazy_gettext("Class"),
        choices=_all_classes,
        required=False,
        initial=ANY_CLASS,
    ),
    _QUOTA,
)

SORTED_SEARCH = FormSpec(
    *SEARCH.fields,
    ChoiceField(
        name="sort",
        label=lazy_gettext("Sort by"),
        choices=_choices(SORT_TEXTS),
        required=False,
        initial="dep",
    ),
)

CONNECTIONS = FormSpec(*_STATIONS, _DATE)

PNR = FormSpec(
    DigitsField(name="pnr", label=lazy_gettext("PNR"), min_length=PNR_DIGITS, max_length=PNR_DIGITS)
)

PAY = FormSpec(ChoiceField(name="method", label=lazy_gettext("Payment method"), choices=_choices(PAY_TEXTS)))

TICKET_LIST = FormSpec(
    ChoiceField(
        name="status",
        label=lazy_gettext("Which tickets"),
        choices=_choices(LIST_TEXTS),
        required=False,
        initial="all",
    )
)

SAVED_PASSENGER = FormSpec(
    TextField(name="name", label=lazy_gettext("Name"), min_length=NAME_LENGTH[0], max_length=NAME_LENGTH[1]),
    IntField(name="age", label=lazy_gettext("Age"), minimum=AGES[0], maximum=AGES[1]),
    ChoiceField(name="gender", label=lazy_gettext("Gender"), choices=_choices(GENDER_TEXTS)),
    ChoiceField(
        name="berth",
        label=lazy_gettext("Preferred berth"),
        choices=_choices(PREFERENCE_TEXTS),
        initial=NO_PREFERENCE,
    ),
    ChoiceField(name="id_type", label=lazy_gettext("Document"), choices=_choices(ID_TEXTS), initial=NO_ID),
    TextField(
        name="id_no", label=lazy_gettext("Number of the document"), max_length=20, required=False, initial=""
    ),
)


def section_fields(train: Train) -> tuple[Field, ...]:
    """The choice of two stops of a train; its whole way if nothing else is chosen."""
    codes = [stop.code for stop in train.stops]
    return (
        ChoiceField(
            name="from",
            label=_FROM,
            choices=_station_choices(codes[:-1]),
            required=False,
            initial=codes[0],
        ),
        ChoiceField(
            name="to", label=_TO, choices=_station_choices(codes[1:]), required=False, initial=codes[-1]
        ),
    )


def availability_form(train: Train) -> FormSpec:
    """What the availability of a train is asked for."""
    return FormSpec(
        *section_fields(train),
        ChoiceField(
            name="class",
            label=lazy_gettext("Class"),
            choices=_class_choices(train.classes),
            required=False,
            initial=train.classes[0],
        ),
        _QUOTA,
        _DATE,
    )


def boarding_form(stops: Sequence[Stop]) -> FormSpec:
    """The choice of another boarding station."""
    return FormSpec(
        ChoiceField(
            name="station",
            label=lazy_gettext("New boarding station"),
            choices=_station_choices([stop.code for stop in stops]),
        )
    )


def cancel_form(numbers: Sequence[int], names: Mapping[int, str]) -> FormSpec:
    """Whom to cancel, and that it is meant."""
    return FormSpec(
        *(CheckField(name=f"pax_{n}", label=names[n], required=False) for n in numbers),
        CheckField(name="confirm", label=lazy_gettext("Yes, cancel the chosen passengers")),
    )


def booking_form(leg: Leg, class_code: str, saved: Mapping[int, str], *, meals: bool) -> FormSpec:
    """Who travels, and how: six places, the saved passengers, and what holds for the whole ticket.

    Args:
        leg: the journey.
        class_code: decides which berths can be preferred.
        saved: place in the list of saved passengers, from 1, -> its text.
        meals: whether the train serves any.
    """
    stops = leg.train.stops[leg.start.seq - 1 : leg.end.seq - 1]
    options: list[Field] = [
        DigitsField(
            name="mobile",
            label=lazy_gettext("Mobile number"),
            min_length=MOBILE_DIGITS,
            max_length=MOBILE_DIGITS,
        ),
        ChoiceField(
            name="boarding",
            label=lazy_gettext("Boarding station"),
            choices=_station_choices([stop.code for stop in stops]),
            initial=leg.start.code,
        ),
    ]
    if meals:
        options.append(CheckField(name="meal", label=lazy_gettext("Meals on board"), required=False))
    return FormSpec(
        *(field for slot in SLOTS for field in _passenger_fields(slot, class_code)),
        *(CheckField(name=f"master_{place}", label=text, required=False) for place, text in saved.items()),
        *options,
        CheckField(
            name="auto_upgrade",
            label=lazy_gettext("Upgrade to a higher class for nothing if there is room"),
            required=False,
        ),
        CheckField(
            name="only_confirm",
            label=lazy_gettext("Book only if everybody gets a confirmed berth"),
            required=False,
        ),
    )


def slot_fields(slot: int) -> tuple[str, ...]:
    """The names of the fields of one place of a booking's form."""
    return tuple(f"p{slot}_{name}" for name in ("name", "age", "gender", "berth", "child_no_berth"))


def _passenger_fields(slot: int, class_code: str) -> tuple[Field, ...]:
    name, age, gender, berth, child = slot_fields(slot)
    preferences = {code: PREFERENCE_TEXTS[code] for code in CLASS_PREFERENCES[class_code]}
    return (
        TextField(
            name=name,
            label=lazy_gettext("Name"),
            min_length=NAME_LENGTH[0],
            max_length=NAME_LENGTH[1],
            required=False,
            initial="",
        ),
        IntField(name=age, label=lazy_gettext("Age"), minimum=AGES[0], maximum=AGES[1], required=False),
        ChoiceField(
            name=gender, label=lazy_gettext("Gender"), choices=_choices(GENDER_TEXTS), required=False
        ),
        ChoiceField(
            name=berth,
            label=lazy_gettext("Preferred berth"),
            choices=_choices(preferences),
            required=False,
            initial=NO_PREFERENCE,
        ),
        CheckField(name=child, label=lazy_gettext("Child without a berth"), required=False),
    )
