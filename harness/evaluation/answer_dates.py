"""Finds dates in an answer: ISO, numeric, or with month names, in the orders that the languages use.

Numeric dates other than ISO are read day first, as the four languages do; in English, where both orders are
in use, one that could be either is no answer. A date without its year is none. Gregorian only: Ethiopian
dates count where they are listed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from harness.evaluation.answer_reading import Reading, Word
from sites.kit.localization import get_language, parse_ethiopic

MAX_DISTINCT_DATES = 5
"""An answer with more dates than this is a dump of the page."""

_YEAR_FIRST = re.compile(r"(?<![\d./-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-])(?!\.\d)")
_YEAR_LAST = re.compile(r"(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d/-])(?!\.\d)")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_LATIN_DATE = re.compile(r"(?<![a-z0-9])(\d{1,2})(?:st|nd|rd|th)?([a-z]{3,9})(\d{4})(?![a-z0-9])")
_MAX_FILLERS = 3
_FIRST_YEAR, _LAST_YEAR = 1900, 2100


@dataclass(frozen=True, slots=True)
class DatePlace:
    """A date and where it stands in the key."""

    day: date
    start: int
    end: int


def find_dates(reading: Reading, lang: str) -> list[DatePlace]:
    """All dates of a reading, in order."""
    found = [*_year_first(reading), *_year_last(reading, lang), *_with_month_names(reading)]
    return sorted(found, key=lambda place: place.start)


def has_date(answer: Reading, lang: str, expected: set[date], excluded: set[date]) -> bool:
    """Whether the answer gives one of the expected dates and none of the excluded ones."""
    places = [place for place in find_dates(answer, lang) if not answer.negates(place.start, place.end)]
    denied = {place.day for place in find_dates(answer, lang)} - {place.day for place in places}
    days = {place.day for place in places}
    if days & excluded or denied & expected or len(days) > MAX_DISTINCT_DATES:
        return False
    weak = {
        place
        for left, right in pairwise(places)
        if left.day != right.day
        and not {left.day, right.day} <= expected
        and _are_joined(answer, left, right)
        for place in (left, right)
    }
    return any(place.day in expected for place in places if place not in weak)


def _are_joined(answer: Reading, left: DatePlace, right: DatePlace) -> bool:
    """Whether two dates form a range, a bare list, or alternatives."""
    between = answer.words_between(left.end, right.start)
    known = answer.vocabulary
    joining = known.additions | known.ranges | known.alternatives
    return all((word,) in joining for word in between) or answer.joined_by_alternative(left.end, right.start)


def _year_first(reading: Reading) -> Iterator[DatePlace]:
    for match in _YEAR_FIRST.finditer(reading.key):
        yield from _place(int(match[1]), int(match[3]), int(match[4]), match.start(), match.end())


def _year_last(reading: Reading, lang: str) -> Iterator[DatePlace]:
    is_day_first = get_language(lang).locale != "en_US"
    for match in _YEAR_LAST.finditer(reading.key):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if second > 12 >= first:
            yield from _place(year, first, second, match.start(), match.end())
        elif is_day_first or first > 12 or first == second:
            yield from _place(year, second, first, match.start(), match.end())


def _with_month_names(reading: Reading) -> Iterator[DatePlace]:
    months = reading.vocabulary.months
    for match in _LATIN_DATE.finditer(reading.key):
        if match[2] in months:
            yield from _place(int(match[3]), months[match[2]], int(match[1]), match.start(), match.end())
    for place, word in enumerate(reading.words):
        month = months.get(word.loose) or months.get(_without_prefix(word.loose, reading))
        if month is None:
            continue
        before = list(_numbers_beside(reading, place, step=-1))
        after = list(_numbers_beside(reading, place, step=1))
        yield from _combine(month, before, after, word)


def _combine(
    month: int, before: list[tuple[int, Word]], after: list[tuple[int, Word]], name: Word
) -> Iterator[DatePlace]:
    """The date of a month name with the numbers beside it, nearest first, in the orders in use."""
    orders = (
        (after[:1], after[1:2]),
        (before[:1], after[:1]),
        (before[:1], before[1:2]),
        (after[:1], before[:1]),
    )
    for days, years in orders:
        if days and years and days[0][0] <= 31 and _FIRST_YEAR <= years[0][0] <= _LAST_YEAR:
            words = (name, days[0][1], years[0][1])
            start, end = min(word.start for word in words), max(word.end for word in words)
            yield from _place(years[0][0], month, days[0][0], start, end)
            return


def _numbers_beside(reading: Reading, place: int, *, step: int) -> Iterator[tuple[int, Word]]:
    """The numbers on one side of a word, nearest first, while only fillers and signs lie between."""
    known = reading.vocabulary
    fillers = 0
    place += step
    while 0 <= place < len(reading.words) and fillers <= _MAX_FILLERS:
        word = reading.words[place]
        ordinal = _ORDINAL.fullmatch(word.loose)
        ethiopic = parse_ethiopic(word.text)
        if ordinal or word.loose.isdecimal():
            yield int(ordinal[1] if ordinal else word.loose), word
        elif ethiopic is not None:
            yield ethiopic, word
        elif (word.loose,) not in known.date_fillers and word.loose not in known.number_suffixes:
            return
        else:
            fillers += 1
        place += step


def _without_prefix(word: str, reading: Reading) -> str:
    return next((word[len(p) :] for p in reading.vocabulary.prefixes if p and word.startswith(p)), word)


def _place(year: int, month: int, day: int, start: int, end: int) -> Iterator[DatePlace]:
    try:
        yield DatePlace(date(year, month, day), start, end)
    except ValueError:
        return
