"""Decides whether an agent's answer is right: by value, as whole tokens, in five languages and their scripts.

The rule of the paper: an answer is accepted if it contains an expected value and none of the excluded
alternatives. What "contains" means is decided here by type. Only the text after `stop` is graded; there is no
transliteration and no model that judges. The words that the rules need (negations, endings, months) are data:
`answer_words.yaml`.

Choices where a rule could be taken in two ways:

* A negated value is not given ("not 12", "১২ নয়"), and an excluded one that is only ruled out does no
  harm ("12, not 15"). A bound is no negation: "no more than 10" gives 10, and so do "more
  than 10" and "up to 10".
* A range, a bare list of several values, values joined by "or" and the parts of a sum are no single
  answer, even where nothing is excluded; "maybe 12" is 12. Further numbers as context are fine ("out of
  15 reviews, 12"), but more than eight numbers, five short items in a list, or 1,000 characters are a
  dump of the page.
* "I don't know", "not sure" and N/A beside a value make it no answer.
* A percent sign, a unit or a currency added or left out changes nothing; 0.6 is not 60 %. The point is
  the decimal sign, the comma groups: 1.200 is not 1200. Number words up to 100 count, and lakh,
  thousand and so on.
* Optional signs may be missing (Hindi nukta, nasal signs), Bengali long i and u may be short, plural
  and case endings may be glued on. Romanised answers, abbreviations and Ethiopian years count only
  where listed.
* An id may gain leading zeros but not lose them; case doesn't matter.
* In a set all expected values must be there, in any order, and no further item.
* A date needs its year. A numeric date other than ISO is read day first; in English, where both orders
  are in use, it counts only if it can be read in one way.
* N/A may come with a reason or a substitute; "NA" and the languages' own phrases for "not available"
  and "not applicable" count where they are the whole answer.

Source: LoWAgent paper, section 3.7.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date

from harness.evaluation.answer_dates import DatePlace, find_dates, has_date
from harness.evaluation.answer_ids import find_id, has_id
from harness.evaluation.answer_numbers import (
    MAX_DISTINCT_NUMBERS,
    Number,
    answer_values,
    find_numbers,
    only_number,
)
from harness.evaluation.answer_polarity import is_not_applicable, polarity
from harness.evaluation.answer_reading import Reading, read, readings
from harness.evaluation.answer_texts import Span, find_text, has_text, is_list_dump
from sites.kit.errors import UnknownNameError
from tasks.models import AnswerType

MAX_LENGTH_CHARS = 1_000
"""A longer answer is a dump of the page."""

_Matcher = Callable[[Reading, Sequence[str], Sequence[str], str], bool]
_MAX_DAY = 31
_ID_LIKE = re.compile(r"(?=.*\d)[A-Za-z0-9_-]+")


def matches(
    answer: str, expected: Sequence[str], *, type: AnswerType, lang: str, excluded: Sequence[str] = ()
) -> bool:
    """Whether the answer is right.

    Args:
        answer: text after `stop`, as typed.
        expected: any of these is right; for `set` all of them are due.
        type: what the values are; decides how they are compared.
        lang: language of the task, whose words are read (English words always are).
        excluded: values of competing candidates, none of which may be given.

    Raises:
        UnknownNameError: no such type or language.
    """
    if type not in _MATCHERS:
        raise UnknownNameError("answer type", type, _MATCHERS)
    if not answer.strip() or not expected or len(answer) > MAX_LENGTH_CHARS:
        return False
    return any(
        _matches_reading(reading, expected, excluded, type, lang) for reading in readings(answer, lang)
    )


def find_value(answer: Reading, text: str, lang: str) -> list[Span]:
    """Where a value stands in the answer, negated places left out; the kind of value shows in itself.

    Args:
        answer: the answer, read in ``lang``.
        text: a number, date, id or text, such as one member of a set.
        lang: language of the task.
    """
    wanted = read(text, lang)
    value = only_number(text, lang)
    days = _days([text], lang)
    if days:
        places = [(place.start, place.end) for place in find_dates(answer, lang) if place.day in days]
    elif value is not None and not _has_letters(wanted):
        places = [(number.start, number.end) for number in find_numbers(answer) if number.value == value]
    elif _ID_LIKE.fullmatch(text.strip()):
        return [span for span in find_id(answer, wanted.key) if not answer.negates(span.start, span.end)]
    else:
        places = [(span.start, span.end) for span in find_text(answer, wanted)]
        places = places or [(span.start, span.end) for span in find_text(answer, wanted, is_loose=True)]
    return [Span(start, end) for start, end in places if not answer.negates(start, end)]


def _matches_reading(
    answer: Reading, expected: Sequence[str], excluded: Sequence[str], type: AnswerType, lang: str
) -> bool:
    expects_not_applicable = any(read(text, lang).says_not_applicable for text in expected)
    if type != "na" and not expects_not_applicable and (answer.says_not_applicable or answer.refuses):
        return False
    return _MATCHERS[type](answer, expected, excluded, lang)


def _matches_number(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    wanted = {value for text in expected if (value := only_number(text, lang)) is not None}
    unwanted = {value for text in excluded if (value := only_number(text, lang)) is not None}
    if not wanted:
        return _matches_text(answer, expected, excluded, lang)
    numbers = _without_days(find_numbers(answer), find_dates(answer, lang))
    denied = {number.value for number in numbers if answer.negates(number.start, number.end)}
    if ({number.value for number in numbers} - denied) & unwanted or denied & wanted:
        return False
    if is_list_dump(answer, [read(text, lang) for text in expected]):
        return False
    given = answer_values(answer, numbers, wanted)
    return len(given) <= MAX_DISTINCT_NUMBERS and bool(given & wanted)


def _matches_text(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    wanted = [read(text, lang) for text in expected]
    if is_list_dump(answer, wanted):
        return False
    return has_text(answer, wanted, [read(text, lang) for text in excluded])


def _matches_id(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    wanted = [read(text, lang) for text in expected]
    if is_list_dump(answer, wanted):
        return False
    return has_id(answer, wanted, [read(text, lang) for text in excluded])


def _matches_date(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    if has_date(answer, lang, _days(expected, lang), _days(excluded, lang)):
        return True
    texts = [text for text in expected if not find_dates(read(text, lang), lang)]
    return bool(texts) and _matches_text(answer, texts, excluded, lang)


def _matches_yes_no(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    wanted = {polarity(read(text, lang)) for text in expected} - {None}
    return polarity(answer) in wanted if wanted else _matches_text(answer, expected, excluded, lang)


def _matches_not_applicable(
    answer: Reading, _expected: Sequence[str], _excluded: Sequence[str], _lang: str
) -> bool:
    return is_not_applicable(answer)


def _matches_set(answer: Reading, expected: Sequence[str], excluded: Sequence[str], lang: str) -> bool:
    found = [find_value(answer, text, lang) for text in expected]
    if not all(found) or any(find_value(answer, text, lang) for text in excluded):
        return False
    return not _has_surplus(answer, [span for spans in found for span in spans])


def _without_days(numbers: list[Number], dates: list[DatePlace]) -> list[Number]:
    """The numbers that are not the day or month of a date; a year may be asked for."""
    return [
        number
        for number in numbers
        if number.value > _MAX_DAY or not any(date.start <= number.start < date.end for date in dates)
    ]


def _days(texts: Sequence[str], lang: str) -> set[date]:
    return {place.day for text in texts for place in find_dates(read(text, lang), lang)}


def _has_letters(reading: Reading) -> bool:
    return any(char.isalpha() for char in reading.key)


def _has_surplus(answer: Reading, members: list[Span]) -> bool:
    """Whether the answer lists an item that is no member: a short part between list signs."""
    masked = list(answer.key)
    for span in members:
        masked[span.start : span.end] = ["\x00"] * (span.end - span.start)
    text = "".join(masked)
    additions = "|".join(re.escape(" ".join(words)) for words in answer.vocabulary.additions)
    parts = [part.strip() for part in re.split(rf"[,;|&]| (?:{additions}) ", text)]
    is_list = len(parts) > 1 and any("\x00" in part for part in parts)
    return is_list and any(0 < len(part.split()) <= 3 and "\x00" not in part for part in parts)


_MATCHERS: dict[str, _Matcher] = {
    "number": _matches_number,
    "text": _matches_text,
    "id": _matches_id,
    "date": _matches_date,
    "yesno": _matches_yes_no,
    "set": _matches_set,
    "na": _matches_not_applicable,
}
