"""Numbers, money and times are written as readers expect, and read back exactly."""

from datetime import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.errors import UnknownNameError
from sites.kit.localization import (
    LANGUAGES,
    format_clock,
    format_money,
    format_number,
    format_percent,
    format_rating,
    get_language,
    parse_cents,
    parse_ethiopic,
    parse_number,
)

languages = st.sampled_from(list(LANGUAGES))


def test_languages_come_in_their_order():
    assert list(LANGUAGES) == ["en", "bn", "hi", "ur", "am"]
    assert [language.rate for language in LANGUAGES.values()] == [1, 120, 88, 280, 152]
    assert [code for code, language in LANGUAGES.items() if language.direction == "rtl"] == ["ur"]


def test_unknown_language_lists_the_choices():
    with pytest.raises(UnknownNameError, match="en, bn, hi, ur, am"):
        get_language("ur-PK")


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        ("en", ("$12.75", "1,234,567.5", "4.3", "15%", "14:05")),
        ("bn", ("৳১,৫৩০", "১২,৩৪,৫৬৭.৫", "৪.৩", "১৫%", "১৪:০৫")),
        ("hi", ("₹१,१२२", "१२,३४,५६७.५", "४.३", "१५%", "१४:०५")),
        ("ur", ("۳٬۵۷۰\u00a0روپے", "۱٬۲۳۴٬۵۶۷٫۵", "۴٫۳", "۱۵٪", "۱۴:۰۵")),
        ("am", ("1,938\u00a0ብር", "1,234,567.5", "4.3", "15%", "14:05")),
    ],
)
def test_formats(lang, shown):
    money, number = format_money(1275, lang), format_number(Decimal("1234567.5"), lang)
    rating, percent = format_rating(4.25, lang), format_percent(15, lang)
    assert (money, number, rating, percent, format_clock("14:05", lang)) == shown
    assert format_clock(time(14, 5), lang) == format_clock("14:05", lang)


def test_decimals_of_money():
    assert format_money(1200, "en") == "$12.00"
    assert format_money(-1275, "en") == "-$12.75"
    assert format_money(1, "bn") == "৳১.২০"
    assert format_money(1, "ur") == "۲٫۸۰\u00a0روپے"


def test_endless_fraction_is_rounded():
    assert format_number(Fraction(2, 3), "en") == "0.667"
    assert format_number(Fraction(1, 8), "en") == "0.125"


@given(value=st.decimals(-(10**9), 10**9, places=4), lang=languages)
def test_number_is_read_back(value, lang):
    assert parse_number(format_number(value, lang)) == value


@given(cents=st.integers(-(10**9), 10**9), lang=languages)
def test_money_is_read_back_exactly(cents, lang):
    assert parse_cents(format_money(cents, lang), lang) == cents


@given(quarters=st.integers(0, 10**7), lang=languages.filter(lambda lang: lang != "en"))
def test_prices_are_whole_in_local_currency(quarters, lang):
    assert get_language(lang).decimal not in format_money(25 * quarters, lang)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("১,২০০.৫০", "1200.5"),
        ("1,20,000 रुपये", "120000"),
        ("रु. १,२०,०००", "120000"),
        ("Tk. ১২০০", "1200"),
        ("৳\u00a0১২০০", "1200"),
        ("Rs 500", "500"),
        ("۱٬۲۰٬۰۰۰", "120000"),
        ("۱۲٫۵ روپے", "12.5"),
        ("١٢", "12"),
        ("１２", "12"),
        ("-$5", "-5"),
        ("\u200e\u22125", "-5"),
        ("፲፪ ብር", "12"),
        (".5", "0.5"),
        (" 12. ", "12"),
    ],
)
def test_typed_numbers(text, value):
    assert parse_number(text) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["", "1,2", "1.2.3", "12a", "12²", "3½", "1-2", "twelve", "$", "1,2345", "--5"]
)
def test_no_numbers(text):
    assert parse_number(text) is None


def test_cents_are_exact():
    assert parse_cents("100", "ur") == Fraction(10000, 280)
    assert parse_cents("no", "ur") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("፲፪", 12),
        ("፻", 100),
        ("፻፲፪", 112),
        ("፲፻", 1000),
        ("፲፪፻", 1200),
        ("፼", 10_000),
        ("፲፱፻፺፱", 1999),
        ("፪፼፭፻", 20_500),
    ],
)
def test_ethiopic_numerals(text, value):
    assert parse_ethiopic(text) == value


def test_no_ethiopic_numerals():
    assert parse_ethiopic("12") is None
    assert parse_ethiopic("፲2") is None
