"""The passengers of a booking's form: six places to fill in, and saved ones who take those left empty."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sites.kit.context import current_language
from sites.kit.forms import FieldValue, FormState, RuleError
from sites.kit.localization import format_number
from sites.railsetu.codes import CLASS_PREFERENCES, MAX_PASSENGERS, NO_PREFERENCE
from sites.railsetu.drafts import Draft
from sites.railsetu.forms import SLOTS, slot_fields
from sites.railsetu.labels import GENDER_TEXTS
from sites.railsetu.passengers import Passenger


@dataclass(frozen=True, slots=True)
class Travellers:
    """Who travels, and the part of the form that each of them comes from."""

    passengers: tuple[Passenger, ...]
    origins: tuple[str, ...]
    """``p2`` for the second place to fill in, ``master_3`` for the third saved passenger."""

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Let an error of a rule about the n-th passenger name the field that the passenger comes from."""
        try:
            yield
        except RuleError as error:
            raise RuleError(error.code, field=self._field(error.field), **error.parameters) from error

    def _field(self, blamed: str | None) -> str | None:
        place, _, rest = (blamed or "").partition("_")
        if not (place[:1] == "p" and place[1:].isdecimal()):
            return blamed
        origin = self.origins[int(place[1:]) - 1]
        return origin if origin.startswith("master_") else f"{origin}_{rest}"


def read_travellers(form: FormState, saved: Sequence[sqlite3.Row], class_code: str) -> Travellers:
    """The passengers that a form without errors names, in the order of their places.

    Raises:
        RuleError: E_REQUIRED, a place is filled in half; E_MAX_PAX, more are chosen than there are places.
    """
    places = {slot: (f"p{slot}", _typed(form, slot)) for slot in SLOTS if not _is_empty(form, slot)}
    empty = [slot for slot in SLOTS if slot not in places]
    chosen = [place for place in range(1, len(saved) + 1) if form.flag(f"master_{place}")]
    if len(chosen) > len(empty):
        raise RuleError("E_MAX_PAX", limit=MAX_PASSENGERS)
    for slot, place in zip(empty, chosen, strict=False):
        places[slot] = (f"master_{place}", _saved(saved[place - 1], class_code))
    ordered = [places[slot] for slot in sorted(places)]
    return Travellers(tuple(who for _, who in ordered), tuple(origin for origin, _ in ordered))


def saved_texts(saved: Sequence[sqlite3.Row]) -> dict[int, str]:
    """Place in the list of saved passengers, from 1, -> what the box of this passenger says."""
    language = current_language()
    return {
        place: language.comma.join(
            (row["name"], format_number(row["age"], language.code), str(GENDER_TEXTS[row["gender"]]))
        )
        for place, row in enumerate(saved, 1)
    }


def presets(draft: Draft) -> dict[str, FieldValue]:
    """The form as it led to this draft; saved passengers stand in places of their own now."""
    values: dict[str, FieldValue] = {
        "mobile": draft.mobile,
        "boarding": draft.board_at,
        "meal": draft.meal,
        "auto_upgrade": draft.auto_upgrade,
        "only_confirm": draft.only_confirm,
    }
    for slot, who in enumerate(draft.passengers, 1):
        facts = (who.name, who.age, who.gender, who.berth_pref, who.child_no_berth)
        values |= dict(zip(slot_fields(slot), facts, strict=True))
    return values


def _is_empty(form: FormState, slot: int) -> bool:
    name, age, gender, _, child = slot_fields(slot)
    return not (form.text(name) or form.text(gender) or form.flag(child)) and form.values[age] is None


def _typed(form: FormState, slot: int) -> Passenger:
    name, age, gender, berth, child = slot_fields(slot)
    for needed in (name, age, gender):
        if not form.values[needed]:
            raise RuleError("E_REQUIRED", field=needed)
    return Passenger(
        name=form.text(name),
        age=form.integer(age),
        gender=form.text(gender),
        berth_pref=form.text(berth) or NO_PREFERENCE,
        child_no_berth=form.flag(child),
    )


def _saved(row: sqlite3.Row, class_code: str) -> Passenger:
    """A saved passenger; a preference that the class does not have is dropped."""
    preferred = row["berth"] if row["berth"] in CLASS_PREFERENCES[class_code] else NO_PREFERENCE
    return Passenger(row["name"], row["age"], row["gender"], preferred)
