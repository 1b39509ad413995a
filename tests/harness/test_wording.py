import pytest

from harness.wording import counted


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 tasks"), (1, "1 task"), (2, "2 tasks"), (1_200, "1,200 tasks")]
)
def test_one_is_told_as_one(number, told):
    assert counted(number, "task") == told
