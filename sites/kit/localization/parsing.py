"""Reads a number that a person typed, in any script's digits, grouped or not, with its currency or not.

Strict where guessing would change the value: `1,2`, `1.2.3` and `12a` are no numbers. Ethiopic numerals,
which Unicode doesn't count as decimal digits, are read by their own grammar (a unit or ten before ፻ = 100 or
፼ = 10,000 multiplies it).
"""

import re
from decimal import Decimal
from fractions import Fraction

from sites.kit.localization.languages import get_language
from sites.kit.localization.normalization import normalize

CURRENCY_WORDS = (
    *("us$", "$", "usd", "dollars", "dollar", "৳", "bdt", "taka", "tk.", "tk", "টাকা", "ডলার"),
    *("₹", "inr", "rupees", "rs.", "rs", "रुपये", "रुपए", "रुपया", "रु.", "रु", "डॉलर"),
    *("pkr", "روپے", "روپیہ", "روپیے", "ڈالر", "etb", "birr", "ብር", "ዶላር"),
)
"""What may stand before or after an amount, in the form of `normalize`."""

_WORDS = "|".join(re.escape(normalize(word)) for word in sorted(CURRENCY_WORDS, key=len, reverse=True))
_CURRENCY_BEFORE = re.compile(rf"^(?P<sign>-?)\s*(?:{_WORDS})\s*")
_CURRENCY_AFTER = re.compile(rf"\s*(?:{_WORDS})$")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_ETHIOPIC_VALUES = {char: value for value, char in enumerate("፩፪፫፬፭፮፯፰፱", 1)} | {
    char: 10 * value for value, char in enumerate("፲፳፴፵፶፷፸፹፺", 1)
}
_ETHIOPIC_NUMBER = re.compile("[፩-፼]+")


def parse_number(text: str) -> Decimal | None:
    """The value of a text that is one number, or None.

    Accepts any script's decimal digits, `,` `،` `٬` as group signs in thousands or lakh groups, `.` and `٫`,
    a sign, a currency sign or word around it, and Ethiopic numerals.
    """
    key = normalize(text)
    key = _CURRENCY_AFTER.sub("", key, count=1)
    key = _CURRENCY_BEFORE.sub(lambda match: match["sign"], key, count=1).strip()
    if _PLAIN_NUMBER.fullmatch(key):
        return Decimal(key)
    ethiopic = parse_ethiopic(key)
    return None if ethiopic is None else Decimal(ethiopic)


def parse_cents(text: str, lang: str) -> Fraction | None:
    """A typed amount of the local currency as exact canonical cents, or None.

    A fraction: compare first, round after.
    """
    amount = parse_number(text)
    return None if amount is None else Fraction(amount) * 100 / get_language(lang).rate


def parse_ethiopic(text: str) -> int | None:
    """The value of a text of Ethiopic numerals: ፲፪ -> 12, ፻፲፪ -> 112, ፲፻ -> 1000, ፼ -> 10000; else None."""
    if not _ETHIOPIC_NUMBER.fullmatch(text):
        return None
    total = hundreds = units = 0
    for char in text:
        if char == "፼":
            total, hundreds, units = (total + hundreds + units or 1) * 10_000, 0, 0
        elif char == "፻":
            hundreds, units = hundreds + (units or 1) * 100, 0
        else:
            units += _ETHIOPIC_VALUES[char]
    return total + hundreds + units
