"""Characters that are not seen and change how others are shown: texts of sites and agents may hold any.

An override turns the letters after it round, and an escape can clear a terminal or name its window. Where a
text is shown to people they get a name that can be read. Isolates and marks of direction stay: they end with
their line, and right-to-left texts need them.
Source: Unicode Standard Annex 9, section 2; https://www.unicode.org/charts/PDF/U2400.pdf.
"""

import re

_KEPT = "\n\t"
_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in _KEPT} | {0x7F: 0x2421}
_NAMED = (*range(0x80, 0xA0), *range(0x202A, 0x202F))
"""C1 controls; embeddings, overrides and their end."""
_TABLE: dict[int, int | str] = {**_PICTURES, **{code: f"⟨U+{code:04X}⟩" for code in _NAMED}}
_LOST = "\N{REPLACEMENT CHARACTER}"
_SURROGATE = re.compile("[\ud800-\udfff]")


def with_seen_controls(text: str) -> str:
    """A text for people: ``␛`` stands for an escape, ``⟨U+202E⟩`` for an override. Lines stay lines."""
    return without_surrogates(text).translate(_TABLE)


def without_surrogates(text: str) -> str:
    """A text that can be written as UTF-8: U+FFFD stands for each lone surrogate.

    JSON may hold them, so a model's reply may; and what is typed, where its bytes are no text.
    """
    return _SURROGATE.sub(_LOST, text)
