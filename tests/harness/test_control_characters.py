"""Texts of sites and agents for people and records: what can't be seen, and what can't be written."""

import pytest

from harness.control_characters import with_seen_controls, without_surrogates


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[2J", "␛[2J"),
        ("a\x00\x7f\r\n\tb", "a␀␡␍\n\tb"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("stop \u202e21\u202c", "stop ⟨U+202E⟩21⟨U+202C⟩"),
        ("\u2067کیتلی\u2069 \u200f۳\u200c", "\u2067کیتلی\u2069 \u200f۳\u200c"),
    ],
)
def test_controls_and_overrides_are_seen_and_what_right_to_left_texts_need_stays(text: str, seen: str):
    assert with_seen_controls(text) == seen


def test_lone_surrogates_are_replaced_and_whole_letters_are_not():
    assert without_surrogates("a\ud83d \U0001f600 \udcff") == "a\ufffd \U0001f600 \ufffd"
