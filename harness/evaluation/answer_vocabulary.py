"""The words by which answers are read (`answer_words.yaml`): negations, hedges, endings, months, number
words.

Every word is kept in the form of `fold`, and every phrase as a tuple of such words, because answers are
compared so.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import yaml

from sites.kit.localization import fold, get_language

Phrase = tuple[str, ...]

_FILE = Path(__file__).with_name("answer_words.yaml")
_ALWAYS_READ = "en"
_PHRASE_FIELDS = (
    *(
        "negation_before",
        "negation_after",
        "absence",
        "existential",
        "comparison",
        "clause_openers",
        "refusals",
    ),
    *(
        "alternatives",
        "additions",
        "ranges",
        "totals_before",
        "totals_after",
        "minus",
        "percent",
        "yes",
        "no",
    ),
    *("courtesy", "date_fillers"),
)
_ENDING_FIELDS = ("number_prefixes", "number_suffixes", "prefixes")


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
    yes: frozenset[Phrase]
    no: frozenset[Phrase]
    courtesy: frozenset[Phrase]
    date_fillers: frozenset[Phrase]
    number_prefixes: frozenset[str]
    number_suffixes: frozenset[str]
    prefixes: frozenset[str]
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
    code = get_language(lang).code
    tables = _load_file()
    chosen = [tables[name] for name in dict.fromkeys((code, _ALWAYS_READ))]

    def texts(name: str) -> list[str]:
        return [text for table in chosen for text in table[name]]

    phrases = {name: frozenset(phrase(text) for text in texts(name)) for name in _PHRASE_FIELDS}
    glued = {name: frozenset(fold(text) for text in texts(name)) for name in _ENDING_FIELDS}
    return Vocabulary(
        **phrases,
        **glued,
        endings=Endings(
            *(frozenset(map(fold, texts(f"{kind}_endings"))) for kind in ("vowel", "consonant", "any"))
        ),
        multipliers=MappingProxyType(
            {fold(word): int(value) for table in chosen for word, value in table["multipliers"].items()}
        ),
        numbers=MappingProxyType(
            {phrase(text): value for table in reversed(chosen) for value, text in enumerate(table["numbers"])}
        ),
        months=MappingProxyType(
            {
                fold(name): number
                for table in chosen
                for number, names in enumerate(table["months"], 1)
                for name in names
            }
        ),
        not_applicable=frozenset(fold(text).rstrip(".") for text in texts("not_applicable")),
    )


def phrase(text: str) -> Phrase:
    """The words of a text in the form of `fold`."""
    return tuple(words_of(fold(text)))


def words_of(key: str) -> list[str]:
    """The words of a folded text: runs of letters, marks and digits, whatever the script."""
    spaced = "".join(char if is_word_char(char) else " " for char in key)
    return spaced.split()


def is_word_char(char: str) -> bool:
    """Whether the character is part of a word; `\\w` is no help, as it leaves out the vowel signs of Indic
    scripts.
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
def _load_file() -> Mapping[str, dict]:
    return yaml.safe_load(_FILE.read_text(encoding="utf-8"))
