"""The three forms of a text."""

import json
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.localization import (
    LANGUAGES,
    fold,
    localize_digits,
    normalize,
    sort_key,
    store,
    to_ascii_digits,
)
from sites.kit.localization.letters import FORMAT_CHARACTERS

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("normalize.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["why"]))
def test_pairs(case):
    assert (normalize(case["a"]) == normalize(case["b"])) is case["equal"]


@pytest.mark.parametrize("text", ["12²", "3½", "⑫", "Ⅻ", "፲፪"])
def test_signs_that_look_like_digits_stay(text):
    assert normalize(text) == text.casefold()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1,200, which", "1200, which"),
        ("Rs.1,200", "rs.1200"),
        ("۱،۲۰۰", "1200"),
        ("12፣150", "12, 150"),
        ("1.234,567", "1.234,567"),
        ("১২।১৫", "12. 15"),
        ("ﬁne", "fine"),
    ],
)
def test_key(text, key):
    assert normalize(text) == key


@pytest.mark.parametrize(
    ("text", "other"),
    [("हिन्दी", "हिंदी"), ("फ़ोन", "फोन"), ("जाएँ", "जाएं"), ("ज़मीन", "जमीन"), ("मुम्बई", "मुंबई"), ("أردو", "اردو")],
)
def test_search_key_forgives_optional_signs(text, other):
    assert normalize(text) != normalize(other)
    assert fold(text) == fold(other)


@given(text=st.text(max_size=60))
def test_keys_are_idempotent(text):
    assert normalize(normalize(text)) == normalize(text)
    assert fold(fold(text)) == fold(text)
    assert store(store(text)) == store(text)


indic = st.text(st.sampled_from("কােিয়ড়়্তৎ \u200d\u200cहिंन्दीँजाएक़०১,.;।یهىئۀٔ٬٫أءሀሐፀ፡።፪12-"), max_size=20)


@given(text=indic)
def test_keys_are_idempotent_on_the_scripts(text):
    assert normalize(normalize(text)) == normalize(text)
    assert fold(fold(text)) == fold(text)


def test_store_keeps_what_a_reader_sees():
    assert store("\u202bلاہور\u202c\ufeff") == "لاہور"
    assert store("র\u200d\u09cdয") == "র\u200d\u09cdয"
    assert store("\u09a1\u09bc") == store("\u09dc") == "\u09a1\u09bc"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_digits_there_and_back(lang):
    assert to_ascii_digits(localize_digits("P0123 2026-03-16", lang)) == "P0123 2026-03-16"


def test_urdu_is_sorted_by_its_alphabet():
    words = ["یک", "ٹماٹر", "آم", "پانی", "ڈاک", "گھر", "چائے", "تار"]
    assert sorted(words, key=lambda word: sort_key(word, "ur")) == [
        "آم",
        "پانی",
        "تار",
        "ٹماٹر",
        "چائے",
        "ڈاک",
        "گھر",
        "یک",
    ]


def test_format_characters_are_those_of_unicode():
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        category = unicodedata.category(char)
        assert category == "Cn" or bool(FORMAT_CHARACTERS.match(char)) is (category == "Cf"), hex(code)
