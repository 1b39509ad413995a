import pytest

from harness.wording import counted, setting_text


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
