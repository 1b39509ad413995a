"""In what way an answer is wrong: the first of five things that can be told without a judge.

1. The task can't be done, and the answer does not say so.
2. There is no answer: nothing stands after ``stop``, or that it is not available or not known.
3. It gives another candidate: a value that the check excludes, or another id built like the right one.
4. Its form is wrong: it would be right by the words of another language of the benchmark, with signs such as
   ² read as digits, or with point and comma exchanged; or it holds the digits of an id without its Latin
   letters; or its letters are of another script than most of each expected text's (a translation or a
   transliteration: whether it is a right one can't be told without a judge).
5. It is another value.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from harness.evaluation.answer_ids import find_other_ids
from harness.evaluation.answer_polarity import is_not_applicable
from harness.evaluation.answer_reading import Reading, read
from harness.evaluation.answers import find_value, matches
from sites.kit.localization import LANGUAGES
from tasks.models import AnswerCheck

AnswerCause = Literal["not_refused", "gave_up", "wrong_item", "wrong_form", "wrong_value"]

MIN_ID_DIGITS = 3
"""Fewer digits are not taken for an id that has lost its letters."""
_EXCHANGED = str.maketrans({".": ",", ",": ".", "\u066b": ",", "\u066c": "."})


def answer_cause(check: AnswerCheck, answer: str, lang: str) -> AnswerCause:
    """Why an answer fails a check.

    Args:
        check: the check, which does not hold.
        answer: what stands after ``stop``.
        lang: language of the task.
    """
    if check.type == "na":
        return "not_refused"
    if _is_none(answer):
        return "gave_up"
    if _gives_other_candidate(check, read(answer, lang), lang):
        return "wrong_item"
    return "wrong_form" if has_other_form(check, answer, lang) else "wrong_value"


def has_other_form(check: AnswerCheck, answer: str, lang: str) -> bool:
    """Whether an answer that fails a check is in another form than the task's language asks for."""
    if any(_is_right(check, text, code) for text, code in _other_forms(answer, lang)):
        return True
    if check.type == "id" and any(_is_bare_id(answer, expected) for expected in check.expected):
        return True
    return check.type in ("text", "id", "set") and all(
        is_other_script(answer, expected) for expected in check.expected
    )


def is_other_script(text: str, expected: str) -> bool:
    """Whether a text has letters, and none of the script that most letters of another have."""
    scripts, wanted = _scripts(text), _scripts(expected)
    return bool(scripts and wanted) and max(wanted, key=lambda script: wanted[script]) not in scripts


def _is_none(answer: str) -> bool:
    readings = [read(answer, code) for code in LANGUAGES]
    return not answer.strip() or any(
        reading.says_not_applicable or reading.refuses or is_not_applicable(reading) for reading in readings
    )


def _gives_other_candidate(check: AnswerCheck, answer: Reading, lang: str) -> bool:
    own = [span for expected in check.expected for span in find_value(answer, expected, lang)]
    rivals = [span for excluded in check.excluded for span in find_value(answer, excluded, lang)]
    if check.type == "id":
        rivals += [
            span for expected in check.expected for span in find_other_ids(answer, read(expected, lang).key)
        ]
    return any(not any(rival == span or rival.lies_in(span) for span in own) for rival in rivals)


def _other_forms(answer: str, lang: str) -> Iterator[tuple[str, str]]:
    """(the answer written in another way, the language to read it in)."""
    for code in LANGUAGES:
        if code != lang:
            yield answer, code
    yield unicodedata.normalize("NFKC", answer), lang
    yield answer.translate(_EXCHANGED), lang


def _is_right(check: AnswerCheck, answer: str, lang: str) -> bool:
    return matches(answer, check.expected, type=check.type, lang=lang, excluded=check.excluded)


def _is_bare_id(answer: str, expected: str) -> bool:
    """Whether the answer holds the digits of an id as a whole, and no Latin letter beside them."""
    digits = re.sub(r"\D", "", expected)
    if len(digits) < MIN_ID_DIGITS or not re.search("[A-Za-z]", expected):
        return False
    key = read(answer, "en").key
    return re.search(rf"(?<![0-9])(?<![a-z][ -])(?<![a-z]){digits}(?![0-9a-z])", key) is not None


def _scripts(text: str) -> Counter[str]:
    """How many letters a text has of each script, by the first word of their Unicode names."""
    return Counter(unicodedata.name(char, "?").split()[0] for char in text if char.isalpha())
