"""Finds a text in an answer as whole words, with the endings and prefixes that the language glues to a word.

A vowel sign is no word end (পান is not in পানি), a case ending is (ঢাকা is in ঢাকায়). Where the exact
spelling isn't found, one that differs only by an optional sign (the Hindi nukta, nasal signs) counts too,
unless it is an excluded text's.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.evaluation.answer_reading import Reading, Word
from harness.evaluation.answer_vocabulary import find_phrase
from sites.kit.localization import fold

MAX_LISTED_ITEMS = 5
"""An answer that lists more short items than this is a dump of a list."""

_LIST_SIGN = re.compile(r"[,;|]")
_MAX_LISTED_WORDS = 3
_MIN_STEM_CHARS = 2
_MIN_PLURAL_STEM_CHARS = 3
_VOWEL_SIGNS = re.compile("[\u09be-\u09cc\u0985-\u0994]$")
_VELAR_NASAL = re.compile("\u0999\u09cd?(?![\u09be-\u09cc])")
_HINDI_GLIDE = re.compile("(?<=[\u0900-\u097f])\u092f[\u0940\u0947]$")
_HINDI_VOWELS = {"\u092f\u0940": "\u0908", "\u092f\u0947": "\u090f"}
_SHORT_VOWELS = str.maketrans({"\u09c0": "\u09bf", "\u09c2": "\u09c1"})


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the key of a reading where a text stands."""

    start: int
    end: int

    def lies_in(self, other: "Span") -> bool:
        """Whether the other span holds this one and more."""
        return self != other and other.start <= self.start and self.end <= other.end


def is_list_dump(answer: Reading, expected: Iterable[Reading]) -> bool:
    """Whether the answer lists too many short items, the expected text's own not counted."""
    items = _LIST_SIGN.split(answer.key)
    short = [item for item in items if 0 < len(item.split()) <= _MAX_LISTED_WORDS]
    own = max((len(_LIST_SIGN.findall(wanted.key)) for wanted in expected), default=0)
    return len(short) - own > MAX_LISTED_ITEMS


def has_text(answer: Reading, expected: Iterable[Reading], excluded: Iterable[Reading]) -> bool:
    """Whether the answer gives one of the expected texts and none of the excluded ones.

    A hit inside a longer one of the other kind counts for the longer: `Dhaka` is not in `Dhaka North` where
    one of them is expected and the other excluded. Negated hits count for neither.
    """
    expected, excluded = list(expected), list(excluded)
    taken = {word.key for word in excluded}
    hits = [hit for wanted in expected for hit in find_text(answer, wanted)]
    if not hits:
        loose = [wanted for wanted in expected if loose_key(wanted.key) not in map(loose_key, taken)]
        hits = [hit for wanted in loose for hit in find_text(answer, wanted, is_loose=True)]
    rivals = [hit for unwanted in excluded for hit in find_text(answer, unwanted)]
    good = [hit for hit in hits if not any(hit.lies_in(rival) for rival in rivals)]
    bad = [rival for rival in rivals if not any(rival == hit or rival.lies_in(hit) for hit in hits)]
    if any(not answer.negates(rival.start, rival.end) for rival in bad):
        return False
    if any(answer.negates(hit.start, hit.end) for hit in good):
        return False
    return any(not answer.offers_alternative(hit.start, hit.end) for hit in good)


def find_text(answer: Reading, wanted: Reading, *, is_loose: bool = False) -> list[Span]:
    """All places of a text; of a text without any letter or digit, its plain occurrences."""
    if not wanted.words:
        return [
            Span(match.start(), match.end())
            for match in re.finditer(re.escape(wanted.key), answer.key)
            if match[0]
        ]
    return [span for span in _aligned(answer, wanted, is_loose) if not _cuts_number(answer.key, span)]


def loose_key(text: str) -> str:
    """The key of a word that forgives optional signs and spellings that stand side by side.

    Besides `fold`: long i and u of Bengali written short, ঙ for ং, the Hindi endings ये and यी for ए and ई,
    and ۓ for ئے.
    """
    key = fold(text).translate(_SHORT_VOWELS).replace("\u06d3", "\u0626\u06d2")
    key = _VELAR_NASAL.sub("\u0982", key)
    return _HINDI_GLIDE.sub(lambda match: _HINDI_VOWELS[match[0]], key)


def _aligned(answer: Reading, wanted: Reading, is_loose: bool) -> Iterator[Span]:
    size = len(wanted.words)
    for place in range(len(answer.words) - size + 1):
        window = answer.words[place : place + size]
        if all(
            _is_word(found, word, answer, is_loose, is_first=at == 0, is_last=at == size - 1)
            for at, (found, word) in enumerate(zip(window, wanted.words, strict=True))
        ):
            yield Span(window[0].start, window[-1].end)


def _is_word(
    found: Word, wanted: Word, answer: Reading, is_loose: bool, *, is_first: bool, is_last: bool
) -> bool:
    got, want = (loose_key(found.text), loose_key(wanted.text)) if is_loose else (found.text, wanted.text)
    if got == want:
        return True
    if any(char.isdigit() for char in want) or len(want) < _MIN_STEM_CHARS:
        return False
    stems = [got]
    if is_first:
        stems += [got.removeprefix(prefix) for prefix in answer.vocabulary.prefixes if got.startswith(prefix)]
    if _is_oblique(found, got, want, answer):
        return True
    return any(stem == want or (is_last and _is_inflected(stem, want, answer)) for stem in stems)


def _is_inflected(got: str, want: str, answer: Reading) -> bool:
    """Whether ``got`` is ``want`` with an ending of the language glued to it."""
    if not got.startswith(want):
        return False
    ending = fold(got[len(want) :])
    endings = answer.vocabulary.endings
    if want[-1] < "\u0250":
        return want.isascii() and len(want) >= _MIN_PLURAL_STEM_CHARS and ending in ("s", "es")
    if _VOWEL_SIGNS.search(want):
        return ending in endings.after_vowel or ending in endings.after_any
    return ending in endings.after_consonant or ending in endings.after_any


def _is_oblique(found: Word, got: str, want: str, answer: Reading) -> bool:
    """Whether ``got`` is ``want`` in the form that the word after it asks for (नीला in नीले रंग का)."""
    known = answer.vocabulary
    changed = known.oblique.get(want[-1:])
    return (
        changed is not None
        and got == want[:-1] + changed
        and bool(find_phrase(known.oblique_markers, answer.words_after(found.end, 1)))
    )


def _cuts_number(key: str, span: Span) -> bool:
    """Whether the span cuts a number, time, date or code (10:30 in 110:30 or in 10:30:45)."""
    before = re.search(r"\d[.:/-]$", key[: span.start]) and key[span.start].isdigit()
    after = re.match(r"[.:/-]\d", key[span.end :]) and key[span.end - 1].isdigit()
    return bool(before or after)
