"""Reads the two answers that are no value: yes or no, and N/A."""

import re

from harness.evaluation.answer_numbers import find_numbers
from harness.evaluation.answer_reading import Reading
from harness.evaluation.answer_vocabulary import Phrase, find_phrase, is_word_char
from sites.kit.localization import fold

_NOT_APPLICABLE = re.compile(r"(?<![a-z0-9/])n ?/ ?a(?![a-z0-9/])")
_BARE_TOKEN = re.compile(r"\W*na\s*(?:[-:;,.(].*)?")


def polarity(answer: Reading) -> bool | None:
    """True for yes, False for no, None where the answer is neither or both.

    A yes or no at the beginning of a clause decides, unless it is taken back; otherwise any such word, as
    long as all agree.
    """
    known = answer.vocabulary
    opening = [
        (found, len(words))
        for words in _clauses(answer)
        if (found := _opening_polarity(answer, words)) is not None
    ]
    if opening:
        decided = opening[0][0]
        is_taken_back = any(found != decided and size == 1 for found, size in opening)
        return None if is_taken_back or _ends_in(answer, known.no if decided else known.yes) else decided
    says_yes, says_no = _says(answer, known.yes), _says(answer, known.no)
    return None if says_yes == says_no else says_yes


def is_not_applicable(answer: Reading) -> bool:
    """Whether the answer is N/A: the token, alone or with a reason, but not beside a value or an "or"."""
    if _is_bare(answer):
        return True
    match = _NOT_APPLICABLE.search(answer.key)
    if match is None or answer.offers_alternative(match.start(), match.end()):
        return False
    before = [number for number in find_numbers(answer) if number.end <= match.start()]
    return not before or any(is_word_char(char) for char in answer.key[before[-1].end : match.start()])


def _is_bare(answer: Reading) -> bool:
    """Whether the whole answer is "NA" or a phrase for it, a lead-in such as "Answer:" aside."""
    if _BARE_TOKEN.fullmatch(answer.key):
        return True
    lead = find_phrase(answer.vocabulary.lead_ins, answer.loose_words)
    start = answer.words[len(lead) - 1].end if lead else 0
    bare = fold(answer.key[start:]).strip(" .!|:\"'()[]{}")
    return bare in answer.vocabulary.not_applicable


def _clauses(answer: Reading) -> list[list[str]]:
    """The words of each part between punctuation; labels such as `উত্তর:` are parts of their own."""
    parts = re.split(r"[,;!?()|]|[.:](?=\s|$)| - ", answer.key)
    bounds, offset = [], 0
    for part in parts:
        start = answer.key.index(part, offset) if part else offset
        bounds.append(answer.words_between(start, start + len(part)))
        offset = start + len(part)
    return [words for words in bounds if words]


def _opening_polarity(answer: Reading, words: list[str]) -> bool | None:
    known = answer.vocabulary
    words = words[len(find_phrase(known.lead_ins, words) or ()) :]
    start = 1 if len(words) > 1 and find_phrase(known.courtesy, words) else 0
    says_yes: Phrase | None = find_phrase(known.yes, words, start)
    says_no = find_phrase(known.no, words, start)
    if says_yes and not (says_no and len(says_no) > len(says_yes)):
        return True
    if says_no:
        return False
    return True if len(words) == 1 and find_phrase(known.courtesy, words) else None


def _ends_in(answer: Reading, phrases: frozenset[Phrase]) -> bool:
    """Whether the answer ends in one of the phrases after "or" or "and" (yes or no, yes and no)."""
    known, words = answer.vocabulary, answer.loose_words
    joining = [at for at, word in enumerate(words) if (word,) in known.alternatives | known.additions]
    return any(tuple(words[at + 1 :]) in phrases for at in joining)


def _says(answer: Reading, phrases: frozenset[Phrase]) -> bool:
    words = answer.loose_words
    return any(find_phrase(phrases, words, at) for at in range(len(words)))
