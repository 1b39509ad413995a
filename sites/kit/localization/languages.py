"""The one language table: everything that differs between the five languages without being text.

Other code never asks `if lang == …`: it reads a field of the table. To add a language, add a row here, then
its content and translation files. CLDR's number patterns are written out in full, so that an upgrade of Babel
can't move a sign; where Babel is wrong for a language (native digits, Urdu separators) the table says what is
right.

Source: LoWAgent paper, section 3.1 (languages, numerals, fixed rates); figures of the exchange rates are the
project's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from sites.kit.errors import UnknownNameError


@dataclass(frozen=True, slots=True)
class Language:
    """How one language writes: digits, numbers, money, direction, letters."""

    code: str
    """ISO 639-1; the key everywhere (`ur`)."""
    name: str
    """English name."""
    native_name: str
    """The language's name in itself, for a language list."""
    locale: str
    """Babel locale id (`ur_PK`)."""
    html_lang: str
    """Value of `<html lang>`."""
    direction: Literal["ltr", "rtl"]
    """Value of `<html dir>`."""
    digits: str
    """The ten digits of the interface, 0 first."""
    decimal: str
    """Decimal sign."""
    group: str
    """Thousands (or lakh) sign."""
    number_pattern: str
    """CLDR pattern of numbers; its grouping holds for money too."""
    percent: str
    """Sign written right after a percentage."""
    currency: str
    """ISO 4217 code of the local currency."""
    currency_text: str
    """What stands beside an amount: a sign or a word."""
    money_pattern: str
    """CLDR pattern of an amount with decimals; ¤ stands for `currency_text`."""
    shows_whole_cents: bool
    """Whether a whole amount still gets two decimals ($12.00)."""
    rate: int
    """Units of the local currency per US dollar; fixed, and a multiple of 4, so that 25 cents are a whole
    amount.
    """
    font: str
    """Family of the web font of the script (the `LW` faces of the kit's style sheet)."""
    ocr: str
    """Tesseract's code."""
    comma: str = ", "
    """What stands between the parts of a list or an address, with its space."""
    colon: str = ":"
    """What stands between a label and its value, without the space after it."""
    alphabet: str = ""
    """Letters in the order of the language's dictionary, where code points are in another order; else empty.
    """


_URDU_ALPHABET = "اآبپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوؤہۂھءیئےۓ"

_TABLE = (
    Language(
        code="en",
        name="English",
        native_name="English",
        locale="en_US",
        html_lang="en",
        direction="ltr",
        digits="0123456789",
        decimal=".",
        group=",",
        number_pattern="#,##0.###",
        percent="%",
        currency="USD",
        currency_text="$",
        money_pattern="¤#,##0.00",
        shows_whole_cents=True,
        rate=1,
        font="LW Latin",
        ocr="eng",
    ),
    Language(
        code="bn",
        name="Bengali",
        native_name="বাংলা",
        locale="bn_BD",
        html_lang="bn",
        direction="ltr",
        digits="০১২৩৪৫৬৭৮৯",
        decimal=".",
        group=",",
        number_pattern="#,##,##0.###",
        percent="%",
        currency="BDT",
        currency_text="৳",
        money_pattern="¤#,##,##0.00",
        shows_whole_cents=False,
        rate=120,
        font="LW Bengali",
        ocr="ben",
    ),
    Language(
        code="hi",
        name="Hindi",
        native_name="हिन्दी",
        locale="hi_IN",
        html_lang="hi",
        direction="ltr",
        digits="०१२३४५६७८९",
        decimal=".",
        group=",",
        number_pattern="#,##,##0.###",
        percent="%",
        currency="INR",
        currency_text="₹",
        money_pattern="¤#,##,##0.00",
        shows_whole_cents=False,
        rate=88,
        font="LW Devanagari",
        ocr="hin",
    ),
    Language(
        code="ur",
        name="Urdu",
        native_name="اردو",
        locale="ur_PK",
        html_lang="ur-PK",
        direction="rtl",
        digits="۰۱۲۳۴۵۶۷۸۹",
        decimal="٫",
        group="٬",
        number_pattern="#,##0.###",
        percent="٪",
        currency="PKR",
        currency_text="روپے",
        money_pattern="#,##0.00\u00a0¤",
        shows_whole_cents=False,
        rate=280,
        font="LW Nastaliq",
        ocr="urd",
        comma="، ",
        alphabet=_URDU_ALPHABET,
    ),
    Language(
        code="am",
        name="Amharic",
        native_name="አማርኛ",
        locale="am_ET",
        html_lang="am",
        direction="ltr",
        digits="0123456789",
        decimal=".",
        group=",",
        number_pattern="#,##0.###",
        percent="%",
        currency="ETB",
        currency_text="ብር",
        money_pattern="#,##0.00\u00a0¤",
        shows_whole_cents=False,
        rate=152,
        font="LW Ethiopic",
        ocr="amh",
        comma="፣ ",
        colon="፦",
    ),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({language.code: language for language in _TABLE})
"""Code -> language, in the order in which the project lists them."""


def get_language(code: str) -> Language:
    """The row of a language.

    Raises:
        UnknownNameError: no such code; the message lists the five.
    """
    if code not in LANGUAGES:
        raise UnknownNameError("language", code, LANGUAGES)
    return LANGUAGES[code]
