"""Words of a text, as the rules look for one text in another."""

from unicodedata import category

from sites.kit.localization import normalize


def spaced_words(text: str) -> str:
    """The words of a text between single spaces, without the signs around each (quotes, stops, currency).

    A space stands at either end, so that ``spaced_words(one) in spaced_words(other)`` finds whole words.
    """
    words = normalize(text).split()
    signs = "".join({char for word in words for char in word if category(char)[0] in "PS"})
    return f" {' '.join(filter(None, (word.strip(signs) for word in words)))} "
