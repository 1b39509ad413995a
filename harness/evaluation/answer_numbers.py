"""Finds the numbers of an answer, and tells those that are the answer from those that only stand in it.

A number is a whole token: the 12 of `112`, `ORD12X`, `12:30` or `2024-03-12` is none, while the 12 of `১২টি`,
`በ12 ብር` and `Rs 12/-` is one. Numbers in a range, in a list of bare numbers, joined by "or", or added up are
no answer of their own; nor is the total in "12 out of 15".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from unicodedata import numeric

from harness.evaluation.answer_reading import Reading, read
from harness.evaluation.answer_vocabulary import find_phrase, is_word_char
from sites.kit.localization import CURRENCY_WORDS, fold, parse_ethiopic

MAX_DISTINCT_NUMBERS = 8
"""An answer with more numbers than this is a dump of the page."""

_SCALES = frozenset({5, 10, 100})
_MAX_WORDS_OF_NUMBER_WORDS = 6
_MAX_TOTAL_GAP_WORDS = 4
_MAX_SUM_GAP_WORDS = 3
_FIRST_YEAR, _LAST_YEAR = 1990, 2035
_FRACTION_SIGNS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_CURRENCY = frozenset(fold(word).rstrip(".") for word in CURRENCY_WORDS)
_CURRENCY_SIGNS = "$₹৳"
_LITERAL = re.compile(
    r"(?P<other>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?!\d)"
    r"|\d+(?::\d+)+|\d+(?:\.\d+){2,}|\d+(?:-\d+){2,})"
    r"|(?P<part>\d+(?:\.\d+)?) ?/ ?(?P<whole>\d+(?:\.\d+)?)"
    rf"|(?P<number>\d+(?:\.\d+)?(?P<fraction>[{_FRACTION_SIGNS}]?)|[{_FRACTION_SIGNS}]|[፩-፼]+|(?<![^\s$₹৳(\[{{\"'=~:>-])\.\d+)"
)
_RANGE_SIGN = re.compile(rf"[\s%{_CURRENCY_SIGNS}]*[-~]+[\s{_CURRENCY_SIGNS}]*")
_SUM_SIGN = re.compile(r"[+×÷=]|\*|^\s*x\s*$")
_LIST_SIGNS = re.compile(rf"[\s,;&/|•%{_CURRENCY_SIGNS}-]*")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of an answer, with what is glued to it."""

    value: Fraction
    start: int
    end: int
    is_percent: bool = False
    is_total: bool = False
    """Whether it is the 15 of "12 out of 15"."""


def only_number(text: str, lang: str) -> Fraction | None:
    """The value of an expected text that holds exactly one number, or None."""
    found = find_numbers(read(text, lang))
    return found[0].value if len(found) == 1 else None


def find_numbers(reading: Reading) -> list[Number]:
    """All numbers of the reading in order; number words only where there are no digits and few words."""
    found = _join_multiplied(reading, list(_literals(reading)))
    has_numerals = any(char.isnumeric() and not char.isalpha() for char in reading.key)
    if not has_numerals and len(reading.words) <= _MAX_WORDS_OF_NUMBER_WORDS:
        found = list(_number_words(reading))
    return [_marked_total(reading, number, found) for number in found]


def answer_values(reading: Reading, numbers: list[Number], expected: Iterable[Fraction]) -> set[Fraction]:
    """The values that the answer gives as its answer (negated ones are not in it)."""
    wanted = set(expected)
    given = [number for number in numbers if not reading.negates(number.start, number.end)]
    weak = {number for number in given if number.is_total}
    for left, right in pairwise(given):
        if left.value != right.value and not {left.value, right.value} <= wanted:
            weak |= _weakened(reading, left, right)
    return {number.value for number in given if number not in weak}


def _weakened(reading: Reading, left: Number, right: Number) -> set[Number]:
    """Those of two neighbouring numbers that are no answers, because of what stands between them."""
    gap = reading.key[left.end : right.start]
    between = reading.words_between(left.end, right.start)
    if reading.joined_by_alternative(left.end, right.start):
        return {left, right}
    if between and all((word,) in reading.vocabulary.no for word in between):
        return {left}
    if len(between) <= _MAX_SUM_GAP_WORDS and _SUM_SIGN.search(gap):
        return set() if "=" in gap else {left, right}
    are_unlike = left.is_percent != right.is_percent or _is_year(left) != _is_year(right)
    if left.is_total or are_unlike:
        return set()
    return {left, right} if _is_range_or_list(reading, gap, between) else set()


