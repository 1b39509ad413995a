"""Wrong answers: another candidate, another form, or another value."""

import pytest

from harness.metrics.answer_causes import answer_cause
from tasks import AnswerCheck

NAME = AnswerCheck("text", ("زرینہ خان",), ("احمد گیلانی",))
PRODUCT = AnswerCheck("text", ("Fjorvik جزیرہ رننگ شوز",), ("Cendria افق رننگ شوز",))
BRAND = AnswerCheck("text", ("Hendrika",), ("Adrivo",))
CODE = AnswerCheck("id", ("P0123",))
ORDER = AnswerCheck("id", ("MS-2041",))
DAY = AnswerCheck("date", ("2026-04-03",))
SIZES = AnswerCheck("set", ("37", "38"), ("40",))


@pytest.mark.parametrize(
    ("check", "lang", "answer", "cause"),
    [
        # Words, digits and signs of another language, and nothing else, stand between it and being right.
        (AnswerCheck("number", ("12",)), "ur", "dozen", "wrong_value"),
        (AnswerCheck("number", ("12",)), "ur", "बारह", "wrong_form"),
        (AnswerCheck("number", ("12",)), "ur", "तेरह", "wrong_value"),
        (AnswerCheck("number", ("12",)), "en", "¹²", "wrong_form"),
        (AnswerCheck("number", ("1,530",)), "bn", "1.530", "wrong_form"),
        (AnswerCheck("number", ("4.5",)), "hi", "4,5", "wrong_form"),
        (AnswerCheck("number", ("4.5",)), "hi", "45", "wrong_value"),
        (DAY, "en", "03/04/2026", "wrong_form"),
        (DAY, "en", "05/04/2026", "wrong_value"),
        (DAY, "ur", "2026-04-04", "wrong_value"),
        (AnswerCheck("yesno", ("yes",)), "am", "হ্যাঁ", "wrong_form"),
        (AnswerCheck("yesno", ("yes",)), "am", "no", "wrong_value"),
        # Another script than that of most of the letters that were due.
        (NAME, "ur", "Zarina Khan", "wrong_form"),
        (NAME, "ur", "شیریں", "wrong_value"),
        (PRODUCT, "ur", "Fjorvik Island Running Shoes", "wrong_form"),
        (PRODUCT, "ur", "Fjorvik جزیرہ", "wrong_value"),
        (BRAND, "ur", "ہینڈریکا", "wrong_form"),
        (BRAND, "ur", "Halvero", "wrong_value"),
        (BRAND, "ur", "77", "wrong_value"),
        # Ids without their letters, or with letters of another script.
        (CODE, "ur", "پی ۰۱۲۳", "wrong_form"),
        (CODE, "bn", "পি০১২৩", "wrong_form"),
        (CODE, "en", "0123", "wrong_form"),
        (ORDER, "am", "ኤምኤስ-2041", "wrong_form"),
        (CODE, "en", "10123", "wrong_value"),
        (CODE, "en", "XP 0123", "wrong_value"),
        # Other candidates.
        (NAME, "ur", "احمد گیلانی", "wrong_item"),
        (NAME, "ur", "زرینہ خان یا احمد گیلانی", "wrong_item"),
        (BRAND, "en", "Adrivo", "wrong_item"),
        (CODE, "en", "P0999", "wrong_item"),
        (CODE, "en", "P0123, P0999", "wrong_item"),
        (ORDER, "en", "MS-2042", "wrong_item"),
        (SIZES, "en", "37, 38, 40", "wrong_item"),
        (SIZES, "en", "37", "wrong_value"),
        # A candidate that is only ruled out is not given.
        (AnswerCheck("number", ("12",), ("15",)), "en", "not 15", "wrong_value"),
        # No answer, in any of the languages.
        (NAME, "ur", "not available", "gave_up"),
        (NAME, "ur", "n/a", "gave_up"),
        (BRAND, "hi", "उपलब्ध नहीं", "gave_up"),
        (NAME, "ur", "उपलब्ध नहीं", "gave_up"),
    ],
)
def test_causes(check, lang, answer, cause):
    assert answer_cause(check, answer, lang) == cause
