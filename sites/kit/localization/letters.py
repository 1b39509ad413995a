"""Character tables of the comparison key: which code points are the same letter or sign to a reader.

Urdu is often typed on Arabic keyboards (kaf, yeh, heh), Amharic has letters that sound alike and are spelled
either way, and each script has punctuation of its own. ھ, ے, آ and the Bengali nukta tell words apart and are
in no table.
"""

KEPT_JOINERS = frozenset("\u200c\u200d")
"""Zero-width non-joiner and joiner: invisible, but they change how Indic and Urdu words look."""

ARABIC_MARKS = frozenset(
    chr(code)
    for start, end in (
        (0x0610, 0x061A),
        (0x064B, 0x0652),
        (0x0656, 0x065F),
        (0x0670, 0x0670),
        (0x06D6, 0x06DC),
        (0x06DF, 0x06E4),
        (0x06E7, 0x06E8),
        (0x06EA, 0x06ED),
    )
    for code in range(start, end + 1)
) | {"\u0640"}
"""Short-vowel marks and tatweel: optional in Urdu. Madda and hamza above (U+0653, U+0654) are letters' parts,
and stay.
"""

ARABIC_TO_URDU = {
    ord(arabic): urdu
    for arabic, urdu in {
        "\u064a": "\u06cc",
        "\u0649": "\u06cc",
        "\u0643": "\u06a9",
        "\u0647": "\u06c1",
        "\u06d5": "\u06c1",
        "\u0629": "\u06c3",
        "\u06c0": "\u06c2",
    }.items()
}

_HOMOPHONE_ROWS = (
    ("ሐሑሒሓሔሕሖ", "ሀሁሂሀሄህሆ"),
    ("ኀኁኂኃኄኅኆ", "ሀሁሂሀሄህሆ"),
    ("ኸኹኺኻኼኽኾ", "ሀሁሂሀሄህሆ"),
    ("ሃ", "ሀ"),
    ("ሠሡሢሣሤሥሦሧ", "ሰሱሲሳሴስሶሷ"),
    ("ዐዑዒዓዔዕዖ", "አኡኢአኤእኦ"),
    ("ኣ", "አ"),
    ("ፀፁፂፃፄፅፆ", "ጸጹጺጻጼጽጾ"),
    ("ቊኵጕኍ", "ቁኩጉሁ"),
)

AMHARIC_HOMOPHONES: dict[int, str | None] = {
    ord(spelled): plain
    for row, plain_row in _HOMOPHONE_ROWS
    for spelled, plain in zip(row, plain_row, strict=True)
}
AMHARIC_HOMOPHONES |= dict.fromkeys(range(0x135D, 0x1360))
"""Letters that sound alike -> one of them; gemination marks vanish."""

PUNCTUATION = {
    ord(sign): plain
    for signs, plain in (
        ("\u060c", ","),
        ("\u061b", ";"),
        ("\u061f\u1367", "?"),
        ("\u06d4", "."),
        ("\u066a", "%"),
        ("\u066c", ","),
        ("\u0964\u0965\u1362", ". "),
        ("\u1361", " "),
        ("\u1363", ", "),
        ("\u1364", "; "),
        ("\u1365\u1366", ": "),
        ("\u2018\u2019", "'"),
        ("\u201c\u201d", '"'),
        ("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    )
    for sign in signs
}
"""Signs of the five scripts -> ASCII. Those that end a clause bring a space, so that they never glue two
numbers.
"""

_FOLDED_RANGES = ((0xFF01, 0xFFEE), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC), (0xFB00, 0xFB06), (0x3000, 0x3000))


def is_folded_by_compatibility(char: str) -> bool:
    """Whether the character is full width, an Arabic presentation form or a Latin ligature."""
    code = ord(char)
    return any(start <= code <= end for start, end in _FOLDED_RANGES)
