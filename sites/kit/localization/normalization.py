"""Three forms of a text: what is stored, what is compared, what is searched.

`store` is for databases and pages (canonical composition, nothing lost that a reader sees). `normalize` is a
key for comparing and is never shown. `fold` is a looser key for search: it also forgives optional signs (the
Hindi nukta, the two nasal signs). Compatibility characters are folded by table (full width, Arabic
presentation forms) and never by NFKC, which would make 122 of 12² and 31⁄2 of 3½. Nothing is transliterated,
and letters that tell words apart stay apart.

Source: Unicode TR15 (NFC); the letter tables were checked on the 70 pairs of
`tests/sites/kit/localization/normalize.jsonl`.
"""

import re
import unicodedata
from functools import lru_cache

from sites.kit.localization.languages import get_language
from sites.kit.localization.letters import (
    AMHARIC_HOMOPHONES,
    ARABIC_MARKS,
    ARABIC_TO_URDU,
    COMPATIBILITY_FORMS,
    FORMAT_CHARACTERS,
    FORMAT_CHARACTERS_BUT_JOINERS,
    PUNCTUATION,
)

_GROUPED_NUMBER = re.compile(r"(?<![0-9])(?<![0-9][,.])[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?!,?[0-9])")
_ARABIC_DECIMAL = re.compile("(?<=[0-9])\u066b(?=[0-9])")
_NATIVE_DIGIT = re.compile(r"(?![0-9])\d")
_LETTERS: dict[int, str | None] = {**ARABIC_MARKS, **ARABIC_TO_URDU, **AMHARIC_HOMOPHONES}
_KHANDA_TA_TYPED = "\u09a4\u09cd\u200d"
_HAMZA_SPELLINGS = (
    ("\u06cc\u0654", "\u0626"),
    ("\u06c1\u0654", "\u06c2"),
    ("\u06d2\u0654", "\u06d3"),
    ("\u0648\u0654", "\u0624"),
)
_HOMORGANIC_NASAL = re.compile(
    "\u0919\u094d(?=[\u0915-\u0918])|\u091e\u094d(?=[\u091a-\u091d])|\u0923\u094d(?=[\u091f-\u0922])"
    "|\u0928\u094d(?=[\u0924-\u0927])|\u092e\u094d(?=[\u092a-\u092d])"
)


def to_ascii_digits(text: str) -> str:
    """Every decimal digit of any script as 0-9; superscripts, circled and Ethiopic numerals stay."""
    return _NATIVE_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), text)


def store(text: str) -> str:
    """The form for databases: NFC, without invisible controls (U+200C and U+200D stay: they shape words)."""
    return unicodedata.normalize("NFC", FORMAT_CHARACTERS_BUT_JOINERS.sub("", text))


def normalize(text: str) -> str:
    """The key by which two texts are the same text. Idempotent.

    Digits become ASCII, group signs of well-grouped numbers vanish, punctuation becomes ASCII, spaces
    collapse, case goes.
    """
    text = text.replace(_KHANDA_TA_TYPED, "\u09ce")
    text = COMPATIBILITY_FORMS.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _fold_letters(text)
    text = to_ascii_digits(text).replace("፡፡", "።").translate(PUNCTUATION)
    text = _ARABIC_DECIMAL.sub(".", text)
    text = unicodedata.normalize("NFC", text.casefold())
    text = _GROUPED_NUMBER.sub(lambda match: match[0].replace(",", ""), text)
    return " ".join(text.split())


def fold(text: str) -> str:
    """The key for search: normalize, and forgive the Hindi nukta, nasal signs and bare hamza seats."""
    key = normalize(text)
    while (forgiven := _without_optional_signs(key)) != key:
        key = normalize(forgiven)
    return key


def sort_key(text: str, lang: str) -> str:
    """The key by which names are listed in the language's dictionary order (comparable by code point)."""
    key = normalize(text)
    return key.translate(_alphabet_ranks(lang))


@lru_cache(maxsize=16)
def _alphabet_ranks(lang: str) -> dict[int, str]:
    return {ord(letter): chr(0xE000 + rank) for rank, letter in enumerate(get_language(lang).alphabet)}


def _without_optional_signs(key: str) -> str:
    if key.isascii():
        return key
    key = unicodedata.normalize("NFD", key).replace("\u093c", "").replace("\u0901", "\u0902")
    key = unicodedata.normalize("NFC", _HOMORGANIC_NASAL.sub("\u0902", key))
    return key.replace("\u0621", "").replace("\u0623", "\u0627").replace("\u0625", "\u0627")


def _fold_letters(text: str) -> str:
    if text.isascii():
        return text
    text = FORMAT_CHARACTERS.sub("", unicodedata.normalize("NFC", text)).translate(_LETTERS)
    for typed, composed in _HAMZA_SPELLINGS:
        text = text.replace(typed, composed)
    return text
