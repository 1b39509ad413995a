"""Answers are right by value, whatever script, sentence or markdown they come in."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.evaluation.answers import MAX_LENGTH_CHARS, matches
from sites.kit.errors import UnknownNameError
from sites.kit.localization import LANGUAGES, format_money, format_number, format_percent, localize_digits

HERE = Path(__file__).parent
ROMANISED_OR_SHORTENED = {"a294"}
"""Doubtful cases in which we differ: an abbreviation counts only where it is listed."""


def load_cases(name):
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def case_id(case):
    return f"{case['lang']}-{case['type']}-{case['answer'][:30]!a}"


def judge(case):
    return matches(
        case["answer"],
        case["expected"],
        type=case["type"],
        lang=case["lang"],
        excluded=case.get("excluded", ()),
    )


@pytest.mark.parametrize("case", load_cases("answers.jsonl"), ids=lambda case: case["id"])
def test_shared_cases(case):
    wanted = case["accept"] != (case["id"] in ROMANISED_OR_SHORTENED)
    assert judge(case) is wanted, case["why"]


@pytest.mark.parametrize("case", load_cases("more_answers.jsonl"), ids=case_id)
def test_more_cases(case):
    assert judge(case) is case["accept"]


@pytest.mark.parametrize(
    "wrapping",
    ["**{}**", "`{}`", '"{}"', "\u200f{}\u200f", "\u2068{}\u2069", " {}\n", "({})", "<answer>{}</answer>"],
)
def test_wrapping_changes_no_verdict(wrapping):
    cases = [
        case for case in load_cases("answers.jsonl") + load_cases("more_answers.jsonl") if case["answer"]
    ]
    changed = [
        case for case in cases if judge(case) != judge({**case, "answer": wrapping.format(case["answer"])})
    ]
    assert not changed


languages = st.sampled_from(list(LANGUAGES))
amounts = st.integers(0, 10_000_000)
SENTENCES = {
    "en": ("The answer is {}.", "{} in total", "It is not 7777 but {}", "**{}**"),
    "bn": ("উত্তর: {}।", "মোট {} টি", "{}।", "**{}**"),
    "hi": ("उत्तर {} है।", "कुल {}", "{}।", "`{}`"),
    "ur": ("جواب: {}۔", "کل {}", "{}۔", "\u2067{}\u2069"),
    "am": ("መልሱ {} ነው።", "በ{}", "{}።", "**{}**"),
}


@given(value=amounts, lang=languages, place=st.integers(0, 3))
def test_number_as_the_page_shows_it_is_right_in_any_sentence(value, lang, place):
    answer = SENTENCES[lang][place].format(format_number(value, lang))
    assert matches(answer, [str(value)], type="number", lang=lang)
    assert not matches(answer, [str(value + 1)], type="number", lang=lang)


@given(quarters=st.integers(0, 1_000_000), lang=languages)
def test_money_as_the_page_shows_it_is_right(quarters, lang):
    cents = 25 * quarters
    shown = format_money(cents, lang)
    assert matches(shown, [format_money(cents, lang)], type="number", lang=lang)
    assert not matches(shown, [format_money(cents + 25, lang)], type="number", lang=lang)


@given(value=st.integers(0, 100), lang=languages)
def test_percentage_is_right(value, lang):
    assert matches(format_percent(value, lang), [f"{value}%"], type="number", lang=lang)


@given(value=amounts, other=amounts, lang=languages)
def test_excluded_value_spoils_the_answer(value, other, lang):
    answer = f"{value}, {other}"
    accepted = matches(answer, [str(value)], type="number", lang=lang, excluded=[str(other)])
    assert not accepted


@given(day=st.dates(date(1950, 1, 1), date(2099, 12, 31)), lang=languages)
def test_iso_date_in_native_digits_is_right_and_the_next_day_is_not(day, lang):
    answer = localize_digits(day.isoformat(), lang)
    assert matches(answer, [day.isoformat()], type="date", lang=lang)
    assert not matches(answer, [(day + timedelta(days=1)).isoformat()], type="date", lang=lang)


@given(digits=st.from_regex(r"0[0-9]{10}", fullmatch=True), lang=languages)
def test_phone_number_may_be_grouped(digits, lang):
    answer = localize_digits(f"{digits[:5]}-{digits[5:8]} {digits[8:]}", lang)
    assert matches(answer, [digits], type="id", lang=lang)


@given(
    text=st.text(max_size=80),
    lang=languages,
    kind=st.sampled_from(["number", "text", "id", "date", "yesno", "set", "na"]),
)
def test_any_text_gets_a_verdict(text, lang, kind):
    expected = ["N/A"] if kind == "na" else ["12"]
    assert matches(text, expected, type=kind, lang=lang) in (True, False)


@pytest.mark.parametrize("kind", ["number", "text", "id", "date", "yesno", "set", "na"])
def test_a_dump_of_the_page_fails(kind):
    page = " ".join(f"item {number} costs {number * 3}" for number in range(100))
    dump = f"N/A yes 12 2024-03-12 {page}"
    assert len(dump) > MAX_LENGTH_CHARS
    assert not matches(dump, ["12", "2024-03-12", "yes"], type=kind, lang="en")


def test_nothing_expected_is_never_right():
    assert not matches("12", [], type="number", lang="en")


def test_unknown_type_is_named_with_the_choices():
    with pytest.raises(UnknownNameError, match="number, text, id, date, yesno, set, na"):
        matches("12", ["12"], type="amount", lang="en")  # pyright: ignore[reportArgumentType] - no such type
