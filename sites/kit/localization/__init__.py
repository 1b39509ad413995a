"""Language: one table, the formats of numbers and money, the comparison keys of text, the content files.

Every place that shows or reads something in one of the five languages goes through these functions; see
`languages` for the table and `normalization` for the three forms of a text.
"""

from sites.kit.localization.content import Content, check_same_keys, load_content
from sites.kit.localization.formatting import (
    format_clock,
    format_money,
    format_number,
    format_percent,
    format_rating,
    localize_digits,
)
from sites.kit.localization.languages import LANGUAGES, Language, get_language
from sites.kit.localization.normalization import fold, normalize, sort_key, store, to_ascii_digits
from sites.kit.localization.parsing import CURRENCY_WORDS, parse_cents, parse_ethiopic, parse_number

__all__ = [
    "CURRENCY_WORDS",
    "LANGUAGES",
    "Content",
    "Language",
    "check_same_keys",
    "fold",
    "format_clock",
    "format_money",
    "format_number",
    "format_percent",
    "format_rating",
    "get_language",
    "load_content",
    "localize_digits",
    "normalize",
    "parse_cents",
    "parse_ethiopic",
    "parse_number",
    "sort_key",
    "store",
    "to_ascii_digits",
]
