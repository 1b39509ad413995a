"""The words by which answers are read (`answer_words.yaml`): negations, hedges, endings, months, numbers.

Every word is kept in the form of `fold`, and every phrase as a tuple of such words, because answers are
compared so.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from sites.kit.localization import fold, get_language
from sites.kit.strict_yaml import load_yaml

Phrase = tuple[str, ...]

_FILE = Path(__file__).with_name("answer_words.yaml")
_ALWAYS_READ = "en"
_Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Endings:
    """Case endings that may be glued to a word, by the letter that they follow."""

    after_vowel: frozenset[str]
    after_consonant: frozenset[str]
    after_any: frozenset[str]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language and of English; the file's head says what each field is for."""

    negation_before: frozenset[Phrase]
    negation_after: frozenset[Phrase]
    absence: frozenset[Phrase]
    existential: frozenset[Phrase]
    comparison: frozenset[Phrase]
    clause_openers: frozenset[Phrase]
    refusals: frozenset[Phrase]
    alternatives: frozenset[Phrase]
    additions: frozenset[Phrase]
    ranges: frozenset[Phrase]
    totals_before: frozenset[Phrase]
    totals_after: frozenset[Phrase]
    minus: frozenset[Phrase]
    percent: frozenset[Phrase]
    lead_ins: frozenset[Phrase]
    yes: frozenset[Phrase]
    no: frozenset[Phrase]
    courtesy: frozenset[Phrase]
    date_fillers: frozenset[Phrase]
    number_prefixes: frozenset[str]
    number_suffixes: frozenset[str]
    prefixes: frozenset[str]
    oblique: Mapping[str, str]
    oblique_markers: frozenset[Phrase]
    endings: Endings
    multipliers: Mapping[str, int]
    numbers: Mapping[Phrase, int]
    months: Mapping[str, int]
    not_applicable: frozenset[str]
    """Whole answers, in the form of `fold` without a full stop."""


@lru_cache(maxsize=16)
def load_vocabulary(lang: str) -> Vocabulary:
    """The vocabulary of a language, English included.

    Raises:
        UnknownNameError: no such language.
    """
    file = _load_file()
    tables = [file[name] for name in dict.fromkeys((get_language(lang).code, _ALWAYS_READ))]
    return Vocabulary(
        negation_before=_phrases(tables, "negation_before"),
        negation_after=_phrases(tables, "negation_after"),
        absence=_phrases(tables, "absence"),
        existential=_phrases(tables, "existential"),
        comparison=_phrases(tables, "comparison"),
        clause_openers=_phrases(tables, "clause_openers"),
        refusals=_phrases(tables, "refusals"),
        alternatives=_phrases(tables, "alternatives"),
        additions=_phrases(tables, "additions"),
        ranges=_phrases(tables, "ranges"),
        totals_before=_phrases(tables, "totals_before"),
        totals_after=_phrases(tables, "totals_after"),
        minus=_phrases(tables, "minus"),
        percent=_phrases(tables, "percent"),
        lead_ins=_phrases(tables, "lead_ins"),
        yes=_phrases(tables, "yes"),
        no=_phrases(tables, "no"),
        courtesy=_phrases(tables, "courtesy"),
        date_fillers=_phrases(tables, "date_fillers"),
        number_prefixes=_texts(tables, "number_prefixes"),
        number_suffixes=_texts(tables, "number_suffixes"),
        prefixes=_texts(tables, "prefixes"),
        oblique=MappingProxyType({key: value for table in tables for key, value in table["oblique"].items()}),
        oblique_markers=_phrases(tables, "oblique_markers"),
        endings=Endings(
            after_vowel=_texts(tables, "vowel_endings"),
            after_consonant=_texts(tables, "consonant_endings"),
            after_any=_texts(tables, "any_endings"),
        ),
        multipliers=MappingProxyType(
            {fold(word): int(value) for table in tables for word, value in table["multipliers"].items()}
        ),
        numbers=MappingProxyType(
            {phrase(text): value for table in tables for value, text in enumerate(table["numbers"])}
        ),
        months=MappingProxyType(
            {
                fold(name): number
                for table in tables
                for number, names in enumerate(table["months"], 1)
                for name in names
            }
        ),
        not_applicable=frozenset(text.rstrip(".") for text in _texts(tables, "not_applicable")),
    )


def phrase(text: str) -> Phrase:
    """The words of a text in the form of `fold`."""
    return tuple(words_of(fold(text)))


def words_of(key: str) -> list[str]:
    """The words of a folded text: runs of letters, marks and digits, whatever the script."""
    spaced = "".join(char if is_word_char(char) else " " for char in key)
    return spaced.split()


def is_word_char(char: str) -> bool:
    """Whether the character is part of a word.

    The `w` class of regular expressions is no help: it leaves out the vowel signs of Indic scripts.
    """
    return unicodedata.category(char)[0] in "LMN" or char == "_"


def find_phrase(phrases: frozenset[Phrase], words: list[str], start: int = 0) -> Phrase | None:
    """The longest of the phrases that stands in ``words`` at ``start``, or None."""
    found = [candidate for candidate in phrases if tuple(words[start : start + len(candidate)]) == candidate]
    return max(found, key=len, default=None)


def contains_phrase(phrases: frozenset[Phrase], words: list[str]) -> bool:
    """Whether one of the phrases stands anywhere in ``words``."""
    return any(find_phrase(phrases, words, start) for start in range(len(words)))


@lru_cache(maxsize=1)
def _load_file() -> Mapping[str, _Table]:
    return cast("Mapping[str, _Table]", load_yaml(_FILE.read_text(encoding="utf-8")))


def _texts(tables: list[_Table], name: str) -> frozenset[str]:
    return frozenset(fold(text) for table in tables for text in table[name])


def _phrases(tables: list[_Table], name: str) -> frozenset[Phrase]:
    return frozenset(phrase(text) for table in tables for text in table[name])
