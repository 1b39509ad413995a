"""Finds an identifier in an answer: order numbers, product ids, booking references, phone numbers, usernames.

Compared character by character in ASCII digits, without case. Phone-like numbers may be written with hyphens,
spaces or brackets, codes with spaces; a hyphen inside a code is part of it. Leading zeros that the answer
adds to a number are harmless, those that it loses are not.
"""

import re
from collections.abc import Iterator

from harness.evaluation.answer_reading import Reading
from harness.evaluation.answer_texts import Span

_MAX_SAME_SHAPE = 5
_TOKEN = re.compile(r"[a-z0-9_]+(?:[-./@][a-z0-9_]+)*")


def has_id(answer: Reading, expected: list[Reading], excluded: list[Reading]) -> bool:
    """Whether the answer gives an expected id, no excluded one, and offers no other beside it."""
    hits = [hit for wanted in expected for hit in find_id(answer, wanted.key)]
    rivals = [rival for unwanted in excluded for rival in find_id(answer, unwanted.key)]
    rivals = [rival for rival in rivals if not any(rival == hit or rival.lies_in(hit) for hit in hits)]
    if any(not answer.negates(rival.start, rival.end) for rival in rivals):
        return False
    hits = [hit for hit in hits if not any(hit.lies_in(rival) for rival in rivals)]
    if any(answer.negates(hit.start, hit.end) for hit in hits):
        return False
    others = [other for hit in hits[:1] for other in _same_shape(answer, hit, hits)]
    if len(others) >= _MAX_SAME_SHAPE:
        return False
    return any(not _is_listed(answer, hit, others) for hit in hits)


def find_id(answer: Reading, wanted: str) -> list[Span]:
    """All places where the id stands as a whole."""
    wanted = wanted.strip()
    if not wanted:
        return []
    pattern = rf"(?<![a-z0-9_])(?<![0-9a-z_][-.@])(?<!\d/){_pattern_of(wanted)}(?![a-z0-9_]|[-/.@][a-z0-9_])"
    return [Span(match.start(), match.end()) for match in re.finditer(pattern, answer.key)]


def find_other_ids(answer: Reading, wanted: str) -> list[Span]:
    """Where other ids stand that are built like the wanted one: letters for letters, digits for digits."""
    shape, own = _shape(wanted.strip()), find_id(answer, wanted)
    return list(_tokens_of_shape(answer, shape, own))


def _pattern_of(wanted: str) -> str:
    digits = re.sub(r"[\s().-]", "", wanted)
    if re.fullmatch(r"\+?\d+", digits):
        zeros = "" if digits[0] in "0+" else "0*"
        plus, digits = (r"\+?", digits[1:]) if digits[0] == "+" else ("", digits)
        return plus + zeros + r"[\s().-]{0,2}".join(digits)
    return r"\s?".join(re.escape(char) for char in wanted if not char.isspace())


def _same_shape(answer: Reading, hit: Span, hits: list[Span]) -> list[Span]:
    """Other tokens that look like the hit (letters for letters, digits for digits)."""
    return list(_tokens_of_shape(answer, _shape(answer.key[hit.start : hit.end]), hits))


def _tokens_of_shape(answer: Reading, shape: str, hits: list[Span]) -> Iterator[Span]:
    """The tokens of a shape that holds a digit, negated ones and the hits left out."""
    if "0" not in shape:
        return
    for match in _TOKEN.finditer(answer.key):
        token = Span(match.start(), match.end())
        is_hit = any(token == one or token.lies_in(one) for one in hits)
        if not is_hit and _shape(match[0]) == shape and not answer.negates(token.start, token.end):
            yield token


def _shape(token: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"\d", "0", token))


def _is_listed(answer: Reading, hit: Span, others: list[Span]) -> bool:
    """Whether another id of the same shape stands beside the hit with nothing but a comma or "or" between."""
    return any(_stand_side_by_side(answer, hit, other) for other in others)


def _stand_side_by_side(answer: Reading, hit: Span, other: Span) -> bool:
    end, start = (hit.end, other.start) if hit.start < other.start else (other.end, hit.start)
    between = answer.words_between(end, start)
    known = answer.vocabulary
    joined = all((word,) in known.additions or (word,) in known.alternatives for word in between)
    return joined or answer.joined_by_alternative(end, start)