def _is_range_or_list(reading: Reading, gap: str, between: list[str]) -> bool:
    known = reading.vocabulary
    beside = [word for word in between if word not in _CURRENCY and word not in known.number_suffixes]
    signs = "".join(char for char in gap if not is_word_char(char))
    if not beside and _RANGE_SIGN.fullmatch(signs):
        return True
    if len(between) <= 2 and (tuple(between[-1:]) in known.ranges or tuple(beside[:1]) in known.ranges):
        return True
    return bool(_LIST_SIGNS.fullmatch(signs)) and all((word,) in known.additions for word in beside)


def _is_year(number: Number) -> bool:
    return number.value.denominator == 1 and _FIRST_YEAR <= number.value <= _LAST_YEAR


def _literals(reading: Reading) -> Iterator[Number]:
    for match in _LITERAL.finditer(reading.key):
        if match["number"]:
            number = _read_literal(reading, match)
            if number is not None:
                yield number
        elif match["part"]:
            yield from _read_ratio(reading, match)


def _read_literal(reading: Reading, match: re.Match[str]) -> Number | None:
    is_minus, start = _glued_before(reading, match.start())
    end = _glued_after(reading, match.end())
    if start is None or end is None:
        return None
    value = _value_of(match["number"])
    is_percent, end = _percent_after(reading, end)
    is_minus = is_minus or bool(find_phrase(reading.vocabulary.minus, reading.words_before(start, 1)))
    return Number(-value if is_minus else value, start, end, is_percent)


def _read_ratio(reading: Reading, match: re.Match[str]) -> Iterator[Number]:
    """`4.5/5` says 4.5; other ratios are fractions, such as 3/4."""
    part, whole = Fraction(match["part"]), Fraction(match["whole"])
    _, start = _glued_before(reading, match.start("part"))
    end = _glued_after(reading, match.end())
    if start is None or end is None or not whole:
        return
    if whole in _SCALES and part <= whole:
        yield Number(part, start, end)
    else:
        yield Number(part / whole, start, end)


def _value_of(literal: str) -> Fraction:
    ethiopic = parse_ethiopic(literal)
    if ethiopic is not None:
        return Fraction(ethiopic)
    whole = literal.rstrip(_FRACTION_SIGNS)
    part = literal[len(whole) :]
    fraction = Fraction(numeric(part)).limit_denominator(100) if part else Fraction(0)
    return Fraction(whole or "0") + fraction


def _glued_before(reading: Reading, start: int) -> tuple[bool, int | None]:
    """Whether the number is negative, and where it begins with what is glued to it.

    The place is None where the digits belong to a code, a list number such as 1.2.3 or an exponent.
    """
    key = reading.key
    previous = key[start - 1] if start else " "
    if previous == "-":
        return _sign_before(key, start)
    if previous in _CURRENCY_SIGNS and key[max(start - 2, 0)] == "-" and start >= 2:
        return _sign_before(key, start - 1)
    if previous in "^_" or (previous.isnumeric() and not previous.isalpha()):
        return False, None
    if not is_word_char(previous):
        return False, start
    run_start = _run_start(key, start)
    run = fold(key[run_start:start])
    is_code = run_start > 0 and (key[run_start - 1].isdigit() or key[run_start - 1] == "_")
    is_known = run in _CURRENCY or run in reading.vocabulary.number_prefixes
    is_word = not key[start - 1] < "\u0250" and len(run) >= 3
    return (False, run_start) if not is_code and (is_known or is_word) else (False, None)


def _sign_before(key: str, start: int) -> tuple[bool, int | None]:
    """What a hyphen right before a number is: a minus, a dash, or part of a code (as `_glued_before`)."""
    before = key[: start - 1]
    last = before[-1:]
    if last and last < "\u0250" and last.isalpha():
        return False, None
    spaced = before.rstrip()
    follows_value = bool(spaced) and (spaced[-1].isdigit() or spaced[-1] == "%")
    is_minus = not follows_value and (not last or last in " ([{:=\"'~>" or last in _CURRENCY_SIGNS)
    return is_minus, start - 1 if is_minus else start


