import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.actions import parse
from harness.prompting import split_confidence
from sites.kit.localization import LANGUAGES, format_number

ANSWERS = ("3,450", "۳٬۴۵۰ روپے", "৩,৪৫০", "३,४५०", "1,938 ብር", "N/A", "हाँ", "", "\nline 1\nline 2")


@pytest.mark.parametrize(
    "said", ["80", "৮০", "८०", "۸۰", "፹", "８０", "80%", "۸۰٪", "80/100", "**80**", "80."]
)
@pytest.mark.parametrize(
    "line", ["\nconfidence: {}", "\n\nConfidence: {}\n", "\n**confidence:** {}", "\n- confidence {}"]
)
def test_the_last_line_is_read_in_any_digits_and_is_no_part_of_the_answer(said: str, line: str):
    for answer in ANSWERS:
        text, confidence = split_confidence(f"stop {answer}{line.format(said)}")
        assert confidence == 80
        assert parse(text).answer == parse(f"stop {answer}").answer


@pytest.mark.parametrize(
    ("reply", "text", "confidence"),
    [
        ("stop 5 confidence: 70", "stop 5", 70),
        ("stop 5 (confidence: ۵)", "stop 5", 5),
        ("```\nstop 5\nconfidence: 80\n```", "```\nstop 5\n```", 80),
        ("<action>stop 5\nconfidence: 8</action>", "<action>stop 5</action>", 8),
        ("confidence: 50\nstop 5", "\nstop 5", 50),
        ("stop 5\nconfidence: 0", "stop 5", 0),
        ("stop 5\nconfidence: 100", "stop 5", 100),
    ],
)
def test_it_is_found_where_models_put_it(reply: str, text: str, confidence: int):
    assert split_confidence(reply) == (text, confidence)


@pytest.mark.parametrize("said", ["high", "101", "-5", "80.5", "about 80 or so", "", "٪", "<N>"])
def test_what_is_no_number_from_0_to_100_says_nothing_and_is_taken_out(said: str):
    assert split_confidence(f"stop ۵\nconfidence: {said}") == ("stop ۵", None)


@pytest.mark.parametrize(
    "reply",
    ["stop 12", "stop confidence", "stop he has\nconfidence in it", "stop my confidence: low", "click 3", ""],
)
def test_other_replies_stay_as_they_are(reply: str):
    assert split_confidence(reply) == (reply, None)


@given(st.sampled_from(sorted(LANGUAGES)), st.integers(0, 100), st.text("abc ۱২ब\n.,-", max_size=30))
def test_every_number_comes_back_in_the_digits_of_each_language(lang: str, number: int, answer: str):
    written = format_number(number, lang)
    text, confidence = split_confidence(f"stop {answer}\nconfidence: {written}")
    assert (text, confidence) == (f"stop {answer}", number)
