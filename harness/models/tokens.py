"""How many tokens a text is, where the model's own tokenizer can't be asked.

Tokens are counted per character, by a weight for each script: byte-level vocabularies have few merges for
scripts that were rare in their training, so an Ethiopic letter is up to three tokens (one a byte), a Latin
one about a quarter. The weights are round numbers that overestimate every page, and every line of text, of
Ministore in all five languages with the tokenizers of Gemma 3, Llama 3, GPT-OSS (o200k) and Qwen 3, by as
little as one weight a script can; whatever has no weight counts its bytes in UTF-8, which no byte-level
tokenizer exceeds.
`tests/harness/models/token_counts.jsonl` holds such texts with the real counts.
"""

import math
from functools import lru_cache

_PER_CHARACTER = (
    # first, last, tokens
    ("0", "9", 1.0),
    ("a", "z", 0.5),
    ("\u0600", "\u06ff", 1.3),  # Arabic
    ("\u0900", "\u097f", 1.35),  # Devanagari
    ("\u0980", "\u09ff", 1.8),  # Bengali
    ("\u1200", "\u139f", 3.0),  # Ethiopic
)
"""Ranges of characters and their weights, in tokens."""
_SPACE = 0.25
_ASCII = 1.0
"""Capitals (which stand in percent escapes), signs and punctuation."""
_ONE_FOR_THE_START = 1


def estimated_tokens(text: str) -> int:
    """An upper estimate of the tokens of a text.

    It holds for whole texts and lines; a single rare word may be one or two tokens more.
    """
    return math.ceil(sum(map(_weight, text))) + _ONE_FOR_THE_START if text else 0


@lru_cache(maxsize=4096)
def _weight(character: str) -> float:
    """Tokens of one character."""
    if character == " ":
        return _SPACE
    found = next((weight for low, high, weight in _PER_CHARACTER if low <= character <= high), None)
    if found is not None:
        return found
    return _ASCII if character.isascii() else len(character.encode("utf-8", "surrogatepass"))
