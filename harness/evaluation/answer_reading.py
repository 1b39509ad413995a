"""An answer prepared for reading: its comparison key, its words, and what a clause says about a place in it.

All offsets are into ``key``. A clause ends at punctuation or at a word such as "but"; negation and hedging
never reach beyond it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from harness.evaluation.answer_vocabulary import (
    Phrase,
    Vocabulary,
    contains_phrase,
    find_phrase,
    is_word_char,
    load_vocabulary,
)
from sites.kit.localization import fold, normalize

_CLAUSE_BREAK = re.compile(r"[,;!?()\[\]{}|]|[.:](?=\s|$)| - ")
_SENTENCE_BREAK = re.compile(r"[;!?|]|\.(?=\s|$)")
_NOT_APPLICABLE = re.compile(r"(?<![a-z0-9/])n ?/ ?a(?![a-z0-9/])")
_TAG = re.compile(r"</?\w{1,20}>")
_SPACE_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)")
_ONLY_SPACE_GROUPS = re.compile(r"^\D*[1-9]\d{0,2}(?: \d{3})+(?=\D*$|\.\d+\D*$)")
_NEGATION_REACH_WORDS = 5
_MAX_HEDGE_GAP_WORDS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the key. Digits and letters of another script than Latin are separate words (১২টি is two)."""

    text: str
    """In the form of `normalize`."""
    loose: str
    """In the form of `fold`."""
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """An answer (or an expected value) in the language of its task."""

    key: str
    vocabulary: Vocabulary

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All words in order."""
        return tuple(_split_words(self.key))

    @cached_property
    def loose_words(self) -> list[str]:
        """The words in the form of `fold`."""
        return [word.loose for word in self.words]

    @property
    def says_not_applicable(self) -> bool:
        """Whether the token N/A stands anywhere."""
        return _NOT_APPLICABLE.search(self.key) is not None

    @property
    def refuses(self) -> bool:
        """Whether the answer says that the answer is not known."""
        return contains_phrase(self.vocabulary.refusals, self.loose_words)

    def words_before(self, offset: int, limit: int) -> list[str]:
        """Up to ``limit`` words of the clause that end at or before the offset, in reading order."""
        found: list[str] = []
        edge = offset
        for word in reversed([word for word in self.words if word.end <= offset]):
            is_opener = (word.loose,) in self.vocabulary.clause_openers
            if len(found) == limit or is_opener or _CLAUSE_BREAK.search(self.key[word.end : edge]):
                break
            found.insert(0, word.loose)
            edge = word.start
        return found

    def words_after(self, offset: int, limit: int) -> list[str]:
        """Up to ``limit`` words of the clause that start at or after the offset."""
        found: list[str] = []
        edge = offset
        for word in self.words:
            if word.start < offset:
                continue
            is_opener = (word.loose,) in self.vocabulary.clause_openers
            if len(found) == limit or is_opener or _CLAUSE_BREAK.search(self.key, edge, word.start + 1):
                break
            found.append(word.loose)
            edge = word.end
        return found

    def words_between(self, start: int, end: int) -> list[str]:
        """The words that lie within two offsets."""
        return [word.loose for word in self.words if start <= word.start and word.end <= end]

    def negates(self, start: int, end: int) -> bool:
        """Whether the clause says that the value at these offsets is not the answer."""
        known = self.vocabulary
        before = self.words_before(start, _NEGATION_REACH_WORDS)
        after = self.words_after(end, 5)
        if contains_phrase(known.comparison, [*before[-2:], *after[:3]]):
            return False
        if not self.key[start].isdigit() and find_phrase(known.absence, before[-1:]):
            return True
        if contains_phrase(known.negation_before, before) or find_phrase(known.existential, after):
            return True
        marked = after
        while find_phrase(known.oblique_markers, marked):
            marked = marked[1:]
        return any(
            _is_near(find_phrase(known.negation_after, words, place), place)
            for words in (after, marked)
            for place in (0, 1)
        )

    def offers_alternative(self, start: int, end: int) -> bool:
        """Whether "or" stands right before or right after the offsets, a comma apart at most."""
        before = [word for word in self.words if word.end <= start][-2:]
        after = [word for word in self.words if word.start >= end][:2]
        if before and _SENTENCE_BREAK.search(self.key[before[-1].end : start]):
            before = []
        if after and _SENTENCE_BREAK.search(self.key[end : after[0].start]):
            after = []
        alternatives = self.vocabulary.alternatives
        words_before = [word.loose for word in before]
        return bool(find_phrase(alternatives, [word.loose for word in after])) or any(
            tuple(words_before[-length:]) in alternatives for length in (1, 2)
        )

    def joined_by_alternative(self, end: int, start: int) -> bool:
        """Whether "or" stands between two values, with hardly anything else."""
        between = self.words_between(end, start)
        is_near = len(between) <= _MAX_HEDGE_GAP_WORDS and not _SENTENCE_BREAK.search(self.key[end:start])
        return is_near and contains_phrase(self.vocabulary.alternatives, between)


def read(text: str, lang: str) -> Reading:
    """Prepare an answer or an expected value for comparison."""
    return Reading(key=_prepare(text), vocabulary=load_vocabulary(lang))


def readings(text: str, lang: str) -> Iterator[Reading]:
    """The reading of an answer, then one in which signs typed for others are taken for these.

    A zero-width non-joiner may stand for a space, and a colon for the visarga.
    """
    yield read(text, lang)
    retyped = re.sub("(?<=[\u0900-\u09ff]):(?=\\s)", "\u0903", text.replace("\u200c", " "))
    if retyped != text:
        yield read(retyped, lang)


def _is_near(found: Phrase | None, place: int) -> bool:
    """A single negator may have one word before it; a longer phrase must follow directly."""
    return found is not None and (place == 0 or len(found) == 1)


def _prepare(text: str) -> str:
    text = _SPACE_GROUPS.sub(lambda match: re.sub(r"\D", "", match[0]), text)
    text = re.sub(r"[\r\n]+|—", " ; ", text.strip()).replace(" – ", " - ")
    text = _TAG.sub(" ", text).replace("\u2044", "/").replace("\u2215", "/")
    text = re.sub(r"`|\*(?!\s*\d)|(?<!\d)(?<!\d )\*", " ", text)
    text = re.sub(r"(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])", " ", text)
    key = _ONLY_SPACE_GROUPS.sub(lambda match: re.sub(r"(?<=\d) (?=\d)", "", match[0]), normalize(text))
    key = re.sub(r"(?<=[a-z])'s\b", "", key)
    return re.sub(r"n't\b", " not", re.sub(r"\bcan(?:'t| not)\b", "cannot", key))


def _split_words(key: str) -> Iterator[Word]:
    start = 0
    for end in range(1, len(key) + 1):
        if end < len(key) and _char_class(key[end]) == _char_class(key[start]):
            continue
        if is_word_char(key[start]):
            text = key[start:end]
            yield Word(text=text, loose=fold(text), start=start, end=end)
        start = end


def _char_class(char: str) -> str:
    if not is_word_char(char):
        return "sign"
    if char in "0123456789_" or char < "\u0250":
        return "latin"
    return "numeral" if not char.isalpha() and char.isnumeric() else "letter"
