"""Writes numbers, money, ratings, percentages and times as a reader of the language expects them.

Babel groups the digits; it never writes native digits, and has the wrong separators for Urdu, so both are put
in here afterwards. Money is exact: a rate is a whole number, so an amount of cents has at most two decimals
in every currency. The results are plain text: putting them into `<bdi>` is the template's work.
"""

from datetime import time
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.numbers import NumberPattern, parse_pattern

from sites.kit.localization.languages import Language, get_language

_THREE_DECIMALS = Decimal("0.001")
_ONE_DECIMAL = Decimal("0.1")


def localize_digits(text: str, lang: str) -> str:
    """The text with its ASCII digits in the language's own; nothing else changes."""
    return text.translate(_digit_table(lang))


def format_number(value: int | Decimal | Fraction, lang: str) -> str:
    """A grouped number: 1234567 -> ১২,৩৪,৫৬৭ (bn), ۱٬۲۳۴٬۵۶۷ (ur).

    Integers and decimals are written exactly; a fraction that never ends is rounded half-up to three
    decimals.
    """
    language = get_language(lang)
    return _write(_to_decimal(value), language.number_pattern, language)


def format_money(cents: int, lang: str) -> str:
    """An amount of canonical US cents in the local currency.

    1275 -> $12.75, ৳১,৫৩০, ₹१,१२२, ۳٬۵۷۰ روپے, 1,938 ብር.

    Exact. Without decimals where the amount is whole, except in dollars. The space before a word is U+00A0.
    """
    language = get_language(lang)
    local, remainder = divmod(cents * language.rate, 100)
    pattern = language.money_pattern
    if not remainder and not language.shows_whole_cents:
        pattern = pattern.replace(".00", "")
    amount = Decimal(cents * language.rate).scaleb(-2) if remainder else Decimal(local)
    before, number_pattern, after = _split_money_pattern(pattern)
    sign = "-" if amount < 0 else ""
    body = _write(abs(amount), number_pattern, language)
    return f"{sign}{before}{body}{after}".replace("¤", language.currency_text)


def format_rating(value: float | Decimal | Fraction, lang: str) -> str:
    """A rating with one decimal, rounded half-up: 4.25 -> ۴٫۳."""
    rounded = _to_decimal(value).quantize(_ONE_DECIMAL, ROUND_HALF_UP)
    language = get_language(lang)
    return _write(rounded, "0.0", language)


def format_percent(value: int | Decimal | Fraction, lang: str) -> str:
    """A percentage given in percent (15, not 0.15): 15 -> १५%."""
    return format_number(value, lang) + get_language(lang).percent


def format_clock(value: time | str, lang: str) -> str:
    """A time of day on the 24-hour clock in the language's digits; text must already read `HH:MM`."""
    text = value.strftime("%H:%M") if isinstance(value, time) else value
    return localize_digits(text, lang)


def _write(value: Decimal, pattern: str, language: Language) -> str:
    text = _number_pattern(pattern).apply(value, _NEUTRAL_LOCALE, decimal_quantization="0.0" in pattern)
    return text.translate(_number_table(language.code))


def _to_decimal(value: float | Decimal | Fraction) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, float):
        return Decimal(repr(value))
    fraction = Fraction(value)
    exact = Decimal(fraction.numerator) / Decimal(fraction.denominator)
    if Fraction(exact) == fraction:
        return exact
    return exact.quantize(_THREE_DECIMALS, ROUND_HALF_UP)


def _split_money_pattern(pattern: str) -> tuple[str, str, str]:
    body = pattern.strip("¤\u00a0")
    start = pattern.index(body)
    return pattern[:start], body, pattern[start + len(body) :]


_NEUTRAL_LOCALE = Locale("en", "US")


@lru_cache(maxsize=64)
def _number_pattern(pattern: str) -> NumberPattern:
    return parse_pattern(pattern)


@lru_cache(maxsize=16)
def _digit_table(lang: str) -> dict[int, str]:
    return {ord("0") + value: digit for value, digit in enumerate(get_language(lang).digits)}


@lru_cache(maxsize=16)
def _number_table(lang: str) -> dict[int, str]:
    language = get_language(lang)
    return _digit_table(lang) | {ord("."): language.decimal, ord(","): language.group}
