"""Character tables of the comparison key: which code points are the same letter or sign to a reader.

Urdu is often typed on Arabic keyboards (kaf, yeh, heh), Amharic has letters that sound alike and are spelled
either way, and each script has punctuation of its own. ھ, ے, آ and the Bengali nukta tell words apart and are
in no table.
"""

import re

_FORMAT_RANGES = (
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b{joiners}\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)

FORMAT_CHARACTERS = re.compile(f"[{_FORMAT_RANGES.format(joiners='-')}]")
"""All invisible controls (Unicode category Cf): direction marks, zero-width signs, soft hyphens."""

FORMAT_CHARACTERS_BUT_JOINERS = re.compile(f"[{_FORMAT_RANGES.format(joiners='')}]")
"""The same without U+200C and U+200D, which change how Indic and Urdu words look."""

ARABIC_MARKS: dict[int, None] = dict.fromkeys(
    code
    for start, end in (
        (0x0610, 0x061A),
        (0x0640, 0x0640),
        (0x064B, 0x0652),
        (0x0656, 0x065F),
        (0x0670, 0x0670),
        (0x06D6, 0x06DC),
        (0x06DF, 0x06E4),
        (0x06E7, 0x06E8),
        (0x06EA, 0x06ED),
    )
    for code in range(start, end + 1)
)
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

COMPATIBILITY_FORMS = re.compile("[\uff01-\uffee\ufb50-\ufdff\ufe70-\ufefc\ufb00-\ufb06\u3000]")
"""Other shapes of plain characters: full width, Arabic presentation forms, Latin ligatures."""
