import pytest

from harness.wording import MOST_SHOWN, counted, in_one_line, setting_text


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 tasks"), (1, "1 task"), (2, "2 tasks"), (1_200, "1,200 tasks")]
)
def test_one_is_told_as_one(number, told):
    assert counted(number, "task") == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(True, "yes"), (False, "no"), (None, "not set"), (3, "3"), (0.5, "0.5"), ("som", "som"), ("", "")],
)
def test_settings_are_told_in_a_readers_words(value, told):
    assert setting_text(value) == told


def test_a_text_of_others_is_one_line_without_control_characters():
    assert in_one_line("boom \x1b[2J\x1b[31m\n\tat \u202eline 3\r\n") == "boom ␛[2J␛[31m at ⟨U+202E⟩line 3␍"
    assert in_one_line("a" * MOST_SHOWN) == "a" * MOST_SHOWN
    assert in_one_line("a" * 9_999) == "a" * (MOST_SHOWN - 1) + "…"
