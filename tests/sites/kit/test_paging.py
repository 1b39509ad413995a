import pytest

from sites.kit.paging import make_page, read_page_number


@pytest.mark.parametrize(
    ("number", "total", "expected"),
    [
        (1, 0, (1, 1, 0, 0)),
        (1, 20, (1, 1, 1, 20)),
        (1, 21, (1, 2, 1, 20)),
        (2, 21, (2, 2, 21, 21)),
        (7, 21, (2, 2, 21, 21)),
    ],
)
def test_the_page_that_is_asked_for_or_the_nearest(
    number: int, total: int, expected: tuple[int, int, int, int]
) -> None:
    page = make_page(number, total)
    assert (page.number, page.count, page.first, page.last) == expected
    assert len(page.of(range(total))) == (page.last - page.first + 1 if total else 0)


@pytest.mark.parametrize(
    ("typed", "number"), [("3", 3), ("۳", 3), ("", 1), ("-2", 1), ("x", 1), ("99999", 1)]
)
def test_a_number_in_any_digits(typed: str, number: int) -> None:
    assert read_page_number({"page": typed}) == number