def _glued_after(reading: Reading, end: int) -> int | None:
    """Where the number ends with what is glued to it; None where the digits belong to a code."""
    key = reading.key
    following = key[end] if end < len(key) else " "
    if following in "^_":
        return None
    if following == "-" and end + 1 < len(key) and key[end + 1].isalpha():
        return _glued_word(reading, end + 1, is_after_hyphen=True)
    if not is_word_char(following):
        return end
    return _glued_word(reading, end, is_after_hyphen=False)


def _glued_word(reading: Reading, start: int, *, is_after_hyphen: bool) -> int | None:
    key = reading.key
    run_end = _run_end(key, start)
    run = fold(key[start:run_end])
    is_known = run in _CURRENCY or run in reading.vocabulary.number_suffixes
    if run_end < len(key) and (key[run_end].isnumeric() or key[run_end] == "_"):
        return None
    if key[start] < "\u0250":
        is_word = is_after_hyphen and len(run) >= 3 and key[run_end : run_end + 1] != "-"
        return run_end if is_known or is_word else None
    return run_end if is_known or len(run) >= 2 else None


def _run_start(key: str, end: int) -> int:
    start = end
    while start and _is_same_script(key[start - 1], key[end - 1]):
        start -= 1
    return start


def _run_end(key: str, start: int) -> int:
    end = start
    while end < len(key) and _is_same_script(key[end], key[start]):
        end += 1
    return end


def _is_same_script(char: str, other: str) -> bool:
    is_letter = is_word_char(char) and char != "_" and not (char.isnumeric() and not char.isalpha())
    return is_letter and (char < "\u0250") == (other < "\u0250")


def _percent_after(reading: Reading, end: int) -> tuple[bool, int]:
    sign = re.match(r" ?%", reading.key[end:])
    if sign:
        return True, end + sign.end()
    return bool(find_phrase(reading.vocabulary.percent, reading.words_after(end, 2))), end


def _marked_total(reading: Reading, number: Number, numbers: list[Number]) -> Number:
    known = reading.vocabulary
    before = tuple(reading.words_before(number.start, 2))
    after = reading.words_after(number.end, 3)
    follows_number = any(reading.key[other.end : number.start].strip() == "of" for other in numbers)
    precedes_number = any(
        other.start >= number.end
        and len(reading.words_between(number.end, other.start)) <= _MAX_TOTAL_GAP_WORDS
        for other in numbers
    )
    marked_after = any(find_phrase(known.totals_after, after, place) for place in (0, 1))
    is_total = follows_number or before in known.totals_before or (precedes_number and marked_after)
    return Number(number.value, number.start, number.end, number.is_percent, is_total=is_total)


def _join_multiplied(reading: Reading, numbers: list[Number]) -> list[Number]:
    """`1.2 lakh` as 120000, and `1 lakh 20 thousand` as one number."""
    joined: list[Number] = []
    last_factor = 0
    for number in numbers:
        words = [word for word in reading.words if word.start >= number.end]
        is_next = bool(words) and not reading.key[number.end : words[0].start].strip()
        factor = reading.vocabulary.multipliers.get(words[0].loose, 1) if is_next else 1
        end = words[0].end if factor > 1 else number.end
        value = number.value * factor
        if (
            joined
            and last_factor > max(factor, value)
            and not reading.key[joined[-1].end : number.start].strip()
        ):
            previous = joined.pop()
            joined.append(Number(previous.value + value, previous.start, end, number.is_percent))
        else:
            joined.append(Number(value, number.start, end, number.is_percent))
        last_factor = factor if factor > 1 else 0
    return joined


def _number_words(reading: Reading) -> Iterator[Number]:
    known = reading.vocabulary
    numbers = frozenset(known.numbers)
    words = [_without_classifier(word, reading) for word in reading.loose_words]
    place = 0
    while place < len(words):
        found = find_phrase(numbers, words, place)
        if found is not None:
            last = reading.words[place + len(found) - 1]
            yield Number(Fraction(known.numbers[found]), reading.words[place].start, last.end)
        place += len(found) if found else 1


def _without_classifier(word: str, reading: Reading) -> str:
    """The number word in বারোটি."""
    known = reading.vocabulary
    stems = (word.removesuffix(suffix) for suffix in known.number_suffixes if word.endswith(suffix))
    return (
        word if (word,) in known.numbers else next((stem for stem in stems if (stem,) in known.numbers), word)
    )
